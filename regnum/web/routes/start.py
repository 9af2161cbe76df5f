"""Start page, opening a table, joining one, my tables, language."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core.facts import read_facts
from regnum.core.game import Game
from regnum.core.option import Option, Options
from regnum.core.registry import all_games
from regnum.web import company, faces
from regnum.web.assets import emblem
from regnum.web.csrf import posted
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable, Refused, Unplayable
from regnum.web.names import checked_name, is_taken
from regnum.web.routes.common import (
    Asked,
    TheGame,
    TheTables,
    TheVisitor,
    Visitor,
    form_of,
    get,
    notice_of,
    table_of,
    title_of,
    why,
)
from regnum.web.store import BOT, GUEST, NORMAL, OPEN, PACES, PLAYING, Busy, SeatRow, TableRow, new_id
from regnum.web.tables import Tables


@get("/")
async def start(visitor: TheVisitor, tables: TheTables) -> Template:
    """Show the games."""
    language = visitor.language
    games = []
    for game in all_games():
        words = game_words(game, language)
        games.append(
            {
                "id": game.id,
                "title": title_of(game.id, language),
                "tagline": words.say("game", "tagline", {}) if words.has("game", "tagline") else "",
                "notice": notice_of(game.id, language),
                "counts": _counts(game, visitor.text),
                "emblem": Markup(emblem(game)),
            }
        )
    return visitor.page("start", games=games, mine=await _mine(tables, visitor, 6))


@get("/tables")
async def my_tables(visitor: TheVisitor, tables: TheTables) -> Template:
    """Show the tables of this guest."""
    return visitor.page("tables", mine=await _mine(tables, visitor, 100))


async def _mine(tables: Tables, visitor: Visitor, limit: int) -> list[dict[str, str]]:
    """Return the guest's tables, those first that wait for him, then the newest first."""
    rows = await tables.store.tables_of(visitor.guest, limit)
    shown = [await _shown(tables, visitor, row) for row in rows]
    return sorted(shown, key=lambda table: table["phase"] != "your_turn")


async def _shown(tables: Tables, visitor: Visitor, row: TableRow) -> dict[str, str]:
    phase = row.phase
    if phase == PLAYING:
        with suppress(Unplayable, Busy):
            table = await tables.get(row.id, row.version)
            if table is not None and table.seat_of(visitor.guest) in table.state.players_to_act:
                phase = "your_turn"
    return {
        "id": row.id,
        "title": title_of(row.game, visitor.language),
        "names": ", ".join(seat.name for seat in row.seats if seat.name),
        "phase": phase,
        "made": row.made.isoformat(timespec="seconds"),
        "date": f"{row.made:%Y-%m-%d %H:%M} UTC",
    }


EARLIER: Final = 20
"""How many tables of a guest are looked at for what he chose before."""
FACTS_LIMIT: Final = 10_000
"""Characters that facts of one's own may have: encoded by the browser, they fit into a body of 32 kB."""


class NewForm(msgspec.Struct):
    """What the form for a new table sends; seats and options come by their own names."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    players: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Typed(msgspec.Struct):
    """What stands in the form: what was typed, or what we propose."""

    name: str
    players: str
    seats: list[str]
    styles: list[str]
    options: dict[str, str]
    facts: str = ""
    pace: str = NORMAL
    hints: bool = False


class Wrong(Exception):
    """What was typed cannot be: the sentence, and the field it is about."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


@get("/new/{game_id:str}")
async def new_table(visitor: TheVisitor, tables: TheTables, game: TheGame) -> Template:
    """Show the form for a new table, with bots as at the tables that this guest opened before."""
    count = game.player_counts[len(game.player_counts) // 2]
    earlier = [row for row in await tables.store.tables_of(visitor.guest, EARLIER) if row.host == visitor.guest]
    bots = company.proposed(game, earlier)
    proposed = Typed(
        name=visitor.name,
        players=str(count),
        seats=["me", *(f"bot:{kind}" for kind, _ in bots[:-1])],
        styles=[style for _, style in [*bots[-1:], *bots[:-1]]],
        options={},
        pace=earlier[0].pace if earlier else NORMAL,
    )
    return _new_page(visitor, game, proposed)


def _new_page(visitor: Visitor, game: Game, typed: Typed, wrong: Wrong | None = None) -> Template:
    return visitor.page(
        "new",
        200 if wrong is None else 422,
        game={
            "id": game.id,
            "title": title_of(game.id, visitor.language),
            "player_counts": game.player_counts,
            "notice": notice_of(game.id, visitor.language),
        },
        typed=typed,
        bots=[(kind, company.level_name(kind, visitor.text)) for kind in company.kinds()],
        levels=company.LEVELS,
        characters=company.members(game, visitor.language),
        symbols=faces.symbols(game),
        paces=list(PACES),
        options=[_option(game, option, visitor.language, typed.options) for option in game.options],
        opened=bool(typed.options),
        facts_limit=FACTS_LIMIT if game.correctable else 0,
        error=None if wrong is None else wrong.sentence,
        wrong=None if wrong is None else wrong.field,
    )


def _option(game: Game, option: Option[Any], language: str, typed: Mapping[str, str]) -> dict[str, Any]:
    words = game_words(game, language)
    told = [clause for clause in game.ledger() if clause.id == option.clause]
    values = [_spelled(value) for value in option.values]
    return {
        "name": option.name,
        "label": _option_label(game, option, language),
        "allowed": [
            (value, words.say("option", f"{option.name}.{value}", {}) if _has(words, option, value) else value)
            for value in values
        ],
        "chosen": typed.get(option.name, values[0]),
        "upfront": option.upfront,
        "players": " ".join(str(count) for count in option.players),
        "about": "".join(clause.ruling.get(language, clause.text[language]) for clause in told),
        "reason": "".join(clause.reason.get(language, "") for clause in told),
    }


def _has(words: Any, option: Option[Any], value: str) -> bool:
    return bool(words.has("option", f"{option.name}.{value}"))


def _option_label(game: Game, option: Option[Any], language: str) -> str:
    words = game_words(game, language)
    return words.say("option", option.name, {}) if words.has("option", option.name) else option.name.replace("_", " ")


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@post("/new/{game_id:str}")
async def open_table(request: Asked, visitor: TheVisitor, tables: TheTables, game: TheGame) -> Redirect | Template:
    """Open a table, or say in one line what is wrong and keep what was typed."""
    text = visitor.text
    sent = await posted(request)
    typed = Typed(
        name=sent.get("name", ""),
        players=sent.get("players", ""),
        seats=[sent.get(f"seat{seat}", OPEN) for seat in range(max(game.player_counts))],
        styles=[sent.get(f"style{seat}", "") for seat in range(max(game.player_counts))],
        options={name.removeprefix("option_"): value for name, value in sent.items() if name.startswith("option_")},
        facts=sent.get("facts", ""),
        pace=sent.get("pace", NORMAL),
        hints="hints" in sent,
    )
    try:
        players = _players(game, typed, text)
        seats = _seats(game, typed, players, visitor.guest, text)
        played = await asyncio.to_thread(_with_facts, game, typed.facts, text)
        options = _options(played, players, _chosen(game, typed.options), text)
    except Wrong as wrong:
        return _new_page(visitor, game, typed, wrong)
    table = await tables.open(played, players, options, visitor.guest, seats, typed.pace, typed.hints)
    return Redirect(f"/table/{table}", status_code=303, cookies=[_name_cookie(visitor, typed.name)])


def _counts(game: Game, text: Text) -> str:
    return text.listing([str(count) for count in game.player_counts], "or")


def _players(game: Game, typed: Typed, text: Text) -> int:
    for count in game.player_counts:
        if typed.players.strip() == str(count):
            return count
    title = title_of(game.id, text.language)
    raise Wrong(
        text("wrong.players", game=title, counts=_counts(game, text), players=typed.players[:20] or "?"), "players"
    )


def _seats(game: Game, typed: Typed, players: int, guest: str, text: Text) -> list[SeatRow]:
    kinds = typed.seats[:players]
    if typed.pace not in PACES:
        raise Wrong(text("refused.bad_form"))
    if kinds.count("me") > 1:
        raise Wrong(text("wrong.two_of_me"), "seats")
    try:
        mine = checked_name(typed.name) if "me" in kinds else ""
    except Refused as refused:
        raise Wrong(text(f"wrong.{refused.key}", **refused.params), "name") from None
    seats: list[SeatRow] = []
    for seat, kind in enumerate(kinds):
        if kind == "me":
            seats.append(SeatRow(seat, GUEST, mine, guest=guest))
        elif kind == OPEN:
            seats.append(SeatRow(seat, OPEN, "", token=new_id()))
        else:
            level = kind.removeprefix("bot:")
            style = typed.styles[seat] if level in company.LEVELS else ""
            bot = company.bot_of(game, level, style) if kind.startswith("bot:") else None
            if bot is None:
                bots = ", ".join(company.kinds())
                raise Wrong(text("wrong.seat", seat=seat + 1, value=kind[:40], bots=bots), "seats")
            called = company.called(game, style, seat, [other.name for other in seats], text)
            if is_taken(mine, [called]):
                raise Wrong(text("wrong.name_taken", name=mine), "name")
            seats.append(SeatRow(seat, BOT, called, bot=bot))
    return seats


def _with_facts(game: Game, facts: str, text: Text) -> Game:
    """Return the game with the facts that were typed."""
    if len(facts) > FACTS_LIMIT:
        raise Wrong(text("wrong.facts_long", limit=FACTS_LIMIT), "facts")
    try:
        return game.with_facts(read_facts(facts))
    except ValueError as error:
        raise Wrong(text("wrong.facts", reason=str(error)), "facts") from None


def _chosen(game: Game, typed: dict[str, str]) -> dict[str, str]:
    """Return the options that were chosen: what is left at our default is the default, whatever own facts make it."""
    usual = {option.name: _spelled(option.default) for option in game.options}
    return {name: value for name, value in typed.items() if value != usual.get(name)}


def _options(game: Game, players: int, given: Mapping[str, str], text: Text) -> Options:
    read: Options = {}
    for option in game.options:
        try:
            read[option.name] = option.read(given.get(option.name, option.default))
        except ValueError:
            label = _option_label(game, option, text.language)
            value = given[option.name][:40]
            raise Wrong(text("wrong.option", option=label, value=value, allowed=option.allowed()), "options") from None
    try:
        return game.read_setup(players, None, {**given, **read})
    except ValueError as error:
        raise Wrong(text("wrong.options", reason=str(error)), "options") from None


def _name_cookie(visitor: Visitor, name: str) -> Cookie:
    try:
        return visitor.named(checked_name(name))
    except Refused:
        return visitor.named("")


# Joining.


class Invitation(msgspec.Struct, frozen=True):
    """A link to an open seat."""

    token: str
    table: LiveTable
    seat: int


async def invitation_of(tables: TheTables, token: FromPath[str]) -> Invitation:
    """Return what an invitation is for; not found, if there is none of this token."""
    found = await tables.store.invited(token)
    if found is None:
        raise NotFoundException
    return Invitation(token, await table_of(tables, found[0]), found[1])


def _join_page(
    visitor: Visitor, invitation: Invitation, typed: str, refused: Refused | None = None
) -> Template | Redirect:
    table, seat = invitation.table, invitation.seat
    here = table.seat_of(visitor.guest)
    if refused is None and here == seat:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    if here is not None:
        refused = Refused("seated_at", {"seat": here + 1})
    still = table.row.seats[seat].kind == OPEN
    if refused is None and not still:
        refused = Refused("seat_taken")
    host = [row.name for row in table.row.seats if row.guest == table.row.host]
    return visitor.page(
        "join",
        200 if refused is None else 409,
        title=title_of(table.row.game, visitor.language),
        own_facts=table.game.facts,
        error=None if refused is None else why(refused, table, visitor.text),
        open=still and here is None,
        seated=here is not None,
        token=invitation.token,
        seat=seat,
        host=host[0] if host else "Regnum",
        typed=typed,
        table=table.row.id,
    )


@get("/join/{token:str}")
async def invited(visitor: TheVisitor, invitation: NamedDependency[Invitation]) -> Template | Redirect:
    """Show an invitation."""
    return _join_page(visitor, invitation, visitor.name)


@post("/join/{token:str}")
async def join(
    request: Asked, visitor: TheVisitor, tables: TheTables, invitation: NamedDependency[Invitation]
) -> Template | Redirect:
    """Take a seat."""
    typed = ""
    try:
        typed = (await form_of(request, NewForm)).name
        await tables.join(invitation.table, invitation.seat, visitor.guest, checked_name(typed))
    except Refused as refused:
        return _join_page(visitor, invitation, typed, refused)
    cookie = _name_cookie(visitor, typed)
    return Redirect(f"/table/{invitation.table.row.id}", status_code=303, cookies=[cookie])


DEPENDENCIES: Final = {"invitation": Provide(invitation_of)}
HANDLERS = [start, my_tables, new_table, open_table, invited, join]
