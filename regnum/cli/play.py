"""`regnum play`: play a game in the terminal, alone against bots or with others on one device."""

import argparse
from secrets import randbits

from regnum.cli import arguments
from regnum.cli.arguments import HUMAN, Parser, add_facts, add_game, add_language, add_options
from regnum.cli.output import Output
from regnum.cli.terminal_game import TerminalGame

NAME = "play"
EPILOG = """\
Choose by number, by the text of an action, or: u undo, ? rule, l log, b board, s save, q quit, h help,
w (or hint) what a strong player would do, and why.
Every seat is shown only what it may see; with several people, the screen is cleared before the device is passed on.

examples:
  regnum play brian_boru                                    you and three greedy bots
  regnum play brian_boru --seats human,greedy,random --seed 7
  regnum play brian_boru --seats human,human,human --lang de
  regnum play brian_boru --players 5 -o tricks_with_five=4
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="play in the terminal", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument(
        "--players",
        metavar="N",
        type=arguments.positive_number,
        help="number of players (default: as many as --seats, else 4)",
    )
    parser.add_argument(
        "--seats",
        metavar="WHO,...",
        help="human or a bot for each seat; your own as module:Class (default: human, greedy for the others)",
    )
    parser.add_argument("--seed", metavar="S", type=arguments.seed, help="seed of the game (default: a random one)")
    add_options(parser)
    add_facts(parser)
    add_language(parser, "the game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play a game; return 1 if the rules reached a dead end, or 0 otherwise."""
    game = arguments.find_game(args.game)
    seats = arguments.read_seats(game, args.seats, [HUMAN]) if args.seats is not None else None
    players = arguments.count_players(game, args.players, seats)
    options = arguments.check_setup(game, players, args.seed, arguments.read_options(args.options))
    if seats is None:
        seats = [HUMAN] + ["greedy"] * (players - 1)
    seed = randbits(53) if args.seed is None else args.seed
    with arguments.raise_usage_errors():
        terminal_game = TerminalGame(Output(), game, seats, seed, options, arguments.language(args.lang))
    return 0 if terminal_game.play() else 1
