"""Hidden information and determinizations."""

import pytest

from regnum.games.wallenstein.battle import Battle
from regnum.games.wallenstein.components import (
    BID,
    BLANK,
    COMBAT_A,
    CONVERT_1,
    EVENTS,
    HIDDEN,
    PALACE,
    UNSET,
)
from regnum.games.wallenstein.court import AskFavour
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.player_order import ChooseSpace
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.wallenstein import VARIANTS, A, B, C, D, Scene, check, land, play


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "alone")
def test_determinized_plans_are_possible_plans(options: dict[str, object]) -> None:
    for state in play(4, 9, options):
        if state.ply % 9:
            continue
        world = state.observed_by(1).determinized(state.ply)
        assert isinstance(world, WallensteinState)
        check(world)
        assert world.position_errors() == []
        for player in range(4):
            covered = [card for card in state.plan[player] if 0 <= card < 51]
            if not state.is_planning():
                assert len([card for card in world.plan[player] if 0 <= card < 51]) == len(covered)


@pytest.mark.clause("wallenstein.battle.card_at_once")
def test_determinization_excludes_fresh_cards_from_plans() -> None:
    scene = Scene(3).land(A, "anhalt").land(B, "kursachsen", 3).inside(3, 1)
    scene.data["supply"][A] -= 4
    scene.plan(A, combat_a="anhalt", build_church="coin_0", build_palace="coin_1")
    state = scene.stuck({A: 0, B: 3, 3: 1}, Battle(A, land("kursachsen"), 4))
    for seed in range(40):
        world = state.observed_by(C).determinized(seed)
        assert isinstance(world, WallensteinState)
        assert land("kursachsen") not in world.plan[A]
        assert all(card == BLANK or card >= 45 or card == land("anhalt") for card in world.plan[A][:11])


@pytest.mark.clause("wallenstein.planning.secret")
def test_boards_of_others_show_only_open_or_empty_fields() -> None:
    covered = 0
    for state in play(4, 9, {"court": True}):
        seen = state.observed_by(B)
        assert isinstance(seen, WallensteinState)
        for other in (A, C, D):
            for field, card in enumerate(state.plan[other]):
                open_ = not state.is_planning() and (state.shown[other] >> field & 1 or card in (BLANK, UNSET))
                assert seen.plan[other][field] == (card if open_ else HIDDEN)
                covered += not open_ and field >= CONVERT_1 and not state.is_planning()
    assert covered > 50


@pytest.mark.clause("wallenstein.court.plan", "wallenstein.planning.secret")
def test_court_plans_of_others_are_visible_when_turned_up() -> None:
    cards = {"convert_1": "tower", "convert_2": "coin_2", "convert_3": "vogtland"}
    scene = (
        Scene(4, court=True)
        .land(A, "vogtland", 4)
        .inside(A, 3, "tray")
        .plan(A, bid="coin_1", build_palace="coin_3", **cards)
    )
    for step, hidden in ((ChooseSpace(B), True), (AskFavour(B), False)):
        shown = ["bid"] if hidden else ["bid", "convert_1", "convert_2", "convert_3"]
        spaces = [1, None, 3, 4] if hidden else [1, 2, 3, 4]
        state = scene.favours(10, 8, 2).tiles().set(space=spaces, hall=[7] * 4).put("shown", A, shown).now(step)
        for seat in (B, None):
            seen = state.observed_by(seat)
            assert isinstance(seen, WallensteinState)
            assert (seen.plan[A][CONVERT_1:] == (HIDDEN,) * 3) is hidden
            assert (seen.plan[A][CONVERT_1:] == state.plan[A][CONVERT_1:]) is not hidden
            assert (seen.plan[A][PALACE], seen.plan[A][BID]) == (HIDDEN, state.plan[A][BID])
        own = state.observed_by(A)
        assert isinstance(own, WallensteinState)
        assert own.plan[A] == state.plan[A]


def test_unknown_cards_come_in_any_order() -> None:
    state = Scene(3).set(turned=8).land(A, "anhalt", 3).now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
    seen = state.observed_by(A)
    assert isinstance(seen, WallensteinState)
    assert seen.order[8:] == (-1, -1)
    assert seen.event_deck == (-1,) * 8
    orders = set()
    for seed in range(40):
        world = seen.determinized(seed)
        assert isinstance(world, WallensteinState)
        assert sorted(world.event_deck) == sorted(state.event_deck)
        orders.add(world.order[8:])
    assert orders == {(8, 9), (9, 8)}


def test_event_that_holds_does_not_come_again() -> None:
    state = Scene(3).event(EVENTS[0]).land(A, "anhalt", 3).now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
    for seed in range(20):
        world = state.observed_by(B).determinized(seed)
        assert isinstance(world, WallensteinState)
        assert 0 not in world.event_deck
        assert len(set(world.event_deck)) == len(world.event_deck)


def test_plans_that_are_made_up_for_two_players_are_not_alike() -> None:
    scene = Scene(3).lands(A, "altmark", "anhalt", "baden").lands(B, "trier", "mark", "koeln").lands(C, "passau")
    for player in (A, B):
        scene.plan(player, build_palace="coin_0", build_church="coin_1", combat_a="coin_2", combat_b="coin_3")
    state = scene.land(C, "salzburg", 3).now(MarchOrAttack(C, land("salzburg"), COMBAT_A))
    alike = 0
    for seed in range(30):
        world = state.observed_by(C).determinized(seed)
        assert isinstance(world, WallensteinState)
        fields = [[plan.index(card) if card in plan else -1 for card in range(45, 50)] for plan in world.plan[:2]]
        alike += fields[0] == fields[1]
    assert alike < 8


@pytest.mark.clause("wallenstein.setup.events")
def test_every_order_of_an_unknown_deck_is_believed() -> None:
    scene = Scene(3).set(open_events=EVENTS[8:], event_deck=EVENTS[:8]).land(A, "anhalt", 3)
    seen = scene.now(MarchOrAttack(A, land("anhalt"), COMBAT_A)).observed_by(B)
    first, last = set(), set()
    for seed in range(120):
        world = seen.determinized(seed)
        assert isinstance(world, WallensteinState)
        assert sorted(world.event_deck) == list(range(8))
        first.add(world.event_deck[0])
        last.add(world.event_deck[-1])
    assert first == last == set(range(8))


@pytest.mark.clause("wallenstein.planning.secret")
def test_changing_a_plan_is_hidden_from_others() -> None:
    state = Scene(3).planning().lands(A, "anhalt").lands(B, "baden").put("changing", A, 1).put("changing", B, 1)
    for seat, changing in ((A, [1, 0, 0]), (B, [0, 1, 0]), (C, [0, 0, 0]), (None, [0, 0, 0])):
        seen = state.now(Planning()).observed_by(seat)
        assert isinstance(seen, WallensteinState)
        assert seen.changing == changing
