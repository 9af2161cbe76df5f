"""Tables written directly into the store of a server, at any position and for any viewer."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, insert, update

from regnum.core.game import Game
from regnum.core.record.record import position_without_setup
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.web.db.schema import ENTRIES, TABLES
from regnum.web.names import MAX_NAME_LENGTH
from regnum.web.tables.models import BOT, FINISHED, GUEST, PLAYING, WAITING, SeatRow, TableRow
from regnum.web.tables.stored_options import POSITION_ORIGIN, SET_UP, START
from tests.support.server.server_process import Server
from tests.support.store.stores import open_store

NAMES: Final = {
    "en": (
        "Christopher Featherstone",
        "Queen Wilhelmina Wimmers",
        "Ann",
        "Maximilian Whitmore-Webb",
        "Wolfeschlegelsteinhausen",
    ),
    "de": (
        "Donaudampfschifffahrtler",
        "Annemarie von Weißenburg",
        "Ben",
        "Großherzogin Wilhelmine M",
        "Schwarzmüller-Wallenberg",
    ),
    "uk": (
        "Святослав Переяславський",
        "Володимирина Святополківна",
        "Оля",
        "Ярославенкодніпровський",
        "Мстислав Великомудренний",
    ),
}
"""Names of maximum length, and short ones between them."""
assert set(NAMES) == set(LANGUAGES)
ABSENT: Final = "absent"
"""People who never join."""
SAME: Final = "same"
"""The viewer also plays this seat."""


@dataclass(frozen=True)
class StoredTable:
    """A table after some entries of its record."""

    row: TableRow
    entries: Sequence[tuple[int, str]] = ()


def seats(
    game: Game, players: int, seat: int | None, guest: str, others: str | None = None, language: str = "en"
) -> tuple[SeatRow, ...]:
    """Return the seats of a table: the guest in one seat (None: in none), and others.

    `others`: ABSENT, SAME, or a kind of bot such as "random"; None: people and bots with faces by turns.
    """
    result: list[SeatRow] = []
    characters = list(game.characters())
    for each in range(players):
        name = NAMES[language][each][:MAX_NAME_LENGTH]
        if each == seat or others == SAME:
            result.append(SeatRow(each, GUEST, name, guest))
        elif others == ABSENT or (others is None and each % 2 == 0):
            result.append(SeatRow(each, GUEST, name, secrets.token_hex(16)))
        elif others is None:
            style = f":style={characters[each]}" if each < len(characters) else ""
            result.append(SeatRow(each, BOT, name, bot=f"greedy{style}"))
        else:
            result.append(SeatRow(each, BOT, name, bot=others))
    return tuple(result)


def stored_table_of(
    state: State,
    sitting: tuple[SeatRow, ...],
    host: str,
    entries: Sequence[tuple[int, str]] | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> StoredTable:
    """Return a table at a position that entries reach from a seed, or one that begins there.

    `name`: its id, on which the dice of its bots depend.
    """
    game = state.game
    begun = {START: json.dumps(position_without_setup(state)), POSITION_ORIGIN: SET_UP} if entries is None else {}
    row = TableRow(
        id=name or secrets.token_hex(8),
        game=game.id,
        rules_version=game.rules_version,
        players=state.players,
        seed=str(state.seed if seed is None else seed),
        options={**state.options, **begun},
        host=host,
        phase=FINISHED if state.is_terminal else PLAYING,
        created_at=datetime.now(UTC),
        seats=sitting,
        version=len(entries or ()),
        awaits_bot=any(seat.is_played_by_bot for seat in sitting) and not state.is_terminal,
    )
    return StoredTable(row, entries or ())


def store(server: Server, tables: Sequence[StoredTable]) -> None:
    """Store tables in a server's SQLite file; the server sees them with all entries."""
    insert_tables(f"sqlite:///{server.data / 'regnum.db'}", tables)


def insert_tables(database: str, tables: Sequence[StoredTable]) -> None:
    """Store tables with all their entries in a database that has no table of these ids."""

    def work(connection: Connection) -> None:
        rows = [
            {"table_id": one.row.id, "number": number, "player": player, "text": text, "created_at": one.row.created_at}
            for one in tables
            for number, (player, text) in enumerate(one.entries, 1)
        ]
        if rows:
            connection.execute(insert(ENTRIES), rows)
        for one in tables:
            begun = {"phase": one.row.phase, "version": one.row.version, "awaits_bot": one.row.awaits_bot}
            connection.execute(update(TABLES).where(TABLES.c.id == one.row.id).values(begun))

    async def run() -> None:
        store = await open_store(database)
        for one in tables:
            await store.add_table(msgspec.structs.replace(one.row, phase=WAITING, version=0, awaits_bot=False))
        await store.database.write(work)
        await store.database.close()

    with ThreadPoolExecutor(1) as thread:  # Playwright's event loop runs in this one
        thread.submit(asyncio.run, run()).result()
