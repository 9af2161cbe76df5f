"""Games as tables of numbers: exact by seed, resumable, and equal to the played games."""

import json
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import regnum
from regnum.arena import Match, play_game, run_match
from regnum.arena.match_runner import RunOptions
from regnum.arena.shards import ShardFolder
from regnum.cli import main
from regnum.core.record.record import Record
from regnum.data import MatchDataset, read, read_shards

KHAN = regnum.game("khan")
FIRST = "tests.support.bots:FirstAction"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def write_shards(path: Path, match: Match, size: int, observed: bool = False, jobs: int = 1) -> ShardFolder:
    folder = ShardFolder(str(path), match, size, observed)
    assert sum(len(played) for played in folder.play(folder.missing(), RunOptions(jobs))) == match.games
    return folder


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(KHAN, [FIRST, "random"], 5, seed=3, rotate=True)


@pytest.fixture(scope="module")
def observed(match: Match, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "khan"
    write_shards(path, match, 4, observed=True)
    return path


def test_data_contains_the_played_games(match: Match, observed: Path) -> None:
    data = read(observed)
    games = list(run_match(match))
    assert len(data) == len(games) == 6, "whole deals"
    assert data.seed.tolist() == [played.seed for played in games]
    assert data.scores.tolist() == [list(played.scores) for played in games]
    assert data.ranking.tolist() == [list(played.ranking) for played in games]
    assert [[match.bots[bot] for bot in bots] for bots in data.bots] == [list(played.seats) for played in games]
    assert not data.broken.any()
    for at, played in enumerate(games):
        decisions_of_game = slice(data.start[at], data.start[at + 1])
        assert [KHAN.actions[index].text for index in data.action[decisions_of_game]] == [
            text for _, text in played.entries
        ]
        assert data.player[decisions_of_game].tolist() == [player for player, _ in played.entries]
        assert (data.of_game[decisions_of_game] == at).all()


def test_data_contains_observations_and_legal_actions(match: Match, observed: Path) -> None:
    data = read(observed)
    for at in (1, 5):
        seating = match.game_at(at)
        played = play_game(KHAN, seating.seats, seating.seed, match.options)
        play = Record("khan", 2, seating.seed, match.options).begin()
        for decision, (player, text) in enumerate(played.entries, data.start[at]):
            seen = play.state.observed_by(player)
            assert data.observation[decision].tobytes() == data.layout.observation(seen)
            if decision % 20 == 0:
                [mask] = data.masks([decision])
                assert np.flatnonzero(mask).tolist() == sorted(one.index for one in seen.legal_actions(player))
                assert mask[data.action[decision]]
            play.submit(player, text)
        assert data.returns[at].tolist() == play.state.returns()


def test_shards_are_read_one_by_one(observed: Path) -> None:
    parts = list(read_shards(observed))
    assert [len(part) for part in parts] == [4, 2]
    whole = read(observed)
    for name in ("number", "scores", "action", "observation", "legal"):
        assert np.array_equal(np.concatenate([getattr(part, name) for part in parts]), getattr(whole, name))


def test_interrupted_folder_is_completed_with_the_same_files(match: Match, observed: Path, tmp_path: Path) -> None:
    path = tmp_path / "again"
    begun = ShardFolder(str(path), match, 4, observed=True)
    assert begun.missing() == [0, 1]
    next(begun.play([0, 1]))
    (path / "games-00001.parquet").write_bytes(b"PAR1 cut off")
    resumed = ShardFolder(str(path), match, 4, observed=True)
    assert resumed.missing() == [1]
    assert [[played.number for played in shard] for shard in resumed.play(resumed.missing())] == [[4, 5]]
    assert files(path) == files(observed)
    assert resumed.missing() == []
    assert [list(played.scores) for played in resumed.games_of(1)] == read(path).scores.tolist()[4:]


def test_shard_replaces_shards_only(tmp_path: Path) -> None:
    folder = ShardFolder(str(tmp_path), Match(KHAN, [FIRST, "random"], 2, seed=3), 2)
    path = tmp_path / "games-00000.parquet"
    path.write_bytes(b"SQLite format 3\0")
    with pytest.raises(OSError, match="a file of another kind"):
        list(folder.play(folder.missing()))
    assert path.read_bytes() == b"SQLite format 3\0"
    path.write_bytes(b"")
    assert len(list(folder.play(folder.missing()))) == 1


def test_missing_shards_are_named(tmp_path: Path) -> None:
    write_shards(tmp_path / "x", Match(KHAN, [FIRST, "random"], 8, seed=3), 2)
    (tmp_path / "x" / "games-00001.parquet").unlink()
    for reading in (read, lambda path: list(read_shards(path))):
        with pytest.warns(UserWarning, match="shards 1 are missing; the command that wrote the others plays them"):
            reading(tmp_path / "x")


def test_match_can_be_extended(match: Match, tmp_path: Path) -> None:
    write_shards(tmp_path / "more", Match(KHAN, [FIRST, "random"], 2, seed=3), 4)
    more = ShardFolder(str(tmp_path / "more"), match, 4)
    assert more.missing() == [0, 1]
    list(more.play(more.missing()))
    write_shards(tmp_path / "at_once", match, 4)
    assert files(tmp_path / "more") == files(tmp_path / "at_once")


@pytest.mark.parametrize("seats", ["tests.support.bots:Quitter,random", "random,tests.support.bots:Quitter"])
def test_broken_game_is_stored_up_to_its_fault(seats: str, tmp_path: Path) -> None:
    write_shards(tmp_path / "x", Match(KHAN, seats.split(","), 1, rotate=False), 1, observed=True)
    data = read(tmp_path / "x")
    assert data.broken.tolist() == [True]
    assert data.scores.tolist() == [[0, 0]]
    assert data.returns[0, seats.split(",").index("random")] == 1, "the other bot has won"
    assert data.returns.sum() == 0
    assert len(data.action) == data.decisions[0] == data.start[1]


@pytest.mark.full
def test_bot_that_exits_its_process_loses_and_the_shard_is_written(tmp_path: Path) -> None:
    match = Match(KHAN, ["tests.support.bots:SoreLoser:how=exit", "greedy"], 8, seed=3)
    folder = ShardFolder(str(tmp_path / "x"), match, 5, observed=True)
    played = [game for shard in folder.play(folder.missing(), RunOptions(supervised=True)) for game in shard]
    alone = list(run_match(Match(KHAN, ["tests.support.bots:SoreLoser:how=error", "greedy"], 8, seed=3)))
    assert [game.ranking for game in sorted(played)] == [game.ranking for game in alone]
    data = read(tmp_path / "x")
    assert data.broken.tolist() == [bool(game.fault) for game in alone]
    assert 0 < data.broken.sum() < len(data)
    assert data.ranking.tolist() == [list(game.ranking) for game in alone]
    again = ShardFolder(str(tmp_path / "x"), match, 5, observed=True)
    assert again.missing() == []
    assert [game.at_fault for shard in (0, 1) for game in again.games_of(shard)] == [
        game.at_fault and "tests.support.bots:SoreLoser:how=exit" for game in alone
    ]


def test_folder_records_its_version_and_can_be_continued_by_another(match: Match, tmp_path: Path) -> None:
    write_shards(tmp_path / "x", match, 4)
    header = tmp_path / "x" / "match.json"
    data = json.loads(header.read_text())
    assert data["version"] == regnum.__version__
    header.write_text(json.dumps({**data, "version": "0.0.1"}))
    assert ShardFolder(str(tmp_path / "x"), match, 4).missing() == []


def test_folder_of_a_different_match_is_refused(match: Match, observed: Path, tmp_path: Path) -> None:
    before = files(observed)
    others: list[tuple[dict[str, Any], str]] = [
        ({"seed": 4}, "another match: seed is 3 there, 4 here"),
        ({"bots": ["random", "random"]}, "another match: bots is"),
        ({"rotate": False}, "another match: rotate is True there, False here"),
    ]
    for other, says in others:
        params: dict[str, Any] = {"bots": [FIRST, "random"], "seed": 3, **other}
        with pytest.raises(ValueError, match=says):
            ShardFolder(str(observed), Match(KHAN, games=5, **params), 4, observed=True)
    with pytest.raises(ValueError, match="shard is 4 there, 5 here"):
        ShardFolder(str(observed), match, 5, observed=True)
    assert files(observed) == before
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ValueError, match="is not empty"):
        ShardFolder(str(tmp_path), match)
    with pytest.raises(ValueError, match="it has no games yet"):
        read(ShardFolder(str(tmp_path / "fresh"), match).path)
    (tmp_path / "fresh" / "match.json").write_text("[")
    with pytest.raises(ValueError, match="not that of a folder of games"):
        read(tmp_path / "fresh")


def test_damaged_files_and_other_rules_are_reported(observed: Path, tmp_path: Path) -> None:
    for name, content in files(observed).items():
        (tmp_path / name).write_bytes(content)
    header = json.loads((tmp_path / "match.json").read_text())
    (tmp_path / "match.json").write_text(json.dumps({**header, "rules": 999}))
    with pytest.raises(ValueError, match="played with rules version 999"):
        read(tmp_path)
    (tmp_path / "decisions-00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="a file is damaged"):
        read(tmp_path)


def test_missing_pyarrow_is_reported_with_the_package_to_install(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("regnum.arena.shards.find_spec", lambda name: None)
    assert main(["simulate", "khan", "--data", str(tmp_path / "x")]) == 2
    assert "pip install 'regnum[data]'" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


SIMULATE = ("simulate", "khan", "--seats", f"random,{FIRST}", "--games", "5", "--seed", "2", "--shard", "2")


def test_simulate_writes_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "khan")
    first = run_json(capsys, *SIMULATE, "--data", path, "--jobs", "1")
    usual = run_json(capsys, *SIMULATE[:-2])
    assert first["decisions"] == usual["decisions"]
    assert first["data"]["shards"] == 3
    assert first["data"]["bytes"] == sum(
        len(content) for name, content in files(tmp_path / "khan").items() if "-" in name
    )
    scores = np.array([result["scores"] for result in usual["results"]])
    assert first["mean_scores"] == pytest.approx(scores.mean(axis=0).tolist())
    assert read(path).scores.tolist() == scores.tolist()
    (tmp_path / "khan" / "games-00001.parquet").unlink()
    again = run_json(capsys, *SIMULATE, "--data", path, "--jobs", "1")
    assert [again[key] for key in ("wins", "mean_scores", "decisions")] == [
        first[key] for key in ("wins", "mean_scores", "decisions")
    ]


def test_arena_writes_what_it_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("arena", "khan", "--bots", f"random,{FIRST}", "--games", "6", "--jobs", "1")
    usual = run_json(capsys, *arguments)
    for _ in range(2):  # the second time they are all there
        data = run_json(capsys, *arguments, "--data", str(tmp_path / "khan"))
        assert data["results"] == usual["results"]
        assert [bot["win_share"] for bot in data["bots"]] == [bot["win_share"] for bot in usual["bots"]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "khan", "--observe"], "--observe requires --data DIR"),
        (["simulate", "khan", "--jobs", "2"], "--jobs requires --data DIR"),
        (["arena", "khan", "--bots", "random,random", "--shard", "2"], "--shard requires --data DIR"),
        (["simulate", "khan", "--data", "new", "--record", "records"], "--record or --data"),
        (["simulate", "khan", "--data", "new", "--shard", "0"], "--shard"),
        (["arena", "khan", "--bots", "random,greedy", "--data", "new", "--until-sure"], "--until-sure"),
        (["simulate", "khan", "--data", "letter.txt"], "--data letter.txt: "),
    ],
)
def test_conflicting_arguments_are_refused(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("dear")
    with suppress(SystemExit):
        assert main(arguments) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'regnum[ray]'")
@pytest.mark.full
@pytest.mark.xdist_group("ray")
def test_two_ray_workers_write_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    local_folder, cluster_folder = tmp_path / "here", tmp_path / "there"
    run_json(capsys, *SIMULATE, "--observe", "--data", str(local_folder), "--jobs", "1")
    run_json(capsys, *SIMULATE, "--observe", "--data", str(cluster_folder), "--jobs", "2", "--ray")
    assert files(cluster_folder) == files(local_folder)


def test_every_game_can_be_written(tmp_path: Path) -> None:
    for name in regnum.games():
        game = regnum.game(name)
        players = min(game.player_counts)
        write_shards(tmp_path / name, Match(game, ["random"] * players, 1, seed=1, rotate=False), 1, observed=True)
        data: MatchDataset = read(tmp_path / name)
        assert data.observation.shape == (data.start[-1], data.layout.size)
        assert data.scores.shape == (1, game.sides(players))
        assert (data.observation <= np.array(data.layout.max_values)).all()
