"""Reasons for a choice, in points and in words: for every game and language, from the observation only."""

import re
import time

import pytest

from regnum.core.ai.evaluation import Evaluation
from regnum.core.ai.search_policy import candidates
from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import Words
from regnum.games import all_games, find_game
from regnum.players import make_player
from regnum.players.reason_texts import own_words, reasons_text, signed_points
from regnum.players.reasons import OTHERS, Reason, find_reasons, outlook
from tests.support.games.every_game import SAMPLED


def positions(game: Game, count: int, every: int) -> list[tuple[State, list[Action]]]:
    """Return observations and legal actions at decisions of a game of greedy bots."""
    state = game.new_state(game.player_counts[-1], 11)
    bots = [make_player("greedy", seat) for seat in range(state.players)]
    result: list[tuple[State, list[Action]]] = []
    number = 0
    while not state.is_terminal and len(result) < count:
        seat = state.players_to_act[0]
        seen, legal = state.observed_by(seat), state.legal_actions(seat)
        number += len(candidates(legal)) > 1
        if len(candidates(legal)) > 1 and number % every == 0:
            result.append((seen, legal))
        state.apply(bots[seat].choose(seen, legal), seat)
    return result


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_reasons_add_up_to_the_estimate(game: Game) -> None:
    seen, legal = positions(game, 1, 5)[0]
    usual = candidates(legal)[:2]
    reasons = find_reasons(seen, usual[0], usual, 3)
    total = sum(reason.points for reason in reasons if reason.name != OTHERS)
    again = find_reasons(seen, usual[1], usual, 3)
    assert sum(reason.points for reason in again if reason.name != OTHERS) == pytest.approx(-total)
    assert [abs(reason.points) for reason in reasons] == sorted(
        (abs(reason.points) for reason in reasons), reverse=True
    )
    assert {reason.name for reason in reasons} <= {*game.evaluation.names, OTHERS, ""}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_reason_is_computed_quickly_and_is_a_sentence(game: Game) -> None:
    names = {name for name in game.evaluation.names if "_" in name}
    for seen, legal in positions(game, 6, 7):
        action = make_player("greedy", 1).choose(seen, legal)
        before = time.thread_time()
        reasons = find_reasons(seen, action, legal, 5)
        assert time.thread_time() - before < 1.0
        for language in LANGUAGES:
            text = reasons_text(reasons, game.words(language))
            assert text[:1].isupper()
            assert text.endswith(".")
            assert not re.search(r"[{}_?]|\bNone\b", text), text
            assert not any(name in text for name in names), text


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_reason_is_independent_of_hidden_information(game: Game) -> None:
    for seen, legal in positions(game, 2, 9):
        other = seen.determinized(77).observed_by(seen.observer)
        for state in (seen, other):
            assert [(item.name, item.points) for item in find_reasons(state, legal[-1], legal, 5)] == [
                (entry.name, entry.points) for entry in find_reasons(seen, legal[-1], legal, 5)
            ]


def test_forced_action_needs_no_reason() -> None:
    seen, legal = positions(find_game("khan"), 1, 1)[0]
    assert find_reasons(seen, legal[0], legal[:1], 1) == []
    assert reasons_text([], find_game("khan").words("de")) == "Etwas anderes ist nicht möglich."


WORDS = Words("en", {"term": {"feature_a": "coins", "feature_b": "towns", "feature_c": "danger", "feature_d": "coins"}})


TOWNS = "It gives you towns (about 1 point)"
LATER = "further ahead, this choice comes out best."
SAID: list[tuple[list[Reason], str]] = [
    (
        [Reason("b", 2.4, 1.0), Reason("a", 0.9, 3.0)],
        "It gives you towns (about 2 points) and coins (about 1 point).",
    ),
    ([Reason("a", 0.9, 3.0), Reason("d", 0.5, 1.0)], "It gives you coins (about 1 point)."),
    (
        [Reason("b", 1.0, 1.0), Reason("a", -0.7, -1.0)],
        f"{TOWNS}. The cost: you give up coins (about 1 point).",
    ),
    ([Reason("b", 1.0, 1.0), Reason("a", -0.3, -1.0), Reason("c", 0.4, -0.2)], f"{TOWNS}."),
    (
        [Reason("b", 0.4, 1.0), Reason("a", 0.3, 1.0), Reason("c", -0.2, 0.2)],
        "It gives you towns. The cost: danger.",
    ),
    (
        [Reason("b", 1.0, 1.0), Reason("c", 0.7, -0.2)],
        f"{TOWNS} and spares you danger (about 1 point).",
    ),
    ([Reason("b", 1.0, 1.0), Reason("c", -0.7, 0.2)], f"{TOWNS}. The cost: danger (about 1 point)."),
    (
        [Reason("a", -0.5, -1.0)],
        f"For now, you give up coins. It pays off later: {LATER}",
    ),
    (
        [Reason("b", 1.0, 1.0), Reason(OTHERS, 0.6, -0.6)],
        f"{TOWNS}. It leaves your opponents with less (about 1 point).",
    ),
    ([Reason("hope", 1.3, 1.3)], "On average, it is worth more than your other choices (about 1 point)."),
    ([Reason("", 1.3, 1.3)], "On average, it is worth more than your other choices (about 1 point)."),
    ([Reason("a", 0.01, 0.1)], f"It seems to make little difference, but {LATER}"),
]


@pytest.mark.parametrize(("expected", "message"), SAID)
def test_reasons_are_worded_by_importance(expected: list[Reason], message: str) -> None:
    assert reasons_text(expected, WORDS) == message


def test_small_difference_gives_advice_first() -> None:
    assert reasons_text([Reason("a", 0.01, 0.1)], WORDS, advice="Begin in the middle.").startswith(
        "Begin in the middle. It seems"
    )
    assert reasons_text([Reason("b", 1.0, 1.0)], WORDS, advice="Begin in the middle.") == f"{TOWNS}."


def test_delayed_benefit_is_explained() -> None:
    later = [Reason("b", 1.2, 1.0), Reason("c", -0.9, 1.0)]
    for item in ([Reason("a", 0.01, 0.1)], [Reason("a", -0.5, -1.0)]):
        assert reasons_text(item, WORDS, later=later).endswith(f"It pays off in later turns. {TOWNS}.")
        assert reasons_text(item, WORDS, later=[Reason("b", 0.1, 1.0)]).endswith(LATER), (
            "a difference this small is not mentioned"
        )
    assert reasons_text([Reason("b", 1.0, 1.0)], WORDS, later=later) == f"{TOWNS}."


@SAMPLED
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_outlook_uses_only_the_observation(game: Game, thorough: bool) -> None:
    actual = 0
    for number, (seen, legal) in enumerate(positions(game, 2, 7)):
        if number % 3 and not thorough:
            continue
        usual = candidates(legal)
        result = outlook(seen, usual[0], usual[:2], 5)
        hidden = seen.determinized(77).observed_by(seen.observer)
        assert [one.points for one in outlook(hidden, usual[0], usual[:2], 5)] == [one.points for one in result]
        back = outlook(seen, usual[1], usual[:2], 5)
        assert not (result and back), "only one of two can bring more"
        actual += bool(result or back)
    assert actual


def test_figures_are_formatted_by_language() -> None:
    assert [signed_points(-0.34, language) for language in LANGUAGES] == ["−0.3", "−0,3", "−0,3"]


def test_words_exist_in_every_language() -> None:
    first, *others = [own_words(language).tables["reason"] for language in LANGUAGES]
    shared = set(own_words("en").tables["reason"])
    assert all(set(other) == shared for other in (first, *others))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_features_have_texts_in_every_language(game: Game) -> None:
    assert len(game.evaluation.names) > 1
    for language in LANGUAGES:
        words = game.words(language)
        assert [name for name in game.evaluation.names if not words.has("term", f"feature_{name}")] == []


def test_game_without_features_is_explained_by_points() -> None:
    assert Evaluation().names == ["points"]


def test_change_by_other_choices_is_no_reason() -> None:
    """In Rurik, it is no reason for mustering that unloading takes goods off the boat."""
    game = find_game("rurik")
    state = game.new_state(3, 11)
    bots = [make_player("greedy", seat) for seat in range(3)]
    while not state.is_terminal:
        seat = state.players_to_act[0]
        seen, legal = state.observed_by(seat), state.legal_actions(seat)
        muster = next((action for action in legal if action.family == "muster"), None)
        exchange = next((action for action in legal if action.family == "exchange"), None)
        chosen = exchange or muster
        if muster is not None or exchange is not None:
            opener = next((action for action in legal if action.family in ("main_action", "muster")), legal[0])
            before = dict(zip(game.evaluation.names, game.evaluation.features(seen.determinized(1))[seat], strict=True))
            after = seen.determinized(1)
            after.apply(opener, seat)
            same = dict(zip(game.evaluation.names, game.evaluation.features(after)[seat], strict=True))
            reasons = {reason.name for reason in find_reasons(seen, opener, legal, 3, absolute=True)}
            unmoved = {name for name in before if before[name] == same[name]}
            assert not reasons & (unmoved & {"goods_aboard", "goods_on_dock"})
        state.apply(chosen or bots[seat].choose(seen, legal), seat)
        if exchange is not None:
            return
    raise AssertionError("nobody could exchange goods")
