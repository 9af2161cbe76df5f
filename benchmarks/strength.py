"""How strong the bots are: the matches of strength.toml, gone on with where they were left, and their table.

    make fast
    PYTHONPATH=build/fast:. .venv/bin/python -P -m benchmarks.strength khan-3    # without a name: all of them
    python -m benchmarks.strength --table                                        # what is known of them

Each result is written as soon as it is there (benchmarks/strength/NAME.jsonl). Seconds are processor time of the thread
for a decision, so a busy machine only makes it last. --pace counts the iterations that the search makes a second.
"""

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from time import thread_time
from typing import Any, Final

import regnum
from regnum.arena.files import results_in
from regnum.arena.matches import Match
from regnum.arena.playing import choice_of
from regnum.arena.results import standings
from regnum.arena.running import Running
from regnum.cli.arguments import many
from regnum.cli.bench import play
from regnum.players import make
from regnum.players.strong import StrongPlayer

ROOT: Final = Path(__file__).resolve().parent
RESULTS: Final = ROOT / "strength"
MATCHES: Final[dict[str, dict[str, Any]]] = tomllib.loads((ROOT / "strength.toml").read_text(encoding="utf-8"))


def match_of(name: str, games: int | None = None) -> Match:
    """Return a match of the list; `games`: so many at most."""
    told = MATCHES[name]
    wanted = min(told["games"], games or told["games"])
    return Match(regnum.game(told["game"]), told["bots"].split(","), wanted, told["seed"], told.get("options"))


def row(name: str) -> str:
    """Return what is known of a match as a row of a Markdown table."""
    match, path = match_of(name), RESULTS / f"{name}.jsonl"
    bar = f"{MATCHES[name]['bar']:.0%}"
    if not path.exists():
        return f"| {name} | - | - | {bar} | not played |"
    try:
        known, _ = results_in(path, match)
    except ValueError as error:  # of other rules, for instance: it is to be played anew
        return f"| {name} | - | - | {bar} | {error} |"
    games = [known[number] for number in sorted(known)]
    first = next(standing for standing in standings(match, games) if standing.bot == match.bots[0])
    share = first.share
    lead = f"{share.value:.1%} [{share.low:.0%}-{share.high:.0%}]"
    reached = "reached" if share.value >= MATCHES[name]["bar"] else "missed"
    certain = first.wins >= MATCHES[name]["bar"] * match.games  # even if it lost all that are left
    verdict = reached if certain or len(games) >= match.games else f"{reached} so far"
    return f"| {name} | {first.wins:g} of {len(games)} | {lead} | {bar} | {verdict} |"


def pace(game_id: str, players: int, positions: int = 8, seconds: float = 0.3) -> float:
    """Return how many iterations a second the search makes, over positions of a game of greedy bots."""
    game = regnum.game(game_id)
    state = game.begin(players, 1, {})
    bots, hero = [make("greedy", seat) for seat in range(players)], StrongPlayer(1, {"seconds": seconds})
    iterations, spent, ply = 0, 0.0, 0
    while state.players_to_act and positions:
        seat = state.players_to_act[0]
        seen, legal = state.observed_by(seat), state.legal_actions(seat)
        if ply % 20 == 19 and len(legal) > 1:
            before, begin = hero.draws, thread_time()
            hero.choose(seen, legal)
            if hero.draws > before:
                iterations, spent, positions = iterations + hero.thought, spent + thread_time() - begin, positions - 1
        state.submit(choice_of(bots[seat], seen, legal), seat)
        ply += 1
    return iterations / max(spent, 1e-9)


def main(given: Sequence[str] | None = None) -> int:
    """Play or show the matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help=f"one or more of: {', '.join(MATCHES)}")
    parser.add_argument("--games", metavar="K", type=many, help="so many of each match at most")
    parser.add_argument("--jobs", metavar="J", type=many, default=1, help="processes (default: 1)")
    parser.add_argument("--table", action="store_true", help="only show what is known")
    parser.add_argument("--pace", action="store_true", help="only measure iterations a second")
    asked = parser.parse_args(given)
    names = asked.name or list(MATCHES)
    if wrong := [name for name in names if name not in MATCHES]:
        parser.error(f"no match {wrong[0]!r}; there are: {', '.join(MATCHES)}")
    if not asked.table and not regnum.compiled:
        parser.error("what is promised is promised compiled: make fast, then PYTHONPATH=build/fast:. python -P -m ...")
    if asked.pace:
        for game in regnum.games():
            for players in regnum.game(game).player_counts:
                print(f"| {game} {players} | {pace(game, players):,.0f} |", flush=True)
        return 0
    if not asked.table:
        for name in names:
            RESULTS.mkdir(exist_ok=True)
            play(match_of(name, asked.games), RESULTS / f"{name}.jsonl", Running(asked.jobs))
    print("| match | won | share | bar | |\n| --- | --- | --- | --- | --- |")
    print("\n".join(map(row, names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
