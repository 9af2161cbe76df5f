"""Prose in the docs has lines of at most 100 characters."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
"""An entry of the changelog is one line, see test_project.py."""
MOST: Final = 100


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code, tables, HTML and headings: number and text, without the addresses of links."""
    fence = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence and not re.match(r"\s*[|<#]|\s*!\[|\[[^]]+\]: ", line):
            yield number, re.sub(r"\]\([^)]*\)", "]", line)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_prose_has_short_lines(path: Path) -> None:
    assert [number for number, line in prose(path) if len(line) > MOST] == []
