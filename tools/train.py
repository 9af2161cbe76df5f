"""Learn the weights of a game's evaluation from games that the greedy bot plays against itself.

    python -m tools.train brian_boru --games 300            learn, and rewrite the game's data/weights.toml
    python -m tools.train brian_boru --games 3000 --values  learn the `values` of the strong bot instead
    python -m tools.train brian_boru --games 100 --leaders  only report how often the leader by the evaluation wins
    python -m tools.train rurik --players 1 -o level=easy,medium,hard,very_hard    learn for a solo game

Bots sometimes take a random action instead of the best one, so that the games include moves that greedy play never
tries. Some positions of each game are kept with the final points. The weights are fitted by least squares, so that the
features of a player, relative to the table's mean, predict their points, relative to the mean. Regularization
(`OLD_WEIGHT`) keeps weights near their old values where the games say little.

`weights` are for bots that look one action ahead. `values` predict the winner from positions where a search stops, so
only such positions are kept for them, and bots take fewer random actions.

This needs NumPy. It is several times faster with the compiled rules, `PYTHONPATH=build/fast:. python -m tools.train
...`,
which starts from the weights in that tree and writes the file in this one.
"""

import argparse
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import regnum
from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.players import Player
from regnum.players.greedy import GreedyPlayer

FloatArray = NDArray[np.float64]

GAMES: Final = Path(__file__).resolve().parent.parent / "regnum" / "games"
NOISE: Final = (0.05, 0.15, 0.4, 1.0)
"""The probabilities of a random action; each bot of a game gets one of them, so that good and bad players meet."""
VALUES_NOISE: Final = (0.0, 0.02, 0.05, 0.1, 0.2)
"""The probabilities of a random action when `values` are learned."""
SAMPLE_RATE: Final = 0.1
"""The share of positions that are kept."""
OLD_WEIGHT: Final = 60.0
"""The number of positions that a feature's old weight counts as."""
WEIGHTS: Final = "weights"
VALUES: Final = "values"
SHARES: Final = (0.25, 0.5, 0.75, 0.9)
"""The points of a game, as shares of its actions, at which the leader by the evaluation is determined."""


class NoisyPlayer(Player):
    """A greedy bot that sometimes takes a random action."""

    def __init__(self, seed: int, noise: Sequence[float] = NOISE) -> None:
        super().__init__(seed)
        self.greedy: Final = GreedyPlayer(seed)  # if compiled, it can't be subclassed
        self.chance: Final = random.Random(seed)
        self.skill: Final = self.chance.randrange(len(noise))
        self.noise: Final = noise[self.skill]

    def choose(self, state: State, legal: list[Action]) -> Action:
        if self.chance.random() < self.noise:
            return self.chance.choice(legal)
        return self.greedy.choose(state, legal)


class Sample(NamedTuple):
    """A position: the index of its weights, and each side's features, index in `NOISE`, and final points."""

    row: int
    features: list[list[float]]
    skill: list[int]
    points: list[int]


class GameSamples(NamedTuple):
    """The samples of a game, and for each of `SHARES` the share of the win that the leader at that point got."""

    samples: list[Sample]
    leaders: list[float]


def play_training_game(
    game: Game,
    players: int,
    seed: int,
    noisy: bool,
    options: Mapping[str, str] | None = None,
    noise: Sequence[float] = NOISE,
    kind: str = WEIGHTS,
) -> GameSamples:
    """Play a game, and return its samples if `noisy`, or else how much of the win the leaders got.

    For `VALUES`, only positions where a search may stop become samples. Sides that no bot plays, as in a solo game,
    count as playing well.
    """
    rng = random.Random(seed)
    seeds = [seed * 10 + seat for seat in range(players)]
    bots: list[Player] = [NoisyPlayer(bot_seed, noise) if noisy else GreedyPlayer(bot_seed) for bot_seed in seeds]
    state = game.begin(players, seed, dict(options or {}))
    evaluation = game.evaluation
    table = evaluation.values if kind == VALUES else evaluation.weights
    positions: list[tuple[int, list[list[float]]]] = []
    estimates: list[list[float]] = []
    while not state.is_terminal:
        seat = state.players_to_act[0]
        legal = state.legal_actions(seat)
        is_candidate = kind == WEIGHTS or (len(legal) > 1 and game.search.is_quiet(state))
        if noisy and is_candidate and rng.random() < SAMPLE_RATE and not evaluation.decided_scores(state):
            positions.append((evaluation.row_index(state), evaluation.features(state)))
        if not noisy:
            estimates.append(evaluation.estimate(state, table))
        state.apply(bots[seat].choose(state.observed_by(seat), legal) if len(legal) > 1 else legal[0], seat)
    points, places = state.scores(), state.ranking()
    winners = [side for side, place in enumerate(places) if place == 1]
    leaders = [win_share(winners, estimates[int(len(estimates) * share)]) for share in SHARES if estimates]
    skill = [bot.skill if isinstance(bot, NoisyPlayer) else 0 for bot in bots]
    skill += [0] * (len(points) - len(skill))
    return GameSamples([Sample(row, features, skill, points) for row, features in positions], leaders)


def win_share(winners: list[int], estimate: list[float]) -> float:
    """Return the average share of the win of the leaders by an estimate."""
    best = max(estimate)
    leaders = [seat for seat in range(len(estimate)) if estimate[seat] > best - 1e-9]
    return sum(seat in winners for seat in leaders) / len(leaders) / len(winners)


def learn_weights(
    samples: list[Sample], row: int, weights: Sequence[float], pull: float = OLD_WEIGHT, skills: int = len(NOISE)
) -> list[float]:
    """Return the least-squares weights for the samples of a row, regularized towards the old weights.

    Each of the `skills` levels of play is an additional feature. Otherwise, anything that good players prefer would
    look valuable.
    """
    centred_inputs: list[FloatArray] = []
    residuals: list[FloatArray] = []
    old = np.array([*weights, *[0.0] * skills])
    for sample in samples:
        if sample.row == row:
            skill = np.eye(skills)[sample.skill]
            inputs = np.hstack([np.array(sample.features), skill])
            points = np.array(sample.points, dtype=float)
            centred_inputs.append(inputs - inputs.mean(axis=0))
            residuals.append(points - points.mean() - centred_inputs[-1] @ old)
    if not centred_inputs:
        return list(weights)
    matrix, residual = np.vstack(centred_inputs), np.concatenate(residuals)
    ridge = np.array([pull] * len(weights) + [0.001] * skills)
    change = np.linalg.solve(matrix.T @ matrix + np.diag(ridge), matrix.T @ residual)
    learned_weights: list[float] = (old + change)[: len(weights)].tolist()
    return learned_weights


def replace_tables(text: str, kind: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """Return the text of a data file in which these tables replace those of the same kind."""
    head, *tables = re.split(rf"(?m)^(?=\[(?:{WEIGHTS}|{VALUES})\.)", text)
    texts: dict[str, list[str]] = {WEIGHTS: [], VALUES: []}
    for table in tables:
        texts[table[1:].partition(".")[0]].append(table.strip())
    texts[kind] = [
        "\n".join([f"[{kind}.{row}]", *(f"{name} = {weight:.3f}" for name, weight in weights.items())])
        for row, weights in rows.items()
    ]
    return head + "\n\n".join(texts[WEIGHTS] + texts[VALUES]) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line, play the games, and learn weights or report how often leaders win."""
    parser = argparse.ArgumentParser(prog="python -m tools.train", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=regnum.games())
    parser.add_argument("--games", type=int, default=100, help="for each player count")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--players", type=int, nargs="*", help="player counts (default: all with several)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE,...", help="in turn")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    parser.add_argument("--leaders", action="store_true", help="learn nothing; say how often the leader wins")
    parser.add_argument("--values", action="store_true", help="of `values` in place of `weights`")
    parser.add_argument("--noise", type=float, nargs="+", help="how often bots take any action")
    parser.add_argument(
        "--pull", type=float, default=OLD_WEIGHT, help="towards the weights so far, as so many positions"
    )
    args = parser.parse_args(arguments)
    game = regnum.game(args.game)
    counts = args.players or [count for count in game.player_counts if count > 1]
    path = GAMES / game.id / "data" / "weights.toml"
    if not args.leaders and not path.exists():
        parser.error(f"the estimate of {game.id} has no weights to learn")
    kind = VALUES if args.values else WEIGHTS
    args.noise = args.noise or (VALUES_NOISE if args.values else NOISE)
    samples: list[Sample] = []
    for players in counts:
        results = list(results_of(game.id, players, args))
        samples += [sample for result in results for sample in result.samples]
        if args.leaders:
            wins = [sum(result.leaders[at] for result in results) / len(results) for at in range(len(SHARES))]
            shares = "  ".join(f"{share:.0%}: {win:.0%}" for share, win in zip(SHARES, wins, strict=True))
            print(f"{game.title}, {players} players, {len(results)} games: the leader at {shares} wins")
    if not args.leaders:
        evaluation = game.evaluation
        table = evaluation.values if args.values else evaluation.weights
        rows = {
            row: dict(
                zip(evaluation.names, learn_weights(samples, at, table[at], args.pull, len(args.noise)), strict=True)
            )
            for at, row in enumerate(evaluation.rows)
        }
        path.write_text(replace_tables(path.read_text(encoding="utf-8"), kind, rows), encoding="utf-8")
        print(f"{len(samples)} positions; wrote {path}")


def results_of(name: str, players: int, args: argparse.Namespace) -> Iterator[GameSamples]:
    """Play games in parallel processes, yield their samples in order, and show progress on a terminal."""
    with ProcessPoolExecutor(args.jobs) as pool:
        games = [pool.submit(_play_training_game, name, players, at, args) for at in range(args.games)]
        for number, game in enumerate(games):
            yield game.result()
            if sys.stderr.isatty():
                print(f"\r{players} players: {number + 1} of {args.games}", end="", file=sys.stderr)


def options_of(texts: Sequence[str], number: int) -> dict[str, str]:
    """Return the options of the game with this number; games use the given values of an option in turn."""
    values = {name: choices.split(",") for name, _, choices in (option.partition("=") for option in texts)}
    return {name: choices[number % len(choices)] for name, choices in values.items()}


def _play_training_game(name: str, players: int, at: int, args: argparse.Namespace) -> GameSamples:
    options = options_of(args.option, at)
    kind = VALUES if args.values else WEIGHTS
    return play_training_game(regnum.game(name), players, args.seed + at, not args.leaders, options, args.noise, kind)


if __name__ == "__main__":
    main()
