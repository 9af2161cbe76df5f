"""Observations as numbers: what a seat sees, laid out in bytes of which each has a name and a highest value.

The layout follows from a game's `FIELDS` and player count alone: the same cell means the same in every position.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from regnum.core.field import BYTES, MOST, Cell, Codec, Small
from regnum.core.state import FULL, State
from regnum.core.step import Step, parameters

if TYPE_CHECKING:
    from regnum.core.game import Game

_ROUND: Final = MOST + 1
_ONE: Final = BYTES[1]


class Part:
    """The cells of one thing: its name, where they begin, how many they are, how they are arranged, their cells."""

    def __init__(self, name: str, start: int, shape: Sequence[int], cells: Sequence[Cell]) -> None:
        """`shape`: () for a single cell, else the lengths of the axes, the last one running fastest."""
        self.name: Final = name
        self.start: Final = start
        self.size: Final[int] = len(cells)
        self.shape: Final[tuple[int, ...]] = tuple(shape)
        self.cells: Final = [f"{name}{cell}" for cell, _ in cells]
        """What each of them is called, "discs[0][C2]" say."""
        self.highest: Final = [highest for _, highest in cells]


class _Kind:
    """How steps of one kind are written: the number of the kind, then each parameter plus 1 in two cells."""

    def __init__(self, number: int, kind: type[Step[Any]], width: int) -> None:
        self.number: Final = number
        names = parameters(kind)
        self.count: Final[int] = len(names)
        self.alone: Final = bytes([number, *([0] * (width - 1))])
        self.padding: Final = [0] * (width - 1 - 2 * len(names))
        self.values: Final[Callable[[Any], Any] | None] = attrgetter(*names) if names else None

    def cells(self, step: Step[Any]) -> bytes:
        """Return the cells of a step of this kind."""
        if self.values is None:
            return self.alone
        found = [self.number]
        given = self.values(step)
        for value in (given,) if self.count == 1 else given:
            more: int = value + 1
            found.append(more // _ROUND & MOST)
            found.append(more % _ROUND)
        found.extend(self.padding)
        return bytes(found)


class Layout:
    """How what a seat sees in a game with so many players is laid out in `size` bytes (`Game.layout` keeps them).

    `parts`, in their order: "observer" (the seat plus 1; 0: somebody without a seat), "ply" (two cells, the high byte
    first), "to_act" (for each player whether he is to act), the fields of the state as its `FIELDS` declare them, those
    of one cell first, and "steps": what is to come, the next step first, each as its kind (its place in the game's
    `steps` plus 1; 0: none) and as many pairs of cells as the step with most parameters has: a parameter plus 1, the
    high byte first.

    Two positions that a seat cannot tell apart are laid out alike; two that it can are not, as long as no count is
    above 255, no list longer than its cells are, and no more than `game.pending` steps are to come: so it is in every
    game played.
    """

    def __init__(self, game: "Game", players: int) -> None:
        """ValueError for a player count that the game is not for, or a list without a limit to its length."""
        options = game.read_setup(players, 0, {})
        self.game: Final = game
        self.players: Final = players
        self.parts: Final[list[Part]] = []
        blank = game.blank_state(players, 0, options)
        sides = blank.sides
        self._small: Final[list[Small]] = []
        self._codecs: Final[list[Codec]] = []
        small: list[str] = []
        large: list[str] = []
        self.size = 0
        """How many cells there are."""
        self._add("observer", (), [("", players)])
        self._add("ply", (2,), [("[high]", MOST), ("[low]", MOST)])
        self._add("to_act", (players,), [(f"[{player}]", 1) for player in range(players)])
        for name, codec in blank.FIELDS.items():
            if isinstance(codec, Small):
                small.append(name)
                self._small.append(codec)
                self._add(name, (), codec.cells(sides))
        for name, codec in blank.FIELDS.items():
            if not isinstance(codec, Small):
                large.append(name)
                self._codecs.append(codec)
                self._add(name, codec.shape(sides), codec.cells(sides))
        steps = list(game.steps.values())
        most = max([len(parameters(step)) for step in steps], default=0)
        self._width: Final[int] = 1 + 2 * most
        numbers = [(f"[{at}]{end}", MOST) for at in range(most) for end in ("[high]", "[low]")]
        cells = [(".kind", len(steps)), *numbers]
        pending = game.pending
        self._add(
            "steps",
            (pending, self._width),
            [(f"[{place}]{name}", highest) for place in range(pending) for name, highest in cells],
        )
        self._kinds: Final[dict[type[Step[Any]], _Kind]] = {
            step: _Kind(number + 1, step, self._width) for number, step in enumerate(steps)
        }
        self._pending: Final[int] = pending
        self._none: Final = [bytes(self._width * missing) for missing in range(pending, -1, -1)]
        """The cells of steps that are lacking, by how many there are."""
        self._above: Final[list[int]] = [codec.above for codec in self._small]
        self._read_small: Final[Callable[[Any], Any]] = attrgetter("observer", "ply", *small)
        self._read_large: Final[Callable[[Any], Any]] = attrgetter("observer", "ply", *large)
        self._unmarked: Final = bytes(len(game.actions))
        self._turns: Final[dict[tuple[int, ...], bytes]] = {}

    def _add(self, name: str, shape: Sequence[int], cells: Sequence[Cell]) -> None:
        self.parts.append(Part(name, self.size, shape, cells))
        self.size += len(cells)

    @property
    def cells(self) -> list[str]:
        """What each cell is called."""
        return [cell for part in self.parts for cell in part.cells]

    @property
    def highest(self) -> list[int]:
        """The highest value of each cell."""
        return [highest for part in self.parts for highest in part.highest]

    def part(self, name: str) -> Part:
        """Return the part of this name; ValueError names those there are."""
        for part in self.parts:
            if part.name == name:
                return part
        raise ValueError(f"no part {name!r}; the parts are {', '.join(part.name for part in self.parts)}")

    def observation(self, state: State, seat: int | None = None) -> bytes:
        """Return what a seat sees (None: somebody without one); an observed state shows what its observer sees.

        HiddenInformation if an observed state is asked for somebody other than its observer.
        """
        s = state.observed_by(seat) if state.observer == FULL or seat is not None else state
        out: list[bytes] = [BYTES[s.observer + 1], BYTES[s.ply // _ROUND & MOST], BYTES[s.ply % _ROUND]]
        turn = self._turns.get(s.players_to_act)
        if turn is None:
            turn = bytes([int(player in s.players_to_act) for player in range(self.players)])
            self._turns[s.players_to_act] = turn
        out.append(turn)
        values: tuple[Any, ...] = self._read_small(s)
        at = 2
        for above in self._above:
            number: int = values[at]
            out.append(BYTES[min(number + above, MOST)])
            at += 1
        values = self._read_large(s)
        at = 2
        for codec in self._codecs:
            codec.lay(values[at], out)
            at += 1
        stack = s.stack
        kinds = self._kinds
        count = min(len(stack), self._pending)
        for place in range(len(stack) - 1, len(stack) - 1 - count, -1):
            step = stack[place]
            out.append(kinds[type(step)].cells(step))
        out.append(self._none[count])
        return b"".join(out)

    def observe(self, state: State, seat: int | None, into: memoryview, start: int = 0) -> None:
        """Write what a seat sees into a buffer of bytes, `size` of them from `start` on.

        `into` is a `memoryview` of bytes with one axis: of a bytearray, or of a contiguous NumPy array of type uint8
        (`memoryview(array).cast("B")` if it has more axes). ValueError if there is no room.
        """
        into[start : start + self.size] = self.observation(state, seat)

    def mark(self, state: State, seat: int, into: memoryview, start: int = 0) -> None:
        """Write for each action of the game's table whether the seat may take it now: 1 or 0.

        As many bytes as `game.actions` has, from `start` on; all 0 for a seat that has nothing to decide.
        """
        unmarked = self._unmarked
        into[start : start + len(unmarked)] = unmarked
        for action in state.legal_actions(seat):
            into[start + action.index] = 1
