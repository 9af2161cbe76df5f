"""A turn of the rebellion: flow of cards, advisor, forfeiting, bonuses, and watching."""

from typing import Any

import pytest

from regnum.core.packed import popcount
from regnum.games.rurik import GAME
from regnum.games.rurik.components import REGIONS
from regnum.games.rurik.solo.cards import ORDER
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import act, legal
from tests.support.games.rurik_solo import (
    action_position,
    advisors_on_board,
    named_in_notes,
    note_keys,
    rebel_leader,
    rebel_troops,
    run_rebellion,
    solo_position,
    space,
)

TURN: list[dict[str, Any]] = [{"step": "Watch", "player": 0, "more": 0}, {"step": "RebelTurn"}]


@pytest.mark.clause("rurik.solo.card_flow", "rurik.solo.top_card")
def test_bottom_card_goes_on_top_and_determines_the_order() -> None:
    """Card 15 begins with Volyn, card 7 with Chernigov."""
    state = solo_position(
        TURN * 2, bottom=15, top=7, troops=[{}, {"chernigov": 1, "volyn": 1}], board={"muster": [space(1, 4)]}
    )
    below = state.rebel_deck[1]
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_card") == [15]
    assert state.rebel_deck[-2:] == (6, 14)
    assert state.rebel_deck[0] == below
    assert named_in_notes(notes, "rebellion_musters_leader") == ["volyn"]
    assert state.rebel_known >> 14 & 1
    run_rebellion(state)
    assert state.rebel_deck[-1] == below


@pytest.mark.clause("rurik.solo.card_flow")
def test_cards_reappear_only_after_all_were_on_top() -> None:
    state = GAME.new_state(1, 5, leaders="random")
    assert isinstance(state, RurikState)
    tops: list[int] = []
    first = -1
    while True:
        if state.rebel_deck:
            first = state.rebel_deck[0] if first < 0 else first
            if not tops or tops[-1] != state.rebel_deck[-1]:
                tops.append(state.rebel_deck[-1])
            hidden = [card for card in state.rebel_deck if not state.rebel_known >> card & 1]
            assert len(hidden) == 18 - popcount(state.rebel_known)
        if state.is_terminal:
            break
        state.apply(state.legal_actions()[-1])
    assert len(tops) == 20
    assert len(set(tops)) == 18
    assert tops[1] == tops[19] == first
    assert tops[0] == tops[18]


@pytest.mark.clause("rurik.solo.fastest")
def test_fastest_advisor_acts() -> None:
    state = solo_position(
        TURN, troops=[{}, {"kiev": 1}], board={"scheme": [space(1, 5)], "tax": [space(1, 2, 3), space(1, 1, 2)]}
    )
    notes = run_rebellion(state)
    assert ("activates", {"player": 1, "advisor": 1, "column": "tax"}) in notes
    assert advisors_on_board(state, "tax") == [(1, 2, 3)]


@pytest.mark.clause("rurik.solo.equal")
def test_leftmost_of_equal_advisors_acts_first() -> None:
    board = {"build": [space(1, 2)], "move": [space(0, 4), space(1, 2)]}
    state = solo_position(TURN * 2, round=3, troops=[{}, {"kiev": 3}], board=board)
    assert named_in_notes(run_rebellion(state), "activates") == [2]
    assert advisors_on_board(state, "move") == [(0, 4, 0)]
    run_rebellion(state)
    assert advisors_on_board(state, "build") == []
    state = solo_position(TURN, round=3, troops=[{}, {"kiev": 1}], board={"muster": [space(1, 2, 1), space(1, 2)]})
    run_rebellion(state)
    assert advisors_on_board(state, "muster") == [(1, 2, 0)], "the upper one"


@pytest.mark.clause("rurik.solo.action")
def test_space_determines_points_and_cost() -> None:
    state = action_position("tax", 1, troops=[{}, {"kiev": 1, "volyn": 1, "rostov": 1}])
    assert len(named_in_notes(run_rebellion(state), "rebellion_taxes_1")) == 2
    state = action_position("tax", 3, troops=[{}, {"kiev": 1, "volyn": 1}], coins=[0, 3])
    assert len(named_in_notes(run_rebellion(state), "rebellion_taxes_1")) == 1
    assert state.coins[1] == 2


@pytest.mark.clause("rurik.solo.forfeit")
@pytest.mark.parametrize(("option", "coins"), [("coin", 1), ("nothing", 0)])
def test_unaffordable_action_is_forfeited(option: str, coins: int) -> None:
    state = action_position("tax", 3, troops=[{}, {"kiev": 1}], options={"rebellion_forfeit": option})
    notes = run_rebellion(state)
    assert notes[0] == ("rebellion_cannot_pay", {"player": 1, "coins": 1})
    assert note_keys(notes)[1] == ("rebellion_forfeits" if coins else "rebellion_forfeits_nothing")
    assert state.coins[1] == coins
    assert state.goods == state.regions()


@pytest.mark.clause("rurik.solo.forfeit")
@pytest.mark.parametrize("column", ["muster", "move", "attack", "tax", "build"])
def test_action_without_effect_is_forfeited(column: str) -> None:
    """There is nobody to attack, no troop to spare or in the supply, no good, and everything is built."""
    regions = REGIONS[:8]
    built = [{"church": regions[:3], "market": regions[3:6]}, {"church": regions[3:6], "market": regions[:3]}]
    fields: dict[str, Any] = {
        "leader_at": [None, "kiev"],
        "troops": [{}, {"kiev": 15}] if column == "muster" else [{}, {}],
        "goods": [],
        "structures": [{**built[0], "stronghold": ["kiev"]}, built[1]],
        "mat_coins": [0, 0, 0],
        "coins": [0, 2],
    }
    state = action_position(column, 3, **fields)
    before = state.to_dict()
    notes = run_rebellion(state)
    assert note_keys(notes) == ["rebellion_cannot_act", "rebellion_forfeits"]
    assert state.coins[1] == 3
    for name in ("troops", "structures", "boat", "neutral", "leader_at"):
        assert state.to_dict()[name] == before[name]


@pytest.mark.clause("rurik.solo.forfeit", "rurik.solo.unlock_none")
def test_scheme_action_brings_coins_with_all_bonuses_unlocked() -> None:
    state = action_position("scheme", 3, leader_at=[None, "kiev"], mat_coins=[0, 0, 0], coins=[0, 2])
    assert note_keys(run_rebellion(state)) == ["rebellion_bonus", "rebellion_all_unlocked"]
    assert state.coins[1] == 2 + 2


@pytest.mark.clause("rurik.solo.bonus_moves", "rurik.solo.forfeit")
@pytest.mark.parametrize("option", ["after", "before"])
def test_boots_used_before_may_enable_the_action(option: str) -> None:
    """Nobody is in Kiev; a boot takes the leader to Volyn, where the player has a troop."""
    fields: dict[str, Any] = {
        "options": {"level": "very_hard", "bonus_moves": option},
        "troops": [{"volyn": 1}, {"kiev": 3}],
        "leader_at": [None, "kiev"],
        "mat_coins": [3, 2, 2],
    }
    state = action_position("attack", 1, **fields)
    keys = note_keys(run_rebellion(state))
    if option == "after":
        assert keys == ["rebellion_cannot_act", "rebellion_forfeits"]
        assert (rebel_leader(state), rebel_troops(state)) == ("kiev", {"kiev": 3})
    else:
        assert keys[:2] == ["rebellion_bonus", "rebellion_gathers"]
        assert "rebellion_attacks" in keys
        assert rebel_leader(state) == "volyn"
        assert state.troops[REGIONS.index("volyn")] == 0
        assert state.coins[1] == 0


@pytest.mark.clause("rurik.solo.bonus_moves", "rurik.solo.forfeit")
def test_action_with_a_move_by_boots_is_not_forfeited() -> None:
    """The player is in Rostov only: a boot takes the leader to Volyn, nobody is attacked; the space costs a coin."""
    fields: dict[str, Any] = {"options": {"level": "very_hard", "bonus_moves": "before"}, "mat_coins": [3, 2, 2]}
    fields.update(troops=[{"rostov": 1}, {"kiev": 3}], leader_at=[None, "kiev"], coins=[0, 3])
    state = action_position("attack", 3, **fields)
    keys = note_keys(run_rebellion(state))
    assert keys[:2] == ["rebellion_bonus", "rebellion_gathers"]
    assert "rebellion_only_moves" in keys
    assert "rebellion_forfeits" not in keys
    assert rebel_leader(state) == "volyn"
    assert rebel_troops(state) == {"kiev": 3}
    assert state.coins[1] == 2


@pytest.mark.clause("rurik.solo.bonus_moves", "rurik.solo.forfeit")
def test_useless_boots_do_not_save_the_action() -> None:
    """Sviatopolk is alone, so that nobody can be spared."""
    fields: dict[str, Any] = {"options": {"level": "very_hard", "bonus_moves": "before"}, "mat_coins": [3, 2, 2]}
    state = action_position("attack", 1, troops=[{"rostov": 1}, {}], leader_at=[None, "kiev"], **fields)
    assert note_keys(run_rebellion(state))[-2:] == ["rebellion_cannot_act", "rebellion_forfeits"]
    assert (rebel_leader(state), state.coins[1]) == ("kiev", 1)


@pytest.mark.clause("rurik.solo.bonus_moves", "rurik.solo.forfeit")
@pytest.mark.parametrize("option", ["after", "before"])
def test_move_action_with_one_figure_to_spare_is_carried_out_by_its_first_boot(option: str) -> None:
    """On the medium mat a boot more is unlocked. It takes Sviatopolk to Volyn; the troop in Kiev must stay."""
    fields: dict[str, Any] = {"options": {"level": "medium", "bonus_moves": option}, "mat_coins": [1, 2, 3]}
    state = action_position("move", 2, troops=[{}, {"kiev": 1}], leader_at=[None, "kiev"], **fields)
    keys = note_keys(run_rebellion(state))
    assert keys.count("rebellion_moves_leader") == 1
    assert ("rebellion_only_moves" in keys) == (option == "before")
    assert "rebellion_forfeits" not in keys
    assert (rebel_leader(state), rebel_troops(state), state.coins[1]) == ("volyn", {"kiev": 1}, 0)


@pytest.mark.clause("rurik.solo.bonus_moves", "rurik.solo.forfeit")
@pytest.mark.parametrize("option", ["after", "before"])
def test_impossible_muster_action_is_forfeited_before_its_boots(option: str) -> None:
    fields: dict[str, Any] = {"options": {"level": "hard", "bonus_moves": option}, "mat_coins": [2, 3, 3]}
    state = action_position("muster", 1, troops=[{}, {"kiev": 15}], leader_at=[None, "kiev"], **fields)
    assert note_keys(run_rebellion(state)) == ["rebellion_cannot_act", "rebellion_forfeits"]
    assert (rebel_leader(state), rebel_troops(state), state.coins[1]) == ("kiev", {"kiev": 15}, 1)


@pytest.mark.clause("rurik.solo.return")
@pytest.mark.parametrize(("option", "where"), [("return", "volyn"), ("nothing", None)])
def test_rebellion_without_figures_returns_to_the_first_region(option: str, where: str | None) -> None:
    state = solo_position(TURN, bottom=15, top=7, board={"tax": [space(1, 1)]}, options={"no_troops": option})
    notes = run_rebellion(state)
    assert rebel_leader(state) == where
    assert rebel_troops(state) == ({where: 1} if where else {})
    assert ("rebellion_returns", {"player": 1, "region": "volyn"}) in notes or where is None
    assert (sum(state.boat[5:]) == 1) == (where is not None)


@pytest.mark.clause("rurik.solo.no_bonus_actions", "rurik.solo.scheme_none", "rurik.solo.no_deeds")
def test_rebellion_has_no_schemes_deeds_or_exchanges_ever() -> None:
    state = GAME.new_state(1, 8, leaders="random")
    assert isinstance(state, RurikState)
    while not state.is_terminal:
        assert (state.hand[1], state.deeds[1], state.accomplished[1], state.exchanges[1]) == (0, 0, 0, 0)
        assert state.agenda[1] == -1
        assert state.marker == 0
        state.apply(state.legal_actions()[0])


@pytest.mark.clause("rurik.solo.bonuses")
def test_example_j_two_bonuses_come_with_an_attack() -> None:
    """On the hard mat one card less (left column) and one more sword (middle column) are unlocked for attacks."""
    fields: dict[str, Any] = {
        "options": {"level": "hard"},
        "troops": [{"kiev": 5}, {"kiev": 3}],
        "mat_coins": [1, 3, 3],
    }
    state = action_position("attack", 2, **fields)
    notes = run_rebellion(state)
    assert sorted(named_in_notes(notes, "rebellion_bonus")) == ["attack_attack_1", "attack_casualty_cards_1"]
    step = state.stack[-1].params()
    assert step["cards"] == 1, "one card, and one because the player rules, less one"
    act(state, "reveal left")
    assert state.war == [0, 2]
    assert state.to_dict()["troops"][0] == {"kiev": 3}


@pytest.mark.clause("rurik.solo.bonuses")
def test_bonus_needs_its_action_and_no_coin_on_it() -> None:
    fields: dict[str, Any] = {"options": {"level": "hard"}, "troops": [{"kiev": 5}, {"kiev": 3}]}
    notes = run_rebellion(action_position("attack", 2, mat_coins=[2, 3, 3], **fields))
    assert named_in_notes(notes, "rebellion_bonus") == ["attack_attack_1"]
    notes = run_rebellion(action_position("tax", 1, mat_coins=[2, 2, 3], **fields))
    assert named_in_notes(notes, "rebellion_bonus") == []
    notes = run_rebellion(action_position("build", 1, mat_coins=[2, 2, 3], **fields))
    assert named_in_notes(notes, "rebellion_bonus") == ["build_build_1"]


@pytest.mark.clause("rurik.solo.bonus_moves")
@pytest.mark.parametrize(
    ("option", "order"),
    [("after", ["rebellion_musters", "rebellion_gathers"]), ("before", ["rebellion_gathers", "rebellion_musters"])],
)
def test_boots_of_a_bonus_come_after_the_main_action(option: str, order: list[str]) -> None:
    fields: dict[str, Any] = {
        "options": {"level": "hard", "bonus_moves": option},
        "coins": [0, 1],
        "mat_coins": [2, 3, 3],
    }
    state = action_position(
        "muster", 3, troops=[{"volyn": 3}, {"volyn": 1, "kiev": 3}], leader_at=[None, "kiev"], **fields
    )
    notes = [key for key in note_keys(run_rebellion(state)) if key in order]
    assert notes == order
    assert rebel_troops(state) == {"volyn": 2, "kiev": 3}
    assert rebel_leader(state) == "volyn"


@pytest.mark.clause("rurik.solo.bonus_coins")
def test_bonus_brings_its_coins() -> None:
    state = action_position("muster", 2, troops=[{}, {"kiev": 1}], options={"level": "medium"}, mat_coins=[2, 2, 3])
    assert named_in_notes(run_rebellion(state), "rebellion_bonus") == ["muster_coin_1"]
    assert state.coins[1] == 1
    state = action_position("scheme", 2, options={"level": "easy"}, mat_coins=[2, 2, 0])
    assert named_in_notes(run_rebellion(state), "rebellion_bonus") == ["scheme_coin_2"]
    assert state.coins[1] == 3, "two, and the coin of the bonus that is unlocked"


@pytest.mark.clause("rurik.solo.region_order")
def test_order_wraps_around() -> None:
    """Card 15 lists Volyn first and Pereyaslavl last: three helmets for two regions begin again with the first."""
    state = action_position("muster", 2, troops=[{}, {"volyn": 1, "pereyaslavl": 1}], leader_at=[None, "volyn"])
    assert (REGIONS[ORDER[14][0]], REGIONS[ORDER[14][-1]]) == ("volyn", "pereyaslavl")
    assert named_in_notes(run_rebellion(state), "rebellion_musters_ruled") == ["volyn", "pereyaslavl", "volyn"]


@pytest.mark.clause("rurik.solo.watch")
def test_rebellions_turn_can_be_watched_step_by_step() -> None:
    fields: dict[str, Any] = {
        "troops": [{}, {"kiev": 1, "volyn": 1}],
        "leader_at": [None, "kiev"],
        "board": {"muster": [space(1, 4)]},
    }
    step: dict[str, Any] = {"options": {"rebellion_turn": "step"}}
    at_once = solo_position(TURN, **fields)
    run_rebellion(at_once)
    watched = solo_position(TURN, **fields, **step)
    stops = 0
    act(watched, "go_on")
    while legal(watched) == {"go_on", "run_on"}:
        stops += 1
        act(watched, "go_on")
    assert stops == 5, "the advisor and four troops"
    assert rebel_troops(watched) == rebel_troops(at_once)
    hurried = solo_position(TURN, **fields, **step)
    act(hurried, "go_on", "run_on")
    assert hurried.is_terminal
    assert rebel_troops(hurried) == rebel_troops(at_once)
    assert not hurried.running


@pytest.mark.clause("rurik.solo.watch")
def test_watching_does_not_change_the_game() -> None:
    """The player makes no decisions in the rebellion's turns, so the game is the same either way."""
    finals: list[tuple[list[int], list[int]]] = []
    for how in ("run", "step"):
        state = GAME.new_state(1, 21, leaders="random", rebellion_turn=how)
        assert isinstance(state, RurikState)
        while not state.is_terminal:
            first = state.legal_actions()[0]
            state.apply(first)
        finals.append((state.scores(), state.troops))
    assert finals[0] == finals[1]
