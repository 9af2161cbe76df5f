"""Deeds: all 26, each with its condition, cost and reward."""

from typing import Any

import pytest

from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal, troops, turn_position
from tests.support.games.rurik_deeds import CASES, Fields

LEFT = ["tax1", "coin2", "move1"]
HERE: Fields = {"troops": [{"kiev": 3, "volyn": 2, "rostov": 2}]}


def position_before_deed(deed: str, **fields: Any) -> RurikState:
    """Return a position at the beginning of a turn whose player may try this deed."""
    return turn_position("tax", 3, coins=fields.pop("coins", [1]), deeds=[[deed]], left=LEFT, **{**HERE, **fields})


def test_every_deed_is_covered_here() -> None:
    assert list(CASES) == DEEDS


@pytest.mark.clause(
    "rurik.deeds.accomplish", "rurik.deeds.cost", "rurik.deeds.conditions", "rurik.deeds.reward", "rurik.deeds.tuck"
)
@pytest.mark.parametrize("deed", CASES)
def test_deed_is_accomplished(deed: str) -> None:
    points, fields, choices, left, reward, _, _ = CASES[deed]
    state = position_before_deed(deed, **fields)
    act(state, f"accomplish {deed}", *choices)
    if "schemes" in reward:
        act(state, "draw left")
        assert legal(state, "keep_scheme") == {"keep_scheme move1", "keep_scheme coin2"}
        act(state, "keep_scheme coin2")
        assert "coin2" in state.to_dict()["hand"][0]
    kinds = ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"]
    assert state.points == [reward.get(kind, 0) for kind in kinds]
    written = state.to_dict()
    for name, value in left.items():
        assert written[name] == value
    assert written["deeds"][0] == []
    assert written["accomplished"][0] == [deed]
    assert final_points(state)[0]["deeds"] == points


@pytest.mark.clause("rurik.deeds.accomplish", "rurik.deeds.conditions")
@pytest.mark.parametrize("deed", CASES)
def test_deed_is_refused_where_something_is_missing(deed: str) -> None:
    *_, fields, reason = CASES[deed]
    state = position_before_deed(deed, **fields)
    assert f"accomplish {deed}" not in legal(state)
    with expect_refusal(reason):
        state.submit(f"accomplish {deed}", 0)


@pytest.mark.clause("rurik.deeds.own", "rurik.claim.open_deeds")
def test_deed_must_lie_before_the_player() -> None:
    state = turn_position("tax", 3, coins=[4, 4], deed_row=["generous_prince"], deeds=[[], ["hoard"]], **HERE)
    for deed in ("generous_prince", "hoard"):
        with expect_refusal("is not one of yours"):
            state.submit(f"accomplish {deed}", 0)
    assert state.observed_by(0).to_dict()["deeds"] == [[], ["hoard"]]


@pytest.mark.clause("rurik.deeds.conditions")
def test_example_e_emily_accomplishes_market_day_when_she_likes() -> None:
    """She may wait; then she looks at two cards of a deck and keeps one. The deed brings two points at the end."""
    state = position_before_deed("market_day", structures=[{"market": ["kiev", "volyn", "rostov"]}])
    act(state, "forfeit")
    assert legal(state, "accomplish") == {"accomplish market_day"}
    assert "end_turn" in legal(state)
    act(state, "accomplish market_day", "draw left", "keep_scheme move1")
    assert state.to_dict()["left_deck"] == ["tax1", "coin2"]
    assert state.to_dict()["structures"][0] == {"market": ["rostov", "volyn", "kiev"]}
    assert final_points(state)[0]["deeds"] == 2


@pytest.mark.clause("rurik.deeds.market_day")
def test_market_day_compares_the_goods_and_with_tokens_those() -> None:
    markets: Fields = {"structures": [{"market": ["kiev", "novgorod", "smolensk"]}]}
    assert "accomplish market_day" not in legal(position_before_deed("market_day", **markets)), "two of them give wood"
    tokens = ["wood", "ore", "ore", "honey", "fish", "fish", "wood", "fur"]
    printed = position_before_deed("market_day").to_dict()["region_goods"]
    by_tokens = position_before_deed(
        "market_day", options={"goods": "tokens"}, region_goods=tokens + printed[8:], **markets
    )
    assert "accomplish market_day" in legal(by_tokens)
    chain: Fields = {"structures": [{"market": ["kiev", "volyn", "polotsk"]}]}
    split: Fields = {"structures": [{"market": ["kiev", "volyn", "rostov"]}]}
    adjacent: Fields = {"options": {"market_day": "adjacent"}}
    assert "accomplish market_day" in legal(position_before_deed("market_day", **chain, **adjacent))
    assert "accomplish market_day" not in legal(position_before_deed("market_day", **split, **adjacent))


@pytest.mark.clause("rurik.deeds.adjacent")
def test_adjacent_means_one_connected_group() -> None:
    """Novgorod and Kiev do not touch, Polotsk touches both."""
    chain: Fields = {"structures": [{"church": ["novgorod", "polotsk", "kiev"]}]}
    assert "accomplish tithe_payments" in legal(position_before_deed("tithe_payments", **chain))


@pytest.mark.clause("rurik.deeds.any_goods")
def test_any_goods_are_chosen_in_the_order_of_their_kinds() -> None:
    state = position_before_deed("reward_laborers", boat=[{"wood": 1, "fish": 1, "fur": 1}], coins=[2])
    act(state, "accomplish reward_laborers")
    assert legal(state) == {"pay_good wood", "pay_good fish"}
    with expect_refusal("You have no ore to pay"):
        state.submit("pay_good ore", 0)
    act(state, "pay_good fish")
    assert legal(state) == {"pay_good fur"}


@pytest.mark.clause("rurik.deeds.different_goods")
def test_different_goods_are_all_of_other_kinds() -> None:
    state = position_before_deed("trade_route", boat=[{"wood": 3, "ore": 1, "fish": 1, "fur": 1}])
    act(state, "accomplish trade_route")
    assert legal(state) == {"pay_good wood", "pay_good ore"}
    act(state, "pay_good wood")
    assert legal(state) == {"pay_good ore", "pay_good fish"}
    with expect_refusal("You have already paid wood"):
        state.submit("pay_good wood", 0)


@pytest.mark.clause("rurik.deeds.same_goods")
def test_three_goods_of_a_kind_may_come_from_boat_and_dock() -> None:
    state = position_before_deed("hoard", boat=[{"fur": 1, "wood": 3}], dock=[{"fur": 2}])
    act(state, "accomplish hoard")
    assert legal(state) == {"pay_good wood", "pay_good fur"}
    act(state, "pay_good fur")
    assert state.to_dict()["boat"][0] == {"wood": 3}
    assert state.to_dict()["dock"][0] == {}


@pytest.mark.clause("rurik.deeds.discard")
def test_scheme_given_up_is_discarded_and_is_not_the_one_played() -> None:
    state = position_before_deed("great_library", boat=[{"ore": 1}], hand=[["move2", "coin2_2"]])
    act(state, "play_scheme coin2", "accomplish great_library")
    with expect_refusal("not in your hand"):
        state.submit("discard_scheme coin2", 0)
    act(state, "discard_scheme move2")
    assert {"move2", "coin2_2"} <= set(state.to_dict()["discards"])
    assert state.to_dict()["hand"][0] == []


@pytest.mark.clause("rurik.deeds.troops")
def test_leader_may_be_given_up_unless_the_option_forbids_it() -> None:
    fields: Fields = {"coins": [2], "troops": [{"kiev": 1}], "leader_at": ["kiev"]}
    state = position_before_deed("retire_veterans", **fields)
    act(state, "accomplish retire_veterans")
    assert legal(state) == {"withdraw kiev", "withdraw_leader"}
    with expect_refusal("no troops in Volyn"):
        state.submit("withdraw volyn", 0)
    act(state, "withdraw_leader", "withdraw kiev")
    assert state.occupied_regions(0) == 0
    assert state.to_dict()["leader_at"][0] is None
    forbidden = position_before_deed("retire_veterans", options={"leader_removal": "forbidden"}, **fields)
    assert "accomplish retire_veterans" not in legal(forbidden)
    fields["troops"] = [{"kiev": 2}]
    forbidden = position_before_deed("retire_veterans", options={"leader_removal": "forbidden"}, **fields)
    act(forbidden, "accomplish retire_veterans")
    assert legal(forbidden) == {"withdraw kiev"}
    with expect_refusal("cannot be given up, only troops"):
        forbidden.submit("withdraw_leader", 0)


@pytest.mark.clause("rurik.deeds.different_regions")
def test_border_patrols_leave_three_different_regions() -> None:
    state = position_before_deed(
        "border_patrols", troops=[{"novgorod": 2, "volyn": 1, "kiev": 3}], leader_at=["rostov"]
    )
    act(state, "accomplish border_patrols")
    assert legal(state) == {"withdraw novgorod", "withdraw_leader"}, "the last two must be later regions"
    act(state, "withdraw_leader")
    assert legal(state) == {"withdraw volyn"}
    act(state, "withdraw volyn", "withdraw kiev")
    assert troops(state, 0) == {"novgorod": 2, "kiev": 2}


@pytest.mark.clause("rurik.deeds.ruled_region")
def test_peace_maker_gives_up_figures_of_one_ruled_region() -> None:
    sides = [{"kiev": 2, "volyn": 3, "rostov": 1}, {"volyn": 3}]
    state = position_before_deed("peace_maker", troops=sides, leader_at=["rostov"])
    act(state, "accomplish peace_maker")
    assert legal(state) == {"withdraw kiev", "withdraw rostov", "withdraw_leader"}, "nobody rules Volyn"
    act(state, "withdraw_leader")
    assert legal(state) == {"withdraw rostov"}


@pytest.mark.clause("rurik.deeds.demolish")
def test_new_beginning_takes_one_structure_of_any_kind() -> None:
    state = position_before_deed(
        "new_beginning", structures=[{"church": ["volyn"], "stronghold": ["kiev"]}, {"market": ["kiev"]}]
    )
    act(state, "accomplish new_beginning")
    assert legal(state) == {"demolish church volyn", "demolish stronghold kiev"}
    with expect_refusal("no market in Kiev"):
        state.submit("demolish market kiev", 0)


@pytest.mark.clause("rurik.deeds.march")
def test_march_takes_two_figures_anywhere() -> None:
    fields: Fields = {"boat": [{"fish": 1, "fur": 1}], "coins": [2], "leaders": ["boris", "maria"]}
    state = position_before_deed("send_gifts", troops=[{"novgorod": 1}], leader_at=["rostov"], **fields)
    act(state, "accomplish send_gifts", "use march")
    assert "march novgorod pereyaslavl" in legal(state)
    with expect_refusal("no troops in Rostov"):
        state.submit("march rostov kiev", 0)
    with expect_refusal("not in play"):
        state.submit("march novgorod azov", 0)
    act(state, "march novgorod pereyaslavl", "march_leader volyn")
    assert troops(state, 0) == {"pereyaslavl": 1}
    assert state.to_dict()["leader_at"][0] == "volyn"
    assert "use march" not in legal(state)


@pytest.mark.clause("rurik.deeds.guarded")
def test_guarded_attack_turns_up_a_card_less() -> None:
    fields: Fields = {"troops": [{"kiev": 1}, {"kiev": 4}], "points": [0, 0, 1, 0, 0, 1, 0]}
    state = turn_position("attack", acted=True, left=["coin2", "tax1", "move1"], **fields)
    act(state, "use attack")
    assert legal(state) == {"attack kiev 1", "guarded_attack kiev 1", "pass"}
    act(state, "guarded_attack kiev 1", "reveal left")
    assert state.to_dict()["left_deck"] == ["coin2", "tax1"], "one card instead of two"
    assert state.points == [0, 0, 1, 0, 0, 0, 0]
    act(state, "attack kiev 1", "reveal right")
    assert len(state.to_dict()["discards"]) == 3, "an ordinary attack turns up two more"
    safe = turn_position("attack", acted=True, troops=[{"kiev": 3}, {"kiev": 2}], points=[0, 0, 0, 0, 0, 1, 0])
    act(safe, "use attack", "guarded_attack kiev 1")
    assert safe.is_terminal, "no card is left to turn up"
    assert safe.war == [1, 0]
