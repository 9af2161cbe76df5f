"""`regnum facts`: print the current value of every correctable fact, as a file to start from."""

import argparse
import json
from collections.abc import Iterator

from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_game
from regnum.core.facts.corrections import Facts, apply_corrections, as_toml, correctable_facts, single_fact
from regnum.core.facts_check import own_data
from regnum.core.folder import read_data
from regnum.core.game import Game
from regnum.core.json_values import as_object

NAME = "facts"
EPILOG = """\
Some facts of a printed game are in no source that we know and are reconstructed. If you own the game, correct them:
keep in the file only what should be different and pass it with --facts FILE (play, simulate, arena, report, replay,
serve) or REGNUM_FACTS in the environment. One file may contain facts of several games. Records contain the facts they
were played with and open only where the same facts are in use.

examples:
  regnum facts khan                            the current facts; add > facts.toml to write them to a file
  regnum facts khan --record game.jsonl        the facts that a record was played with
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="facts that may be corrected", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("--record", metavar="FILE", help="only the corrected facts of this record's game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the facts file."""
    game = arguments.find_game(args.game)
    if not game.correctable:
        raise UsageError(f"{game.id} has no facts that may be corrected")
    print(*(lines(game) if args.record is None else facts_of_record(game, args.record)), sep="\n")
    return 0


def facts_of_record(game: Game, file: str) -> Iterator[str]:
    """Yield the lines of a file with a record's facts; raises UsageError if it is invalid or has no corrected facts."""
    try:
        with open(file, encoding="utf-8-sig") as record:
            header = as_object(json.loads(record.readline())) or {}
    except OSError as error:
        raise UsageError(f"--record {file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        header = {}
    if header.get("game") != game.id:
        raise UsageError(f"--record {file}: not a record of {game.id}")
    facts = as_object(header.get("facts"))
    if not facts:
        raise UsageError(f"--record {file}: it has no corrected facts")
    yield from as_toml({game.id: facts})


def lines(game: Game) -> Iterator[str]:
    """Yield the lines of a file with a game's current facts, including their provenance."""
    yield f"# Facts of {game.title} that may be corrected, with their current values."
    yield "# Keep what should be different and delete the rest; missing facts keep their values."
    data: Facts = {
        name: apply_corrections(original, game.facts.get(name, {})) for name, original in own_data(game).items()
    }
    current = correctable_facts(game.correctable, data)
    for name in current:
        yield f"\n# {name}"
        for row in read_data(game.package, name).get("provenance", {}).values():
            yield f"#   {row['what']['en']} ({row['from']['en']}; {row['confidence']})"
            if "fact" in row:
                fact = {game.id: {name: single_fact(current[name], row["fact"])}}
                yield from (f"#     {line}" for line in as_toml(fact) if line)
        yield from as_toml({game.id: {name: current[name]}})
