"""The credits pages: sources and licences; and the styles and scripts of game views."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from regnum.core.facts.corrections import correctable_facts, flatten, value_text
from regnum.core.facts_check import own_data
from regnum.core.game import Game
from regnum.games import all_games
from regnum.view import view_of
from regnum.web.http.assets import STATIC
from regnum.web.http.games import TheGame, title_of
from regnum.web.http.visitor import TheVisitor, get
from regnum.web.tables.deps import TheTable

BOARD_FILES: Final = {"board.css": "text/css", "board.js": "text/javascript"}
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


@get("/credits")
async def credits_page(visitor: TheVisitor) -> Template:
    """Show the sources of the facts, and the scripts and fonts used."""
    language = visitor.language
    games = [{"title": title_of(game.id, language), "facts": _facts(game, language)} for game in all_games()]
    vendored = [*_vendored("vendor"), *_vendored("fonts")]
    return visitor.page("rulebook/credits", games=games, vendored=vendored, own=_corrected(all_games()))


@get("/table/{table_id:str}/credits")
async def credits_of_a_table(visitor: TheVisitor, table: TheTable) -> Template:
    """Show the sources of the facts in a table's game, starting with those corrected by this server."""
    game = table.game
    games = [{"title": title_of(game.id, visitor.language), "facts": _facts(game, visitor.language)}]
    return visitor.page("rulebook/credits", games=games, vendored=[], own=_corrected([game]))


def _corrected(games: Iterable[Game]) -> list[dict[str, str]]:
    """Return this server's corrections of these games, with our values."""
    found: list[dict[str, str]] = []
    for game in games:
        ours = dict(flatten(correctable_facts(game.correctable, own_data(game)))) if game.facts else {}
        for path, value in flatten(game.facts):
            known = value_text(ours[path]) if path in ours else "–"
            found.append({"what": f"{game.id}.{path}", "here": value_text(value), "ours": known})
    return found


@cache
def _facts(game: Game, language: str) -> list[dict[str, str]]:
    """Return the provenance entries of a game's data files; they are read once."""
    return [
        {"what": row["what"][language], "origin": row["from"][language], "confidence": row["confidence"]}
        for path in sorted((game.folder / "data").rglob("*.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("provenance", {}).values()
    ]


@cache
def _vendored(folder: str) -> list[dict[str, str]]:
    """Return the first table of a VENDORED.md: name, version, licence and the link to the licence."""
    rows = _first_table(STATIC / folder / "VENDORED.md")
    found: list[dict[str, str]] = []
    for row in rows:
        link = _LINK.search(row["Licence"])
        found.append(
            {
                "name": next(iter(row.values())),
                "version": row["Version"],
                "licence": row["Licence"].partition(" (")[0],
                "link": f"/static/{folder}/{link[2]}" if link else "",
            }
        )
    return found


def _first_table(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    table: list[list[str]] = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return [dict(zip(table[0], row, strict=True)) for row in table[2:]]


@get("/drawing/{game_id:str}/{file:str}")
async def of_a_drawing(game: TheGame, file: FromPath[str]) -> Response[str]:
    """Return the styles or the script of a game's view; respond with "not found" if it has none."""
    path = view_of(game).folder / file
    if file not in BOARD_FILES or not path.is_file():
        raise NotFoundException
    return Response(
        path.read_text(encoding="utf-8"),
        media_type=BOARD_FILES[file],
        headers={"cache-control": "public, max-age=86400"},
    )


HANDLERS = [credits_page, credits_of_a_table, of_a_drawing]
