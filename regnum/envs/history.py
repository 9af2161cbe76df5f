"""The history of an information state: everything that the seats of a game have been shown so far.

Decisions are shown as in matches: another seat's secret action is shown without its content, and in simultaneous
decisions not at all. After a chance event, each seat's observation is recorded as well, because its contents may become
hidden again later.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action, indices
from regnum.core.rules.state import State
from regnum.core.rules.step import Simultaneous

HEARD: Final = 512
"""The maximum number of decisions in an information state, which has the latest ones."""
UNKNOWN: Final = -1
"""The value for an unknown action."""
CHANCE: Final = -1
NOBODY: Final = -4
"""OpenSpiel's player numbers for a chance node (`CHANCE`) and for the end of the game (`NOBODY`)."""

Entry = tuple[int, int, int]
"""A decision in the history: seat, action or UNKNOWN, and a 24-bit hash of what chance then showed (0: nothing)."""


class Shown:
    """The observations of all seats after a chance event, as 24-bit hashes; clones of a history share them."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: dict[int, int] | None = None) -> None:
        """`numbers`: the hashes by seat, with the public one under UNKNOWN; None before the event is observed."""
        self._numbers: dict[int, int] | None = numbers

    def see(self, state: State) -> None:
        """Record the observations of the state after the chance event, unless this was done before."""
        if self._numbers is not None:
            return
        self._numbers = {}
        layout = game_of(state).layout(state.players)
        for seat in (UNKNOWN, *range(state.players)):
            seen = layout.observation(state, None if seat < 0 else seat)
            self._numbers[seat] = int.from_bytes(blake2b(seen, digest_size=3).digest(), "big") or 1

    def to(self, seat: int) -> int:
        """Return the nonzero hash of a seat's observation or, if that is unknown, of the public observation."""
        numbers = self._numbers
        assert numbers is not None
        return numbers.get(seat, numbers[UNKNOWN])

    def known_to(self, seat: int) -> "Shown":
        """Return the part that a seat knows: its own observation, and the public one for all other seats."""
        return Shown({seat: self.to(seat), UNKNOWN: self.to(UNKNOWN)})

    def __reduce__(self) -> tuple[object, ...]:
        return Shown, (self._numbers,)


Decision = tuple[int, int, bool, bool]
"""A decision: seat, action, whether the action is secret, and whether it is part of a simultaneous decision."""


class Heard:
    """All decisions and chance events of a game so far.

    New entries are only recorded at first. They are replayed on demand, from a state that is kept for this.
    """

    __slots__ = ("_all", "_from", "_noted")

    def __init__(
        self,
        of: "list[Decision | Shown] | None" = None,
        start: State | None = None,
        noted: "list[Action | Shown] | None" = None,
    ) -> None:
        """`start`: the state after the entries `of` and before `noted`; it is never changed, so clones share it."""
        self._all: Final[list[Decision | Shown]] = of or []
        self._from: State | None = start
        self._noted: list[Action | Shown] = noted or []

    def begin(self, state: State) -> None:
        """Set the state with which the game begins."""
        self._from = state.clone()

    def clone(self) -> "Heard":
        """Return an independent copy."""
        return Heard(self._all[:], self._from, self._noted[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Heard, (self._all, self._from, self._noted)

    def _look(self) -> None:
        """Process all entries recorded since the last call."""
        if self._from is None or not self._noted:
            return
        state = self._from.clone()
        for thing in self._noted:
            if isinstance(thing, Shown):
                thing.see(state)
                self._all.append(thing)
                continue
            seat = state.players_to_act[0]
            self._all.append((seat, thing.index, thing.secret, isinstance(state.stack[-1], Simultaneous)))
            state.apply(thing, seat)
        self._from = state
        self._noted = []

    def note(self, action: Action) -> None:
        """Record the action of the seat to act."""
        self._noted.append(action)

    def show(self) -> None:
        """Record that a chance event has happened."""
        self._noted.append(Shown())

    def known_to(self, seat: int, state: State) -> "Heard":
        """Return the history for `state`, which is a determinization for a seat.

        Other seats' secret actions are unknown in it.
        """
        self._look()
        known: list[Decision | Shown] = []
        for thing in self._all:
            if isinstance(thing, Shown):
                known.append(thing.known_to(seat))
                continue
            who, _, secret, apart = thing
            if who == seat or not (secret or apart):
                known.append(thing)
            elif not apart:
                known.append((who, UNKNOWN, True, False))
        return Heard(known, state.clone())

    def by(self, seat: int, most: int | None = None) -> list[Entry]:
        """Return the entries shown to a seat: the latest `most`, or all if it is None."""
        self._look()
        found: list[Entry] = []
        for thing in self._all:
            if isinstance(thing, Shown):
                last = found.pop() if found else (UNKNOWN, UNKNOWN, 0)
                found.append((last[0], last[1], thing.to(seat)))
                continue
            who, what, secret, apart = thing
            if who == seat or not (secret or apart):
                found.append((who, what, 0))
            elif not apart:
                found.append((who, UNKNOWN, 0))
        return found if most is None else found[-most:]

    def shown_text(self, seat: int) -> str:
        """Return all entries shown to a seat as text."""
        return " ".join(f"{who}:{what}" + (f":{shown:x}" if shown else "") for who, what, shown in self.by(seat))


class PublicGame:
    """A game in progress: its state (None before the seed is drawn), and the history shown to each seat."""

    __slots__ = ("heard", "state")

    def __init__(self, state: State | None, heard: Heard) -> None:
        self.state: State | None = state
        self.heard: Final = heard

    def __deepcopy__(self, memo: object) -> "PublicGame":
        return PublicGame(None if self.state is None else self.state.clone(), self.heard.clone())

    def __reduce__(self) -> tuple[object, ...]:
        return PublicGame, (self.state, self.heard)

    def to_act(self) -> int:
        """Return the lowest seat to act; NOBODY once the game is over, CHANCE before it begins."""
        if self.state is None:
            return CHANCE
        return self.state.players_to_act[0] if self.state.players_to_act else NOBODY

    def legal(self) -> list[int]:
        """Return the legal actions by index in ascending order."""
        return [] if self.state is None else indices(self.state.legal_actions())

    def begin(self, game: Game, players: int, seed: int, options: Mapping[str, object]) -> None:
        """Begin a game with a seed."""
        self.state = game.begin(players, seed, options)
        self.heard.begin(self.state)

    def take(self, index: int) -> None:
        """Take an action for the lowest seat to act, given by its index, and record it."""
        state = self.state
        assert state is not None
        draws = state.draws
        action = state.game.actions[index]
        self.heard.note(action)
        state.apply(action, state.players_to_act[0])
        if state.draws != draws:
            self.heard.show()
