"""The random model of the cube tower, compared with the reconstructed targets."""

from math import comb

import pytest

from regnum.games.wallenstein.battle import Revolt
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import Odds, impact_odds, odds_of
from tests.support.games.wallenstein import A, B, C, Scene, check_cubes, land

F = 3


def count_fallen(thrown: int, stuck: int, throws: int, **options: object) -> list[int]:
    """Throw cubes into a tower that holds cubes of another colour; return how many fell out each time."""
    scene = Scene(3, **options).land(A, "anhalt", thrown).inside(C, stuck)
    result = []
    for seed in range(throws):
        state = scene.now(Revolt(A, land("anhalt"), 0), seed=seed)
        inside = state.tower[A] + state.tower[C]
        result.append(thrown + stuck - inside)
    return result


@pytest.mark.clause("wallenstein.tower.model")
@pytest.mark.parametrize(
    ("thrown", "stuck", "mean", "sd"), [(7, 7, 7.0, 1.76), (4, 10, 6.0, 1.76), (12, 10, 11.33, 2.21)]
)
def test_number_of_fallen_cubes_matches_the_targets(thrown: int, stuck: int, mean: float, sd: float) -> None:
    result = count_fallen(thrown, stuck, 1500)
    average = sum(result) / len(result)
    spread = (sum((out - average) ** 2 for out in result) / len(result)) ** 0.5
    assert abs(average - mean) < 4 * sd / len(result) ** 0.5
    assert abs(spread - sd) < 0.15


@pytest.mark.clause("wallenstein.tower.model")
def test_options_change_the_chances() -> None:
    assert abs(sum(count_fallen(12, 0, 600, tower_thrown="1/2")) / 600 - 6) < 0.3
    assert abs(sum(count_fallen(1, 12, 600, tower_stuck="1/2")) / 600 - 6.67) < 0.3
    few = sum(count_fallen(2, 12, 600, tower_model="impact")) / 600
    many = sum(count_fallen(20, 12, 600, tower_model="impact")) / 600
    assert abs(few - (2 * 2 / 3 + 12 * (1 - 0.9506**2))) < 0.25
    assert abs(many - (20 * 2 / 3 + 12 * (1 - 0.9506**20))) < 0.4


@pytest.mark.clause("wallenstein.tower.model", "wallenstein.tower.throw")
def test_cubes_fall_equally_by_colour_and_none_is_lost() -> None:
    scene = Scene(3).land(A, "anhalt", 5, 1).inside(B, 6).inside(C, 6, "tray").inside(F, 6)
    remaining = [0, 0, 0, 0]
    for seed in range(600):
        state = scene.now(Revolt(A, land("anhalt"), 0), seed=seed)
        check_cubes(state)
        for colour in range(4):
            remaining[colour] += state.tower[colour]
    assert abs(remaining[A] / 600 - 5 / 3) < 0.2
    assert abs(remaining[B] / 600 - 4) < 0.2
    assert abs(remaining[C] / 600 - 2) < 0.2
    assert abs(remaining[F] / 600 - 4) < 0.2


@pytest.mark.clause("wallenstein.tower.model")
def test_tables_match_the_binomial_distribution() -> None:
    for hits, of in ((2, 3), (1, 3), (1, 2)):
        row = Odds(hits, of).row(6)
        chances = [comb(6, k) * hits**k * (of - hits) ** (6 - k) / of**6 for k in range(7)]
        for k in range(7):
            assert abs(row[k] / 2**30 - sum(chances[: k + 1])) < 1e-8
    assert odds_of("2/3") is odds_of("2/3")
    assert abs(impact_odds(8).hits / impact_odds(8).outcomes - 1 / 3) < 0.001
    assert impact_odds(0).row(5) == [1 << 30] * 6


@pytest.mark.clause("wallenstein.setup.tower", "wallenstein.tower.model")
@pytest.mark.parametrize(("chance", "falls"), [("2/3", 2 / 3), ("1/2", 1 / 2)])
def test_filling_drops_the_expected_cubes(chance: str, falls: float) -> None:
    inside = [0, 0, 0, 0]
    for seed in range(400):
        state = GAME.begin(3, seed, {"start": "printed", "tower_fill": chance}, with_log=True)
        assert isinstance(state, WallensteinState)
        notes = [note for note in state.journal or [] if note.key.startswith("filled")]
        fallen = [{"player": player, "armies": 7 - state.tower[player]} for player in range(3)]
        assert [note.params for note in notes] == [*fallen, {"farmers": 10 - state.tower[F]}]
        for colour in range(4):
            inside[colour] += state.tower[colour]
    for colour, thrown in enumerate((7, 7, 7, 10)):
        assert abs(inside[colour] / 400 - thrown * (1 - falls)) < 0.35


@pytest.mark.clause("wallenstein.tower.throw", "wallenstein.tower.tray")
def test_throw_is_reported_when_all_or_no_cubes_fall() -> None:
    scene = Scene(3).land(A, "anhalt", 2).inside(B, 1, "tray")
    seen = set()
    for seed in range(60):
        state = scene.now(seed=seed)
        state.journal = []
        state.schedule(Revolt(A, land("anhalt"), 0))
        state.advance()
        fell = {note.params["player"]: note for note in state.journal if note.key == "fell"}
        assert set(fell) == {A, B}
        assert [fell[A].params["cast"], fell[B].params["cast"]] == [2, 1]
        assert fell[B].params["out"] == state.tray[B]
        seen.add(fell[A].params["out"])
    assert seen == {0, 1, 2}


@pytest.mark.clause("wallenstein.tower.model")
def test_stuck_cube_may_stay_however_many_are_thrown() -> None:
    assert [(odds.hits, odds.outcomes) for odds in map(impact_odds, (0, 1, 2))] == [
        (0, 1 << 20), ((1 << 20) - 996776, 1 << 20), ((1 << 20) - 947535, 1 << 20),
    ]  # fmt: skip
    assert impact_odds(400).hits == (1 << 20) - 1
