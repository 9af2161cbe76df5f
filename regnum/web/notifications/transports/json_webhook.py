"""Notifications as plain JSON for any program, signed with the channel's key."""

import hmac
import time

from regnum.web.http.i18n import Text
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notice, body, title
from regnum.web.notifications.transports.webhook import Webhook


class JsonWebhook(Webhook):
    """Notifications as plain JSON for any program, signed with the channel's key."""

    name = "JSON"
    signed = True

    def headers(self, channel: Channel, posted: bytes, id_: str) -> dict[str, str]:
        mark = signature(channel.key, int(time.time()), posted)
        return {**super().headers(channel, posted, id_), "regnum-call": id_, "regnum-signature": mark}

    def format(self, notice: Notice, text: Text, link: str) -> dict[str, object]:
        return {
            "event": notice.kind,
            "table": notice.table,
            "game": notice.game,
            "title": title(notice, text),
            "names": list(notice.names),
            "text": body(notice, text),
            "url": link,
            **({"until": notice.until} if notice.until else {}),
        }


def signature(key: str, at: int, posted: bytes) -> str:
    """Return the signature header: HMAC-SHA256 of the time in seconds, a dot and the body."""
    return f"t={at},v1={hmac.new(key.encode(), f'{at}.'.encode() + posted, 'sha256').hexdigest()}"
