"""A match on a Ray cluster: the same games as elsewhere. Ray is not available for every Python."""

import json
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

import regnum
from regnum.arena.game_runner import GameResult
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError, run_games
from regnum.arena.ray_cluster import RayUnavailableError, bot_modules, run_games_on_cluster
from regnum.cli import main

GAME = regnum.game("khan")
OWN = """
from regnum.players import Player

class Own(Player):
    PARAMS = {"back": 0}

    def choose(self, state, legal):
        return legal[-1 - self.params["back"] % len(legal)]
"""
KILLER = """
import os
from regnum.players import Player

class Killer(Player):
    def choose(self, state, legal):
        os._exit(7)
"""


def without_time(games: list[GameResult]) -> list[GameResult]:
    return sorted(played._replace(seconds=0.0, thoughts=()) for played in games)


def test_missing_ray_is_reported_with_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.arena.ray_cluster.find_spec", lambda name: None)
    with pytest.raises(RayUnavailableError, match=r"pip install 'regnum\[ray\]'"):
        next(run_games_on_cluster(Match(GAME, ["random", "random"], 2), [0], ""))


def test_custom_modules_are_found_as_files_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lonely_bot.py").write_text(OWN)
    (tmp_path / "bot_family" / "young").mkdir(parents=True)
    (tmp_path / "bot_family" / "__init__.py").write_text("")
    (tmp_path / "bot_family" / "young" / "__init__.py").write_text(OWN)
    (tmp_path / "bot_folder").mkdir()
    (tmp_path / "bot_folder" / "inner.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    bots = ["random", "lonely_bot:Own:back=1", "lonely_bot:Own", "bot_family.young:Own", "bot_folder.inner:Own"]
    actual = [Path(module).relative_to(tmp_path).as_posix() for module in bot_modules(bots)]
    assert actual == ["bot_family", "bot_folder", "lonely_bot.py"]
    assert bot_modules(["greedy", "regnum.players.random:RandomPlayer"]) == []


needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'regnum[ray]'")


@needs_ray
@pytest.mark.full
@pytest.mark.xdist_group("ray")
def test_two_ray_workers_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rays_bot.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    match = Match(GAME, ["random", "rays_bot:Own:back=1", "greedy"], 9, seed=4, players=2)
    local_games = list(run_games(match, range(match.games), entries=False))
    cluster_games = list(run_games_on_cluster(match, range(match.games), "", jobs=2, entries=False))
    assert not any(played.fault for played in local_games)
    assert without_time(cluster_games) == without_time(local_games)
    assert not import_module("ray").is_initialized()


@needs_ray
@pytest.mark.full
@pytest.mark.xdist_group("ray")
def test_command_plays_on_ray_and_stops_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["arena", "khan", "--bots", "greedy,random", "--games", "200", "--until-sure", "--json"]
    assert main([*arguments, "--jobs", "1"]) == 0
    alone = json.loads(capsys.readouterr().out)
    file = tmp_path / "spread.jsonl"
    assert main([*arguments, "--jobs", "2", "--ray", "--output", str(file)]) == 0
    spread = json.loads(capsys.readouterr().out)
    assert spread["results"] == alone["results"]
    assert len(file.read_text().splitlines()) > len(alone["results"])


@needs_ray
@pytest.mark.full
@pytest.mark.xdist_group("ray")
def test_bot_that_exits_its_process_ends_the_match_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "killers_bot.py").write_text(KILLER)  # alone: the whole package of tests takes a while to be sent
    monkeypatch.syspath_prepend(str(tmp_path))
    match = Match(GAME, ["random", "killers_bot:Killer"], 2)
    with pytest.raises(LostGameError, match="Ray lost a game"):
        list(run_games_on_cluster(match, range(2), "", jobs=1))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_unreachable_cluster_is_reported(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("regnum.arena.ray_cluster.find_spec", lambda name: ModuleSpec(name, None))
    assert main(["arena", "khan", "--bots", "greedy,random", "--ray", address]) == 2
    assert capsys.readouterr().err == f"regnum arena: --ray: nobody answers at {address}\n"
