"""The greedy bot beats random bots in every game with every number of players."""

import pytest

import regnum
from regnum.arena.game_runner import choose_checked
from regnum.players import make_player

COUNTS = [(game, players) for game in regnum.games() for players in regnum.game(game).player_counts if players > 1]


@pytest.mark.full
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_greedy_beats_random_players(game: str, players: int) -> None:
    wins = 0
    games = 6
    for seed in range(games):
        s = regnum.game(game).new_state(players, seed)
        seat = seed % players
        bots = [make_player("greedy" if player == seat else "random", seed * 10 + player) for player in range(players)]
        while not s.is_terminal:
            player = s.players_to_act[0]
            s.apply(choose_checked(bots[player], s.observed_by(player), s.legal_actions(player)), player)
        wins += s.ranking()[seat] == 1
    assert wins >= games - 2
