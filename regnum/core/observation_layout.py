"""Observations as numbers: a seat's observation encoded in bytes, each with a name and a highest value.

The layout depends only on a game's `FIELDS` and player count: a cell has the same meaning in every position.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from regnum.core.codec import BYTES, CACHE_SIZE, MAX_CELL, Cell, Cells, Codec, SmallInt
from regnum.core.registry import layout_of
from regnum.core.rules.action import Action
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import FULL, State
from regnum.core.rules.step import Step, parameters

__all__ = ["IncrementalEncoder", "LayoutPart", "ObservationLayout", "encode_value", "observer_seat"]

_CELL_BASE: Final = MAX_CELL + 1
_GENERAL_PARTS: Final = 3
"""The number of parts before those of the fields: observer, ply and players to act."""
_TO_ACT_START: Final = 3
"""The index of the first cell of the players to act."""


def encode_value(codec: Codec, value: object) -> bytes:
    """Return the cells of a value."""
    if isinstance(codec, SmallInt):
        return codec.cell(value)
    out: list[bytes] = []
    codec.encode(value, out)
    return b"".join(out)


def observer_seat(state: State, seat: int | None) -> int:
    """Return the seat for which a state is observed.

    Args:
        state: A full or observed state.
        seat: The seat, or None for a spectator, or for the observer of an observed state.

    Raises:
        HiddenInformationError: If an observed state is given with another seat than its observer's.
    """
    return state.observer if seat is None and state.observer != FULL else state.seat_of(seat)


class LayoutPart:
    """A named range of cells: its start, size and shape, and the name and highest value of each cell."""

    def __init__(self, name: str, start: int, shape: Sequence[int], cells: Sequence[Cell]) -> None:
        """Make a part.

        Args:
            name: Its name.
            start: The number of its first cell.
            shape: The lengths of its axes, in row-major order, or () for a single cell.
            cells: The name and highest value of each cell.
        """
        self.name: Final = name
        self.start: Final = start
        self.size: Final[int] = len(cells)
        self.shape: Final[tuple[int, ...]] = tuple(shape)
        self.cells: Final = [f"{name}{cell}" for cell, _ in cells]
        """The name of each cell, such as `discs[0][C2]`."""
        self.max_values: Final = [max_values for _, max_values in cells]


class _StepEncoder:
    """The encoding of the steps of one class: the number of the class, then each parameter plus 1 in two cells."""

    def __init__(self, number: int, kind: type[Step[Any]], width: int) -> None:
        self.number: Final = number
        names = parameters(kind)
        self.count: Final[int] = len(names)
        self.alone: Final = bytes([number, *([0] * (width - 1))])
        self.padding: Final = [0] * (width - 1 - 2 * len(names))
        self.values: Final[Callable[[Any], Any] | None] = attrgetter(*names) if names else None
        self._cache: Final[dict[object, bytes]] = {}
        """The cells of recent steps, by their parameters: the same steps recur often."""

    def cells(self, step: Step[Any]) -> bytes:
        """Return the cells of a step of this class."""
        if self.values is None:
            return self.alone
        values = self.values(step)
        encoded = self._cache.get(values)
        if encoded is None:
            if len(self._cache) == CACHE_SIZE:
                self._cache.clear()
            encoded = self._cache[values] = self._write((values,) if self.count == 1 else values)
        return encoded

    def _write(self, values: tuple[int, ...]) -> bytes:
        """Return the cells of a step with these parameters."""
        numbers = [self.number]
        for value in values:
            shifted = value + 1
            numbers.append(shifted // _CELL_BASE & MAX_CELL)
            numbers.append(shifted % _CELL_BASE)
        return bytes(numbers + self.padding)


class ObservationLayout:
    """The encoding of a game's observations for a player count, in `size` bytes (cached by `Game.layout`).

    `parts`, in order: "observer" (the seat plus 1; 0: a spectator), "ply" (two cells, the high byte first), "to_act"
    (for each player, whether they must act), the fields of the state's `FIELDS`, single-cell fields first, and
    "steps": the pending steps, the next one first. A step is encoded as its kind (its place in the game's `steps` plus
    1; 0: none) and a fixed number of cell pairs, enough for the step with the most parameters: each parameter plus 1,
    the high byte first.

    Two positions that a seat cannot distinguish have the same encoding. Two that it can distinguish have different
    encodings, as long as no count is above 255, no list has more values than cells, and at most `game.observed_steps`
    steps are to come. This is the case in every real game.
    """

    def __init__(self, game: Rules, players: int) -> None:
        """Make the layout.

        Args:
            game: The game.
            players: The number of players.

        Raises:
            ValueError: If the game does not support the player count, or a list has no maximum length.
        """
        options = game.read_setup(players, 0, {})
        self.game: Final = game
        self.players: Final = players
        self.parts: Final[list[LayoutPart]] = []
        blank = game.blank_state(players, 0, options)
        sides = blank.sides
        self.size = 0
        """The number of cells."""
        self._add("observer", (), [("", players)])
        self._add("ply", (2,), [("[high]", MAX_CELL), ("[low]", MAX_CELL)])
        self._add("to_act", (players,), [(f"[{player}]", 1) for player in range(players)])
        fields = list(enumerate(blank.FIELDS.items()))
        ordered = [field for field in fields if isinstance(field[1][1], SmallInt)]
        ordered += [field for field in fields if not isinstance(field[1][1], SmallInt)]
        for _, (name, codec) in ordered:
            self._add(name, codec.shape(sides), codec.cells(sides))
        self.codecs: Final[list[Codec]] = list(blank.FIELDS.values())
        """The codec of each field, in the order of a state's values."""
        self._hidden: Final = [list(blank.FIELDS).index(name) for name in blank.HIDDEN_FIELDS]
        """The indices of the fields with hidden information."""
        self._places: Final[list[int]] = [_GENERAL_PARTS + ordered.index(field) for field in fields]
        """The index of each field's part."""
        self.starts: Final[list[int]] = [self.parts[place].start for place in self._places]
        self.sizes: Final[list[int]] = [self.parts[place].size for place in self._places]
        """Where each field's cells start, and how many there are."""
        steps = list(game.steps.values())
        most = max([len(parameters(step)) for step in steps], default=0)
        self._width: Final[int] = 1 + 2 * most
        numbers = [(f"[{at}]{end}", MAX_CELL) for at in range(most) for end in ("[high]", "[low]")]
        cells = [(".kind", len(steps)), *numbers]
        observed_steps = game.observed_steps
        self._add(
            "steps",
            (observed_steps, self._width),
            [(f"[{place}]{name}", max_values) for place in range(observed_steps) for name, max_values in cells],
        )
        self._kinds: Final[dict[type[Step[Any]], _StepEncoder]] = {
            step: _StepEncoder(number + 1, step, self._width) for number, step in enumerate(steps)
        }
        self._blank: Final = bytes(self._width * observed_steps)
        self._unmarked: Final = bytearray(len(game.actions))
        self.places: Final[list[Any]] = list(range(max(self.size, len(game.actions))))
        """The numbers of cells and actions as int objects: compiled code reuses them instead of making new ones."""
        self._turns: Final[dict[tuple[int, ...], bytes]] = {}

    # A game has one layout per player count, so a copy is the layout itself and a pickle refers to it.

    def __copy__(self) -> "ObservationLayout":
        return self

    def __deepcopy__(self, memo: object) -> "ObservationLayout":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return layout_of, (self.game.id, self.players)

    def _add(self, name: str, shape: Sequence[int], cells: Sequence[Cell]) -> None:
        self.parts.append(LayoutPart(name, self.size, shape, cells))
        self.size += len(cells)

    @property
    def cells(self) -> list[str]:
        """The name of each cell."""
        return [cell for part in self.parts for cell in part.cells]

    @property
    def max_values(self) -> list[int]:
        """The highest value of each cell."""
        return [max_values for part in self.parts for max_values in part.max_values]

    def part(self, name: str) -> LayoutPart:
        """Return the part with this name.

        Raises:
            ValueError: If there is none. The message lists the parts.
        """
        for part in self.parts:
            if part.name == name:
                return part
        raise ValueError(f"no part {name!r}; the parts are {', '.join(part.name for part in self.parts)}")

    def observation(self, state: State, seat: int | None = None) -> bytes:
        """Return a seat's observation, in `size` bytes.

        Args:
            state: A full or observed state.
            seat: The seat, or None for a spectator, or for the observer of an observed state.

        Raises:
            HiddenInformationError: If an observed state is given with another seat than its observer's.
        """
        observer = observer_seat(state, seat)
        cells = [b""] * len(self.parts)
        cells[0] = BYTES[observer + 1]
        ply = state.seen_ply
        cells[1] = BYTES[ply // _CELL_BASE & MAX_CELL] + BYTES[ply % _CELL_BASE]
        cells[2] = self.turn(state.players_to_act)
        values = self.visible_values(state, observer)
        for number, place in enumerate(self._places):
            cells[place] = encode_value(self.codecs[number], values[number])
        cells[-1] = self.steps(b"".join([self.step(step) for step in state.stack[::-1]]))
        return b"".join(cells)

    # The parts of an observation, for `IncrementalEncoder`.

    def visible_values(self, state: State, observer: int) -> list[object]:
        """Return the fields' values as a seat sees them. Do not change the lists: they may be the state's own."""
        values = list(state.values())
        if state.observer == FULL:
            visible = state.game.observed_values(state, observer)
            for place, number in enumerate(self._hidden):
                values[number] = visible[place]
        return values

    def turn(self, to_act: tuple[int, ...]) -> bytes:
        """Return the cells of the players to act: for each player, 1 if they must act, or 0 otherwise."""
        turn = self._turns.get(to_act)
        if turn is None:
            turn = self._turns[to_act] = bytes([int(player in to_act) for player in range(self.players)])
        return turn

    def step(self, step: Step[Any]) -> bytes:
        """Return the cells of a step that is to come."""
        return self._kinds[type(step)].cells(step)

    def steps(self, cells: bytes) -> bytes:
        """Return the cells of the pending steps, the next one first, padded or truncated to the size of their part."""
        room = self.parts[-1].size
        return cells + self._blank[len(cells) :] if len(cells) < room else cells[:room]

    def observe(self, state: State, seat: int | None, buffer: memoryview, start: int = 0) -> None:
        """Write a seat's observation into a buffer.

        Args:
            state: A full or observed state.
            seat: The seat, as in `observation`.
            buffer: A one-dimensional `memoryview` of bytes: of a bytearray, or of a contiguous NumPy array of type
                uint8 (`memoryview(array).cast("B")` if it has more axes).
            start: The index of the first of the `size` bytes.

        Raises:
            ValueError: If the buffer is too short.
            HiddenInformationError: As in `observation`.
        """
        buffer[start : start + self.size] = self.observation(state, seat)

    def encoder(self) -> "IncrementalEncoder":
        """Return an encoder for one game that is observed after each decision; it is faster than `observation`."""
        return IncrementalEncoder(self)

    def write_action_mask(self, state: State, seat: int, buffer: memoryview, start: int = 0) -> None:
        """Write a mask of a seat's legal actions into a buffer.

        The mask has one byte for each action of the game's table: 1 if the action is legal, else 0. All bytes are 0 for
        a seat that has nothing to decide.

        Args:
            state: A full state, or one observed by this seat.
            seat: The seat.
            buffer: A one-dimensional `memoryview` of bytes.
            start: The index of the first byte.
        """
        self.write_mask_of(state.legal_actions(seat), buffer, start)

    def write_mask_of(self, legal: list[Action], buffer: memoryview, start: int = 0) -> None:
        """Write a mask of the game's table of actions into a buffer: 1 for each of these actions, or 0 otherwise.

        Args:
            legal: The actions.
            buffer: A one-dimensional `memoryview` of bytes.
            start: The index of the first byte.
        """
        buffer[start : start + len(self._unmarked)] = self.action_mask(legal)

    def action_mask(self, legal: list[Action]) -> bytearray:
        """Return a mask of the game's action table: 1 for each of these actions, or 0 otherwise."""
        places = self.places
        mask = self._unmarked[:]
        for action in legal:
            mask[places[action.index]] = 1
        return mask


class IncrementalEncoder:
    """Encodes the observations of a game in progress, updating only the parts that changed since the last one.

    The observations equal those of its layout, for any state and seat. It is much faster than the layout if consecutive
    observations are similar. Not thread-safe.
    """

    def __init__(self, layout: ObservationLayout) -> None:
        self.layout: Final = layout
        self._cells: Cells | None = None
        """The last observation, or None before the first one."""
        self._values: list[object] = []
        self._to_act: tuple[int, ...] = ()
        self._stack: list[Step[Any]] = []
        """The fields, the players to act and the stack of the last observation."""
        self._steps: Final[list[bytes]] = []
        """For each step of the stack, its cells followed by those of the steps after it."""

    def __reduce__(self) -> tuple[object, ...]:
        return IncrementalEncoder, (self.layout,)  # a copy starts without an observation

    def observation(self, state: State, seat: int | None = None) -> bytes:
        """Return a seat's observation, as `ObservationLayout.observation` does."""
        return bytes(self._observe(state, seat))

    def observation_array(self, state: State, seat: int | None = None) -> bytearray:
        """Return a seat's observation as a new bytearray."""
        return self._observe(state, seat)[:]

    def observe(self, state: State, seat: int | None, buffer: memoryview, start: int = 0) -> None:
        """Write a seat's observation into a buffer; for the arguments, see `ObservationLayout.observe`."""
        buffer[start : start + self.layout.size] = self._observe(state, seat)

    def _observe(self, state: State, seat: int | None) -> bytearray:
        """Return a seat's observation, in a buffer that the next observation overwrites."""
        layout = self.layout
        observer = observer_seat(state, seat)
        values = layout.visible_values(state, observer)
        cells = self._cells
        if cells is None:
            cells = self._cells = Cells(layout.observation(state, observer), layout.places)
            self._values = [layout.codecs[number].snapshot(value) for number, value in enumerate(values)]
        ply = state.seen_ply
        cells.set(0, observer + 1)
        cells.set(1, ply // _CELL_BASE & MAX_CELL)
        cells.set(2, ply % _CELL_BASE)
        if state.players_to_act != self._to_act:
            self._to_act = state.players_to_act
            cells.write(_TO_ACT_START, layout.turn(state.players_to_act))
        self._update_fields(values, cells)
        self._update_steps(state.stack, cells)
        return cells.data

    def _update_fields(self, values: list[object], cells: Cells) -> None:
        """Re-encode the fields that have changed."""
        layout = self.layout
        last = self._values
        for number in range(len(values)):
            value = values[number]
            old = last[number]
            if value is not old and value != old:
                codec = layout.codecs[number]
                codec.update_cells(value, old, cells, layout.starts[number], layout.sizes[number])
                last[number] = codec.snapshot(value)

    def _update_steps(self, stack: list[Step[Any]], cells: Cells) -> None:
        """Re-encode the stack from the lowest changed step upwards."""
        layout = self.layout
        last = self._stack
        unchanged = 0
        common_length = min(len(stack), len(last))
        while unchanged < common_length and stack[unchanged] is last[unchanged]:
            unchanged += 1
        if unchanged == len(stack) == len(last):
            return
        steps = self._steps
        while len(steps) > unchanged:
            steps.pop()
        top = steps[-1] if unchanged else b""
        for index in range(unchanged, len(stack)):
            top = layout.step(stack[index]) + top
            steps.append(top)
        self._stack = stack[:]
        cells.write(layout.parts[-1].start, layout.steps(top))
