"""Create a new game: a small but complete one to start from, playable in the terminal and in the browser."""

import sys
from collections.abc import Sequence
from pathlib import Path

from regnum.cli.arguments import Parser, one_line
from regnum.games import ADD_GAMES_VARIABLE
from regnum.new_game import OUR_GAMES, NewGame

EPILOG = f"""\
The game gets a folder of its own with rules, words in three languages, and a view; docs/add_a_game.md says what is
in it and how to continue. A game outside this package is found by its dotted name in the environment variable
{ADD_GAMES_VARIABLE}.

examples:
  python -m regnum.new_game marbles                            in this package, as regnum/games/marbles
  python -m regnum.new_game marbles --title "Glass Marbles"
  python -m regnum.new_game marbles --to .                     in the current folder
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 with one line on standard error if it fails."""
    parser = Parser(prog="python -m regnum.new_game", description=__doc__, epilog=EPILOG)
    parser.add_argument("name", metavar="NAME", help="the new game's id, such as my_game")
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=OUR_GAMES, help="where its folder is to stand")
    parser.add_argument("--title", metavar="TEXT", default="", help="what it is called (default: made from NAME)")
    args = parser.parse_args(arguments)
    try:
        game = NewGame(args.name, args.to, args.title)
        game.make()
    except (OSError, ValueError) as error:
        message = f"{args.to}: {error.strerror}" if isinstance(error, OSError) else str(error)
        sys.stderr.write(f"{parser.prog}: {one_line(message)}\n")
        return 2
    sys.stdout.write(f"{game.title} is made: {game.target}\n\n{play_commands(game)}")
    return 0


def play_commands(game: NewGame) -> str:
    """Return the commands to play the game in the terminal and in the browser, as text."""
    if game.target.parent == OUR_GAMES:
        serve = "make play" if (game.root / "Makefile").is_file() else "regnum serve --open"
        return f"  regnum play {game.name} --seats human,random\n  {serve}\n"
    command = f"{ADD_GAMES_VARIABLE}={game.package} regnum"
    return f"  cd {game.root}\n  {command} play {game.name} --seats human,random\n  {command} serve --open\n"


if __name__ == "__main__":
    raise SystemExit(main())
