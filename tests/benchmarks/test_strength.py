"""Matches that check the promised strength of the bots."""

import json
from pathlib import Path

import pytest

import regnum
from benchmarks import strength


def test_each_match_can_be_played() -> None:
    for name, item in strength.MATCHES.items():
        match = strength.match_of(name)
        assert match.games == item["games"], f"{name}: whole deals"
        assert 1 / match.players < item["bar"] < 1 or match.players == 1


def test_match_is_resumed_and_summed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def row() -> str:
        capsys.readouterr()
        strength.main(["short", "--table"])
        return capsys.readouterr().out.splitlines()[-1]

    result = {"game": "khan", "bots": "greedy,random,random", "games": 6, "seed": 5, "bar": 0.6}
    games, summary = tmp_path / "games" / "short.jsonl", tmp_path / "summary.json"
    monkeypatch.setattr(strength, "MATCHES", {"short": result})
    monkeypatch.setattr(strength, "SUMMARY", summary)
    summary.write_text("{}", encoding="utf-8")
    assert row() == "| short | - | - | 60% | not played |"
    monkeypatch.setattr(regnum, "compiled", True)  # the table takes its word
    strength.main(["short", "--games", "3", "--output", str(games.parent)])
    lines = games.read_text(encoding="utf-8")
    assert lines.count("\n") == 1 + 3
    assert row().endswith(" of 3 | 100.0% [21%-100%] | 60% | reached so far |")
    result["bar"] = 0.5
    assert row().endswith(" | 50% | reached |"), "even if it loses all remaining games"
    with games.open("a", encoding="utf-8") as file:
        file.write('{"number": 3')
    strength.main(["short", "--output", str(games.parent)])
    assert games.read_text(encoding="utf-8").startswith(lines)
    assert " of 6 | " in row()
    assert row().endswith(" | reached |")
    text = summary.read_text(encoding="utf-8")
    summary.write_text(text.replace('"rules": 3', '"rules": 1'), encoding="utf-8")
    assert row().endswith(" | reached, by rules version 1 |")


def test_summary_covers_the_listed_matches() -> None:
    summary = json.loads(strength.SUMMARY.read_text(encoding="utf-8"))
    assert list(summary) == [name for name in strength.MATCHES if name in summary]
    assert all(strength.row(name, summary) for name in strength.MATCHES)


def test_command_reports_errors(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["chess"])
    assert "no match 'chess'; there are: brian_boru-4," in capsys.readouterr().err
