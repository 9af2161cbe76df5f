"""Notifications as plain JSON for any program, signed with the channel's key."""

import hmac
import time

from regnum.web.http.i18n import Text
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notification, body, title
from regnum.web.notifications.transports.webhook import Webhook


class JsonWebhook(Webhook):
    """Posts notifications as plain JSON, signed with the channel's key."""

    name = "JSON"
    signed = True

    def headers(self, channel: Channel, body: bytes, id_: str) -> dict[str, str]:
        mark = signature(channel.key, int(time.time()), body)
        return {**super().headers(channel, body, id_), "regnum-call": id_, "regnum-signature": mark}

    def format(self, notification: Notification, text: Text, link: str) -> dict[str, object]:
        return {
            "event": notification.kind,
            "table": notification.table,
            "game": notification.game,
            "title": title(notification, text),
            "names": list(notification.names),
            "text": body(notification, text),
            "url": link,
            **({"until": notification.until} if notification.until else {}),
        }


def signature(key: str, at: int, body: bytes) -> str:
    """Return the signature header: HMAC-SHA256 of the time in seconds, a dot and the body."""
    return f"t={at},v1={hmac.new(key.encode(), f'{at}.'.encode() + body, 'sha256').hexdigest()}"
