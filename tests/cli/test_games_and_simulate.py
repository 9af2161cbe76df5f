"""`regnum games` and `regnum simulate`: reproducible results, and records that replay."""

import json
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.core.record.record import Record
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.players import Player, player
from tests.support.command import Run, in_terminal, lines_of
from tests.support.command import regnum as in_a_process


def test_games_lists_every_game_with_its_options(run: Run) -> None:
    process = run("games")
    assert (process.code, process.err) == (0, "")
    for name in regnum.games():
        assert name in process.out
        for option in regnum.game(name).options:
            assert option.name in process.out
            assert option.allowed_text() in process.out


def test_games_are_listed_as_json(run: Run) -> None:
    result = {game["id"]: game for game in json.loads(run("games", "--json").out)}
    assert list(result) == regnum.games()
    brian = result["brian_boru"]
    assert (brian["title"], brian["players"]) == ("Brian Boru", [3, 4, 5])
    threshold = next(option for option in brian["options"] if option["name"] == "threshold")
    assert (threshold["values"], threshold["default"]) == (["at_least", "more_than"], "at_least")


SIMULATE = ["simulate", "brian_boru", "--players", "4", "--games", "3", "--seed", "7"]


def simulate_json(run: Run, *arguments: str) -> dict[str, Any]:
    process = run(*arguments, "--json")
    assert (process.code, process.err) == (0, "")
    assert len(process.out.splitlines()) == 1, "one object; in a pipe, on one line"
    data: dict[str, Any] = json.loads(process.out)
    return data


def test_simulate_prints_one_object(run: Run) -> None:
    summary = simulate_json(run, *SIMULATE, "--seats", "greedy,random,random,random", "-o", "threshold=MORE_THAN")
    assert {name: summary[name] for name in ("game", "players", "seed", "games")} == {
        "game": "brian_boru",
        "players": 4,
        "seed": 7,
        "games": 3,
    }
    assert summary["options"]["threshold"] == "more_than"
    assert summary["options"]["tricks_with_five"] == 5
    assert summary["decisions"] == sum(result["decisions"] for result in summary["results"])
    assert summary["seconds"] > 0
    assert summary["decisions_per_second"] == pytest.approx(summary["decisions"] / summary["seconds"], rel=0.01)
    assert [result["seed"] for result in summary["results"]] == [7, 8, 9]
    for result in summary["results"]:
        assert len(result["scores"]) == len(result["ranking"]) == 4
        best = result["ranking"].index(1)
        assert result["scores"][best] == max(result["scores"])


def test_results_are_reproducible_in_any_process(run: Run) -> None:
    summary = simulate_json(run, *SIMULATE)
    assert simulate_json(run, *SIMULATE)["results"] == summary["results"]
    elsewhere = in_a_process(*SIMULATE, "--json", env={"PYTHONHASHSEED": "5"})
    assert json.loads(elsewhere.out)["results"] == summary["results"]


def test_seed_of_a_game_is_the_first_seed_plus_its_number(run: Run) -> None:
    results = simulate_json(run, *SIMULATE)["results"]
    last = simulate_json(run, *SIMULATE[:-3], "1", "--seed", "9")["results"]
    assert results[2:] == last
    assert results[0]["scores"] != results[1]["scores"] or results[0]["decisions"] != results[1]["decisions"]


def test_each_game_is_recorded_and_replays_to_the_same_end(run: Run, tmp_path: Path) -> None:
    summary = simulate_json(run, *SIMULATE, "--seats", "greedy,random,random,random", "--record", "deep/records")
    folder = tmp_path / "deep" / "records"
    assert sorted(path.name for path in folder.iterdir()) == sorted(result["record"] for result in summary["results"])
    for result in summary["results"]:
        record = Record.load(folder / result["record"])
        end = record.replay()
        assert (record.seed, end.is_terminal) == (result["seed"], True)
        assert (end.scores(), end.ranking()) == (result["scores"], result["ranking"])
        assert len(lines_of(folder / result["record"])) == result["decisions"] + 1
        assert run("replay", str(folder / result["record"]), "--verify").code == 0


def test_recording_does_not_change_results(run: Run) -> None:
    plain = simulate_json(run, *SIMULATE)["results"]
    recorded = simulate_json(run, *SIMULATE, "--record", "records")["results"]
    assert [{**result, "record": ""} for result in recorded] == [{**result, "record": ""} for result in plain]


def test_simulate_without_json_is_a_table(run: Run) -> None:
    process = run(*SIMULATE)
    results = simulate_json(run, *SIMULATE)["results"]
    for result in results:
        assert "  ".join(f"{score:8}" for score in result["scores"]) in process.out
    assert "decisions per second" in process.out


def test_side_played_by_the_rules_has_a_column_and_a_row(run: Run) -> None:
    one = ("simulate", "rurik", "--players", "1", "--games", "2", "--seed", "4", "--seats", "random")
    summary = simulate_json(run, *one)
    assert [len(result["scores"]) for result in summary["results"]] == [2, 2]
    lines = run(*one).out.splitlines()
    assert lines[0].split() == ["seed", "1", "random", "2", "rules", "first", "decisions"]
    assert ["2", "rules"] in [line.split()[:2] for line in lines]


def test_pipe_gets_no_progress_bar_and_no_colours() -> None:
    process = in_a_process(*SIMULATE)
    assert (process.code, process.err) == (0, "")
    assert "\x1b" not in process.out


def test_terminal_gets_a_progress_bar_that_disappears() -> None:
    process = in_terminal("simulate", "brian_boru", "--games", "40")
    assert process.code == 0
    assert "40/40" in process.out
    assert process.out.rstrip().endswith("decisions per second")


class Cheat(Player):
    """Plays the first action, and an illegal one in the tenth decision."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        actions = state.game.actions
        return legal[0] if self.draws < 10 else next(action for action in actions if action not in legal)


class Stumble(Player):
    """Fails at once."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        raise ZeroDivisionError("oh")


@pytest.fixture(autouse=True)
def _bad_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(player._REGISTERED, "cheat", Cheat)  # like add_player, and taken back after the test
    monkeypatch.setitem(player._REGISTERED, "stumble", Stumble)


@pytest.mark.parametrize(("bot", "says"), [("cheat", "not legal"), ("stumble", "ZeroDivisionError: oh")])
def test_broken_game_is_reported_with_its_seed(run: Run, tmp_path: Path, bot: str, says: str) -> None:
    arguments = ["simulate", "brian_boru", "--seats", f"random,{bot},random", "--seed", "4", "--record", "records"]
    process = run(*arguments)
    assert process.code == 1
    assert "the game with seed 4" in process.out
    assert says in process.out
    data = json.loads(run(*arguments[:-1], "again", "--json").out)
    [result] = data["results"]
    assert says in result["fault"]
    assert (result["scores"], result["ranking"], result["at_fault"]) == ([], [1, 3, 1], bot)
    assert Record.load(tmp_path / "again" / result["record"]).verify() is None, "the moves up to then"


def test_bot_that_exits_the_process_loses_and_others_are_reported(run: Run) -> None:
    killer = "tests.support.bots:Killer"
    process = run("simulate", "khan", "--seats", f"random,{killer}", "--games", "2", "--json")
    assert (process.code, process.err) == (1, "")
    data = json.loads(process.out)
    assert data["faults"] == 2
    assert [result["ranking"] for result in data["results"]] == [[1, 2], [1, 2]]
    assert all(result["at_fault"] == killer for result in data["results"])
    shown = run("simulate", "khan", "--seats", f"random,{killer}", "--games", "2").out
    assert f"{killer} has lost 2 of 2 games because of faults" in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["1", "random", "2.0", "0.00"] in rows
    assert ["2", killer, "0.0", "0.00"] in rows


def test_impossible_end_of_a_game_is_detected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from regnum.new_game.pennies.state import PenniesState

    monkeypatch.setattr(PenniesState, "returns", lambda self: [1.0, 1.0])
    process = run("simulate", "pennies", "--players", "2", "--games", "2")
    assert process.code == 1
    assert process.out.count("broken: the game with seed") == 2


def test_dead_end_is_detected_and_recorded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from regnum.new_game.pennies.guessing import Guess

    def nothing(self: Guess, s: State) -> list[Action]:
        return []

    monkeypatch.setattr(Guess, "options", nothing)
    process = run("simulate", "pennies", "--players", "2", "--record", "records")
    assert process.code == 1
    assert "has no options" in process.out
    [path] = (tmp_path / "records").iterdir()
    assert len(lines_of(path)) == 3, "the choice that led there is in the record"


def test_record_that_does_not_replay_is_detected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from regnum.new_game.pennies.state import PenniesState

    calls: list[int] = []

    def drifting(self: PenniesState) -> list[int]:
        calls.append(1)
        return [len(calls), 0]

    monkeypatch.setattr(PenniesState, "scores", drifting)
    process = run("simulate", "pennies", "--players", "2", "--record", "records")
    assert process.code == 1
    assert "the replayed game ends differently" in process.out
