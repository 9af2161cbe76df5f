"""The expansion Landsknechte."""

import pytest

from regnum.games.wallenstein.court import ConvertArmies
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.landsknechte import ChooseBonus, TurnBanners
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, Scene, check_cubes, notes, texts

FOUR = ["altmark", "anhalt", "boehmen", "baden"]  # one land in each of four regions


@pytest.mark.clause("wallenstein.landsknechte.rules", "wallenstein.landsknechte.stack")
def test_players_begin_with_the_empty_banner() -> None:
    for options in ({"landsknechte": True}, {"landsknechte": True, "court": True}):
        state = GAME.new_state(4, 1, start="printed", **options)
        assert isinstance(state, WallensteinState)
        assert state.banner == [0, 0, 0, 0]


@pytest.mark.clause(
    "wallenstein.landsknechte.check", "wallenstein.landsknechte.turn", "wallenstein.landsknechte.otherwise"
)
def test_lands_in_four_regions_turn_a_card_in_player_order_others_stay() -> None:
    scene = Scene(3, landsknechte=True).lands(A, *FOUR).lands(B, "kaernten", "trier", "passau", "mecklenburg")
    scene.lands(C, "vogtland", "schlesien", "augsburg", "koeln", "neumark").set(space=[3, 2, 1], banner=[1, 1, 2])
    state = scene.now(TurnBanners())
    assert state.banner == [2, 1, 3]
    assert state.players_to_act == (C,)
    assert texts(state) == ["bonus coins", "bonus armies", "bonus grain", "bonus points"]
    state.submit("bonus coins", C)
    assert state.players_to_act == (A,)


@pytest.mark.clause("wallenstein.landsknechte.bonus")
@pytest.mark.parametrize(
    ("card", "coins", "armies", "grain", "points"), [(1, 2, 1, 0, 0), (2, 4, 2, 1, 0), (3, 6, 3, 2, 1)]
)
def test_each_card_offers_its_gifts(card: int, coins: int, armies: int, grain: int, points: int) -> None:
    state = Scene(3, landsknechte=True).lands(A, *FOUR).put("banner", A, card).now(ChooseBonus(A))
    amounts = {"coins": coins, "armies": armies, "grain": grain, "points": points}
    assert texts(state) == [f"bonus {kind}" for kind, amount in amounts.items() if amount]
    for kind, amount in amounts.items():
        if not amount:
            with expect_refusal("does not offer"):
                state.submit(f"bonus {kind}", A)
            continue
        after = state.clone()
        after.submit(f"bonus {kind}", A)
        gained = {
            "coins": after.coins[A] - 18, "armies": after.tray[A], "grain": after.grain[A], "points": after.points[A],
        }  # fmt: skip
        assert gained == {name: amount if name == kind else 0 for name in amounts}
        check_cubes(after)


@pytest.mark.clause("wallenstein.landsknechte.before_court")
def test_landsknechte_come_before_the_court() -> None:
    scene = Scene(3, landsknechte=True, court=True).lands(A, *FOUR).plan(A, convert_1="tower").favours(10, 8, 2)
    state = scene.now(TurnBanners(), ConvertArmies())
    state.submit("bonus armies", A)
    assert state.hall[A] == 1  # the army given now is sent to court
    assert notes(state) == []


@pytest.mark.clause("wallenstein.landsknechte.bonus")
def test_gift_cannot_be_declined() -> None:
    state = Scene(3, landsknechte=True).land(A, "anhalt").put("banner", A, 1).now(ChooseBonus(A))
    with expect_refusal("one bonus from your card"):
        state.submit("pass", A)


@pytest.mark.clause("wallenstein.landsknechte.turn", "wallenstein.landsknechte.otherwise")
def test_turned_card_is_reported_and_the_deck_ends() -> None:
    scene = Scene(3, landsknechte=True).lands(A, *FOUR).lands(B, "mecklenburg", "kursachsen", "kaernten", "augsburg")
    state = scene.set(banner=[3, 1, 0]).now()
    state.journal = []
    state.schedule(TurnBanners())
    state.advance()
    assert [(note.key, note.params) for note in state.journal] == [("banner", {"player": B, "card": 3})]
    assert state.banner == [3, 2, 0]
    assert state.players_to_act == (B,)
