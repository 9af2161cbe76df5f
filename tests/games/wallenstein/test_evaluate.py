"""The estimate, and the greedy bot that goes by it."""

from itertools import pairwise

import pytest

from regnum.games.wallenstein.components import COMBAT_A, EVENTS, FIELDS, GRAIN_LOSS
from regnum.games.wallenstein.evaluate import estimate
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import revolts_for
from regnum.players import make
from tests.games.wallenstein.positions import A, B, C, Scene, land

LANDS = ["anhalt", "altmark", "boehmen", "trier", "mark", "koeln", "passau", "breisgau", "salzburg"]


def choose(state: WallensteinState, player: int) -> str:
    """Return what the greedy bot does."""
    seen = state.observed_by(player)
    return str(make("greedy", 3).choose(seen, seen.legal_actions(player)))


def planned(scene: Scene) -> dict[str, str]:
    """Let the greedy bot plan for A; return the cards by field."""
    state = scene.planning().now(Planning())
    state.confirmed[B] = state.confirmed[C] = 1
    found: dict[str, str] = {}
    while A in state.players_to_act and len(found) < 20:
        action = choose(state, A)
        if action == "confirm":
            break
        assert action != "change"
        found[action.split()[1]] = action.split()[-1]
        state.submit(action, A)
    return found


def scene(coins: int, grain: int = 9) -> Scene:
    built = Scene(3).put("coins", A, coins).put("grain", A, grain).lands(B, "baden").lands(C, "augsburg")
    for name in LANDS:
        built.land(A, name, 3)
    return built


def test_greedy_does_not_plan_what_it_cannot_pay() -> None:
    poor = scene(0)
    poor.data["order"] = [card for card in poor.data["order"] if card != "collect_taxes"] + ["collect_taxes"]
    plan = planned(poor)
    assert set(plan) == set(FIELDS[:11])
    idle = {field for field, card in plan.items() if card not in LANDS}
    assert {"build_palace", "build_church", "deploy_5"} <= idle  # all five coin cards lie where coins are missing
    assert idle <= {"bid", *[field for field in plan if field.startswith(("build", "deploy"))]}
    rich = planned(scene(20))
    assert rich["build_palace"] in LANDS
    assert rich["build_church"] in LANDS


def test_greedy_counts_on_taxes_only_where_they_are_known_to_come_first() -> None:
    late = ["collect_taxes", "deploy_5", "deploy_3", "combat_a", "combat_b"]
    early = ["build_palace", "build_church", "build_trading_house", "collect_grain", "deploy_1"]
    unknown = planned(scene(0).set(order=early + late))
    assert unknown["collect_taxes"] in LANDS
    assert unknown["deploy_5"] not in LANDS
    assert unknown["build_palace"] not in LANDS
    known = planned(scene(0).set(order=late + early))
    assert known["collect_taxes"] in LANDS
    assert known["deploy_5"] in LANDS or known["build_palace"] in LANDS


def test_greedy_collects_grain_where_lands_would_starve() -> None:
    hungry = scene(9, grain=0).set(season="autumn")
    assert planned(hungry)["collect_grain"] in LANDS


def test_a_stripped_border_looks_worse() -> None:
    # Anhalt lies behind, Lausitz borders on the strong neighbour
    def two(border: int, inland: int) -> float:
        built = Scene(3).planning().land(A, "lausitz", border, 0, "palace").land(A, "anhalt", inland)
        return estimate(built.land(B, "schlesien", 6).lands(C, "trier").now(Planning()))[A]

    assert two(5, 2) > two(1, 6)


def test_what_counts_is_counted() -> None:
    plain = Scene(3).planning().land(A, "anhalt", 3).lands(B, "trier").lands(C, "mark")
    base = estimate(plain.now(Planning()))
    assert base[A] == max(base)
    richer = estimate(plain.put("coins", A, 25).now(Planning()))
    assert richer[A] > base[A]
    assert richer[B] == base[B]
    troubled = Scene(3).planning().land(A, "anhalt", 3, 2).lands(B, "trier").lands(C, "mark")
    assert estimate(troubled.now(Planning()))[A] < base[A]
    assert land("anhalt") > 0


@pytest.mark.parametrize("players", [3, 5])
def test_greedy_beats_random(players: int) -> None:
    wins = 0
    for seed in range(2):
        state = GAME.new_state(players, seed, court=seed == 1)
        assert isinstance(state, WallensteinState)
        bots = [make("greedy" if seat == seed else "random", seat + 1) for seat in range(players)]
        while not state.is_terminal:
            seat = state.players_to_act[0]
            seen = state.observed_by(seat)
            state.apply(bots[seat].choose(seen, seen.legal_actions(seat)), seat)
        wins += state.ranking()[seed] == 1
    assert wins == 2


def test_the_estimate_of_hunger_follows_the_supply_table() -> None:
    """With autumn's last card open, each land without grain costs a little, and more where the table's row changes."""
    hopes: list[float] = []
    for grain in range(12, 0, -1):
        starving = scene(0, grain).set(season="autumn", open_events=EVENTS[:1], past_events=EVENTS[1:4])
        hopes.append(estimate(starving.now(MarchOrAttack(A, land("anhalt"), COMBAT_A)))[A])
    lost = [hopes[at] - hopes[at + 1] for at in range(len(hopes) - 1)]
    unfed = [len(LANDS) + GRAIN_LOSS[0] - grain for grain in range(12, 0, -1)]
    changes = [revolts_for(max(0, after)) != revolts_for(max(0, before)) for before, after in pairwise(unfed)]
    assert [loss > 0.3 for loss in lost] == changes
    assert sum(changes) > 2
