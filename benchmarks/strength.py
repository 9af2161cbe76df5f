"""The strength of the bots: play the matches of strength.toml and print a table of their results.

    make fast
    PYTHONPATH=build/fast:. .venv/bin/python -P -m benchmarks.strength khan-3    # without a name: all matches
    python -m benchmarks.strength --table                                        # only print the table

Games are written to build/strength/NAME.jsonl (--output FOLDER) one by one, so that a match can be resumed. The summary
of a match is written to benchmarks/strength.json, from which the table is made. The seconds of a bot are CPU time per
decision, so on a busy machine a match takes longer but bots are no weaker. --pace measures the search's iterations per
second.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import thread_time
from typing import Any, Final

import regnum
from regnum.arena.bot_results import standings
from regnum.arena.game_runner import choose_checked
from regnum.arena.match import Match
from regnum.arena.match_runner import RunOptions
from regnum.arena.result_file import results_in
from regnum.cli.arguments import positive_number
from regnum.cli.bench import play
from regnum.players import make_player
from regnum.players.strong import StrongPlayer

ROOT: Final = Path(__file__).resolve().parent
SUMMARY: Final = ROOT / "strength.json"
OUTPUT: Final = ROOT.parent / "build" / "strength"
MATCHES: Final[dict[str, dict[str, Any]]] = tomllib.loads((ROOT / "strength.toml").read_text(encoding="utf-8"))


def match_of(name: str, games: int | None = None) -> Match:
    """Return a match of strength.toml, limited to `games` games."""
    settings = MATCHES[name]
    game_count = min(settings["games"], games or settings["games"])
    return Match(
        regnum.game(settings["game"]),
        settings["bots"].split(","),
        game_count,
        settings["seed"],
        settings.get("options"),
    )


def summary_of(match: Match, path: Path) -> dict[str, Any]:
    """Return a match's summary: games, the first bot's wins, and its share of wins with the confidence interval."""
    results, _ = results_in(path, match)
    games = [results[number] for number in sorted(results)]
    first = next(standing for standing in standings(match, games) if standing.bot == match.bots[0])
    share = [round(value, 4) for value in (first.share.value, first.share.low, first.share.high)]
    return {"rules": match.game.rules_version, "won": first.wins, "games": len(games), "share": share}


def row(name: str, summary: Mapping[str, dict[str, Any]]) -> str:
    """Return the summary of a match as a row of a Markdown table."""
    bar, planned_games = MATCHES[name]["bar"], MATCHES[name]["games"]
    if name not in summary:
        return f"| {name} | - | - | {bar:.0%} | not played |"
    entry = summary[name]
    value, low, high = entry["share"]
    status = "reached" if value >= bar else "missed"
    certain = entry["won"] >= bar * planned_games  # even if it loses all remaining games
    verdict = status if certain or entry["games"] >= planned_games else f"{status} so far"
    if entry["rules"] != match_of(name).game.rules_version:
        verdict += f", by rules version {entry['rules']}"
    won, share = f"{entry['won']:g} of {entry['games']}", f"{value:.1%} [{low:.0%}-{high:.0%}]"
    return f"| {name} | {won} | {share} | {bar:.0%} | {verdict} |"


def search_speed(game_id: str, players: int, positions: int = 8, seconds: float = 0.3) -> float:
    """Return the search's iterations per second of CPU time, over positions from a game between greedy bots."""
    game = regnum.game(game_id)
    state = game.begin(players, 1, {})
    bots, strong_bot = [make_player("greedy", seat) for seat in range(players)], StrongPlayer(1, {"seconds": seconds})
    iterations, seconds_spent, ply = 0, 0.0, 0
    while state.players_to_act and positions:
        seat = state.players_to_act[0]
        observation, legal = state.observed_by(seat), state.legal_actions(seat)
        if ply % 20 == 19 and len(legal) > 1:
            draws_before, begin = strong_bot.draws, thread_time()
            strong_bot.choose(observation, legal)
            if strong_bot.draws > draws_before:
                iterations, seconds_spent = (
                    iterations + strong_bot.search_iterations,
                    seconds_spent + thread_time() - begin,
                )
                positions -= 1
        state.submit(choose_checked(bots[seat], observation, legal), seat)
        ply += 1
    return iterations / max(seconds_spent, 1e-9)


def main(argv: Sequence[str] | None = None) -> int:
    """Play the matches and print their table, or with options only print the table or the pace; return 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help=f"one or more of: {', '.join(MATCHES)}")
    parser.add_argument("--games", metavar="K", type=positive_number, help="so many of each match at most")
    parser.add_argument("--jobs", metavar="J", type=positive_number, default=1, help="processes (default: 1)")
    parser.add_argument("--output", metavar="FOLDER", type=Path, default=OUTPUT, help="of games (build/strength)")
    parser.add_argument("--table", action="store_true", help="only show what is known")
    parser.add_argument("--pace", action="store_true", help="only measure iterations a second")
    arguments = parser.parse_args(argv)
    names = arguments.name or list(MATCHES)
    if wrong := [name for name in names if name not in MATCHES]:
        parser.error(f"no match {wrong[0]!r}; there are: {', '.join(MATCHES)}")
    if not arguments.table and not regnum.compiled:
        parser.error("what is promised is promised compiled: make fast, then PYTHONPATH=build/fast:. python -P -m ...")
    if arguments.pace:
        for game in regnum.games():
            for players in regnum.game(game).player_counts:
                print(f"| {game} {players} | {search_speed(game, players):,.0f} |", flush=True)
        return 0
    summary: dict[str, dict[str, Any]] = json.loads(SUMMARY.read_text(encoding="utf-8"))
    if not arguments.table:
        arguments.output.mkdir(parents=True, exist_ok=True)
        for name in names:
            match, path = match_of(name, arguments.games), arguments.output / f"{name}.jsonl"
            play(match, path, RunOptions(arguments.jobs))
            summary[name] = summary_of(match, path)
            written = json.dumps({name: summary[name] for name in MATCHES if name in summary}, indent=4)
            SUMMARY.write_text(f"{written}\n", encoding="utf-8")
    print("| match | won | share | bar | |\n| --- | --- | --- | --- | --- |")
    print("\n".join(row(name, summary) for name in names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
