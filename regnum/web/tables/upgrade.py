"""Tables of older rules: whether a game goes on by those that this version plays.

It does if its whole record fits them: every action is allowed, the game is over where it was over, and where a mark was
kept of what could be done (`mark_of`), the same can be done there. A table that has not begun just takes them.
Nothing of a table that does not fit is changed: it is a `StoredTable`, see `Memory.stored`.
"""

import json
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from regnum.core.game import Game
from regnum.core.record.record import FORMAT
from regnum.core.rules.option import Options
from regnum.core.rules.state import State
from regnum.web.errors import Unplayable
from regnum.web.tables.live_table import BESIDE_OPTIONS, FACTS, START, LiveTable, game_of_row
from regnum.web.tables.models import ABANDONED, FINISHED, TableRow


def record_lines(row: TableRow, entries: Sequence[tuple[int, str]]) -> list[str]:
    """Return the lines of the record of a table that cannot be played on; its header says by which rules it was."""
    facts, start = (json.loads(str(row.options.get(name, "{}"))) for name in (FACTS, START))
    options = {name: value for name, value in row.options.items() if name not in BESIDE_OPTIONS}
    header = {
        "regnum": FORMAT,
        "game": row.game,
        **({"facts": facts} if facts else {}),
        "rules": row.rules,
        "players": row.players,
        "seed": int(row.seed),
        "options": options,
        **({"start": start} if start else {}),
    }
    return [json.dumps(header), *(json.dumps([player, text]) for player, text in entries)]


def is_outdated(row: TableRow) -> bool:
    """Whether a table was left at rules other than this version plays; Unplayable if there is no such game any more."""
    return game_of_row(row).rules_version != row.rules


def mark_of(table: LiveTable) -> str:
    """Return a fingerprint: the number of entries, and a hash of who is to move, their legal actions and the scores."""
    return f"{table.number} {_digest(table.state)}"


def _digest(state: State) -> str:
    choices = {seat: sorted(action.text for action in state.legal_actions(seat)) for seat in state.players_to_act}
    told = json.dumps([list(state.players_to_act), sorted(choices.items()), state.scores(), state.is_terminal])
    return sha256(told.encode()).hexdigest()[:16]


def _renamed(game: Game, options: Options) -> Options:
    """Return options with the names that their values have today."""
    formerly = {option.name: option.formerly for option in game.options}
    return {name: formerly.get(name, {}).get(str(value), value) for name, value in options.items()}


def carried_over(row: TableRow, entries: Sequence[tuple[int, str]], mark: str) -> TableRow:
    """Return a table as it goes on by the rules of this version; Unplayable says why it cannot.

    `mark`: as `mark_of` told of it when its own rules were played; "" if that is not known.
    """
    game = game_of_row(row)
    moved = msgspec.structs.replace(row, rules=game.rules_version, options=_renamed(game, row.options))
    try:
        table = LiveTable(moved, entries)
        if row.phase != ABANDONED and (row.phase == FINISHED) != table.state.is_terminal:
            raise Unplayable("its game ends at another place")
        number, _, digest = mark.partition(" ")
        if digest and int(number) <= len(entries):
            then = table if int(number) == len(entries) else LiveTable(moved, entries[: int(number)])
            if _digest(then.state) != digest:
                raise Unplayable("its record leads elsewhere")
    except Unplayable as error:
        raise Unplayable(f"rules version {row.rules}; this version plays {game.rules_version}: {error}") from None
    return moved
