"""The benchmark suite: the meaning of scores, and a ladder that stays the same."""

import json
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.arena.bench import GAMES, SELF_SCORE, duel_share, ladder, mean_score, rung_match
from regnum.arena.game_runner import choose_checked, play_game
from regnum.arena.intervals import Interval
from regnum.cli import bench as cli
from regnum.cli.command import main
from regnum.players import make_player

ENDS = {  # the scores of the first deal of the suite, by player
    "brian_boru": {"random": (28, 37, 24, 17), "gentle": (39, 27, 30, 28), "greedy": (28, 30, 30, 29)},
    "khan": {"random": (43, 31, 32), "gentle": (34, 49, 40), "greedy": (35, 40, 36)},
    "rurik": {"random": (1, 3, 2, 4), "gentle": (7, 3, 11, 9), "greedy": (8, 5, 10, 14)},
    "wallenstein": {"random": (43, 45, 49), "gentle": (71, 37, 63), "greedy": (64, 57, 63)},
}
CHOICES = {
    "brian_boru": "keep 5",
    "khan": "invade song_w_tundra",
    "rurik": "place_troop brest",
    "wallenstein": "draft neumark",
}
"""The choices of the strong rung after twelve decisions of greedy bots on that deal."""


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_ladder_reproduces_its_results(game: str) -> None:
    """Scores under one name stay comparable, so a changed ladder needs a new name."""
    *quick, strong = ladder(game)
    ends = {}
    for rung in quick:
        match = rung_match(rung, "strong", 1)
        assert match is not None
        played = play_game(match.game, [rung.opponent] * rung.players, match.seed, match.options)
        ends[rung.opponent] = played.scores
    assert ends == ENDS[game]
    state = regnum.game(game).begin(strong.players, 1_000_000, {})
    for _ in range(12):
        seat = state.players_to_act[0]
        state.submit(
            choose_checked(make_player("greedy", seat), state.observed_by(seat), state.legal_actions(seat)), seat
        )
    seat = state.players_to_act[0]
    actual = choose_checked(make_player(strong.opponent, 1), state.observed_by(seat), state.legal_actions(seat))
    assert actual.text == CHOICES[game]


def test_score_estimates_wins_against_another_bot_alone() -> None:
    assert duel_share(1 / 3, 3) == pytest.approx(0.5)
    assert duel_share(0.5, 4) == pytest.approx(0.75), "three times as strong as each of three others"
    assert (duel_share(0, 4), duel_share(1, 4), duel_share(0.3, 2)) == (0, 1, 0.3)


def test_mean_is_more_certain_than_its_parts() -> None:
    actual = mean_score([Interval(40, 30, 60), Interval(60, 50, 80)])
    assert actual.value == 50
    assert (actual.low, actual.high) == pytest.approx((50 - 7.0711, 50 + 14.1421), abs=1e-3)


def bench(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["bench", *arguments, "--jobs", "1", "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ladder end before the strong rung."""
    monkeypatch.setattr(cli, "ladder", lambda game: ladder(game)[:-1])


@pytest.mark.usefixtures("short")
def test_command_scores_a_bot_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "results")
    once = bench(capsys, "greedy", "--game", "khan", "--deals", "2", "--results", folder)
    assert (once["suite"], once["bot"], once["complete"]) == ("regnum-bench-v1", "greedy", False)
    assert list(once["games"]) == ["khan"]
    rungs = once["games"]["khan"]["ladder"]
    assert [rung["games"] for rung in rungs.values()] == [6, 6, 0], "it does not meet itself"
    assert rungs["greedy"]["value"] == SELF_SCORE.value
    assert rungs["random"]["value"] > 80
    files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    assert set(files) == {"khan-random.jsonl", "khan-gentle.jsonl"}
    more = bench(capsys, "greedy", "--game", "khan", "--deals", "3", "--results", folder)
    assert more["games"]["khan"]["ladder"]["random"]["games"] == 9
    assert all((Path(folder) / name).read_bytes().startswith(old_bytes) for name, old_bytes in files.items())
    assert main(["bench", "greedy", "--game", "khan", "--deals", "1", "--results", folder]) == 0
    output = capsys.readouterr().out
    assert "greedy in regnum-bench-v1 (incomplete: not comparable)" in output
    assert main(["bench", "random", "--game", "khan", "--deals", "1", "--results", folder]) == 2
    assert "another match: bots" in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.usefixtures("short")
def test_failing_brings_a_bot_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    """Games with a fault used to be dropped, which gave a failing bot 100 percent."""
    bot = "tests.support.bots:SoreLoser"
    command = ["bench", bot, "--game", "khan", "--deals", "2", "--jobs", "1"]
    assert main([*command, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == regnum.__version__
    rung = data["games"]["khan"]["ladder"]["greedy"]
    assert 0 < rung["faults"] <= rung["games"] == 6
    assert rung["value"] == pytest.approx(100 * duel_share(1 - rung["faults"] / 6, 3), abs=0.001)
    assert {one["at_fault"] for one in data["games"]["khan"]["broken"]} == {bot}
    assert main(command) == 1
    assert f"lost because of a fault of {bot}: khan against greedy with seed 100000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "unknown player 'nobody'"),
        (["greedy,random"], "'greedy,random': give exactly one bot"),
        (["greedy", "--game", "chess"], "'chess' is not in regnum-bench-v1; there are: brian_boru, khan"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
