"""Observations as numbers: what a seat sees, laid out in bytes of which each has a name and a highest value.

The layout follows from a game's `FIELDS` and player count alone: the same cell means the same in every position.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from regnum.core.codec import BYTES, KNOWN, MOST, Cell, Cells, Codec, Small
from regnum.core.registry import layout_of
from regnum.core.rules.action import Action
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import FULL, State
from regnum.core.rules.step import Step, parameters

_ROUND: Final = MOST + 1
_FIRST: Final = 3
"""How many parts stand before those of the fields: observer, ply, and who is to act."""
_TURN: Final = 3
"""Where the cells of those who are to act begin."""


def laid(codec: Codec, value: object) -> bytes:
    """Return the cells of a value."""
    if isinstance(codec, Small):
        return codec.cell(value)
    out: list[bytes] = []
    codec.lay(value, out)
    return b"".join(out)


def looker_at(state: State, seat: int | None) -> int:
    """Return as which seat somebody looks at a state: an observed one shows what its observer sees.

    HiddenInformation if it is asked for somebody else.
    """
    return state.observer if seat is None and state.observer != FULL else state.seat_of(seat)


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
        self._known: Final[dict[object, bytes]] = {}
        """The cells of steps that were written lately, by their parameters: the same come again and again."""

    def cells(self, step: Step[Any]) -> bytes:
        """Return the cells of a step of this kind."""
        if self.values is None:
            return self.alone
        given = self.values(step)
        found = self._known.get(given)
        if found is None:
            if len(self._known) == KNOWN:
                self._known.clear()
            found = self._known[given] = self._write((given,) if self.count == 1 else given)
        return found

    def _write(self, values: tuple[int, ...]) -> bytes:
        """Return the cells of a step with these parameters."""
        found = [self.number]
        for value in values:
            more = value + 1
            found.append(more // _ROUND & MOST)
            found.append(more % _ROUND)
        return bytes(found + self.padding)


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

    def __init__(self, game: Rules, players: int) -> None:
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
        self._covered: Final = [list(blank.FIELDS).index(name) for name in blank.COVERED]
        """Which of them are covered."""
        self._places: Final[list[int]] = [_FIRST + ordered.index(field) for field in fields]
        """Which part each of them is."""
        self.starts: Final[list[int]] = [self.parts[place].start for place in self._places]
        self.sizes: Final[list[int]] = [self.parts[place].size for place in self._places]
        """Where the cells of each of them begin, and how many they are."""
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
        self._blank: Final = bytes(self._width * pending)
        self._unmarked: Final = bytearray(len(game.actions))
        self.places: Final[list[Any]] = list(range(max(self.size, len(game.actions))))
        """The numbers of cells and actions as objects: compiled, one that is taken from here need not be made."""
        self._turns: Final[dict[tuple[int, ...], bytes]] = {}

    # A game has one for each player count: a copy is the layout itself, and a pickle names it.

    def __copy__(self) -> "Layout":
        return self

    def __deepcopy__(self, memo: object) -> "Layout":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return layout_of, (self.game.id, self.players)

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
        looker = looker_at(state, seat)
        cells = [b""] * len(self.parts)
        cells[0] = BYTES[looker + 1]
        ply = state.seen_ply
        cells[1] = BYTES[ply // _ROUND & MOST] + BYTES[ply % _ROUND]
        cells[2] = self.turn(state.players_to_act)
        values = self.seen(state, looker)
        for number, place in enumerate(self._places):
            cells[place] = laid(self.codecs[number], values[number])
        cells[-1] = self.steps(b"".join([self.step(step) for step in state.stack[::-1]]))
        return b"".join(cells)

    # Its parts, for an `IncrementalEncoder`.

    def seen(self, state: State, looker: int) -> list[object]:
        """Return the fields' values as somebody sees them; lists may be the state's own."""
        values = list(state.values())
        if state.observer == FULL:
            covered = state.game.covered(state, looker)
            for place, number in enumerate(self._covered):
                values[number] = covered[place]
        return values

    def turn(self, to_act: tuple[int, ...]) -> bytes:
        """Return the cells of those who are to act."""
        turn = self._turns.get(to_act)
        if turn is None:
            turn = self._turns[to_act] = bytes([int(player in to_act) for player in range(self.players)])
        return turn

    def step(self, step: Step[Any]) -> bytes:
        """Return the cells of a step that is to come."""
        return self._kinds[type(step)].cells(step)

    def steps(self, cells: bytes) -> bytes:
        """Return all cells of the steps to come, given those of each of them, the next one first."""
        room = self.parts[-1].size
        return cells + self._blank[len(cells) :] if len(cells) < room else cells[:room]

    def observe(self, state: State, seat: int | None, into: memoryview, start: int = 0) -> None:
        """Write what a seat sees into a buffer of bytes, `size` of them from `start` on.

        `into` is a `memoryview` of bytes with one axis: of a bytearray, or of a contiguous NumPy array of type uint8
        (`memoryview(array).cast("B")` if it has more axes). ValueError if there is no room.
        """
        into[start : start + self.size] = self.observation(state, seat)

    def encoder(self) -> "IncrementalEncoder":
        """Return an encoder for one game that is observed after each decision. It is faster than `observation`."""
        return IncrementalEncoder(self)

    def mark(self, state: State, seat: int, into: memoryview, start: int = 0) -> None:
        """Write for each action of the game's table whether the seat may take it now: 1 or 0.

        As many bytes as `game.actions` has, from `start` on; all 0 for a seat that has nothing to decide.
        """
        self.mark_those(state.legal_actions(seat), into, start)

    def mark_those(self, legal: list[Action], into: memoryview, start: int = 0) -> None:
        """Write 1 for each of these actions, 0 for each other of the game's table."""
        into[start : start + len(self._unmarked)] = self.marked(legal)

    def marked(self, legal: list[Action]) -> bytearray:
        """Return for each action of the game's table 1 if it is one of these, else 0."""
        places = self.places
        found = self._unmarked[:]
        for action in legal:
            found[places[action.index]] = 1
        return found


class IncrementalEncoder:
    """Encodes the observations of a game in progress: only what has changed since the last one is encoded again.

    The result is what its layout gives, for any state and seat. It is much faster where an observation is like the one
    before. Not thread-safe.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout: Final = layout
        self._cells: Cells | None = None
        """What was seen at the last look; nothing before the first one."""
        self._values: list[object] = []
        self._to_act: tuple[int, ...] = ()
        self._stack: list[Step[Any]] = []
        """What stands there: the fields, who is to act, the steps to come."""
        self._steps: Final[list[bytes]] = []
        """For each step of the stack its cells, and those of the steps after it."""

    def __reduce__(self) -> tuple[object, ...]:
        return IncrementalEncoder, (self.layout,)  # a copy has seen nothing yet

    def observation(self, state: State, seat: int | None = None) -> bytes:
        """Return what a seat sees, as `Layout.observation` does."""
        return bytes(self._look(state, seat))

    def look(self, state: State, seat: int | None = None) -> bytearray:
        """Return the same as bytes that may be written over."""
        return self._look(state, seat)[:]

    def observe(self, state: State, seat: int | None, into: memoryview, start: int = 0) -> None:
        """Write what a seat sees into a buffer of bytes, as `Layout.observe` does."""
        into[start : start + self.layout.size] = self._look(state, seat)

    def _look(self, state: State, seat: int | None) -> bytearray:
        """Return what a seat sees, as it stands until the next look."""
        layout = self.layout
        looker = looker_at(state, seat)
        values = layout.seen(state, looker)
        cells = self._cells
        if cells is None:
            cells = self._cells = Cells(layout.observation(state, looker), layout.places)
            self._values = [layout.codecs[number].kept(value) for number, value in enumerate(values)]
        ply = state.seen_ply
        cells.set(0, looker + 1)
        cells.set(1, ply // _ROUND & MOST)
        cells.set(2, ply % _ROUND)
        if state.players_to_act != self._to_act:
            self._to_act = state.players_to_act
            cells.write(_TURN, layout.turn(state.players_to_act))
        self._look_at_fields(values, cells)
        self._look_at_steps(state.stack, cells)
        return cells.data

    def _look_at_fields(self, values: list[object], cells: Cells) -> None:
        """Lay out anew the fields that have changed."""
        layout = self.layout
        last = self._values
        for number in range(len(values)):
            value = values[number]
            before = last[number]
            if value is not before and value != before:
                codec = layout.codecs[number]
                codec.renew(value, before, cells, layout.starts[number], layout.sizes[number])
                last[number] = codec.kept(value)

    def _look_at_steps(self, stack: list[Step[Any]], cells: Cells) -> None:
        """Lay out anew the steps from the lowest one on that is another than before."""
        layout = self.layout
        last = self._stack
        same = 0
        both = min(len(stack), len(last))
        while same < both and stack[same] is last[same]:
            same += 1
        if same == len(stack) == len(last):
            return
        steps = self._steps
        while len(steps) > same:
            steps.pop()
        shown = steps[-1] if same else b""
        for place in range(same, len(stack)):
            shown = layout.step(stack[place]) + shown
            steps.append(shown)
        self._stack = stack[:]
        cells.write(layout.parts[-1].start, layout.steps(shown))
