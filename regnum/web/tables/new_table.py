"""A table to open, and the first version of its row."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import randbits

import msgspec

from regnum.core.game import Game
from regnum.core.record.record import position_without_setup
from regnum.core.record.seed_commitment import new_salt
from regnum.core.rules.option import Options
from regnum.core.rules.state import State
from regnum.core.text.guide import Guide
from regnum.web.db.ids import new_id
from regnum.web.tables.models import NORMAL, OPEN, PLAYING, WAITING, SeatRow, TableRow
from regnum.web.tables.stored_options import FACTS, POSITION_ORIGIN, START, TUTORIAL
from regnum.web.tables.table_settings import DEFAULT_SETTINGS, TableSettings


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to open."""

    game: Game
    players: int
    options: Options
    host: str
    seats: Sequence[SeatRow]
    pace: str = NORMAL
    """The pace of its bots."""
    hints_allowed: bool = False
    """Whether hints are allowed even if several people play."""
    tutorial: Guide | None = None
    """The tutorial to play, for these players and options; its opening moves are made immediately."""
    settings: TableSettings = DEFAULT_SETTINGS
    start: tuple[State, str] | None = None
    """The starting position, for these players and options, and its origin."""
    request_id: str | None = None
    """An id from `idempotent_id`; if a table has it, the request is a repetition, and no table is opened."""
    client_address: str = ""
    """The address of the request."""


def build_row(new: NewTable, hidden_address: str) -> TableRow:
    """Return the row of a new table, without clocks. `hidden_address`: the pseudonym of the request's address."""
    more = {FACTS: json.dumps(new.game.facts)} if new.game.facts else {}
    more |= {TUTORIAL: new.tutorial.id} if new.tutorial is not None else {}
    seed = randbits(64) if new.tutorial is None else new.tutorial.seed
    if new.start is not None:
        seed = new.start[0].seed
        more |= {START: json.dumps(position_without_setup(new.start[0])), POSITION_ORIGIN: new.start[1]}
    waits = any(seat.kind == OPEN for seat in new.seats)
    return TableRow(
        id=new.request_id or new_id(),
        game=new.game.id,
        rules_version=new.game.rules_version,
        players=new.players,
        seed=str(seed),
        options={**new.options, **more},
        host=new.host,
        phase=WAITING if waits else PLAYING,
        invitation_token=new_id() if waits else None,
        created_at=datetime.now(UTC),
        seats=tuple(new.seats),
        pace=new.pace,
        hints_allowed=new.hints_allowed,
        salt=new_salt() if new.tutorial is None and new.start is None else None,  # the seed of these tables is public
        client_address=hidden_address,
        **msgspec.structs.asdict(new.settings),
    )
