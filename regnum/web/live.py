"""A table in memory: the game as it stands, its log in structured form, and whom to tell when it moves on.

All of this is a cache: it is made from the stored entries and can be thrown away at any time.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from regnum.core.action import Action
from regnum.core.game import Game, IllegalAction, Note, State
from regnum.core.record import UNDO, Record, Session
from regnum.core.registry import find_game
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


class Line(msgspec.Struct, frozen=True):
    """A line of the log: what a player did, what happened by itself, or an action taken back."""

    player: int
    action: Action | None = None
    note: Note | None = None
    undone: Action | None = None


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
        try:
            self._start(entries)
        except ValueError:  # which says what was done: nothing for a log
            raise Unplayable("an entry does not fit the rules") from None

    def _start(self, entries: Sequence[tuple[int, str]]) -> None:
        row = self.row
        self.record = Record(row.game, row.players, int(row.seed), row.options)
        state = self.game.begin(row.players, self.record.seed, self.record.options, telling=True)
        self.session = Session(state)
        self.log: list[Line] = [Line(note.player, note=note) for note in state.journal or []]
        self._since = [0] * row.players
        self._before: list[int] = []
        for player, text in entries:
            self.enter(player, text)

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
        return FINISHED if self.session.state.is_terminal else PLAYING

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
        return [seat for seat in self.session.state.players_to_act if self.row.seats[seat].kind == BOT]

    def seated(self, row: TableRow) -> None:
        """Take over who sits here from the store."""
        self.row = row
        self.tell()

    # The game.

    @property
    def number(self) -> int:
        """How many entries the record has."""
        return len(self.record.entries)

    def view(self, seat: int | None) -> View:
        """Return what a seat is shown."""
        seen = self.session.state.observed_by(seat)
        acting = seat is not None and self.phase == PLAYING
        return View(
            seat=seat,
            seen=seen,
            legal=seen.legal_actions(seat) if acting else [],
            number=self.number,
            since=self.number if seat is None else self._since[seat],
            can_undo=acting and seat is not None and self.session.can_undo(seat),
            log=self.log,
        )

    def check(self, seat: int, text: str, number: int) -> tuple[str, bool]:
        """Tell if a seat may make this entry; return its canonical text, and whether it ends the game.

        Refused if not. `number` is the number of entries that the seat had seen.
        """
        if self.phase == WAITING:
            raise Refused("not_begun")
        if self.phase == FINISHED:
            raise Refused("game_over")
        if not self._since[seat] <= number <= self.number:
            raise Refused("stale")
        if text == UNDO:
            if not self.session.can_undo(seat):
                raise Refused("no_undo")
            return UNDO, False
        if seat not in self.session.state.players_to_act:
            raise Refused("not_your_turn")
        tried = self.session.state.clone()
        try:
            action = tried.submit(text, seat)
        except IllegalAction as error:
            raise Refused(error.key, dict(error.params), error.clause) from None
        return str(action), tried.is_terminal

    def enter(self, seat: int, text: str) -> None:
        """Carry out an entry that is in the store; ValueError if it does not fit."""
        top = self._top()
        journal: list[Note] = []
        self.session.state.journal = journal
        self.session.enter(seat, text)
        self.record.append(seat, text)
        if text == UNDO:
            start = self._before.pop()
            undone = self.log[start].action
            del self.log[start:]
            self.log.append(Line(seat, undone=undone))
        else:
            self._before.append(len(self.log))
            self.log.append(Line(seat, action=self.game.actions.parse(text)))
            self.log += [Line(note.player, note=note) for note in journal]
        self.session.state.journal = None
        moved = self._top() is not top
        for player in range(self.row.players):
            if moved or player == seat:
                self._since[player] = self.number

    def _top(self) -> object:
        stack = self.session.state.stack
        return stack[-1] if stack else None

    def restart(self, entries: Sequence[tuple[int, str]]) -> None:
        """Begin anew from the stored entries."""
        self._start(entries)
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
