"""A table in memory: the game as it stands, its log in structured form, and whom to tell when it moves on.

All of this is a cache: it is made from the stored entries and can be thrown away at any time.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.play import UNDO, Line, Move, Play
from regnum.core.record import Record
from regnum.core.registry import find_game
from regnum.core.state import IllegalAction, State
from regnum.web.store import BOT, FINISHED, GUEST, PLAYING, WAITING, TableRow


class Refused(Exception):
    """What was asked for may not be done now: a key of the page's or the game's words; nothing has changed."""

    def __init__(self, key: str, params: dict[str, int | str] | None = None, clause: str = "") -> None:
        super().__init__(key)
        self.key: Final = key
        self.params: Final[dict[str, int | str]] = params or {}
        self.clause: Final = clause


class Unplayable(Exception):
    """A stored table that this version of the rules cannot go on with."""


class View(msgspec.Struct, frozen=True):
    """What one seat (None: an onlooker) is shown. Nothing else of the game reaches a page."""

    seat: int | None
    seen: State
    legal: Sequence[Action]
    number: int
    since: int
    """The number of entries since which the seat has had the same to decide."""
    can_undo: bool
    log: Sequence[Line]


class LiveTable:
    """One table. `number` counts the entries; a post says for which number it was made."""

    def __init__(self, row: TableRow, entries: Sequence[tuple[int, str]]) -> None:
        """Bring a table to where its entries lead; Unplayable if one does not fit, or the rules have changed."""
        self.row = row
        self.game: Final[Game] = find_game(row.game)
        if self.game.rules_version != row.rules:
            raise Unplayable(f"rules version {row.rules}; this version plays {self.game.rules_version}")
        self.lock: Final = asyncio.Lock()
        self.renders: Final[dict[Any, Any]] = {}
        self.watchers = 0
        self._changed = asyncio.Event()
        self.play = _play(row, entries)

    # Who sits here.

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.row.seats]

    @property
    def phase(self) -> str:
        """`waiting` for players, `playing` or `finished`."""
        if any(seat.kind not in (GUEST, BOT) for seat in self.row.seats):
            return WAITING
        return FINISHED if self.state.is_terminal else PLAYING

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a guest, or None for an onlooker."""
        for seat in self.row.seats:
            if seat.kind == GUEST and seat.guest == guest:
                return seat.seat
        return None

    def bots_to_act(self) -> list[int]:
        """Return the seats of bots that have to decide now."""
        if self.phase != PLAYING:
            return []
        return [seat for seat in self.state.players_to_act if self.row.seats[seat].kind == BOT]

    def seated(self, row: TableRow) -> None:
        """Take over who sits here from the store."""
        self.row = row
        self.tell()

    # The game.

    @property
    def state(self) -> State:
        """The state as it is, with all that is hidden in it."""
        return self.play.state

    @property
    def number(self) -> int:
        """How many entries the record has."""
        return self.play.number

    def view(self, seat: int | None) -> View:
        """Return what a seat is shown."""
        seen = self.state.observed_by(seat)
        acting = seat is not None and self.phase == PLAYING
        return View(
            seat=seat,
            seen=seen,
            legal=seen.legal_actions(seat) if acting else [],
            number=self.number,
            since=self.number if seat is None else self.play.since[seat],
            can_undo=acting and seat is not None and self.play.can_undo(seat),
            log=self.play.log,
        )

    def propose(self, seat: int, text: str, number: int) -> Move:
        """Try an entry of a seat; Refused if it may not make it.

        `number` is the number of entries that the seat had seen.
        """
        if self.phase == WAITING:
            raise Refused("not_begun")
        if self.phase == FINISHED:
            raise Refused("game_over")
        if not self.play.since[seat] <= number <= self.number:
            raise Refused("stale")
        if text != UNDO and seat not in self.state.players_to_act:
            raise Refused("not_your_turn")
        try:
            return self.play.propose(seat, text)
        except IllegalAction as error:
            raise Refused(error.key, dict(error.params), error.clause) from None

    def restart(self, entries: Sequence[tuple[int, str]]) -> None:
        """Begin anew from the stored entries."""
        self.play = _play(self.row, entries)
        self.tell()

    # Who is watching.

    def tell(self) -> None:
        """Wake everybody who waits for a change."""
        self.renders.clear()
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def next_change(self) -> asyncio.Event:
        """Return an event that is set with the next change."""
        return self._changed


def _play(row: TableRow, entries: Sequence[tuple[int, str]]) -> Play:
    """Return the game to which these entries lead; Unplayable if one does not fit."""
    try:
        return Record(row.game, row.players, int(row.seed), row.options, entries).play(telling=True)
    except ValueError:  # which says what was done: nothing for a log
        raise Unplayable("an entry does not fit the rules") from None
