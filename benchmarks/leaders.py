"""How often the leader by an estimate wins, depending on how much of the game has been played.

    python -m benchmarks.leaders --games 400

The games are played by greedy bots. After a quarter, a half, three quarters and nine tenths of a game's decisions, each
estimate names a leader: the points on the board, the weights of the greedy bot, and the values that the strong bot
searches with. Shared leads and wins count in part. Here the estimates see the full state, which bots never do.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import regnum
from regnum.arena.game_runner import choose_checked
from regnum.cli.arguments import positive_number
from regnum.core.rules.state import State
from regnum.players import make_player

PARTS: Final = (0.25, 0.5, 0.75, 0.9)
Estimate = Callable[[State], Sequence[float]]


def estimates_of(game_id: str) -> Mapping[str, Estimate]:
    """Return the functions that estimate each side's standing, by name."""
    game = regnum.game(game_id)
    evaluation = game.evaluation
    return {
        "points": game.scores,
        "weights": evaluation.estimate,
        "values": lambda state: evaluation.estimate(state, evaluation.values),
    }


def states_of_game(game_id: str, players: int, seed: int) -> list[State]:
    """Return the state before each decision of a game between greedy bots, then the final state."""
    state = regnum.game(game_id).begin(players, seed, {})
    bots = [make_player("greedy", seed * players + seat) for seat in range(players)]
    states = []
    while state.players_to_act:
        states.append(state.clone())
        seat = state.players_to_act[0]
        state.submit(choose_checked(bots[seat], state.observed_by(seat), state.legal_actions(seat)), seat)
    return [*states, state]


def win_share(values: Sequence[float], winners: Sequence[int]) -> float:
    """Return the share of the win that each leading side gets, on average."""
    lead = max(values) - 1e-9
    leading_sides = [seat for seat, value in enumerate(values) if value >= lead]
    return sum(seat in leading_sides for seat in winners) / len(winners) / len(leading_sides)


def leader_shares(game_id: str, players: int, games: int, seed: int) -> dict[str, list[float]]:
    """Return for each judge the average share of the win that its leader got, for each of PARTS."""
    estimates = estimates_of(game_id)
    sums = {name: [0.0] * len(PARTS) for name in estimates}
    for number in range(games):
        if sys.stderr.isatty():
            print(f"\r\033[K{game_id} {players}: {number} of {games}", end="", file=sys.stderr, flush=True)
        *states, final_state = states_of_game(game_id, players, seed + number)
        winners = [seat for seat, rank in enumerate(final_state.ranking()) if rank == 1]
        for at, part in enumerate(PARTS):
            state = states[int(part * len(states))]
            for name, estimate in estimates.items():
                sums[name][at] += win_share(estimate(state), winners)
    return {name: [total / games for total in totals] for name, totals in sums.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table for every game and player count, and return 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help=f"one or more of: {', '.join(regnum.games())}")
    parser.add_argument("--games", metavar="K", type=positive_number, default=400, help="games of each (default: 400)")
    parser.add_argument("--seed", metavar="S", type=int, default=900000, help="of the first game (default: 900000)")
    arguments = parser.parse_args(argv)
    if wrong := [name for name in arguments.game if name not in regnum.games()]:
        parser.error(f"no game {wrong[0]!r}; there are: {', '.join(regnum.games())}")
    print("| game | leader by | " + " | ".join(f"{part:.0%}" for part in PARTS) + " |")
    print("| --- | --- |" + " --- |" * len(PARTS))
    for game_id in arguments.game or regnum.games():
        for players in regnum.game(game_id).player_counts:
            if players > 1:
                for name, row in leader_shares(game_id, players, arguments.games, arguments.seed).items():
                    print(f"| {game_id} {players} | {name} | " + " | ".join(f"{part:.1%}" for part in row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
