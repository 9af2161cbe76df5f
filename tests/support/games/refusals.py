"""Refused actions: the reasons that people read, and a check that they are true."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from regnum.core.game import Game
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.rules.step import PASS
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import refusal_message
from regnum.games import find_game

Claim = Callable[[Any, Any, int, Any], bool]
"""A condition for a reason, given the state, the current step, the seat and the refused action."""


@contextmanager
def expect_refusal(match: str) -> Iterator[pytest.ExceptionInfo[IllegalActionError]]:
    """Expect an illegal action whose English reason matches."""
    with pytest.raises(IllegalActionError) as error:
        yield error
    game = error.value.clause.partition(".")[0]
    message = refusal_message(error.value, find_game(game).words("en")) if game else str(error.value)
    assert re.search(match, message), f"{match!r} is not in {message!r}"


def check_refusal_reasons(
    game: Game, true: Mapping[str, Claim], players: int, seed: int, options: Mapping[str, object]
) -> Counter[str]:
    """Play a random game, try every action repeatedly, and return how often each reason was given.

    For "not_now", which says only that something else is asked, no action of that kind may be possible; for
    "must_choose" it must be passing that is refused.
    """
    state = game.new_state(players, seed, **dict(options))
    chance = random.Random(seed)
    requests: Counter[str] = Counter()
    reason_counts: Counter[str] = Counter()
    while not state.is_terminal:
        seat = chance.choice(state.players_to_act)
        legal = state.legal_actions(seat)
        kind = type(state.stack[-1]).__name__
        requests[kind] += 1
        if requests[kind] < 4 or chance.random() < 0.02:
            reason_counts += _try_all(game, state, seat, true)
        state.apply(chance.choice(legal), seat)
    return reason_counts


def _try_all(game: Game, state: State, seat: int, true: Mapping[str, Claim]) -> Counter[str]:
    step, legal = state.stack[-1], set(state.legal_actions(seat))
    families = {action.family for action in legal}
    reason_counts: Counter[str] = Counter()
    for action in game.actions:
        if action in legal:
            continue
        refusal = state.refusal(action, seat)
        where = f"{type(step).__name__}, {action}: {refusal.key}"
        reason_counts[refusal.key] += 1
        assert refusal.clause in game.ledger(), where
        if refusal.key == "not_now":
            assert action.family not in families, where
            assert action.family != PASS, where
        elif refusal.key == "must_choose":
            assert action.family == PASS, where
        else:
            assert true[refusal.key](state, step, seat, action), where
        for language in LANGUAGES:
            assert "?" not in game.words(language).refusal(refusal), where
    return reason_counts
