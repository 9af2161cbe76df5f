"""The library of positions written by `python -m tests.commands.positions`, and positions of random games."""

import json
import random
from functools import cache
from typing import Final

import regnum
from regnum.core.game import game_of
from regnum.core.record.record import Record
from regnum.core.rules.state import State
from tests.commands import positions as library
from tests.support.store.stored_tables import StoredTable, seats, stored_table_of

NAMES: Final = sorted(
    f"{path.parent.parent.name}/{path.stem}"
    for game in regnum.games()
    for path in library.folder(regnum.game(game)).glob("*.json")
)
"""The positions' names: "rurik/attack"."""


class Position:
    """A position of a recorded game and the seat to decide."""

    def __init__(self, name: str, entries: int | None = None) -> None:
        """Read one of NAMES; `entries`: only this number of entries, for an earlier position of the same game."""
        game, _, file = name.partition("/")
        written = json.loads((library.folder(regnum.game(game)) / f"{file}.json").read_text(encoding="utf-8"))
        self.name: Final = name
        self.seat: Final[int] = written["seat"]
        self.rules: Final[int] = written["rules"]
        result = [(player, text) for player, text in written["entries"]][:entries]
        self.record: Final = Record(written["game"], written["players"], written["seed"], written["options"], result)

    @property
    def state(self) -> State:
        """The state after the last entry; each access replays the record."""
        return self.record.replay()

    def table(
        self, guest: str, others: str | None = None, language: str = "en", seat: int | None = None
    ) -> StoredTable:
        """Return a table there with a guest in a seat (None: the one to decide); `others` as in `seats`."""
        state = self.state
        own = self.seat if seat is None else seat
        sitting = seats(game_of(state), state.players, own, guest, others, language)
        return stored_table_of(state, sitting, guest, self.record.entries, self.record.seed)


@cache
def position(name: str) -> Position:
    """Return a position of the library."""
    return Position(name)


def first_asked(game: str, players: int, step: str, seat: int | None = None, **options: object) -> State:
    """Return the first state of a random game in which a step of this name asks a seat (None: any)."""
    state, dice = regnum.game(game).new_state(players, 1, **options), random.Random(1)
    while type(state.stack[-1]).__name__ != step or (seat is not None and seat not in state.players_to_act):
        player = dice.choice(state.players_to_act)
        state.apply(dice.choice(state.legal_actions(player)), player)
    return state
