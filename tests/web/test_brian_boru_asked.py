"""What Brian Boru asks says which town it is about, and whether it can still be won."""

import random

from regnum.core.registry import find_game
from regnum.games.brian_boru.action_phase import Follow, Lead
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.icons import ChooseSecondary
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import BrianBoruState
from regnum.web.i18n import game_words

GAME = find_game("brian_boru")
NAMES = ["Ann", "Ben", "Cleo"]


def test_it_says_what_can_be_won() -> None:
    words, dice, told = game_words(GAME, "en"), random.Random(2), set()
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    while not state.is_terminal:
        player, step = state.players_to_act[0], state.stack[-1]
        said = GAME.drawing.prompt(state.observed_by(player), words, NAMES)
        legal = state.legal_actions(player)
        if isinstance(step, Draft):
            assert ("one more" in said) == (state.to_keep[player] == 1)
        elif isinstance(step, (Lead, Follow, ChooseSecondary)):
            assert words.name("town", TOWNS[state.active]) in said
            if not isinstance(step, ChooseSecondary):
                after = [state.clone() for _ in legal]
                for played, action in zip(after, legal, strict=True):
                    played.played[player] = action.card  # type: ignore[attr-defined]
                wins = any(played.winner() == player for played in after)
                assert wins != ("cannot beat" in said), said
                told.add((type(step).__name__, wins))
        else:
            assert said == ""
        state.apply(dice.choice(legal), player)
    assert len(told) >= 3


def test_the_matrix_says_what_it_comes_to() -> None:
    words, dice = game_words(GAME, "en"), random.Random(3)
    state = GAME.new_state(3, 3)
    assert isinstance(state, BrianBoruState)
    while True:
        *_, total = GAME.drawing.standings(state, words)
        ended = state.is_terminal
        more = [0 if ended else sum(lines.values()) for lines in final_points(state)]
        assert list(total.counts) == [points + added for points, added in zip(state.points, more, strict=True)]
        if ended:
            break
        player = state.players_to_act[0]
        state.apply(dice.choice(state.legal_actions(player)), player)
