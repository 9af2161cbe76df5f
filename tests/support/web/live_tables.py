"""Live tables without a store."""

import random
import re
from datetime import UTC, datetime

from regnum.core.game import Game
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PLAYING, SeatRow, TableRow
from tests.support.games.views import NAMES


def live_table_of(game: Game, players: int, **chosen: bool | str) -> LiveTable:
    seats = tuple(SeatRow(seat, GUEST, NAMES[seat], guest=str(seat)) for seat in range(players))
    options = {option.name: option.default for option in game.options} | chosen
    created_at = datetime(2026, 1, 1, tzinfo=UTC)
    row = TableRow("t", game.id, game.rules_version, players, "7", options, "0", PLAYING, created_at, seats)
    return LiveTable(row, [])


def move_randomly(table: LiveTable, dice: random.Random) -> None:
    seat = dice.choice(table.state.players_to_act)
    table.play.submit(seat, dice.choice(table.state.legal_actions(seat)))
    table.announce_change()


def elements_by_id(text: str) -> list[tuple[str, str]]:
    """Return the elements of an event by id, without the attribute of htmx."""
    result = re.split(r'(?=<\w+ hx-swap-oob="morph")', text)
    assert not result[0].strip()
    plain = [part.replace(' hx-swap-oob="morph"', "", 1).strip("\n") for part in result[1:]]
    return [(re.findall(r'\bid="([^"]+)"', part)[0], part) for part in plain]
