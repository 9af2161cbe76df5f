"""An agent that learns by playing itself: a masked policy with one hidden layer, trained by PPO in NumPy alone.

    python examples/learning_agent.py --minutes 15 --save agent.npz --curve curve.csv

One network plays every seat. It sees what the seat sees, each cell as one of eleven values, and chooses legal actions
only. At the end of a game, each decision of a seat is rewarded with the value of its place. Needs NumPy and Gymnasium
(`regnum[gymnasium]`). With compiled rules (`make fast`) it plays several times as many games in the same time.
"""

import argparse
import csv
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np

import regnum
import regnum.envs.gymnasium
from regnum.envs.vector import VectorEnv

Arrays = dict[str, Any]
LEVELS = 10  # larger values of a cell are all the same
CLIP, ENTROPY, VALUE, LAMBDA, RATE = 0.2, 0.01, 0.5, 0.95, 1e-3


class Network:
    """Maps an observation, through a hidden layer, to logits of the actions and the expected reward."""

    def __init__(self, game: str, players: int, hidden: int = 128, seed: int = 1) -> None:
        self.layout = regnum.game(game).layout(players)
        highest = np.concatenate([part.max_values for part in self.layout.parts])
        self.widths = np.minimum(highest, LEVELS)
        self.starts = np.cumsum(self.widths) - self.widths
        inputs, actions, rng = int(self.widths.sum()), len(regnum.game(game).actions), np.random.default_rng(seed)
        self.weights: Arrays = {
            "first": (rng.normal(size=(inputs, hidden)) * 0.05).astype(np.float32),
            "first_bias": np.zeros(hidden, np.float32),
            "policy": np.zeros((hidden, actions), np.float32),
            "policy_bias": np.zeros(actions, np.float32),
            "value": np.zeros((hidden, 1), np.float32),
            "value_bias": np.zeros(1, np.float32),
        }
        self.moments: Arrays = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def inputs(self, observations: Any) -> Any:
        """Return a row of ones and zeros for each observation: a cell of value v > 0 sets its input v to one."""
        rows = np.zeros((len(observations), int(self.widths.sum())), np.float32)
        row, cell = np.nonzero(observations)
        value = np.minimum(observations[row, cell], self.widths[cell])
        rows[row, self.starts[cell] + value - 1] = 1
        return rows

    def forward(self, inputs: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the probability of each action (0 if it is illegal) and the expected reward."""
        w = self.weights
        hidden = np.tanh(inputs @ w["first"] + w["first_bias"])
        logits = np.where(masks, hidden @ w["policy"] + w["policy_bias"], -np.inf)
        probabilities = np.exp(logits - logits.max(1, keepdims=True))
        return (
            hidden,
            probabilities / probabilities.sum(1, keepdims=True),
            (hidden @ w["value"] + w["value_bias"])[:, 0],
        )

    def update(self, batch: Arrays) -> None:
        """Take one step of PPO on decisions: observations, actions with their probabilities, and results."""
        inputs, actions, size = self.inputs(batch["observations"]), batch["actions"], len(batch["actions"])
        hidden, probabilities, expected = self.forward(inputs, batch["masks"])
        rows = np.arange(size)
        ratio = probabilities[rows, actions] / batch["probabilities"]
        advantage = batch["advantages"]
        unclipped = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # beyond the clip there is no gradient
        chosen = np.zeros_like(probabilities)
        chosen[rows, actions] = 1
        logs = np.log(np.maximum(probabilities, 1e-8))
        entropy = -(probabilities * logs).sum(1, keepdims=True)
        logits_gradient = -(unclipped * advantage * ratio)[:, None] * (
            chosen - probabilities
        ) + ENTROPY * probabilities * (logs + entropy)
        value_gradient = VALUE * (expected - batch["returns"])[:, None]
        w = self.weights
        hidden_gradient = (logits_gradient @ w["policy"].T + value_gradient @ w["value"].T) * (1 - hidden * hidden)
        gradients = {
            "first": inputs.T @ hidden_gradient,
            "first_bias": hidden_gradient.sum(0),
            "policy": hidden.T @ logits_gradient,
            "policy_bias": logits_gradient.sum(0),
            "value": hidden.T @ value_gradient,
            "value_bias": value_gradient.sum(0),
        }
        self.updates += 1
        for name, gradient in gradients.items():  # Adam
            first, second = self.moments[name]
            first += 0.1 * (gradient / size - first)
            second += 0.001 * ((gradient / size) ** 2 - second)
            step = (first / (1 - 0.9**self.updates)) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            w[name] -= (RATE * step).astype(np.float32)


def advantages_of(steps: list[tuple[Any, ...]], reward: float) -> list[float]:
    """Return by how much each decision of a seat was better than expected (generalized advantage estimation)."""
    values = [step[-1] for step in steps] + [reward]
    advantages, advantage = [], 0.0
    for number in reversed(range(len(steps))):
        advantage = values[number + 1] - values[number] + LAMBDA * advantage
        advantages.append(advantage)
    return advantages[::-1]


class SelfPlay:
    """Many games in which the network plays all seats. `play` returns the decisions of finished games."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        self.env = env
        self.rng = np.random.default_rng(seed)
        self.games = 0
        self.episodes: list[list[tuple[Any, ...]]] = [[] for _ in range(env.count)]

    def play(self, network: Network, decisions: int) -> Arrays:
        """Play until at least this number of decisions belong to finished games, and return those decisions."""
        env, transitions = self.env, list[tuple[Any, ...]]()
        while len(transitions) < decisions:
            _, probabilities, expected = network.forward(network.inputs(env.observations), env.masks)
            actions = (np.log(probabilities + 1e-20) + self.rng.gumbel(size=probabilities.shape)).argmax(1)
            observations, masks, seats = env.observations.copy(), np.packbits(env.masks, 1), env.seats.copy()
            for place, action in enumerate(actions.tolist()):
                probability = probabilities[place, action]
                self.episodes[place].append(
                    (seats[place], observations[place], masks[place], action, probability, expected[place])
                )
            env.step(actions)
            for place in map(int, np.flatnonzero(env.dones)):
                self.games += 1
                for seat in range(env.players):
                    steps = [step[1:] for step in self.episodes[place] if step[0] == seat]
                    transitions += [
                        (*step, advantage)
                        for step, advantage in zip(steps, advantages_of(steps, env.rewards[place, seat]), strict=True)
                    ]
                self.episodes[place] = []
        observations, packed, actions, probabilities, expected, advantages = (
            np.array(column) for column in zip(*transitions, strict=True)
        )
        returns = expected + advantages
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        masks = np.unpackbits(packed, axis=1, count=env.masks.shape[1])
        return {
            "observations": observations,
            "masks": masks,
            "actions": actions,
            "probabilities": probabilities,
            "advantages": advantages,
            "returns": returns,
        }


def win_share(network: Network, game: str, players: int, opponents: str, games: int, seed: int) -> float:
    """Return the share of games that the network's best actions win, on each seat in turn. Shared wins count partly."""
    wins = 0.0
    for number in range(games):
        name, seat = regnum.envs.gymnasium.environment_of(game), number % players
        env = gymnasium.make(name, players=players, seat=seat, opponents=opponents)
        observation, info = env.reset(seed=seed + number)
        terminated = False
        while not terminated:
            _, probabilities, _ = network.forward(
                network.inputs(observation["observation"][None]), info["action_mask"][None]
            )
            observation, _, terminated, _, info = env.step(int(probabilities[0].argmax()))
        ranking = env.unwrapped.position.ranking()  # type: ignore[attr-defined]
        wins += (ranking[seat] == 1) / ranking.count(1)
    return wins / games


def main() -> None:
    """Train the agent, and print its results from time to time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="brian_boru")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=15, help="how long to train, without the tests (default: 15)")
    parser.add_argument("--tests", type=int, default=10, help="number of tests (default: 10)")
    parser.add_argument("--games", type=int, default=100, help="games per kind of bot in a test (default: 100)")
    parser.add_argument("--at-once", type=int, default=128, help="games played in parallel (default: 128)")
    parser.add_argument("--decisions", type=int, default=16384, help="decisions in a batch (default: 16384)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights to this file")
    parser.add_argument("--curve", help="write the results to this file (CSV)")
    arguments = parser.parse_args()
    network, rng = (
        Network(arguments.game, arguments.players, seed=arguments.seed),
        np.random.default_rng(arguments.seed),
    )
    games = SelfPlay(
        VectorEnv(arguments.game, arguments.players, arguments.at_once, seed=arguments.seed * 1_000_000), arguments.seed
    )
    rows, seconds_spent, tests = [], 0.0, 0
    while True:
        if seconds_spent >= tests * 60 * arguments.minutes / arguments.tests:
            tests += 1
            shares = [
                win_share(network, arguments.game, arguments.players, bot, arguments.games, 10**9)
                for bot in ("random", "greedy")
            ]
            rows.append((round(seconds_spent / 60, 2), games.games, *shares))
            progress_line = "{:6.2f} min, {:7} games: first in {:.1%} against random, {:.1%} against greedy"
            print(progress_line.format(*rows[-1]), flush=True)
        if seconds_spent >= 60 * arguments.minutes:
            break
        begin = perf_counter()
        batch = games.play(network, arguments.decisions)
        for _ in range(3):
            order = rng.permutation(len(batch["actions"]))
            for part in np.array_split(order, max(1, len(order) // 512)):
                network.update({name: column[part] for name, column in batch.items()})
        seconds_spent += perf_counter() - begin
    if arguments.save:
        np.savez(arguments.save, **network.weights)
    if arguments.curve:
        with open(arguments.curve, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("minutes", "games", "random", "greedy"), *rows])


if __name__ == "__main__":
    main()
