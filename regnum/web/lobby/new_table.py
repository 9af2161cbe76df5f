"""Opening tables: from the form, with the proposed settings, or with a tutorial."""

from collections.abc import Mapping
from typing import Final

import msgspec

from regnum.core.game import Game
from regnum.core.rules.option import Option, Options
from regnum.core.text.guide import Guide
from regnum.web.bots import catalog
from regnum.web.clocks import forms as clock_forms
from regnum.web.db.ids import new_id
from regnum.web.errors import RefusedError
from regnum.web.http.games import counts_of, title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.visitor import Visitor, refusal_text
from regnum.web.names import check_name, check_title, is_taken
from regnum.web.tables.models import BOT, GUEST, NORMAL, OPEN, PACES, SeatRow
from regnum.web.tables.new_table import NewTable
from regnum.web.tables.service import TableService
from regnum.web.tables.table_settings import TableSettings
from regnum.web.timing.clock import Timing

MAX_EARLIER_TABLES: Final = 20
"""The maximum number of a guest's tables to search for earlier choices."""


class NewTableForm(msgspec.Struct):
    """The contents of the form for a new table, as typed or as proposed."""

    name: str
    players: str
    seats: list[str]
    characters: list[str]
    options: dict[str, str]
    colour: int | None = None
    pace: str = NORMAL
    hints_allowed: bool = False
    chat_disabled: bool = False
    clock: clock_forms.ClockForm = clock_forms.ClockForm()
    is_listed: bool = False
    spectators_allowed: bool = True
    title: str = ""


class FormError(Exception):
    """Raised for invalid input, with the sentence to show and the field it is about.

    `refused`: the refusal, if the form is valid but the table could not be opened.
    """

    def __init__(self, sentence: str, field: str = "", refused: RefusedError | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.refused = refused


async def propose_form(tables: TableService, game: Game, guest: str, name: str) -> NewTableForm:
    """Return a proposed form, with bots, pace and clock as at the tables that this guest opened before."""
    count = game.player_counts[len(game.player_counts) // 2]
    earlier_tables = await tables.store.tables_of(guest, MAX_EARLIER_TABLES)
    earlier = sorted((row for row in earlier_tables if row.host == guest), key=lambda row: row.created_at, reverse=True)
    bots = catalog.default_bots(game, earlier)
    return NewTableForm(
        name=name,
        players=str(count),
        seats=["me", *(f"bot:{kind}" for kind, _ in bots[:-1])],
        characters=[character for _, character in [*bots[-1:], *bots[:-1]]],
        options={},
        pace=earlier[0].pace if earlier else NORMAL,
        clock=clock_forms.form_of_row(earlier[0]) if earlier else clock_forms.ClockForm(),
    )


async def open_proposed_table(tables: TableService, game: Game, visitor: Visitor, request_id: str | None) -> str:
    """Open a table with the proposed settings and return its id.

    Raises RefusedError in the same cases as `TableService.open`.
    """
    text = visitor.text
    typed = await propose_form(tables, game, visitor.guest, visitor.name or text("home.guest_name"))
    players = _players(game, typed, text)
    seats = _seats(game, typed, players, visitor.guest, text)
    options = _options(game, players, {}, text)
    return await tables.open(
        NewTable(
            game, players, options, visitor.guest, seats, request_id=request_id, client_address=visitor.client_address
        )
    )


async def open_tutorial_table(
    tables: TableService, game: Game, guide: Guide, visitor: Visitor, request_id: str | None
) -> str:
    """Open a table with a tutorial and the weakest bots, and return its id.

    Raises RefusedError in the same cases as `TableService.open`.
    """
    text = visitor.text
    kinds = ["me" if seat == guide.seat else f"bot:{catalog.BEGINNER_BOT}" for seat in range(guide.players)]
    characters = [member.id for member in catalog.characters(game, text.language)] or [""]
    typed = NewTableForm(
        name=visitor.name or text("home.guest_name"),
        players=str(guide.players),
        seats=kinds,
        characters=[characters[seat % len(characters)] for seat in range(guide.players)],
        options={},
    )
    seats = _seats(game, typed, guide.players, visitor.guest, text)
    options = game.read_setup(guide.players, guide.seed, guide.options)
    return await tables.open(
        NewTable(
            game,
            guide.players,
            options,
            visitor.guest,
            seats,
            tutorial=guide,
            request_id=request_id,
            client_address=visitor.client_address,
        )
    )


async def open_table(
    tables: TableService,
    game: Game,
    typed: NewTableForm,
    guest: str,
    client_address: str,
    text: Text,
    request_id: str | None = None,
) -> str:
    """Open a table from a form and return its id.

    Raises FormError if the input is invalid or `TableService.open` refuses. `client_address`, `request_id`: see
    `NewTable`.
    """
    timing = _timing(typed, text)
    title = _title(typed, text)
    players = _players(game, typed, text)
    seats = _seats(game, typed, players, guest, text)
    options = _options(game, players, typed.options, text)
    settings = TableSettings(
        timing,
        typed.clock.substitute,
        typed.is_listed,
        typed.spectators_allowed,
        text.language,
        typed.chat_disabled,
        title,
    )
    try:
        return await tables.open(
            NewTable(
                game,
                players,
                options,
                guest,
                seats,
                typed.pace,
                typed.hints_allowed,
                settings=settings,
                request_id=request_id,
                client_address=client_address,
            )
        )
    except RefusedError as refused:
        raise FormError(refusal_text(refused, text), refused=refused) from None


def option_label(game: Game, option: Option, language: str) -> str:
    """Return the label of an option in the form."""
    words = game_words(game, language)
    return words.text("option", option.name, {}) if words.has("option", option.name) else option.name.replace("_", " ")


def _players(game: Game, typed: NewTableForm, text: Text) -> int:
    for count in game.player_counts:
        if typed.players.strip() == str(count):
            return count
    counted = {"game": title_of(game.id, text.language), "counts": counts_of(game, text)}
    raise FormError(text("form_error.invalid_player_count", **counted, players=typed.players[:20] or "?"), "players")


def _timing(typed: NewTableForm, text: Text) -> Timing | None:
    try:
        return clock_forms.timing_from_form(typed.clock)
    except RefusedError as refused:
        raise FormError(refusal_text(refused, text), "clock") from None


def _title(typed: NewTableForm, text: Text) -> str:
    try:
        return check_title(typed.title)
    except RefusedError as refused:
        raise FormError(refusal_text(refused, text), "title") from None


def _seats(game: Game, typed: NewTableForm, players: int, guest: str, text: Text) -> list[SeatRow]:
    kinds = typed.seats[:players]
    if typed.pace not in PACES:
        raise FormError(text("refusal.bad_form"))
    if kinds.count("me") > 1:
        raise FormError(text("form_error.several_own_seats"), "seats")
    try:
        own_name = check_name(typed.name) if "me" in kinds else ""
    except RefusedError as refused:
        raise FormError(text(f"form_error.{refused.key}", **refused.params), "name") from None
    seats: list[SeatRow] = []
    for seat, kind in enumerate(kinds):
        if kind == "me":
            seats.append(SeatRow(seat, GUEST, own_name, guest=guest, colour=typed.colour))
        elif kind == OPEN:
            seats.append(SeatRow(seat, OPEN, "", invitation_token=new_id()))
        else:
            level = kind.removeprefix("bot:")
            character = typed.characters[seat] if level in catalog.LEVELS else ""
            bot = catalog.bot_of(game, level, character) if kind.startswith("bot:") else None
            if bot is None:
                bots = ", ".join(catalog.bot_kinds())
                raise FormError(text("form_error.invalid_seat", seat=seat + 1, value=kind[:40], bots=bots), "seats")
            bot_name = catalog.bot_name(game, character, seat, [other.name for other in seats], text)
            if is_taken(own_name, [bot_name]):
                raise FormError(text("form_error.name_taken", name=own_name), "name")
            seats.append(SeatRow(seat, BOT, bot_name, bot=bot))
    return seats


def _options(game: Game, players: int, values: Mapping[str, str], text: Text) -> Options:
    read: Options = {}
    for option in game.options:
        try:
            read[option.name] = option.read(values.get(option.name, option.default))
        except ValueError:
            label = option_label(game, option, text.language)
            value = values[option.name][:40]
            raise FormError(
                text("form_error.invalid_option", option=label, value=value, allowed=option.allowed_text()), "options"
            ) from None
    try:
        return game.read_setup(players, None, {**values, **read})
    except ValueError as error:
        raise FormError(text("form_error.conflicting_options", reason=str(error)), "options") from None
