"""The rows of tables in the store: seats, tables, entries and reviews; and the news of a change."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from regnum.core.rules.option import Options
from regnum.web.tables.clock import Clock, Timing

GUEST: Final = "guest"
OPEN: Final = "open"
BOT: Final = "bot"

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"
STOPPED: Final = "stopped"
"""A phase that is not stored: a table whose game was running before an update and cannot continue with its rules."""
OVER: Final = (FINISHED, ABANDONED)
PHASES: Final = (WAITING, PLAYING, *OVER)
"""The phases in the store."""

PACES: Final = {"at_once": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5}
"""The paces of a table's bots, as factors for the server's pause."""
NORMAL: Final = "normal"
SUBSTITUTE: Final = "greedy"
"""The default kind of bot that plays for absent players."""


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: of a guest, open, or of a bot."""

    seat: int
    kind: str
    name: str
    guest: str | None = None
    bot: str | None = None
    """The kind of bot that plays. A guest with a bot is absent: it plays until they return."""
    token: str | None = None
    """The link that invites to an open seat."""
    personal: str | None = None
    """Its holder's own link for using the seat in another browser."""
    offer: str | None = None
    """The link with which the host gives the seat to another person."""
    former: str | None = None
    """The guest who had the seat before."""
    claim: str | None = None
    """The guest who may take the seat back after losing it by an offer of the host.

    Only they can give the claim up; it ends with the game. They get the seat back if its holder leaves.
    """
    claim_name: str | None = None
    """The name under which they get it back, if that is free."""
    colour: int | None = None
    """The colour chosen by its player."""
    resigned: bool = False
    """Whether a person had the seat under this name, and has resigned."""

    @property
    def plays_itself(self) -> bool:
        """Whether a bot plays this seat, as its holder or as a stand-in."""
        return self.kind == BOT or self.bot is not None

    @property
    def absent(self) -> bool:
        """Whether a bot stands in for the holder of the seat."""
        return self.kind == GUEST and self.bot is not None


def given_back(row: SeatRow, guest: str, name: str | None, bot: str | None = None) -> SeatRow:
    """Return a seat given back to the guest with the claim to it.

    `name`: their name; None keeps the name of the seat. `bot`: the bot that plays until they return.
    """
    return msgspec.structs.replace(
        row,
        kind=GUEST, guest=guest, name=name or row.name, bot=bot, former=row.guest, claim=None, claim_name=None,
        personal=None, offer=None, resigned=False,
    )  # fmt: skip


class Pause(msgspec.Struct, frozen=True):
    """A pause of a table's clocks: its start, and its end (None: until people agree to resume)."""

    since: datetime
    until: datetime | None = None


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to the other people at a table; see agreement.py.

    Refused and completed proposals are kept only as information.
    """

    kind: str
    """One of KINDS in agreement.py."""
    id: str = ""
    seat: int = 0
    """The seat of its author."""
    until: datetime = datetime.max.replace(tzinfo=UTC)
    """When the time to answer ends."""
    agreed: tuple[int, ...] = ()
    """The seats that agree."""
    refused: int | None = None
    """The seat that refused, at the time in `until`."""
    done: bool = False
    """Whether it was carried out."""
    timing: Timing | None = None
    """The new time limits."""
    substitute: str = SUBSTITUTE
    """The new kind of bot for players who run out of time."""
    seconds: int = 0
    """More time for all players."""
    ends: datetime | None = None
    """The end of a pause."""


class RunningSeat(msgspec.Struct, frozen=True):
    """A guest's seat at a running table, with what is needed to know whose turn it is: a part of a `TableRow`."""

    id: str
    version: int
    players: int
    seat: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as stored, without its entries."""

    id: str
    game: str
    rules: int
    players: int
    seed: str
    options: Options
    host: str
    phase: str
    created_at: datetime
    seats: tuple[SeatRow, ...]
    version: int = 0
    due: bool = False
    """Whether a bot has to act, or may have to."""
    pace: str = NORMAL
    """The pace of its bots."""
    pauses_skipped_at: int = -1
    """Bots do not pause while this is the number of the last person's entry."""
    hints: bool = False
    """Whether hints are allowed even if several people play."""
    rematch: bool = False
    """Whether its rematch exists."""
    salt: str | None = None
    """The salt of the commitment to its seed, secret until the end; None for older tables."""
    silent: bool = False
    """Whether chat is off."""
    timing: Timing | None = None
    """The time limits; None for unlimited time."""
    clocks: tuple[Clock, ...] = ()
    """The clocks of its seats, if there are time limits."""
    next_check: datetime | None = None
    """When a clock or a proposal needs attention next."""
    substitute: str = SUBSTITUTE
    """The kind of bot that plays for players who run out of time."""
    listed: bool = False
    """As in `Terms`, like `watching` and `language`."""
    watching: bool = True
    language: str = ""
    invite: str | None = None
    """The link to any open seat."""
    fingerprint: str = ""
    """The fingerprint of the game when it was last looked at, see upgrade.py."""
    title: str = ""
    """The name given by the host; "" for none."""
    pause: Pause | None = None
    """The pause of its clocks, if any."""
    proposal: Proposal | None = None
    """The open proposal or the last one."""
    client_address: str = ""
    """A `pseudonym` of the address that opened it, until the game is over; "" for older tables."""


class ReviewRow(msgspec.Struct, frozen=True):
    """The results of a finished game's review so far, after `done` parts; `due`: there are more parts to come."""

    table_id: str
    done: int = 0
    due: bool = True
    found: dict[str, Any] = {}


class ReviewDue(msgspec.Struct, frozen=True):
    """A game that waits for a review: with the address and the guest that asked, as pseudonyms.

    `late`: reviews that are not late come first.
    """

    table_id: str
    client_address: str = ""
    asker: str = ""
    late: bool = False


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """An entry of a table's record, from number 1."""

    number: int
    player: int
    text: str
    at: datetime | None = None


class News(msgspec.Struct, frozen=True, array_like=True):
    """News of a commit to a table: its new version, the entry (None for other changes), and whether a bot has to act.

    `talk`: there is chat news instead; the other fields are then meaningless.
    """

    table: str
    version: int
    due: bool
    entry: Entry | None = None
    talk: bool = False
