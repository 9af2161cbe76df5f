"""Messages in a Slack channel."""

from html import escape

from regnum.web.http.i18n import Text
from regnum.web.names import break_links
from regnum.web.notifications.messages import Notification, body, title
from regnum.web.notifications.transports.webhook import Webhook


class Slack(Webhook):
    """Posts notifications to a Slack channel."""

    name = "Slack"

    def format(self, notification: Notification, text: Text, link: str) -> dict[str, object]:
        head, content = (
            escape(break_links(part), quote=False) for part in (title(notification, text), body(notification, text))
        )
        return {"text": f"{head}: {content}\n<{link}>", "unfurl_links": False}
