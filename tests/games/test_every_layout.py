"""Observations as numbers, in every game and player count.

It is alike where the seat cannot tell positions apart, and different where it can; each cell says what its name says.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Final

import pytest

import regnum
from regnum.core.codec import ANY_LENGTH, Cells, Codec, Count, ListOf, OneOf, Seat, SetOf
from regnum.core.game import game_of
from regnum.core.observation_layout import ObservationLayout, encode_value
from regnum.core.rules.state import HiddenInformationError, State
from regnum.new_game.pennies.game import GAME as PENNIES

COUNTS: Final = [(name, players) for name in regnum.games() for players in regnum.game(name).player_counts]
EVERY_COUNT: Final = pytest.mark.parametrize(("name", "players"), COUNTS)


def positions(name: str, players: int, seed: int, share: float) -> Iterator[State]:
    """Yield a random share of the positions of a random game, and its end."""
    rng = random.Random(seed)
    s = regnum.game(name).new_state(players, seed)
    while not s.is_terminal:
        if rng.random() < share:
            yield s.clone()
        seat = rng.choice(s.players_to_act)
        s.apply(rng.choice(s.legal_actions(seat)), seat)
    yield s


def layout(s: State) -> ObservationLayout:
    return game_of(s).layout(s.players)


def seats(s: State) -> list[int | None]:
    return [None, *range(s.players)]


@EVERY_COUNT
def test_indistinguishable_positions_have_equal_layouts(name: str, players: int) -> None:
    otherwise = 0
    for s in positions(name, players, 1, 0.05):
        for seat in seats(s):
            seen = s.observed_by(seat)
            world = seen.determinized(s.ply)
            laid = layout(s).observation(s, seat)
            assert laid == layout(s).observation(world, seat) == layout(s).observation(seen)
            otherwise += world.to_dict() != s.to_dict()
    assert otherwise > 10


@EVERY_COUNT
def test_distinguishable_positions_have_different_layouts(name: str, players: int) -> None:
    """Replacing one field or the pending steps changes cells, which stay within bounds."""
    seen = [s.observed_by(s.ply % players) for seed in (2, 3) for s in positions(name, players, seed, 0.12)]
    random.Random(4).shuffle(seen)
    compared = set[str]()
    for s, other in itertools.pairwise(seen):
        laid = layout(s).observation(s)
        assert len(laid) == layout(s).size
        assert all(value <= highest for value, highest in zip(laid, layout(s).max_values, strict=True))
        for field in (*s.FIELDS, "stack", "ply", "observer", "players_to_act"):
            changed = s.clone()
            setattr(changed, field, getattr(other, field))
            same = getattr(s, field) == getattr(other, field)
            assert (layout(s).observation(changed) == laid) == same, field
            compared |= set() if same else {field}
    assert len(compared) > len(seen[0].FIELDS) * 0.6


def expected_cells(where: str, codec: Any, written: Any) -> dict[str, int]:
    """Return the expected values of cells by name, from a position in words."""
    if isinstance(codec, SetOf):
        return {f"{where}[{thing}]": int(thing in written) for thing in codec.names}
    if isinstance(codec, ListOf):
        result = {f"{where}.length": len(written)} if codec.length == ANY_LENGTH else {}
        for number, item in enumerate(written):
            result |= expected_cells(f"{where}[{number}]", codec.item, item)
        return result
    if type(codec) is OneOf:
        return {where: 0 if written is None else codec.names.index(written) + 1}
    return {where: written - codec.low} if type(codec) is Count else {}


@EVERY_COUNT
def test_cells_hold_what_their_names_say(name: str, players: int) -> None:
    for s in positions(name, players, 5, 0.03):
        seen = s.observed_by(0)
        cells = dict(zip(layout(s).cells, layout(s).observation(seen), strict=True))
        assert len(cells) == layout(s).size
        for field, codec in s.FIELDS.items():
            for cell, value in expected_cells(field, codec, seen.to_dict()[field]).items():
                assert cells[cell] == value, cell
        assert cells["observer"] == 1
        assert cells["ply[high]"] * 256 + cells["ply[low]"] == seen.ply
        assert [cells[f"to_act[{player}]"] for player in range(players)] == [
            int(player in s.players_to_act) for player in range(players)
        ]
        for place, step in enumerate(seen.stack[::-1]):
            assert list(s.game.steps)[cells[f"steps[{place}].kind"] - 1] == type(step).__name__
            for at, value in enumerate(step.params().values()):
                high, low = (cells[f"steps[{place}][{at}][{end}]"] for end in ("high", "low"))
                assert high * 256 + low == value + 1
        assert cells.get(f"steps[{len(seen.stack)}].kind", 0) == 0


@EVERY_COUNT
def test_observation_has_room_for_every_state(name: str, players: int) -> None:
    for s in positions(name, players, 6, 1.0):
        assert len(s.stack) <= s.game.observed_steps
        for field, codec in s.FIELDS.items():
            value = getattr(s, field)
            lists = value if isinstance(codec, ListOf) and isinstance(codec.item, ListOf) else [value]
            item = codec.item if isinstance(codec, ListOf) and isinstance(codec.item, ListOf) else codec
            if isinstance(item, ListOf) and item.length == ANY_LENGTH:
                assert max(map(len, lists)) <= item.max_length, field


@EVERY_COUNT
def test_layout_parts_are_consecutive_and_have_shapes(name: str, players: int) -> None:
    layout_ = regnum.game(name).layout(players)
    assert regnum.game(name).layout(players) is layout_
    end = 0
    for part in layout_.parts:
        assert part.start == end
        assert len(part.cells) == len(part.max_values) == part.size
        size = 1
        for length in part.shape:
            size *= length
        assert size == part.size, part.name
        end += part.size
    assert end == layout_.size
    assert layout_.part("to_act").shape == (players,)


@EVERY_COUNT
def test_masks_mark_legal_actions(name: str, players: int) -> None:
    game = regnum.game(name)
    buffer = memoryview(bytearray(b"\x07" * (len(game.actions) + 4)))
    for s in positions(name, players, 7, 0.05):
        for seat in range(players):
            game.layout(players).write_action_mask(s, seat, buffer, 2)
            marked = [number - 2 for number, value in enumerate(buffer) if value == 1]
            assert marked == sorted(action.index for action in s.legal_actions(seat))
            assert bytes(buffer[:2]) == bytes(buffer[-2:]) == b"\x07\x07"


@EVERY_COUNT
def test_observation_is_repeatable(name: str, players: int) -> None:
    """It does not depend on earlier observations: of other seats, other games, or finished games."""
    sight = regnum.game(name).layout(players).encoder()
    rng = random.Random(8)
    for s in itertools.chain(positions(name, players, 8, 0.2), positions(name, players, 9, 0.02)):
        for seat in rng.sample(seats(s), 2):
            seen = sight.observation(s, seat)
            assert seen == layout(s).observation(s, seat) == sight.observation(s.observed_by(seat))


@EVERY_COUNT
def test_observation_follows_a_running_game(name: str, players: int) -> None:
    """The encoder sees a state that changes in place, and encoding or observing changes nothing."""
    rng = random.Random(11)
    s = regnum.game(name).new_state(players, seed=11)
    sight = layout(s).encoder()
    while not s.is_terminal and s.ply < 120:
        before = s.clone()
        seat = rng.choice(s.players_to_act)
        assert sight.observation_array(s, seat) == layout(before).observation(before, seat)
        assert s == before
        for field, value in zip(s.HIDDEN_FIELDS, s.game.observed_values(s, seat), strict=True):
            assert isinstance(value, tuple) or value is not getattr(s, field)
        s.apply(rng.choice(s.legal_actions(seat)), seat)


def test_lists_within_lists_are_kept_as_they_are() -> None:
    codec, value = ListOf(ListOf(Count(), 2), 2), [[1, 2], [3, 4]]
    kept = codec.snapshot(value)
    value[1][0] = 5
    assert kept == [[1, 2], [3, 4]]
    pair = (1, 2)
    assert ListOf(Count(), 2, immutable=True).snapshot(pair) is pair


def test_encoder_copy_is_independent() -> None:
    s = regnum.game("khan").new_state(3, seed=1)
    sight = layout(s).encoder()
    assert sight.observation(s, 0) == layout(s).observation(s, 0)
    assert copy(sight).observation(s, 1) == layout(s).observation(s, 1)
    assert sight.observation(s, 0) == layout(s).observation(s, 0)


@EVERY_COUNT
def test_values_are_those_of_the_fields(name: str, players: int) -> None:
    for s in positions(name, players, 10, 0.02):
        assert s.values() == tuple(getattr(s, field) for field in s.FIELDS)


def test_observation_is_written_into_a_buffer_at_its_offset() -> None:
    s = regnum.game("khan").new_state(3, seed=1)
    observation_layout = layout(s)
    buffer = bytearray(observation_layout.size + 2)
    observation_layout.observe(s, 2, memoryview(buffer), 1)
    assert bytes(buffer) == b"\0" + observation_layout.observation(s, 2) + b"\0"
    with pytest.raises(ValueError, match="memoryview"):
        observation_layout.observe(s, 2, memoryview(buffer), 3)
    with pytest.raises(HiddenInformationError):
        observation_layout.observation(s.observed_by(0), 1)
    with pytest.raises(ValueError, match="for 2, 3, 4 players"):
        game_of(s).layout(7)
    with pytest.raises(ValueError, match="no part 'yurt'; the parts are observer, ply"):
        observation_layout.part("yurt")


def test_new_game_has_a_layout_automatically() -> None:
    s = PENNIES.new_state(2, seed=1)
    assert len(layout(s).observation(s, 0)) == layout(s).size


def test_excess_counts_and_lists_are_cut_off() -> None:
    out: list[bytes] = []
    ListOf(Count(), 3).encode([300, 7, 255], out)
    Count().encode(1000, out)
    ListOf(SetOf("ab"), ANY_LENGTH, max_length=2).encode((1, 2, 3), out)
    assert b"".join(out) == bytes([255, 7, 255, 255, 2, 1, 0, 0, 1])
    with pytest.raises(ValueError, match="how many cells"):
        ListOf(SetOf("ab"), ANY_LENGTH).cells(2)


@pytest.mark.parametrize("width", [1, 7, 8, 9, 55, 56, 57, 63, 64, 65, 169])
def test_sets_of_every_size_have_a_cell_for_each_thing(width: int) -> None:
    rng = random.Random(width)
    for mask in (0, (1 << width) - 1, rng.getrandbits(width)):
        out: list[bytes] = []
        SetOf(range(width)).encode(mask, out)
        assert b"".join(out) == bytes(mask >> bit & 1 for bit in range(width))


def some_list(rng: random.Random, longest: int, values: range) -> list[int]:
    """Return a list of values of any length."""
    return [rng.choice(values) for _ in range(rng.randrange(longest + 1))]


RENEWED: Final[list[tuple[Codec, Callable[[random.Random], Any]]]] = [
    (Count(-2), lambda rng: rng.randrange(-2, 400)),
    (SetOf(range(5)), lambda rng: rng.getrandbits(5)),
    (SetOf(range(30)), lambda rng: rng.getrandbits(30) & rng.getrandbits(30) & rng.getrandbits(30)),
    (SetOf(range(100)), lambda rng: 1 << rng.randrange(100) | 1 << 99),
    (ListOf(Seat(), 3), lambda rng: [rng.randrange(-1, 3) for _ in range(3)]),
    (ListOf(Count(), 40), lambda rng: [rng.randrange(9) // 8 for _ in range(40)]),
    (ListOf(SetOf("ab"), 2, immutable=True), lambda rng: (rng.getrandbits(2), rng.getrandbits(2))),
    (ListOf(Count(), ANY_LENGTH, max_length=9), lambda rng: some_list(rng, 12, range(250, 260))),
    (ListOf(OneOf("abc"), ANY_LENGTH, immutable=True), lambda rng: tuple(some_list(rng, 3, range(-1, 3)))),
    (
        ListOf(ListOf(OneOf("abcd"), ANY_LENGTH, immutable=True), 2),
        lambda rng: [tuple(some_list(rng, 4, range(4))) for _ in "ab"],
    ),
    (ListOf(SetOf(range(9)), ANY_LENGTH, max_length=3), lambda rng: some_list(rng, 5, range(512))),
]


@pytest.mark.parametrize(("codec", "value"), RENEWED)
def test_cells_that_are_renewed_are_those_of_the_new_value(codec: Codec, value: Callable[[random.Random], Any]) -> None:
    """Previous values do not matter, and neighbouring cells stay untouched."""
    rng = random.Random(1)
    before = value(rng)
    cells = Cells(b"<" + encode_value(codec, before) + b">", list(range(200)))
    size = len(cells.data) - 2
    assert size == len(codec.cells(2))
    for _ in range(300):
        now = value(rng)
        codec.update_cells(now, before, cells, 1, size)
        assert bytes(cells.data) == b"<" + encode_value(codec, now) + b">", (before, now)
        before = now
