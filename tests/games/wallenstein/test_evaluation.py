"""The estimate, and the greedy bot that uses it."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from regnum.games.wallenstein import GAME
from regnum.games.wallenstein.action_phase import CombatMove, least_taxes
from regnum.games.wallenstein.bot.evaluation import EVALUATION, WallensteinEvaluation
from regnum.games.wallenstein.bot.features import FEATURES, FeatureVector
from regnum.games.wallenstein.components import (
    COMBAT_A,
    EVENT_AMOUNT,
    EVENTS,
    FIELDS,
    GRAIN,
    GRAIN_LOSS,
    NEIGHBOURS,
    TAX,
    TAX_MAX,
)
from regnum.games.wallenstein.components import LANDS as ALL_LANDS
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import revolt_numbers
from regnum.players import make_player
from tests.support.games.wallenstein import A, B, C, Scene, land

LANDS = ["anhalt", "altmark", "boehmen", "trier", "mark", "koeln", "passau", "breisgau", "salzburg"]


def choose(state: WallensteinState, player: int) -> str:
    """Return the choice of the greedy bot."""
    seen = state.observed_by(player)
    return str(make_player("greedy", 3).choose(seen, seen.legal_actions(player)))


def greedy_plan(scene: Scene) -> dict[str, str]:
    """Let the greedy bot plan for A; return the cards by field."""
    state = scene.planning().now(Planning())
    state.confirmed[B] = state.confirmed[C] = 1
    result: dict[str, str] = {}
    while A in state.players_to_act and len(result) < 20:
        action = choose(state, A)
        if action == "confirm":
            break
        assert action != "change"
        result[action.split()[1]] = action.split()[-1]
        state.submit(action, A)
    return result


def scene(coins: int, grain: int = 9) -> Scene:
    built = Scene(3).put("coins", A, coins).put("grain", A, grain).lands(B, "baden").lands(C, "augsburg")
    for name in LANDS:
        built.land(A, name, 3)
    return built


def test_greedy_plans_affordable_actions_only() -> None:
    poor = scene(0, grain=4)
    poor.data["order"] = [card for card in poor.data["order"] if card != "collect_taxes"] + ["collect_taxes"]
    plan = greedy_plan(poor)
    assert set(plan) == set(FIELDS[:11])
    idle = {field for field, card in plan.items() if card not in LANDS}
    assert {"build_palace", "build_church", "deploy_5"} <= idle  # all five coin cards lie where coins are missing
    assert idle <= {"bid", *[field for field in plan if field.startswith(("build", "deploy"))]}
    rich = greedy_plan(scene(20))
    assert rich["build_palace"] in LANDS
    assert rich["build_church"] in LANDS


def test_greedy_counts_on_taxes_only_where_they_are_known_to_come_first() -> None:
    late = ["collect_taxes", "deploy_5", "deploy_3", "combat_a", "combat_b"]
    early = ["build_palace", "build_church", "build_trading_house", "collect_grain", "deploy_1"]
    unknown = greedy_plan(scene(0).set(order=early + late))
    assert unknown["collect_taxes"] in LANDS
    assert unknown["deploy_5"] not in LANDS
    assert unknown["build_palace"] not in LANDS
    known = greedy_plan(scene(0).set(order=late + early))
    assert known["collect_taxes"] in LANDS
    assert known["deploy_5"] in LANDS or known["build_palace"] in LANDS


def test_greedy_collects_grain_where_lands_would_starve() -> None:
    hungry = scene(9, grain=0).set(season="autumn")
    assert greedy_plan(hungry)["collect_grain"] in LANDS


def test_stripped_border_looks_worse() -> None:
    # Anhalt lies behind, Lausitz borders on the strong neighbour
    def two(border: int, inland: int) -> float:
        built = Scene(3).planning().land(A, "lausitz", border, 0, "palace").land(A, "anhalt", inland)
        return GAME.estimate(built.land(B, "schlesien", 6).lands(C, "trier").now(Planning()))[A]

    assert two(5, 2) > two(1, 6)


def test_estimate_counts_assets_and_unrest() -> None:
    plain = Scene(3).planning().land(A, "anhalt", 3).lands(B, "trier").lands(C, "mark")
    base = GAME.estimate(plain.now(Planning()))
    assert base[A] == max(base)
    richer = GAME.estimate(plain.put("coins", A, 25).now(Planning()))
    assert richer[A] > base[A]
    assert richer[B] == base[B]
    troubled = Scene(3).planning().land(A, "anhalt", 3, 2).lands(B, "trier").lands(C, "mark")
    assert GAME.estimate(troubled.now(Planning()))[A] < base[A]
    assert land("anhalt") > 0


def test_estimate_of_hunger_follows_the_supply_table() -> None:
    """With the last card of autumn open, each land without grain costs a little, and more at a new row of the table."""
    hunger: list[float] = []
    for grain in range(12, 0, -1):
        starving = scene(0, grain).set(season="autumn", open_events=EVENTS[:1], past_events=EVENTS[1:4])
        state = starving.now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
        hunger.append(EVALUATION.features(state)[A][FEATURES.index("hunger")])
    more = [after - before for before, after in pairwise(hunger)]
    unfed = [len(LANDS) + GRAIN_LOSS[0] - grain for grain in range(12, 0, -1)]
    changes = [revolt_numbers(max(0, after)) != revolt_numbers(max(0, before)) for before, after in pairwise(unfed)]
    assert [cost > 0.4 for cost in more] == changes
    assert sum(changes) > 2
    assert all(line[FEATURES.index("hunger")] < 0 for line in EVALUATION.weights)


def test_greedy_collects_much_grain_before_a_hungry_winter() -> None:
    """In autumn, when many lands would starve, it chooses a land rich in grain."""
    hungry = greedy_plan(scene(9, grain=4).set(season="autumn"))
    assert GRAIN[land(hungry["collect_grain"])] >= 5


def test_greedy_bids_more_when_coins_are_worth_less() -> None:
    def bid(coins: int, year: int, season: str) -> int:
        card = greedy_plan(scene(coins, 9).set(year=year, season=season))["bid"]
        return int(card.removeprefix("coin_")) if card.startswith("coin") else 0

    assert bid(0, 1, "spring") == 0
    assert bid(20, 2, "autumn") > 1
    assert bid(20, 2, "autumn") > bid(4, 1, "spring")


def test_estimate_includes_the_plan() -> None:
    """A planned palace counts as built and paid; an unaffordable one counts for nothing."""

    def features(coins: int, card: str) -> dict[str, float]:
        built = scene(coins).plan(A, build_palace=card)
        state = built.now(MarchOrAttack(A, land("trier"), COMBAT_A))
        return dict(zip(FEATURES, EVALUATION.features(state)[A], strict=True))

    rich = features(9, "anhalt")
    assert rich["buildings"] > 0.5
    assert rich["coins"] == 6
    idle = features(9, "blank")
    assert (idle["buildings"], idle["coins"]) == (0, 9)
    poor = features(2, "anhalt")
    assert (poor["buildings"], poor["coins"], poor["idle"]) == (0, 2, 1)


def test_estimate_is_independent_of_earlier_calls() -> None:
    """The analysis of the map is cached until the map changes; every change in a game is noticed."""
    rng = random.Random(3)
    new_evaluation = WallensteinEvaluation(FeatureVector, FEATURES, EVALUATION.rows)
    state = GAME.new_state(3, 4, court=True)
    compared = 0
    while not state.is_terminal:
        player = state.players_to_act[0]
        if rng.random() < 0.2:
            compared += 1
            new_evaluation = WallensteinEvaluation(FeatureVector, FEATURES, EVALUATION.rows)
            before = GAME.estimate(state)
            assert before == new_evaluation.estimate(state)
            for action in state.legal_actions(player)[:3]:
                tried = state.clone()
                tried.apply(action, player)
                EVALUATION.features(tried)
            assert GAME.estimate(state) == before
        state.apply(rng.choice(state.legal_actions(player)), player)
    assert compared > 20


def test_every_feature_is_weighed_by_its_own_weight() -> None:
    line = FeatureVector([float(at) for at in range(len(FEATURES))])
    assert [getattr(line, name) for name in FEATURES] == list(range(len(FEATURES)))
    for at in range(len(FEATURES)):
        assert line.weighted_sum(FeatureVector([float(at == other) for other in range(len(FEATURES))])) == at


def test_every_stage_has_weights() -> None:
    rows = {EVALUATION.row_index(state) for players in (3, 4, 5) for state in rounds(players)}
    assert rows == set(range(len(EVALUATION.rows)))
    assert (
        list(EVALUATION.rows)[EVALUATION.row_index(Scene(4).planning().set(year=2).now(Planning()))]
        == "players_4_year_2_spring"
    )


def rounds(players: int) -> Iterator[WallensteinState]:
    for year in (1, 2):
        for season in ("spring", "summer", "autumn"):
            yield Scene(players).planning().set(year=year, season=season).now(Planning())


@pytest.mark.parametrize("seed", range(6))
def test_greedy_knows_nothing_of_the_land_that_it_would_draw(seed: int) -> None:
    """Its decision to draw follows from the two open lands, not from the order of the deck."""
    state = GAME.new_state(3, seed)
    assert {str(action) for action in state.legal_actions()} >= {"draw"}
    player = state.players_to_act[0]
    seen = state.observed_by(player)
    assert len({str(make_player("greedy", bot).choose(seen, seen.legal_actions(player))) for bot in range(8)}) == 1


@pytest.mark.parametrize(
    ("armies", "tray", "in_tower", "attacks"), [(2, 3, 9, False), (4, 1, 9, False), (2, 0, 0, False), (6, 0, 0, True)]
)
def test_greedy_attacks_where_it_will_win(armies: int, tray: int, in_tower: int, attacks: bool) -> None:
    """One army stays behind. B has one in each neighbouring land without farmers, and some stuck in the tower."""
    built = Scene(3).land(A, "anhalt", armies).land(C, "augsburg", 3).inside(A, tray, "tray").inside(B, in_tower)
    for number, name in enumerate(ALL_LANDS):
        if NEIGHBOURS[land("anhalt")] >> number & 1:
            built.land(B, name, 1, 1)
    built.plan(C, combat_a="augsburg")
    state = built.now(MarchOrAttack(A, land("anhalt"), COMBAT_A), CombatMove(C, COMBAT_A))
    assert choose(state, A).startswith("attack") == attacks


def test_estimate_of_taxes_respects_open_events() -> None:
    state = GAME.new_state(3, 5)
    assert isinstance(state, WallensteinState)
    limited = [event for event in range(len(EVENTS)) if TAX_MAX >> event & 1]
    assert [EVENT_AMOUNT[event] for event in limited] == [5]
    for number, taxes in enumerate(TAX):
        state.open_events = 0
        assert least_taxes(state, number) == taxes
        state.open_events = (1 << len(EVENTS)) - 1
        assert least_taxes(state, number) == min(taxes, 5), ALL_LANDS[number]
    assert max(TAX) > 5
