"""Webhooks: requests to addresses that users type in, with a notification as JSON in the format of a service.

Names are plain text there: they mention nobody and contain no links.
"""

import json
from abc import abstractmethod
from typing import ClassVar

from regnum.web.http.i18n import Text, page_text
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notice
from regnum.web.notifications.transports.base import Outcome, Senders, Transport, outcome_of


class Webhook(Transport):
    """Posts a notification to an address."""

    name: ClassVar[str]
    """The name of the service, as the settings pages show it in every language."""
    signed: ClassVar[bool] = False
    """Whether requests are signed with the channel's key, which its owner is shown."""

    @abstractmethod
    def format(self, notice: Notice, text: Text, link: str) -> dict[str, object]:
        """Return a notification as the service expects it; `link`: the address of the table."""

    def payload(self, notice: Notice, language: str, origin: str) -> dict[str, object]:
        """Return the JSON object for a channel's language and for links that begin with `origin`."""
        return self.format(notice, page_text(language), origin + notice.path)

    def headers(self, channel: Channel, posted: bytes, id_: str) -> dict[str, str]:
        """Return the headers of a request."""
        return {"content-type": "application/json", "accept": "application/json"}

    async def send(self, senders: Senders, channel: Channel, notice: Notice, id_: str) -> Outcome:
        told = self.payload(notice, channel.language, channel.origin)
        posted = json.dumps(told, ensure_ascii=False).encode()
        return await outcome_of(senders.outgoing.post(channel.address, posted, self.headers(channel, posted, id_)))
