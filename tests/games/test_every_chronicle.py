"""What holds for every game that is looked back on: its points add up, and there is something to tell."""

import random
from functools import cache
from typing import Any, ClassVar, Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.record.chronicle import Chronicle, Retold, chronicle_of, most_remarkable, retell, standing_entries
from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import fact_line, side_names
from tests.support.every_game import EVERY_GAME, EVERY_LANGUAGE, GAP, NAMES, random_record

SEEDS: Final = range(3)


@cache
def games_of(game: Game) -> list[Retold]:
    counts = game.player_counts
    records = [random_record(game, count, seed, seed == 1) for count in counts for seed in SEEDS]
    return [retell(record) for record in records]


@EVERY_GAME
def test_the_points_by_reason_add_up_to_the_scores_for_every_count(game: Game) -> None:
    for told in games_of(game):
        scores = told.end.scores()
        assert [sum(reasons.values()) for reasons in told.sources] == scores
        assert len({tuple(reasons) for reasons in told.sources}) == 1, "all sides have the same reasons"
        numbers = [number for number, _ in told.course]
        assert told.course[-1][1] == scores
        assert numbers == sorted({0, *numbers})
        for language in LANGUAGES:
            words = game.words(language)
            assert all(words.has("final", reason) for reason in told.sources[0])


@EVERY_GAME
def test_three_to_five_facts_are_told_of_every_game_in_words(game: Game) -> None:
    keys = set(chronicle_of(game).USUAL)
    for told in games_of(game):
        chosen = most_remarkable(told.facts)
        assert 3 <= len(chosen) <= 5
        assert len({fact.key for fact in chosen}) == len(chosen)
        for fact in chosen:
            assert fact.key in keys
            assert fact.weight > 0
            for language in LANGUAGES:
                words = game.words(language)
                said = fact_line(fact.key, fact.params, words, side_names(told.end, words, NAMES[: told.end.players]))
                assert ": " in said, said
                assert said.endswith("."), said
                assert not GAP.search(said), said


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_fact_and_every_kind_that_is_counted_has_words_and_none_are_idle(game: Game, language: str) -> None:
    tables = game.words(language).tables
    assert set(tables["fact"]) == set(chronicle_of(game).USUAL)
    kinds = {kind for told in games_of(game) for side in told.had for kind in side}
    assert set(tables["had"]) == kinds
    things = {(kind, thing) for told in games_of(game) for side in told.had for kind in side for thing in side[kind]}
    assert [(kind, thing) for kind, thing in sorted(things) if thing not in tables["name"][kind]] == []


def test_wallenstein_counts_no_favours_where_nothing_brings_any() -> None:
    wallenstein = regnum.game("wallenstein")
    for last_options in (False, True):
        told = retell(random_record(wallenstein, 3, 4, last_options))
        for reason in ("gained", "landsknechte"):
            assert all((reason in points) == last_options for points in told.sources)


def test_points_of_landsknechte_are_not_called_favours() -> None:
    record = Record("wallenstein", 3, 2, {"court": True, "landsknechte": True})
    play, chance = record.begin(), random.Random(2)
    gifts = [0] * 3
    while not play.state.is_terminal:
        player, before = play.state.players_to_act[0], play.state.scores()
        legal = play.state.legal_actions(player)
        points = [action for action in legal if str(action) == "bonus points"]
        action = points[0] if points else chance.choice(legal)
        play.take(player, action)
        if points:
            gifts[player] += play.state.scores()[player] - before[player]
    told = retell(play.record)
    assert sum(gifts) > 0
    assert [points["landsknechte"] for points in told.sources] == gifts
    assert [sum(points.values()) for points in told.sources] == play.state.scores()
    for language in LANGUAGES:
        words = regnum.game("wallenstein").words(language)
        assert words.say("final", "landsknechte", {}) != words.say("final", "gained", {})


def test_what_was_taken_back_is_not_told() -> None:
    record = Record("khan", 2, 1, None, [(0, "a"), (1, "b"), (1, "undo"), (0, "c")])
    assert standing_entries(record) == [(1, 0, "a"), (4, 0, "c")]
    between = Record("khan", 2, 1, None, [(0, "a"), (1, "b"), (0, "undo")])
    assert standing_entries(between) == [(2, 1, "b")], "what others have done in secret stands"


def test_a_game_that_is_not_over_is_not_looked_back_on() -> None:
    with pytest.raises(ValueError, match="not over"):
        retell(Record("khan", 2, 1))
    with pytest.raises(ValueError, match="line 2: 'nonsense' of player 0 does not fit"):
        retell(Record("khan", 2, 1, None, [(0, "nonsense")]))


def test_the_greatest_is_told_and_what_came_most_often_if_one_did() -> None:
    class Usual(Chronicle[Any]):
        USUAL: ClassVar = {"great": 2.0, "often": 1.0, "shared": 1.0}

    chronicle = Usual(regnum.game("khan").new_state(2, seed=1))
    chronicle.greatest("great", 3, 5, {"player": 0})
    chronicle.greatest("great", 3, 6, {"player": 1})
    for player in (0, 1, 1):
        chronicle.again("often", 7 + player, {"player": player})
    for player in (0, 1):
        chronicle.again("shared", 9, {"player": player})
    told = [(fact.key, fact.params, fact.weight, fact.number) for fact in chronicle.facts()]
    assert told == [
        ("often", {"player": 1, "count": 2}, 2.0, 8),
        ("great", {"player": 0, "count": 3}, 1.5, 5),
    ]
