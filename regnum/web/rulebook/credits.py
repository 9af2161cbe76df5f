"""The contents of the credits pages: sources of facts, corrections by this server, and licences."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from regnum.core.facts.corrections import correctable_facts, flatten, value_text
from regnum.core.facts_check import own_data
from regnum.core.game import Game
from regnum.web.http.assets import STATIC

_LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def own_corrections(games: Iterable[Game]) -> list[dict[str, str]]:
    """Return this server's corrections to the facts of these games, with the values that they replace."""
    corrections: list[dict[str, str]] = []
    for game in games:
        ours = dict(flatten(correctable_facts(game.correctable, own_data(game)))) if game.facts else {}
        for path, value in flatten(game.facts):
            original = value_text(ours[path]) if path in ours else "–"
            corrections.append({"what": f"{game.id}.{path}", "here": value_text(value), "ours": original})
    return corrections


@cache
def facts_of(game: Game, language: str) -> list[dict[str, str]]:
    """Return the provenance entries of a game's data files, in a language."""
    return [
        {"what": row["what"][language], "origin": row["from"][language], "confidence": row["confidence"]}
        for path in sorted((game.folder / "data").rglob("*.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("provenance", {}).values()
    ]


@cache
def vendored_parts(folder: str) -> list[dict[str, str]]:
    """Return the parts in the first table of a VENDORED.md: the name, version, licence and licence link of each."""
    rows = _first_table(STATIC / folder / "VENDORED.md")
    parts: list[dict[str, str]] = []
    for row in rows:
        link = _LINK.search(row["Licence"])
        parts.append(
            {
                "name": next(iter(row.values())),
                "version": row["Version"],
                "licence": row["Licence"].partition(" (")[0],
                "link": f"/static/{folder}/{link[2]}" if link else "",
            }
        )
    return parts


def _first_table(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    table: list[list[str]] = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return [dict(zip(table[0], row, strict=True)) for row in table[2:]]
