"""Sentences and tables: every decision, action and note has words, and tables show the observation."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import regnum
from regnum.cli.board import final_tables, tables
from regnum.cli.output import plain_table
from regnum.core.game import Game, game_of
from regnum.core.rules.note import Note, NoteKind
from regnum.core.rules.state import FULL, SPECTATOR, State
from regnum.core.text import narrator
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import Grid
from regnum.core.text.words import Words
from regnum.players import make_player

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve"]


def own_games() -> list[Game]:
    """Return the games of this project, without those added by tests."""
    return [game for name in regnum.games() if type(game := regnum.game(name)).__module__.startswith("regnum.")]


def games() -> Iterator[tuple[State, list[tuple[str, str]]]]:
    """Yield every position of a game for each player count, with the notes so far as key and sentence."""
    for game in own_games():
        for players in game.player_counts:
            state = game.begin(players, players, {}, with_log=True)
            bots = [make_player("random", seat) for seat in range(players)]
            while True:
                words = game.words("en")
                yield state, [(note.key, narrator.note_line(note, words, NAMES)) for note in narrator.pop_notes(state)]
                if state.is_terminal:
                    break
                seat = state.players_to_act[0]
                state.apply(bots[seat].choose(state.observed_by(seat), state.legal_actions(seat)), seat)


def test_decisions_and_notes_of_a_game_have_texts() -> None:
    seen_values: set[str] = set()
    for state, notes in games():
        seen_values.update(line for _, line in notes)
        assert [key for key, _ in notes if not game_of(state).words("en").has("note", key)] == []
        for seat in state.players_to_act:
            prompt = narrator.prompt(state.observed_by(seat), game_of(state).words("en"), seat, NAMES)
            assert prompt
            assert prompt != type(state.stack[-1]).__name__
            seen_values.add(prompt)
    assert len(seen_values) > 100
    assert [line for line in seen_values if re.search(r"[{}]|None| \?|\?\w", line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label_and_a_line_in_the_log(language: str) -> None:
    for game in own_games():
        words = game.words(language)
        for action in game.actions:
            label = narrator.label(action, words)
            line = narrator.action_line(action, 1, words, NAMES)
            assert not re.search(r"[{}]", label + line)
            assert label
            assert "Bob" in line


def test_secret_choice_is_told_to_its_seat_only() -> None:
    game = regnum.game("brian_boru")
    action = game.actions.parse("keep 17")
    words = game.words("en")
    assert narrator.action_line(action, 1, words, NAMES, 1) == "Bob keeps a card. (Yellow 17)"
    assert narrator.action_line(action, 1, words, NAMES) == "Bob keeps a card. (Yellow 17)"
    for viewer in (0, 2, SPECTATOR):
        assert narrator.action_line(action, 1, words, NAMES, viewer) == "Bob keeps a card."


def test_seats_in_prompts_have_names() -> None:
    game = regnum.game("brian_boru")
    state = game.new_state(4, 1)
    from regnum.games.brian_boru.battle import LoseTown

    state.stack.append(LoseTown(2, 0))
    state.players_to_act = (2,)
    assert "Ann" in narrator.prompt(state, game.words("en"), 2, NAMES)
    assert narrator.prompt(state, game.words("en"), 1, NAMES) == ""
    wordy = Words("en", {"prompt": {"LoseTown": "{player} takes from {loser:player}"}})
    assert narrator.prompt(state, wordy, 2, NAMES) == "Cid takes from Ann"
    assert narrator.prompt(state, wordy, 2) == "3 takes from 1"


def test_sentence_begins_with_a_capital() -> None:
    tables = {"note": {"lost": "{thing:thing} is gone"}, "name": {"thing": {"hat": "émile’s hat"}}}
    note = Note(NoteKind("lost", "thing"), ["hat"])
    assert narrator.note_line(note, Words("en", tables), NAMES) == "Émile’s hat is gone"


def test_missing_words_fall_back_to_ids() -> None:
    game = regnum.game("brian_boru")
    nothing = Words("en", {})
    state = game.new_state(3, 1)
    seat = state.players_to_act[0]
    assert narrator.prompt(state, nothing, seat) == "FirstTown"
    assert narrator.label(game.actions.parse("settle N1"), nothing) == "settle N1"
    assert narrator.action_line(game.actions.parse("settle N1"), 1, nothing, NAMES) == "Bob: settle N1"
    assert narrator.action_line(game.actions.parse("keep 4"), 1, nothing, NAMES, 0) == "Bob: keep"
    assert (
        narrator.note_line(Note(NoteKind("wedding", "player", "bride"), [1, "aoife"]), nothing, NAMES)
        == "Bob wedding aoife"
    )
    assert narrator.note_line(Note(NoteKind("repelled"), []), nothing, NAMES) == "repelled"


def test_game_with_a_journal_is_the_same_game() -> None:
    game = regnum.game("brian_boru")
    state = game.begin(4, 9, {}, with_log=True)
    assert state == game.new_state(4, 9)
    assert [note.key for note in narrator.pop_notes(state)] == ["first_player"]
    assert narrator.pop_notes(state) == []
    assert narrator.pop_notes(game.new_state(4, 9)) == []


def text_of(shown: list[Grid]) -> str:
    return "\n".join(line for table in shown for line in plain_table(table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_every_position_contain_words(language: str) -> None:
    for number, (state, _) in enumerate(games()):
        if number % 29 and not state.is_terminal:
            continue
        words = game_of(state).words(language)
        for observer in (None, 0, state.players - 1):
            text = text_of(tables(state.observed_by(observer), words, NAMES))
            assert not re.search(r"[{}]|None|\b\w+_\w+\b", text)
        if state.is_terminal:
            assert text_of(final_tables(state, words, NAMES))


def position_in_tricks() -> State:
    """Return a position of Brian Boru in the middle of a round: four hands, some cards played."""
    state = regnum.game("brian_boru").new_state(4, 2)
    bots = [make_player("random", seat) for seat in range(4)]
    while state.ply < 34:
        seat = state.players_to_act[0]
        state.apply(bots[seat].choose(state.observed_by(seat), state.legal_actions(seat)), seat)
    return state


def titles(state: State) -> list[str]:
    return [table.title for table in tables(state, game_of(state).words("en"), NAMES)]


def test_hands_are_shown_to_their_owners() -> None:
    state: Any = position_in_tricks()
    assert [title for title in titles(state) if "Hand" in title] == [f"Hand: {name}" for name in NAMES[:4]]
    assert state.observer == FULL
    assert [title for title in titles(state.observed_by(2)) if "Hand" in title] == ["Hand: Cid"]
    assert [title for title in titles(state.observed_by(None)) if "Hand" in title] == []
    hand = tables(state.observed_by(2), state.game.words("en"), NAMES)[-1]
    numbers = [int(row[0].split()[1]) for row in hand.rows]
    assert numbers == [card + 1 for card in range(25) if state.hand[2] >> card & 1]


def test_map_shows_discs_vikings_monasteries_and_tokens() -> None:
    state: Any = position_in_tricks()
    from regnum.games.brian_boru.components import REGIONS, TOWNS

    town = TOWNS.index("U3")
    for player in range(4):
        state.discs[player] &= ~(1 << town)
    state.discs[1] |= 1 << town
    state.vikings |= 1 << town
    state.monasteries |= 1 << town
    region = REGIONS.index("ulaid")
    state.open |= 1 << region
    state.owner[region] = 3
    row = next(row for row in tables(state, state.game.words("en"), NAMES)[0].rows if row[0] == "Ulaid")
    assert row[1:4] == ["3", "4", "Dee"]
    assert "U3 Maigh Rath red: Vikings (Bob), monastery" in row[5]
    assert "U3" not in row[4]


def test_game_without_tables_shows_its_fields() -> None:
    state = position_in_tricks()
    first, second = narrator.general_grids(state.observed_by(1), NAMES)
    assert [row[0] for row in first.rows] == NAMES[:4]
    assert "points" in first.columns
    assert [first.columns.index("coins") > 0, ["round", "1"] in second.rows] == [True, True]


def test_table_has_one_text_per_column() -> None:
    with pytest.raises(ValueError, match="2 columns"):
        Grid("", ["a", "b"], [["1", "2"], ["3"]])


def test_plain_tables_are_aligned() -> None:
    table = Grid("Points", ["who", "points"], [["Ann", "7"], ["Bartholomew", "12"]])
    assert plain_table(table) == ["Points", "who          points", "Ann               7", "Bartholomew      12"]
    assert plain_table(Grid("", ["", ""], [["a", "b"]])) == ["a  b"]
    assert plain_table(Grid("", ["x"], [])) == ["x"]
