"""`regnum facts`: the current value of every fact that may be corrected, as a file to start from."""

import argparse
from collections.abc import Iterator

from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_game
from regnum.core.copies import own_data
from regnum.core.facts import as_toml, correctable, single
from regnum.core.folder import read_data
from regnum.core.game import Game

NAME = "facts"
EPILOG = """\
Some facts of a printed game are in no source that we know, and are reconstructed. Whoever owns the game corrects them:
keep in the file what is to be different, and give it to play, simulate or arena by --facts FILE, or paste it into the
form for a new table. Records hold it, and need the file no more.

examples:
  regnum facts khan      the current ones; add > khan.toml to write them to a file
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="facts that may be corrected", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Write the file."""
    game = arguments.find_game(given.game)
    if not game.correctable:
        raise UsageError(f"{game.id} has no facts that may be corrected")
    print(*lines(game), sep="\n")
    return 0


def lines(game: Game) -> Iterator[str]:
    """Yield the lines of the file, with what is known of where the facts come from."""
    yield f"# Facts of {game.title} that may be corrected, as they stand today."
    yield "# Keep what is to be different and delete the rest; what is left out stays as it is."
    today = correctable(game.correctable, own_data(game))
    for name in today:
        yield f"\n# {name}"
        for row in read_data(game.package, name).get("provenance", {}).values():
            yield f"#   {row['what']['en']} ({row['from']['en']}; {row['confidence']})"
            if "fact" in row:
                yield from (f"#     {line}" for line in as_toml({name: single(today[name], row["fact"])}) if line)
        yield from as_toml({name: today[name]})
