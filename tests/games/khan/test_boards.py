"""The boards and the contents of the box."""

import tomllib
from typing import Any

import pytest

from regnum.core.folder import read_data
from regnum.games.khan import GAME
from regnum.games.khan.boards import BOARDS, GRID, Board
from regnum.games.khan.cells import Cells
from regnum.games.khan.components import BOARD_NAMES, CELLS, GROUNDS, REGIONS, TILE_SHAPE, TILES
from regnum.games.khan.tiles import check_tiles, shape_error
from tests.support.games.khan import COUNTS, START, act, position, shown

EMPIRE = BOARDS["empire"]


def cells(mask: Cells | int) -> set[str]:
    return {CELLS[number] for number in range(len(CELLS)) if mask >> number & 1}


def ground(name: str) -> set[str]:
    return cells(EMPIRE.grounds[GROUNDS.index(name)])


@pytest.mark.clause("khan.board.landscapes", "khan.board.layout")
def test_board_has_132_land_cells_in_six_landscapes_and_22_river_cells() -> None:
    assert EMPIRE.land.bit_count() == 132
    assert EMPIRE.river.bit_count() == 22
    assert [region.bit_count() for region in EMPIRE.regions] == [22] * 6
    assert not EMPIRE.land & EMPIRE.river


@pytest.mark.clause("khan.board.layout")
def test_every_board_file_can_be_chosen() -> None:
    files = {path.stem for path in (GAME.folder / "data" / "boards").glob("*.toml")}
    assert set(BOARD_NAMES) == files == set(BOARDS)
    assert BOARD_NAMES[0] == "empire"
    assert len(files) > 1
    for name in files:
        s = GAME.new_state(2, 1, board=name)
        assert shown_start(s.to_dict()) == read_data(GAME.package, f"boards/{name}")["start"]


def shown_start(data: dict[str, Any]) -> dict[str, str]:
    return dict(zip(START, data["rulers"], strict=True))


@pytest.mark.clause("khan.board.layout")
def test_faulty_board_file_is_refused_with_all_errors() -> None:
    text = (GAME.folder / "data" / "boards" / "empire.toml").read_text(encoding="utf-8")
    text = text.replace('"..TTTTIRIII..",', '"..TTTTIRXII..",').replace('seljuk = "i7"', 'seljuk = "g7"')
    text = text.replace('"d13", "e13"', '"d12", "z9"').replace('song = "k10"', 'song = "l5"')
    with pytest.raises(ValueError, match="data/boards/mine") as error:
        Board("mine", tomllib.loads(text))
    for part in ["row 1: 'X'", "seljuk does not start on land", "d12 is not a land cell at the edge", "'z9'", "shares"]:
        assert part in str(error.value)


@pytest.mark.clause("khan.board.region")
def test_region_is_one_even_where_the_river_divides_it() -> None:
    sand = EMPIRE.regions[REGIONS.index("sand_desert")]
    assert len(GRID.groups(int(sand))) > 1
    s = position("Settle player=0", "Settle player=1", "Turn player=0", yurts=["a5"])
    assert {"a9", "c13", "a6"}.isdisjoint(action.params["cell"] for action in s.legal_actions())


@pytest.mark.clause("khan.board.adjacent")
def test_adjacent_cells_share_a_side() -> None:
    neighbours = cells(GRID.neighbours[CELLS.index("d7")])
    assert neighbours == {"d6", "d8", "c7", "e7"}
    assert cells(GRID.neighbours[CELLS.index("m1")]) == {"l1", "m2"}


@pytest.mark.clause("khan.invade.river")
def test_river_ground_is_the_land_that_shares_a_side_with_the_river() -> None:
    assert {"g1", "i1", "f5", "f7"} <= ground("river")
    for cell in ground("river"):
        assert GRID.neighbours[CELLS.index(cell)] & EMPIRE.river
    assert len(ground("river")) == 33
    assert "f4" not in ground("river")  # it touches the river's g5 by a corner only


@pytest.mark.clause("khan.invade.umland")
def test_umland_ground_is_the_edge_but_for_eleven_cells() -> None:
    edge = cells(EMPIRE.edge)
    missing = edge - ground("umland")
    by_region = {name: len(missing & cells(EMPIRE.regions[REGIONS.index(name)])) for name in REGIONS}
    assert by_region == {
        "mountains": 4,
        "tundra": 0,
        "ice_desert": 0,
        "stone_desert": 0,
        "sand_desert": 3,
        "tropical_forest": 4,
    }
    assert {"c1", "a3", "m3"} <= ground("umland")
    assert {"c3", "d13", "h1"}.isdisjoint(ground("umland"))


@pytest.mark.clause("khan.setup.cards")
def test_72_cards_pair_every_ruler_with_every_ground_and_every_direction_is_on_nine() -> None:
    faces = [face.split() for face in read_data(GAME.package, "cards")["cards"]["faces"]]
    assert len(faces) == 72
    assert len({(name, ground_) for name, _, ground_ in faces}) == 72
    assert {direction: [face[1] for face in faces].count(direction) for _, direction, _ in faces} == dict.fromkeys(
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"], 9
    )
    assert {face[0] for face in faces} == set(START)


@pytest.mark.clause("khan.setup.tiles")
def test_38_tiles_of_two_kinds_lie_open() -> None:
    tiles = read_data(GAME.package, "tiles")["tile"]
    assert [tile["count"] for tile in tiles] == COUNTS
    assert sum(tile["count"] for tile in tiles) == 38
    assert sum(tile["count"] for tile in tiles if any("~" in row for row in tile["shape"])) == 10
    for tile in tiles:
        assert tile["points"] == sum(row.count("#") + row.count("~") for row in tile["shape"])
    assert GAME.new_state(3, 1).to_dict()["tiles"] == COUNTS


def test_data_declare_reconstructed_parts() -> None:
    assert read_data(GAME.package, "boards/empire")["provenance"]["layout"]["confidence"] == "reconstructed"
    assert read_data(GAME.package, "tiles")["provenance"]["shapes"]["confidence"] == "reconstructed"
    assert read_data(GAME.package, "cards")["provenance"]["directions"]["confidence"] == "reconstructed"
    assert read_data(GAME.package, "setup")["provenance"]["bonus_values"]["confidence"] == "reconstructed"


def test_cells_are_named_by_column_and_row() -> None:
    s = act(position("Settle player=0", "Settle player=1", "Turn player=0"), "settle c1")
    assert shown(s, "yurts")[0] == ["c1"]
    assert s.yurts[0] == 1 << 2


@pytest.mark.parametrize(
    ("shape", "error"),
    [
        (["##"], ""),
        (["#~#", "..#"], ""),
        (["#.", ".#"], "its squares are not connected"),
        (["#.#"], "its squares are not connected"),
        (["##.~"], "its squares are not connected"),
        (["#~"], "fewer than two squares of land (#)"),
        (["#x#"], "only #, ~ and . make up a shape"),
        (["#####"], "more than 4 rows or columns"),
        (["#"] * 5, "more than 4 rows or columns"),
    ],
)
def test_impossible_shape_is_named(shape: list[str], error: str) -> None:
    assert shape_error(shape) == error


def test_wrong_tiles_are_refused_in_one_line() -> None:
    check_tiles(TILES, TILE_SHAPE)
    with pytest.raises(ValueError, match="tiles") as error:
        check_tiles(["A", "B", "C"], [["#.#"], ["##"], ["#"]])
    text = "data/tiles.toml: A: its squares are not connected; C: fewer than two squares of land (#)"
    assert str(error.value) == text
