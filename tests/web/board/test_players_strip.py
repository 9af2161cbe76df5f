"""The strip of players: points, things, turns, absence and clocks of each side."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec

from regnum.games import find_game
from regnum.view import PublicInfo
from regnum.web.board.players_strip import Side, players_strip
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.store.rows import NOON
from tests.support.web.live_tables import live_table_of

KHAN = find_game("khan")
COINS = PublicInfo([("coin", 5, "5 coins")], "Leader", [("won", 3)])


def strip(
    table: LiveTable,
    points: Sequence[int] = (3, 12),
    public: Sequence[PublicInfo] = (COINS, PublicInfo()),
    seat: int | None = None,
    names: Sequence[str] = ("Ann", "Ben"),
    **more: Any,
) -> list[Side]:
    view = msgspec.structs.replace(table.view(seat), **more)
    scores: Any = SimpleNamespace(points=lambda seen: points, public_info=lambda seen, words: public)
    return players_strip(table, view, scores, game_words(KHAN, "en"), names, page_text("en"))


def with_seat(table: LiveTable, seat: int, **more: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **more)
    table.row = msgspec.structs.replace(table.row, seats=tuple(seats))


def test_side_has_its_own_points_and_things() -> None:
    ann, ben = strip(live_table_of(KHAN, 2))
    assert (ann.name, ann.points, ann.public, ann.role) == ("Ann", 3, COINS.items, "Leader")
    assert ann.reasons == '[["won",3]]'
    assert (ben.name, ben.points, ben.public, ben.role, ben.reasons) == ("Ben", 12, (), "", "")


def test_strip_without_points_or_things_has_only_names() -> None:
    sides = strip(live_table_of(KHAN, 2), [], [])
    assert [(side.name, side.points, side.public) for side in sides] == [("Ann", None, ()), ("Ben", None, ())]


def test_row_is_wider_with_more_digits_and_things() -> None:
    def width(points: int, *counts: int) -> float:
        things = PublicInfo([("coin", count, "coins") for count in counts])
        return strip(live_table_of(KHAN, 2), (points, 0), (things, PublicInfo()))[0].width

    widths = [width(3), width(12), width(12, 7), width(12, 70), width(12, 70, 7)]
    assert widths == sorted(set(widths))
    assert width(12, 7) - width(12) > width(12) - width(3) > 0, "a thing has a symbol as well"
    assert 1 < width(3) < 2
    assert max(width(12) - width(3), width(70, 70) - width(70, 7)) < 1, "digits are narrower than the font is high"
    assert width(12, 7) - width(12) < 3


def test_players_to_act_are_marked_until_the_game_is_abandoned() -> None:
    table = live_table_of(KHAN, 2)
    (first,) = table.state.players_to_act
    assert [side.is_acting for side in strip(table)] == [seat == first for seat in (0, 1)]
    table.row = msgspec.structs.replace(table.row, phase=ABANDONED)
    assert [side.is_acting for side in strip(table)] == [False, False]


def test_absent_players_are_marked_except_the_viewer() -> None:
    table = live_table_of(KHAN, 2)
    assert [side.is_away for side in strip(table)] == [True, True]
    assert [side.is_away for side in strip(table, seat=0)] == [False, True]
    table.present = frozenset({1})
    assert [side.is_away for side in strip(table)] == [True, False]
    assert [side.is_away for side in strip(table, is_past=True)] == [False, False]


def test_clock_and_notice_belong_to_their_seat_and_to_the_present() -> None:
    table = live_table_of(KHAN, 2)
    with_seat(table, 1, resigned=True, bot="greedy")
    clocks = (Clock(5.0, 0.0, NOON), Clock(5.0))
    table.row = msgspec.structs.replace(table.row, timing=Timing(HOUR), clocks=clocks)
    names = ("Ann", "Ben", "The third")
    things = [PublicInfo()] * 3
    ann, ben, third = strip(table, (1, 2, 3), things, names=names)
    assert [side.clock is not None for side in (ann, ben, third)] == [True, False, False]
    assert (ann.seat_notice, third.seat_notice) == ("", ""), "the rules play the third side"
    assert "resigned" in ben.seat_notice
    past = strip(table, (1, 2, 3), things, names=names, is_past=True)
    assert [(side.clock, side.seat_notice) for side in past] == [(None, "")] * 3
