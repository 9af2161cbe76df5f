"""Golden records: whole games as files, with digests of the state on the way and the scores at the end.

    python -m tests.commands.golden [GAME...]    write them into tests/games/<game>/records/

There is one file for each player count and for each non-default value of an option. It is a record with checkpoints
between its entries: the digest of the state after every 25 entries, and at the end. Players choose only by the seed
and the texts of their actions, so the same rules give the same files, however the code is organized. The game for an
option's value is one in which that value makes a difference.
"""

import argparse
import json
import sys
from functools import cache, lru_cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Final

import regnum
from regnum.cli.arguments import Parser, UsageError, find_game
from regnum.cli.output import progress
from regnum.core.game import Game
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.core.rules.option import OptionValue
from regnum.core.rules.state import State

ROOT: Final = Path(__file__).resolve().parents[1] / "games"
CHECKPOINT_INTERVAL: Final = 25
"""The number of entries between two checkpoints."""
GAMES_TRIED: Final = 800
"""The number of games tried to find some that an option changes. If there are none, the header says so."""
GAMES_COMPARED: Final = 20
"""The number of games from which the most varied one is chosen for the record."""

Checkpoint = dict[str, Any]
Setting = tuple[int, dict[str, OptionValue]]


class RulesVersionUnchangedError(Exception):
    """Records would change although `rules_version` is the same."""


class Golden:
    """A record, and the checkpoints after some of its entries."""

    def __init__(self, record: Record, checkpoints: dict[int, Checkpoint]) -> None:
        self.record: Final = record
        self.checkpoints: Final = checkpoints

    @staticmethod
    def parse(text: str) -> "Golden":
        """Read the output of `text`; ValueError as for `Record.parse`, also for a record of other rules."""
        lines: list[str] = []
        checkpoints: dict[int, Checkpoint] = {}
        for line in text.splitlines():
            if lines and line.startswith("{"):
                checkpoints[len(lines) - 1] = json.loads(line)
            else:
                lines.append(line)
        return Golden(Record.parse("\n".join(lines)), checkpoints)

    def text(self, **also: object) -> str:
        """Return the text of the file; `also`: further fields of its header."""
        _, *entries = self.record.lines()
        lines = [json.dumps({**self.record.header(), **also})]
        for number, entry in enumerate(entries, 1):
            lines.append(entry)
            if number in self.checkpoints:
                lines.append(json.dumps(self.checkpoints[number]))
        return "\n".join(lines) + "\n"

    def mismatch(self) -> str:
        """Play the record; return the first line that is wrong and the reason, or ""."""
        game = self.record.begin()
        line = 1
        for number, (player, text) in enumerate(self.record.entries, 1):
            line += 1
            ply = game.state.ply
            try:
                game.submit(player, text)
            except (ValueError, RuntimeError) as error:
                return f"line {line}, ply {ply}: {text!r} of player {player} does not fit: {error}"
            if number in self.checkpoints:
                line += 1
                result, expected = checkpoint(game.state), self.checkpoints[number]
                wrong = [key for key in {**expected, **result} if result.get(key) != expected.get(key)]
                if wrong:
                    differ = ", ".join(f"{key} {result.get(key)} and not {expected.get(key)}" for key in wrong)
                    return f"line {line}, ply {game.state.ply}: {differ}"
        if not game.state.is_terminal or len(self.record.entries) not in self.checkpoints:
            return f"line {line}: the game does not end here with a checkpoint"
        return ""


def checkpoint(state: State) -> Checkpoint:
    """Return the checkpoint of a state: its scores, a digest of the rest, and the ranking at the end."""
    seen: Checkpoint = {"ply": state.ply, "scores": state.scores(), "digest": digest(state)}
    return {**seen, "ranking": state.ranking()} if state.is_terminal else seen


def digest(state: State) -> str:
    """Return 12 hex digits for the position and its legal actions, regardless of names in the code."""
    written = state.to_dict()
    seen = {
        "ply": state.ply,
        "draws": state.draws,
        "scores": state.scores(),
        "actions": {player: sorted(map(str, state.legal_actions(player))) for player in state.players_to_act},
        "table": {name: written[name] for name in state.FIELDS},
    }
    return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:12]


# The expected records.


def expected_records(game: Game) -> dict[str, Setting]:
    """Return the setting of every expected record, by name.

    Games with options have the middle one of the player counts for which the option applies.
    """
    settings: list[Setting] = [(players, {}) for players in game.player_counts]
    for option in game.options:
        for value in option.values:
            changed = {option.name: value}
            counts = [players for players in game.player_counts if _goes(game, players, changed)]
            if value != option.default and counts:
                settings.append((counts[len(counts) // 2], changed))
    return {name_of(game, *setting): setting for setting in settings}


def _goes(game: Game, players: int, options: dict[str, OptionValue]) -> bool:
    try:
        game.read_setup(players, None, options)
    except ValueError:
        return False
    return True


def name_of(game: Game, players: int, options: dict[str, OptionValue]) -> str:
    """Return the file name of a setting's record: its player count, or the option that it changes."""
    changed = [f"{o.name}-{options[o.name]}" for o in game.options if options.get(o.name, o.default) != o.default]
    return "-".join(changed).lower().replace("/", "-") or f"players-{players}"


def folder_of(game: Game) -> Path:
    """Return the folder of a game's records."""
    return ROOT / game.id / "records"


def record_files() -> list[Path]:
    """Return the files of all records."""
    return sorted(ROOT.glob("*/records/*.jsonl"))


def replay_error(path: Path) -> str:
    """Return why a file does not replay, and the remedy, or ""."""
    name = path.parent.parent.name
    try:
        golden = Golden.parse(path.read_text(encoding="utf-8"))
    except ValueError as error:
        return f"{path.name}: {error}\nIf this is as it should be: python -m tests.commands.golden {name}"
    record = golden.record
    proper = folder_of(record.game) / f"{name_of(record.game, record.players, record.options)}.jsonl"
    if path.resolve() != proper:
        return f"{path.name}: this is the record {proper.parent.parent.name}/records/{proper.name}"
    mismatch = golden.mismatch()
    if not mismatch:
        return ""
    return (
        f"{path.name}: {mismatch}\n"
        f"A rule of {name} has changed. If it should: raise rules_version, then python -m tests.commands.golden {name}"
    )


# Writing them.


def rank(text: str) -> int:
    """Return a number that looks random and depends on the text alone."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


@lru_cache(1 << 16)
def dislike(seed: int, player: int, text: str) -> int:
    """Return a player's rank of an action by its words, different in each game; those without parameters come last."""
    words = text.split()
    return sum(rank(f"{seed} {player} {word}") for word in words) // len(words) if len(words) > 1 else 1 << 64


def play(game: Game, setting: Setting, seed: int) -> Golden:
    """Play a whole game with occasional undos."""
    players, options = setting
    record = Record(game.id, players, seed, options)
    table = record.begin()
    checkpoints: dict[int, Checkpoint] = {}
    while not table.state.is_terminal:
        turn = f"{seed} {len(record.entries)}"
        player = min(table.state.players_to_act, key=lambda seat: rank(f"{turn} {seat}"))
        if table.can_undo(player) and rank(f"{turn} {UNDO}") % 20 == 0:
            text = UNDO
        else:
            texts = map(str, table.state.legal_actions(player))
            text = min(texts, key=lambda text: rank(f"{turn} {text}") + dislike(seed, player, text))
        table.submit(player, text)
        record.append(player, text)
        if len(record.entries) % CHECKPOINT_INTERVAL == 0 or table.state.is_terminal:
            checkpoints[len(record.entries)] = checkpoint(table.state)
    return Golden(record, checkpoints)


def find(game: Game, setting: Setting, shown: set[str]) -> str:
    """Return the text of a game in which the options change what is done or how it ends.

    Of the first such games it is the one with the most kinds of action that are not among `shown`; they are added.
    """
    players, options = setting
    result: list[Golden] = []
    for seed in range(1, GAMES_TRIED + 1):
        golden = play(game, setting, seed)
        if not options or _outcome(golden) != _default_outcome(game, players, seed):
            result.append(golden)
            if len(result) == GAMES_COMPARED:
                break
    if not result:
        return play(game, setting, 1).text(alike=GAMES_TRIED)
    best = max(result, key=lambda golden: len(_kinds(golden) - shown))
    shown |= _kinds(best)
    return best.text()


def _kinds(golden: Golden) -> set[str]:
    return {text.split()[0] for _, text in golden.record.entries}


def _outcome(golden: Golden) -> object:
    end = golden.checkpoints[len(golden.record.entries)]
    return golden.record.entries, end["scores"], end["ranking"]


@cache
def _default_outcome(game: Game, players: int, seed: int) -> object:
    return _outcome(play(game, (players, {}), seed))


def write(game: Game, same_rules: bool) -> str:
    """Write the records of a game and return a report.

    Raises RulesVersionUnchangedError, and writes nothing, if existing records would change under the same version.
    """
    expected = expected_records(game)
    named = progress(expected.items(), len(expected), f"{game.title}: records")
    shown: set[str] = set()
    texts = {f"{name}.jsonl": find(game, setting, shown) for name, setting in named}
    folder = folder_of(game)
    folder.mkdir(parents=True, exist_ok=True)
    existing = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.jsonl")}
    changed = [name for name, text in texts.items() if name in existing and existing[name] != text]
    for name in changed:
        if _rules(existing[name]) == game.rules_version and not same_rules:
            raise RulesVersionUnchangedError(
                f"{game.id}: {name} would change, but rules_version is still {game.rules_version}: "
                "raise it, or give --same-rules if no rule has changed"
            )
    for name in existing.keys() - texts.keys():
        (folder / name).unlink()
    for name, text in texts.items():
        if existing.get(name) != text:
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return (
        f"{game.id}: {len(texts)} records, {sum(map(len, texts.values())) // 1000} kB; "
        f"{len(texts.keys() - existing.keys())} new, {len(changed)} changed, "
        f"{len(existing.keys() - texts.keys())} removed"
    )


def _rules(text: str) -> object:
    """Return the rules version that a file names, None if it names none."""
    try:
        return json.loads(text.partition("\n")[0])["rules"]
    except (ValueError, LookupError, TypeError):
        return None


def main(arguments: list[str] | None = None) -> int:
    """Write the records of some games, or of all."""
    parser = Parser(
        "python -m tests.commands.golden", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="whose records are written (default: every game's)")
    parser.add_argument(
        "--same-rules", action="store_true", help="rewrite files though rules_version is the same: no rule has changed"
    )
    namespace = parser.parse_args(arguments)
    try:
        for game in [find_game(name) for name in namespace.games or regnum.games()]:
            print(write(game, namespace.same_rules), flush=True)
    except UsageError as error:
        parser.error(str(error))
    except (RulesVersionUnchangedError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
