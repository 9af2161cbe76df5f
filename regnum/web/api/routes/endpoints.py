"""The endpoints for programs under /api: JSON requests and responses, with a token for each player."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import Litestar, Request, Response, Router, get, post
from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import JSONBody
from litestar.response import Stream

import regnum
from regnum.games import find_game, game_ids
from regnum.web.analysis.deps import HintsDep
from regnum.web.api.deps import (
    API_DEPENDENCIES,
    APP_DEPENDENCIES,
    RequestTokenDep,
    TableAccess,
    TableAccessDep,
    TextDep,
    TokensDep,
)
from regnum.web.api.serializers import (
    ActResult,
    GameInfo,
    HintInfo,
    Observation,
    TableInfo,
    find_repeated_action,
    game_info,
    hint_info,
    observation_of,
    table_info,
)
from regnum.web.api.stream import stream_observations
from regnum.web.api.tokens import Token
from regnum.web.db.ids import idempotent_id
from regnum.web.errors import RefusedError, UnplayableError
from regnum.web.http.client_address import read_client_address
from regnum.web.http.deps import GameDep, SettingsDep
from regnum.web.http.i18n import Text
from regnum.web.http.problems import PROBLEM, Problem, problem_response
from regnum.web.http.request_limits import COST, LIGHT, SLOW_PAGE, STREAM
from regnum.web.http.visitor import WebRequest
from regnum.web.lobby.new_table import FormError, NewTableForm, open_table
from regnum.web.names import check_name
from regnum.web.presence.deps import LastSeenDep
from regnum.web.proposals.deps import ProposalsDep
from regnum.web.seats.deps import InvitationsDep, SeatingDep, StandInsDep
from regnum.web.seats.joining import find_join_link, take_seat
from regnum.web.tables.deps import TablesDep, refusal_reason, table_of
from regnum.web.tables.limits import HOUR_SECONDS
from regnum.web.tables.live_table import NOT_IN_TUTORIAL, LiveTable
from regnum.web.tables.models import NORMAL, WAITING
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_table import StoredTable

API_PATH: Final = "/api"
_PROBLEM: Final = ResponseSpec(Problem, description="A problem", media_type=PROBLEM, generate_examples=False)
TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
PROBLEMS: Final[dict[int, ResponseSpec]] = dict.fromkeys((400, 401, 403, 404, 409, 413, 415, 422, 429, 503), _PROBLEM)
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_TEMPORARY_REFUSALS: Final = {
    "stale",
    "not_your_turn",
    "not_begun",
    "game_over",
    "replaced",
    "seat_taken",
    "seated",
    "name_taken",
    "hint_busy",
}
"""Refusals of requests that may be valid at another time (status 409)."""
_PERMANENT_REFUSALS: Final = {"not_seated", "no_hints", "not_host"}
"""Refusals of requests that this guest may never make (status 403)."""
_LIMITS: Final = {"tables_hourly": 429, "tables_listed": 429, "tables_of_bots": 429, "tables_open": 409}
"""The limits on tables that refuse a new one, with their HTTP status."""


class NewTableRequest(msgspec.Struct, frozen=True):
    """A new table. `seats`: for each seat, "me", "open" or a bot such as "bot:greedy".

    `name`: the name to play under. `styles`: the characters of bots. `pace`: at_once, quick, normal or slow. `hints`:
    whether players may ask for hints. `title`: the name of the table.
    """

    game: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=16)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    styles: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=16)] = []
    options: dict[str, str | int | bool] = {}
    pace: Annotated[str, msgspec.Meta(max_length=16)] = NORMAL
    hints: bool = False
    title: Annotated[str, msgspec.Meta(max_length=400)] = ""


class JoinRequest(msgspec.Struct, frozen=True):
    """A request for an open seat: the invitation of the seat or the table, and the name to play under."""

    invitation: Annotated[str, msgspec.Meta(max_length=64)]
    name: Annotated[str, msgspec.Meta(max_length=200)]


class ActRequest(msgspec.Struct, frozen=True):
    """A move: the text of an action, or "undo", and how many entries the seat knew of when it decided."""

    action: Annotated[str, msgspec.Meta(max_length=200)]
    entry: Number


class AnswerRequest(msgspec.Struct, frozen=True):
    """An answer to a proposal: the id of the proposal, and whether the player agrees."""

    proposal: Annotated[str, msgspec.Meta(max_length=64)]
    agree: bool


class HintRequest(msgspec.Struct, frozen=True):
    """A request for a hint: how many entries the seat knows of."""

    entry: Number


@get("/games", responses=PROBLEMS)
async def games() -> list[GameInfo]:
    """List the games that this server offers."""
    return [game_info(find_game(id_)) for id_ in game_ids()]


@get("/games/{game_id:str}", responses=PROBLEMS)
async def one_game(game: GameDep) -> GameInfo:
    """Return the description of a game."""
    return game_info(game)


@get("/tables", responses=PROBLEMS, security=TOKEN, opt={COST: SLOW_PAGE})
async def list_tables(tables: TablesDep, token: RequestTokenDep) -> list[TableInfo]:
    """List the tables of the token's owner, newest first; for a token of a single table, only that table."""
    infos: list[TableInfo] = []
    for row in await tables.store.tables_of(token.guest):
        if token.table_id in (None, row.id):
            try:
                infos.append(table_info(row, token.guest, await tables.cache.seats_to_act(row)))
            except UnplayableError:
                stopped = msgspec.structs.replace(row, phase=StoredTable(row).phase)
                infos.append(table_info(stopped, token.guest, ()))
    return infos


@post("/tables", responses=PROBLEMS, security=TOKEN)
async def create_table(
    request: WebRequest, text: TextDep, tables: TablesDep, token: RequestTokenDep, data: JSONBody[NewTableRequest]
) -> TableInfo:
    """Open a table. The game begins as soon as no seat is open.

    Repeated requests with the same Idempotency-Key header open only one table.
    """
    _require_account_token(token)
    if data.game not in game_ids():
        raise NotFoundException
    count = len(data.seats)
    typed = NewTableForm(
        name=data.name,
        players=str(count),
        seats=list(data.seats),
        characters=[*data.styles, *[""] * count][:count],
        options={name: _option_text(value) for name, value in data.options.items()},
        pace=data.pace,
        hints_allowed=data.hints,
        title=data.title,
    )
    try:
        request_id = idempotent_id(token.guest, request.headers.get("idempotency-key", ""), msgspec.to_builtins(data))
        client_address = read_client_address(request.scope)
        opened = await open_table(tables, find_game(data.game), typed, token.guest, client_address, text, request_id)
    except FormError as wrong:
        limit = wrong.refused if wrong.refused is not None and wrong.refused.key in _LIMITS else None
        if limit is not None:
            problem = Problem(text("api.title"), _LIMITS[limit.key], limit.key, wrong.sentence)
            raise ApiError(problem, math.ceil(HOUR_SECONDS / int(limit.params["limit"]))) from None
        faults = [wrong.field] if wrong.field else []
        raise ApiError(Problem(text("api.title"), 422, "wrong_table", wrong.sentence, faults=faults)) from None
    return await _table(tables, opened, token)


@post("/join", status_code=200, responses=PROBLEMS, security=TOKEN)
async def join(
    request: WebRequest,
    text: TextDep,
    tables: TablesDep,
    seating: SeatingDep,
    invitations: InvitationsDep,
    token: RequestTokenDep,
    data: JSONBody[JoinRequest],
) -> TableInfo:
    """Take an open seat."""
    _require_account_token(token)
    join_link = await find_join_link(tables, data.invitation, token.guest)
    table = join_link.table
    if table.seat_of(token.guest) != join_link.seat:  # a repeated request already has the seat
        with api_errors(table, token.guest, text):
            client_address = read_client_address(request.scope)
            name = check_name(data.name)
            await take_seat(tables, seating, invitations, join_link, token.guest, client_address, name)
    return await _table(tables, table.row.id, token)


@get("/tables/{table_id:str}", responses=PROBLEMS, security=TOKEN)
async def one_table(access: TableAccessDep) -> TableInfo:
    """Return a table with its seats and phase."""
    return table_info(access.table.row, access.token.guest, access.table.state.players_to_act)


@get("/tables/{table_id:str}/observation", responses=PROBLEMS, security=TOKEN)
async def observe(last_seen: LastSeenDep, access: TableAccessDep) -> Observation:
    """Return what the seat sees and its legal actions; without a seat, what a spectator sees."""
    last_seen.record(access.token.guest)
    return observation_of(access.table, access.seat)


@post("/tables/{table_id:str}/act", status_code=200, responses=PROBLEMS, security=TOKEN)
async def act(
    text: TextDep,
    tables: TablesDep,
    last_seen: LastSeenDep,
    access: TableAccessDep,
    data: JSONBody[ActRequest],
) -> ActResult:
    """Take an action, or undo the last one.

    A repeated request takes its action only once. A request made before the seat's current decision fails with 409.
    """
    table, guest = access.table, access.token.guest
    with api_errors(table, guest, text):
        seat = _seat(access)
        last_seen.record(guest)  # acting counts as being present
        try:
            return ActResult(await tables.act(table, seat, data.action, data.entry, guest))
        except RefusedError as refused:
            entry = (
                find_repeated_action(table, seat, data.action, data.entry)
                if refused.key in ("stale", "game_over")
                else None
            )
            if entry is None:
                raise
            return ActResult(entry, repeated=True)


@post("/tables/{table_id:str}/return", status_code=200, responses=PROBLEMS, security=TOKEN)
async def come_back(text: TextDep, tables: TablesDep, stand_ins: StandInsDep, access: TableAccessDep) -> TableInfo:
    """Take the seat back from the bot that plays for its player; do nothing if there is none."""
    with api_errors(access.table, access.token.guest, text):
        await stand_ins.end(access.table, access.token.guest)
    return await _table(tables, access.table.row.id, access.token)


@post("/tables/{table_id:str}/answer", status_code=200, responses=PROBLEMS, security=TOKEN)
async def answer(
    text: TextDep,
    tables: TablesDep,
    proposals: ProposalsDep,
    last_seen: LastSeenDep,
    access: TableAccessDep,
    data: JSONBody[AnswerRequest],
) -> TableInfo:
    """Agree to the proposal at a table, or refuse it; its author withdraws it by refusing."""
    last_seen.record(access.token.guest)
    with api_errors(access.table, access.token.guest, text):
        await proposals.answer(access.table, access.token.guest, data.proposal, data.agree)
    return await _table(tables, access.table.row.id, access.token)


@post("/tables/{table_id:str}/hint", status_code=200, responses=PROBLEMS, security=TOKEN)
async def hint(
    request: WebRequest, text: TextDep, hints: HintsDep, access: TableAccessDep, data: JSONBody[HintRequest]
) -> HintInfo:
    """Return what a strong bot would do in the seat's position, if the table allows hints."""
    with api_errors(access.table, access.token.guest, text):
        client_address = read_client_address(request.scope)
        return hint_info(await hints.get_hint(access.table, _seat(access), data.entry, client_address))


@get(
    "/tables/{table_id:str}/events",
    media_type="text/event-stream",
    responses=PROBLEMS,
    security=TOKEN,
    opt={COST: STREAM},
)
async def events(
    request: WebRequest, tables: TablesDep, settings: SettingsDep, tokens: TokensDep, access: TableAccessDep
) -> Stream:
    """Stream what the seat sees after each change, as server-sent `observation` events whose ids are entry numbers.

    The last event is `ended`. With Last-Event-ID, a stream continues where it was interrupted.
    """
    if tokens.has_too_many_streams(access.token, access.table.row.id):
        raise ClientException(status_code=429, extra={"name": "too_many"})
    last = request.headers.get("last-event-id", "")
    known_entry_count = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else None
    stream = stream_observations(tables, tokens, access.table, access.token, known_entry_count, settings.heartbeat)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(stream, media_type="text/event-stream", headers=headers)


def _require_account_token(token: Token) -> None:
    """Raise PermissionDeniedException for a token of a single table."""
    if token.table_id is not None:
        raise PermissionDeniedException


def _seat(access: TableAccess) -> int:
    """Return the seat for which the token plays; raises RefusedError if there is none."""
    if access.seat is None:
        raise RefusedError("not_seated")
    return access.seat


async def _table(tables: TableService, table_id: str, token: Token) -> TableInfo:
    table = await table_of(tables, table_id)
    return table_info(table.row, token.guest, table.state.players_to_act)


def _option_text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class ApiError(Exception):
    """An API error: the problem and, for rate limits, the seconds until a retry."""

    def __init__(self, problem: Problem, wait: int = 1) -> None:
        super().__init__(problem.reason)
        self.problem: Final = problem
        self.wait: Final = wait


@contextmanager
def api_errors(table: LiveTable, guest: str, text: Text) -> Iterator[None]:
    """Turn a RefusedError into an ApiError with the rule and the number of entries that the guest's seat knows of."""
    try:
        yield
    except RefusedError as refused:
        key = refused.key
        status = 409 if key in _TEMPORARY_REFUSALS else 403 if key in _PERMANENT_REFUSALS else 422
        clause = refused.clause if refused.clause in table.game.ledger() else ""
        detail = text("api.guided") if key == NOT_IN_TUTORIAL else refusal_reason(refused, table, text)
        entry = None if table.phase == WAITING else table.known_entry_count(table.seat_of(guest))
        raise ApiError(Problem(text("api.title"), status, key, detail, clause, entry)) from None


async def _limit_nesting(request: WebRequest) -> None:
    """Raise ClientException (400) for JSON that is nested too deeply; its content is validated later."""
    try:
        msgspec.json.decode(await request.body() or b"null")
    except RecursionError:
        raise ClientException(status_code=400) from None
    except msgspec.DecodeError:
        pass  # Litestar reports where


def _problem_response(_: Request[Any, Any, Any], error: ApiError) -> Response[Problem]:
    """Return the problem document for an ApiError; `regnum.web.app` handles all other errors."""
    return problem_response(error.problem, error.wait)


ROUTER: Final = Router(
    API_PATH,
    route_handlers=[
        games,
        one_game,
        list_tables,
        create_table,
        join,
        one_table,
        observe,
        act,
        come_back,
        answer,
        hint,
        events,
    ],
    dependencies=API_DEPENDENCIES,
    before_request=_limit_nesting,
    opt={COST: LIGHT},
    exception_handlers={ApiError: _problem_response},
    response_headers={"cache-control": "no-store"},
)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, built from an application that has only these endpoints."""
    config = OpenAPIConfig(
        title="Regnum",
        version=regnum.__version__,
        description="Games, tables, what a seat sees and what it does. docs/api.md tells how to begin.",
        use_handler_docstrings=True,
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    )
    only = Litestar([ROUTER], dependencies=APP_DEPENDENCIES, openapi_config=config, logging_config=None)
    return only.openapi_schema.to_schema()


@get(f"{API_PATH}/openapi.json", opt={COST: LIGHT})
async def serve_openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return document()


HANDLERS: Final[list[Router | HTTPRouteHandler]] = [ROUTER, serve_openapi_document]
