"""The base class of transports, the services they use, and the outcome of a delivery."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import msgspec

from regnum.web.mail import Mailer
from regnum.web.notifications.channels import Channel, ChannelStore
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.safe_http import Response, SafeHttpClient, UnreachableError
from regnum.web.notifications.web_push import WebPush

EmailOf: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Returns the confirmed email address of a guest."""


class TransportContext(NamedTuple):
    """The services that transports use."""

    http: SafeHttpClient
    push: WebPush
    mailer: Mailer
    email_of: EmailOf
    channels: ChannelStore


class DeliveryOutcome(msgspec.Struct, frozen=True):
    """The outcome of a delivery; `result` is shown to the channel's owner.

    `is_gone`: the recipient no longer exists, so the channel is removed. `is_permanent`: a retry would fail as well.
    `retry_after`: the seconds to wait before a retry, if the recipient asks for that.
    """

    succeeded: bool
    result: str
    is_gone: bool = False
    is_permanent: bool = False
    retry_after: float | None = None


class Transport(ABC):
    """A way to deliver notifications to channels of one or more kinds."""

    @abstractmethod
    async def send(
        self, context: TransportContext, channel: Channel, notification: Notification, id_: str
    ) -> DeliveryOutcome:
        """Send a notification to a channel; `id_`: the id of the delivery, the same at each retry."""


async def outcome_of(request: Awaitable[Response], removes_gone: bool = False) -> DeliveryOutcome:
    """Return the outcome of a request; permanent errors are not retried.

    `removes_gone`: remove the channel if the recipient no longer exists.
    """
    try:
        response = await request
    except UnreachableError as error:
        return DeliveryOutcome(False, "barred" if error.forbidden else "no_answer", is_permanent=error.forbidden)
    is_permanent = 300 <= response.status < 500 and response.status not in (408, 425, 429)
    return DeliveryOutcome(
        response.is_success, str(response.status), removes_gone and response.is_gone, is_permanent, response.retry_after
    )
