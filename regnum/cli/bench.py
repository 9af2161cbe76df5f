"""`regnum bench`: the score of a bot in the benchmark suite, for papers or your own use."""

import argparse
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from regnum import __version__
from regnum.arena.bench import GAMES, SELF_SCORE, SUITE, Rung, ladder, mean_score, rung_match, score_on
from regnum.arena.game_runner import GameResult
from regnum.arena.intervals import Interval
from regnum.arena.match import Match
from regnum.arena.match_runner import LostGameError, RunOptions, in_order, run_games
from regnum.arena.result_file import ResultFile
from regnum.cli import arguments
from regnum.cli.arena import write_games
from regnum.cli.arguments import Parser, UsageError, add_json, add_time_limit
from regnum.cli.output import Output
from regnum.cli.standings import count_faults, write_faults
from regnum.core.facts.active import load_facts
from regnum.core.text.narrator import Grid

NAME = "bench"
EPILOG = f"""\
{SUITE} has four games: Brian Boru and Rurik for four, Khan and Wallenstein for three. In each, the bot plays alone
against copies of one bot of the ladder: random, gentle, greedy and strong with 300 iterations. All bots get the same
deals, each from every seat. A score is the percentage that the bot would win against one such bot alone. The score of
a game is the mean over the ladder, that of the suite the mean over the games. Intervals contain the true value with
95% confidence.

A bot that depends only on its seed has the same score on every machine. With --deals, the score is only an estimate:
say so where you publish it.

A bot that fails, chooses an illegal action, exceeds --time-limit or ends its process loses that game. Such faults are
counted, and the exit code is 1.

examples:
  regnum bench greedy --game khan --deals 10
  regnum bench my_bots:Careful:depth=2 --results careful/ --jobs 8
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="score a bot for comparison", description=__doc__, epilog=EPILOG)
    parser.add_argument("bot", metavar="BOT", help="a bot; your own as module:Class")
    parser.add_argument(
        "--game", metavar="GAME", action="append", help="only this game; may be given several times (default: all four)"
    )
    parser.add_argument(
        "--deals", metavar="K", type=arguments.positive_number, help="maximum number of deals on each rung"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=arguments.whole_number(1, 256), help="processes (default: one per processor)"
    )
    parser.add_argument(
        "--results", metavar="DIR", help="keep each result in this folder, and continue from the existing ones"
    )
    add_time_limit(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play all rungs of the ladder, show the scores, and return the exit code."""
    if "," in args.bot:
        raise UsageError(f"{args.bot!r}: give exactly one bot")
    if load_facts():
        raise UsageError(f"{SUITE} is played without corrected facts: unset REGNUM_FACTS")
    with arguments.raise_usage_errors():
        rungs = [rung for game in dict.fromkeys(args.game or GAMES) for rung in ladder(game)]
        for game in {rung.game for rung in rungs}:
            arguments.read_seats(arguments.find_game(game), args.bot)
        matches = {rung: rung_match(rung, args.bot, args.deals) for rung in rungs}
    try:
        results_by_rung = {
            rung: play(match, result_path(args.results, rung), arguments.run_options(args, match.bots, match.games))
            for rung, match in matches.items()
            if match
        }
    except LostGameError as error:
        hint = f"; run the same command to continue from {args.results}" if args.results else ""
        sys.stderr.write(f"regnum bench: {error}{hint}\n")
        return 1
    scores = {
        rung: score_on(match, results_by_rung[rung]) if match is not None else SELF_SCORE
        for rung, match in matches.items()
    }
    results = describe(args.bot, matches, results_by_rung, scores, args.deals)
    out = Output()
    if args.json:
        out.json(results)
    else:
        show(out, results)
        for rung, games in results_by_rung.items():
            write_faults(out, games, f"{rung.game} against {rung.opponent}")
    return 1 if any(game.fault for games in results_by_rung.values() for game in games) else 0


def result_path(folder: str | None, rung: Rung) -> Path | None:
    """Return the file for the results of a rung, or None without a folder.

    Raises UsageError if the folder is not usable.
    """
    if folder is None:
        return None
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--results {folder}: {error.strerror}") from None
    return Path(folder) / f"{rung.name}.jsonl"


def play(match: Match, path: Path | None, run_options: RunOptions) -> list[GameResult]:
    """Return all games of a match in order. Known games are read from the file, and new ones are added to it."""
    try:
        file = ResultFile(str(path), match, resume=path.exists()) if path else None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from None
    with file or nullcontext():
        finished = (
            {number: game for number, game in file.finished_games.items() if number < match.games} if file else {}
        )
        missing = [number for number in range(match.games) if number not in finished]
        new_games = write_games(match, run_games(match, missing, run_options, False), len(missing), file)
        return list(in_order(new_games, finished))


def describe(
    bot: str,
    matches: dict[Rung, Match | None],
    results_by_rung: dict[Rung, list[GameResult]],
    scores: dict[Rung, Interval],
    deals: int | None,
) -> dict[str, Any]:
    """Return the scores as JSON values; `complete`: whether they cover the whole suite."""
    by_game = {game: {rung: score for rung, score in scores.items() if rung.game == game} for game in GAMES}
    games = {game: mean_score(rungs.values()) for game, rungs in by_game.items() if rungs}
    return {
        "suite": SUITE,
        "version": __version__,
        "bot": bot,
        "complete": deals is None and len(games) == len(GAMES),
        "score": _rounded_score(mean_score(games.values())),
        "games": {
            game: {
                "score": _rounded_score(score),
                "players": next(iter(by_game[game])).players,
                "ladder": {
                    rung.opponent: {
                        "games": len(results_by_rung.get(rung, ())),
                        "faults": count_faults(results_by_rung.get(rung, ())).get(bot, 0),
                        **_rounded_score(interval),
                    }
                    for rung, interval in by_game[game].items()
                },
                "broken": [
                    {
                        "seed": game_result.seed,
                        "seats": list(game_result.seats),
                        "fault": game_result.fault,
                        "at_fault": game_result.at_fault,
                    }
                    for rung in by_game[game]
                    for game_result in results_by_rung.get(rung, ())
                    if game_result.fault
                ],
            }
            for game, score in games.items()
        },
    }


def show(out: Output, results: dict[str, Any]) -> None:
    """Write a table with the scores on the ladder of each game, the score of each game, and the suite's score."""
    rows: list[list[str]] = []
    for game, result in results["games"].items():
        for opponent, rung_result in result["ladder"].items():
            rows.append(
                [
                    f"{game} {result['players']}",
                    opponent,
                    str(rung_result["games"] or "itself"),
                    str(rung_result["faults"]),
                    *_score_cells(rung_result),
                ]
            )
        rows.append([f"{game} {result['players']}", "score", "", "", *_score_cells(result["score"])])
    rows.append(["all", "score", "", "", *_score_cells(results["score"])])
    remark = "" if results["complete"] else " (incomplete: not comparable)"
    columns = ["game", "against", "games", "faults", "score", "95%"]
    out.table(Grid(f"{results['bot']} in {results['suite']}{remark}", columns, rows))


def _rounded_score(score: Interval) -> dict[str, float]:
    return {name: round(value, 3) for name, value in score._asdict().items()}


def _score_cells(score: dict[str, float]) -> list[str]:
    return [f"{score['value']:.1f}", f"{score['low']:.1f} to {score['high']:.1f}"]
