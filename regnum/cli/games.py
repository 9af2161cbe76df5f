"""`regnum games`: list the games."""

import argparse
from typing import Any

import regnum
from regnum.cli.arguments import Parser, add_json
from regnum.cli.output import Output
from regnum.core.game import Game
from regnum.core.text.narrator import Grid

NAME = "games"
EPILOG = """\
examples:
  regnum games           a list, with the options of each game; the first value is the default
  regnum games --json    the same as JSON
  REGNUM_ADD_GAMES=my.game:other regnum games    with games of other packages; works with every command
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="list the games", description=__doc__, epilog=EPILOG)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    out = Output()
    games = [regnum.game(name) for name in regnum.games()]
    if args.json:
        out.json([describe(game) for game in games])
        return 0
    out.table(Grid("Games", ["id", "title", "players"], [[game.id, game.title, counts(game)] for game in games]))
    rows = [[game.id, option.name, option.allowed_text(), option.clause] for game in games for option in game.options]
    out.line()
    out.table(Grid("Options", ["game", "option", "values, the default first", "rule"], rows))
    return 0


def counts(game: Game) -> str:
    """Return the player counts as text."""
    return ", ".join(str(count) for count in game.player_counts)


def describe(game: Game) -> dict[str, Any]:
    """Return a description of a game: players, options, and the numbers of actions and clauses."""
    return {
        "id": game.id,
        "title": game.title,
        "players": list(game.player_counts),
        "rules": game.rules_version,
        "actions": len(game.actions),
        "clauses": len(game.ledger()),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "clause": option.clause,
                "players": list(option.players or game.player_counts),
            }
            for option in game.options
        ],
    }
