"""Phase 1: expelling a ruler, with the example of the rulebook."""

from typing import Any

import pytest

from regnum.games.khan.expel import ExpelByCard, could_turn_up
from regnum.games.khan.state import KhanState
from tests.support.games.khan import LEFT, Laid, act, camp, cards, legal, notes_of, position, refused, ruler, shown

SCENE: list[Laid] = [("I2", "g9", "e", [0]), ("B3", "f7", "n", [1])]
"""The rulebook's example: a conquest tile and a neutral yurt to the south-west, a bridge to the west."""


@pytest.mark.clause("khan.expel.card", "khan.expel.first_free", "khan.expel.yurt")
def test_example_the_grey_seljuk_ruler_goes_one_cell_north() -> None:
    s = position("ExpelByCard", "Act player=0", laid=SCENE, neutral="f10", deck="seljuk_n_mountains", actions_left=1)
    assert ruler(s, "seljuk") == "i6"
    assert shown(s, "neutral") == ["i7", "f10"]
    assert camp(s, "seljuk") == 4
    assert notes_of(s, "card")[0] == {"card": "seljuk_n_mountains"}


@pytest.mark.clause("khan.expel.clockwise", "khan.expel.reach", "khan.expel.river", "khan.expel.directions")
@pytest.mark.parametrize("card", ["seljuk_sw_tropical_forest", "seljuk_w_khan"])
def test_example_the_grey_seljuk_ruler_is_blocked_and_goes_north_west(card: str) -> None:
    s = position("ExpelByCard", "Act player=0", laid=SCENE, neutral="f10", deck=card, actions_left=1)
    assert ruler(s, "seljuk") == "h6"
    assert "i7" in shown(s, "neutral")


@pytest.mark.clause("khan.expel.river", "khan.expel.first_free")
def test_ruler_jumps_over_river_and_tile_without_the_neutral_yurt() -> None:
    s = position("ExpelByCard", "Act player=0", laid=SCENE, deck="seljuk_sw_tropical_forest", actions_left=1)
    assert ruler(s, "seljuk") == "f10"


@pytest.mark.clause("khan.expel.edge", "khan.expel.directions")
def test_example_the_light_blue_russian_ruler_has_five_ways_out() -> None:
    ways = {
        direction: ruler(expel_from_start("russian", direction), "russian")
        for direction in ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    }
    assert ways == {
        "n": "a3",
        "ne": "b3",
        "e": "b4",
        "se": "b5",
        "s": "a5",
        "sw": "a3",  # nothing but outside to the south-west, west and north-west: on to the north
        "w": "a3",
        "nw": "a3",
    }


def expel_from_start(name: str, direction: str) -> KhanState:
    """Expel a ruler from the start cell by some card with this direction."""
    card = next(card for card in cards() if card.startswith(f"{name}_{direction}_"))
    return position("ExpelByCard", "Act player=0", deck=card, actions_left=1)


@pytest.mark.clause("khan.expel.edge")
def test_ruler_does_not_jump_over_a_gap_at_the_edge() -> None:
    # to the east of f13 there is a gap, and j13 beyond it
    s = position("ExpelByCard", "Act player=0", rulers={"delhi": "f13"}, deck="delhi_e_sand_desert", actions_left=1)
    assert ruler(s, "delhi") == "e13"  # east, south-east, south and south-west lead outside


@pytest.mark.clause("khan.expel.free", "khan.expel.reach")
@pytest.mark.parametrize(
    ("blockers", "target"),
    [
        ({}, "j5"),
        ({"yurts": ["j5"]}, "j4"),
        ({"yurts": ["", "j5"]}, "j4"),
        ({"neutral": "j5"}, "j4"),
        ({"rulers": {"goryeo": "j6", "kyrgyz": "j5"}}, "j4"),
        ({"laid": [("I2", "j5", "n", [0])]}, "j4"),
        ({"neutral": "j5 j4"}, "j3"),
        ({"neutral": "j5 j4 j3"}, "k5"),
    ],
)
def test_free_cell_is_empty_and_within_three_cells(blockers: dict[str, Any], target: str) -> None:
    fields = {"rulers": {"goryeo": "j6"}} | blockers
    s = position("ExpelByCard", "Act player=0", deck="goryeo_n_sand_desert", actions_left=1, **fields)
    assert ruler(s, "goryeo") == target


@pytest.mark.clause("khan.expel.last_yurt")
def test_last_yurt_of_a_camp_removes_the_ruler_and_frees_the_cell() -> None:
    s = position("ExpelByCard", "Act player=0", camps={"seljuk": 1}, deck="seljuk_n_mountains", actions_left=1)
    assert ruler(s, "seljuk") is None
    assert shown(s, "neutral") == ["i7"]
    assert s.free >> 5 * 13 + 8 & 1  # i6, the cell of the escape
    assert notes_of(s, "ruler_out")[0] == {"ruler": "seljuk"}


def test_ruler_can_be_on_the_first_cell() -> None:
    s = position("Act player=0", *LEFT, actions_left=2)
    s.rulers = [0, *[-1] * 7]
    step = ExpelByCard()
    assert could_turn_up(s)
    assert step.position_error(s) == ""
    s.rulers = [-1] * 8
    assert not could_turn_up(s)
    assert step.position_error(s) == "there is no ruler to expel"


STUCK = "a3 b3 c2 d1 b4 c4 d4 b5 c6 a5 a6 a7"
"""Around the Russian ruler no free cell is left in any direction."""


@pytest.mark.clause("khan.expel.stuck", "khan.expel.stuck_camp", "khan.expel.stuck_cell")
def test_trapped_ruler_is_removed_and_the_camp_returns_to_the_supply() -> None:
    s = position("ExpelByCard", "Act player=0", neutral=STUCK, deck="russian_e_tundra", actions_left=1)
    assert ruler(s, "russian") is None
    assert camp(s, "russian") == 0
    assert s.supply == 60 - 40 - len(STUCK.split()) + 5
    assert "a4" not in shown(s, "neutral")
    assert s.free >> 3 * 13 & 1
    assert notes_of(s, "stuck")[0] == {"ruler": "russian", "cell": "a4"}


@pytest.mark.clause("khan.expel.stuck_cell")
def test_option_leaves_a_yurt_of_a_stuck_rulers_camp() -> None:
    options = {"stuck_ruler_yurt": True}
    fields = {"neutral": STUCK, "deck": "russian_e_tundra", "actions_left": 1}
    s = position("ExpelByCard", "Act player=0", options=options, **fields)
    assert ruler(s, "russian") is None
    assert "a4" in shown(s, "neutral")
    assert s.supply == 60 - 40 - len(STUCK.split()) + 4
    assert not s.free >> 3 * 13 & 1


@pytest.mark.clause("khan.expel.ruler_out_already")
def test_cards_of_removed_rulers_have_no_effect() -> None:
    fields = {
        "rulers": {"seljuk": None},
        "deck": "seljuk_n_mountains seljuk_e_ice_desert seljuk_s_sand_desert song_e_tropical_forest",
    }
    for seed in range(12):
        s = position("ExpelByCard", "Act player=0", seed=seed, actions_left=1, **fields)
        names = [str(note["card"]) for note in notes_of(s, "card")]
        assert names[-1].startswith("song")
        assert all(name.startswith("seljuk") for name in names[:-1])
        assert ruler(s, "song") == "l10"
        if len(names) < 4:
            assert shown(s, "discards")[-len(names) :] == names


@pytest.mark.clause("khan.expel_action.ruler", "khan.expel_action.direction", "khan.expel_action.supply")
def test_action_b_expels_a_ruler_of_your_choice_in_the_direction_of_a_drawn_card() -> None:
    s = position("Act player=0", deck="russian_e_tundra", actions_left=2)
    assert legal(s, "expel") == ["seljuk", "russian", "hungarian", "kyrgyz", "goryeo", "song", "delhi", "abbasid"]
    act(s, "expel goryeo")
    assert ruler(s, "goryeo") == "m5"  # only the direction of the card counts
    assert ruler(s, "russian") == "a4"
    assert shown(s, "neutral") == ["l5"]
    assert camp(s, "goryeo") == 5
    assert s.supply == 19
    assert notes_of(s, "direction")[0]["direction"] == "e"
    assert s.actions_left == 1


@pytest.mark.clause("khan.expel_action.ruler")
def test_removed_ruler_cannot_be_expelled() -> None:
    s = position("Act player=0", rulers={"song": None}, actions_left=2)
    assert refused(s, "expel song") == ("ruler_is_out", "khan.expel_action.ruler")


@pytest.mark.clause("khan.expel_action.direction")
def test_option_takes_the_direction_from_a_hand_card() -> None:
    options = {"expel_direction": "hand"}
    fields = {"hands": ["russian_e_tundra song_s_river"], "actions_left": 2}
    s = position("Act player=0", options=options, **fields)
    act(s, "expel goryeo")
    assert legal(s) == ["drive russian_e_tundra", "drive song_s_river"]
    assert refused(s, "drive song_n_stone_desert") == ("card_not_in_hand", "khan.expel_action.direction")
    act(s, "drive song_s_river")
    assert ruler(s, "goryeo") == "l6"
    assert shown(s, "hands")[0] == ["russian_e_tundra"]
    assert shown(s, "discards") == ["song_s_river"]


@pytest.mark.clause("khan.expel_action.direction")
def test_option_requires_a_hand_card_for_expelling() -> None:
    s = position("Act player=0", options={"expel_direction": "hand"}, actions_left=2)
    assert refused(s, "expel goryeo") == ("no_card_for_direction", "khan.expel_action.direction")
    assert legal(s) == ["combine"]


@pytest.mark.clause("khan.expel_action.supply_empty")
def test_empty_supply_takes_the_yurt_from_the_camp() -> None:
    land = [f"{column}{row}" for row in (9, 10, 11) for column in "defgijklm" if f"{column}{row}" != "k10"]
    neutral = " ".join([cell for cell in land if cell not in ("e11",)][:20])
    s = position("Act player=0", neutral=neutral, camps={"goryeo": 5}, deck="russian_e_tundra", actions_left=2)
    assert s.supply == 0
    act(s, "expel goryeo")
    assert camp(s, "goryeo") == 4
    last = position(
        "Act player=0", neutral=f"{neutral} c1 d1 e1 f1", camps={"goryeo": 1}, deck="russian_e_tundra", actions_left=2
    )
    assert last.supply == 0
    act(last, "expel goryeo")
    assert ruler(last, "goryeo") is None


@pytest.mark.clause("khan.expel_action.stuck")
def test_ruler_that_cannot_flee_from_action_b_is_removed() -> None:
    s = position("Act player=0", neutral=STUCK, deck="russian_e_tundra", actions_left=2)
    act(s, "expel russian")
    assert ruler(s, "russian") is None
    assert camp(s, "russian") == 0
