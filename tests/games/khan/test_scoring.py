"""The final scoring: tiles, largest areas, ties."""

from collections.abc import Sequence

import pytest

from regnum.games.khan.scoring import final_points
from regnum.games.khan.state import KhanState
from tests.support.games.khan import OUT, Laid, position


def finished_game(laid: Sequence[Laid], players: int = 2, **fields: object) -> KhanState:
    """Return a finished game with these tiles on the board."""
    s = position("FinalScoring", laid=laid, players=players, rulers=OUT, **fields)
    assert s.is_terminal
    return s


@pytest.mark.clause("khan.scoring.tiles", "khan.scoring.shared")
def test_tile_scores_for_every_player_with_a_yurt_on_it() -> None:
    s = finished_game([("I2", "c3", "n", [0]), ("V5", "i9", "n", [0, 1]), ("B3", "f7", "n", [1])])
    assert [lines["tiles"] for lines in final_points(s)] == [2 + 5, 5 + 3]


@pytest.mark.clause("khan.scoring.shared")
def test_option_divides_shared_points_rounded_down() -> None:
    s = finished_game([("I2", "c3", "n", [0]), ("V5", "i9", "n", [0, 1])], options={"shared_points": "divided"})
    assert [lines["tiles"] for lines in final_points(s)] == [2 + 2, 2]


@pytest.mark.clause("khan.scoring.loose")
def test_yurts_beside_tiles_score_nothing() -> None:
    s = finished_game([("I2", "c3", "n", [0])], yurts=["c9 d9", "i9 j9 k9 l9"])
    assert s.scores() == [2 + 10, 0]


@pytest.mark.clause("khan.scoring.area")
def test_tiles_that_touch_side_by_side_form_an_area_and_river_cells_count() -> None:
    # c3 d3 and e3 e4 touch; f5 touches e4 by a corner only
    s = finished_game([("I2", "c3", "n", [0]), ("I2", "e3", "e", [0]), ("B4_wide", "f5", "n", [0])])
    assert s.ranking_key(0)[1] == 4
    s = finished_game([("I2", "c3", "n", [0]), ("B4_wide", "f5", "n", [0])])
    assert s.ranking_key(0)[1] == 4


@pytest.mark.clause("khan.scoring.area")
def test_shared_tile_belongs_to_the_areas_of_all_its_owners() -> None:
    s = finished_game([("I2", "c3", "n", [0]), ("I2", "e3", "n", [0, 1]), ("I2", "c4", "n", [1])])
    assert [s.ranking_key(player)[1] for player in (0, 1)] == [4, 2]
    s = finished_game([("I2", "c3", "n", [0]), ("I2", "e3", "n", [0, 1]), ("I2", "e4", "n", [1])])
    assert [s.ranking_key(player)[1] for player in (0, 1)] == [4, 4]


@pytest.mark.clause("khan.scoring.bonus")
def test_three_largest_areas_give_ten_six_and_three_points() -> None:
    laid: list[Laid] = [
        ("V5", "i9", "n", [2]),
        ("I4", "c3", "n", [0]),
        ("I3", "j4", "n", [3]),
        ("I2", "d9", "n", [1]),
    ]
    s = finished_game(laid, players=4)
    assert [lines["areas"] for lines in final_points(s)] == [6, 0, 10, 3]
    assert s.scores() == [4 + 6, 2, 5 + 10, 3 + 3]
    two = finished_game([("I4", "c3", "n", [0]), ("I2", "d9", "n", [1])])
    assert [lines["areas"] for lines in final_points(two)] == [10, 6]


@pytest.mark.clause("khan.scoring.bonus")
def test_player_without_a_tile_gets_no_bonus() -> None:
    s = finished_game([("I2", "c3", "n", [0])], players=3)
    assert s.scores() == [12, 0, 0]


@pytest.mark.clause("khan.scoring.bonus")
def test_option_allows_several_bonuses_for_one_player() -> None:
    laid: list[Laid] = [("V5", "i9", "n", [0]), ("I4", "c3", "n", [0]), ("I2", "d9", "n", [1]), ("I2", "j4", "n", [1])]
    s = finished_game(laid, options={"area_bonus": "areas"})
    assert [lines["areas"] for lines in final_points(s)] == [10 + 6, 3 + 3]


@pytest.mark.clause("khan.scoring.bonus_ties")
def test_equal_areas_get_the_better_bonus_and_the_next_ones_lapse() -> None:
    laid: list[Laid] = [("I3", "i9", "n", [0]), ("I3", "c3", "n", [1]), ("I2", "d9", "n", [2])]
    s = finished_game(laid, players=3)
    assert [lines["areas"] for lines in final_points(s)] == [10, 10, 3]
    laid = [("I4", "i9", "n", [0]), ("I3", "c3", "n", [1]), ("I3", "d9", "n", [2]), ("I2", "j4", "n", [3])]
    s = finished_game(laid, players=4)
    assert [lines["areas"] for lines in final_points(s)] == [10, 6, 6, 0]


@pytest.mark.clause("khan.scoring.winner", "khan.setup.aim")
def test_most_points_win() -> None:
    s = finished_game([("I4", "i9", "n", [1]), ("I3", "c3", "n", [0])], players=3)
    assert s.ranking() == [2, 1, 3]
    assert s.returns() == [0.0, 1.0, -1.0]


@pytest.mark.clause("khan.scoring.ties")
def test_larger_area_breaks_ties_else_victory_is_shared() -> None:
    equal = finished_game([("I3", "i9", "n", [0]), ("I3", "c3", "n", [1])])
    assert equal.ranking() == [1, 1]
    assert equal.returns() == [0.0, 0.0]
    # Six pairs far from each other and the second bonus, or two rows and the first one: as many points.
    laid: list[Laid] = [("I2", cell, "n", [0]) for cell in ["c3", "c5", "c9", "f9", "f11", "e1"]]
    laid += [("I4", "i9", "n", [1]), ("I4", "j11", "n", [1])]
    assert finished_game(laid).scores() == [12 + 6, 8 + 10]
    assert finished_game(laid).ranking() == [2, 1]


def test_points_during_the_game_are_those_on_the_tiles() -> None:
    s = position("Act player=0", laid=[("I4", "c3", "n", [0])], actions_left=2)
    assert s.scores() == [4, 0]
    assert final_points(s) == [{"tiles": 4, "areas": 10}, {"tiles": 0, "areas": 0}]
