"""How strong the strong bot is: one of them against greedy ones, on every seat in turn.

    python -m scripts.strength khan --players 3 --games 30 --seconds 0.1

Seconds are processor time for a decision. With PYTHONPATH=build/fast:. and python -P the rules and the search are
compiled.
"""

import argparse
from time import process_time, thread_time

import regnum
from regnum.arena.playing import bot_seed, choice_of
from regnum.arena.statistics import mean_interval, share_interval
from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.state import State
from regnum.players import Player, make
from regnum.players.strong import StrongPlayer


class Clocked(Player):
    """The strong bot with a count of what it thought."""

    def __init__(self, seed: int, seconds: float) -> None:
        super().__init__(seed)
        self.bot = StrongPlayer(seed, {"seconds": seconds})
        self.iterations = 0
        self.decisions = 0
        self.spent = 0.0

    def choose(self, state: State, legal: list[Action]) -> Action:
        before, begin = self.bot.draws, thread_time()
        action = self.bot.choose(state, legal)
        if self.bot.draws > before:
            self.decisions += 1
            self.iterations += self.bot.thought
            self.spent += thread_time() - begin
        return action


def play(
    game: Game, players: int, seed: int, seat: int, seconds: float, options: dict[str, str]
) -> tuple[State, Clocked]:
    """Return the end of a game with the strong bot on this seat, and the bot."""
    state = game.begin(players, seed, options)
    hero = Clocked(bot_seed(seed, seat), seconds)
    bots: list[Player] = [hero if at == seat else make("greedy", bot_seed(seed, at)) for at in range(players)]
    while state.players_to_act:
        acting = state.players_to_act[0]
        state.submit(choice_of(bots[acting], state.observed_by(acting), state.legal_actions(acting)), acting)
    return state, hero


def main() -> None:
    """Play the games and write one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    game = regnum.game(given.game)
    options = dict(option.split("=", 1) for option in given.option)
    wins, leads, heroes = 0.0, [], []
    for number in range(given.games):
        seat = number % given.players
        state, hero = play(game, given.players, given.seed + number, seat, given.seconds, options)
        places, points = state.ranking(), state.scores()
        wins += 1 / places.count(1) if places[seat] == 1 else 0.0
        leads.append(points[seat] - max(score for side, score in enumerate(points) if side != seat))
        heroes.append(hero)
    share, lead = share_interval(wins, given.games), mean_interval([float(lead) for lead in leads])
    speed = sum(hero.iterations for hero in heroes) / max(sum(hero.spent for hero in heroes), 1e-9)
    chosen = "".join(f" {option}" for option in given.option)
    decisions = sum(hero.decisions for hero in heroes) / given.games
    print(f"{given.game} {given.players}{chosen}, {given.seconds} s, seed {given.seed}, {given.games} games:")
    print(f"  won {wins:.1f}, {share.value:.0%} [{share.low:.0%} to {share.high:.0%}]")
    print(f"  ahead of the best other by {lead.value:.1f} points [{lead.low:.1f} to {lead.high:.1f}]")
    print(f"  {speed:.0f} iterations a second, {decisions:.0f} decisions a game, {process_time():.0f} s", flush=True)


if __name__ == "__main__":
    main()
