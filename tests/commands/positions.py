"""Generate the library of positions: one for each decision of a game, and one for each game's end.

    python -m tests.commands.positions [GAME...]    write them into tests/games/<game>/positions/

Each is a JSON file, named after what it shows (`attack.json`, `final-scoring.json`), with the start of a golden record
that leads there. Among the golden records' positions with a decision, it is the latest one with at least half of
the maximum number of legal actions, so that the page is full. Browser tests begin at these positions instead of playing
up to them; `tests.support.games.positions` reads them.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import regnum
from regnum.cli.arguments import Parser, UsageError, find_game
from regnum.core.game import Game
from regnum.core.record.record import Record
from tests.commands.golden import ROOT as GAMES
from tests.commands.golden import Golden

FINAL: Final = "final-scoring"


def folder(game: Game) -> Path:
    """Return the folder of a game's positions."""
    return GAMES / game.id / "positions"


def golden_records(game: Game) -> Iterator[tuple[str, Record]]:
    """Yield the golden records of a game with their file names; those with default options come last."""
    paths = sorted((GAMES / game.id / "records").glob("*.jsonl"), key=lambda path: path.stem.startswith("players-"))
    for path in paths:
        yield path.stem, Golden.parse(path.read_text(encoding="utf-8")).record


def name_of(question: object) -> str:
    """Return the name of a position: the name of its step, with hyphens."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(question).__name__).lower()


def described(record: Record, entries: int, seat: int, source: str) -> dict[str, Any]:
    """Return the content of a position's file."""
    header = {key: value for key, value in record.header().items() if key != "regnum"}
    return {**header, "seat": seat, "source": f"{source}.jsonl", "entries": record.entries[:entries]}


def questions(record: Record) -> Iterator[tuple[str, int, int, int]]:
    """Yield each decision of a recorded game: its name, the entry, the seat, and the number of legal actions."""
    play = record.begin()
    for number, (player, text) in enumerate(record.entries):
        yield name_of(play.state.stack[-1]), number, player, len(play.state.legal_actions(player))
        play.submit(player, text)


def positions(game: Game) -> dict[str, dict[str, Any]]:
    """Return the positions of a game by name."""
    records = dict(golden_records(game))
    asked: dict[str, list[tuple[int, int, str, int]]] = {}
    for source, record in records.items():
        for name, number, seat, answers in questions(record):
            asked.setdefault(name, []).append((answers, number, source, seat))
    result: dict[str, dict[str, Any]] = {}
    for name, times in sorted(asked.items()):
        most = max(answers for answers, *_ in times)
        _, number, source, seat = max((one for one in times if 2 * one[0] >= most), key=lambda one: one[1])
        result[name] = described(records[source], number, seat, source)
    source, longest = max(records.items(), key=lambda one: len(one[1].entries))
    return {**result, FINAL: described(longest, len(longest.entries), 0, source)}


def text_of(position: dict[str, Any]) -> str:
    """Return the text of a file: a line for each value, and one for all entries."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in position.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(game: Game) -> int:
    """Write the positions of a game, remove outdated files, and return the number of positions."""
    target = folder(game)
    target.mkdir(exist_ok=True)
    result = positions(game)
    for path in target.glob("*.json"):
        if path.stem not in result:
            path.unlink()
    for name, position in result.items():
        (target / f"{name}.json").write_text(text_of(position), encoding="utf-8")
    return len(result)


def main() -> int:
    """Write the positions of the requested games."""
    parser = Parser(
        "python -m tests.commands.positions", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all of them")
    try:
        for name in parser.parse_args().games or regnum.games():
            game = find_game(name)
            print(f"{game.id}: {write(game)} positions", flush=True)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
