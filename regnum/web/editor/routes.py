"""The page of the position editor, on which visitors set up, save and share positions, and play from them."""

import asyncio
from collections.abc import Mapping
from typing import Final

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.core.game import Game
from regnum.games import find_game, game_ids
from regnum.view import view_of
from regnum.web.analysis.deps import ReviewStoreDep
from regnum.web.board.empty_board import board_with_pieces, symbols
from regnum.web.editor import positions
from regnum.web.editor import view as editor_view
from regnum.web.editor.positions import Position, PositionError
from regnum.web.errors import RefusedError
from regnum.web.http.assets import board_styles
from regnum.web.http.csrf import ACCEPTS_FILES, read_form, read_uploaded_file
from regnum.web.http.deps import GameDep, VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.request_limits import COST, SLOW_PAGE
from regnum.web.http.visitor import Visitor, WebRequest, get, refusal_page, request_id_of
from regnum.web.replay import fork
from regnum.web.replay.deps import SnapshotsDep, UploadsDep
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.replay.viewpoint import ReplaySource, source_of, uploaded_source
from regnum.web.tables.deps import BegunTableDep, TablesDep
from regnum.web.tables.stored_options import SET_UP

OPTION_PREFIX: Final = "option_"
MAX_POSITION_BYTES: Final = 200_000
"""The maximum number of bytes of a form with a file."""


@get("/editor/{game_id:str}", cost=SLOW_PAGE)
async def edit_new_position(request: WebRequest, visitor: VisitorDep, game: GameDep) -> Template:
    """Show the starting position of a new game in the editor."""
    query = request.query_params
    players = next((count for count in game.player_counts if str(count) == query.get("players")), None)
    position = positions.new_position(game, players or game.player_counts[-1], _options(game, dict(query), players))
    return await _position_page(visitor, game, position, fresh="players" not in query)


def _options(game: Game, chosen_options: Mapping[str, object], players: int | None) -> dict[str, object]:
    """Return the requested options without unknown ones, or {} if they are incompatible."""
    options: dict[str, object] = {}
    for option in game.options:
        typed = str(chosen_options.get(f"{OPTION_PREFIX}{option.name}", ""))
        same = [value for value in option.values if str(value).lower() == typed]
        if same:
            options[option.name] = same[0]
    try:
        game.read_setup(players or game.player_counts[-1], None, options)
    except ValueError:
        return {}
    return options


async def _position_page(
    visitor: Visitor,
    game: Game,
    position: Position,
    error: str = "",
    whole: bool = True,
    fresh: bool = False,
) -> Template:
    """Return the page with a position, or only its changing parts; `fresh`: whether the setup is still to be chosen."""
    text = visitor.text
    view = await asyncio.to_thread(editor_view.position_view, game, position, text)
    status = 422 if error and whole else 200
    return visitor.page(
        "editor/page" if whole else "editor/parts",
        status,
        here=f"/editor/{game.id}",
        game=game,
        title=title_of(game.id, visitor.language),
        size=view_of(game).board.size,
        board=board_with_pieces(game, visitor.language, str(view.pieces), position["options"]) if whole else "",
        view=view,
        error=error,
        fresh=fresh,
        board_css=board_styles(game),
        symbols=symbols(game),
        seats=fork.default_seats(view.names[: view.players], 0),
        kinds=fork.seat_kinds(text),
        asked_first=[option for option in game.options if option.asked_first],
        options=position["options"],
    )


async def _invalid_position_page(visitor: Visitor, game: Game, wrong: PositionError) -> Template:
    """Return the page with the error in a posted text, and with a starting position instead."""
    start = positions.new_position(game, game.player_counts[-1], {})
    return await _position_page(visitor, game, start, visitor.text(f"editor.{wrong.key}"))


async def _read_post(request: WebRequest, game: Game) -> tuple[Game, Position, dict[str, str]]:
    """Return the game, the position posted as a file or text, and the form; raises PositionError if it is invalid."""
    form = await read_form(request)
    text = form.get("position", "")
    file = await read_uploaded_file(request)
    if file is not None:
        try:
            text = file.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise PositionError("not_a_position") from None
    for id_ in game_ids():
        if id_ != game.id and f'"game":"{id_}"' in text[:400].replace(" ", ""):
            game = find_game(id_)
    return game, positions.read_position(game, text), form


def _brush_change(game: Game, position: Position, number: str, place: str, remove: bool) -> str:
    """Return the change for a stroke on the board; raises PositionError if there is none."""
    brushes = editor_view.brushes_of(game, position)
    brush = dict(zip(map(str, range(len(brushes))), brushes, strict=True)).get(number)
    if brush is None:
        raise PositionError("bad_change")
    return positions.brush_change(positions.schemas(game, position), brush, place, remove)


@post("/editor/{game_id:str}", status_code=200, request_max_body_size=MAX_POSITION_BYTES, opt={ACCEPTS_FILES: True})
async def change_position(request: WebRequest, visitor: VisitorDep, game: GameDep) -> Template:
    """Change the posted position, or load one from a file, and show the result."""
    whole = "hx-request" not in request.headers
    try:
        game, position, form = await _read_post(request, game)
    except PositionError as wrong:
        return await _invalid_position_page(visitor, game, wrong)
    line, error = form.get("do", ""), ""
    try:
        if line in ("brush +", "brush -"):
            line = _brush_change(game, position, form.get("brush", ""), form.get("place", ""), line.endswith("-"))
        if line:
            position = positions.apply_change(game, position, line)
    except PositionError as wrong:
        error = visitor.text(f"editor.{wrong.key}")
    return await _position_page(visitor, game, position, error, whole)


@post("/editor/{game_id:str}/file", status_code=200, opt={COST: SLOW_PAGE})
async def download_position(request: WebRequest, visitor: VisitorDep, game: GameDep) -> Response[str] | Template:
    """Send the posted position as a file."""
    try:
        game, position, _ = await _read_post(request, game)
    except PositionError as wrong:
        return await _invalid_position_page(visitor, game, wrong)
    name = f"{game.id}-position.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(positions.position_text(position) + "\n", media_type="application/json", headers=headers)


@post("/editor/{game_id:str}/play", status_code=200, opt={COST: SLOW_PAGE})
async def play_position(
    request: WebRequest, visitor: VisitorDep, tables: TablesDep, game: GameDep
) -> Redirect | Template:
    """Open a table that starts from the posted position, or show why the position is invalid."""
    try:
        game, position, form = await _read_post(request, game)
    except PositionError as wrong:
        return await _invalid_position_page(visitor, game, wrong)
    try:
        state = await asyncio.to_thread(game.state_from_dict, position)
    except ValueError:
        return await _position_page(visitor, game, position, visitor.text("editor.invalid"))
    if state.is_terminal:
        return await _position_page(visitor, game, position, visitor.text("editor.game_over"))
    try:
        start = (state, SET_UP)
        table = await fork.open_fork(tables, visitor, game, start, form, await request_id_of(request, visitor))
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return Redirect(f"/table/{table}", status_code=303)


async def _moment_page(
    request: WebRequest, snapshots: SnapshotCache, visitor: Visitor, source: ReplaySource
) -> Template:
    try:
        state, _ = await fork.find_start(snapshots, source, await read_form(request))
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return await _position_page(visitor, source.table.game, state.to_dict())


@post("/table/{table_id:str}/replay/edit", status_code=200, opt={COST: SLOW_PAGE})
async def edit_moment(
    request: WebRequest,
    visitor: VisitorDep,
    review_store: ReviewStoreDep,
    snapshots: SnapshotsDep,
    begun_table: BegunTableDep,
) -> Template:
    """Show a moment of a table in the editor."""
    return await _moment_page(request, snapshots, visitor, await source_of(review_store, begun_table, visitor))


@post("/replay/{key:str}/edit", status_code=200, opt={COST: SLOW_PAGE})
async def edit_record(
    request: WebRequest, visitor: VisitorDep, snapshots: SnapshotsDep, uploads: UploadsDep, key: FromPath[str]
) -> Template:
    """Show a moment of this visitor's uploaded record in the editor."""
    return await _moment_page(request, snapshots, visitor, await uploaded_source(uploads, key, visitor))


HANDLERS: Final = [edit_new_position, change_position, download_position, play_position, edit_moment, edit_record]
