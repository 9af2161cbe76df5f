"""The Emperor's court and its 21 favours."""

import random

import pytest

from regnum.games.wallenstein.action_phase import Build, Collect
from regnum.games.wallenstein.battle import Revolt
from regnum.games.wallenstein.components import (
    BUILDINGS,
    COLLECT_TAXES,
    COMBAT_A,
    COMBAT_B,
    CONVERT_1,
    CONVERT_2,
    CONVERT_3,
    EVENTS,
    FAVOURS,
    PALACE,
)
from regnum.games.wallenstein.court import AskFavour, Audience, ConvertArmies
from regnum.games.wallenstein.favours import CancelEvent
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.player_order import RevealBids
from regnum.games.wallenstein.rounds import EndRound, LayFavourCards
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, D, Scene, check_cubes, land, owner, texts


def court(players: int = 4) -> Scene:
    return Scene(players, court=True)


@pytest.mark.clause("wallenstein.court.rules", "wallenstein.court.material")
def test_court_is_an_option_and_brings_courtiers_and_fields() -> None:
    plain = GAME.new_state(3, 5, start="printed")
    assert isinstance(plain, WallensteinState)
    assert (plain.hall, plain.favour_deck, plain.field_count()) == ([0, 0, 0], (), CONVERT_1)
    state = GAME.new_state(3, 5, start="printed", court=True)
    assert isinstance(state, WallensteinState)
    assert state.field_count() == CONVERT_3 + 1
    with pytest.raises(ValueError, match="hall: something is there, but the court is not played"):
        Scene(3).put("hall", A, 2).now()


@pytest.mark.clause("wallenstein.court.start_courtiers", "wallenstein.court.favour_deck")
def test_each_army_that_falls_out_at_the_filling_sends_a_courtier() -> None:
    for seed in range(20):
        state = GAME.new_state(4, seed, start="printed", court=True)
        assert isinstance(state, WallensteinState)
        assert state.hall == [7 - inside for inside in state.tower[:4]]
        assert len(state.favour_deck) == 18
        seen = state.observed_by(0)
        assert isinstance(seen, WallensteinState)
        assert set(seen.favour_deck) == {-1}


@pytest.mark.clause("wallenstein.court.lay_favours")
def test_example_the_favours_ten_eight_and_two_cost_four_three_and_two_courtiers() -> None:
    scene = court().planning().set(favour_deck=[8, 2, 10, *[f for f in FAVOURS if f not in (2, 8, 10)]])
    state = scene.now(LayFavourCards())
    assert [FAVOURS[card] for card in state.favours] == [10, 8, 2]
    assert len(state.favour_deck) == 18


def converting(**cards: str) -> Scene:
    scene = court().land(A, "vogtland", 4).land(A, "baden", 2).inside(A, 2, "tray").favours(10, 8, 2)
    return scene.plan(A, **cards)


@pytest.mark.clause(
    "wallenstein.court.convert_order",
    "wallenstein.court.convert_land",
    "wallenstein.court.convert_tray",
    "wallenstein.court.convert_coin",
    "wallenstein.court.before_actions",
)
def test_example_barbara_sends_three_courtiers_from_vogtland_and_two_from_the_tray() -> None:
    scene = converting(convert_3="vogtland", convert_2="tower", convert_1="coin_4")
    state = scene.now(ConvertArmies())
    assert state.hall[A] == 5
    assert state.armies[land("vogtland")] == 1
    assert state.tray[A] == 0
    assert state.supply[A] == 62 - 1 - 2
    assert state.coins[A] == 15
    check_cubes(state)
    assert state.shown[A] == 1 << CONVERT_1 | 1 << CONVERT_2 | 1 << CONVERT_3


@pytest.mark.clause("wallenstein.court.convert_in_full", "wallenstein.court.convert_land")
def test_courtiers_are_sent_only_if_armies_and_courtiers_suffice() -> None:
    state = converting(convert_2="baden").now(ConvertArmies())  # one of two must stay
    assert (state.hall[A], state.armies[land("baden")]) == (0, 2)
    state = converting(convert_3="tower").now(ConvertArmies())
    assert (state.hall[A], state.tray[A]) == (0, 2)
    state = converting(convert_3="vogtland").put("hall", A, 5).now(ConvertArmies())
    assert (state.hall[A], state.armies[land("vogtland")]) == (5, 4)
    state = converting(convert_3="vogtland", convert_2="tower").put("hall", A, 4).now(ConvertArmies())
    assert (state.hall[A], state.tray[A]) == (7, 2)  # three first, then there are no courtiers for two


@pytest.mark.clause("wallenstein.court.convert_order")
def test_field_of_three_is_turned_up_before_that_of_one() -> None:
    scene = converting(convert_3="tower", convert_1="tower").inside(A, 1, "tray")
    assert scene.now(ConvertArmies()).hall[A] == 3  # none is left in the tray for the last one


def audience(*hall: int) -> Scene:
    scene = court().favours(10, 8, 2).set(hall=list(hall), space=[4, 2, 1, 3])
    return scene.lands(A, "anhalt").lands(B, "baden").lands(C, "trier").lands(D, "mark")


@pytest.mark.clause(
    "wallenstein.court.audience_order", "wallenstein.court.one_favour", "wallenstein.court.pay",
    "wallenstein.court.clear",
)  # fmt: skip
def test_example_barbara_takes_eight_dirk_takes_two_and_nobody_affords_ten() -> None:
    state = audience(5, 4, 3, 3).now(Audience())
    assert state.players_to_act == (A,)
    assert texts(state) == ["favour 10", "favour 8", "favour 2", "pass"]
    state.submit("favour 8", A)
    assert state.hall[A] == 2
    assert state.players_to_act == (B,)
    assert texts(state) == ["favour 10", "favour 2", "pass"]
    with expect_refusal("not one of the face-up cards"):
        state.submit("favour 8", B)
    state.submit("favour 2", B)
    assert (state.hall[B], state.coins[B]) == (2, 15 + 3)
    assert state.is_terminal  # C and D have three courtiers, the tenth favour costs four
    assert state.favours == (-1, -1, -1)
    assert state.hall == [2, 2, 3, 3]


@pytest.mark.clause("wallenstein.court.audience_order", "wallenstein.court.one_favour", "wallenstein.court.pay")
def test_equals_ask_in_player_order_and_may_pass() -> None:
    state = audience(2, 3, 2, 3).now(Audience())
    order = []
    while not state.is_terminal:
        order.append(state.players_to_act[0])
        if order[-1] == D:
            with expect_refusal("costs 4 courtiers"):
                state.submit("favour 10", D)
        state.submit("pass", order[-1])
    assert order == [B, D, C, A]
    assert state.hall == [2, 3, 2, 3]


@pytest.mark.clause("wallenstein.favours.used")
def test_favours_do_not_repeat_in_a_game() -> None:
    """All three favours of a round are removed, so six rounds show eighteen different ones."""
    rng = random.Random(5)
    state = GAME.new_state(4, 5, start="printed", court=True)
    assert isinstance(state, WallensteinState)
    opened: dict[tuple[int, int], set[int]] = {}
    chosen_favours: list[str] = []
    while not state.is_terminal:
        asking = isinstance(state.stack[-1], AskFavour)
        if asking:
            opened.setdefault((state.year, state.season), set()).update(card for card in state.favours if card >= 0)
            assert not set(state.favour_deck) & {card for cards in opened.values() for card in cards}
        seat = rng.choice(state.players_to_act)
        action = rng.choice(state.legal_actions(seat)[:1] if asking else state.legal_actions(seat))
        chosen_favours += [str(action)] if action.family == "favour" else []
        state.apply(action, seat)
    assert len(chosen_favours) > 3
    assert len(chosen_favours) == len(set(chosen_favours))
    assert sum(map(len, opened.values())) == len({card for cards in opened.values() for card in cards})


@pytest.mark.clause("wallenstein.court.audience_ends")
def test_court_ends_when_all_favours_are_taken() -> None:
    state = audience(7, 6, 5, 7).now(Audience())
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    assert state.is_terminal


@pytest.mark.clause("wallenstein.court.tower_card_bid")
def test_tower_card_is_a_bid_of_no_coins() -> None:
    scene = court(3).tiles().set(space=[None] * 3).plan(A, bid="tower").plan(B, bid="coin_0").plan(C, bid="coin_1")
    first = set()
    for seed in range(30):
        state = scene.now(RevealBids(), seed=seed)
        assert state.coins == [18, 18, 17]
        assert state.players_to_act == (C,)
        state.apply(state.legal_actions()[0])
        first |= set(state.players_to_act)
    assert first == {A, B}


def asking(digit: int, scene: Scene | None = None) -> WallensteinState:
    """Let A take a favour that lies alone on the most expensive space."""
    others = [f for f in FAVOURS if f != digit][:2]
    scene = (scene or court().land(A, "boehmen", 3)).favours(digit, *others).put("hall", A, 7)
    state = scene.now(AskFavour(A))
    state.submit(f"favour {digit}", A)
    return state


@pytest.mark.clause("wallenstein.favours.coins", "wallenstein.favours.at_once")
@pytest.mark.parametrize(("digit", "amount"), [(2, 3), (9, 5), (16, 7)])
def test_favours_bring_coins(digit: int, amount: int) -> None:
    assert asking(digit).coins[A] == 15 + amount


@pytest.mark.clause("wallenstein.favours.armies")
@pytest.mark.parametrize(("digit", "amount"), [(3, 2), (8, 3), (14, 4)])
def test_favours_bring_armies_for_the_tray(digit: int, amount: int) -> None:
    state = asking(digit)
    assert state.tray[A] == amount
    few = asking(digit, court().land(A, "boehmen", 3).inside(A, 58))
    assert (few.tray[A], few.supply[A]) == (1, 0)
    check_cubes(few)


@pytest.mark.clause("wallenstein.favours.grain")
@pytest.mark.parametrize(("digit", "amount"), [(5, 2), (15, 3), (20, 4)])
def test_favours_bring_grain(digit: int, amount: int) -> None:
    assert asking(digit).grain[A] == amount


@pytest.mark.clause("wallenstein.favours.points")
@pytest.mark.parametrize(("digit", "amount"), [(6, 1), (13, 2), (19, 3)])
def test_favours_bring_points(digit: int, amount: int) -> None:
    assert asking(digit).points[A] == amount


@pytest.mark.clause("wallenstein.favours.building", "wallenstein.actions.building_once")
@pytest.mark.parametrize(("digit", "building"), [(7, "trading_house"), (17, "church"), (21, "palace")])
def test_favours_bring_buildings(digit: int, building: str) -> None:
    scene = court().land(A, "boehmen", 1, 0, "church").land(A, "vogtland", 1, 0, "palace").land(A, "baden", 1)
    scene.land(B, "trier", 1).put("coins", A, 0)
    state = asking(digit, scene)
    allowed = {"trading_house": ["baden", "boehmen"], "church": ["baden"], "palace": ["baden", "boehmen"]}[building]
    assert sorted(texts(state)) == [f"donate {name}" for name in allowed]
    with expect_refusal("already a palace" if building == "palace" else "no free site"):
        state.submit("donate vogtland", A)
    with expect_refusal("not yours"):
        state.submit("donate trier", A)
    state.submit("donate baden", A)
    assert state.buildings[BUILDINGS.index(building)] >> land("baden") & 1
    assert state.coins[A] == 0
    nowhere = asking(digit, court().land(A, "vogtland", 1, 0, "church"))
    assert nowhere.is_terminal


@pytest.mark.clause("wallenstein.event.unrest_relief")
def test_free_trading_house_removes_unrest_under_the_event() -> None:
    state = asking(7, court().land(A, "baden", 1, 2).event("relief_5"))
    state.submit("donate baden", A)
    assert state.unrest[land("baden")] == 1


@pytest.mark.clause("wallenstein.favours.cancel_event")
def test_favour_1_takes_the_event_away_or_leaves_it() -> None:
    state = asking(1, court().land(A, "burgund", 3).event("tax_max_0"))
    assert texts(state) == ["cancel_event", "pass"]
    left = state.clone()
    left.submit("pass", A)
    assert left.event == EVENTS.index("tax_max_0")
    state.submit("cancel_event", A)
    assert state.event == -1
    assert state.past_events == 1 << EVENTS.index("tax_max_0")
    scene = court().land(A, "burgund", 3).event("tax_max_0").plan(A, collect_taxes="burgund").favours(1, 2, 3)
    full = scene.put("hall", A, 4).now(AskFavour(A))
    full.submit("favour 1", A)
    full.submit("cancel_event", A)
    full.schedule(Collect(A, COLLECT_TAXES))
    full.advance()
    assert full.coins[A] == 15 + 7


@pytest.mark.clause("wallenstein.favours.calm")
def test_favour_4_takes_an_unrest_marker_from_an_own_land() -> None:
    scene = court().land(A, "boehmen", 1, 2).land(A, "baden", 1, 1).land(A, "trier", 1).land(B, "mark", 1, 1)
    state = asking(4, scene)
    assert sorted(texts(state)) == ["calm baden", "calm boehmen"]
    with expect_refusal("no unrest"):
        state.submit("calm mark", A)
    state.submit("calm boehmen", A)
    assert state.unrest[land("boehmen")] == 1
    assert state.ward == -1


@pytest.mark.clause("wallenstein.favours.calm_kept", "wallenstein.favours.at_once")
def test_favour_4_is_kept_without_unrest_and_prevents_the_next_marker() -> None:
    assert asking(4).ward == A
    scene = (
        court()
        .favours(4, 2, 1)
        .set(favours=[None] * 3, ward=A)
        .land(A, "burgund", 3)
        .plan(A, collect_taxes="burgund")
        .land(B, "trier", 3)
    )
    scene.plan(B, collect_taxes="trier")
    state = scene.now(Collect(B, COLLECT_TAXES))
    assert (state.unrest[land("trier")], state.ward) == (1, A)
    state = scene.now(Collect(A, COLLECT_TAXES))
    assert (state.unrest[land("burgund")], state.ward) == (0, -1)
    assert scene.now(EndRound()).ward == A


@pytest.mark.clause("wallenstein.favours.reinforce", "wallenstein.setup.three_players")
def test_favour_12_brings_three_armies_to_an_own_or_a_neutral_land() -> None:
    scene = court(3).land(A, "boehmen", 3).land(B, "baden", 1)
    state = asking(12, scene)
    assert len(texts(state)) == 36  # all lands in play but that of B
    with expect_refusal("another player"):
        state.submit("reinforce baden", A)
    own = state.clone()
    own.submit("reinforce boehmen", A)
    assert own.armies[land("boehmen")] == 6
    state.submit("reinforce trier", A)
    assert owner(state, "trier") == A
    assert (state.armies[land("trier")], state.fresh[A]) == (3, 1 << land("trier"))
    few = asking(12, court(3).land(A, "boehmen", 3).inside(A, 57))
    few.submit("reinforce trier", A)
    assert (few.armies[land("trier")], few.supply[A]) == (2, 0)
    check_cubes(few)


@pytest.mark.clause("wallenstein.favours.truce")
@pytest.mark.parametrize(("digit", "barred"), [(10, [COMBAT_A]), (11, [COMBAT_B]), (18, [COMBAT_A, COMBAT_B])])
def test_favours_10_11_and_18_bar_attacks_by_players(digit: int, barred: list[int]) -> None:
    scene = court().land(A, "kursachsen", 3).land(B, "anhalt", 4)
    scene.favours(digit, *[f for f in FAVOURS if f != digit][:2]).put("hall", A, 4)
    for action in (COMBAT_A, COMBAT_B):
        state = scene.now(AskFavour(A))
        state.submit(f"favour {digit}", A)
        state.schedule(MarchOrAttack(B, land("anhalt"), action))
        state.advance()
        assert ("attack kursachsen" not in texts(state)) is (action in barred)
        if action in barred:
            with expect_refusal("A favour protects"):
                state.submit("attack kursachsen", B)
    assert (
        not Scene(4, court=True)
        .land(A, "kursachsen", 3, 1)
        .favours(18, 2, 1)
        .set(favours=[None] * 3)
        .put("truce", A, ["a", "b"])
        .now(Revolt(A, land("kursachsen"), 1))
        .stack
    )  # a revolt is not barred


@pytest.mark.clause("wallenstein.court.truce_ends")
def test_truce_ends_with_the_round() -> None:
    scene = court().favours(18, 2, 1).put("truce", A, ["a", "b"]).set(favours=[None] * 3)
    assert scene.now(EndRound()).truce == [0, 0, 0, 0]


@pytest.mark.clause("wallenstein.favours.at_once")
@pytest.mark.parametrize("digit", FAVOURS)
def test_every_favour_is_used_at_once(digit: int) -> None:
    def has(state: WallensteinState) -> tuple[int, ...]:
        return state.coins[A], state.grain[A], state.points[A], state.tray[A], state.truce[A], state.event

    scene = court().land(A, "boehmen", 3, 1).event("tax_max_0").favours(digit, *[f for f in FAVOURS if f != digit][:2])
    state = scene.put("hall", A, 7).now(AskFavour(A))
    before = has(state)
    state.submit(f"favour {digit}", A)
    if digit in (4, 7, 12, 17, 21):
        assert "pass" not in texts(state, A)
        with expect_refusal("Use the favour that you have taken first") as refused:
            state.submit("pass", A)
        assert refused.value.clause == "wallenstein.favours.at_once"
        return
    if digit == 1:
        state.submit("cancel_event", A)
    assert has(state) != before
    assert state.players_to_act == ()


@pytest.mark.clause(
    "wallenstein.court.convert_land", "wallenstein.court.one_favour", "wallenstein.favours.cancel_event"
)
def test_first_land_favour_and_event_of_all_count_like_the_others() -> None:
    scene = court().land(A, "altmark", 4).plan(A, convert_3="altmark").favours(18, 10, FAVOURS[0]).event(EVENTS[0])
    state = scene.now(ConvertArmies())
    assert (state.hall[A], state.armies[land("altmark")]) == (3, 1)
    assert texts(state) == ["favour 10", f"favour {FAVOURS[0]}", "pass"]
    state.submit(f"favour {FAVOURS[0]}", A)
    state = scene.now(CancelEvent(A))
    assert texts(state) == ["cancel_event", "pass"]
    state.submit("cancel_event", A)
    assert (state.event, state.past_events) == (-1, 1)


@pytest.mark.clause("wallenstein.favours.cancel_event", "wallenstein.favours.reinforce")
@pytest.mark.parametrize(
    ("digit", "scene", "reason"),
    [
        (1, court().land(A, "boehmen", 3), "no_event"),
        (12, court().land(A, "boehmen", 3).inside(A, 59), "supply"),
        (17, court().land(A, "boehmen", 3, 0, "church"), "no_room"),
    ],
)
def test_useless_favour_asks_nothing_and_explains(digit: int, scene: Scene, reason: str) -> None:
    assert asking(digit, scene).is_terminal
    state = scene.now(AskFavour(A))
    state.journal = []
    state.submit(f"favour {digit}", A)
    assert [(note.key, note.params) for note in state.journal] == [("skips", {"player": A, "reason": reason})]
    assert all(GAME.words(language).name("reason", reason) != reason for language in ("en", "de", "uk"))


@pytest.mark.clause("wallenstein.favours.reinforce", "wallenstein.battle.card_at_once")
def test_armies_for_an_own_land_bring_no_fresh_card() -> None:
    state = asking(12, court().land(A, "boehmen", 3))
    state.submit("reinforce boehmen", A)
    assert state.fresh == [0, 0, 0, 0]


@pytest.mark.clause("wallenstein.court.convert_coin", "wallenstein.court.tower_card_plan")
def test_log_distinguishes_converting_and_idle_tower_cards() -> None:
    scene = converting(convert_1="tower", convert_2="coin_4", build_palace="tower")
    state = scene.now()
    state.journal = []
    for step in (ConvertArmies(), Build(A, PALACE)):
        state.schedule(step)
        state.advance()
    notes = [(note.key, note.params.get("card")) for note in state.journal if note.params.get("player") == A]
    assert notes == [
        ("no_action", "coin_4"),
        ("tower_card", "tower"),
        ("courtiers_of_tray", None),
        ("no_action", "tower"),
    ]
