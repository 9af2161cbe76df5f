"""The routes for opening a table: with the form, in one click for newcomers, or with a tutorial."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core.game import Game
from regnum.core.rules.option import Option
from regnum.web.board import tutorial
from regnum.web.bots import catalog
from regnum.web.clocks import forms as clock_forms
from regnum.web.errors import RefusedError
from regnum.web.http.assets import option_picture
from regnum.web.http.csrf import read_short_form
from regnum.web.http.deps import GameDep, VisitorDep
from regnum.web.http.games import notice_of, title_of
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import Visitor, WebRequest, get, refusal_page, request_id_of
from regnum.web.lobby import new_table
from regnum.web.lobby.new_table import FormError, NewTableForm, option_label
from regnum.web.tables import colours
from regnum.web.tables.deps import TablesDep
from regnum.web.tables.models import NORMAL, OPEN, PACES
from regnum.web.ui import avatars


@get("/new/{game_id:str}")
async def show_new_table(visitor: VisitorDep, tables: TablesDep, game: GameDep) -> Template:
    """Show the form for a new table."""
    return _new_page(visitor, game, await new_table.propose_form(tables, game, visitor.guest, visitor.name))


def _new_page(visitor: Visitor, game: Game, typed: NewTableForm, form_error: FormError | None = None) -> Template:
    return visitor.page(
        "lobby/new_table",
        200 if form_error is None else 422,
        game={
            "id": game.id,
            "title": title_of(game.id, visitor.language),
            "player_counts": game.player_counts,
            "notice": notice_of(game.id, visitor.language),
        },
        typed=typed,
        bots=[(kind, catalog.level_name(kind, visitor.text)) for kind in catalog.bot_kinds()],
        levels=catalog.LEVELS,
        characters=catalog.characters(game, visitor.language),
        symbols=avatars.symbols(game),
        hues=range(colours.COLOUR_COUNT),
        paces=list(PACES),
        **clock_forms.page_values(visitor.text),
        options=[_option(game, option, visitor.language, typed.options) for option in game.options],
        opened=bool(typed.options),
        more=(form_error is not None and form_error.field in ("clock", "title"))
        or _folded_settings(typed) != _folded_settings(NewTableForm("", "", [], [], {})),
        tutorials=tutorial.titles(game, visitor.text),
        corrected=bool(game.facts),
        error=None if form_error is None else form_error.sentence,
        wrong=None if form_error is None else form_error.field,
    )


def _folded_settings(typed: NewTableForm) -> tuple[object, ...]:
    """Return the settings that most people leave unchanged; they are folded unless one differs from its default."""
    return (
        typed.hints_allowed,
        typed.chat_disabled,
        typed.is_listed,
        typed.spectators_allowed,
        typed.clock.preset,
        typed.title,
    )


def _option(game: Game, option: Option, language: str, typed: Mapping[str, str]) -> dict[str, Any]:
    words = game_words(game, language)
    clauses = [clause for clause in game.ledger() if clause.id == option.clause]
    values = [_value_text(value) for value in option.values]
    return {
        "name": option.name,
        "label": option_label(game, option, language),
        "allowed": [
            (value, words.text("option", f"{option.name}.{value}", {}) if _has(words, option, value) else value)
            for value in values
        ],
        "chosen": typed.get(option.name, values[0]),
        "asked_first": option.asked_first,
        "picture": Markup(option_picture(game, option.name)),
        "in_short": words.text("option_about", option.name, {}) if words.has("option_about", option.name) else "",
        "players": " ".join(str(count) for count in option.players),
        "about": "".join(clause.ruling.get(language, clause.text[language]) for clause in clauses),
        "reason": "".join(clause.reason.get(language, "") for clause in clauses),
    }


def _has(words: Any, option: Option, value: str) -> bool:
    return bool(words.has("option", f"{option.name}.{value}"))


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@post("/new/{game_id:str}/first")
async def open_first_table(request: WebRequest, visitor: VisitorDep, tables: TablesDep, game: GameDep) -> Redirect:
    """Open a table with the proposed settings, so that newcomers can play immediately."""
    request_id = await request_id_of(request, visitor)
    try:
        table = await new_table.open_proposed_table(tables, game, visitor, request_id)
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return Redirect(f"/table/{table}", status_code=303)


@post("/new/{game_id:str}/guide/{guide_id:str}")
async def open_tutorial_table(
    request: WebRequest, visitor: VisitorDep, tables: TablesDep, game: GameDep, guide_id: FromPath[str]
) -> Redirect:
    """Open a table with a tutorial."""
    guide = game.guides().get(guide_id)
    if guide is None:
        raise NotFoundException
    request_id = await request_id_of(request, visitor)
    try:
        table = await new_table.open_tutorial_table(tables, game, guide, visitor, request_id)
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return Redirect(f"/table/{table}", status_code=303)


@post("/new/{game_id:str}")
async def open_table(request: WebRequest, visitor: VisitorDep, tables: TablesDep, game: GameDep) -> Redirect | Template:
    """Open a table, or show the error in one line and keep the input."""
    text = visitor.text
    sent = await read_short_form(request)
    typed_name = sent.get("name", "").strip()
    typed = NewTableForm(
        name=typed_name or text("home.guest_name"),
        players=sent.get("players", ""),
        seats=[sent.get(f"seat{seat}", OPEN) for seat in range(max(game.player_counts))],
        characters=[sent.get(f"character{seat}", "") for seat in range(max(game.player_counts))],
        options={name.removeprefix("option_"): value for name, value in sent.items() if name.startswith("option_")},
        colour=colours.parse_colour(sent.get("colour", "")),
        pace=sent.get("pace", NORMAL),
        hints_allowed="hints" in sent,
        chat_disabled="silent" in sent,
        clock=clock_forms.read_clock_form(sent),
        is_listed="listed" in sent,
        spectators_allowed="private" not in sent,
        title=sent.get("title", ""),
    )
    try:
        request_id = await request_id_of(request, visitor)
        table = await new_table.open_table(tables, game, typed, visitor.guest, visitor.client_address, text, request_id)
    except FormError as wrong:
        return _new_page(visitor, game, msgspec.structs.replace(typed, name=typed_name), wrong)
    return Redirect(
        f"/table/{table}", status_code=303, cookies=[visitor.name_cookie_for(typed_name)] if typed_name else []
    )


HANDLERS: Final = [show_new_table, open_first_table, open_tutorial_table, open_table]
