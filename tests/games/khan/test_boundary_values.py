"""Boundary values: last and missing elements, ranges of steps and fields, and cells at the frame."""

import pytest

from regnum.core.codec import ListOf
from regnum.core.facts.corrections import corrections
from regnum.core.facts_check import own_data
from regnum.core.field_schema import ONE_OF, SET_OF
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.state import IllegalActionError
from regnum.core.rules.step import Decision
from regnum.games.khan import GAME
from regnum.games.khan import components as box
from regnum.games.khan.actions import pitch
from regnum.games.khan.boards import BOARDS
from regnum.games.khan.cells import WORD_BITS, as_cells, cells_in
from regnum.games.khan.conquer import Consent
from regnum.games.khan.placement import (
    ILLEGAL,
    PAIRS,
    could_conquer_unguarded,
    has_majority,
    majority_players,
    players_to_ask,
    window_mask,
)
from regnum.games.khan.rounds import PHASES
from regnum.games.khan.scoring import largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    _FOUR_ROWS,
    _ROW,
    COVERED_CELLS,
    FACINGS,
    FRAME_CELLS,
    FRAME_MASK,
    IS_BRIDGE,
    LAND_CELLS,
    PLACEMENTS,
    WINDOW,
    TileTreeNode,
    _add_path,
    adjacent_cells,
    padded_rows,
)
from tests.support.games.khan import LEFT, OUT, RULERS, act, description, legal, position


def test_constants_cover_all_player_counts() -> None:
    assert box.OPENING_ROUNDS == [0, 0, 3, 2, 1]
    assert box.SPECIAL_CARDS == [(0,) * 4, (0,) * 4, (2,) * 4, (2, 1, 1, 1), (1,) * 4]
    assert (box.YURTS_PER_PLAYER, box.NEUTRAL_YURTS, box.YURTS_PER_CAMP) == (40, 60, 5)
    assert (box.HAND_SIZE, box.FLIGHT_REACH, box.RULERS_OUT) == (4, 3, 5)
    assert (box.CELLS[0], box.CELLS[12], box.CELLS[13], box.CELLS[168], len(box.CELLS)) == (
        "a1",
        "m1",
        "a2",
        "m13",
        169,
    )
    assert box.AREA_BONUS == [10, 6, 3]
    assert box.TILE_SIZE == [2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 3, 4, 4, 4]


def test_equal_cards_have_different_ids() -> None:
    faces = ["song n river", "song n river", "delhi e khan", "song n river"]
    assert box.read_cards(faces) == [
        ("song_n_river", 5, 0, 7),
        ("song_n_river_2", 5, 0, 7),
        ("delhi_e_khan", 6, 2, 6),
        ("song_n_river_3", 5, 0, 7),
    ]


def test_numbered_components_have_their_names() -> None:
    numbered = [box.HIGH_MORALE, box.PROTECTION, box.DIVINE_SUPPORT, box.SCOUT]
    assert [box.SPECIALS[number] for number in numbered] == ["high_morale", "protection", "divine_support", "scout"]
    steps = {"n": -1, "s": 1, "e": 1, "w": -1}
    for name, (row, column) in zip(box.DIRECTIONS, box.VECTORS, strict=True):
        assert row == sum(steps[letter] for letter in name if letter in "ns")
        assert column == sum(steps[letter] for letter in name if letter in "ew")


def test_option_accepts_its_values_only() -> None:
    assert {option.name: option.values for option in GAME.options} == {
        "board": ("empire", "steppe"),
        "rulers_start": ("printed", "free"),
        "expel_direction": ("deck", "hand"),
        "stuck_ruler_yurt": (False, True),
        "discard": ("any", "all"),
        "refusal": ("action", "turn"),
        "shared_points": ("full", "divided"),
        "area_bonus": ("players", "areas"),
        "first_player": ("random", 1, 2, 3, 4),
    }
    assert not any(option.players for option in GAME.options)
    assert [option.name for option in GAME.options if option.asked_first] == ["board", "rulers_start"]


def test_step_parameters_have_ranges() -> None:
    ranges = {name: step.RANGES for name, step in GAME.steps.items() if step.RANGES}
    assert ranges == {
        "StationRuler": {"ruler": range(8)},
        "Drive": {"ruler": range(8)},
        "ExpelByAction": {"ruler": range(8)},
        "Pitch": {"card": range(72)},
        "Lay": {"tile": range(16)},
        "Consent": {"placement": range(len(LAND_CELLS)), "others": range(16)},
        "PlaySpecial": {"last": range(-1, 4)},
    }
    assert {name: step.FLAGS for name, step in GAME.steps.items() if step.FLAGS} == {"Discard": ("must",)}
    deciding = {name: step for name, step in GAME.steps.items() if issubclass(step, Decision)}
    assert {name for name, step in deciding.items() if step.OPTIONAL} == {"Act", "Discard", "PlaySpecial"}
    assert Consent.SEATS == ("player", "rival")


@pytest.mark.parametrize(
    ("field", "most", "says"),
    [
        ("camps", 5, "camps[7]"),
        ("stock", 40, "stock[1]"),
        ("supply", 60, "supply"),
        ("actions_left", 2, "actions_left"),
    ],
)
def test_counts_are_bounded(field: str, most: int, says: str) -> None:
    data = description("Act player=0", *LEFT, actions_left=2)
    for value, wrong in ((most, False), (most + 1, True), (0, False), (-1, True)):
        data[field] = [*data[field][:-1], value] if isinstance(data[field], list) else value
        text = ""
        try:
            GAME.state_from_dict(data)
        except ValueError as error:
            text = str(error)
        assert (f"{says}: {value} is not" in text) == wrong, (field, value, text)


def test_parsed_state_has_fields_of_the_same_types() -> None:
    s = GAME.new_state(2, 1)
    read = GAME.state_from_dict(
        description(
            "Act player=0",
            *LEFT,
            actions_left=2,
            hands=["song_s_river"],
            held=[["song_s_river"]],
            laid=[("I2", "c3", "n", [0])],
        )
    )
    for name in s.FIELDS:
        assert type(getattr(read, name)) is type(getattr(s, name)), name
    assert {type(cards) for cards in [*getattr(read, "hands"), *getattr(read, "specials")]} == {tuple}  # noqa: B009


def test_tile_on_the_board_has_its_cells_in_order() -> None:
    s = position("Act player=0", *LEFT, players=3, laid=[("I2", "c3", "n", [0]), ("B4_wide", "f5", "n", [1, 2])])
    laid = s.FIELDS["laid"]
    assert isinstance(laid, ListOf)
    for tile, cells in zip(s.laid, ([1, 1, 29, 1, 0, 0, 0], [16, 1, 58, 0, 1, 1, 0]), strict=True):
        out: list[bytes] = []
        laid.item.encode(tile, out)
        assert [*b"".join(out)] == cells
    assert [high for _, high in laid.item.cells(3)] == [16, 8, 169, 1, 1, 1, 1]


def test_tile_on_the_board_is_set_up_with_all_its_parts() -> None:
    schema = KhanState.FIELDS["laid"].schema().item
    assert schema is not None
    assert {name: (part.kind, part.optional) for name, part in schema.parts.items()} == {
        "tile": (ONE_OF, False),
        "cell": (ONE_OF, False),
        "way": (ONE_OF, False),
        "owners": (SET_OF, False),
    }


@pytest.mark.parametrize("name", box.BOARD_NAMES)
def test_each_bridge_over_a_cell_needs_another_cell_of_those_kept_for_it(name: str) -> None:
    board = BOARDS[name]
    bridges = [
        LAND_CELLS[facing * FRAME_CELLS + cell]
        for facing in range(len(FACINGS))
        if IS_BRIDGE[FACINGS[facing].tile]
        for cell in cells_in(board.valid[facing])
    ]
    assert bridges
    for land in bridges:
        assert all(board.across[cell] & (land ^ 1 << cell) for cell in cells_in(land))
    assert not any(board.across[cell] & ~board.land for cell in range(FRAME_CELLS))


def test_last_card_and_last_cell_are_ordinary() -> None:
    assert [str(action) for action in pitch.members_in(as_cells(1 << 168 | 1 | 1 << 88))] == [
        "pitch a1",
        "pitch k7",
        "pitch m13",
    ]
    assert len(pitch.members_in(as_cells((1 << 169) - 1))) == 169
    last = box.CARDS[-1]
    s = position("Act player=0", hands=[last], actions_left=2)
    assert legal(s, "invade") == [last]
    act(s, f"invade {last}", legal(act(s.clone(), f"invade {last}"))[0])
    assert s.discards[-1] == 71


def test_whole_board_is_looked_at_row_by_row() -> None:
    assert adjacent_cells(as_cells(1 << 168)) == 1 << 167 | 1 << 155
    assert adjacent_cells(as_cells(1 << 12)) == 1 << 11 | 1 << 25
    assert adjacent_cells(as_cells(1 << 13)) == 1 | 1 << 14 | 1 << 26
    rows = padded_rows(as_cells(1 << 168 | 1 << 26))
    assert [row for row, bits in enumerate(rows) if bits] == [5, 15]
    assert (rows[5], rows[15]) == (8, 1 << 15)


def test_cells_under_a_tile_are_split_into_three_words() -> None:
    assert 3 * WORD_BITS - 3 < FRAME_CELLS <= 3 * WORD_BITS < 3 * 63
    for place in PLACEMENTS:
        assert place.low | place.middle << WORD_BITS | place.high << 2 * WORD_BITS == COVERED_CELLS[place.number]
        assert max(place.low, place.middle, place.high) < 1 << WORD_BITS


def test_four_rows_of_the_board_fit_a_machine_integer() -> None:
    assert (_FOUR_ROWS, _ROW) == ((1 << 52) - 1, (1 << 13) - 1)


@pytest.mark.clause("khan.special.refused")
def test_any_player_can_have_refused() -> None:
    for seat in range(4):
        data = description("Act player=0", *LEFT, players=4, actions_left=2, refused=[seat])
        assert GAME.state_from_dict(data).to_dict()["refused"] == [seat]


@pytest.mark.clause("khan.conquer.own_yurt", "khan.conquer.majority")
def test_majority_requires_a_yurt() -> None:
    s = position("Act player=0", *LEFT, yurts=["c1", "d1"])
    cells = {cell: as_cells(1 << box.CELLS.index(cell)) for cell in ("c1", "d1", "e1")}
    assert [has_majority(s, player, cells["e1"]) for player in (0, 1)] == [False, False]
    assert [has_majority(s, player, cells["c1"]) for player in (0, 1)] == [True, False]


def test_isolated_cell_has_no_surroundings() -> None:
    assert window_mask([0] * 20, 0, 0) == 0
    assert window_mask([0] * 19 + [1], 20 - WINDOW, 0) == 1


@pytest.mark.clause("khan.end.when")
@pytest.mark.parametrize("out", [4, 5, 6])
def test_end_phase_begins_with_the_fifth_removed_ruler(out: int) -> None:
    for begun in (True, False):
        data = description("Act player=0", *LEFT, rulers=dict.fromkeys(RULERS[:out]), actions_left=2)
        data["end_phase"] = begun
        text = ""
        try:
            GAME.state_from_dict(data)
        except ValueError as error:
            text = str(error)
        assert (f"but {out} rulers are out" in text) == (begun != (out >= 5)), text


def test_facts_are_bounded() -> None:
    ours = own_data(GAME)
    points = {tile["id"]: tile["points"] for tile in ours["tiles"]["tile"]}
    for value, allowed in ((0, True), (99, True), (100, False), (-1, False)):
        bonus = {"setup": {"scoring": {"area_bonus": [10, 6, value]}}}
        tile = {"tiles": {"tile": {"I2": {"points": value}}}}
        for facts in (bonus, tile):
            if allowed:
                assert corrections(GAME.correctable, ours, facts) == facts
            else:
                with pytest.raises(ValueError, match=str(value)):
                    corrections(GAME.correctable, ours, facts)
    assert points["I2"] == 2


def test_tiles_of_one_shape_are_both_found() -> None:
    tree: list[TileTreeNode] = []
    _add_path(tree, [(0, 1, False)], 0, 7)
    _add_path(tree, [(0, 1, False)], 1, 8)
    _add_path(tree, [(0, 1, False), (0, 2, False)], 2, 9)
    assert [(node.tile, node.placement) for node in tree] == [(0, 7), (1, 8)]
    assert [(node.tile, node.placement) for node in tree[0].children] == [(2, 9)]


@pytest.mark.clause("khan.conquer.yurts", "khan.conquer.overlap")
def test_refusal_names_the_first_of_several_wrong_cells() -> None:
    s = act(position("Act player=0", actions_left=2, rulers={"song": "c1"}, yurts=["i9 j9"]), "conquer", "choose I2")
    with pytest.raises(IllegalActionError) as error:
        s.submit("lay c3 n", 0)
    assert (error.value.key, error.value.params) == ("no_yurt_there", {"cell": "c3"})


@pytest.mark.clause("khan.conquer.majority", "khan.special.consent")
def test_cell_without_yurts_has_no_majority() -> None:
    s = position("Act player=0", players=4, rulers=OUT, yurts=["c1", "", "", "d1"], active={3: "protection"})
    cells = {cell: as_cells(1 << box.CELLS.index(cell)) for cell in ("c1", "d1", "e1")}
    assert majority_players(s, cells["e1"]) == 0
    assert majority_players(s, cells["c1"]) == 0b0001
    assert majority_players(s, cells["c1"] | cells["d1"]) == 0b1001
    assert players_to_ask(s, 0, cells["c1"]) == 0
    assert players_to_ask(s, 0, cells["c1"] | cells["d1"]) == 0b1000
    s.refused = 0b1000
    assert players_to_ask(s, 0, cells["c1"] | cells["d1"]) == ILLEGAL


@pytest.mark.clause("khan.end.protection", "khan.special.scout")
@pytest.mark.parametrize(("tile", "fits"), [("I2", True), ("I3", False), ("L3", False)])
def test_reserved_tile_counts_normally_near_the_end(tile: str, fits: bool) -> None:
    s = KhanState(GAME, 2, 1, GAME.read_setup(2, 1, {}))
    s.yurts[0] = as_cells(mask_of([box.CELLS.index(cell) for cell in ("i9", "j9")]))
    s.tiles = [0] * 16
    s.reserved[1] = box.TILES.index(tile)
    s.derive()
    assert could_conquer_unguarded(s, 0) == fits
    s.yurts[0] |= 1 << box.CELLS.index("k9")
    s.derive()
    assert could_conquer_unguarded(s, 0) == (tile != "L3")


def test_player_without_tiles_has_no_area() -> None:
    state = position("Act player=0", *LEFT)
    assert [largest_area(state, player) for player in range(state.players)] == [0] * state.players


def test_turn_steps_exist_for_four_players() -> None:
    assert [phases[-1].params() for phases in PHASES] == [{"player": player} for player in range(4)]


def test_frame_has_all_its_cells() -> None:
    assert mask_of(range(FRAME_CELLS)) == FRAME_MASK


def test_tiles_of_two_cells_are_no_bridges() -> None:
    assert [box.TILES[tile] for tile in range(len(box.TILES)) if PAIRS >> tile & 1] == ["I2"]
