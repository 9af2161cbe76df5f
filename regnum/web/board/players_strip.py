"""The strip of players above the board: their points, possessions and clocks, and whose turn it is."""

from collections.abc import Sequence
from typing import Any

import msgspec

from regnum.core.text.words import Words
from regnum.view import PublicInfo, ScoreView
from regnum.web.board import seat_notices
from regnum.web.clocks.countdown import Countdown, countdown_of
from regnum.web.http.i18n import Text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED
from regnum.web.tables.seat_view import SeatView


class Side(msgspec.Struct, frozen=True):
    """A player in the strip: whether they have to act or are away, and their public points and possessions."""

    name: str
    points: int | None
    is_acting: bool
    is_away: bool
    public: Sequence[tuple[str, int, str]]
    role: str = ""
    """The player's role, such as their leader."""
    reasons: str = ""
    """The sources of the player's points, as JSON: a list of reasons and amounts."""
    width: float = 0
    """The width of the points and possessions in a row, in multiples of the font size."""
    clock: Countdown | None = None
    seat_notice: str = ""
    """The sentence that the player has resigned or a bot plays for them, or "" if neither."""


def players_strip(
    table: LiveTable, view: SeatView, scores: ScoreView[Any], words: Words, names: Sequence[str], text: Text
) -> list[Side]:
    """Return the players for the strip, in the order of their seats."""
    away = frozenset[int]() if view.is_past else table.away_seats(view.seat)
    points: Sequence[int | None] = scores.points(view.seen) or [None] * len(names)
    public = scores.public_info(view.seen, words) or [PublicInfo() for _ in names]
    acting = view.seen.players_to_act if table.phase != ABANDONED else ()
    sides = [
        Side(
            name,
            points[side],
            side in acting,
            side in away,
            public[side].items,
            public[side].role,
            _encode(public[side].reasons),
            _width(points[side], public[side].items),
        )
        for side, name in enumerate(names)
    ]
    if view.is_past:
        return sides
    people = range(len(table.row.seats))
    return [
        msgspec.structs.replace(
            side,
            clock=countdown_of(table.row, seat, text),
            seat_notice=seat_notices.absence_notice(table.row, seat, text),
        )
        if seat in people
        else side
        for seat, side in enumerate(sides)
    ]


def _width(points: int | None, public: Sequence[tuple[str, int, str]]) -> float:
    """Return the approximate width of a row of numbers: points in large digits, and each possession with its symbol."""
    return round(1 + 0.7 * len(str(points)) + sum(1.7 + 0.55 * len(str(count)) for _, count, _ in public), 2)


def _encode(value: Sequence[tuple[str, int]]) -> str:
    return msgspec.json.encode(value).decode() if value else ""
