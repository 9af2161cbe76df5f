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
    """A seat: of a guest, open (`token` invites), or of a bot.

    `personal` and `offer` are links for using the seat in another browser: its holder's own, and one that the
    host gives to another person. `former` is the guest who had the seat before; `claim` is the guest who may take it
    back after losing it by an offer of the host. Only they can give the claim up; it ends with the game. They get the
    seat back if its holder leaves, under `claim_name` if that is free.
    `colour` is the one chosen by its player. A guest with a `bot` is absent: the bot plays until they return.
    `resigned`: a person had the seat under this name, and has resigned.
    """

    seat: int
    kind: str
    name: str
    guest: str | None = None
    bot: str | None = None
    token: str | None = None
    personal: str | None = None
    offer: str | None = None
    former: str | None = None
    claim: str | None = None
    claim_name: str | None = None
    colour: int | None = None
    resigned: bool = False

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

    `kind`: one of KINDS there. `seat`: its author. `until`: when the time to answer ends. `agreed`: the seats
    that agree. `refused`: the seat that refused, at the time in `until`. `done`: it was carried out. Refused and done
    proposals are kept only as information. `timing`, `substitute`: new clocks. `seconds`: more time for all players.
    `ends`: the end of a pause.
    """

    kind: str
    id: str = ""
    seat: int = 0
    until: datetime = datetime.max.replace(tzinfo=UTC)
    agreed: tuple[int, ...] = ()
    refused: int | None = None
    done: bool = False
    timing: Timing | None = None
    substitute: str = SUBSTITUTE
    seconds: int = 0
    ends: datetime | None = None


class RunningSeat(msgspec.Struct, frozen=True):
    """A guest's seat at a running table, with what is needed to know whose turn it is: a part of a `TableRow`."""

    id: str
    version: int
    players: int
    seat: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as stored, without its entries. `due`: a bot has to act, or may have to.

    `pace`: the pace of its bots. `pauses_skipped_at`: they do not pause while this is the number of the last person's
    entry. `hints`: allowed even if several people play. `rematch`: whether its rematch exists.
    `salt`: the salt of the commitment to its seed, secret until the end; None for older tables.
    `silent`: chat is off.
    `timing`: the time limits (None: unlimited), with their `clocks`; `next_check`: when a clock or a proposal needs
    attention next. `substitute`: the kind of bot that plays for players who run out of time. `listed`, `watching` and
    `language`: as in `Terms`. `invite`: the link to any open seat. `fingerprint`: the fingerprint of the game when it
    was last looked at, see upgrade.py. `title`: the name given by the host; "" for none. `pause`: the pause of its
    clocks, if any. `proposal`: the open proposal or the last one. `client_address`: a `pseudonym` of the address that
    opened it, until the game is over; "" for older tables.
    """

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
    pace: str = NORMAL
    pauses_skipped_at: int = -1
    hints: bool = False
    rematch: bool = False
    salt: str | None = None
    silent: bool = False
    timing: Timing | None = None
    clocks: tuple[Clock, ...] = ()
    next_check: datetime | None = None
    substitute: str = SUBSTITUTE
    listed: bool = False
    watching: bool = True
    language: str = ""
    invite: str | None = None
    fingerprint: str = ""
    title: str = ""
    pause: Pause | None = None
    proposal: Proposal | None = None
    client_address: str = ""


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
