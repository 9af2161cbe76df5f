"""Notices about players who have left a table."""

import msgspec

from regnum.web.board.seat_notices import stand_in_level, stand_in_sentence
from regnum.web.http.i18n import page_text
from regnum.web.tables.models import GUEST, SeatRow
from tests.support.store.rows import table_row

TEXT = page_text("en")


def test_stand_in_sentence_names_the_bot_of_an_absent_player_only() -> None:
    away = SeatRow(0, GUEST, "Ann", guest="ann", bot="strong:style=bold")
    row = msgspec.structs.replace(table_row("one", "ann", "bob"), seats=(away, SeatRow(1, GUEST, "Bob", guest="bob")))
    assert stand_in_level(row, 0, TEXT) == TEXT("bot.strong")
    assert stand_in_sentence(row, 0, TEXT) == TEXT("clock.stand_in_plays_for", name="Ann", level=TEXT("bot.strong"))
    assert (stand_in_level(row, 1, TEXT), stand_in_sentence(row, 1, TEXT)) == ("", "")
