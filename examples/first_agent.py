"""From nothing to an agent that has learned something: a script to start from, to run by cells or as a whole.

    python examples/first_agent.py [GAMES] [GAME] [PLAYERS]

Needs NumPy and Gymnasium (`regnum[gymnasium]`). This agent is about the simplest that learns. It finds out which
actions winners take more often than losers, whatever the position. Replace it with your own.
"""

# %% The setup: the number of games to learn from, the game, and the number of players.
import sys
from typing import Any

import gymnasium
import numpy as np

import regnum
import regnum.envs.gymnasium
from regnum.envs.vector import VectorEnv

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
NAME = sys.argv[2] if len(sys.argv) > 2 else "khan"
PLAYERS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
rng = np.random.default_rng(1)

# %% What a seat sees: bytes in parts, each byte with a name and a highest value.
game = regnum.game(NAME)
layout = game.layout(PLAYERS)
print(f"{game.title}: {layout.size} cells in {len(layout.parts)} parts, {len(game.actions)} actions")
for part in layout.parts[:6]:
    print(f"  {part.name:<12} {part.shape} from {part.start}, at most {max(part.max_values)}")

# %% Many games at once: each step takes an action in every game and writes into the same arrays.
env = VectorEnv(NAME, PLAYERS, count=64, seed=10_000)
preference = np.zeros(len(game.actions))
"""What the agent knows: its preference for each action. It takes legal actions in proportion to `exp(preference)`."""


def choose(masks: Any, preference: Any) -> Any:
    """Draw an action for each row of masks (the Gumbel trick: the highest of noisy preferences)."""
    return np.where(masks, preference + rng.gumbel(size=masks.shape), -np.inf).argmax(1)


# %% Learning: the agent plays itself. At the end of a game, its actions are rewarded by the places of their seats.
episodes: list[list[tuple[int, int]]] = [[] for _ in range(env.count)]
finished_games = decisions = 0
while finished_games < GAMES:
    actions = choose(env.masks, preference)
    for place, action in enumerate(actions):
        episodes[place].append((int(env.seats[place]), int(action)))
    env.step(actions)
    decisions += env.count
    for place in map(int, np.flatnonzero(env.dones)):
        seats, chosen = (np.array(column) for column in zip(*episodes[place], strict=True))
        np.add.at(preference, chosen, 0.02 * env.rewards[place][seats])
        episodes[place].clear()
        finished_games += 1
print(f"learned from {finished_games} games, {decisions / finished_games:.0f} decisions each")
best = np.argsort(preference)[::-1][:5]
print("likes best:", ", ".join(f"{game.actions[index]} ({preference[index]:+.2f})" for index in best))


# %% Playing: one seat against bots, with seeds that were not used for learning.
def win_share(opponents: str, games: int, preference: Any) -> float:
    """Return the share of games in which seat 0 comes in first, alone or with others."""
    test_env = gymnasium.make(regnum.envs.gymnasium.environment_of(NAME), players=PLAYERS, opponents=opponents)
    wins = 0.0
    for seed in range(games):
        _, info = test_env.reset(seed=seed)
        terminated = False
        while not terminated:
            action = choose(info["action_mask"][None], preference)[0]
            _, reward, terminated, _, info = test_env.step(action)
        wins += float(reward) > 1 - 2 / PLAYERS
    return wins / games


matches = max(GAMES // 20, 2)
for opponents in ("random", "greedy"):
    for policy, policy_preference in (("anything", np.zeros_like(preference)), ("learned", preference)):
        share = win_share(opponents, matches, policy_preference)
        print(f"{policy:>8} against {opponents}: first in {share:.0%} of {matches} games")
