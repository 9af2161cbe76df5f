"""Points, majorities, and who wins."""

import pytest

from regnum.games.wallenstein.scoring import Scoring, final_points
from tests.support.games.wallenstein import A, B, C, Scene


@pytest.mark.clause("wallenstein.scoring.lands", "wallenstein.scoring.buildings", "wallenstein.scoring.at_once")
def test_lands_and_buildings_score_one_point_each() -> None:
    scene = Scene(3).lands(A, "anhalt", "altmark").land(A, "boehmen", 1, 0, "palace", "church", "trading_house")
    scene.land(B, "trier", 1, 0, "palace").set(points=[5, 1, 0], season="winter")
    state = scene.now(Scoring())
    assert final_points(state)[A] == {"lands": 3, "buildings": 3, "palaces": 3, "churches": 2, "trading_houses": 1}
    assert state.points == [5 + 3 + 3 + 6, 1 + 1 + 1 + 3, 0]


@pytest.mark.clause(
    "wallenstein.scoring.majority", "wallenstein.scoring.majority_tie", "wallenstein.scoring.majority_none"
)
def test_most_buildings_of_a_kind_in_a_region_score_and_ties_one_less() -> None:
    scene = Scene(4)
    # Brandenburg: two palaces against one; churches tied; trading houses tied for nothing
    scene.land(A, "altmark", 1, 0, "palace", "church").land(A, "mecklenburg", 1, 0, "palace")
    scene.land(B, "holstein", 1, 0, "palace", "church", "trading_house").land(C, "osnabrueck", 1, 0, "trading_house")
    # Sachsen: nobody has a palace; one church
    scene.land(C, "kursachsen", 1, 0, "church")
    # Bayern: palaces tied
    scene.land(A, "baden", 1, 0, "palace").land(B, "salzburg", 1, 0, "palace")
    lines = final_points(scene.now())
    assert [line["palaces"] for line in lines] == [3 + 2, 2, 0, 0]
    assert [line["churches"] for line in lines] == [1, 1, 2, 0]
    assert [line["trading_houses"] for line in lines] == [0, 0, 0, 0]
    assert [line["lands"] for line in lines] == [3, 2, 2, 0]


@pytest.mark.clause("wallenstein.end.winner", "wallenstein.end.tie")
def test_points_win_then_coins_then_the_place_is_shared() -> None:
    scene = Scene(4).set(points=[20, 31, 31, 31], coins=[50, 4, 9, 4])
    assert scene.now().ranking() == [4, 2, 1, 2]
    assert scene.set(coins=[50, 9, 9, 9]).now().ranking() == [4, 1, 1, 1]
