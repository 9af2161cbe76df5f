"""Messages in a Discord channel."""

from typing import Final

from regnum.web.http.i18n import Text
from regnum.web.notifications.messages import Notification, body, title
from regnum.web.notifications.transports.webhook import Webhook

_MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]()<>#+-.!|~@:"})


class Discord(Webhook):
    """Posts notifications to a Discord channel."""

    name = "Discord"

    def format(self, notification: Notification, text: Text, link: str) -> dict[str, object]:
        head, content = title(notification, text).translate(_MARKS), body(notification, text).translate(_MARKS)
        return {"content": f"**{head}**: {content}\n<{link}>", "allowed_mentions": {"parse": []}}
