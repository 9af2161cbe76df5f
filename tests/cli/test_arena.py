"""`regnum arena`: results in a file, resuming, early stopping, and faults reported in one line."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import regnum
from tests.support.command import Run, environment, in_terminal

RefusedError = Callable[..., str]
BOTS = "tests.support.bots:"
ARENA = ["arena", "khan", "--bots", f"random,{BOTS}LastAction:back=1", "--jobs", "1"]


def run_json(run: Run, *arguments: str) -> dict[str, Any]:
    process = run(*arguments, "--json")
    assert (process.code, process.err) == (0, "")
    result: dict[str, Any] = json.loads(process.out)
    return result


def test_table_names_bots_with_their_parameters(run: Run) -> None:
    process = run(*ARENA, "--games", "6", "--seed", "5")
    assert process.code == 0
    assert "Khan for 2, 6 games from seed 5" in process.out
    rows = [line.split() for line in process.out.splitlines()]
    assert sum(row[:1] == [f"{BOTS}LastAction:back=1"] for row in rows) == 2
    for column in ("win share", "95%", "rating", "ms a move", "slowest ms", "mean place"):
        assert column in process.out


def test_games_are_whole_deals_from_all_seats(run: Run) -> None:
    actual = run_json(run, *ARENA, "--games", "5")
    assert actual["games"] == 6
    assert [result["seed"] for result in actual["results"]] == [0, 0, 1, 1, 2, 2]
    for first, second in zip(actual["results"][::2], actual["results"][1::2], strict=True):
        assert first["seats"] == second["seats"][::-1]
    assert all("seconds" not in result for result in actual["results"])
    assert all(bot["time"]["moves"] > 0 and bot["rating"]["sigma"] > 0 for bot in actual["bots"])


def test_surplus_bots_meet_each_other(run: Run) -> None:
    bots = f"random,greedy,{BOTS}FirstAction,{BOTS}LastAction"
    actual = run_json(run, "arena", "khan", "--bots", bots, "--players", "2", "--games", "12", "--jobs", "2")
    assert actual["players"] == 2
    assert {bot["bot"]: bot["games"] for bot in actual["bots"]} == dict.fromkeys(bots.split(","), 6)
    assert {bot["fair_share"] for bot in actual["bots"]} == {0.5}


def test_ended_match_is_resumed(run: Run, tmp_path: Path) -> None:
    expected = run_json(run, *ARENA, "--games", "8")
    run_json(run, *ARENA, "--games", "4", "--output", "some.jsonl")
    lines = (tmp_path / "some.jsonl").read_text().splitlines()
    (tmp_path / "some.jsonl").write_text("\n".join([lines[0], lines[3], lines[2]]) + "\n" + lines[4][:30])
    again = run_json(run, *ARENA, "--games", "8", "--resume", "some.jsonl")
    assert again["results"] == expected["results"]
    numbers = [json.loads(line)["number"] for line in (tmp_path / "some.jsonl").read_text().splitlines()[1:]]
    assert numbers == [2, 1, 0, 3, 4, 5, 6, 7]
    before = (tmp_path / "some.jsonl").read_bytes()
    assert run_json(run, *ARENA, "--games", "8", "--resume", "some.jsonl")["results"] == expected["results"]
    assert (tmp_path / "some.jsonl").read_bytes() == before, "nothing is missing"


def test_killed_match_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "killed.jsonl"
    arguments = [*ARENA[:-1], "2", "--games", "4000", "--output", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "regnum", *arguments],
        env=environment(),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while not (file.exists() and file.read_bytes().count(b"\n") > 5):
        assert time.monotonic() < end
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    finished_count = file.read_bytes().count(b"\n") - 1
    expected = run_json(run, *ARENA, "--games", "8")["results"]
    assert run_json(run, *ARENA, "--games", "8", "--resume", str(file))["results"] == expected
    assert file.read_bytes().count(b"\n") - 1 >= finished_count


@pytest.mark.full
def test_match_stops_as_soon_as_it_is_sure(run: Run, tmp_path: Path) -> None:
    arguments = ["arena", "khan", "--bots", "greedy,random", "--games", "400", "--until-sure"]
    actual = run_json(run, *arguments, "--jobs", "2", "--output", "sure.jsonl")
    assert actual["until_sure"] == {"bot": "greedy", "stopped": True}
    assert actual["games"] == len(actual["results"]) < 100
    assert actual["bots"][0]["verdict"] == "better"
    alone = run_json(run, *arguments, "--jobs", "1")
    assert alone["results"] == actual["results"], "however many processes"
    again = run(*arguments, "--resume", "sure.jsonl")
    assert f"sure after {actual['games']} games: greedy is better than its fair share" in again.out
    unsure = run("arena", "khan", "--bots", "greedy,random", "--games", "2", "--until-sure")
    assert "not sure whether greedy is better or worse than its fair share after 2 games" in unsure.out


def test_broken_games_are_reported_with_seed_seats_and_line(run: Run) -> None:
    process = run(
        "arena", "khan", "--bots", f"random,{BOTS}FailingListener", "--games", "2", "--seed", "9", "--jobs", "2"
    )
    assert process.code == 1
    lines = [
        line
        for line in process.out.splitlines()
        if line.startswith(f"lost because of a fault of {BOTS}FailingListener: ")
    ]
    assert len(lines) == 2
    assert all("seed 9, seats " in line and 'raise LookupError("what?")' in line for line in lines)
    assert f"{BOTS}FailingListener has lost 2 of 2 games because of faults" in process.out


@pytest.mark.full
@pytest.mark.parametrize("how", ["error", "exit"])
def test_bot_gains_nothing_by_failing_before_a_loss(run: Run, how: str) -> None:
    sore = f"{BOTS}SoreLoser:how={how}"
    match = ["arena", "khan", "--games", "16", "--jobs", "1", "--json"]
    process = run(*match, "--bots", f"{sore},greedy")
    assert process.code == 1
    actual = json.loads(process.out)
    bots = {bot["bot"]: bot for bot in actual["bots"]}
    lost = [result for result in actual["results"] if result.get("at_fault") == sore]
    assert actual["faults"] == bots[sore]["faults"] == len(lost) > 0
    assert bots["greedy"]["faults"] == 0
    assert bots[sore]["wins"] + bots["greedy"]["wins"] == pytest.approx(16)
    assert bots["greedy"]["wins"] >= len(lost)
    assert bots[sore]["win_share"]["value"] == pytest.approx(bots[sore]["wins"] / 16)
    for result in lost:
        assert result["ranking"][result["seats"].index(sore)] == 2
    assert (actual["version"], actual["time_limit"]) == (regnum.__version__, 60)


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verdict_counts_games_of_a_bot_that_exits_its_process(run: Run, jobs: str) -> None:
    arguments = ["arena", "khan", "--bots", f"{BOTS}Killer,random", "--games", "60", "--jobs", jobs, "--until-sure"]
    process = run(*arguments, "--output", "dead.jsonl")
    assert (process.code, process.err) == (1, "")
    assert f"{BOTS}Killer is worse than its fair share" in process.out
    again = run(*arguments, "--resume", "dead.jsonl", "--json")
    assert again.code == 1
    actual = json.loads(again.out)
    assert actual["until_sure"]["stopped"]
    assert actual["faults"] == actual["games"] < 60


def test_bot_that_misses_the_time_limit_loses(run: Run) -> None:
    match = ["arena", "khan", "--bots", f"{BOTS}Sleeper,random", "--games", "2", "--jobs", "2", "--time-limit", "0.5"]
    process = run(*match)
    assert process.code == 1
    assert process.out.count("took longer than 0.5 s") == 2
    assert f"{BOTS}Sleeper has lost 2 of 2 games because of faults" in process.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*ARENA, "--players", "3"], "2 bots for 3 players: name one for each"),
        ([*ARENA, "--players", "9"], "2, 3, 4 players"),
        (["arena", "khan", "--bots", "random,greedy:depth=3"], "no parameter 'depth'; there are style"),
        (["arena", "khan", "--bots", f"random,{BOTS}LastAction:back=x"], "back='x' is not a whole number"),
        (["arena", "khan", "--bots", "random,greedy:"], "no bot 'greedy:'"),
        (["arena", "khan", "--bots", "random,random", "--until-sure"], "nobody else"),
        ([*ARENA, "--time-limit", "-1"], "'-1' is not a number of seconds"),
        ([*ARENA, "--time-limit", "nan"], "'nan' is not a number of seconds"),
        ([*ARENA, "--resume", "nowhere.jsonl"], "--resume nowhere.jsonl: No such file"),
        ([*ARENA, "--output", "no/where.jsonl"], "--output no/where.jsonl: No such file"),
        ([*ARENA, "--resume", "a", "--output", "b"], "not allowed with"),
    ],
)
def test_invalid_arena_arguments_are_refused(refused: RefusedError, arguments: list[str], says: str) -> None:
    assert says in refused(*arguments)


def test_pipe_is_not_waited_for(refused: RefusedError) -> None:
    os.mkfifo("pipe.jsonl")
    assert "--resume pipe.jsonl: it is a device or a pipe" in refused(*ARENA, "--resume", "pipe.jsonl")


def test_results_behind_a_symbolic_link_are_resumed(run: Run) -> None:
    run_json(run, *ARENA, "--games", "2", "--output", "far.jsonl")
    Path("near.jsonl").symlink_to("far.jsonl")
    assert run_json(run, *ARENA, "--games", "4", "--resume", "near.jsonl")["games"] == 4
    assert Path("near.jsonl").is_symlink()


def test_unfitting_files_are_refused(run: Run, refused: RefusedError) -> None:
    run_json(run, *ARENA, "--games", "2", "--output", "some.jsonl")
    complaint = refused(*ARENA, "--output", "some.jsonl")
    assert "some.jsonl: already exists; continue it with --resume some.jsonl" in complaint
    assert "line 1: another match: seed is 0 there, 1 here" in refused(*ARENA, "--seed", "1", "--resume", "some.jsonl")


def test_simulate_accepts_seats_with_parameters(run: Run) -> None:
    def scores(bot: str) -> object:
        return run_json(run, "simulate", "khan", "--seats", f"random,{BOTS}{bot}")["results"]

    assert scores("LastAction") == scores("LastAction:back=0") != scores("LastAction:back=1")


def test_progress_in_a_terminal_shows_the_remaining_time() -> None:
    process = in_terminal("arena", "khan", "--bots", "greedy,random", "--games", "10", "--jobs", "1")
    assert process.code == 0
    assert "10/10" in process.out
    assert "0:00:0" in process.out
