"""The base class of transports, the services they use, and the outcome of a delivery."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import msgspec

from regnum.web.mail import Mailer
from regnum.web.notifications.channels import Channel, Channels
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.safe_http import Answer, Outgoing, Unreachable
from regnum.web.notifications.web_push import Push

Address: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Returns the confirmed email address of a guest."""


class Senders(NamedTuple):
    """The services that transports use."""

    outgoing: Outgoing
    push: Push
    mailer: Mailer
    address: Address
    channels: Channels


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a delivery; `said` is shown to the channel's owner.

    `gone`: the recipient no longer exists, so the channel is removed. `hopeless`: a retry would fail as well. `later`:
    the seconds to wait before a retry, if the recipient asks for that.
    """

    well: bool
    said: str
    gone: bool = False
    hopeless: bool = False
    later: float | None = None


class Transport(ABC):
    """A way to deliver notifications to channels of one or more kinds."""

    @abstractmethod
    async def send(self, senders: Senders, channel: Channel, notification: Notification, id_: str) -> Outcome:
        """Send a notification to a channel; `id_`: the id of the delivery, the same at each retry."""


async def outcome_of(request: Awaitable[Answer], removes_gone: bool = False) -> Outcome:
    """Return the outcome of a request; permanent errors are not retried.

    `removes_gone`: remove the channel if the recipient no longer exists.
    """
    try:
        answer = await request
    except Unreachable as error:
        return Outcome(False, "barred" if error.forbidden else "no_answer", hopeless=error.forbidden)
    lasting = 300 <= answer.status < 500 and answer.status not in (408, 425, 429)
    return Outcome(answer.taken, str(answer.status), removes_gone and answer.gone, lasting, answer.later)
