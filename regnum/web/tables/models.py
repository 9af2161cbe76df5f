"""What the store keeps of tables, as rows: seats, tables, entries, reviews; and what is told of a change."""

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
"""No phase of the store: a table that was not over when an update came by whose rules it cannot go on."""
OVER: Final = (FINISHED, ABANDONED)
PHASES: Final = (WAITING, PLAYING, *OVER)
"""The phases of the store."""

PACES: Final = {"at_once": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5}
"""How fast the bots of a table may play: what of the server's pause they take."""
NORMAL: Final = "normal"
SUBSTITUTE: Final = "greedy"
"""The kind of bot that plays for the absent where the host has not chosen another one."""


class SeatRow(msgspec.Struct, frozen=True):
    """Who has a seat: a guest, nobody yet (`token` invites), or a bot.

    `personal` and `offer` are links by which the seat goes on in another browser: its holder's own, and one that the
    host gives to somebody else. `former` is the guest who had the seat before; `claim` the one who may take it back,
    for he lost it by an offer of the host: until he leaves it, or the game ends. Nobody else can end that; he has the
    seat again if its holder stands up, under `claim_name` if that is free.
    `colour` is the one that its player has chosen. A guest with a `bot` is absent: it plays for him until he is back.
    `resigned`: a person had the seat under this name, and has given up.
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
        """Whether a bot plays here: the seat's own, or one that stands in for a person."""
        return self.kind == BOT or self.bot is not None

    @property
    def absent(self) -> bool:
        """Whether a bot stands in for the person who has the seat."""
        return self.kind == GUEST and self.bot is not None


def given_back(row: SeatRow, guest: str, name: str | None, bot: str | None = None) -> SeatRow:
    """Return a seat that the guest who may take it back has again.

    `name`: theirs; None keeps the one of the seat. `bot`: the one that plays until they return.
    """
    return msgspec.structs.replace(
        row,
        kind=GUEST, guest=guest, name=name or row.name, bot=bot, former=row.guest, claim=None, claim_name=None,
        personal=None, offer=None, resigned=False,
    )  # fmt: skip


class Pause(msgspec.Struct, frozen=True):
    """The clocks of a table do not run: since when, and until when (None: until people agree to go on)."""

    since: datetime
    until: datetime | None = None


class Proposal(msgspec.Struct, frozen=True):
    """What somebody proposes to the other people at a table; see agreement.py.

    `kind`: one of KINDS there. `seat`: who proposes it. `until`: when the time to answer is over. `agreed`: the seats
    that agree. `refused`: the seat that does not, since `until` then. `done`: it was carried out. Both are only
    remembered. `timing`, `substitute`: new clocks. `seconds`: more time for everybody. `ends`: the end of a pause.
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


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored; the entries come apart. `due`: a bot has to act, or there may be one.

    `pace`: how fast its bots play. `hurry`: they do not pause while this is the number of the last person's entry.
    `hints`: they are allowed even where several people play. `rematch`: there is the table after this one.
    `salt`: what its seed was fixed with beforehand, which nobody is told before the end; None for tables of before.
    `silent`: nobody may talk at it.
    `timing`: how long people may take (None: as long as they like), with their `clocks`; `alarm`: when the next of them
    is to be looked at. `substitute`: the kind of bot that plays for whoever has no time left. `listed`, `watching` and
    `language`: as in `Terms`. `invite`: the link to any seat that is open. `mark`: how the game stood when it was last
    looked at, see upgrade.py. `title`: the name that the host has given it; "" for none. `pause`: its clocks do not
    run. `proposal`: what its people are asked, or were asked last. `home`: a `pseudonym` of the
    address that opened it, until the game is over; "" for older tables.
    """

    id: str
    game: str
    rules: int
    players: int
    seed: str
    options: Options
    host: str
    phase: str
    made: datetime
    seats: tuple[SeatRow, ...]
    version: int = 0
    due: bool = False
    pace: str = NORMAL
    hurry: int = -1
    hints: bool = False
    rematch: bool = False
    salt: str | None = None
    silent: bool = False
    timing: Timing | None = None
    clocks: tuple[Clock, ...] = ()
    alarm: datetime | None = None
    substitute: str = SUBSTITUTE
    listed: bool = False
    watching: bool = True
    language: str = ""
    invite: str | None = None
    mark: str = ""
    title: str = ""
    pause: Pause | None = None
    proposal: Proposal | None = None
    home: str = ""


class ReviewRow(msgspec.Struct, frozen=True):
    """What was found of a finished game until now, in so many parts; `due`: there is more to find."""

    table_id: str
    done: int = 0
    due: bool = True
    found: dict[str, Any] = {}


class ReviewDue(msgspec.Struct, frozen=True):
    """A game that waits for a review: the address and the guest that asked, as pseudonyms.

    `late`: those that are not come first.
    """

    table_id: str
    home: str = ""
    asker: str = ""
    late: bool = False


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """An entry of a table's record, from number 1."""

    number: int
    player: int
    text: str
    at: datetime | None = None


class News(msgspec.Struct, frozen=True, array_like=True):
    """What was committed for a table: its version now, the entry (None: seats), and whether a bot has to act.

    `talk`: something was said, or somebody wants to hear others; the rest says nothing.
    """

    table: str
    version: int
    due: bool
    entry: Entry | None = None
    talk: bool = False
