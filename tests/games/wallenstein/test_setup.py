"""Board, pieces and setup."""

import pytest

from regnum.core.packed import popcount
from regnum.games.wallenstein.components import (
    GRAIN,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
    REGION_LANDS,
    SITES,
    TAX,
)
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.setup import DraftLand, NextDraft, PlaceGroup
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, Scene, land, texts

EXCLUDED = ["bremen", "holstein", "steiermark", "tirol", "bayern", "konstanz", "burgund", "luettich"]


def begin(players: int, seed: int = 1, **options: object) -> WallensteinState:
    state = GAME.new_state(players, seed, **options)
    assert isinstance(state, WallensteinState)
    return state


@pytest.mark.clause("wallenstein.setup.players")
def test_three_to_five_players_can_play() -> None:
    assert GAME.player_counts == (3, 4, 5)
    for players in (2, 6):
        with pytest.raises(ValueError, match="3, 4, 5"):
            GAME.new_state(players)


@pytest.mark.clause("wallenstein.setup.map")
def test_map_has_five_regions_of_nine_lands() -> None:
    assert [region.bit_count() for region in REGION_LANDS] == [9] * 5
    assert (len(LANDS), sum(SITES), sum(TAX), sum(GRAIN)) == (45, 88, 216, 135)
    assert set(SITES) == {1, 2, 3}
    assert sum(mask.bit_count() for mask in NEIGHBOURS) == 2 * 114
    burgund = land("burgund")
    assert (TAX[burgund], GRAIN[burgund], SITES[burgund]) == (7, 2, 2)
    assert SITES[land("bremen")] == 2
    assert NEIGHBOURS[land("altmark")] >> land("vorpommern") & 1
    assert not NEIGHBOURS[land("konstanz")] >> land("tirol") & 1


@pytest.mark.clause("wallenstein.setup.three_players")
def test_three_players_play_without_eight_lands() -> None:
    state = begin(3)
    cards = {*state.land_deck, *state.open_lands}
    assert cards == {number for number, name in enumerate(LANDS) if name not in EXCLUDED}
    assert begin(4).neutral_lands().bit_count() == 45
    for name in EXCLUDED:
        assert not IN_PLAY[3] >> land(name) & 1
    with pytest.raises(ValueError, match="tirol is not in play"):
        Scene(3).land(A, "tirol").now()


@pytest.mark.clause("wallenstein.setup.material", "wallenstein.setup.open", "wallenstein.setup.markers")
@pytest.mark.parametrize(("players", "coins"), [(3, 18), (4, 15), (5, 12)])
def test_players_begin_with_visible_coins(players: int, coins: int) -> None:
    state = begin(players)
    assert state.coins == [coins] * players
    assert state.supply == [62] * players + [20]
    assert state.points == state.grain == [0] * players
    seen = state.observed_by(None)
    assert isinstance(seen, WallensteinState)
    assert (seen.coins, seen.supply, seen.tower) == (state.coins, state.supply, state.tower)


@pytest.mark.clause("wallenstein.setup.land_deck")
def test_two_land_cards_lie_open_beside_the_hidden_deck() -> None:
    state = begin(4)
    assert len(state.land_deck) == 43
    seen = state.observed_by(0)
    assert isinstance(seen, WallensteinState)
    assert seen.open_lands == state.open_lands
    assert set(seen.land_deck) == {-1}


@pytest.mark.clause("wallenstein.setup.groups", "wallenstein.setup.draft_group", "wallenstein.setup.draft_end")
@pytest.mark.parametrize(
    ("players", "groups"),
    [(3, [2, 2, 2, 2, 3, 3, 4, 4, 5]), (4, [2, 2, 2, 3, 3, 4, 4, 5]), (5, [2, 2, 3, 3, 4, 4, 5])],
)
def test_army_groups_end_on_the_map_one_in_each_land(players: int, groups: list[int]) -> None:
    state = begin(players, 5)
    while state.year == 0:
        state.apply(state.legal_actions()[0])
    for player in range(players):
        armies = [state.armies[number] for number in range(45) if state.lands[player] >> number & 1]
        assert sorted(armies) == groups
    assert state.land_deck == ()
    assert state.neutral_lands().bit_count() == (37 if players == 3 else 45) - players * len(groups)


@pytest.mark.clause("wallenstein.setup.first_player", "wallenstein.setup.draft_order")
def test_drafters_follow_each_other_from_the_seat_that_the_option_names() -> None:
    state = begin(4, 1, first_player=3)
    order = []
    for _ in range(6):
        order.append(state.players_to_act[0])
        state.submit("draw", order[-1])
        state.apply(state.legal_actions()[0])
    assert order == [2, 3, 0, 1, 2, 3]
    assert len({begin(4, seed).players_to_act for seed in range(30)}) == 4
    with pytest.raises(ValueError, match="first_player=5"):
        begin(4, 1, first_player=5)
    with pytest.raises(ValueError, match="nobody drafts"):
        begin(4, 1, first_player=2, start="printed")


def drafting() -> Scene:
    rest = [name for name in LANDS if name not in {*EXCLUDED, "altmark", "anhalt"}]
    return Scene(3).set(
        year=0,
        event_deck=[],
        open_events=[],
        order=[],
        turned=0,
        tiles=[],
        space=[None] * 3,
        confirmed=[0] * 3,
        plan=[[None] * 14] * 3,
        groups=[[4, 2, 2, 1]] * 3,
        open_lands=["altmark", "anhalt"],
        land_deck=rest,
    )


@pytest.mark.clause("wallenstein.setup.draft_take", "wallenstein.setup.draft_refill")
def test_open_card_is_taken_and_replaced_or_the_top_card_is_drawn() -> None:
    state = drafting().now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    assert texts(state) == ["draft altmark", "draft anhalt", "draw"]
    top = state.land_deck[0]
    taken = state.clone()
    taken.submit("draft anhalt", A)
    assert taken.open_lands == (land("altmark"), top)
    assert texts(taken) == ["station 2", "station 3", "station 4", "station 5"]
    taken.submit("station 5", A)
    assert taken.armies[land("anhalt")] == 5
    assert taken.groups[A] == (4, 2, 2, 0)
    assert taken.players_to_act == (B,)
    state.submit("draw", A)
    assert state.open_lands == (land("altmark"), land("anhalt"))
    assert state.lands[A] == 1 << top
    with expect_refusal("not in play with three players"):
        taken.submit("draft burgund", B)


@pytest.mark.clause("wallenstein.setup.draft_replace")
def test_same_two_cards_as_at_the_own_last_turn_may_go_under_the_deck() -> None:
    state = drafting().put("offered", A, ["altmark", "anhalt"]).now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    assert texts(state)[-1] == "replace"
    third, fourth = state.land_deck[:2]
    state.submit("replace", A)
    assert state.open_lands == (third, fourth)
    assert state.land_deck[-2:] == (land("altmark"), land("anhalt"))
    seen = state.observed_by(B)
    assert isinstance(seen, WallensteinState)
    assert seen.land_deck[-2:] == state.land_deck[-2:]
    assert set(seen.land_deck[:-2]) == {-1}
    assert texts(state) == [f"draft {LANDS[third]}", f"draft {LANDS[fourth]}", "draw"]
    other = drafting().put("offered", A, ["altmark", "baden"]).now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    with expect_refusal("same two cards"):
        other.submit("replace", A)


@pytest.mark.clause("wallenstein.setup.printed")
@pytest.mark.parametrize(("players", "armies"), [(3, 27), (4, 25), (5, 23)])
def test_printed_position_gives_each_player_lands_and_armies(players: int, armies: int) -> None:
    state = begin(players, start="printed")
    for player in range(players):
        lands = [number for number in range(45) if state.lands[player] >> number & 1]
        assert len(lands) == 12 - players
        assert sum(state.armies[number] for number in lands) == armies
        assert max(state.armies[number] for number in lands) == 5
    assert state.players_to_act == tuple(range(players))
    if players == 3:
        assert (state.owner(land("trier")), state.armies[land("trier")]) == (0, 3)
    if players == 5:
        assert (state.owner(land("burgund")), state.armies[land("burgund")]) == (3, 2)


@pytest.mark.clause("wallenstein.setup.tower")
def test_seven_armies_each_and_ten_farmers_are_thrown_and_the_fallen_return() -> None:
    state = begin(4, start="printed")
    for player in range(4):
        assert 0 <= state.tower[player] <= 7
        assert state.supply[player] + state.tower[player] + 25 == 62
    assert state.tower[4] <= 10
    assert state.supply[4] + state.tower[4] == 20
    assert state.tray == [0] * 5
    left = [sum(begin(4, seed, start="printed").tower) for seed in range(300)]
    assert 11.5 < sum(left) / len(left) < 14  # 38 cubes, one in three stays: 12.7


@pytest.mark.clause("wallenstein.setup.events", "wallenstein.setup.four_events")
def test_four_events_lie_open_and_the_other_eight_are_hidden() -> None:
    state = begin(3, start="printed")
    assert popcount(state.open_events) == 4
    assert len(state.event_deck) == 8
    seen = state.observed_by(0)
    assert isinstance(seen, WallensteinState)
    assert seen.open_events == state.open_events
    assert seen.event_deck == (-1,) * 8


@pytest.mark.clause("wallenstein.setup.supply")
def test_coins_have_no_end_but_buildings_do() -> None:
    assert Scene().put("coins", A, 500).now().coins[A] == 500
    scene = Scene(5)
    scene.data["buildings"][0] = [*LANDS[:29]]
    for name in LANDS[:29]:
        scene.land(A, name)
    with pytest.raises(ValueError, match="more than 28 of palace"):
        scene.now()


@pytest.mark.clause("wallenstein.setup.draft_replace", "wallenstein.setup.draft_take")
def test_cards_put_under_the_deck_are_known_until_they_are_drawn() -> None:
    deck = ["baden", "trier", "mark", "koeln"]
    scene = drafting().set(groups=[[2, 0, 0, 0]] * 3, known_below=2)
    with pytest.raises(ValueError, match="too few cards for the draft"):
        scene.set(land_deck=deck).now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    state = scene.set(land_deck=["passau", "boehmen", *deck]).now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    for left, known in ((5, 2), (4, 2), (3, 2), (2, 2), (1, 1)):
        drafter = state.players_to_act[0]
        state.submit("draw", drafter)
        assert (len(state.land_deck), state.known_below) == (left, known)
        assert state.position_errors() == []
        seen = state.observed_by(None)
        assert isinstance(seen, WallensteinState)
        assert seen.land_deck == (-1,) * (left - known) + state.land_deck[left - known :]
        state.submit("station 2", drafter)


def test_position_of_the_draft_is_read_back_as_it_was() -> None:
    state = GAME.new_state(4, 3)
    for _ in range(7):
        assert GAME.state_from_dict(state.to_dict()) == state
        state.apply(state.legal_actions()[0])


@pytest.mark.clause("wallenstein.setup.draft_replace", "wallenstein.setup.draft_refill")
def test_cards_put_under_a_short_deck_come_up_again() -> None:
    scene = drafting().set(groups=[[1, 0, 0, 0]] * 3, land_deck=["baden", "trier", "mark"])
    state = scene.put("offered", A, ["altmark", "anhalt"]).now(DraftLand(A), PlaceGroup(A), NextDraft(B))
    state.submit("replace", A)
    assert (state.open_lands, state.known_below) == ((land("baden"), land("trier")), 2)
    for known in (2, 1, 0):
        state.submit("draw", state.players_to_act[0])
        assert state.known_below == known
        state.submit("station 2", state.players_to_act[0])
        assert known == 0 or state.position_errors() == []
