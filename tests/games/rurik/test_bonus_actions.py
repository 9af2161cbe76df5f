"""Bonus actions: schemes and exchanges; test_deeds covers the deeds."""

from typing import Any

import pytest

from regnum.games.rurik.components import SCHEMES
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal, start_play, troops, turn_position

ROW = ["send_gifts", "hoard", "trade_route"]


@pytest.mark.clause("rurik.bonus.when", "rurik.bonus.once")
def test_bonus_actions_can_be_taken_once_before_or_after_the_main_action() -> None:
    fields: dict[str, Any] = {"boat": [{"wood": 3, "fish": 3}], "hand": [["coin2", "muster1"]]}
    state = turn_position(
        "muster", 2, troops=[{"kiev": 1}], deeds=[["trade_route", "generous_prince"]], coins=[6], **fields
    )
    act(state, "play_scheme coin2")
    with expect_refusal("played a scheme this turn"):
        state.submit("play_scheme muster1", 0)
    act(state, "accomplish generous_prince", "exchange build wood wood")
    with expect_refusal("accomplished a deed this turn"):
        state.submit("accomplish trade_route", 0)
    with expect_refusal("exchanged goods this turn"):
        state.submit("exchange muster fish fish", 0)
    assert legal(state, "main_action") == {"main_action"}
    later = turn_position("muster", 2, troops=[{"kiev": 1}], **fields)
    act(later, "main_action", "muster kiev", "muster kiev", "play_scheme coin2", "exchange build wood wood")
    assert later.coins == [2, 0]
    assert "end_turn" in legal(later)


BETWEEN = {"bonus_actions": "between"}


@pytest.mark.clause("rurik.bonus.when", "rurik.bonus.between")
def test_bonus_action_cannot_come_between_two_points() -> None:
    state = turn_position("muster", 2, troops=[{"kiev": 1}], hand=[["coin2"]])
    act(state, "main_action", "muster kiev", "pass")
    assert legal(state) == {"play_scheme coin2", "end_turn", "resume muster"}
    act(state, "play_scheme coin2")
    assert state.is_terminal, "the helmet that is left was the main action's"
    assert troops(state, 0) == {"kiev": 2}


@pytest.mark.clause("rurik.bonus.between")
def test_main_action_continues_until_something_else_is_done() -> None:
    fields: dict[str, Any] = {"leaders": ["predslava", "boris"], "leader_at": ["kiev"], "boat": [{"wood": 2, "fur": 1}]}
    state = turn_position("muster", 1, troops=[{"kiev": 1}, {"kiev": 1}], hand=[["coin2"]], **fields)
    act(state, "main_action", "muster kiev", "pass", "push volyn 1", "unload fur", "use muster", "muster kiev")
    assert troops(state, 0) == {"kiev": 3}
    act(state, "pass", "exchange build wood wood")
    with expect_refusal("Your main action is over") as error:
        state.submit("use muster", 0)
    assert error.value.clause == "rurik.bonus.between"


@pytest.mark.clause("rurik.bonus.between")
def test_option_allows_a_bonus_action_between_two_points() -> None:
    state = turn_position("muster", 2, troops=[{"kiev": 1}], hand=[["coin2"]], options=BETWEEN)
    act(state, "main_action", "muster kiev", "pass", "play_scheme coin2")
    assert legal(state) == {"use muster", "end_turn"}
    act(state, "use muster", "muster kiev")
    assert state.is_terminal


@pytest.mark.clause("rurik.bonus.between", "rurik.bonus.points")
def test_remaining_main_points_combine_with_points_won_later() -> None:
    """Volyn is not ruled and costs two: a wagon that is left, and one of a scheme."""
    sides = [{"kiev": 2, "volyn": 1}, {"volyn": 1}]
    state = turn_position("tax", troops=sides, hand=[["tax1", "move1"]])
    act(state, "main_action", "tax kiev", "play_scheme tax1", "use tax", "tax volyn")
    assert state.to_dict()["boat"][0] == {"wood": 1, "fish": 1}
    other = turn_position("tax", troops=sides, hand=[["tax1", "move1"]])
    act(other, "main_action", "tax kiev", "play_scheme move1")
    assert legal(other) == {"use move", "end_turn"}
    assert (other.points[3], other.main_points) == (0, 1)


@pytest.mark.clause("rurik.bonus.between")
def test_points_of_another_kind_end_the_main_action_too() -> None:
    """Attack, muster with a helmet won before, continue the attack: that is not "in between"."""
    fields: dict[str, Any] = {"troops": [{"kiev": 3}, {"kiev": 3}], "boat": [{"honey": 2}], "left": ["tax1", "move1"]}
    state = turn_position("attack", hand=[[]], **fields)
    act(state, "exchange muster honey honey", "main_action", "attack kiev 1", "reveal left", "pass")
    assert legal(state) == {"use muster", "resume attack", "end_turn"}
    act(state, "use muster", "muster kiev")
    assert state.is_terminal
    assert state.war == [1, 0]
    free = turn_position("attack", options=BETWEEN, **fields)
    act(free, "exchange muster honey honey", "main_action", "attack kiev 1", "reveal left", "pass")
    act(free, "use muster", "muster kiev")
    assert legal(free) == {"use attack", "end_turn"}


@pytest.mark.clause("rurik.bonus.between", "rurik.deeds.guarded")
def test_guarded_attack_takes_up_the_swords_that_are_left() -> None:
    fields: dict[str, Any] = {
        "troops": [{"kiev": 4}, {"kiev": 4}],
        "structures": [{"stronghold": ["kiev", "volyn", "polotsk"]}],
    }
    state = turn_position("attack", deeds=[["defensive_belt"]], left=["tax1", "move1", "build1"], **fields)
    act(state, "main_action", "attack kiev 1", "reveal left", "pass", "accomplish defensive_belt")
    assert (state.points[2], state.points[5]) == (1, 1)
    act(state, "use attack")
    assert {"attack kiev 1", "guarded_attack kiev 1"} <= legal(state)


@pytest.mark.clause("rurik.bonus.between", "rurik.bonus.points")
def test_points_won_before_are_used_with_the_main_action_and_after_it() -> None:
    """Two boots come from a scheme and one from the main action, which is used first, so the rest may wait."""
    state = turn_position("move", 3, troops=[{"kiev": 3}], hand=[["move2"]], boat=[{"wood": 2}])
    act(state, "play_scheme move2", "main_action", "move kiev volyn", "move kiev volyn", "pass")
    act(state, "exchange build wood wood", "use move", "move kiev volyn")
    assert troops(state, 0) == {"volyn": 3}
    none = turn_position("move", 2, troops=[{"kiev": 3}], hand=[["move2"]], boat=[{"wood": 2}])
    act(none, "play_scheme move2", "main_action", "move kiev volyn", "pass", "exchange build wood wood")
    assert none.points[1] == 2, "of four boots one was used and one of the main action is lost"


@pytest.mark.clause("rurik.bonus.points", "rurik.schemes.play")
def test_points_of_scheme_and_main_action_combine() -> None:
    """One wagon is not enough where you do not rule, a second one is."""
    state = turn_position("tax", 2, troops=[{"kiev": 1}, {"kiev": 1}], hand=[["tax1"]])
    act(state, "play_scheme tax1")
    assert "use tax" not in legal(state)
    act(state, "main_action", "tax kiev")
    assert state.to_dict()["boat"][0] == {"wood": 1}


@pytest.mark.clause("rurik.bonus.points")
def test_points_of_two_bonus_actions_combine() -> None:
    state = turn_position("move", 3, troops=[{"kiev": 1}, {"kiev": 1}], hand=[["build1"]], boat=[{"ore": 2}])
    act(state, "play_scheme build1", "exchange build ore ore", "use build", "build market kiev")
    assert state.to_dict()["structures"][0] == {"market": ["kiev"]}
    with expect_refusal("hammers"):
        state.submit("use build", 0)


POINTS = ["muster", "move", "attack", "tax", "build"]
GIVES: dict[str, tuple[int, int, int, int, int, int]] = {
    # helmets, boots, swords, wagons, hammers, coins
    "muster1_coin1_loss": (1, 0, 0, 0, 0, 1),
    "attack1_coin1_loss": (0, 0, 1, 0, 0, 1),
    "tax1_coin1_loss": (0, 0, 0, 1, 0, 1),
    "build1_coin1_loss": (0, 0, 0, 0, 1, 1),
    "deed1_coin1_loss": (0, 0, 0, 0, 0, 1),
    "muster2_loss": (2, 0, 0, 0, 0, 0),
    "move3_loss": (0, 3, 0, 0, 0, 0),
    "tax2_loss": (0, 0, 0, 2, 0, 0),
    "deed1_loss": (0, 0, 0, 0, 0, 0),
    "muster1": (1, 0, 0, 0, 0, 0),
    "move2": (0, 2, 0, 0, 0, 0),
    "attack1": (0, 0, 1, 0, 0, 0),
    "tax1": (0, 0, 0, 1, 0, 0),
    "build1": (0, 0, 0, 0, 1, 0),
    "coin2": (0, 0, 0, 0, 0, 2),
    "muster1_cost1": (1, 0, 0, 0, 0, -1),
    "attack1_cost1": (0, 0, 1, 0, 0, -1),
    "build1_cost1": (0, 0, 0, 0, 1, -1),
    "deed1_cost1": (0, 0, 0, 0, 0, -1),
    "move1": (0, 1, 0, 0, 0, 0),
}


@pytest.mark.clause("rurik.schemes.play", "rurik.schemes.coins", "rurik.schemes.cost", "rurik.schemes.deed")
@pytest.mark.parametrize("card", SCHEMES)
def test_scheme_effects_match_the_cards(card: str) -> None:
    """This covers all 27 cards: benefits, costs and the discard pile."""
    kind = card if card in GIVES else card.rsplit("_", 1)[0]
    *points, coins = GIVES[kind]
    state = turn_position("scheme", troops=[{"kiev": 1}], hand=[[card]], coins=[3], deed_row=ROW)
    act(state, f"play_scheme {kind}")
    assert list(state.points[:5]) == points
    assert state.coins == [3 + coins, 0]
    assert state.to_dict()["discards"] == [card]
    assert state.hand == [0, 0]
    assert (legal(state, "take_deed") != set()) == kind.startswith("deed")
    if kind.startswith("deed"):
        act(state, "take_deed hoard")
        assert state.to_dict()["deeds"][0] == ["hoard"]
        assert len(set(state.to_dict()["deed_row"]) - {"hoard", None}) == 3
        assert {"send_gifts", "trade_route"} < set(state.to_dict()["deed_row"])
    assert "main_action" in legal(state)


@pytest.mark.clause("rurik.schemes.cards")
def test_scheme_copies_match_the_cards() -> None:
    kinds = [card if card in GIVES else card.rsplit("_", 1)[0] for card in SCHEMES]
    assert len(kinds) == 27
    assert {kind for kind in kinds if kinds.count(kind) == 3} == {"attack1"}
    assert {kind for kind in kinds if kinds.count(kind) == 2} == {"muster1", "move2", "tax1", "build1", "coin2"}
    assert set(kinds) == set(GIVES)


@pytest.mark.clause("rurik.schemes.cost")
@pytest.mark.parametrize("kind", ["muster1_cost1", "attack1_cost1", "build1_cost1", "deed1_cost1"])
def test_scheme_that_cannot_be_paid_is_not_played(kind: str) -> None:
    state = turn_position("muster", troops=[{"kiev": 1}], hand=[[kind]])
    assert legal(state) == {"main_action", "forfeit"}
    with expect_refusal("costs 1 coin"):
        state.submit(f"play_scheme {kind}", 0)
    act(state, "forfeit", f"play_scheme {kind}")
    assert state.coins == [0, 0]


@pytest.mark.clause("rurik.schemes.play")
def test_scheme_must_be_in_hand_and_cannot_be_undone() -> None:
    state = turn_position("muster", troops=[{"kiev": 1}], hand=[["coin2", "coin2_2"]])
    with expect_refusal("not in your hand"):
        state.submit("play_scheme move1", 0)
    play = start_play(state)
    play.submit(0, "play_scheme coin2")
    assert not play.can_undo(0)
    assert play.state.to_dict()["hand"][0] == ["coin2_2"]


@pytest.mark.clause("rurik.exchange.goods", "rurik.exchange.marker")
def test_exchanges_match_the_markers() -> None:
    state = turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 1, "honey": 1, "fur": 1}])
    assert legal(state, "exchange") == {
        "exchange build wood honey",
        "exchange build wood fur",
        "exchange muster wood honey",
        "exchange muster honey fur",
    }
    with expect_refusal("do not have these goods"):
        state.submit("exchange build ore fur", 0)
    hammer = state.clone()
    act(state, "exchange muster honey fur")
    assert state.points == [1, 0, 0, 0, 0, 0, 0]
    assert state.to_dict()["boat"][0] == {"wood": 1}
    assert state.to_dict()["exchanges"][0] == ["build"]
    hammer.submit("exchange build wood fur", 0)
    assert hammer.to_dict()["points"] == [0, 0, 0, 0, 1, 0, 0]


@pytest.mark.clause("rurik.exchange.goods")
def test_two_of_a_kind_may_be_exchanged_if_there_are_two() -> None:
    one = turn_position("tax", troops=[{"kiev": 1}], boat=[{"ore": 1}])
    assert legal(one, "exchange") == set()
    two = turn_position("tax", troops=[{"kiev": 1}], boat=[{"fur": 1}], dock=[{"fur": 1}])
    assert legal(two, "exchange") == set(), "neither wood nor ore, neither honey nor fish"
    ore = turn_position("tax", troops=[{"kiev": 1}], boat=[{"ore": 2}])
    assert legal(ore, "exchange") == {"exchange build ore ore"}


@pytest.mark.clause("rurik.exchange.marker", "rurik.tax.stow")
def test_used_marker_is_used_until_the_claim_phase_and_the_dock_pays_first() -> None:
    state = turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 3}], dock=[{"wood": 1}], exchanges=[["muster"]])
    with expect_refusal("face down"):
        state.submit("exchange build wood wood", 0)
    fresh = turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 3}], dock=[{"wood": 1}])
    act(fresh, "exchange build wood wood")
    assert fresh.to_dict()["boat"][0] == {"wood": 2}
    assert fresh.to_dict()["dock"][0] == {}


@pytest.mark.clause("rurik.bonus.when", "rurik.bonus.points")
@pytest.mark.parametrize("column", ["attack", "scheme"])
@pytest.mark.parametrize("action", ["main_action", "forfeit"])
def test_points_put_off_may_still_be_used_after_the_main_action(column: str, action: str) -> None:
    state = turn_position(column, 1, troops=[{"kiev": 3}, {"kiev": 1}], hand=[["move2"]], coins=[3])
    act(state, "play_scheme move2", "use move", "pass")
    assert "use move" not in legal(state)
    with expect_refusal("just postponed your"):
        state.submit("use move", 0)
    with expect_refusal("You have no hammers"):
        state.submit("use build", 0)
    act(state, action)
    while not legal(state, "use") and not legal(state, "end_turn"):
        act(state, min(legal(state) - {"pass"}))
    assert "use move" in legal(state)


AT_ONCE = {"bonus_points": "at_once"}


@pytest.mark.clause("rurik.bonus.points")
def test_option_limits_points_of_a_bonus_action_to_immediate_use() -> None:
    fields: dict[str, Any] = {"troops": [{"kiev": 1}], "hand": [["muster1"]], "boat": [{"wood": 2}]}
    state = turn_position("move", 2, options=AT_ONCE, **fields)
    act(state, "play_scheme muster1", "use muster", "muster kiev", "main_action")
    assert troops(state, 0) == {"kiev": 2}, "used before anything else"
    for other in ("main_action", "forfeit", "exchange build wood wood"):
        waited = act(
            turn_position("move", 2, options=AT_ONCE, **fields), "play_scheme muster1", "use muster", "pass", other
        )
        assert waited.points[0] == 0, other
        pooled = act(turn_position("move", 2, **fields), "play_scheme muster1", "use muster", "pass", other)
        assert pooled.points[0] == 1, other


@pytest.mark.clause("rurik.bonus.points")
def test_option_separates_points_of_bonus_and_main_actions() -> None:
    """Muster: the helmet of the scheme is lost when the main action begins, and those of the main action stay."""
    fields: dict[str, Any] = {"troops": [{"kiev": 1}], "hand": [["muster1"]]}
    state = act(turn_position("muster", 2, options=AT_ONCE, **fields), "play_scheme muster1", "main_action")
    assert (state.points[0], state.main_points) == (2, 2)
    after = act(
        turn_position("muster", 2, options=AT_ONCE, **fields),
        "main_action",
        "muster kiev",
        "pass",
        "play_scheme muster1",
    )
    assert after.points[0] == 1, "what the main action had left does not come back with it"
    act(after, "use muster", "muster kiev")
    assert troops(after, 0) == {"kiev": 3}
    assert after.is_terminal
    pooled = act(turn_position("muster", 2, **fields), "main_action", "muster kiev", "pass", "play_scheme muster1")
    assert pooled.points[0] == 2


@pytest.mark.clause("rurik.bonus.points", "rurik.bonus.between")
def test_combined_options_resume_the_main_action_after_bonus_points() -> None:
    """Of two helmets of the main action and one of the scheme, the latter is used first and is the only one lost."""
    both = {**AT_ONCE, **BETWEEN}
    fields: dict[str, Any] = {"troops": [{"kiev": 1}], "hand": [["muster1"]], "boat": [{"wood": 2}]}
    state = act(
        turn_position("muster", 2, options=both, **fields), "main_action", "pass", "play_scheme muster1", "use muster"
    )
    act(state, "muster kiev", "pass")
    assert (state.points[0], state.main_points) == (2, 2)
    kept = act(turn_position("muster", 2, options=both, **fields), "main_action", "pass", "play_scheme muster1")
    assert kept.points[0] == 3
    assert act(kept, "exchange build wood wood").points[0] == 2
    other: dict[str, Any] = {"troops": [{"kiev": 1}], "hand": [["move1"]]}
    mixed = act(
        turn_position("muster", 2, options=both, **other), "main_action", "muster kiev", "pass", "play_scheme move1"
    )
    assert mixed.points[1] == 1
    assert act(mixed, "use muster", "pass").points[1] == 0, "the boot has waited for the main action"


@pytest.mark.clause("rurik.bonus.points")
def test_option_still_combines_wagons_and_hammers() -> None:
    """One wagon is not enough where you do not rule, a second one is."""
    state = turn_position("tax", 2, troops=[{"kiev": 1}, {"kiev": 1}], hand=[["tax1"]], options=AT_ONCE)
    act(state, "play_scheme tax1", "main_action", "tax kiev")
    assert state.to_dict()["boat"][0] == {"wood": 1}


@pytest.mark.clause("rurik.bonus.points", "rurik.deeds.guarded")
def test_option_loses_guarded_swords_with_the_others() -> None:
    fields: dict[str, Any] = {"troops": [{"kiev": 4}, {"kiev": 4}], "structures": [{"stronghold": ["kiev"]}]}
    swords = [0, 0, 1, 0, 0, 1, 0]
    state = turn_position("tax", points=swords, options=AT_ONCE, **fields)
    act(state, "use attack", "pass", "main_action")
    assert (state.points[2], state.points[5]) == (0, 0)
