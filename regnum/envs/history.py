"""What the seats of a game have heard and seen on the way to where it stands: the history of an information state.

What was decided is heard as in matches: of a secret action of another only that he acted, and nothing at all while
all decide at once. Where chance has shown something, what each seat sees is remembered, too, for it may be covered
again later.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action, indices
from regnum.core.rules.state import State
from regnum.core.rules.step import Simultaneous

HEARD: Final = 512
"""How many decisions, the latest, an information state has cells for."""
UNKNOWN: Final = -1
"""Instead of a decision: not known which."""
CHANCE: Final = -1
NOBODY: Final = -4
"""Instead of a seat that is to act, the numbers that OpenSpiel has for them."""

Entry = tuple[int, int, int]
"""A decision that was heard: who, what or UNKNOWN, and a number of 24 bits for what chance showed then (0: nothing)."""


class Shown:
    """What each seat sees where chance has shown something, as a number; clones of a history share it."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: dict[int, int] | None = None) -> None:
        """`numbers`: by seat, UNKNOWN for somebody without one; None before it is seen."""
        self._numbers: dict[int, int] | None = numbers

    def see(self, state: State) -> None:
        """Note what is seen of this state, to which chance has led."""
        if self._numbers is not None:
            return
        self._numbers = {}
        layout = game_of(state).layout(state.players)
        for seat in (UNKNOWN, *range(state.players)):
            seen = layout.observation(state, None if seat < 0 else seat)
            self._numbers[seat] = int.from_bytes(blake2b(seen, digest_size=3).digest(), "big") or 1

    def to(self, seat: int) -> int:
        """Return a number, not 0, that stands for what a seat sees; if that is not known, for what all see."""
        numbers = self._numbers
        assert numbers is not None
        return numbers.get(seat, numbers[UNKNOWN])

    def known_to(self, seat: int) -> "Shown":
        """Return what is left of it in the world of a seat: what it sees, and for the others what all see."""
        return Shown({seat: self.to(seat), UNKNOWN: self.to(UNKNOWN)})

    def __reduce__(self) -> tuple[object, ...]:
        return Shown, (self._numbers,)


Decision = tuple[int, int, bool, bool]
"""What was decided: who, what, whether others hear only that he acted, and whether they do not hear even that."""


class Heard:
    """All that was decided and shown in a game so far. Clones share what they have in common.

    What comes is only noted: it is played after when somebody asks, from a state that is kept for it.
    """

    __slots__ = ("_all", "_from", "_noted")

    def __init__(
        self,
        of: "list[Decision | Shown] | None" = None,
        start: State | None = None,
        noted: "list[Action | Shown] | None" = None,
    ) -> None:
        """`start`: the state after `of`, to which `noted` came; not changed, so clones share it, too."""
        self._all: Final[list[Decision | Shown]] = of or []
        self._from: State | None = start
        self._noted: list[Action | Shown] = noted or []

    def begin(self, state: State) -> None:
        """Note the state with which the game begins."""
        self._from = state.clone()

    def clone(self) -> "Heard":
        """Return a copy that may go on otherwise."""
        return Heard(self._all[:], self._from, self._noted[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Heard, (self._all, self._from, self._noted)

    def _look(self) -> None:
        """Look at all that was noted since the last time."""
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
        """Note what was decided by whoever was to act."""
        self._noted.append(action)

    def show(self) -> None:
        """Note that chance has shown something."""
        self._noted.append(Shown())

    def known_to(self, seat: int, state: State) -> "Heard":
        """Return the history as it is in the world of this state, which a seat imagines.

        What others did in secret is not known in it.
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
        """Return what a seat has heard, the latest `most` decisions or all of them."""
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

    def told(self, seat: int) -> str:
        """Return all that a seat has heard as text."""
        return " ".join(f"{who}:{what}" + (f":{shown:x}" if shown else "") for who, what, shown in self.by(seat))


class PublicGame:
    """A game in progress: its state (None before the seed is drawn), and what each seat has heard so far."""

    __slots__ = ("heard", "state")

    def __init__(self, state: State | None, heard: Heard) -> None:
        self.state: State | None = state
        self.heard: Final = heard

    def __deepcopy__(self, memo: object) -> "PublicGame":
        return PublicGame(None if self.state is None else self.state.clone(), self.heard.clone())

    def __reduce__(self) -> tuple[object, ...]:
        return PublicGame, (self.state, self.heard)

    def to_act(self) -> int:
        """Return who is to act, the lowest seat of several; NOBODY once the game is over, CHANCE before it begins."""
        if self.state is None:
            return CHANCE
        return self.state.players_to_act[0] if self.state.players_to_act else NOBODY

    def legal(self) -> list[int]:
        """Return what whoever is to act may do, by index in ascending order."""
        return [] if self.state is None else indices(self.state.legal_actions())

    def begin(self, game: Game, players: int, seed: int, options: Mapping[str, object]) -> None:
        """Let the game of a seed begin."""
        self.state = game.begin(players, seed, options)
        self.heard.begin(self.state)

    def take(self, index: int) -> None:
        """Let whoever is to act take an action, given by its index, and note it."""
        state = self.state
        assert state is not None
        draws = state.draws
        action = state.game.actions[index]
        self.heard.note(action)
        state.apply(action, state.players_to_act[0])
        if state.draws != draws:
            self.heard.show()
