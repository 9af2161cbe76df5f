"""What all transports have in common: what they send with, and the outcome of a delivery."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import msgspec

from regnum.web.mail import Mailer
from regnum.web.notifications.channels import Channel, Channels
from regnum.web.notifications.messages import Notice
from regnum.web.notifications.safe_http import Answer, Outgoing, Unreachable
from regnum.web.notifications.web_push import Push

Address: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Returns the confirmed email address of a guest."""


class Senders(NamedTuple):
    """What transports send with."""

    outgoing: Outgoing
    push: Push
    mailer: Mailer
    address: Address
    channels: Channels


class Outcome(msgspec.Struct, frozen=True):
    """The result of a delivery: `said` is shown to the channel's owner.

    `gone`: the channel no longer exists and is removed. `hopeless`: a retry would fail as well. `later`: seconds before
    a retry.
    """

    well: bool
    said: str
    gone: bool = False
    hopeless: bool = False
    later: float | None = None


class Transport(ABC):
    """A way to deliver notifications to channels of one or more kinds."""

    @abstractmethod
    async def send(self, senders: Senders, channel: Channel, notice: Notice, id_: str) -> Outcome:
        """Send a notification to a channel; `id_`: the id of the delivery, the same at each retry."""


async def outcome_of(request: Awaitable[Answer], removes_gone: bool = False) -> Outcome:
    """Return the outcome of a request; errors that persist are not retried.

    `removes_gone`: the channel is removed if the recipient no longer exists.
    """
    try:
        answer = await request
    except Unreachable as error:
        return Outcome(False, "barred" if error.forbidden else "no_answer", hopeless=error.forbidden)
    lasting = 300 <= answer.status < 500 and answer.status not in (408, 425, 429)
    return Outcome(answer.taken, str(answer.status), removes_gone and answer.gone, lasting, answer.later)
