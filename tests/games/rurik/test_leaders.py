"""The eight leaders, also against each other."""

from typing import Any

import pytest

from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, legal, position, ruler, troops, turn_position

SAFE = ["coin2", "attack1", "move2", "tax1", "build1"]


# Agatha


@pytest.mark.clause("rurik.leaders.agatha")
def test_agatha_takes_up_to_two_troops_along() -> None:
    state = turn_position("move", 2, leaders=["agatha", "boris"], troops=[{"kiev": 3}], leader_at=["kiev"])
    act(state, "main_action", "move_leader volyn")
    assert legal(state) == {"escort 1", "escort 2", "pass"}
    act(state, "escort 2")
    assert troops(state, 0) == {"kiev": 1, "volyn": 2}
    assert state.points[1] == 1
    act(state, "move_leader kiev", "pass")
    assert troops(state, 0) == {"kiev": 1, "volyn": 2}


@pytest.mark.clause("rurik.leaders.agatha")
def test_agatha_takes_present_troops_on_her_own_moves_only() -> None:
    state = turn_position("move", 2, leaders=["agatha", "boris"], troops=[{"kiev": 1, "volyn": 1}], leader_at=["kiev"])
    act(state, "main_action", "move kiev volyn")
    assert "escort 1" not in legal(state)
    act(state, "move_leader polotsk")
    assert state.is_terminal, "there is no troop left in Kiev"
    one = turn_position("move", 3, leaders=["agatha", "boris"], troops=[{"kiev": 1}], leader_at=["kiev"])
    act(one, "main_action", "move_leader volyn")
    assert legal(one) == {"escort 1", "pass"}
    with expect_refusal("only 1 troop in Kiev"):
        one.submit("escort 2", 0)


@pytest.mark.clause("rurik.leaders.agatha", "rurik.deeds.march")
def test_agatha_marches_once_by_a_deed_even_after_a_pause() -> None:
    """Otherwise she would take two troops along twice."""
    march = [0, 0, 0, 0, 0, 0, 2]
    fields: dict[str, Any] = {"leaders": ["agatha", "boris"], "leader_at": ["kiev"], "points": march, "acted": True}
    state = turn_position("tax", troops=[{"kiev": 2, "rostov": 2}], boat=[{"wood": 2}], **fields)
    act(state, "use march", "march_leader rostov", "escort 2")
    assert "march rostov novgorod" in legal(state)
    with expect_refusal("has already marched"):
        state.submit("march_leader novgorod", 0)
    act(state, "pass", "exchange build wood wood", "use march")
    assert legal(state, "march_leader") == set()
    assert "march rostov novgorod" in legal(state)
    alone = turn_position("tax", **fields)
    act(alone, "use march", "march_leader rostov")
    assert alone.is_terminal, "nobody else can march"


@pytest.mark.clause("rurik.leaders.agatha", "rurik.deeds.march")
def test_agatha_takes_troops_along_on_a_march_but_not_when_pushed() -> None:
    march = [0, 0, 0, 0, 0, 0, 1]
    state = turn_position("tax", leaders=["agatha", "boris"], troops=[{"kiev": 2}], leader_at=["kiev"], points=march)
    act(state, "use march", "march_leader novgorod", "escort 2")
    assert troops(state, 0) == {"novgorod": 2}
    assert "use march" not in legal(state)
    pushed = turn_position(
        "tax", player=1, leaders=["agatha", "predslava"], troops=[{"kiev": 2}], leader_at=["kiev", "kiev"]
    )
    act(pushed, "push_leader volyn 0")
    assert pushed.players_to_act == (1,)
    assert "escort 1" not in legal(pushed)


# Boris


@pytest.mark.clause("rurik.leaders.boris")
def test_boris_turns_up_a_card_less_and_takes_a_coin() -> None:
    fields: dict[str, Any] = {"leaders": ["boris", "maria"], "left": SAFE, "coins": [0, 1]}
    state = turn_position("attack", leader_at=["kiev"], troops=[{"kiev": 1}, {"kiev": 9}], **fields)
    act(state, "main_action", "attack kiev 1")
    assert state.coins == [1, 0]
    act(state, "reveal left")
    assert len(state.left_deck) == 4
    act(state, "attack kiev 1", "reveal left")
    assert state.coins == [1, 0], "there is nothing left to take"
    none = turn_position("attack", 2, leader_at=["kiev"], troops=[{"kiev": 3}, {"kiev": 2}], **fields)
    act(none, "main_action", "attack kiev 1")
    assert none.is_terminal, "no card is left to turn up"
    elsewhere = turn_position("attack", 2, leader_at=["volyn"], troops=[{"kiev": 3}, {"kiev": 2}], **fields)
    act(elsewhere, "main_action", "attack kiev 1")
    assert elsewhere.coins == [0, 1]
    assert legal(elsewhere) == {"reveal left", "reveal right"}


@pytest.mark.clause("rurik.leaders.boris")
def test_boris_takes_nothing_from_rebels_and_nothing_as_a_defender() -> None:
    state = turn_position(
        "attack",
        player=1,
        leaders=["boris", "maria"],
        leader_at=["kiev"],
        troops=[{"kiev": 1}, {"kiev": 3}],
        coins=[0, 4],
    )
    act(state, "main_action", "attack kiev 0")
    assert state.coins == [0, 4]


# Maria


def maria(**fields: Any) -> RurikState:
    return turn_position(
        "muster", leaders=["maria", "boris"], leader_at=["kiev"], **{"troops": [{"kiev": 1}], **fields}
    )


@pytest.mark.clause("rurik.leaders.maria", "rurik.leaders.once")
def test_maria_opens_one_region_next_to_her() -> None:
    state = maria(troops=[{"kiev": 1}, {"volyn": 2}])
    act(state, "main_action")
    assert legal(state) == {
        "muster kiev",
        "muster volyn",
        "muster polotsk",
        "muster chernigov",
        "muster pereyaslavl",
        "pass",
    }
    act(state, "muster volyn")
    assert legal(state) == {"muster kiev", "muster volyn", "pass"}
    act(state, "muster volyn", "muster volyn")
    assert troops(state, 0) == {"kiev": 1, "volyn": 3}


@pytest.mark.clause("rurik.leaders.once")
def test_maria_helps_once_in_a_round() -> None:
    state = maria(ability_used=[True, False])
    act(state, "main_action")
    assert legal(state) == {"muster kiev", "pass"}
    unused = maria()
    act(unused, "main_action", "muster kiev")
    assert unused.ability_used == (False, False)
    act(unused, "muster volyn")
    assert unused.ability_used == (True, False)
    next_round = position(2, [{"step": "Round"}], round=1, ability_used=[True, True])
    assert next_round.ability_used == (False, False)


@pytest.mark.clause("rurik.leaders.maria")
def test_maria_off_the_map_has_no_effect() -> None:
    state = turn_position("muster", leaders=["maria", "boris"], troops=[{"kiev": 1}])
    act(state, "main_action")
    assert legal(state) == {"muster kiev", "muster_leader kiev", "pass"}


# Mstislav


@pytest.mark.clause("rurik.leaders.mstislav")
def test_mstislav_pays_one_point_regardless_of_the_ruler() -> None:
    fields: dict[str, Any] = {"leaders": ["mstislav", "boris"], "leader_at": ["kiev"]}
    sides = [{"volyn": 1}, {"kiev": 5, "volyn": 1}]
    taxes = turn_position("tax", 2, troops=sides, **fields)
    act(taxes, "main_action")
    assert legal(taxes) == {"tax kiev", "pass"}
    builds = turn_position("build", 2, troops=sides, **fields)
    act(builds, "main_action")
    assert legal(builds) == {"build church kiev", "build stronghold kiev", "build market kiev", "pass"}
    away = turn_position("tax", 2, troops=sides, leaders=["mstislav", "boris"], leader_at=["volyn"])
    act(away, "main_action")
    assert legal(away) == {"tax volyn", "pass"}
    his = turn_position("tax", 2, player=1, troops=[{}, {"kiev": 1}], **fields)
    act(his, "main_action")
    assert his.is_terminal, "Mstislav helps only the player who has him"


# Predslava


@pytest.mark.clause("rurik.leaders.predslava", "rurik.leaders.predslava_leader", "rurik.leaders.predslava_coin")
def test_predslava_sends_a_figure_away() -> None:
    sides = [{"kiev": 1}, {"kiev": 2, "volyn": 1}]
    state = turn_position("tax", leaders=["predslava", "boris"], leader_at=["kiev", "kiev"], troops=sides)
    goals = ("volyn", "polotsk", "chernigov", "pereyaslavl")
    assert legal(state, "push") == {f"push {to} 1" for to in goals}
    assert legal(state, "push_leader") == {f"push_leader {to} 1" for to in goals}
    leader = state.clone()
    assert isinstance(leader, RurikState)
    act(state, "push volyn 1")
    assert troops(state, 1) == {"kiev": 1, "volyn": 2}
    assert state.coins == [0, 1]
    assert not state.acted
    act(leader, "push_leader chernigov 1")
    assert leader.to_dict()["leader_at"] == ["kiev", "chernigov"]
    assert leader.coins == [0, 1]


@pytest.mark.clause("rurik.leaders.once", "rurik.leaders.predslava")
def test_predslava_pushes_once_in_a_round_before_or_after_the_main_action() -> None:
    sides = [{"kiev": 2}, {"kiev": 2}]
    state = turn_position("tax", 2, leaders=["predslava", "boris"], leader_at=["kiev"], troops=sides)
    act(state, "main_action", "tax kiev", "push volyn 1")
    assert state.is_terminal
    used = turn_position(
        "tax", 2, leaders=["predslava", "boris"], leader_at=["kiev"], troops=sides, ability_used=[True, False]
    )
    assert legal(used) == {"main_action", "forfeit"}
    with expect_refusal("Predslava has already done that this round"):
        used.submit("push volyn 1", 0)


# Sudislav


@pytest.mark.clause("rurik.leaders.sudislav")
def test_sudislav_turns_swords_into_helmets() -> None:
    state = turn_position(
        "attack", leaders=["sudislav", "boris"], leader_at=["kiev"], troops=[{"volyn": 1}], rebels=["kiev"]
    )
    act(state, "main_action")
    assert legal(state) == {"attack_rebels kiev", "swords_to_helmets kiev", "pass"}
    act(state, "swords_to_helmets kiev")
    assert troops(state, 0) == {"kiev": 1, "volyn": 1}
    act(state, "attack_rebels kiev")
    assert state.to_dict()["rebels"] == []
    full = turn_position("attack", leaders=["sudislav", "boris"], leader_at=["kiev"], troops=[{"volyn": 12}])
    act(full, "main_action")
    assert full.is_terminal
    away = turn_position("attack", leaders=["sudislav", "boris"], troops=[{"volyn": 1}])
    act(away, "main_action")
    assert away.is_terminal


# Sviatopolk


@pytest.mark.clause("rurik.leaders.sviatopolk")
def test_rebels_count_for_sviatopolk_when_it_comes_to_ruling() -> None:
    fields: dict[str, Any] = {"leaders": ["sviatopolk", "boris"], "leader_at": ["kiev"], "rebels": ["kiev", "volyn"]}
    assert ruler(position(2, [], troops=[{}, {"kiev": 1}], **fields), "kiev") == 0
    assert ruler(position(2, [], troops=[{}, {"kiev": 2}], **fields), "kiev") is None
    assert ruler(position(2, [], troops=[{"volyn": 1}], **fields), "volyn") is None, "only in his region"
    state = turn_position("muster", **fields)
    assert state.occupied_regions(0) == 1 << 5
    assert state.figures(0, 5) == 1


@pytest.mark.clause("rurik.leaders.sviatopolk_troop")
def test_rebel_beaten_by_sviatopolk_becomes_a_troop() -> None:
    fields: dict[str, Any] = {"leaders": ["sviatopolk", "boris"], "leader_at": ["kiev"], "rebels": ["kiev", "volyn"]}
    state = turn_position("attack", troops=[{"volyn": 1}], **fields)
    notes = act_and_read_notes(state, "main_action", "attack_rebels kiev", "attack_rebels volyn")
    assert troops(state, 0) == {"kiev": 1, "volyn": 1}
    assert [note[0] for note in notes] == ["rebel_reward", "sviatopolk_musters", "rebel_reward"]
    assert len(state.to_dict()["defeated"][0]) == 2
    empty = turn_position("attack", troops=[{"volyn": 12}], **fields)
    act(empty, "main_action", "attack_rebels kiev")
    assert troops(empty, 0) == {"volyn": 12}


# Yaroslav


@pytest.mark.clause("rurik.leaders.yaroslav_ties")
def test_yaroslav_wins_every_tie() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "boris"], "leader_at": ["kiev"]}
    assert ruler(position(2, [], troops=[{}, {"kiev": 1}], **fields), "kiev") == 0
    assert ruler(position(2, [], rebels=["kiev"], **fields), "kiev") == 0
    assert ruler(position(2, [], troops=[{}, {"kiev": 2}], **fields), "kiev") == 1
    assert ruler(position(2, [], troops=[{"volyn": 1}, {"volyn": 1}], **fields), "volyn") is None
    three = position(3, [], troops=[{}, {"kiev": 2}, {"kiev": 2}], leaders=["yaroslav", "boris", "maria"])
    assert ruler(three, "kiev") is None, "a tie between other players stays a tie"


@pytest.mark.clause("rurik.leaders.yaroslav_structures")
def test_opponents_structures_do_nothing_in_yaroslavs_region() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "boris"], "leader_at": ["kiev"]}
    fort = [{}, {"stronghold": ["kiev"]}]
    assert ruler(position(2, [], troops=[{}, {"kiev": 1}], structures=fort, **fields), "kiev") == 0
    attacked = turn_position("attack", 2, troops=[{"kiev": 5}, {"kiev": 1}], structures=fort, left=SAFE, **fields)
    act(attacked, "main_action", "attack kiev 1", "reveal left")
    assert len(attacked.left_deck) == 4, "one card, none for the stronghold"
    market = [{}, {"market": ["kiev"]}]
    taxed = turn_position("tax", player=1, troops=[{}, {"kiev": 3}], structures=market, **fields)
    act(taxed, "main_action", "tax kiev")
    assert taxed.is_terminal, "no choice at the market"
    church = turn_position("build", player=1, troops=[{}, {"kiev": 3}], rebels=["kiev"], **fields)
    act(church, "main_action", "build church kiev")
    assert church.to_dict()["rebels"] == ["kiev"]
    assert troops(church, 1) == {"kiev": 3}
    assert church.to_dict()["structures"][1] == {"church": ["kiev"]}


@pytest.mark.clause("rurik.leaders.yaroslav_structures")
def test_yaroslavs_own_structures_work() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "boris"], "leader_at": ["kiev"]}
    state = turn_position("tax", troops=[{"kiev": 1}], structures=[{"market": ["kiev"]}], **fields)
    act(state, "main_action", "tax kiev", "market coin")
    assert state.coins == [1, 0]
    own = [{"stronghold": ["kiev"]}]
    assert ruler(position(2, [], troops=[{}, {"kiev": 2}], structures=own, **fields), "kiev") == 0


@pytest.mark.clause("rurik.leaders.yaroslav_ties", "rurik.leaders.sviatopolk")
def test_yaroslav_against_sviatopolk_in_one_region() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "sviatopolk"], "leader_at": ["kiev", "kiev"], "rebels": ["kiev"]}
    assert ruler(position(2, [], **fields), "kiev") == 1, "one against one and a rebel"
    assert ruler(position(2, [], troops=[{"kiev": 1}], **fields), "kiev") == 0, "two against two: Yaroslav's tie"


@pytest.mark.clause("rurik.leaders.mstislav", "rurik.leaders.yaroslav_structures")
def test_mstislav_builds_cheaply_but_without_ability_beside_yaroslav() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "mstislav"], "leader_at": ["kiev", "kiev"]}
    state = turn_position("build", 2, player=1, troops=[{"kiev": 4}], **fields)
    act(state, "main_action", "build church kiev")
    assert troops(state, 0) == {"kiev": 4}
    assert state.points[4] == 0


@pytest.mark.clause("rurik.leaders.mstislav")
@pytest.mark.parametrize("ruled", [False, True])
def test_log_mentions_mstislav_where_he_lowers_a_price(ruled: bool) -> None:
    fields: dict[str, Any] = {"leaders": ["mstislav", "boris"], "leader_at": ["kiev"]}
    others = [{}, {} if ruled else {"kiev": 4}]
    taxed = act_and_read_notes(turn_position("tax", 2, troops=others, **fields), "main_action", "tax kiev")
    built = act_and_read_notes(turn_position("build", 2, troops=others, **fields), "main_action", "build market kiev")
    saved = [note[0] for note in [*taxed, *built] if note[0].startswith("mstislav")]
    assert saved == ([] if ruled else ["mstislav_saves_wagon", "mstislav_saves_hammer"])


@pytest.mark.clause("rurik.leaders.yaroslav_ties")
def test_log_mentions_a_tie_won_by_yaroslav_where_it_matters() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "boris"], "leader_at": ["kiev"]}
    tie = ("yaroslav_ties", {"player": 0, "region": "kiev"})
    assert tie in act_and_read_notes(
        turn_position("tax", 2, troops=[{}, {"kiev": 1}], **fields), "main_action", "tax kiev"
    )
    assert tie not in act_and_read_notes(
        turn_position("tax", 2, troops=[{"kiev": 1}, {"kiev": 1}], **fields), "main_action", "tax kiev"
    )
    attacked = turn_position("attack", player=1, troops=[{}, {"kiev": 1}], **fields)
    assert tie in act_and_read_notes(attacked, "main_action", "attack kiev 0")


@pytest.mark.clause("rurik.leaders.yaroslav_structures")
def test_log_names_the_structure_that_yaroslav_stops() -> None:
    fields: dict[str, Any] = {"leaders": ["yaroslav", "boris"], "leader_at": ["kiev"]}
    taxed = turn_position("tax", player=1, troops=[{}, {"kiev": 3}], structures=[{}, {"market": ["kiev"]}], **fields)
    church = turn_position("build", player=1, troops=[{}, {"kiev": 3}], rebels=["kiev"], **fields)
    attacked = turn_position(
        "attack", troops=[{"kiev": 5}, {"kiev": 1}], structures=[{}, {"stronghold": ["kiev"]}], **fields
    )
    moves = {
        "market": (taxed, "tax kiev"),
        "church": (church, "build church kiev"),
        "stronghold": (attacked, "attack kiev 1"),
    }
    for structure, (state, move) in moves.items():
        (stops,) = [params for key, params in act_and_read_notes(state, "main_action", move) if key == "yaroslav_stops"]
        assert (stops["structure"], stops["region"], stops["rival"]) == (structure, "kiev", 0)
