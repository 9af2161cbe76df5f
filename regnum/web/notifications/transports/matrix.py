"""Messages in a room of Matrix, through a hookshot webhook."""

from html import escape

from regnum.web.http.i18n import Text
from regnum.web.names import unlinked
from regnum.web.notifications.messages import Notice, body, title
from regnum.web.notifications.transports.webhook import Webhook


class Matrix(Webhook):
    """Messages in a room of Matrix, through a hookshot webhook."""

    name = "Matrix"

    def format(self, notice: Notice, text: Text, link: str) -> dict[str, object]:
        head, told = unlinked(title(notice, text)), unlinked(body(notice, text))
        html = f'<strong>{escape(head)}</strong>: {escape(told)}<br><a href="{escape(link)}">{escape(link)}</a>'
        return {"text": f"{head}: {told}\n{link}", "html": html, "username": "Regnum"}
