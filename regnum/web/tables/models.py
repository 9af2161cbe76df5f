"""The rows of tables in the store: seats, tables and entries; and the message that announces a change."""

from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.core.rules.option import Options
from regnum.web.timing.clock import Clock, Timing

GUEST: Final = "guest"
OPEN: Final = "open"
BOT: Final = "bot"

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"
STOPPED: Final = "stopped"
"""A phase that is not stored: the game was not over before an update and cannot continue with the new rules."""
ENDED_PHASES: Final = (FINISHED, ABANDONED)
PHASES: Final = (WAITING, PLAYING, *ENDED_PHASES)
"""The phases in the store."""

PACES: Final = {"at_once": 0.0, "quick": 0.4, "normal": 1.0, "slow": 2.5}
"""The paces of a table's bots, as factors of the server's pause before a bot acts."""
NORMAL: Final = "normal"
DEFAULT_SUBSTITUTE: Final = "greedy"
"""The default kind of bot that plays for absent players."""


class SeatRow(msgspec.Struct, frozen=True):
    """A seat, which is open or belongs to a guest or a bot."""

    seat: int
    kind: str
    name: str
    guest: str | None = None
    bot: str | None = None
    """The kind of bot that plays. If a guest's seat has one, they are absent, and it plays until they return."""
    invitation_token: str | None = None
    """The token of the link that invites to this open seat."""
    personal_token: str | None = None
    """The token of the holder's link for using the seat in another browser."""
    offer_token: str | None = None
    """The token of the link with which the host gives the seat to another person."""
    former_guest: str | None = None
    """The guest who had the seat before."""
    claimant: str | None = None
    """The guest who may take the seat back, because the host gave it to another person.

    Only this guest can give up the claim, which ends with the game. They get the seat back if its holder leaves.
    """
    claimant_name: str | None = None
    """The name that the guest with the claim gets back with the seat, if it is free."""
    colour: int | None = None
    """The colour chosen by its player."""
    resigned: bool = False
    """Whether a person had the seat under this name and has resigned."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays this seat, as its holder or as a stand-in."""
        return self.kind == BOT or self.bot is not None

    @property
    def absent(self) -> bool:
        """Whether a bot stands in for the holder of the seat."""
        return self.kind == GUEST and self.bot is not None


def give_to_claimant(row: SeatRow, guest: str, name: str | None, bot: str | None = None) -> SeatRow:
    """Return the row of a seat that is given back to the guest with the claim to it.

    `name`: their name; None keeps the name of the seat. `bot`: the bot that plays until they return.
    """
    return msgspec.structs.replace(
        row,
        kind=GUEST, guest=guest, name=name or row.name, bot=bot, former_guest=row.guest, claimant=None,
        claimant_name=None, personal_token=None, offer_token=None, resigned=False,
    )  # fmt: skip


class Pause(msgspec.Struct, frozen=True):
    """A pause of a table's clocks: its start, and its end (None: until people agree to resume)."""

    started_at: datetime = msgspec.field(name="since")
    until: datetime | None = None


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to the other people at a table; see proposal_rules.py.

    A refused or completed proposal is kept for information until the next one. Fields are stored under their `name`.
    """

    kind: str
    """One of the kinds in proposal_rules.py."""
    id: str = ""
    seat: int = 0
    """The seat of its author."""
    until: datetime = datetime.max.replace(tzinfo=UTC)
    """The end of the time to answer, or the time of the refusal."""
    agreed: tuple[int, ...] = ()
    """The seats that agree."""
    refused_by: int | None = msgspec.field(default=None, name="refused")
    """The seat that refused, if any."""
    is_carried_out: bool = msgspec.field(default=False, name="done")
    """Whether it was carried out."""
    timing: Timing | None = None
    """The new time limits, or None for unlimited time."""
    substitute: str = DEFAULT_SUBSTITUTE
    """The new kind of bot for players who run out of time."""
    seconds: int = 0
    """The seconds that all players get."""
    pause_ends_at: datetime | None = msgspec.field(default=None, name="ends")
    """The end of the pause, or None if it is open-ended."""


class RunningSeat(msgspec.Struct, frozen=True):
    """A guest's seat at a running table, with the columns of its row that are needed to find whose turn it is."""

    id: str
    version: int
    players: int
    seat: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as stored, without its entries."""

    id: str
    """The id in its URL."""
    game: str
    """The id of its game."""
    rules_version: int
    """The version of the game's rules; see rules_upgrade.py."""
    players: int
    """The number of seats."""
    seed: str
    """The seed of its game, in decimal: up to 64 bits."""
    options: Options
    """The game's options and those of `stored_options`: a tutorial, a position at the start, corrected facts."""
    host: str
    """The guest who opened it."""
    phase: str
    """One of PHASES."""
    created_at: datetime
    """When it was opened."""
    seats: tuple[SeatRow, ...]
    """The seats in order; sides without a seat are played by the rules."""
    version: int = 0
    """The number of changes since it was opened."""
    awaits_bot: bool = False
    """Whether a bot has to act; after a migration, whether one may have to."""
    pace: str = NORMAL
    """The pace of its bots."""
    delays_skipped_after: int = -1
    """Bots do not pause while this is the number of the last entry made by a person."""
    hints_allowed: bool = False
    """Whether hints are allowed even if several people play."""
    has_rematch: bool = False
    """Whether a rematch of it exists."""
    salt: str | None = None
    """The salt of the commitment to its seed, secret until the end, or None for older tables."""
    chat_disabled: bool = False
    """Whether chat is off."""
    timing: Timing | None = None
    """The time limits, or None for unlimited time."""
    clocks: tuple[Clock, ...] = ()
    """The clocks of its seats, if there are time limits."""
    next_check_at: datetime | None = None
    """When a clock or a proposal needs attention next."""
    substitute: str = DEFAULT_SUBSTITUTE
    """The kind of bot that plays for players who run out of time."""
    is_listed: bool = False
    """Whether the lobby lists it while it waits for players."""
    spectators_allowed: bool = True
    """Whether anyone with its URL may watch; otherwise only its players, its host and invited people may."""
    language: str = ""
    """The language of its host, for the lobby."""
    invitation_token: str | None = None
    """The token of the link to any open seat."""
    fingerprint: str = ""
    """The game's fingerprint when notifications were last checked (see rules_upgrade.py), or "" if there is none."""
    title: str = ""
    """The name given by the host, or "" if there is none."""
    pause: Pause | None = None
    """The pause of its clocks, if any."""
    proposal: Proposal | None = None
    """The open proposal or the last one."""
    client_address: str = ""
    """A `pseudonym` of the address that opened it, until the game is over, or "" for older tables."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """An entry of a table's record; the first has number 1."""

    number: int
    player: int
    text: str
    created_at: datetime | None = None


class TableUpdate(msgspec.Struct, frozen=True, array_like=True):
    """A message about a commit to a table: its new version, whether a bot has to act, and the entry (None: no entry).

    `chat`: whether it is about the table's chat instead; then only `table_id` has a meaning as well.
    """

    table_id: str
    version: int
    awaits_bot: bool
    entry: Entry | None = None
    chat: bool = False
