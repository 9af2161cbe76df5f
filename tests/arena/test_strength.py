"""The matches that hold what is promised of the bots."""

from pathlib import Path

import pytest

import regnum
from benchmarks import strength


def test_each_match_can_be_played() -> None:
    for name, told in strength.MATCHES.items():
        match = strength.match_of(name)
        assert match.games == told["games"], f"{name}: whole deals"
        assert 1 / match.players < told["bar"] < 1 or match.players == 1


def test_a_match_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"game": "khan", "bots": "greedy,random,random", "games": 6, "seed": 5, "bar": 0.6}
    monkeypatch.setattr(strength, "MATCHES", {"short": told})
    monkeypatch.setattr(strength, "RESULTS", tmp_path / "results")
    assert strength.row("short") == "| short | - | - | 60% | not played |"
    monkeypatch.setattr(regnum, "compiled", True)  # the table takes its word
    strength.main(["short", "--games", "3"])
    lines = (tmp_path / "results" / "short.jsonl").read_text(encoding="utf-8")
    assert lines.count("\n") == 1 + 3
    assert strength.row("short").endswith(" of 3 | 100.0% [21%-100%] | 60% | reached so far |")
    told["bar"] = 0.5
    assert strength.row("short").endswith(" | 50% | reached |"), "even if it lost all that are left"
    with (tmp_path / "results" / "short.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"number": 3')
    assert " of 3 | " in strength.row("short")
    assert (tmp_path / "results" / "short.jsonl").read_text(encoding="utf-8").endswith("3"), "looked at, not touched"
    strength.main(["short"])
    assert (tmp_path / "results" / "short.jsonl").read_text(encoding="utf-8").startswith(lines)
    assert " of 6 | " in strength.row("short")
    assert strength.row("short").endswith(" | reached |")


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["chess"])
    assert "no match 'chess'; there are: brian_boru-4," in capsys.readouterr().err
