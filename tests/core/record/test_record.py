"""Records: written, read, replayed and verified; and the rule of undo."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import regnum
from regnum.core.record.play import Play
from regnum.core.record.record import Record, play_on
from regnum.core.rules.state import IllegalAction
from regnum.new_game.pennies import GAME
from regnum.new_game.pennies.state import PenniesState
from regnum.players.random import playout

pytestmark = pytest.mark.usefixtures("registered_pennies")


def pennies(*entries: tuple[int, str]) -> Record:
    return Record("pennies", 2, 3, {"rounds": 1}, entries)


def whole_game() -> Record:
    record = pennies((1, "hide 2"), (0, "hide 0"))
    first = record.replay().players_to_act[0]
    record.append(first, "guess 1")
    record.append(first, "guess 2")
    return record


def test_record_determines_the_state() -> None:
    record = whole_game()
    assert record.replay().is_terminal
    assert sorted(record.replay().scores()) == [0, 1]
    assert record.replay(0) == record.begin().state
    assert record.replay(2).players_to_act == record.replay(3).players_to_act
    assert record.verify() is None


def test_record_is_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    whole_game().save(path)
    again = Record.load(path)
    assert again.replay() == whole_game().replay()
    assert again.lines() == whole_game().lines()
    lines = path.read_text().splitlines()
    assert json.loads(lines[0]) == {
        "regnum": 1,
        "game": "pennies",
        "rules": 1,
        "players": 2,
        "seed": 3,
        "options": {"rounds": 1, "loud": False},
    }
    assert json.loads(lines[1]) == [1, "hide 2"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text("\n".join(whole_game().lines()), encoding="utf-8-sig")
    assert Record.load(file).lines() == whole_game().lines()
    assert Record.parse(file.read_text(encoding="utf-8")).lines() == whole_game().lines()


def test_verify_names_the_first_unfitting_entry() -> None:
    record = pennies((1, "hide 2"), (1, "hide 0"), (0, "fly"))
    misfit = record.verify()
    assert misfit is not None
    assert (misfit.entry, misfit.line, misfit.player, misfit.text) == (2, 3, 1, "hide 0")
    assert str(misfit) == "line 3: 'hide 0' of player 1 does not fit: not player 1's turn: 0 must act"
    with pytest.raises(ValueError, match="line 3: 'hide 0' of player 1 does not fit"):
        record.replay()
    assert record.replay(1).ply == 1
    with pytest.raises(ValueError, match="there is no entry 9: the record has 3"):
        record.replay(9)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda lines: [], "line 1: not JSON"),
        (lambda lines: ["[1]", *lines[1:]], "line 1: not the header of a record"),
        (lambda lines: [lines[0].replace('"regnum": 1', '"regnum": 2'), *lines[1:]], "line 1: record format 2"),
        (lambda lines: [lines[0].replace('"rules": 1', '"rules": 0'), *lines[1:]], "line 1: pennies rules version 0"),
        (lambda lines: [lines[0].replace("pennies", "chess"), *lines[1:]], "line 1: unknown game 'chess'"),
        (lambda lines: [lines[0].replace('"players": 2', '"players": 9'), *lines[1:]], "line 1: Pennies is for 2, 3"),
        (lambda lines: [lines[0].replace('"seed": 3, ', ""), *lines[1:]], "line 1: the header lacks seed"),
        (
            lambda lines: [lines[0].replace('"seed": 3', '"seed": "x"'), *lines[1:]],
            "line 1: seed 'x' is not a whole number",
        ),
        (lambda lines: [lines[0].replace('"seed": 3', '"seed": null'), *lines[1:]], "line 1: a record needs a seed"),
        (lambda lines: ["[" * 100_000, *lines[1:]], "line 1: not JSON"),
        (lambda lines: [lines[0].replace('"players": 2', '"players": "2"'), *lines[1:]], "2, 3 players, not '2'"),
        (lambda lines: [lines[0].replace('"rounds": 1', '"rounds": 7'), *lines[1:]], "line 1: option rounds=7"),
        (lambda lines: [*lines[:2], lines[2][:5]], "line 3: not JSON, or cut off"),
        (lambda lines: [*lines[:2], '{"a": 1}', *lines[3:]], "line 3: not an entry"),
        (lambda lines: [*lines[:2], '["0", "hide 1"]', *lines[3:]], "line 3: not an entry"),
        (lambda lines: [*lines[:2], "", *lines[3:]], "line 3: not JSON"),
        (lambda lines: [*lines[:2], r'[0, "\ud800"]', *lines[3:]], "line 3: not JSON"),
        (lambda lines: [lines[0].replace('"rules": 1', r'"rules": "\ud800"'), *lines[1:]], "line 1: not JSON"),
    ],
)
def test_broken_file_is_reported_with_its_line(
    tmp_path: Path, spoil: Callable[[list[str]], list[str]], says: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(spoil(whole_game().lines())) + "\n")
    with pytest.raises(ValueError, match=r"game\.jsonl: line ") as error:
        Record.load(path)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="not a record"):
        Record.load(path)


def session() -> Play:
    return play_on(GAME.new_state(3, 4))


def test_own_action_can_be_undone() -> None:
    """The first of three players reconsiders while the others are still choosing."""
    state = regnum.game("brian_boru").new_state(3, 4)
    game = play_on(state)
    for _ in range(3):
        player = game.state.players_to_act[0]
        game.submit(player, game.state.legal_actions()[0])
    before = game.state.to_dict()
    card = game.state.legal_actions(1)[0]
    game.submit(1, card)
    assert game.can_undo(1)
    assert not game.can_undo(0)
    game.submit(1, "undo")
    assert game.state.to_dict() == before
    assert game.entry_count == 5
    assert not game.can_undo(1)


def test_undo_never_changes_whose_turn_it_is() -> None:
    game = session()
    game.submit(0, "hide 1")
    assert not game.can_undo(0)
    with pytest.raises(IllegalAction, match="nothing that may be taken back"):
        game.submit(0, "undo")
    assert isinstance(game.state, PenniesState)
    assert game.state.hidden[0] == 1


def test_undo_never_crosses_another_players_action() -> None:
    game = play_on(regnum.game("brian_boru").new_state(3, 4))
    for _ in range(3):
        game.submit(game.state.players_to_act[0], game.state.legal_actions()[0])
    game.submit(1, game.state.legal_actions(1)[0])
    game.submit(2, game.state.legal_actions(2)[0])
    assert not game.can_undo(1)
    assert game.can_undo(2)


def test_undo_never_crosses_the_end_of_a_simultaneous_decision() -> None:
    """The last player of a draft sees the last packet, so they must not choose again even if they act next."""
    game = play_on(regnum.game("brian_boru").new_state(3, 0, first_player=1))
    for _ in range(3):
        game.submit(game.state.players_to_act[0], game.state.legal_actions()[0])
    for _ in range(3):  # three times two cards are chosen; the last two are kept without a choice
        for player in (2, 2, 1, 1, 0, 0):
            game.submit(player, game.state.legal_actions(player)[0])
    assert game.state.players_to_act == (0,)
    assert not game.can_undo(0)


def test_undo_never_crosses_a_draw_or_a_reveal() -> None:
    game = session()
    for player in range(3):
        game.submit(player, "hide 1")
    guesser = game.state.players_to_act[0]
    game.submit(guesser, "guess 0")
    assert game.state.players_to_act == (guesser,)
    assert not game.can_undo(guesser)


def test_undo_is_an_entry_of_the_record() -> None:
    record = Record("brian_boru", 3, 4)
    for _ in range(3):
        state = record.replay()
        record.append(state.players_to_act[0], state.legal_actions()[0])
    before = record.replay()
    record.append(1, before.legal_actions(1)[0])
    record.append(1, "undo")
    assert record.replay() == before
    record.append(1, before.legal_actions(1)[1])
    assert record.replay().ply == 4
    assert record.verify() is None
    record.append(2, "undo")
    misfit = record.verify()
    assert misfit is not None
    assert misfit.entry == 7


def test_log_of_a_play_contains_undos() -> None:
    game = Record("brian_boru", 3, 4).begin(with_log=True)
    for _ in range(3):
        game.submit(game.state.players_to_act[0], game.state.legal_actions()[0])
    result = list(game.log)
    assert [line.note.key for line in result if line.note is not None]
    card = game.state.legal_actions(0)[0]
    game.submit(0, card)
    assert game.log[len(result)].action is card
    game.submit(0, "undo")
    assert game.log[:-1] == result
    assert game.log[-1].undone is card
    assert game.latest_lines() == game.log[-1:]


def test_move_is_proposed_without_effect_and_applied_once() -> None:
    game = Record("pennies", 2, 4).begin()
    before = game.state.to_dict()
    move = game.propose(0, "hide 1")
    assert (game.state.to_dict(), game.entry_count) == (before, 0)
    game.adopt(move)
    assert (game.record.entries, game.state) == ([(0, "hide 1")], move.state)
    with pytest.raises(ValueError, match="proposed after 0 entries, but there are 1"):
        game.adopt(move)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("meant")])
def test_record_replaces_plain_files_only(make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    make(path)
    before = path.lstat()
    with pytest.raises(OSError, match="name a file"):
        whole_game().save(path)
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"a key that signs cookies", b'{"arena": 1}\n'])
def test_record_replaces_records_only(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(OSError, match="a file of another kind"):
        whole_game().save(path)
    assert path.read_bytes() == content
    path.unlink()
    whole_game().save(path)
    whole_game().save(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", regnum.games())
def test_whole_random_games_replay_bit_for_bit(name: str, tmp_path: Path) -> None:
    game = regnum.game(name)
    for players in game.player_counts:
        state = game.new_state(players, players)
        record = Record(name, players, players)
        while not state.is_terminal:
            player = state.players_to_act[-1]
            action = state.legal_actions(player)[-1 if state.ply % 3 else 0]
            record.append(player, state.submit(action, player))
        record.save(tmp_path / "whole.jsonl")
        assert Record.load(tmp_path / "whole.jsonl").replay() == state


def test_playout_stops_at_its_limit() -> None:
    state = regnum.game("brian_boru").new_state(4, 1)
    assert playout(state, 5, limit=30) == 30
    assert state.ply == 30
    again = regnum.game("brian_boru").new_state(4, 1)
    playout(again, 5, limit=30)
    assert again == state
    playout(state, 6)
    assert state.is_terminal
