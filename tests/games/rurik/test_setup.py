"""Setup: the table before the first round."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import REGIONS
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal, position, turn_position

GREEN = {"novgorod", "rostov", "polotsk", "smolensk", "volyn", "kiev", "chernigov", "pereyaslavl"}
YELLOW = {"pskov", "suzdal", "galich"}
BROWN = {"brest", "murom", "peresech", "azov"}


def new(players: int, seed: int = 3, **options: object) -> RurikState:
    state = GAME.new_state(players, seed, **options)
    assert isinstance(state, RurikState)
    return state


def until_troops(players: int) -> RurikState:
    state = new(players, leaders="random", first_player=1)
    while "place_troop" not in {action.family for action in state.legal_actions()}:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.clause("rurik.setup.regions")
@pytest.mark.parametrize(("players", "regions"), [(2, GREEN), (3, GREEN | YELLOW), (4, GREEN | YELLOW | BROWN)])
def test_regions_in_play_depend_on_the_players(players: int, regions: set[str]) -> None:
    state = until_troops(players)
    assert legal(state) == {f"place_troop {region}" for region in regions}
    assert len(regions) == {2: 8, 3: 11, 4: 15}[players]


@pytest.mark.clause("rurik.setup.regions")
def test_region_out_of_play_cannot_be_entered() -> None:
    moving: list[dict[str, Any]] = [{"step": step, "player": 0} for step in ("Move", "Turn")] + [{"step": "EndTurn"}]
    two = position(2, moving, active=4, troops=[{"volyn": 1}], points=[0, 1, 0, 0, 0, 0, 0])
    assert legal(two, "move") == {"move volyn polotsk", "move volyn kiev"}
    four = position(4, moving, active=4, troops=[{"volyn": 1}], points=[0, 1, 0, 0, 0, 0, 0])
    assert legal(four, "move") == {f"move volyn {to}" for to in ("polotsk", "kiev", "brest", "galich")}
    with expect_refusal("not in play"):
        two.submit("move volyn brest", 0)


@pytest.mark.clause("rurik.setup.board")
def test_strategy_board_has_two_sides() -> None:
    """Columns have three spaces with two players and four with more; costs and benefits differ."""
    fourth = {"tax": [None, None, None, {"player": 0, "advisor": 1, "bribe": 0}]}
    with pytest.raises(ValueError, match="only 3 spaces"):
        position(2, [], board=fourth)
    assert position(3, [], board=fourth).to_dict()["board"] == fourth
    for players, points, cost in ((2, 1, 1), (3, 1, 0), (4, 1, 0)):
        state = turn_position("tax", 3, players, coins=[2], troops=[{"kiev": 1}])
        act(state, "main_action")
        assert state.points == [0, 0, 0, points, 0, 0, 0]
        assert state.coins[0] == 2 - cost


@pytest.mark.clause("rurik.setup.supply")
def test_goods_and_coins_never_run_out() -> None:
    state = position(2, [], coins=[500], dock=[{"wood": 90}], boat=[{"wood": 3}])
    assert state.coins == [500, 0]
    state.gain_good(0, 0)
    assert state.to_dict()["dock"][0] == {"wood": 91}


@pytest.mark.clause("rurik.setup.household", "rurik.household.boat")
def test_household_at_the_start() -> None:
    state = new(3)
    assert state.coins == [3, 3, 3]
    assert state.to_dict()["exchanges"] == [["build", "muster"]] * 3
    for good, slots in {"ore": 2, "wood": 3, "fish": 3, "honey": 2, "fur": 1}.items():
        for _ in range(5):
            state.gain_good(1, ["wood", "ore", "fish", "honey", "fur"].index(good))
        assert state.to_dict()["boat"][1][good] == slots
        assert state.to_dict()["dock"][1][good] == 5 - slots
    assert sum(state.boat) == 11


@pytest.mark.clause("rurik.setup.rebels")
def test_each_region_starts_with_a_rebel_and_a_good() -> None:
    for players, regions in ((2, 8), (3, 11), (4, 15)):
        written = new(players).to_dict()
        assert written["rebels"] == written["goods"] == REGIONS[:regions]
        assert len(written["rewards"]) == 15
    goods = dict(zip(REGIONS, new(2).to_dict()["region_goods"], strict=True))
    assert goods["kiev"] == goods["novgorod"] == goods["suzdal"] == goods["brest"] == "wood"
    assert goods["rostov"] == goods["polotsk"] == goods["murom"] == "ore"
    assert goods["volyn"] == goods["chernigov"] == goods["pskov"] == goods["azov"] == "fish"
    assert goods["smolensk"] == goods["galich"] == "honey"
    assert goods["pereyaslavl"] == goods["peresech"] == "fur"


@pytest.mark.clause("rurik.setup.scheme_decks", "rurik.schemes.cards")
def test_schemes_form_two_decks() -> None:
    state = new(2)
    assert (len(state.left_deck), len(state.right_deck), state.discards) == (14, 13, 0)
    assert sorted(state.left_deck + state.right_deck) == list(range(27))
    assert state.left_deck != new(2, seed=4).left_deck
    names = state.to_dict()["left_deck"] + state.to_dict()["right_deck"]
    assert len([name for name in names if "loss" in name]) == 9
    assert len([name for name in names if name.startswith("deed")]) == 3


@pytest.mark.clause("rurik.setup.deed_row")
def test_deed_row_is_filled() -> None:
    state = new(2)
    row = state.to_dict()["deed_row"]
    deck = state.to_dict()["deed_deck"]
    assert len(row) == 3
    assert len(deck) == 23
    assert not set(row) & set(deck)


@pytest.mark.clause("rurik.setup.leader", "rurik.setup.leader_order")
def test_leaders_are_chosen_in_turn_order() -> None:
    state = new(3, first_player=2)
    assert state.players_to_act == (1,)
    assert len(legal(state)) == 8
    act(state, "choose_leader maria")
    assert state.players_to_act == (2,)
    assert "choose_leader maria" not in legal(state)
    with expect_refusal("Maria has already been chosen"):
        state.submit("choose_leader maria", 2)
    act(state, "choose_leader boris", "choose_leader agatha")
    assert state.to_dict()["leaders"] == ["agatha", "maria", "boris"]


@pytest.mark.clause("rurik.setup.leader")
def test_leaders_may_be_drawn() -> None:
    drawn = {new(4, seed, leaders="random").leaders for seed in range(5)}
    assert len(drawn) > 1
    assert all(len(set(leaders)) == 4 and -1 not in leaders for leaders in drawn)


@pytest.mark.clause("rurik.agendas.secret")
def test_agenda_that_was_not_dealt_cannot_be_kept() -> None:
    state = new(2, leaders="random")
    mine = {action.params["agenda"] for action in state.legal_actions(0)}
    other = next(name for name in ("regal", "wealthy", "capable") if name not in mine)
    with expect_refusal("not dealt to you"):
        state.submit(f"choose_agenda {other}", 0)


@pytest.mark.clause("rurik.setup.figures", "rurik.setup.structures", "rurik.setup.markers", "rurik.setup.advisors")
def test_players_have_their_figures_structures_markers_and_advisors() -> None:
    state = new(2)
    assert [state.supply(player) for player in range(2)] == [12, 12]
    assert state.to_dict()["structures"] == [{}, {}]
    assert state.to_dict()["tracks"] == [{}, {}]
    assert state.war == [0, 0]
    with pytest.raises(ValueError, match="13, but there are 12"):
        position(2, [], troops=[{"kiev": 10, "volyn": 3}])
    with pytest.raises(ValueError, match="more than 3 of the kind church"):
        position(4, [], structures=[{"church": ["kiev", "volyn", "brest", "azov"]}])
    while state.round == 0:
        state.apply(state.legal_actions(state.players_to_act[0])[0], state.players_to_act[0])
    assert state.to_dict()["advisors"] == [["1", "2a", "4", "5"]] * 2


@pytest.mark.clause("rurik.setup.first_player")
def test_first_player_is_drawn_or_named() -> None:
    assert {new(4, seed).first for seed in range(30)} == {0, 1, 2, 3}
    state = new(4, first_player=3)
    assert state.first == state.marker == 2
    with pytest.raises(ValueError, match="first_player=4 with 3 players"):
        GAME.new_state(3, 1, first_player=4)


@pytest.mark.clause("rurik.setup.troops", "rurik.setup.leader_figure")
def test_troops_are_placed_one_by_one_before_the_leaders() -> None:
    state = new(2, leaders="random", first_player=2)
    act(state, str(state.legal_actions(0)[0]))
    act(state, str(state.legal_actions(1)[0]))
    order = []
    for region in ("kiev", "kiev", "volyn", "kiev", "rostov", "rostov"):
        order.append(state.players_to_act[0])
        act(state, f"place_troop {region}")
    assert order == [1, 0, 1, 0, 1, 0]
    assert state.to_dict()["troops"] == [{"kiev": 2, "rostov": 1}, {"kiev": 1, "volyn": 1, "rostov": 1}]
    assert state.players_to_act == (1,)
    assert legal(state) == {"place_leader kiev", "place_leader volyn", "place_leader rostov"}
    with expect_refusal("no troops in Smolensk"):
        state.submit("place_leader smolensk", 1)
    act(state, "place_leader volyn", "place_leader rostov")
    assert state.to_dict()["leader_at"] == ["rostov", "volyn"]
    assert state.round == 1
    assert state.to_dict()["troops"][0] == {"kiev": 2, "rostov": 1}
