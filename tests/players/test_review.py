"""Review of a finished game: chances and decisions, without information that a seat did not have."""

import random
from functools import cache

import pytest

from regnum.core.game import Game
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.games import all_games, find_game
from regnum.players.review import JudgedDecision, Review, SearchBudget, effective_indices, winning_chances

QUICK = SearchBudget(iterations=12, worlds=4)


@cache
def random_record(game: Game, seed: int = 4) -> Record:
    """Return the record of a whole game of random choices."""
    play = Record(game.id, game.player_counts[0], seed, {}).begin()
    dice = random.Random(seed)
    while not play.state.is_terminal:
        seat = dice.choice(play.state.players_to_act)
        play.submit(seat, dice.choice(play.state.legal_actions(seat)))
    return play.record


def test_undone_entries_do_not_count() -> None:
    entries = [(0, "a"), (0, "b"), (0, UNDO), (0, UNDO), (0, "c"), (1, "d")]
    assert effective_indices(entries) == [4, 5]
    between = [(0, "a"), (1, "b"), (0, "c"), (1, "d"), (0, UNDO), (0, UNDO)]
    assert effective_indices(between) == [1, 3], "secret actions of others stay"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_chances_start_open_and_end_with_the_result(game: Game) -> None:
    record = random_record(game)
    actual = Review(record, [], 1, QUICK).curve()
    assert [number for number, _ in actual] == sorted({number for number, _ in actual})
    assert (actual[0][0], actual[-1][0]) == (0, len(record.entries))
    last = record.replay()
    if last.sides > 1:
        assert all(sum(shares) == pytest.approx(1.0) for _, shares in actual)
        first = last.ranking().count(1)
        assert actual[-1][1] == [1 / first if place == 1 else 0.0 for place in last.ranking()]
    assert max(actual[0][1]) < 0.9


def test_later_lead_is_more_certain() -> None:
    game = find_game("khan")
    state = random_record(game).replay(40)
    early, late = winning_chances(state, 0.0), winning_chances(state, 1.0)
    assert max(late) > max(early)
    assert early.index(max(early)) == late.index(max(late))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_decisions_are_judged_by_the_observation(game: Game) -> None:
    record = random_record(game)
    review = Review(record, [0], 1, QUICK)
    assert review.decisions
    assert all(record.entries[place][0] == 0 for place in review.decisions)
    for place in (review.decisions[0], review.decisions[len(review.decisions) // 2]):
        judged = review.judge(place)
        assert (judged.number, judged.seat, judged.played) == (place, 0, record.entries[place][1])
        assert 0.0 <= judged.cost <= 1.0
        original = review.states[place]
        review.states[place] = original.observed_by(0).determinized(99)
        assert review.judge(place).to_dict() == judged.to_dict(), "independent of hidden information"
        review.states[place] = original
        assert JudgedDecision.from_dict(judged.to_dict()).to_dict() == judged.to_dict()


def test_blunder_costs_something() -> None:
    """A player who does not take points at the very end has lost them."""
    game = find_game("khan")
    costs = []
    for seed in range(4):
        review = Review(random_record(game, seed), [0, 1], 1, SearchBudget(iterations=60, worlds=12))
        costs += [review.judge(place).cost for place in review.decisions[-6:]]
    assert max(costs) > 0.05
    assert min(costs) == 0.0


def test_convenience_and_forced_actions_are_not_decisions() -> None:
    review = Review(random_record(find_game("wallenstein")), [0], 1, QUICK)
    actions = review.record.game.actions
    texts = [review.record.entries[place][1] for place in review.decisions]
    assert not any(actions.parse(text).convenience for text in texts)
    assert len(texts) < sum(player == 0 for player, _ in review.record.entries)


def test_points_of_a_long_game_are_limited() -> None:
    result = Review(random_record(find_game("khan")), [], 1, QUICK).curve(20)
    assert 10 <= len(result) <= 22
