"""Notices about players who have left a table."""

import msgspec

from regnum.web.board.seat_notices import stand_in_level, stand_in_sentence, table_notices
from regnum.web.http.i18n import page_text
from regnum.web.tables.models import ABANDONED, BOT, GUEST, SeatRow
from tests.support.store.rows import table_row

TEXT = page_text("en")


def test_stand_in_sentence_names_the_bot_of_an_absent_player_only() -> None:
    away = SeatRow(0, GUEST, "Ann", guest="ann", bot="strong:style=bold")
    row = msgspec.structs.replace(table_row("one", "ann", "bob"), seats=(away, SeatRow(1, GUEST, "Bob", guest="bob")))
    assert stand_in_level(row, 0, TEXT) == TEXT("bot.strong")
    assert stand_in_sentence(row, 0, TEXT) == TEXT("clock.stand_in_plays_for", name="Ann", level=TEXT("bot.strong"))
    assert (stand_in_level(row, 1, TEXT), stand_in_sentence(row, 1, TEXT)) == ("", "")


def test_notices_name_players_who_resigned_and_the_others_who_are_away() -> None:
    seats = (
        SeatRow(0, BOT, "Ann", bot="strong:style=bold", resigned=True),
        SeatRow(1, GUEST, "Bob", guest="bob", bot="random"),
    )
    row = msgspec.structs.replace(table_row("one", "ann", "bob"), seats=seats)
    resigned = TEXT("leave.has_resigned", name="Ann", level=TEXT("bot.strong"))
    away = TEXT("clock.stand_in_plays_for", name="Bob", level=TEXT("bot.random"))
    assert [table_notices(row, viewer, None, TEXT) for viewer in (None, 0, 1)] == [[resigned, away]] * 2 + [[resigned]]
    abandoned = msgspec.structs.replace(row, phase=ABANDONED)
    assert table_notices(abandoned, None, None, TEXT) == [resigned, TEXT("leave.abandoned_help")]
