"""Opening tables without a server: the proposed form, and the table that a form describes."""

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.clocks.forms import ClockForm
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import page_text
from regnum.web.lobby.new_table import (
    FormError,
    NewTableForm,
    open_proposed_table,
    open_table,
    open_tutorial_table,
    option_label,
    propose_form,
)
from regnum.web.tables.models import BOT, GUEST, OPEN, TableRow
from regnum.web.tables.new_table import NewTable
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import DAY
from tests.support.store.rows import table_row
from tests.support.web.apps import run_in_thread

T = TypeVar("T")
KHAN = find_game("khan")
STYLES = list(KHAN.characters())
TEXT = page_text("en")
FORM = NewTableForm("Ann", "2", ["me", "open", "", ""], ["", "", "", ""], {})


class Opened:
    """Tables that were opened; `earlier`: those of before."""

    def __init__(self, *earlier: TableRow, refusal: str = "") -> None:
        self.new: list[NewTable] = []
        self.refusal = refusal
        self.earlier = earlier

    @property
    def store(self) -> Any:
        async def tables_of(guest: str, limit: int) -> list[TableRow]:
            return list(self.earlier)

        return SimpleNamespace(tables_of=tables_of)

    async def open(self, new: NewTable) -> str:
        if self.refusal:
            raise RefusedError(self.refusal, {"limit": 3})
        self.new.append(new)
        return "id"


def run(work: Coroutine[Any, Any, T]) -> T:
    return run_in_thread(lambda: asyncio.run(work))


def opened(form: NewTableForm) -> NewTable:
    """Return the table that a form describes."""
    tables: Any = Opened()
    assert run(open_table(tables, KHAN, form, "ann", "address", TEXT, "request")) == "id"
    (new,) = tables.new
    assert (new.game, new.host, new.client_address, new.request_id) == (KHAN, "ann", "address", "request")
    return new  # type: ignore[no-any-return]


def error_of(form: NewTableForm, **more: Any) -> FormError:
    tables: Any = Opened(**more)
    with pytest.raises(FormError) as error:
        run(open_table(tables, KHAN, form, "ann", "address", TEXT))
    assert tables.new == []
    return error.value


def visitor(name: str) -> Any:
    return SimpleNamespace(text=TEXT, guest="ann", name=name, client_address="address")


def bots_at(id_: str, *bots: str, **more: Any) -> TableRow:
    row = table_row(id_, *["bot"] * len(bots), **more)
    return replace(row, seats=tuple(replace(seat, bot=bot) for seat, bot in zip(row.seats, bots, strict=True)))


def test_first_form_has_the_middle_number_of_players_and_different_characters() -> None:
    tables: Any = Opened()
    form = run(propose_form(tables, KHAN, "ann", "Ann"))
    assert (form.name, form.players, form.seats) == ("Ann", "3", ["me", "bot:gentle", "bot:greedy", "bot:greedy"])
    assert sorted(form.characters) == sorted(STYLES)
    assert form.characters[1:] + form.characters[:1] == STYLES, "the first bot has the first character"
    assert (form.options, form.pace, form.clock) == ({}, "normal", ClockForm())
    assert run(propose_form(tables, find_game("rurik"), "ann", "Ann")).players == "3", "of one to four"


def test_form_repeats_the_newest_own_table() -> None:
    slow = bots_at("new", f"strong:style={STYLES[1]}", host="ann", minute=2, pace="slow", timing=Timing(DAY))
    tables: Any = Opened(
        bots_at("old", "greedy", host="ann", pace="quick"), slow, bots_at("other", "random", minute=3, pace="at_once")
    )
    form = run(propose_form(tables, KHAN, "ann", "Ann"))
    assert (form.pace, form.seats[1], form.characters[1]) == ("slow", "bot:strong", STYLES[1])
    assert form.clock != ClockForm()


def test_proposed_table_is_opened_with_one_click() -> None:
    for name, shown in (("Ann", "Ann"), ("", TEXT("home.guest_name"))):
        tables: Any = Opened()
        run(open_proposed_table(tables, KHAN, visitor(name), "request"))
        (new,) = tables.new
        assert (new.players, new.host, new.request_id, new.client_address) == (3, "ann", "request", "address")
        assert [(seat.kind, seat.guest) for seat in new.seats] == [(GUEST, "ann"), (BOT, None), (BOT, None)]
        assert new.seats[0].name == shown
        assert new.options == KHAN.read_setup(3, None, {})


def test_tutorial_is_opened_for_its_seat_with_gentle_bots() -> None:
    guide = next(iter(KHAN.guides().values()))
    for name, shown in (("Ann", "Ann"), ("", TEXT("home.guest_name"))):
        tables: Any = Opened()
        run(open_tutorial_table(tables, KHAN, guide, visitor(name), None))
        (new,) = tables.new
        assert (new.players, new.tutorial, new.host) == (guide.players, guide, "ann")
        own = new.seats[guide.seat]
        assert (own.kind, own.name, own.guest) == (GUEST, shown, "ann")
        bots = [seat.bot for seat in new.seats if seat.kind == BOT]
        others = [seat for seat in range(guide.players) if seat != guide.seat]
        assert bots == [f"gentle:style={STYLES[seat % len(STYLES)]}" for seat in others]
        assert new.options == KHAN.read_setup(guide.players, guide.seed, guide.options)


def test_form_describes_every_seat() -> None:
    form = NewTableForm(
        " Ann ", " 4 ", ["open", "me", "bot:greedy", "bot:random"], ["x", "x", STYLES[2], "x"], {}, colour=3
    )
    new = opened(form)
    assert new.players == 4
    assert [(seat.seat, seat.kind, seat.guest, seat.bot, seat.colour) for seat in new.seats] == [
        (0, OPEN, None, None, None),
        (1, GUEST, "ann", None, 3),
        (2, BOT, None, f"greedy:style={STYLES[2]}", None),
        (3, BOT, None, "random", None),
    ]
    assert new.seats[1].name == "Ann"
    assert new.seats[3].name == TEXT("bot.bot_name", seat=4)
    assert [bool(seat.invitation_token) for seat in new.seats] == [True, False, False, False]


def test_form_describes_the_rules_and_the_settings() -> None:
    plain = opened(FORM)
    assert (plain.options, plain.pace, plain.hints_allowed) == (KHAN.read_setup(2, None, {}), "normal", False)
    settings = plain.settings
    assert (settings.timing, settings.is_listed, settings.spectators_allowed, settings.chat_disabled) == (
        None,
        False,
        True,
        False,
    )
    chosen = replace(FORM, options={"board": "steppe"}, pace="slow", hints_allowed=True, title="Ours", is_listed=True)
    new = opened(replace(chosen, spectators_allowed=False, chat_disabled=True))
    assert (new.options["board"], new.pace, new.hints_allowed) == ("steppe", "slow", True)
    settings = new.settings
    assert (settings.title, settings.is_listed, settings.spectators_allowed, settings.chat_disabled) == (
        "Ours",
        True,
        False,
        True,
    )
    assert (settings.language, settings.substitute) == ("en", FORM.clock.substitute)


def test_seats_beyond_the_number_of_players_are_ignored() -> None:
    assert len(opened(replace(FORM, seats=["me", "open", "me", "nonsense"])).seats) == 2


def test_same_character_has_numbered_names() -> None:
    seats = opened(replace(FORM, seats=["bot:strong", "bot:gentle"], characters=[STYLES[0]] * 2)).seats
    assert [seat.name for seat in seats] == ["Saran", "Saran II"]


@pytest.mark.parametrize(
    ("changes", "field", "part"),
    [
        ({"players": "5"}, "players", "not 5"),
        ({"players": ""}, "players", "not ?"),
        ({"players": "9" * 30}, "players", f"not {'9' * 20}."),
        ({"seats": ["me", "me"]}, "seats", "only one seat"),
        ({"seats": ["me", "greedy"]}, "seats", "Seat 2: “greedy”"),
        ({"seats": ["bot:nobody", "me"]}, "seats", "Seat 1: “bot:nobody”"),
        ({"seats": ["me", "x" * 50]}, "seats", f"“{'x' * 40}”"),
        ({"seats": ["me", "bot:gentle"], "characters": ["", "nobody"]}, "seats", "Seat 2: “bot:gentle”"),
        ({"name": ""}, "name", "enter your name"),
        (
            {"name": "saran", "seats": ["me", "bot:gentle"], "characters": ["", STYLES[0]]},
            "name",
            "already called saran",
        ),
        ({"title": "x" * 200}, "title", "too long"),
        ({"pace": "warp"}, "", ""),
        ({"options": {"board": "y" * 50}}, "options", f"“{'y' * 40}”"),
        ({"clock": ClockForm(preset="own", turn="0")}, "clock", ""),
    ],
)
def test_invalid_form_names_the_field_and_the_fault(changes: dict[str, Any], field: str, part: str) -> None:
    error = error_of(replace(FORM, **changes))
    assert (error.field, part in error.sentence, error.refused) == (field, True, None), error.sentence


def test_name_is_needed_only_for_a_seat_of_ones_own() -> None:
    assert [seat.kind for seat in opened(replace(FORM, name="", seats=["open", "open"])).seats] == [OPEN, OPEN]


def test_refused_table_is_explained() -> None:
    error = error_of(FORM, refusal="tables_open")
    assert error.refused is not None
    assert (error.refused.key, error.field, "3" in error.sentence) == ("tables_open", "", True)


def test_option_has_its_label_or_its_plain_name() -> None:
    board = next(option for option in KHAN.options if option.name == "board")
    assert option_label(KHAN, board, "en") not in ("board", "")
    unknown: Any = SimpleNamespace(name="some_option")
    assert option_label(KHAN, unknown, "en") == "some option"
