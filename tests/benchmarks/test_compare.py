"""The comparison of instruction counts with another commit: errors take one line, and unchanged games are skipped."""

import shutil
from pathlib import Path

import pytest

import regnum
from benchmarks import compare
from benchmarks.__main__ import ROOT


def failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr("sys.argv", ["compare", *arguments])
    assert compare.main() == 2
    return capsys.readouterr().err


def test_missing_requirements_are_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failure(monkeypatch, capsys, "HEAD", "chess").startswith("unknown game 'chess'; the games are ")
    errors = failure(monkeypatch, capsys, "no-such-commit")
    assert errors.startswith("no package at no-such-commit: fatal: ")
    assert errors.count("\n") == 1
    monkeypatch.setattr(compare, "check_out", lambda _: tmp_path)
    monkeypatch.setattr(compare, "BASELINE", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    missing = "valgrind is missing (Debian, Ubuntu: sudo apt-get install valgrind)\n"
    assert failure(monkeypatch, capsys, "HEAD", "khan") == missing


def test_unchanged_games_are_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "regnum", tmp_path / "regnum", ignore=shutil.ignore_patterns("web", "__pycache__"))
    monkeypatch.setattr(compare, "check_out", lambda _: tmp_path)
    monkeypatch.setattr(compare, "BASELINE", tmp_path)
    monkeypatch.setattr(compare, "instructions_per_decision", lambda tree, _: 100.0 if tree == tmp_path else 106.0)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    rules = tmp_path / "regnum" / "games" / "khan" / "rules.py"
    rules.write_text("# earlier", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["compare", "HEAD"])
    assert compare.main() == 1, "6 % more than before"
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == regnum.games()
    assert [line.endswith("the rules are the same") for line in lines] == [True, False, True, True]
