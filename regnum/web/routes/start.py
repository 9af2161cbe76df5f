"""Start page, opening a table, joining one, my tables, language."""

from collections.abc import Mapping, Sequence
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

from regnum.core.game import Game
from regnum.core.ledger import LANGUAGES
from regnum.core.option import Option, Options
from regnum.core.registry import all_games
from regnum.players import names as bot_names
from regnum.web import i18n
from regnum.web.assets import emblem
from regnum.web.guest import YEAR
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable, Refused, Unplayable
from regnum.web.routes.common import (
    NAME_COOKIE,
    Asked,
    TheGame,
    TheTables,
    TheVisitor,
    Visitor,
    checked_name,
    form_of,
    get,
    notice_of,
    table_of,
    title_of,
    why,
)
from regnum.web.store import BOT, GUEST, OPEN, PLAYING, SeatRow, TableRow, new_id
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
        with suppress(Unplayable):
            table = await tables.get(row.id)
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


class NewForm(msgspec.Struct):
    """What the form for a new table sends; seats and options come by their own names."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    players: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Typed(msgspec.Struct):
    """What stands in the form: what was typed, or what we propose."""

    name: str
    players: str
    seats: list[str]
    options: dict[str, str]


class Wrong(Exception):
    """What was typed cannot be: the sentence, and the field it is about."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


@get("/new/{game_id:str}")
async def new_table(visitor: TheVisitor, game: TheGame) -> Template:
    """Show the form for a new table."""
    best = bot_names()[-1]
    count = game.player_counts[len(game.player_counts) // 2]
    proposed = Typed(
        name=visitor.name,
        players=str(count),
        seats=["me", *[f"bot:{best}"] * (max(game.player_counts) - 1)],
        options={},
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
        bots=bot_names(),
        options=[_option(game, option, visitor.language, typed.options) for option in game.options],
        opened=bool(typed.options),
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
    sent = {name: str(value) for name, value in (await request.form()).items()}
    typed = Typed(
        name=sent.get("name", ""),
        players=sent.get("players", ""),
        seats=[sent.get(f"seat{seat}", OPEN) for seat in range(max(game.player_counts))],
        options={name.removeprefix("option_"): value for name, value in sent.items() if name.startswith("option_")},
    )
    try:
        players = _players(game, typed, text)
        seats = _seats(typed.seats[:players], typed.name, visitor.guest, text)
        options = _options(game, players, typed.options, text)
    except Wrong as wrong:
        return _new_page(visitor, game, typed, wrong)
    table = await tables.open(game, players, options, visitor.guest, seats)
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


def _seats(kinds: Sequence[str], name: str, guest: str, text: Text) -> list[SeatRow]:
    if kinds.count("me") > 1:
        raise Wrong(text("wrong.two_of_me"), "seats")
    try:
        mine = checked_name(name) if "me" in kinds else ""
    except Refused as refused:
        raise Wrong(text(f"wrong.{refused.key}", **refused.params), "name") from None
    seats: list[SeatRow] = []
    for seat, kind in enumerate(kinds):
        if kind == "me":
            seats.append(SeatRow(seat, GUEST, mine, guest=guest))
        elif kind == OPEN:
            seats.append(SeatRow(seat, OPEN, "", token=new_id()))
        elif kind.startswith("bot:") and kind.removeprefix("bot:") in bot_names():
            called = text("bot.bot_name", seat=seat + 1)
            if called.casefold() == mine.casefold():
                raise Wrong(text("wrong.name_taken", name=mine), "name")
            seats.append(SeatRow(seat, BOT, called, bot=kind.removeprefix("bot:")))
        else:
            bots = ", ".join(bot_names())
            raise Wrong(text("wrong.seat", seat=seat + 1, value=repr(kind[:40]), bots=bots), "seats")
    return seats


def _options(game: Game, players: int, given: Mapping[str, str], text: Text) -> Options:
    read: Options = {}
    for option in game.options:
        try:
            read[option.name] = option.read(given.get(option.name, option.default))
        except ValueError:
            label = _option_label(game, option, text.language)
            value = repr(given[option.name][:40])
            raise Wrong(text("wrong.option", option=label, value=value, allowed=option.allowed()), "options") from None
    try:
        return game.read_setup(players, None, {**given, **read})
    except ValueError as error:
        raise Wrong(text("wrong.options", reason=str(error)), "options") from None


def _name_cookie(visitor: Visitor, name: str) -> Cookie:
    try:
        value = checked_name(name).encode("ascii").decode()
    except (Refused, UnicodeEncodeError):
        value = ""
    return visitor.cookie(NAME_COOKIE, value)


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


@post("/language")
async def choose_language(request: Asked) -> Redirect:
    """Keep a language in a cookie and go back."""
    form = await request.form()
    back = str(form.get("back", "/"))
    if not back.startswith("/") or back.startswith("//") or "\\" in back or not back.isprintable():
        back = "/"
    language = str(form.get("language", ""))
    cookies = []
    if language in LANGUAGES:
        cookies = [Cookie(key=i18n.COOKIE, value=language, max_age=YEAR, samesite="lax", path="/")]
    return Redirect(back, status_code=303, cookies=cookies)


DEPENDENCIES: Final = {"invitation": Provide(invitation_of)}
HANDLERS = [start, my_tables, new_table, open_table, invited, join, choose_language]
