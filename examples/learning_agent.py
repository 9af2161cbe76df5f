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
        inputs, actions, luck = int(self.widths.sum()), len(regnum.game(game).actions), np.random.default_rng(seed)
        self.weights: Arrays = {
            "first": (luck.normal(size=(inputs, hidden)) * 0.05).astype(np.float32),
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

    def look(self, inputs: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the probability of each action (0 if it is illegal) and the expected reward."""
        w = self.weights
        hidden = np.tanh(inputs @ w["first"] + w["first_bias"])
        logits = np.where(masks, hidden @ w["policy"] + w["policy_bias"], -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True), (hidden @ w["value"] + w["value_bias"])[:, 0]

    def learn(self, batch: Arrays) -> None:
        """Take one step of PPO on decisions: observations, actions with their probabilities, and results."""
        inputs, actions, size = self.inputs(batch["seen"]), batch["actions"], len(batch["actions"])
        hidden, chances, expected = self.look(inputs, batch["masks"])
        rows = np.arange(size)
        ratio = chances[rows, actions] / batch["chances"]
        gain = batch["gains"]
        free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # beyond the clip there is no gradient
        chosen = np.zeros_like(chances)
        chosen[rows, actions] = 1
        logs = np.log(np.maximum(chances, 1e-8))
        entropy = -(chances * logs).sum(1, keepdims=True)
        to_logits = -(free * gain * ratio)[:, None] * (chosen - chances) + ENTROPY * chances * (logs + entropy)
        to_value = VALUE * (expected - batch["paid"])[:, None]
        w = self.weights
        to_hidden = (to_logits @ w["policy"].T + to_value @ w["value"].T) * (1 - hidden * hidden)
        slopes = {
            "first": inputs.T @ to_hidden,
            "first_bias": to_hidden.sum(0),
            "policy": hidden.T @ to_logits,
            "policy_bias": to_logits.sum(0),
            "value": hidden.T @ to_value,
            "value_bias": to_value.sum(0),
        }
        self.updates += 1
        for name, slope in slopes.items():  # Adam
            first, second = self.moments[name]
            first += 0.1 * (slope / size - first)
            second += 0.001 * ((slope / size) ** 2 - second)
            step = (first / (1 - 0.9**self.updates)) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            w[name] -= (RATE * step).astype(np.float32)


def gains_of(steps: list[tuple[Any, ...]], paid: float) -> list[float]:
    """Return by how much each decision of a seat was better than expected (generalized advantage estimation)."""
    expected = [step[-1] for step in steps] + [paid]
    gains, gain = [], 0.0
    for number in reversed(range(len(steps))):
        gain = expected[number + 1] - expected[number] + LAMBDA * gain
        gains.append(gain)
    return gains[::-1]


class SelfPlay:
    """Many games in which the network plays all seats. `play` returns the decisions of finished games."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        self.env = env
        self.luck = np.random.default_rng(seed)
        self.games = 0
        self.open: list[list[tuple[Any, ...]]] = [[] for _ in range(env.count)]

    def play(self, network: Network, decisions: int) -> Arrays:
        """Play until at least this number of decisions belong to finished games, and return those decisions."""
        env, done = self.env, list[tuple[Any, ...]]()
        while len(done) < decisions:
            _, chances, expected = network.look(network.inputs(env.observations), env.masks)
            actions = (np.log(chances + 1e-20) + self.luck.gumbel(size=chances.shape)).argmax(1)
            seen, masks, seats = env.observations.copy(), np.packbits(env.masks, 1), env.seats.copy()
            for place, action in enumerate(actions.tolist()):
                chance = chances[place, action]
                self.open[place].append((seats[place], seen[place], masks[place], action, chance, expected[place]))
            env.step(actions)
            for place in map(int, np.flatnonzero(env.dones)):
                self.games += 1
                for seat in range(env.players):
                    mine = [step[1:] for step in self.open[place] if step[0] == seat]
                    done += [
                        (*step, gain) for step, gain in zip(mine, gains_of(mine, env.rewards[place, seat]), strict=True)
                    ]
                self.open[place] = []
        seen, packed, actions, chances, expected, gains = (np.array(column) for column in zip(*done, strict=True))
        paid = expected + gains
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        masks = np.unpackbits(packed, axis=1, count=env.masks.shape[1])
        return {"seen": seen, "masks": masks, "actions": actions, "chances": chances, "gains": gains, "paid": paid}


def won(network: Network, game: str, players: int, opponents: str, games: int, seed: int) -> float:
    """Return the share of games that the network's best actions win, on each seat in turn. Shared wins count partly."""
    first = 0.0
    for number in range(games):
        name, seat = regnum.envs.gymnasium.environment_of(game), number % players
        env = gymnasium.make(name, players=players, seat=seat, opponents=opponents)
        seen, info = env.reset(seed=seed + number)
        over = False
        while not over:
            _, chances, _ = network.look(network.inputs(seen["observation"][None]), info["action_mask"][None])
            seen, _, over, _, info = env.step(int(chances[0].argmax()))
        ranking = env.unwrapped.position.ranking()  # type: ignore[attr-defined]
        first += (ranking[seat] == 1) / ranking.count(1)
    return first / games


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
    given = parser.parse_args()
    network, luck = Network(given.game, given.players, seed=given.seed), np.random.default_rng(given.seed)
    games = SelfPlay(VectorEnv(given.game, given.players, given.at_once, seed=given.seed * 1_000_000), given.seed)
    rows, spent, tests = [], 0.0, 0
    while True:
        if spent >= tests * 60 * given.minutes / given.tests:
            tests += 1
            shares = [won(network, given.game, given.players, bot, given.games, 10**9) for bot in ("random", "greedy")]
            rows.append((round(spent / 60, 2), games.games, *shares))
            told = "{:6.2f} min, {:7} games: first in {:.1%} against random, {:.1%} against greedy"
            print(told.format(*rows[-1]), flush=True)
        if spent >= 60 * given.minutes:
            break
        begin = perf_counter()
        batch = games.play(network, given.decisions)
        for _ in range(3):
            order = luck.permutation(len(batch["actions"]))
            for part in np.array_split(order, max(1, len(order) // 512)):
                network.learn({name: column[part] for name, column in batch.items()})
        spent += perf_counter() - begin
    if given.save:
        np.savez(given.save, **network.weights)
    if given.curve:
        with open(given.curve, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("minutes", "games", "random", "greedy"), *rows])


if __name__ == "__main__":
    main()
