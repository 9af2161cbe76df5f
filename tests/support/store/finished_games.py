"""Games that are finished directly in the SQLite file of a server, which follows at its next look."""

import json
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from regnum.core.record.record import Record, read_start
from regnum.games import find_game
from regnum.web.tables.stored_options import POSITION_ORIGIN, START


def play_to_the_end(database: Path, table: str, seed: int = 1) -> Record:
    """Finish a table at random whose seats are all taken; return the record of the whole game."""
    with closing(sqlite3.connect(database, timeout=10)) as store, store:
        store.execute("BEGIN IMMEDIATE")  # its bots do not go on meanwhile
        row = store.execute("SELECT game, players, seed, options FROM tables WHERE id = ?", [table]).fetchone()
        game, players, start, options = row
        rows = store.execute("SELECT player, text FROM entries WHERE table_id = ? ORDER BY number", [table]).fetchall()
        setup = {name: value for name, value in json.loads(options).items() if name not in (START, POSITION_ORIGIN)}
        begun = json.loads(options).get(START)
        first = begun and read_start(find_game(game), players, int(start), setup, json.loads(begun))
        play = Record(game, players, int(start), setup, rows, start=first).play()
        dice = random.Random(seed)
        while not play.state.is_terminal:
            player = dice.choice(play.state.players_to_act)
            play.submit(player, dice.choice(play.state.legal_actions(player)))
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        entries = play.record.entries[len(rows) :]
        store.executemany(
            "INSERT INTO entries (table_id, number, player, text, created_at) VALUES (?, ?, ?, ?, ?)",
            [(table, number, *entry, now) for number, entry in enumerate(entries, len(rows) + 1)],
        )
        change = "UPDATE tables SET version = version + ?, phase = 'finished', awaits_bot = 0 WHERE id = ?"
        store.execute(change, [len(entries), table])
    return play.record
