"""Assignment of bots to deals and seats: balanced and reproducible."""

from collections import Counter
from itertools import combinations

import pytest

import regnum
from regnum.arena.match import Match, line_ups

GAME = regnum.game("brian_boru")


def test_each_deal_is_played_from_all_seats() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 7, seed=5)
    assert match.games == 9, "whole deals"
    games = [match.game_at(number) for number in range(9)]
    assert [game.seed for game in games] == [5, 5, 5, 6, 6, 6, 7, 7, 7]
    for deal in (games[:3], games[3:6], games[6:]):
        assert Counter(game.seats.index("greedy") for game in deal) == {0: 1, 1: 1, 2: 1}
        first = deal[0].seats
        assert [game.seats for game in deal] == [first, (first[2], *first[:2]), (*first[1:], first[0])]


def test_neighbours_are_drawn_for_each_deal() -> None:
    match = Match(GAME, ["random", "greedy", "tests.support.bots:FirstAction"], 3 * 60)
    left = Counter(seats[(seats.index("greedy") + 1) % 3] for seats in (match.game_at(3 * k).seats for k in range(60)))
    assert set(left) == {"random", "tests.support.bots:FirstAction"}
    assert min(left.values()) > 15


def test_bots_keep_their_seats_without_rotation() -> None:
    match = Match(GAME, ["greedy", "random", "random"], 4, seed=3, rotate=False)
    assert match.games == 4
    assert [match.game_at(number) for number in range(4)] == [
        (number, 3 + number, ("greedy", "random", "random")) for number in range(4)
    ]


@pytest.mark.parametrize(("bots", "seats"), [(3, 3), (4, 3), (5, 2), (6, 3), (7, 4), (8, 4)])
def test_line_ups_are_complete_and_balanced_at_any_time(bots: int, seats: int) -> None:
    actual = list(line_ups(bots, seats))
    assert sorted(actual) == sorted(combinations(range(bots), seats))
    for end in range(1, len(actual) + 1):
        count = Counter(number for line_up in actual[:end] for number in line_up)
        assert max(count.values()) - min(count[number] for number in range(bots)) <= seats


def test_surplus_bots_meet_in_all_line_ups_on_separate_deals() -> None:
    bots = ["random", "greedy", "tests.support.bots:FirstAction", "tests.support.bots:LastAction"]
    match = Match(GAME, bots, 24, players=3)
    assert match.cycle == 12
    games = [match.game_at(number) for number in range(24)]
    assert Counter(name for game in games for name in game.seats) == dict.fromkeys(bots, 18)
    assert {frozenset(game.seats) for game in games[:12]} == {frozenset(some) for some in combinations(bots, 3)}
    assert len({game.seed for game in games}) == 8
    for number, game in enumerate(games):
        assert game.number == number
        assert set(game.seats) == set(games[number - number % 3].seats)


@pytest.mark.parametrize(("game", "bots", "players"), [("khan", 5, 4), ("khan", 3, 3), ("brian_boru", 6, 4)])
def test_default_player_count_depends_on_the_game_and_the_bots(game: str, bots: int, players: int) -> None:
    assert Match(regnum.game(game), ["random"] * bots, 1).players == players


@pytest.mark.parametrize(
    ("bots", "games", "seed", "options", "says"),
    [
        (["random"] * 2, 1, 0, {}, "3, 4, 5"),
        (["random"] * 3, 0, 0, {}, "games 0"),
        (["random"] * 3, 1, -1, {}, "seed -1"),
        (["random"] * 3, 4, 2**64 - 1, {}, "2\\*\\*64"),
        (["random"] * 3, 1, 0, {"sugar": 1}, "sugar"),
        (["random", "random", "nobody"], 1, 0, {}, "nobody"),
        (["random", "random", "random:speed=3"], 1, 0, {}, "no parameter 'speed'"),
        (["random"] * 33, 1, 0, {}, "33 bots: a match is for 32 at most"),
    ],
)
def test_invalid_match_is_refused(
    bots: list[str], games: int, seed: int, options: dict[str, object], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        Match(GAME, bots, games, seed, options)


@pytest.mark.parametrize(("bots", "rotate"), [(3, True), (5, False)])
def test_unfitting_bots_and_seats_are_refused(bots: int, rotate: bool) -> None:
    with pytest.raises(ValueError, match=f"{bots} bots for 4 players: name one for each"):
        Match(GAME, ["random"] * bots, 1, players=4, rotate=rotate)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("nowhere:Bot", "No module named 'nowhere'"),
        ("regnum:Bot", "has no attribute 'Bot'"),
        ("regnum:Game", "not a class of regnum.players.Player"),
        (":Bot", "no bot ':Bot'"),
    ],
)
def test_unknown_bot_is_refused(bot: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Match(GAME, [bot, "random", "random"], 1)
