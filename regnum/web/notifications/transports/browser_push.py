"""Notifications in browsers, through the push services of their vendors."""

import json

from regnum.web.http.i18n import page_text
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notification, body, title
from regnum.web.notifications.transports.base import DeliveryOutcome, Transport, TransportContext, outcome_of


class BrowserPush(Transport):
    """Pushes notifications to a browser. A channel whose browser no longer exists is removed."""

    async def send(
        self, context: TransportContext, channel: Channel, notification: Notification, id_: str
    ) -> DeliveryOutcome:
        content = push_body(notification, channel.language)
        request = context.push.post(channel.address, channel.key, content, notification.table)
        return await outcome_of(request, removes_gone=True)


def push_body(notification: Notification, language: str) -> bytes:
    """Return the JSON that is pushed to a browser; its service worker shows it."""
    text = page_text(language)
    content = {
        "title": title(notification, text),
        "body": body(notification, text),
        "tag": notification.table or "regnum",
    }
    return json.dumps({**content, "url": notification.path, "count": notification.count}).encode()
