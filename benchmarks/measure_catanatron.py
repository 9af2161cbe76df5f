"""Measure catanatron, a fast Python game library, in random play with four players; print decisions per second.

It runs in its own virtual environment, which benchmarks/__main__.py creates.

    python measure_catanatron.py SECONDS
"""

import random
import sys
from time import process_time

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]


def play(seed: int) -> int:
    """Play one game and return the number of decisions."""
    random.seed(seed)
    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
    game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        decisions += 1
    return decisions


def measure(seconds: float) -> float:
    """Return the decisions per second of CPU time, over complete games for about `seconds`."""
    seed = decisions = 0
    start = process_time()
    while process_time() - start < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / (process_time() - start)


if __name__ == "__main__":
    print(measure(float(sys.argv[1])))
