"""`regnum facts`: the current value of every fact that may be corrected, as a file to start from."""

import argparse
import json
from collections.abc import Iterator

from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_game
from regnum.core.codec import as_object
from regnum.core.facts.corrections import Facts, apply_corrections, as_toml, correctable_facts, single_fact
from regnum.core.facts_check import own_data
from regnum.core.folder import read_data
from regnum.core.game import Game

NAME = "facts"
EPILOG = """\
Some facts of a printed game are in no source that we know, and are reconstructed. If you own the game, correct them:
keep in the file what is to be different, and name it by --facts FILE (play, simulate, arena, report, replay, serve) or
in the environment as REGNUM_FACTS. One file may hold the facts of several games. Records say which facts they were
played with, and open only where the same are in force.

examples:
  regnum facts khan                            the current ones; add > facts.toml to write them to a file
  regnum facts khan --record game.jsonl        those that a record was played with
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="facts that may be corrected", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("--record", metavar="FILE", help="only what is corrected in the game of this record")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print the facts file."""
    game = arguments.find_game(given.game)
    if not game.correctable:
        raise UsageError(f"{game.id} has no facts that may be corrected")
    print(*(lines(game) if given.record is None else facts_of_record(game, given.record)), sep="\n")
    return 0


def facts_of_record(game: Game, file: str) -> Iterator[str]:
    """Yield the lines of a facts file for a record; UsageError if it is invalid or has no corrections."""
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
        raise UsageError(f"--record {file}: played with our facts: nothing is corrected")
    yield from as_toml({game.id: facts})


def lines(game: Game) -> Iterator[str]:
    """Yield the lines of the facts file, including the provenance of the facts."""
    yield f"# Facts of {game.title} that may be corrected, as they stand today."
    yield "# Keep what is to be different and delete the rest; what is left out stays as it is."
    data: Facts = {name: apply_corrections(ours, game.facts.get(name, {})) for name, ours in own_data(game).items()}
    today = correctable_facts(game.correctable, data)
    for name in today:
        yield f"\n# {name}"
        for row in read_data(game.package, name).get("provenance", {}).values():
            yield f"#   {row['what']['en']} ({row['from']['en']}; {row['confidence']})"
            if "fact" in row:
                one = {game.id: {name: single_fact(today[name], row["fact"])}}
                yield from (f"#     {line}" for line in as_toml(one) if line)
        yield from as_toml({game.id: {name: today[name]}})
