"""The estimate for bots, and that the greedy bot plays sensibly by it."""

from typing import cast

import pytest

from regnum.games.khan import GAME
from regnum.games.khan.state import KhanState
from regnum.players import make
from tests.games.khan.positions import do, game, position

AWAY = {"song": "c1"}


def choice(s: KhanState) -> str:
    """Return what the greedy bot does."""
    player = s.players_to_act[0]
    return str(make("greedy", 1).choose(s.observed_by(player), s.legal_actions(player)))


def test_at_the_end_the_estimate_is_the_score() -> None:
    *_, last = game(3, 4)
    assert GAME.estimate(last) == [float(points) for points in last.scores()]


def test_an_estimate_changes_nothing() -> None:
    for s in game(4, 2):
        before = s.to_dict()
        assert len(GAME.estimate(s)) == 4
        assert s.to_dict() == before


def test_rulers_yet_to_be_stationed_are_not_out() -> None:
    s = cast(KhanState, GAME.new_state(2, 3, rulers_start="free"))
    printed = GAME.new_state(2, 3)
    assert s.rulers_out() == 0
    assert sum(GAME.estimate(s)) == sum(GAME.estimate(printed)) > 0
    do(s, "station c1")
    assert s.rulers_out() == 0


@pytest.mark.parametrize("player", [0, 1])
def test_more_tiles_and_more_yurts_side_by_side_give_more_hope(player: int) -> None:
    def hope(**fields: object) -> float:
        return GAME.estimate(position("PlaySpecial player=0 last=-1", rulers=AWAY, **fields))[player]

    mine: list[list[str]] = [[], []]
    mine[player] = ["i9", "l11"]
    apart = hope(yurts=[" ".join(cells) for cells in mine])
    mine[player] = ["i9", "j9"]
    together = hope(yurts=[" ".join(cells) for cells in mine])
    conquered = hope(laid=[("I2", "i9", "n", [player])])
    assert 0 < apart < together < conquered


def test_greedy_conquers_the_large_group() -> None:
    s = position(
        "Act player=0", "ReturnSpecial player=0", rulers=AWAY, yurts=["i9 i10 j9"], neutral="j10 i11", actions_left=1
    )
    assert choice(s) == "conquer"
    do(s, "conquer")
    assert choice(s) == "choose P5"
    do(s, "choose P5")
    assert choice(s) == "lay i9 n"


def test_greedy_does_not_share_with_a_rival_what_it_can_have_alone() -> None:
    s = position("Lay player=0 tile=I2", "PlaySpecial player=1 last=-1", rulers=AWAY, yurts=["i9 i10", "j9"])
    assert choice(s) == "lay i9 e"


def test_greedy_puts_its_yurt_beside_others() -> None:
    steps = ["Pitch player=0 card=song_n_stone_desert", "PlaySpecial player=1 last=-1"]
    s = position(*steps, rulers=AWAY, yurts=["k5"], neutral="k6")
    assert choice(s) in ("pitch j6", "pitch l6", "pitch j5", "pitch k4", "pitch k7", "pitch l5")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_players(players: int) -> None:
    wins = 0
    games = 8
    for seed in range(games):
        s = cast(KhanState, GAME.new_state(players, seed))
        seat = seed % players
        bots = [make("greedy" if player == seat else "random", seed * 10 + player) for player in range(players)]
        while not s.is_terminal:
            player = s.players_to_act[0]
            s.apply(bots[player].choose(s.observed_by(player), s.legal_actions(player)), player)
        wins += s.ranking()[seat] == 1
    assert wins >= games - 2
