"""Tune the weights of a game's evaluation by playing varied weights against each other.

    python -m tools.tune khan --players 3 --games 2000 --rounds 4    play, and rewrite the game's data/weights.toml

Each bot is a greedy bot whose weights vary a little from the current ones. A regression of its final points, relative
to the table's mean, on its variation shows in which direction each weight gains points. Each weight then moves in that
direction, further if it is more certain. `tools.train` learns what positions are worth; this tool finds weights that
choose good moves, which may differ. The first feature keeps its weight, as a unit for the others. With `--against`,
another bot has about half of the seats, so that the weights are not only tuned against themselves.

This needs NumPy. It is several times faster with the compiled rules,
`PYTHONPATH=build/fast:. python -P -m tools.tune ...`.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

import numpy as np

import regnum
from regnum.core.ai.evaluation import Evaluation
from regnum.core.ai.search_policy import candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players import Player, make_player
from tools.train import GAMES, WEIGHTS, FloatArray, replace_tables

WORLDS: Final = 2
"""The number of determinizations in which each action is tried, as by the greedy bot."""
MIN_VARIED_WEIGHT: Final = 0.1
"""Weights nearer to zero than this are varied as if they were this large."""
FULL_STEP_ERRORS: Final = 3.0
"""The number of standard errors from zero at which a weight moves a full step."""


class VariedPlayer(Player):
    """The greedy bot with its own weights."""

    def __init__(self, seed: int, lines: list[list[float]]) -> None:
        super().__init__(seed)
        self.lines: Final = lines

    def choose(self, state: State, legal: list[Action]) -> Action:
        legal = candidates(legal)
        if len(legal) == 1:
            return legal[0]
        seat = state.observer
        gains = [0.0] * len(legal)
        for _ in range(WORLDS):
            self.draws += 1
            world = state.determinized(draw_number(self.seed, self.draws))
            for at, action in enumerate(legal):
                next_state = world.clone()
                next_state.apply(action, seat)
                gains[at] += self.lead(next_state, seat)
        return legal[gains.index(max(gains))]

    def lead(self, state: State, seat: int) -> float:
        """Return a player's lead as the greedy bot computes it: half over the best opponent, half over their mean."""
        evaluation = game_of(state).evaluation
        estimates = evaluation.decided_scores(state) or evaluation.weighted_points(state, self.lines)
        own_estimate = estimates.pop(seat)
        return own_estimate - (max(estimates) + sum(estimates) / len(estimates)) / 2


class Trial(NamedTuple):
    """The result of a game for each varied bot: its variation and its points, relative to the table's means."""

    variations: list[FloatArray]
    points: list[float]


class Setup(NamedTuple):
    """The settings of the games: `rows` are varied, independently if `apart`; `against` is another bot or ""."""

    game: str
    players: int
    options: dict[str, str]
    rows: list[int]
    apart: bool
    against: str


def variation_sizes(evaluation: Evaluation, rows: list[int], spread: float) -> FloatArray:
    """Return for each feature the standard deviation of its variations; 0 for the first feature."""
    varied_rows = np.array([evaluation.weights[row] for row in rows])
    sizes: FloatArray = spread * np.maximum(np.abs(varied_rows).mean(axis=0), MIN_VARIED_WEIGHT)
    sizes[0] = 0.0
    return sizes


def play_trial(setup: Setup, seed: int, weights: FloatArray, steps: FloatArray) -> Trial:
    """Play a game with varied weights. `weights` has all rows; `steps` is the result of `variation_sizes`."""
    game = regnum.game(setup.game)
    rng = np.random.default_rng(seed)
    variations = rng.standard_normal((setup.players, len(setup.rows) if setup.apart else 1, weights.shape[1]))
    is_varied = [
        not setup.against or seat == seed % setup.players or rng.random() < 0.5 for seat in range(setup.players)
    ]
    bots: list[Player] = []
    for seat in range(setup.players):
        if is_varied[seat]:
            varied_weights = weights.copy()
            varied_weights[setup.rows] += variations[seat] * steps
            bots.append(VariedPlayer(seed * 10 + seat, varied_weights.tolist()))
        else:
            bots.append(make_player(setup.against, seed * 10 + seat))
            variations[seat] = 0.0
    state = game.new_state(setup.players, seed, **setup.options)
    while not state.is_terminal:
        seat = state.players_to_act[0]
        legal = state.legal_actions(seat)
        state.apply(bots[seat].choose(state.observed_by(seat), legal) if len(legal) > 1 else legal[0], seat)
    points = state.scores()
    middle = variations.mean(axis=0)
    seats = [seat for seat in range(setup.players) if is_varied[seat]]
    return Trial(
        [(variations[seat] - middle).ravel() for seat in seats],
        [points[seat] - sum(points) / setup.players for seat in seats],
    )


def estimate_gains(results: list[Trial]) -> tuple[FloatArray, FloatArray]:
    """Return for each variation the points gained by one step, and their standard error."""
    variations = np.array([variation for result in results for variation in result.variations])
    points = np.array([value for result in results for value in result.points])
    points -= points.mean()
    inverse = np.linalg.inv(variations.T @ variations + 0.001 * np.eye(variations.shape[1]))
    gains = inverse @ variations.T @ points
    residuals = points - variations @ gains
    return gains, np.sqrt(np.diag(inverse) * residuals.var())


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line, play the games, and tune the weights."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=regnum.games())
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=1000, help="in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--spread", type=float, default=0.35, help="how far beside the weights the bots stand")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    parser.add_argument("--against", default="", help="another bot that has about half of the seats")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--apart", action="store_true", help="vary each stage of the game by itself")
    args = parser.parse_args(arguments)
    evaluation = regnum.game(args.game).evaluation
    path = GAMES / args.game / "data" / "weights.toml"
    names = list(evaluation.rows)
    rows = [at for at, name in enumerate(names) if name.startswith(f"players_{args.players}")]
    options = dict(option.split("=", 1) for option in args.option)
    setup = Setup(args.game, args.players, options, rows, args.apart, args.against)
    weights = np.array(evaluation.weights)
    with ProcessPoolExecutor(args.jobs) as pool:
        for turn in range(args.rounds):
            steps = variation_sizes(evaluation, rows, args.spread)
            first = args.seed + turn * args.games
            games = [pool.submit(play_trial, setup, first + at, weights, steps) for at in range(args.games)]
            gains, error = estimate_gains([game.result() for game in games])
            certainty = np.clip(gains / error / FULL_STEP_ERRORS, -1.0, 1.0).reshape(-1, weights.shape[1])
            weights[rows] += certainty * steps
            clear_changes = {
                name: round(float(certainty[:, at].sum()), 1)
                for at, name in enumerate(evaluation.names)
                if abs(certainty[:, at]).max() > 0.6
            }
            print(f"round {turn + 1}: {clear_changes}", file=sys.stderr, flush=True)
    rows_by_name = {row: dict(zip(evaluation.names, weights[at].tolist(), strict=True)) for at, row in enumerate(names)}
    path.write_text(replace_tables(path.read_text(encoding="utf-8"), WEIGHTS, rows_by_name), encoding="utf-8")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
