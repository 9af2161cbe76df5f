"""Chances of the next card: computed from the cards that an observer cannot place."""

import random
from collections import Counter

import pytest

from regnum.games.khan import GAME
from regnum.games.khan.actions import expel
from regnum.games.khan.bot.odds import expulsion_chances, flight_chances, possible_next_cards
from regnum.games.khan.components import CELLS
from regnum.games.khan.notes import FLEES, STUCK
from regnum.games.khan.state import KhanState
from regnum.games.khan.view import advice
from regnum.web.http.i18n import game_words


@pytest.mark.clause("khan.expel_action.direction")
@pytest.mark.clause("khan.expel.card")
def test_chances_follow_from_the_cards_that_may_be_on_the_pile() -> None:
    state, dice, looked = GAME.new_state(3, 5), random.Random(5), 0
    assert isinstance(state, KhanState)
    while not state.end_phase:
        player = state.players_to_act[0]
        legal = state.legal_actions(player)
        driven = [action for action in legal if expel.has(action)]
        if driven and dice.random() < 0.2:
            action = dice.choice(driven)
            ruler, seen = expel.of(action).choice, state.observed_by(player)
            assert isinstance(seen, KhanState)
            result = flight_chances(seen, ruler)
            assert sum(chance for _, chance in result) == pytest.approx(1)
            assert sum(chance for _, chance in expulsion_chances(seen)) == pytest.approx(1)
            assert {state.rulers[other] >= 0 for other, _ in expulsion_chances(seen)} == {True}
            actual = Counter[int]()
            for world in range(200):
                dealt = seen.determinized(world)
                assert isinstance(dealt, KhanState)
                assert set(dealt.deck) <= set(possible_next_cards(seen))
                dealt.journal = []
                dealt.apply(action, player)
                first = next(note for note in dealt.journal if note.key in (FLEES.key, STUCK.key))
                actual[CELLS.index(str(first.params["cell"])) if first.key == FLEES.key else -1] += 1
            assert {cell: times / 200 for cell, times in actual.items()} == pytest.approx(dict(result), abs=0.12)
            looked += 1
        state.apply(dice.choice(legal), player)
    assert looked > 3


def test_cards_of_removed_rulers_name_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    state, dice = GAME.new_state(2, 5), random.Random(5)
    words = game_words(GAME, "en")
    while True:
        player = state.players_to_act[0]
        seen = state.observed_by(player)
        assert isinstance(seen, KhanState)
        effects = [(action, advice.expected_effects(action, seen, words)) for action in state.legal_actions(player)]
        ending = [(action, lines) for action, lines in effects if len(lines) > 1 and not expel.has(action)]
        if ending:
            break
        state.apply(dice.choice(effects)[0], player)
    action, lines = ending[0]
    monkeypatch.setattr(advice, "expulsion_chances", lambda s: [])
    assert advice.expected_effects(action, seen, words) == lines[:1]
