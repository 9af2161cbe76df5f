"""Opening a table: the form for a new one, and a newcomer's first table in one click."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core.game import Game
from regnum.core.rules.option import Option, Options
from regnum.core.text.words import upfirst
from regnum.web.board import tutorial
from regnum.web.bots import catalog
from regnum.web.clocks import forms as clock_forms
from regnum.web.db.ids import new_id
from regnum.web.errors import Refused
from regnum.web.http.assets import option_picture
from regnum.web.http.csrf import posted
from regnum.web.http.games import TheGame, counts_of, notice_of, title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.names import checked_name, checked_title, is_taken
from regnum.web.http.visitor import Asked, TheVisitor, Visitor, get, once_of, refusal_page, refusal_text
from regnum.web.tables import colours
from regnum.web.tables.clock import Timing, zones
from regnum.web.tables.deps import TheTables
from regnum.web.tables.models import BOT, GUEST, NORMAL, OPEN, PACES, SeatRow
from regnum.web.tables.service import Tables
from regnum.web.tables.terms import Terms
from regnum.web.ui import avatars

EARLIER: Final = 20
"""Maximum number of a guest's tables that are searched for earlier choices."""


class NewTableForm(msgspec.Struct):
    """The contents of the form: as typed, or as proposed."""

    name: str
    players: str
    seats: list[str]
    styles: list[str]
    options: dict[str, str]
    colour: int | None = None
    pace: str = NORMAL
    hints: bool = False
    silent: bool = False
    clock: clock_forms.Chosen = clock_forms.Chosen()
    listed: bool = False
    watching: bool = True
    title: str = ""


class FormError(Exception):
    """Invalid input: the sentence to show and the field it is about; `refused`: the table limit that was reached."""

    def __init__(self, sentence: str, field: str = "", refused: Refused | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.refused = refused


@get("/new/{game_id:str}")
async def new_table(visitor: TheVisitor, tables: TheTables, game: TheGame) -> Template:
    """Show the form for a new table."""
    return _new_page(visitor, game, await _proposed(visitor, tables, game))


async def _proposed(visitor: Visitor, tables: Tables, game: Game) -> NewTableForm:
    """Return the proposed form: with bots as at the tables that this guest opened before."""
    count = game.player_counts[len(game.player_counts) // 2]
    known = await tables.store.tables_of(visitor.guest, EARLIER)
    earlier = sorted((row for row in known if row.host == visitor.guest), key=lambda row: row.made, reverse=True)
    bots = catalog.proposed(game, earlier)
    return NewTableForm(
        name=visitor.name,
        players=str(count),
        seats=["me", *(f"bot:{kind}" for kind, _ in bots[:-1])],
        styles=[style for _, style in [*bots[-1:], *bots[:-1]]],
        options={},
        pace=earlier[0].pace if earlier else NORMAL,
        clock=clock_forms.again(earlier[0]) if earlier else clock_forms.Chosen(),
    )


def _new_page(visitor: Visitor, game: Game, typed: NewTableForm, wrong: FormError | None = None) -> Template:
    return visitor.page(
        "lobby/new_table",
        200 if wrong is None else 422,
        game={
            "id": game.id,
            "title": title_of(game.id, visitor.language),
            "player_counts": game.player_counts,
            "notice": notice_of(game.id, visitor.language),
        },
        typed=typed,
        bots=[(kind, catalog.level_name(kind, visitor.text)) for kind in catalog.kinds()],
        levels=catalog.LEVELS,
        characters=catalog.members(game, visitor.language),
        symbols=avatars.symbols(game),
        hues=range(colours.COUNT),
        paces=list(PACES),
        **clock_form(visitor.text),
        options=[_option(game, option, visitor.language, typed.options) for option in game.options],
        opened=bool(typed.options),
        more=(wrong is not None and wrong.field in ("clock", "title"))
        or _more(typed) != _more(NewTableForm("", "", [], [], {})),
        guides=tutorial.titles(game, visitor.text),
        corrected=bool(game.facts),
        error=None if wrong is None else wrong.sentence,
        wrong=None if wrong is None else wrong.field,
    )


def clock_form(text: Text) -> dict[str, Any]:
    """Return the page values for the time limit fields."""
    return {
        "clock_choices": clock_forms.CHOICES,
        "clock_units": list(clock_forms.UNITS),
        "zones": zones(),
        "substitutes": [(kind, upfirst(catalog.level_name(kind, text))) for kind in catalog.LEVELS],
    }


def _more(typed: NewTableForm) -> tuple[object, ...]:
    """Return the settings that most people leave unchanged; they stay folded until one differs."""
    return (typed.hints, typed.silent, typed.listed, typed.watching, typed.clock.pace, typed.title)


def _option(game: Game, option: Option, language: str, typed: Mapping[str, str]) -> dict[str, Any]:
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
        "asked_first": option.asked_first,
        "picture": Markup(option_picture(game, option.name)),
        "in_short": words.say("option_about", option.name, {}) if words.has("option_about", option.name) else "",
        "players": " ".join(str(count) for count in option.players),
        "about": "".join(clause.ruling.get(language, clause.text[language]) for clause in told),
        "reason": "".join(clause.reason.get(language, "") for clause in told),
    }


def _has(words: Any, option: Option, value: str) -> bool:
    return bool(words.has("option", f"{option.name}.{value}"))


def _option_label(game: Game, option: Option, language: str) -> str:
    words = game_words(game, language)
    return words.say("option", option.name, {}) if words.has("option", option.name) else option.name.replace("_", " ")


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@post("/new/{game_id:str}/first")
async def open_first(request: Asked, visitor: TheVisitor, tables: TheTables, game: TheGame) -> Redirect:
    """Open a table with the proposed settings, so that a newcomer plays at once."""
    text = visitor.text
    once = await once_of(request, visitor)
    typed = await _proposed(visitor, tables, game)
    mine = typed.name or text("start.stranger")
    players = _players(game, typed, text)
    seats = _seats(game, msgspec.structs.replace(typed, name=mine), players, visitor.guest, text)
    options = _options(game, players, {}, text)
    try:
        table = await tables.open(game, players, options, visitor.guest, seats, once=once, home=visitor.home)
    except Refused as refused:
        raise refusal_page(refused, text) from None
    return Redirect(f"/table/{table}", status_code=303)


@post("/new/{game_id:str}/guide/{guide_id:str}")
async def open_guided(
    request: Asked, visitor: TheVisitor, tables: TheTables, game: TheGame, guide_id: FromPath[str]
) -> Redirect:
    """Open a table at which a guide shows the first steps, with the weakest bots."""
    guide = game.guides().get(guide_id)
    if guide is None:
        raise NotFoundException
    text = visitor.text
    kinds = ["me" if seat == guide.seat else f"bot:{catalog.FIRST}" for seat in range(guide.players)]
    styles = [member.id for member in catalog.members(game, text.language)] or [""]
    typed = NewTableForm(
        name=visitor.name or text("start.stranger"),
        players=str(guide.players),
        seats=kinds,
        styles=[styles[seat % len(styles)] for seat in range(guide.players)],
        options={},
    )
    seats = _seats(game, typed, guide.players, visitor.guest, text)
    options = game.read_setup(guide.players, guide.seed, guide.options)
    once = await once_of(request, visitor)
    try:
        table = await tables.open(
            game, guide.players, options, visitor.guest, seats, guide=guide, once=once, home=visitor.home
        )
    except Refused as refused:
        raise refusal_page(refused, text) from None
    return Redirect(f"/table/{table}", status_code=303)


@post("/new/{game_id:str}")
async def open_table(request: Asked, visitor: TheVisitor, tables: TheTables, game: TheGame) -> Redirect | Template:
    """Open a table, or show the error in one line and keep the input."""
    text = visitor.text
    sent = await posted(request)
    named = sent.get("name", "").strip()
    typed = NewTableForm(
        name=named or text("start.stranger"),
        players=sent.get("players", ""),
        seats=[sent.get(f"seat{seat}", OPEN) for seat in range(max(game.player_counts))],
        styles=[sent.get(f"style{seat}", "") for seat in range(max(game.player_counts))],
        options={name.removeprefix("option_"): value for name, value in sent.items() if name.startswith("option_")},
        colour=colours.read(sent.get("colour", "")),
        pace=sent.get("pace", NORMAL),
        hints="hints" in sent,
        silent="silent" in sent,
        clock=clock_forms.typed(sent),
        listed="listed" in sent,
        watching="private" not in sent,
        title=sent.get("title", ""),
    )
    try:
        once = await once_of(request, visitor)
        table = await open_typed(tables, game, typed, visitor.guest, visitor.home, text, once)
    except FormError as wrong:
        return _new_page(visitor, game, msgspec.structs.replace(typed, name=named), wrong)
    return Redirect(f"/table/{table}", status_code=303, cookies=[visitor.named(named)] if named else [])


async def open_typed(
    tables: Tables, game: Game, typed: NewTableForm, guest: str, home: str, text: Text, once: str | None = None
) -> str:
    """Open the table of a form and return its id; raise FormError if invalid. `home`, `once`: as for `Tables.open`."""
    timing = _timing(typed, text)
    title = _title(typed, text)
    players = _players(game, typed, text)
    seats = _seats(game, typed, players, guest, text)
    options = _options(game, players, typed.options, text)
    terms = Terms(timing, typed.clock.substitute, typed.listed, typed.watching, text.language, typed.silent, title)
    try:
        return await tables.open(
            game, players, options, guest, seats, typed.pace, typed.hints, terms=terms, once=once, home=home
        )
    except Refused as refused:
        raise FormError(refusal_text(refused, text), refused=refused) from None


def _players(game: Game, typed: NewTableForm, text: Text) -> int:
    for count in game.player_counts:
        if typed.players.strip() == str(count):
            return count
    counted = {"game": title_of(game.id, text.language), "counts": counts_of(game, text)}
    raise FormError(text("wrong.players", **counted, players=typed.players[:20] or "?"), "players")


def _timing(typed: NewTableForm, text: Text) -> Timing | None:
    try:
        return clock_forms.timing_from_form(typed.clock)
    except Refused as refused:
        raise FormError(refusal_text(refused, text), "clock") from None


def _title(typed: NewTableForm, text: Text) -> str:
    try:
        return checked_title(typed.title)
    except Refused as refused:
        raise FormError(refusal_text(refused, text), "title") from None


def _seats(game: Game, typed: NewTableForm, players: int, guest: str, text: Text) -> list[SeatRow]:
    kinds = typed.seats[:players]
    if typed.pace not in PACES:
        raise FormError(text("refused.bad_form"))
    if kinds.count("me") > 1:
        raise FormError(text("wrong.two_of_me"), "seats")
    try:
        mine = checked_name(typed.name) if "me" in kinds else ""
    except Refused as refused:
        raise FormError(text(f"wrong.{refused.key}", **refused.params), "name") from None
    seats: list[SeatRow] = []
    for seat, kind in enumerate(kinds):
        if kind == "me":
            seats.append(SeatRow(seat, GUEST, mine, guest=guest, colour=typed.colour))
        elif kind == OPEN:
            seats.append(SeatRow(seat, OPEN, "", token=new_id()))
        else:
            level = kind.removeprefix("bot:")
            style = typed.styles[seat] if level in catalog.LEVELS else ""
            bot = catalog.bot_of(game, level, style) if kind.startswith("bot:") else None
            if bot is None:
                bots = ", ".join(catalog.kinds())
                raise FormError(text("wrong.seat", seat=seat + 1, value=kind[:40], bots=bots), "seats")
            called = catalog.called(game, style, seat, [other.name for other in seats], text)
            if is_taken(mine, [called]):
                raise FormError(text("wrong.name_taken", name=mine), "name")
            seats.append(SeatRow(seat, BOT, called, bot=bot))
    return seats


def _options(game: Game, players: int, given: Mapping[str, str], text: Text) -> Options:
    read: Options = {}
    for option in game.options:
        try:
            read[option.name] = option.read(given.get(option.name, option.default))
        except ValueError:
            label = _option_label(game, option, text.language)
            value = given[option.name][:40]
            raise FormError(
                text("wrong.option", option=label, value=value, allowed=option.allowed()), "options"
            ) from None
    try:
        return game.read_setup(players, None, {**given, **read})
    except ValueError as error:
        raise FormError(text("wrong.options", reason=str(error)), "options") from None


HANDLERS: Final = [new_table, open_first, open_guided, open_table]
