"""Tables of older rules: whether a game can continue with the rules of this version.

It can if its whole record fits the new rules: every action is legal, the game is over if and only if it was over
before, and the legal actions match the stored fingerprint (`fingerprint_of`), if there is one. A game that does not fit
is left unchanged, and its table is only a `StoredTable` (see `TableCache.get_stored`).
"""

import json
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from regnum.core.game import Game
from regnum.core.record.record import FORMAT
from regnum.core.rules.option import Options
from regnum.core.rules.state import State
from regnum.web.errors import UnplayableError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, FINISHED, TableRow
from regnum.web.tables.stored_options import FACTS, START, game_of_row, game_options


def record_lines(row: TableRow, entries: Sequence[tuple[int, str]]) -> list[str]:
    """Return the record lines of a table whose game cannot continue here; the header has the table's rules version."""
    facts, start = (json.loads(str(row.options.get(name, "{}"))) for name in (FACTS, START))
    header = {
        "regnum": FORMAT,
        "game": row.game,
        **({"facts": facts} if facts else {}),
        "rules": row.rules_version,
        "players": row.players,
        "seed": int(row.seed),
        "options": game_options(row),
        **({"start": start} if start else {}),
    }
    return [json.dumps(header), *(json.dumps([player, text]) for player, text in entries)]


def is_outdated(row: TableRow) -> bool:
    """Return whether a table has rules other than this version's; raises UnplayableError as `game_of_row` does."""
    return game_of_row(row).rules_version != row.rules_version


def fingerprint_of(table: LiveTable) -> str:
    """Return the number of entries and a hash of the seats to act, the legal actions and the scores, as text."""
    return f"{table.entry_count} {_digest(table.state)}"


def _digest(state: State) -> str:
    choices = {seat: sorted(action.text for action in state.legal_actions(seat)) for seat in state.players_to_act}
    text = json.dumps([list(state.players_to_act), sorted(choices.items()), state.scores(), state.is_terminal])
    return sha256(text.encode()).hexdigest()[:16]


def _current_options(game: Game, options: Options) -> Options:
    """Return options with the current names of renamed values."""
    renamed_values = {option.name: option.renamed_values for option in game.options}
    return {name: renamed_values.get(name, {}).get(str(value), value) for name, value in options.items()}


def upgrade_rules(row: TableRow, entries: Sequence[tuple[int, str]], fingerprint: str) -> TableRow:
    """Return a table's row upgraded to the rules of this version; raises UnplayableError with the reason if that fails.

    `fingerprint`: the result of `fingerprint_of` under the table's own rules, or "" if it is unknown.
    """
    game = game_of_row(row)
    upgraded = msgspec.structs.replace(
        row, rules_version=game.rules_version, options=_current_options(game, row.options)
    )
    try:
        table = LiveTable(upgraded, entries)
        if row.phase != ABANDONED and (row.phase == FINISHED) != table.state.is_terminal:
            raise UnplayableError("its game ends at another place")
        number, _, digest = fingerprint.partition(" ")
        if digest and int(number) <= len(entries):
            then = table if int(number) == len(entries) else LiveTable(upgraded, entries[: int(number)])
            if _digest(then.state) != digest:
                raise UnplayableError("its record leads elsewhere")
    except UnplayableError as error:
        raise UnplayableError(
            f"rules version {row.rules_version}; this version plays {game.rules_version}: {error}"
        ) from None
    return upgraded
