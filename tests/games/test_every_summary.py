"""Invariants of summaries: points add up, and there are highlights."""

import random
from functools import cache
from typing import Any, ClassVar, Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.record.record import Record
from regnum.core.record.summary import (
    GameSummary,
    Summarizer,
    effective_entries,
    select_highlights,
    summarize,
    summarizer_of,
)
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import highlight_line, side_names
from tests.support.games.every_game import EVERY_GAME, EVERY_LANGUAGE, GAP, NAMES, random_record

SEEDS: Final = range(3)


@cache
def games_of(game: Game) -> list[GameSummary]:
    counts = game.player_counts
    records = [random_record(game, count, seed, seed == 1) for count in counts for seed in SEEDS]
    return [summarize(record) for record in records]


@EVERY_GAME
def test_points_by_reason_add_up_to_the_scores_for_every_count(game: Game) -> None:
    for summary in games_of(game):
        scores = summary.final_state.scores()
        assert [sum(reasons.values()) for reasons in summary.points_by_reason] == scores
        assert len({tuple(reasons) for reasons in summary.points_by_reason}) == 1, "all sides have the same reasons"
        numbers = [number for number, _ in summary.score_history]
        assert summary.score_history[-1][1] == scores
        assert numbers == sorted({0, *numbers})
        for language in LANGUAGES:
            words = game.words(language)
            assert all(words.has("score_reason", reason) for reason in summary.points_by_reason[0])


@EVERY_GAME
def test_every_game_has_three_to_five_highlights_in_words(game: Game) -> None:
    keys = set(summarizer_of(game).TYPICAL_VALUES)
    for summary in games_of(game):
        chosen = select_highlights(summary.highlights)
        assert 3 <= len(chosen) <= 5
        assert len({highlight.key for highlight in chosen}) == len(chosen)
        for highlight in chosen:
            assert highlight.key in keys
            assert highlight.weight > 0
            for language in LANGUAGES:
                words = game.words(language)
                text = highlight_line(
                    highlight.key,
                    highlight.params,
                    words,
                    side_names(summary.final_state, words, NAMES[: summary.final_state.players]),
                )
                assert ": " in text, text
                assert text.endswith("."), text
                assert not GAP.search(text), text


@EVERY_GAME
@EVERY_LANGUAGE
def test_highlights_and_counted_kinds_have_words(game: Game, language: str) -> None:
    tables = game.words(language).tables
    assert set(tables["highlight"]) == set(summarizer_of(game).TYPICAL_VALUES)
    kinds = {kind for summary in games_of(game) for side in summary.possessions for kind in side}
    assert set(tables["possession"]) == kinds
    things = {
        (kind, thing)
        for summary in games_of(game)
        for side in summary.possessions
        for kind in side
        for thing in side[kind]
    }
    assert [(kind, thing) for kind, thing in sorted(things) if thing not in tables["name"][kind]] == []


def test_wallenstein_counts_no_favours_where_nothing_brings_any() -> None:
    wallenstein = regnum.game("wallenstein")
    for last_options in (False, True):
        summary = summarize(random_record(wallenstein, 3, 4, last_options))
        for reason in ("gained", "landsknechte"):
            assert all((reason in points) == last_options for points in summary.points_by_reason)


def test_points_of_landsknechte_are_not_called_favours() -> None:
    record = Record("wallenstein", 3, 2, {"court": True, "landsknechte": True})
    play, chance = record.begin(), random.Random(2)
    gifts = [0] * 3
    while not play.state.is_terminal:
        player, before = play.state.players_to_act[0], play.state.scores()
        legal = play.state.legal_actions(player)
        points = [action for action in legal if str(action) == "bonus points"]
        action = points[0] if points else chance.choice(legal)
        play.apply(player, action)
        if points:
            gifts[player] += play.state.scores()[player] - before[player]
    summary = summarize(play.record)
    assert sum(gifts) > 0
    assert [points["landsknechte"] for points in summary.points_by_reason] == gifts
    assert [sum(points.values()) for points in summary.points_by_reason] == play.state.scores()
    for language in LANGUAGES:
        words = regnum.game("wallenstein").words(language)
        assert words.text("score_reason", "landsknechte", {}) != words.text("score_reason", "gained", {})


def test_undone_entries_are_left_out() -> None:
    record = Record("khan", 2, 1, None, [(0, "a"), (1, "b"), (1, "undo"), (0, "c")])
    assert effective_entries(record) == [(1, 0, "a"), (4, 0, "c")]
    between = Record("khan", 2, 1, None, [(0, "a"), (1, "b"), (0, "undo")])
    assert effective_entries(between) == [(2, 1, "b")], "secret actions of others stay"


def test_unfinished_game_has_no_summary() -> None:
    with pytest.raises(ValueError, match="not over"):
        summarize(Record("khan", 2, 1))
    with pytest.raises(ValueError, match="line 2: 'nonsense' of player 0 does not fit"):
        summarize(Record("khan", 2, 1, None, [(0, "nonsense")]))


def test_summary_names_the_greatest_and_the_most_frequent() -> None:
    class Usual(Summarizer[Any]):
        TYPICAL_VALUES: ClassVar = {"great": 2.0, "often": 1.0, "shared": 1.0}

    summarizer = Usual(regnum.game("khan").new_state(2, seed=1))
    summarizer.record_maximum("great", 3, 5, {"player": 0})
    summarizer.record_maximum("great", 3, 6, {"player": 1})
    for player in (0, 1, 1):
        summarizer.count_occurrence("often", 7 + player, {"player": player})
    for player in (0, 1):
        summarizer.count_occurrence("shared", 9, {"player": player})
    result = [
        (highlight.key, highlight.params, highlight.weight, highlight.number) for highlight in summarizer.highlights()
    ]
    assert result == [
        ("often", {"player": 1, "count": 2}, 2.0, 8),
        ("great", {"player": 0, "count": 3}, 1.5, 5),
    ]
