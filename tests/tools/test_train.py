"""Training the weights of an evaluation: with made-up games of known weights, and with a real one."""

import random
from pathlib import Path

import pytest

import regnum
from regnum.games.brian_boru.bot.evaluation import EVALUATION
from tools import train
from tools.train import (
    NOISE,
    VALUES,
    WEIGHTS,
    Sample,
    learn_weights,
    main,
    options_of,
    play_training_game,
    replace_tables,
    win_share,
)


def made_up_samples(count: int, weights: list[float], skill_counts: float = 0.0) -> list[Sample]:
    """Return samples of tables of three: points by the weights and by the skill of each player."""
    chance = random.Random(1)
    result: list[Sample] = []
    for _ in range(count):
        skill = [chance.randrange(len(NOISE)) for _ in range(3)]
        # who plays well holds much of the first feature, though it brings nothing by itself
        features = [[chance.random() + 3 * how * skill_counts, chance.random()] for how in skill]
        points = [
            round(
                100 * sum(weight * value for weight, value in zip(weights, line, strict=True))
                + 500 * how * skill_counts
            )
            for line, how in zip(features, skill, strict=True)
        ]
        result.append(Sample(0, features, skill, points))
    return result


def test_training_finds_the_weights_behind_the_points() -> None:
    actual = learn_weights(made_up_samples(2000, [2.0, -1.0]), 0, [0.0, 0.0])
    assert actual == pytest.approx([200, -100], rel=0.2)


def test_training_separates_skill_from_features() -> None:
    actual = learn_weights(made_up_samples(2000, [0.0, 1.0], skill_counts=1.0), 0, [0.0, 0.0])
    assert abs(actual[0]) < 10
    assert actual[1] == pytest.approx(100, rel=0.2)


def test_training_without_games_keeps_the_weights() -> None:
    assert learn_weights(made_up_samples(10, [2.0, -1.0]), 1, [0.5, 0.25]) == [0.5, 0.25]


def test_shared_leads_and_wins_are_divided() -> None:
    assert win_share([0], [3.0, 2.0, 1.0]) == 1.0
    assert win_share([0], [3.0, 3.0, 1.0]) == 0.5
    assert win_share([0, 1], [3.0, 2.0, 1.0]) == 0.5
    assert win_share([2], [3.0, 2.0, 1.0]) == 0.0


def test_training_game_yields_positions_and_leaders() -> None:
    game = regnum.game("brian_boru")
    samples, leaders = play_training_game(game, 3, 1, noisy=True)
    assert leaders == []
    assert len(samples) > 5
    assert {sample.row for sample in samples} <= set(range(len(EVALUATION.rows)))
    assert all(len(line) == len(EVALUATION.names) for sample in samples for line in sample.features)
    samples, leaders = play_training_game(game, 3, 1, noisy=False)
    assert samples == []
    assert len(leaders) == len(train.SHARES)


def test_training_counts_the_side_of_the_rules_in_a_solo_game() -> None:
    samples, _ = play_training_game(regnum.game("rurik"), 1, 1, noisy=True, options={"level": "hard"})
    assert len(samples) > 2
    assert all(len(sample.features) == len(sample.skill) == len(sample.points) == 2 for sample in samples)
    assert {sample.skill[1] for sample in samples} == {0}
    _, leaders = play_training_game(regnum.game("rurik"), 1, 1, noisy=False)
    assert set(leaders) <= {0.0, 0.5, 1.0}


def test_option_values_take_turns() -> None:
    given = ["level=easy,hard", "leaders=random"]
    assert [options_of(given, number)["level"] for number in range(4)] == ["easy", "hard", "easy", "hard"]
    assert options_of(given, 3) == {"level": "hard", "leaders": "random"}
    assert options_of([], 3) == {}


@pytest.mark.parametrize(("kind", "other"), [(WEIGHTS, VALUES), (VALUES, WEIGHTS)])
def test_command_writes_one_kind_and_keeps_the_rest(
    kind: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "brian_boru" / "data"
    data.mkdir(parents=True)
    before = replace_tables(replace_tables("# Our head.\n\n", WEIGHTS, EVALUATION.rows), VALUES, EVALUATION.rows)
    (data / "weights.toml").write_text(before, encoding="utf-8")
    monkeypatch.setattr(train, "GAMES", tmp_path)
    main(["brian_boru", "--games", "1", "--players", "3", *(["--values"] if kind == VALUES else [])])
    assert "positions; wrote" in capsys.readouterr().out
    text = (data / "weights.toml").read_text(encoding="utf-8")
    assert text.startswith("# Our head.\n\n[weights.")
    assert text.count(f"[{kind}.") == text.count(f"[{other}.") == len(EVALUATION.rows)
    assert text != before
    assert replace_tables(text, kind, EVALUATION.rows) == before, "the rest is unchanged"


def test_command_prints_how_often_the_leader_wins(capsys: pytest.CaptureFixture[str]) -> None:
    main(["brian_boru", "--games", "1", "--players", "3", "--leaders"])
    assert "1 games: the leader at 25%:" in capsys.readouterr().out


def test_estimate_without_weights_cannot_be_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "GAMES", tmp_path)  # a folder without weights
    with pytest.raises(SystemExit):
        main(["khan"])
    assert "no weights" in capsys.readouterr().err
