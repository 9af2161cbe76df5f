"""`regnum facts`, `--facts` and `REGNUM_FACTS`: exported facts, and games with corrected facts."""

import json
import tomllib
from pathlib import Path

import pytest

from regnum.cli.command import main
from tests.support.command import regnum

BONUS = "[khan.setup.scoring]\narea_bonus = [12, 7, 4]\n"
OWN = {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with corrected facts."""
    path = tmp_path / "own.toml"
    path.write_text(BONUS, encoding="utf-8")
    return path


def test_current_facts_are_exported_with_their_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facts", "khan"]) == 0
    text = capsys.readouterr().out
    assert tomllib.loads(text)["khan"]["setup"]["scoring"]["area_bonus"] == [10, 6, 3]
    assert "#   final scoring: bonuses of 10, 6 and 3 points (ours; reconstructed)" in text
    assert main(["facts", "brian_boru"]) == 2
    assert capsys.readouterr().err == "regnum facts: brian_boru has no facts that may be corrected\n"


def test_exported_facts_include_active_corrections(file: Path) -> None:
    process = regnum("facts", "khan", env={"REGNUM_FACTS": str(file)})
    assert tomllib.loads(process.out)["khan"]["setup"]["scoring"]["area_bonus"] == [12, 7, 4]


@pytest.mark.full
@pytest.mark.parametrize("by", ["option", "environment"])
def test_games_are_simulated_with_corrected_facts_and_their_records_name_them(
    file: Path, tmp_path: Path, by: str
) -> None:
    facts = ("--facts", str(file)) if by == "option" else ()
    env = {"REGNUM_FACTS": str(file)} if by == "environment" else {}
    game = ("simulate", "khan", "--players", "2", "--seed", "5", "--json", "--record", str(tmp_path / "records"))
    process = regnum(*game, *facts, env=env)
    assert (process.code, process.err) == (0, "")
    summary = json.loads(process.out)
    assert summary["facts"] == OWN
    record = str(tmp_path / "records" / summary["results"][0]["record"])
    shown = regnum("replay", record, "--verify", *facts, env=env)
    assert shown.code == 0
    assert "corrected facts: setup.scoring.area_bonus" in shown.out
    assert json.loads(regnum("replay", record, "--json", *facts, env=env).out)["state"]["facts"] == OWN
    assert regnum("report", "khan", record, "--out", str(tmp_path / "x.html"), *facts, env=env).code == 0
    refused = regnum("replay", record)
    assert refused.code == 2
    assert "played with other facts than khan has here; 'regnum facts khan --record FILE" in refused.complaint


def test_facts_of_a_record_are_a_file(file: Path, tmp_path: Path) -> None:
    assert regnum("simulate", "khan", "--facts", str(file), "--record", str(tmp_path / "new")).code == 0
    [record] = (tmp_path / "new").iterdir()
    assert tomllib.loads(regnum("facts", "khan", "--record", str(record)).out) == {"khan": OWN}
    assert "not a record of rurik" in regnum("facts", "rurik", "--record", str(record)).complaint
    assert "No such file" in regnum("facts", "khan", "--record", "nowhere.jsonl").complaint
    assert "not a record of khan" in regnum("facts", "khan", "--record", str(file)).complaint
    assert regnum("simulate", "khan", "--record", str(tmp_path / "usual")).code == 0
    [usual] = (tmp_path / "usual").iterdir()
    assert "it has no corrected facts" in regnum("facts", "khan", "--record", str(usual)).complaint


@pytest.mark.full
def test_bots_are_compared_with_corrected_facts_in_worker_processes(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("[khan.tiles.tile.I2]\npoints = 40\n", encoding="utf-8")
    bots = ["arena", "khan", "--bots", "random,random", "--games", "2", "--json"]
    option_lists = (["--jobs", "1"], ["--jobs", "2", "--facts", str(file)], ["--jobs", "1", "--facts", str(file)])
    results = [json.loads(regnum(*bots, *more).out)["results"] for more in option_lists]
    assert results[1] == results[2] != results[0]


def test_facts_and_records_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    file, records = tmp_path / "own.toml", tmp_path / "records"
    file.write_text(BONUS, encoding="utf-8-sig")
    facts = ("--facts", str(file))
    process = regnum("simulate", "khan", "--players", "2", "--json", *facts, "--record", str(records))
    assert json.loads(process.out)["facts"] == OWN
    (record,) = records.iterdir()
    record.write_text(record.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert regnum("replay", str(record), "--verify", *facts).code == 0


def test_benchmark_refuses_corrected_facts(file: Path) -> None:
    process = regnum("bench", "greedy", env={"REGNUM_FACTS": str(file)})
    assert process.code == 2
    assert "regnum-bench-v1 is played without corrected facts: unset REGNUM_FACTS" in process.complaint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "No such file or directory"),
        ("x = ", "facts: not TOML"),
        (
            "[khan.setup.scoring]\narea_bonus = [1]\n[khan.tiles]\nx = 1\n",
            "khan.setup.scoring.area_bonus: not a list of 3; khan.tiles.x: no fact that",
        ),
    ],
)
def test_wrong_facts_are_reported_in_one_line(text: str | None, says: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    process = regnum("play", "khan", "--facts", str(file))
    assert process.code == 2
    assert process.complaint.startswith(f"regnum play: --facts {file}: ")
    assert says in process.complaint
    process = regnum("games", env={"REGNUM_FACTS": str(file)})
    assert process.code == 2
    assert process.complaint.startswith(f"regnum games: REGNUM_FACTS {file}: ")


def test_facts_cannot_change_in_a_process_that_has_loaded_games(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "khan"]) == 0
    capsys.readouterr()
    assert main(["simulate", "khan", "--facts", str(file)]) == 2
    assert "games are loaded already, with other facts" in capsys.readouterr().err
