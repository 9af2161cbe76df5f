"""Webhooks: requests to addresses that users type in, with a notification as JSON in the format of a service.

User names are sent as plain text, so they can't mention anyone or contain links.
"""

import json
from abc import abstractmethod
from typing import ClassVar

from regnum.web.http.i18n import Text, page_text
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.transports.base import DeliveryOutcome, Transport, TransportContext, outcome_of


class Webhook(Transport):
    """Posts a notification to an address."""

    name: ClassVar[str]
    """The name of the service, as the settings pages show it in every language."""
    signed: ClassVar[bool] = False
    """Whether requests are signed with the channel's key, which its owner is shown."""

    @abstractmethod
    def format(self, notification: Notification, text: Text, link: str) -> dict[str, object]:
        """Return a notification as the JSON object that the service expects; `link`: the address of the table."""

    def payload(self, notification: Notification, language: str, origin: str) -> dict[str, object]:
        """Return a notification as a JSON object in a language, with links that begin with `origin`."""
        return self.format(notification, page_text(language), origin + notification.path)

    def headers(self, channel: Channel, body: bytes, id_: str) -> dict[str, str]:
        """Return the headers of a request."""
        return {"content-type": "application/json", "accept": "application/json"}

    async def send(
        self, context: TransportContext, channel: Channel, notification: Notification, id_: str
    ) -> DeliveryOutcome:
        content = self.payload(notification, channel.language, channel.origin)
        body = json.dumps(content, ensure_ascii=False).encode()
        return await outcome_of(context.http.post(channel.address, body, self.headers(channel, body, id_)))
