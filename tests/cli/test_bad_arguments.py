"""Invalid command lines are explained in one line with the allowed values; the exit code is 2."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.command import Run, in_terminal, regnum

RefusedError = Callable[..., str]

SIMULATE = ["simulate", "brian_boru", "--record", "records"]
PLAY = ["play", "brian_boru"]
ARENA = ["arena", "brian_boru", "--games", "3"]
GAMES = "the games are brian_boru"
BOTS = "random, gentle, greedy"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        # the command
        ([], ["games, serve, play, simulate, replay, arena", "rules"]),
        (["fly"], ["'fly'", "simulate"]),
        (["--fly"], ["--fly"]),
        (["games", "--jsn"], ["--jsn"]),
        (["games", "more"], ["more"]),
        # the game
        (["simulate"], ["GAME"]),
        (["simulate", "chess"], ["'chess'", GAMES]),
        (["play", "chess"], ["'chess'", GAMES]),
        (["arena", "chess", "--bots", "random"], ["'chess'", GAMES]),
        (["rules", "chess"], ["'chess'", GAMES]),
        (["rules", "brian_boru\nfoo"], ["brian_boru", GAMES]),
        # player counts
        ([*SIMULATE, "--players", "2"], ["3, 4, 5", "2"]),
        ([*SIMULATE, "--players", "six"], ["--players", "'six'", "whole number"]),
        ([*SIMULATE, "--players", "-4"], ["--players", "'-4'"]),
        ([*SIMULATE, "--players", "4.0"], ["--players", "'4.0'"]),
        ([*SIMULATE, "--players", "٤"], ["--players", "'٤'"]),
        ([*PLAY, "--players", "6"], ["3, 4, 5", "6"]),
        ([*ARENA, "--bots", "random,greedy"], ["3, 4, 5", "2"]),
        # seeds and numbers of games
        ([*SIMULATE, "--seed", "-1"], ["--seed", "'-1'", "2**64 - 1"]),
        ([*SIMULATE, "--seed", str(2**64)], ["--seed", str(2**64), "2**64 - 1"]),
        ([*SIMULATE, "--seed", "1e3"], ["--seed", "'1e3'"]),
        ([*SIMULATE, "--seed", ""], ["--seed", "''"]),
        ([*SIMULATE, "--seed", "9" * 5000], ["--seed"]),
        ([*SIMULATE, "--seed", str(2**64 - 1), "--games", "2"], ["2**64 - 1", "2 games"]),
        ([*PLAY, "--seed", "x"], ["--seed", "'x'"]),
        ([*SIMULATE, "--games", "0"], ["--games", "'0'", "from 1"]),
        ([*SIMULATE, "--games", "many"], ["--games", "'many'"]),
        ([*ARENA, "--bots", "random,random,random", "--jobs", "0"], ["--jobs", "'0'", "from 1"]),
        # seats and bots
        ([*SIMULATE, "--players", "4", "--seats", "random,random,random"], ["3", "4", "--seats"]),
        ([*SIMULATE, "--seats", "random,random,deep_blue"], ["'deep_blue'", BOTS]),
        ([*SIMULATE, "--seats", "random,random,gredy"], ["'gredy'", "did you mean greedy?"]),
        ([*SIMULATE, "--seats", "human,random,random"], ["'human'", BOTS]),
        ([*SIMULATE, "--seats", ""], ["''", BOTS]),
        ([*SIMULATE, "--seats", "random,,random"], ["''", BOTS]),
        ([*PLAY, "--seats", "human,robot,random"], ["'robot'", "human, random, gentle, greedy"]),
        ([*PLAY, "--seats", "human,random"], ["3, 4, 5", "2"]),
        ([*ARENA], ["--bots"]),
        ([*ARENA, "--bots", "greedy,random,human"], ["'human'", BOTS]),
        # options
        ([*SIMULATE, "-o", "thresold=at_least"], ["'thresold'", "threshold, tricks_with_five"]),
        ([*SIMULATE, "-o", "threshold=most"], ["'most'", "at_least, more_than"]),
        ([*SIMULATE, "-o", "threshold"], ["'threshold'", "option=value"]),
        ([*SIMULATE, "-o", "=5"], ["'=5'", "option=value"]),
        ([*SIMULATE, "-o", "threshold=at_least", "-o", "threshold=more_than"], ["'threshold'", "twice"]),
        ([*SIMULATE, "--players", "4", "-o", "first_player=5"], ["first_player=5", "1 to 4"]),
        ([*PLAY, "-o", "tricks_with_five=6"], ["tricks_with_five", "5, 4"]),
        ([*ARENA, "--bots", "random,random,random", "-o", "x=1"], ["'x'", "threshold"]),
        # languages and clauses
        ([*PLAY, "--lang", "fr"], ["'fr'", "en", "de", "uk"]),
        (["rules", "brian_boru", "--lang", "EN"], ["'EN'", "uk"]),
        (["rules", "brian_boru", "action.winer"], ["'action.winer'", "did you mean action.winner?", "setup"]),
        (["rules", "brian_boru", "khan.setup"], ["'khan.setup'", "action"]),
        (["rules", "brian_boru", ""], ["''", "action"]),
        (["rules", "brian_boru", "."], ["'.'", "action"]),
        (["rules", "brian_boru", "act"], ["'act'", "action"]),
        (["rules", "brian_boru", "--coverage", "--tests", "nowhere"], ["nowhere", "no such folder"]),
        (["rules", "brian_boru", "--tests", "."], ["--coverage"]),
        # the server
        (["serve", "--port", "65536"], ["--port", "'65536'", "65535"]),
        (["serve", "--port", "http"], ["--port", "'http'"]),
        # files
        (["replay"], ["FILE"]),
        (["replay", "nowhere.jsonl"], ["nowhere.jsonl", "No such file"]),
        (["replay", "."], [".", "directory"]),
        (["replay", "nowhere.jsonl", "--to", "-1"], ["--to", "'-1'"]),
    ],
    ids=lambda value: "_".join(value)[:60].replace("\n", " ") if isinstance(value, list) else None,
)
def test_invalid_arguments_are_refused(refused: RefusedError, arguments: list[str], says: list[str]) -> None:
    line = refused(*arguments)
    assert line.startswith("regnum")
    assert [text for text in says if text not in line] == []


def test_record_folder_that_is_a_file_is_refused(refused: RefusedError, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert "taken" in refused("simulate", "brian_boru", "--record", "taken")


def test_records_of_other_games_are_not_overwritten(run: Run, refused: RefusedError, tmp_path: Path) -> None:
    assert run("simulate", "brian_boru", "--record", "records", "--games", "2", "--seed", "8").code == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "records").iterdir()}
    again = [
        "simulate",
        "brian_boru",
        "--record",
        "records",
        "--games",
        "4",
        "--seed",
        "6",
        "-o",
        "threshold=more_than",
    ]
    assert "brian_boru-4p-8.jsonl already exists" in refused(*again)
    assert {path.name: path.read_bytes() for path in (tmp_path / "records").iterdir()} == before


def test_unwritable_record_is_reported(refused: RefusedError, tmp_path: Path) -> None:
    (tmp_path / "records" / "brian_boru-3p-5.jsonl").mkdir(parents=True)
    arguments = ["simulate", "brian_boru", "--players", "3", "--seed", "5", "--record", "records"]
    assert "brian_boru-3p-5.jsonl" in refused(*arguments)


def test_process_exits_with_code_2_and_one_line(tmp_path: Path) -> None:
    process = regnum("simulate", "brian_boru", "--players", "9", cwd=tmp_path)
    assert (process.code, process.out) == (2, "")
    assert "3, 4, 5" in process.complaint


@pytest.mark.parametrize("start", ["regnum", "regnum.cli"])
def test_package_starts_as_a_module_in_both_ways(start: str) -> None:
    code = f"import runpy, sys; sys.argv[0] = 'x'; runpy.run_module({start!r}, run_name='__main__')"
    process = in_terminal("games", code=code)
    assert process.code == 0
    assert "Brian Boru" in process.out


# The server is another room: here only what the command does with it.


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Replace the web server by a fake that records its arguments and finds port 1 taken."""
    calls: list[tuple[object, ...]] = []

    class ServerStartError(ValueError):
        pass

    def serve(host: str, port: int, *given: object) -> None:
        if port == 1:
            raise ServerStartError("port 1 is taken")
        calls.append((host, port, *given))

    module = ModuleType("regnum.web.server.run")
    module.__dict__.update(ServerStartError=ServerStartError, serve=serve)
    monkeypatch.setitem(sys.modules, "regnum.web.server.run", module)
    return calls


def test_serve_passes_on_its_arguments(run: Callable[..., object], web: list[tuple[object, ...]]) -> None:
    run("serve")
    run(
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "8080",
        "--database",
        "sqlite:///x",
        "--open",
        "--origin",
        "http://a.b",
        "--workers",
        "3",
        "--proxy",
        "127.0.0.1",
        "--new-key",
    )
    assert web == [
        ("127.0.0.1", 8000, None, False, None, 1, None, False),
        ("0.0.0.0", 8080, "sqlite:///x", True, "http://a.b", 3, "127.0.0.1", True),
    ]


@pytest.mark.usefixtures("web")
def test_taken_port_is_reported_in_one_line(refused: RefusedError) -> None:
    assert "port 1 is taken" in refused("serve", "--port", "1")


def test_serve_names_missing_packages(refused: RefusedError, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("regnum.web.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("litestar", "msgspec", "uvicorn", "sqlalchemy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "pip install 'regnum[web]'" in refused("serve")
