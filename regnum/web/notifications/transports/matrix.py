"""Messages in a Matrix room, through a hookshot webhook."""

from html import escape

from regnum.web.http.i18n import Text
from regnum.web.names import break_links
from regnum.web.notifications.messages import Notification, body, title
from regnum.web.notifications.transports.webhook import Webhook


class Matrix(Webhook):
    """Posts notifications to a Matrix room, through a hookshot webhook."""

    name = "Matrix"

    def format(self, notification: Notification, text: Text, link: str) -> dict[str, object]:
        head, content = break_links(title(notification, text)), break_links(body(notification, text))
        html = f'<strong>{escape(head)}</strong>: {escape(content)}<br><a href="{escape(link)}">{escape(link)}</a>'
        return {"text": f"{head}: {content}\n{link}", "html": html, "username": "Regnum"}
