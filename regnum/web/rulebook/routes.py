"""The routes for rules, player aids and credits: pages of a game, and fragments for a table."""

import re
from typing import Any, Final

from litestar.params import FromQuery
from litestar.response import Template

from regnum.core.game import Game
from regnum.games import all_games
from regnum.web.board import tutorial
from regnum.web.http.assets import board_styles
from regnum.web.http.deps import GameDep, VisitorDep
from regnum.web.http.games import notice_of, title_of
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import Visitor, WebRequest, get
from regnum.web.rulebook import credits, pages
from regnum.web.tables.deps import TableDep

_TABLE: Final = re.compile(r"[\w-]{1,40}")


@get("/rules/{game_id:str}")
async def show_rules(visitor: VisitorDep, game: GameDep, back: FromQuery[str] = "") -> Template:
    """Show the rules of a game; `back`: the id of the table to return to."""
    table_id = back if _TABLE.fullmatch(back) else ""
    return visitor.page(
        "rulebook/rules",
        **_of_game(visitor, game),
        notice=notice_of(game.id, visitor.language),
        chapters=pages.chapters(game, visitor.language),
        table_id=table_id,
        tutorials=tutorial.titles(game, visitor.text),
        here=f"{visitor.path}?back={table_id}" if table_id else visitor.path,
    )


@get("/rules/{game_id:str}/aid")
async def show_player_aid(visitor: VisitorDep, game: GameDep, players: FromQuery[int] = 0) -> Template:
    """Show the player aid of a game with all expansions; `players`: the player count, by default the largest."""
    parts = game.handbook().aid(players if players in game.player_counts else max(game.player_counts))
    sections = pages.aid(game, parts, visitor.language)
    nowhere: dict[str, Any] = {"station": "", "table_id": "", "own": []}
    return visitor.page(
        "rulebook/player_aid", **_of_game(visitor, game), **nowhere, parts=sections, counts=_counts(game)
    )


@get("/table/{table_id:str}/aid", cost=LIGHT)
async def show_table_aid(request: WebRequest, visitor: VisitorDep, table: TableDep) -> Template:
    """Show the player aid for a table's options and its current phase: as a page, or as a fragment."""
    book = table.game.handbook()
    state = table.state
    sections = pages.aid(table.game, book.aid(state.players, state.options), visitor.language)
    context: dict[str, Any] = {"parts": sections, "station": book.current_part(state), "table_id": table.row.id}
    context["own"] = pages.changed_options(state, visitor.language)
    if "hx-request" in request.headers:
        title = title_of(table.game.id, visitor.language)
        return visitor.page("rulebook/player_aid_parts", **context, game=table.game, title=title)
    return visitor.page("rulebook/player_aid", **_of_game(visitor, table.game), **context, counts=[])


def _of_game(visitor: Visitor, game: Game) -> dict[str, Any]:
    return {
        "game": game,
        "title": title_of(game.id, visitor.language),
        "board_css": board_styles(game),
        "board_layers": pages.board_layers(game, visitor.language),
    }


def _counts(game: Game) -> list[int]:
    """Return the player counts whose player aid differs from that for the largest count."""
    book = game.handbook()
    most = book.aid(max(game.player_counts))
    return [count for count in game.player_counts if book.aid(count) != most]


@get("/credits")
async def show_credits(visitor: VisitorDep) -> Template:
    """Show the sources of the facts, and the scripts and fonts used."""
    language = visitor.language
    games = [{"title": title_of(game.id, language), "facts": credits.facts_of(game, language)} for game in all_games()]
    vendored = [*credits.vendored_parts("vendor"), *credits.vendored_parts("fonts")]
    return visitor.page("rulebook/credits", games=games, vendored=vendored, own=credits.own_corrections(all_games()))


@get("/table/{table_id:str}/credits", cost=LIGHT)
async def show_table_credits(visitor: VisitorDep, table: TableDep) -> Template:
    """Show the sources of the facts in a table's game, starting with those corrected by this server."""
    game = table.game
    games = [{"title": title_of(game.id, visitor.language), "facts": credits.facts_of(game, visitor.language)}]
    return visitor.page("rulebook/credits", games=games, vendored=[], own=credits.own_corrections([game]))


HANDLERS: Final = [show_rules, show_player_aid, show_table_aid, show_credits, show_table_credits]
