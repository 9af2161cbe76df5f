"""Action C: tiles over yurts."""

import pytest

from regnum.games.khan.state import KhanState
from tests.support.games.khan import OUT, act, legal, notes_of, position, refused, shown, tile_number

AWAY = {"song": "c1"}
"""The ruler of the tropical forest is elsewhere."""


def conquest_position(**fields: object) -> KhanState:
    fields = {"rulers": AWAY, "actions_left": 1} | fields
    return position("Act player=0", "ReturnSpecial player=0", "PlaySpecial player=1 last=-1", **fields)


def laying_position(tile: str, **fields: object) -> KhanState:
    fields = {"rulers": AWAY} | fields
    return position(f"Lay player=0 tile={tile}", "PlaySpecial player=1 last=-1", **fields)


SHAPES = [
    ("I2", "i9 j9", ""),
    ("I3", "i9 j9 k9", ""),
    ("L3", "i9 i10 j10", ""),
    ("I4", "i9 j9 k9 l9", ""),
    ("O4", "i9 j9 i10 j10", ""),
    ("T4", "i9 j9 k9 j10", ""),
    ("L4", "i9 i10 i11 j11", ""),
    ("S4", "j9 k9 i10 j10", ""),
    ("P5", "i9 j9 i10 j10 i11", ""),
    ("V5", "i9 i10 i11 j11 k11", ""),
    ("U5", "i9 k9 i10 j10 k10", ""),
    ("L5", "i9 i10 i11 i12 j12", ""),
    ("B3", "f7 h7", "g7"),
    ("B4_long", "f1 g1 i1", "h1"),
    ("B4_corner", "g1 i1 i2", "h1"),
    ("B4_wide", "f5 i5", "g5 h5"),
]


@pytest.mark.clause("khan.conquer.tile", "khan.conquer.yurts", "khan.conquer.mark", "khan.conquer.return")
@pytest.mark.parametrize(("tile", "land", "river"), SHAPES, ids=[shape[0] for shape in SHAPES])
def test_every_shape_can_be_laid_as_it_is_drawn(tile: str, land: str, river: str) -> None:
    s = laying_position(tile, yurts=[land])
    first = land.split()[0]
    assert legal(s, "lay") == [f"{first} n"]
    free = s.free
    act(s, f"lay {first} n")
    assert shown(s, "laid") == [{"tile": tile, "cell": first, "way": "n", "owners": [0]}]
    assert shown(s, "yurts")[0] == []
    assert s.stock[0] == 39
    assert s.free == free  # what was covered is not free
    assert [cell for cell in river.split() if s.water >> number(cell) & 1] == []
    assert s.scores()[0] == len(land.split()) + len(river.split())


def number(cell: str) -> int:
    return "abcdefghijklm".index(cell[0]) + 13 * (int(cell[1:]) - 1)


@pytest.mark.clause("khan.conquer.turn")
@pytest.mark.parametrize(
    ("cells", "place"),
    [
        ("i9 i10 i11 j11", "i9 n"),
        ("i9 j9 k9 i10", "i9 e"),
        ("i9 j9 j10 j11", "i9 s"),
        ("k9 i10 j10 k10", "k9 w"),
        ("j9 j10 i11 j11", "j9 nf"),
        ("i9 i10 j10 k10", "i9 ef"),
        ("i9 j9 i10 i11", "i9 sf"),
        ("i9 j9 k9 k10", "i9 wf"),
    ],
)
def test_tile_may_be_turned_and_flipped(cells: str, place: str) -> None:
    s = laying_position("L4", yurts=[cells])
    assert legal(s, "lay") == [place]
    act(s, f"lay {place}")
    assert shown(s, "yurts")[0] == []


@pytest.mark.clause("khan.conquer.turn")
def test_equivalent_placement_is_refused() -> None:
    s = laying_position("I2", yurts=["i9 j9"])
    assert refused(s, "lay i9 s") == ("same_way", "khan.conquer.turn")


@pytest.mark.clause("khan.conquer.tile")
def test_chosen_tile_must_be_left_and_fit() -> None:
    s = act(conquest_position(yurts=["i9 j9 k9"]), "conquer")
    assert legal(s, "choose") == ["I2", "I3"]
    assert refused(s, "choose O4") == ("tile_fits_nowhere", "khan.conquer.tile")
    laid = [("I2", cell, "n", [1]) for cell in ["c3", "c4", "e3", "d5", "j4", "j6"]]
    s = act(conquest_position(yurts=["i9 j9 k9"], laid=laid), "conquer")
    assert legal(s, "choose") == ["I3"]
    assert refused(s, "choose I2") == ("tile_gone", "khan.conquer.tile")


@pytest.mark.clause("khan.conquer.land")
def test_conquest_tile_must_be_on_land_inside_the_play_area() -> None:
    s = laying_position("I3", yurts=["k12 l12 g12 f12"], neutral="i12 j12")
    assert legal(s, "lay") == ["i12 n", "j12 n"]
    assert refused(s, "lay k12 n") == ("off_board", "khan.conquer.land")
    assert refused(s, "lay l12 n") == ("off_board", "khan.conquer.land")
    assert refused(s, "lay f12 n") == ("over_river", "khan.conquer.land")


@pytest.mark.clause("khan.conquer.land")
def test_tile_does_not_go_round_the_edge_of_the_frame() -> None:
    s = laying_position("I2", yurts=["m9 m10"], neutral="a10 a11")
    assert legal(s, "lay") == ["m9 e"]
    assert refused(s, "lay m9 n") == ("off_board", "khan.conquer.land")


@pytest.mark.clause("khan.conquer.yurts")
def test_every_cell_needs_a_yurt() -> None:
    s = laying_position("I3", yurts=["i9 j9 i10 i11"], neutral="l9")
    assert legal(s, "lay") == ["i9 e"]
    assert refused(s, "lay i9 n") == ("no_yurt_there", "khan.conquer.yurts")


@pytest.mark.clause("khan.conquer.own_yurt", "khan.conquer.neutral")
def test_one_yurt_of_yours_among_neutral_ones_is_enough() -> None:
    s = laying_position("I4", yurts=["i9"], neutral="j9 k9 l9 i11 j11 k11 l11")
    assert legal(s, "lay") == ["i9 n"]
    assert refused(s, "lay i11 n") == ("no_yurt_of_yours", "khan.conquer.own_yurt")
    supply = s.supply
    act(s, "lay i9 n")
    assert shown(s, "neutral") == ["i11", "j11", "k11", "l11"]
    assert s.supply == supply + 3


@pytest.mark.clause("khan.conquer.majority")
def test_opponent_with_more_yurts_under_the_tile_prevents_it() -> None:
    s = laying_position("I3", yurts=["i9 i11 j11 k11", "j9 k9"])
    assert legal(s, "lay") == ["i11 n"]
    assert refused(s, "lay i9 n") == ("others_have_more", "khan.conquer.majority")


@pytest.mark.clause("khan.conquer.majority", "khan.conquer.mark", "khan.conquer.return")
def test_players_sharing_the_majority_each_get_a_yurt_on_the_tile() -> None:
    s = laying_position("P5", players=3, yurts=["i9 j9", "i10 j10", "i11"])
    act(s, "lay i9 n")
    assert shown(s, "laid")[0]["owners"] == [0, 1]
    assert s.stock == [39, 39, 40]
    assert s.yurts == [0, 0, 0]
    assert s.scores() == [5, 5, 0]
    assert [note["player"] for note in notes_of(s, "conquered")] == [0, 1]
    assert [(note["player"], note["cell"]) for note in notes_of(s, "lost")] == [(2, "i11")]


@pytest.mark.clause("khan.conquer.borders")
def test_tile_may_lie_across_landscapes() -> None:
    s = laying_position("I2", yurts=["f1 g1"])
    assert legal(s, "lay") == ["f1 n"]


@pytest.mark.clause("khan.conquer.bridge")
def test_bridge_needs_river_under_its_river_squares_and_yurts_under_the_others() -> None:
    s = laying_position("B3", yurts=["f7 g3 i9 j9 k9"], neutral="h7")
    assert legal(s, "lay") == ["f7 n"]
    assert refused(s, "lay i9 n") == ("bridge_squares", "khan.conquer.bridge")
    assert refused(s, "lay g3 n") == ("no_yurt_there", "khan.conquer.yurts")


@pytest.mark.clause("khan.conquer.bridge", "khan.conquer.majority")
def test_majority_of_a_bridge_is_counted_on_land() -> None:
    s = laying_position("B4_long", yurts=["f1", "g1"], neutral="i1")
    act(s, "lay f1 n")
    assert shown(s, "laid")[0]["owners"] == [0, 1]
    assert s.scores() == [4, 4]
    s = position("Act player=0", yurts=["f1", "g1 i1"], actions_left=1)
    act(s, "conquer")
    assert "B4_long" not in legal(s, "choose")


@pytest.mark.clause("khan.conquer.overlap")
def test_tiles_do_not_overlap() -> None:
    s = laying_position("I2", yurts=["k9 l9"], laid=[("I2", "i9", "n", [1])])
    assert legal(s, "lay") == ["k9 n"]
    assert refused(s, "lay j9 n") == ("no_yurt_there", "khan.conquer.yurts")


@pytest.mark.clause("khan.conquer.overlap")
def test_bridge_does_not_cross_another_bridge() -> None:
    s = laying_position("B4_wide", yurts=["e5 e8 f5 i5"])
    assert legal(s, "lay") == ["f5 n", "e5 e"]
    s = laying_position("B4_wide", yurts=["e5 e8 f5 i5"], laid=[("B4_wide", "c7", "n", [1])])  # over d7 and e7
    assert legal(s, "lay") == ["f5 n"]
    assert refused(s, "lay e5 e") == ("bridge_there", "khan.conquer.overlap")


@pytest.mark.clause("khan.conquer.overlap")
def test_ruler_is_never_covered() -> None:
    s = laying_position("I3", rulers={"song": "j9"}, yurts=["i9 k9 k10 k11"])
    assert legal(s, "lay") == ["k9 e"]
    assert refused(s, "lay i9 n") == ("no_yurt_there", "khan.conquer.yurts")


@pytest.mark.clause("khan.conquer.stays")
def test_laid_tile_stays_until_the_end() -> None:
    s = act(laying_position("I2", yurts=["i9 j9"]), "lay i9 n")
    laid = s.laid
    while not s.is_terminal:
        s.apply(s.legal_actions()[-1])
        assert s.laid[:1] == laid


def test_conquest_without_a_target_is_explained() -> None:
    s = conquest_position(yurts=["i9"])
    assert refused(s, "conquer") == ("nothing_to_conquer", "khan.conquer.majority")
    s = position("Act player=0", "EndPhaseTurn player=1", actions_left=2, yurts=["i9 j9", ""], rulers=OUT)
    assert refused(s, "conquer") == ("choose_tile", "khan.end.conquests"), "in the end phase the tile is chosen at once"


def test_tile_number_is_that_of_the_data() -> None:
    assert tile_number("I2") == 0
    assert tile_number("B4_wide") == 15
