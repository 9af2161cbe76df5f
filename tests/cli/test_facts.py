"""`regnum facts` and `--facts`: a file to start from, and games with what it says."""

import json
import tomllib
from pathlib import Path

import pytest

from regnum.cli.command import main
from regnum.core.record import Record

BONUS = "[setup.scoring]\narea_bonus = [12, 7, 4]\n"


def test_todays_facts_are_a_file_with_where_they_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", "khan"]) == 0
    text = capsys.readouterr().out
    assert tomllib.loads(text)["setup"]["scoring"]["area_bonus"] == [10, 6, 3]
    assert "#   final scoring: bonuses of 10, 6 and 3 points (ours; reconstructed)" in text
    assert main(["facts", "brian_boru"]) == 2
    assert capsys.readouterr().err == "regnum facts: brian_boru has no facts that may be corrected\n"


def test_games_are_simulated_with_own_facts_and_replay_by_their_record_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(BONUS, encoding="utf-8")
    told = ["simulate", "khan", "--players", "2", "--seed", "5", "--json", "--facts", str(file)]
    assert main([*told, "--record", str(tmp_path / "records")]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["facts"] == {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}}
    file.unlink()
    record = tmp_path / "records" / summary["results"][0]["record"]
    assert Record.load(record).game.facts == summary["facts"]
    assert main(["replay", str(record), "--verify"]) == 0
    assert "facts of its own: setup.scoring.area_bonus" in capsys.readouterr().out
    assert main(["replay", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"]["facts"] == summary["facts"]


def test_bots_are_compared_with_own_facts_in_processes_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text("[tiles.tile.I2]\npoints = 40\n", encoding="utf-8")
    bots = ["--bots", "random,random", "--games", "2", "--json"]
    results = []
    for given in (["--jobs", "1"], ["--jobs", "2"], ["--jobs", "1", "--facts", str(file)]):
        facts = [] if "--facts" in given else ["--facts", str(file)] if "2" in given else []
        assert main(["arena", "khan", *bots, *given, *facts]) == 0
        results.append(json.loads(capsys.readouterr().out)["results"])
    assert results[1] == results[2] != results[0]


def test_facts_and_records_with_a_byte_order_mark_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, records = tmp_path / "own.toml", tmp_path / "records"
    file.write_text(BONUS, encoding="utf-8-sig")
    told = ["simulate", "khan", "--players", "2", "--json", "--facts", str(file), "--record", str(records)]
    assert main(told) == 0
    assert json.loads(capsys.readouterr().out)["facts"] == {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}}
    (record,) = records.iterdir()
    record.write_text(record.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert main(["replay", str(record), "--verify"]) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "No such file or directory"),
        ("x = ", "facts: not TOML"),
        ("[setup.scoring]\narea_bonus = [1]\n[tiles]\nx = 1\n", "area_bonus: not a list of 3; tiles.x: no fact that"),
    ],
)
def test_wrong_facts_are_told_in_one_line(
    text: str | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    for command in (["simulate", "khan"], ["play", "khan"], ["arena", "khan", "--bots", "random,random"]):
        assert main([*command, "--facts", str(file)]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert told.startswith(f"regnum {command[0]}: --facts {file}: ")
        assert says in told
