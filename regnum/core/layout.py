"""Observations as numbers: what a seat sees, laid out in bytes of which each has a name and a highest value.

The layout follows from a game's `FIELDS` and player count alone: the same cell means the same in every position.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from regnum.core.action import Action
from regnum.core.field import BYTES, MOST, Cell, Codec, Small
from regnum.core.state import FULL, State
from regnum.core.step import Step, parameters

if TYPE_CHECKING:
    from regnum.core.game import Game

_ROUND: Final = MOST + 1
FIRST: Final = 4
"""Where the cells of fields begin among those of all parts: after those of observer, ply (two) and who is to act."""


def laid(codec: Codec, value: object) -> bytes:
    """Return the cells of a value."""
    if isinstance(codec, Small):
        return codec.cell(value)
    out: list[bytes] = []
    codec.lay(value, out)
    return b"".join(out)


class Part:
    """The cells of one thing: its name, where they begin, how many they are, how they are arranged, their cells."""

    def __init__(self, name: str, start: int, shape: Sequence[int], cells: Sequence[Cell]) -> None:
        """`shape`: () for a single cell, else the lengths of the axes, the last one running fastest."""
        self.name: Final = name
        self.start: Final = start
        self.size: Final[int] = len(cells)
        self.shape: Final[tuple[int, ...]] = tuple(shape)
        self.cells: Final = [f"{name}{cell}" for cell, _ in cells]
        """What each of them is called, `discs[0][C2]` say."""
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
        self.size = 0
        """How many cells there are."""
        self._add("observer", (), [("", players)])
        self._add("ply", (2,), [("[high]", MOST), ("[low]", MOST)])
        self._add("to_act", (players,), [(f"[{player}]", 1) for player in range(players)])
        fields = list(enumerate(blank.FIELDS.items()))
        ordered = [field for field in fields if isinstance(field[1][1], Small)]
        ordered += [field for field in fields if not isinstance(field[1][1], Small)]
        for _, (name, codec) in ordered:
            self._add(name, codec.shape(sides), codec.cells(sides))
        self.codecs: Final[list[Codec]] = list(blank.FIELDS.values())
        """The codec of each field, in the order of a state's values."""
        self.places: Final[list[int]] = [FIRST + ordered.index(field) for field in fields]
        """Where the cells of each of them stand among those of all parts."""
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
        cells = [b""] * (FIRST + len(self.codecs) + 1)
        self.look_round(s, cells)
        values = s.values()
        for number, place in enumerate(self.places):
            cells[place] = laid(self.codecs[number], values[number])
        cells[-1] = self.steps([self.step(step) for step in s.stack])
        return b"".join(cells)

    # Its parts, for a `Sight`.

    def look_round(self, s: State, cells: list[bytes]) -> None:
        """Lay out the observer, the ply and those who are to act: the first few of the cells of all parts."""
        cells[0] = BYTES[s.observer + 1]
        cells[1] = BYTES[s.ply // _ROUND & MOST]
        cells[2] = BYTES[s.ply % _ROUND]
        turn = self._turns.get(s.players_to_act)
        if turn is None:
            turn = bytes([int(player in s.players_to_act) for player in range(self.players)])
            self._turns[s.players_to_act] = turn
        cells[3] = turn

    def step(self, step: Step[Any]) -> bytes:
        """Return the cells of a step that is to come."""
        return self._kinds[type(step)].cells(step)

    def steps(self, cells: list[bytes]) -> bytes:
        """Return the cells of the steps to come, given those of each step, the next one last."""
        shown = cells[: -self._pending - 1 : -1]
        shown.append(self._none[len(shown)])
        return b"".join(shown)

    def observe(self, state: State, seat: int | None, into: memoryview, start: int = 0) -> None:
        """Write what a seat sees into a buffer of bytes, `size` of them from `start` on.

        `into` is a `memoryview` of bytes with one axis: of a bytearray, or of a contiguous NumPy array of type uint8
        (`memoryview(array).cast("B")` if it has more axes). ValueError if there is no room.
        """
        into[start : start + self.size] = self.observation(state, seat)

    def sight(self) -> "Sight":
        """Return what looks at one game after each decision, faster than `observation` can."""
        return Sight(self)

    def mark(self, state: State, seat: int, into: memoryview, start: int = 0) -> None:
        """Write for each action of the game's table whether the seat may take it now: 1 or 0.

        As many bytes as `game.actions` has, from `start` on; all 0 for a seat that has nothing to decide.
        """
        self.mark_those(state.legal_actions(seat), into, start)

    def mark_those(self, legal: list[Action], into: memoryview, start: int = 0) -> None:
        """Write 1 for each of these actions, 0 for each other of the game's table."""
        unmarked = self._unmarked
        into[start : start + len(unmarked)] = unmarked
        for action in legal:
            into[start + action.index] = 1


class Sight:
    """What is seen of a game while it goes on: laid out anew is only what has changed since the last look.

    It gives what its layout gives, for any state and seat, and much faster where one look is like the one before. Not
    for several threads at once.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout: Final = layout
        self._values: tuple[object, ...] = ()
        """The fields at the last look; none before the first one."""
        self._cells: Final[list[bytes]] = [b""] * (FIRST + len(layout.codecs) + 1)
        """The cells of all parts, each field and number apart."""
        self._stack: list[Step[Any]] = []
        self._steps: Final[list[bytes]] = []
        """The cells of each step of the stack, the next step last."""

    def observation(self, state: State, seat: int | None = None) -> bytes:
        """Return what a seat sees, as `Layout.observation` does."""
        own = seat is None and state.observer >= 0
        s = state.observed_by(state.observer if own else seat)  # a copy that nobody else changes
        self.layout.look_round(s, self._cells)
        self._look_at_fields(s.values())
        self._look_at_steps(s.stack)
        return b"".join(self._cells)

    def _look_at_fields(self, values: tuple[object, ...]) -> None:
        """Lay out anew the fields that have changed."""
        layout = self.layout
        last = self._values
        if not last:
            last = (self,) * len(values)
        for number in range(len(values)):
            value = values[number]
            before = last[number]
            if value is not before and value != before:
                self._cells[layout.places[number]] = laid(layout.codecs[number], value)
        self._values = values

    def _look_at_steps(self, stack: list[Step[Any]]) -> None:
        """Lay out anew the steps from the lowest one on that is another than before."""
        layout = self.layout
        last = self._stack
        same = 0
        both = min(len(stack), len(last))
        while same < both and stack[same] is last[same]:
            same += 1
        if same == len(stack) == len(last) and same:
            return
        del self._steps[same:]
        for place in range(same, len(stack)):
            self._steps.append(layout.step(stack[place]))
        self._stack = stack
        self._cells[-1] = layout.steps(self._steps)

    def observe(self, state: State, seat: int | None, into: memoryview, start: int = 0) -> None:
        """Write what a seat sees into a buffer of bytes, as `Layout.observe` does."""
        into[start : start + self.layout.size] = self.observation(state, seat)
