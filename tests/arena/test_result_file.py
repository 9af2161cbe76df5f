"""Result files: written after every game, and resumable."""

import json
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.arena.game_runner import GameResult
from regnum.arena.match import Match
from regnum.arena.match_runner import run_games, run_match
from regnum.arena.result_file import ResultFile, match_header

GAME = regnum.game("khan")
BOTS = ["random", "tests.support.bots:LastAction:back=1"]


def match(games: int = 6, **other: Any) -> Match:
    params: dict[str, Any] = {"game": GAME, "bots": BOTS, "seed": 3, "options": {}} | other
    return Match(params["game"], params["bots"], games, params["seed"], params["options"])


def rounded(games: list[GameResult]) -> list[GameResult]:
    return [game._replace(seconds=0.0, thoughts=()) for game in games]


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "results.jsonl")


def write(path: str, played: list[GameResult], resume: bool = False) -> None:
    with ResultFile(path, match(), resume) as file:
        for game in played:
            file.add(game)


@pytest.fixture
def games() -> list[GameResult]:
    return list(run_match(match(), entries=False))


def test_results_are_written_after_each_game(path: str) -> None:
    with ResultFile(path, match(), resume=False) as file:
        assert json.loads(Path(path).read_text()) == match_header(match())
        for number, game in enumerate(run_games(match(), range(6), entries=False), 1):
            file.add(game)
            lines = Path(path).read_text().splitlines()
            assert len(lines) == 1 + number
            data = json.loads(lines[-1])
            assert data["number"] == number - 1
            assert [thought[0] for thought in data["thoughts"]] == [thought.moves for thought in game.thoughts]


def test_known_games_are_read_again(path: str, games: list[GameResult]) -> None:
    broken = games[4]._replace(scores=(), ranking=(), fault='it said "no"\nand ended — ü')
    written = [games[2], games[0], broken]
    write(path, written)
    with ResultFile(path, match(games=2), resume=True) as file:
        assert rounded(list(file.finished_games.values())) == rounded(written), "even more games than requested"
        assert file.finished_games[2].thoughts[0] == pytest.approx(games[2].thoughts[0], abs=1e-6)
        file.add(games[1])
    with ResultFile(path, match(), resume=True) as file:
        assert sorted(file.finished_games) == [0, 1, 2, 4]


def test_faulty_games_are_read_again_and_those_of_older_files_replayed(path: str, games: list[GameResult]) -> None:
    lost = games[1]._replace(scores=(), ranking=(1, 2), fault="the bot of player 1 failed")
    broken = games[2]._replace(scores=(), ranking=(), fault="two kings")
    write(path, [games[0], lost, broken])
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    assert [line.get("at_fault", 0) for line in lines[1:]] == [0, lost.seats[1], None]
    with ResultFile(path, match(), resume=True) as file:
        assert rounded(list(file.finished_games.values())) == rounded([games[0], lost, broken])
    older = [{name: value for name, value in line.items() if name != "at_fault"} for line in lines]
    older[2]["ranking"] = []
    Path(path).write_text("".join(json.dumps(line) + "\n" for line in older))
    with ResultFile(path, match(), resume=True) as file:
        assert sorted(file.finished_games) == [0], "it is unknown whose fault it was"


def test_truncated_line_is_played_again(path: str, games: list[GameResult]) -> None:
    write(path, games[:3])
    complete_file = Path(path).read_bytes()
    for cut in (1, 5, 60):
        Path(path).write_bytes(complete_file[:-cut])
        write(path, games[2:4], resume=True)
        with ResultFile(path, match(), resume=True) as file:
            assert rounded(list(file.finished_games.values())) == rounded(games[:4])


def test_existing_file_is_not_overwritten(path: str, games: list[GameResult]) -> None:
    write(path, games)
    before = Path(path).read_bytes()
    with pytest.raises(FileExistsError):
        ResultFile(path, match(), resume=False)
    assert Path(path).read_bytes() == before


def test_resuming_requires_a_file(path: str) -> None:
    with pytest.raises(FileNotFoundError):
        ResultFile(path, match(), resume=True)
    assert not Path(path).exists()


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"game": regnum.game("rurik")}, "another match: game is 'khan' there, 'rurik' here"),
        ({"bots": ["random", "random"]}, "bots is"),
        ({"bots": [BOTS[0], "tests.support.bots:LastAction:back=2"]}, "back=2"),
        ({"seed": 4}, "seed is 3 there, 4 here"),
        ({"options": {GAME.options[0].name: GAME.options[0].values[1]}}, "options is"),
    ],
)
def test_different_match_is_refused(path: str, games: list[GameResult], other: dict[str, Any], says: str) -> None:
    write(path, games)
    before = Path(path).read_bytes()
    with pytest.raises(ValueError, match="line 1: another match") as error:
        ResultFile(path, match(**other), resume=True)
    assert says in str(error.value)
    assert Path(path).read_bytes() == before


def test_option_newer_than_the_file_has_its_default(path: str, games: list[GameResult]) -> None:
    write(path, games[:2])
    match_header, *lines = Path(path).read_text().splitlines(keepends=True)
    data = json.loads(match_header)
    newest, value = list(data["options"].items())[-1]
    assert value == GAME.options[-1].default
    del data["options"][newest]
    Path(path).write_text("".join([json.dumps(data) + "\n", *lines]))
    with ResultFile(path, match(), resume=True) as file:
        assert sorted(file.finished_games) == [0, 1]
    with pytest.raises(ValueError, match="another match: options is"):
        ResultFile(path, match(options={newest: GAME.options[-1].values[1]}), resume=True)


def test_match_with_different_facts_is_a_different_match(path: str, games: list[GameResult]) -> None:
    write(path, games)
    facts = {"tiles": {"tile": {"I2": {"points": 40}}}}
    first, *lines = Path(path).read_text().splitlines()
    Path(path).write_text("\n".join([json.dumps({**json.loads(first), "facts": facts}), *lines]) + "\n")
    with pytest.raises(ValueError, match=r"line 1: another match: facts is \{'tiles': .* there, None here"):
        ResultFile(path, match(), resume=True)


def test_different_rules_version_is_a_different_match(path: str, games: list[GameResult]) -> None:
    write(path, games)
    text = Path(path).read_text().replace(f'"rules": {GAME.rules_version}', '"rules": 999')
    Path(path).write_text(text)
    with pytest.raises(ValueError, match="rules is 999 there"):
        ResultFile(path, match(), resume=True)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 77}, "not a game of this match"),
        ({"seats": ["random", "random"]}, "not a game of this match"),
        ({"number": -1}, "not a game of this match"),
        ({"scores": [1]}, "not the result of a game"),
        ({"ranking": [2, 2]}, "not the result of a game"),
        ({"fault": "failed", "at_fault": "random"}, "not the result of a game"),
        ({"fault": "failed", "at_fault": "greedy", "scores": [], "ranking": [1, 2]}, "not the result of a game"),
        ({"thoughts": []}, "not the result of a game"),
        ({"thoughts": 5}, "not the result of a game"),
        ({"decisions": None}, "not the result of a game"),
    ],
)
def test_unfitting_line_is_named(path: str, games: list[GameResult], change: dict[str, object], says: str) -> None:
    write(path, games[:2])
    lines = Path(path).read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **change})
    Path(path).write_text("\n".join(lines) + "\n")
    with pytest.raises(ValueError, match=f"line 3: {says}"):
        ResultFile(path, match(), resume=True)


@pytest.mark.parametrize("text", ["", "\n", "[]\n", "{}\n", '{"regnum": 1}\n', "no\n", "\xff\n", "[" * 100_000 + "\n"])
def test_file_of_another_kind_is_refused(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match="line 1: not"):
        ResultFile(path, match(), resume=True)
    assert Path(path).read_text(encoding="latin-1") == text
