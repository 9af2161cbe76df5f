"""The view of the solo game of Rurik: pictures, step-by-step rebellion, and hidden cards."""

import random
import re
from collections.abc import Iterator

import pytest

from regnum.core.packed import popcount
from regnum.core.rules.note import Note
from regnum.core.text import narrator
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.games.rurik.main_actions.attack import CasualtyDeck
from regnum.games.rurik.notes import ACTIVATES, LEADER_FALLS, REBELLION_ATTACKS, REBELLION_CARD
from regnum.games.rurik.solo.cards import CARD_ROWS, HUMAN, LEVELS, REBELLION
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.view import VIEW
from regnum.games.rurik.view.actions import is_silent_turn_end
from regnum.games.rurik.view.panel import rebellion
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import act
from tests.support.games.rurik_solo import placing_position
from tests.support.games.views import NAMES, check_drawn, layers

RURIK = find_game("rurik")
STEPPED = {"rebellion_turn": "step", "rebellion_target": "choice", "rebellion_church_troop": "choice"}


def solo_game(seed: int, **options: str) -> Iterator[tuple[RurikState, list[Note]]]:
    """Play a random game; yield each position and the notes up to it."""
    state = RURIK.begin(1, seed, options, with_log=True)
    dice = random.Random(seed)
    notes: list[Note] = narrator.pop_notes(state)
    assert isinstance(state, RurikState)
    while True:
        yield state, notes
        if state.is_terminal:
            return
        state.apply(dice.choice(state.legal_actions(0)), 0)
        notes = notes + narrator.pop_notes(state)


@pytest.mark.parametrize("level", LEVELS)
def test_every_position_of_a_solo_game_can_be_drawn(level: str) -> None:
    for number, (state, _) in enumerate(solo_game(LEVELS.index(level), level=level, **STEPPED)):
        if number % 3 == 0 or state.is_terminal:
            words = game_words(RURIK, LANGUAGES[number // 3 % 3])
            for seat in (0, None):
                check_drawn(RURIK, state, seat, words)


def test_neutral_troops_and_rebels_are_drawn_and_described() -> None:
    words = game_words(RURIK, "en")
    state = next(state for state, _ in solo_game(3) if state.round == 1)
    pieces, beside, _ = layers(RURIK, state, None, words)
    assert len(re.findall(r'id="neutral-', pieces)) == popcount(state.neutral) == 5
    assert pieces.count(", neutral troop") == 5
    assert pieces.count("Sviatopolk’s rebellion: 2 troops") == 3
    assert beside.count('class="locked"') == sum(state.mat_coins)


def test_deck_for_casualties_of_the_rebellion_can_be_clicked() -> None:
    words = game_words(RURIK, "en")
    actual = 0
    for seed in range(6):
        for state, _ in solo_game(seed, level="hard"):
            if state.stack and isinstance(state.stack[-1], CasualtyDeck):
                actual += 1
                _, beside, targets = layers(RURIK, state, 0, words)
                assert sorted(targets) == ["deck-left", "deck-right"]
                assert all(f'data-target="{target}"' in beside for target in targets)
    assert actual > 3


def test_last_rebellion_step_needs_no_confirmation() -> None:
    ends = 0
    for state, _ in solo_game(4, rebellion_turn="step"):
        for action in state.legal_actions(HUMAN) if state.stack and state.active >= 0 else []:
            if action.family == "run_on":
                seen = state.observed_by(HUMAN)
                assert isinstance(seen, RurikState)
                assert not is_silent_turn_end(action, seen)
                after = state.clone()
                after.apply(action, HUMAN)
                ends += after.active != state.active
    assert ends > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_actions_of_the_rebellion_are_summarized_together(language: str) -> None:
    words = game_words(RURIK, language)
    names = [NAMES[0], words.text("automa", "name", {})]
    cards = 0
    last: list[Note] = []
    for state, heard in solo_game(8, level="medium", rebellion_turn="step"):
        did = VIEW.board.log_context(heard, words, names)["did"]
        keys = [note.key for note in heard]
        assert (did is not None) == any(key.startswith("rebellion_s") for key in keys if key != "rebellion_stands")
        if did is not None:
            assert not [line for line in did["lines"] if "rebellion_" in line or "{" in line]
            placed = {narrator.note_line(note, words, names) for note in heard if note.key == "rebellion_places"}
            assert len([line for line in did["lines"] if line in placed]) < 2, "one advisor at a time"
        if len(heard) > len(last) and heard[-1].player == REBELLION and "rebellion_card" in keys:
            begun = max(at for at, key in enumerate(keys) if key == "rebellion_card")
            if state.active >= 0 and keys[begun + 1] == "activates":
                cards += 1
                assert did is not None
                assert str(heard[begun].params["card"]) in did["head"]
                mine = [note.key == "activates" and note.player == HUMAN for note in heard[begun:]] + [True]
                assert len(did["lines"]) == mine.index(True) - 2, "what it does to the player is part of it"
        last = heard
    assert cards > 10


def test_summary_contains_what_the_rebellion_did_to_the_player_only() -> None:
    notes = [
        Note(REBELLION_CARD, [REBELLION, 3]),
        Note(ACTIVATES, [REBELLION, 2, "attack"]),
        Note(REBELLION_ATTACKS, [REBELLION, HUMAN, "kiev"]),
        Note(LEADER_FALLS, [HUMAN, "boris", "kiev"]),
        Note(ACTIVATES, [HUMAN, 1, "move"]),
        Note(REBELLION_ATTACKS, [REBELLION, HUMAN, "volyn"]),
    ]
    assert VIEW.board.log_context(notes, game_words(RURIK, "en"), ["Ann", "Rebellion"])["did"] == {
        "head": "Card 3 on top: advisor 2 in the column “Attack”",
        "lines": [
            "The rebellion attacks Ann in Kiev: Ann loses a figure.",
            "The leader falls: Ann loses Boris in Kiev.",
        ],
    }


def test_bottom_card_shows_only_visible_rows() -> None:
    words = game_words(RURIK, "en")
    shown = set()
    for state, _ in solo_game(5):
        _, beside, _ = layers(RURIK, state, 0, words)
        if state.rebel_rows:
            shown.add(state.rebel_rows)
            assert beside.count('class="is-unseen"') == CARD_ROWS - state.rebel_rows
            assert beside.count('class="row-moves"') == state.rebel_rows
    assert len(shown) > 2


def test_row_of_the_bottom_card_marks_the_current_priority() -> None:
    state = placing_position(["4"])
    act(state, "go_on")
    seen = state.observed_by(0)
    assert isinstance(seen, RurikState)
    shown = rebellion(seen, game_words(RURIK, "en"))
    assert shown is not None
    row = shown["strategy"]["rows"][1]
    assert [(way["column"], way["coin"], way["now"]) for way in row["ways"]] == [
        ("attack", True, False),
        ("muster", False, True),
        ("tax", True, False),
    ]
    assert row["label"] == ("Advisor 4: Muster (attack and move: Attack + bribe, build: Muster, tax: Tax + bribe)")
