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

UNKNOWN: Final = -1
"""The value for an unknown action."""
CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's player numbers for a chance node (`CHANCE`) and for the end of the game (`TERMINAL`)."""

Decision = tuple[int, int, bool, bool]
"""A decision: seat, action, whether the action is secret, and whether it is part of a simultaneous decision."""
Entry = tuple[int, int, int]
"""A decision shown to a seat: seat, action or UNKNOWN, and a 24-bit hash of what chance then showed (0: nothing)."""


class ChanceObservation:
    """The observations of all seats after a chance event, as 24-bit hashes; clones of a history share them."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: dict[int, int] | None = None) -> None:
        """`numbers`: the hashes by seat, with the public one under UNKNOWN, or None before the event is observed."""
        self._numbers: dict[int, int] | None = numbers

    def record_observations(self, state: State) -> None:
        """Record the observations of the state after the chance event, unless this was done before."""
        if self._numbers is not None:
            return
        self._numbers = {}
        layout = game_of(state).layout(state.players)
        for seat in (UNKNOWN, *range(state.players)):
            observation = layout.observation(state, None if seat < 0 else seat)
            self._numbers[seat] = int.from_bytes(blake2b(observation, digest_size=3).digest(), "big") or 1

    def number_for(self, seat: int) -> int:
        """Return the nonzero hash of a seat's observation or, if that is unknown, of the public observation."""
        numbers = self._numbers
        assert numbers is not None
        return numbers.get(seat, numbers[UNKNOWN])

    def known_to(self, seat: int) -> "ChanceObservation":
        """Return the part that a seat knows: its own observation, and the public one for all other seats."""
        return ChanceObservation({seat: self.number_for(seat), UNKNOWN: self.number_for(UNKNOWN)})

    def __reduce__(self) -> tuple[object, ...]:
        return ChanceObservation, (self._numbers,)


class GameHistory:
    """All decisions and chance events of a game so far.

    New entries are only recorded at first. They are replayed on demand, from a state that is kept for this.
    """

    __slots__ = ("_entries", "_pending", "_replayed_state")

    def __init__(
        self,
        entries: "list[Decision | ChanceObservation] | None" = None,
        start: State | None = None,
        pending: "list[Action | ChanceObservation] | None" = None,
    ) -> None:
        """`start`: the state after `entries` and before `pending`; it is never changed, so clones share it."""
        self._entries: Final[list[Decision | ChanceObservation]] = entries or []
        self._replayed_state: State | None = start
        self._pending: list[Action | ChanceObservation] = pending or []

    def begin(self, state: State) -> None:
        """Set the state with which the game begins."""
        self._replayed_state = state.clone()

    def clone(self) -> "GameHistory":
        """Return an independent copy."""
        return GameHistory(self._entries[:], self._replayed_state, self._pending[:])

    def __reduce__(self) -> tuple[object, ...]:
        return GameHistory, (self._entries, self._replayed_state, self._pending)

    def _process_pending(self) -> None:
        """Process all entries recorded since the last call."""
        if self._replayed_state is None or not self._pending:
            return
        state = self._replayed_state.clone()
        for entry in self._pending:
            if isinstance(entry, ChanceObservation):
                entry.record_observations(state)
                self._entries.append(entry)
                continue
            seat = state.players_to_act[0]
            self._entries.append((seat, entry.index, entry.secret, isinstance(state.stack[-1], Simultaneous)))
            state.apply(entry, seat)
        self._replayed_state = state
        self._pending = []

    def record_action(self, action: Action) -> None:
        """Record the action of the seat to act."""
        self._pending.append(action)

    def record_chance(self) -> None:
        """Record that a chance event has happened."""
        self._pending.append(ChanceObservation())

    def known_to(self, seat: int, state: State) -> "GameHistory":
        """Return the history for `state`, which is a determinization for a seat.

        Other seats' secret actions are unknown in it.
        """
        self._process_pending()
        entries: list[Decision | ChanceObservation] = []
        for entry in self._entries:
            if isinstance(entry, ChanceObservation):
                entries.append(entry.known_to(seat))
                continue
            actor, _, secret, simultaneous = entry
            if actor == seat or not (secret or simultaneous):
                entries.append(entry)
            elif not simultaneous:
                entries.append((actor, UNKNOWN, True, False))
        return GameHistory(entries, state.clone())

    def entries_for(self, seat: int, limit: int | None = None) -> list[Entry]:
        """Return the entries shown to a seat: the latest `limit`, or all if it is None."""
        self._process_pending()
        entries: list[Entry] = []
        for entry in self._entries:
            if isinstance(entry, ChanceObservation):
                last = entries.pop() if entries else (UNKNOWN, UNKNOWN, 0)
                entries.append((last[0], last[1], entry.number_for(seat)))
                continue
            actor, action, secret, simultaneous = entry
            if actor == seat or not (secret or simultaneous):
                entries.append((actor, action, 0))
            elif not simultaneous:
                entries.append((actor, UNKNOWN, 0))
        return entries if limit is None else entries[-limit:]

    def shown_text(self, seat: int) -> str:
        """Return all entries shown to a seat as text."""
        return " ".join(
            f"{actor}:{action}" + (f":{shown:x}" if shown else "") for actor, action, shown in self.entries_for(seat)
        )


class GameProgress:
    """A game in progress: its state (None before the seed is drawn), and the history shown to each seat."""

    __slots__ = ("history", "state")

    def __init__(self, state: State | None, history: GameHistory) -> None:
        self.state: State | None = state
        self.history: Final = history

    def __deepcopy__(self, memo: object) -> "GameProgress":
        return GameProgress(None if self.state is None else self.state.clone(), self.history.clone())

    def __reduce__(self) -> tuple[object, ...]:
        return GameProgress, (self.state, self.history)

    def to_act(self) -> int:
        """Return the lowest seat to act, TERMINAL once the game is over, or CHANCE before it begins."""
        if self.state is None:
            return CHANCE
        return self.state.players_to_act[0] if self.state.players_to_act else TERMINAL

    def legal(self) -> list[int]:
        """Return the legal actions by index in ascending order."""
        return [] if self.state is None else indices(self.state.legal_actions())

    def begin(self, game: Game, players: int, seed: int, options: Mapping[str, object]) -> None:
        """Begin a game with a seed."""
        self.state = game.begin(players, seed, options)
        self.history.begin(self.state)

    def take(self, index: int) -> None:
        """Take an action for the lowest seat to act, given by its index, and record it."""
        state = self.state
        assert state is not None
        draws = state.draws
        action = state.game.actions[index]
        self.history.record_action(action)
        state.apply(action, state.players_to_act[0])
        if state.draws != draws:
            self.history.record_chance()
