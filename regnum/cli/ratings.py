"""`regnum ratings`: show the ratings of people and bots on a server, or rebuild all outcomes."""

import argparse
from typing import TYPE_CHECKING

from regnum.cli.arguments import Parser, UsageError, raise_usage_errors
from regnum.cli.hosting import add_database, with_database, with_web
from regnum.cli.output import Output
from regnum.core.text.narrator import Grid
from regnum.games import find_game
from regnum.players.ratings import MISSING_OPENSKILL, can_rate

if TYPE_CHECKING:
    from regnum.web.db.upgrade import UpgradableDatabase
    from regnum.web.stats.ratings import RatedPlayer

NAME = "ratings"
EPILOG = """\
Without --rebuild, it shows the ratings from the recorded outcomes. With it, every finished table is replayed and its
outcome recorded again; nothing else changes, and the server may be running. Tables played with older rules keep their
outcome. People without an account are listed as "a guest"; the server's page does not list them.

examples:
  regnum ratings khan --players 3
  regnum ratings --rebuild
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="ratings of people and bots", description=__doc__, epilog=EPILOG)
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="only this game")
    parser.add_argument("--players", type=int, default=0, metavar="N", help="only this number of players")
    parser.add_argument(
        "--rebuild", action="store_true", help="replay all finished tables and record their outcomes again"
    )
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the ratings, after rebuilding the outcomes if requested."""
    if not can_rate():
        raise UsageError(MISSING_OPENSKILL.removeprefix("regnum: "))
    with raise_usage_errors():
        game = find_game(args.game).id if args.game else ""
    with with_web():
        from regnum.web.stats.ratings import RatingService
        from regnum.web.tables.store import TableStore

    async def work(database: "UpgradableDatabase") -> "list[tuple[str, int, list[tuple[str, RatedPlayer]]]]":
        ratings = RatingService(TableStore(database.database))
        if args.rebuild:
            print(f"{await ratings.rebuild()} finished tables")
        standings = []
        for name, players, _ in await ratings.kinds("none"):
            if game in ("", name) and args.players in (0, players):
                standings.append(
                    (name, players, await ratings.with_names(await ratings.standings(name, players, "", "none")))
                )
        return standings

    for name, players, rated in with_database(args, work):
        rows = [
            [
                rated_name,
                f"{rated_player.rating:.1f}",
                f"{rated_player.mean:.1f}",
                f"{rated_player.deviation:.1f}",
                str(rated_player.games),
                f"{rated_player.wins:.1f}",
            ]
            for rated_name, rated_player in rated
        ]
        title = f"{find_game(name).title} for {players}"
        Output().table(Grid(title, ["who", "rating", "mean", "+-", "games", "wins"], rows))
    return 0
