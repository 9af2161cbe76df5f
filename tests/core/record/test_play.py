"""Undo during simultaneous secret decisions: each seat undoes its own actions."""

import random

import pytest

import regnum
from regnum.core.record.play import MAX_UNDO_REPLAYS, Play
from regnum.core.record.record import Record
from regnum.core.record.summary import effective_entries
from regnum.core.rules.state import IllegalAction
from regnum.core.rules.step import Simultaneous
from regnum.players.review import effective_indices


def planning(seed: int = 3, players: int = 3) -> Play:
    """Return a game of Wallenstein in which everybody makes the first plan."""
    play = Record("wallenstein", players, seed).begin(with_log=True)
    dice = random.Random(seed)
    while len(play.state.players_to_act) < players:
        seat = play.state.players_to_act[0]
        play.submit(seat, dice.choice(play.state.legal_actions(seat)))
    return play


def lay(play: Play, seat: int) -> str:
    """Let a seat lay its next plan; return the action's text."""
    return play.submit(seat, play.state.legal_actions(seat)[0]).text


def undoable(play: Play, seat: int) -> list[str]:
    return [action.text for _, action in play.undoable_actions(seat)]


def test_secret_action_of_another_seat_does_not_end_undo() -> None:
    play = planning()
    seen = play.state.observed_by(0)
    first = lay(play, 0)
    lay(play, 1)
    lay(play, 2)
    play.submit(1, "undo")
    assert undoable(play, 0) == [first]
    plans = play.state.observed_by(2)
    play.submit(0, "undo")
    assert play.state.observed_by(0) == seen
    assert play.state.observed_by(2) == plans, "the plans of the others stay"
    assert not play.can_undo(0)
    assert play.can_undo(2)


def test_actions_are_undone_from_among_those_of_others() -> None:
    play = planning()
    texts: list[list[str]] = [[], [], []]
    for _ in range(3):
        for seat in range(3):
            texts[seat].append(lay(play, seat))
    for left in (2, 1, 0):
        play.submit(1, "undo")
        assert undoable(play, 1) == texts[1][:left]
        assert (undoable(play, 0), undoable(play, 2)) == (texts[0], texts[2])
    expected = planning()
    for at in range(3):
        for seat in (0, 2):
            expected.submit(seat, texts[seat][at])
    assert play.state == expected.state
    assert play.record.verify() is None
    assert play.record.replay() == play.state


def test_undo_is_limited_by_its_cost() -> None:
    """A thousand changes of a plan slow down neither the undo of another seat nor the record."""
    play = planning()
    for seat, count in ((0, 12), (1, 900)):
        for _ in range(count):
            legal = [str(action) for action in play.state.legal_actions(seat)]
            play.submit(seat, "change" if "change" in legal else legal[0])
    allowed = MAX_UNDO_REPLAYS // 900
    for left in range(allowed, 0, -1):
        assert len(play.undoable_actions(0)) == 12 - allowed + left
        play.submit(0, "undo")
    assert play.undoable_actions(0) == []
    with pytest.raises(IllegalAction, match="nothing that may be taken back"):
        play.submit(0, "undo")
    assert play.undoable_actions(1)
    assert Record.parse("\n".join(play.record.lines())).replay() == play.state


def test_undo_is_impossible_after_others_saw_the_action() -> None:
    """Everybody sees a confirmed plan, so the confirmation is final."""
    play = planning()
    lay(play, 0)
    while str(play.state.legal_actions(1)[0]) != "confirm":
        lay(play, 1)
    assert play.can_undo(0)
    play.submit(1, "confirm")
    assert not play.can_undo(0)
    assert not play.can_undo(1)
    lay(play, 0)
    lay(play, 2)
    assert play.can_undo(0)


def test_log_keeps_actions_of_others_after_an_undo() -> None:
    play = planning()
    before = len(play.log)
    own_action = lay(play, 0)
    other_action = lay(play, 1)
    play.submit(0, "undo")
    result = [(line.player, str(line.action or line.undone), line.number) for line in play.log[before:]]
    number = play.entry_count
    assert result == [(1, other_action, number - 1), (0, own_action, number)]
    again = lay(play, 0)
    assert str(play.latest_lines()[0].action) == again
    play.submit(1, "undo")
    assert [line.player for line in play.log[before:] if line.action is not None] == [0]
    assert play.latest_lines()[0].undone is not None


@pytest.mark.parametrize("seed", range(8))
def test_undo_is_independent_of_unnoticed_actions(seed: int) -> None:
    """The state equals that of the remaining actions in any order, whatever the others lay and undo."""
    dice = random.Random(seed)
    play, reference = planning(seed, 4), planning(seed, 4)
    start = play.entry_count
    step = play.state.stack[-1]
    for _ in range(60):
        seat = dice.randrange(4)
        if dice.random() < 0.4:
            if not play.can_undo(seat):
                with pytest.raises(IllegalAction, match="nothing that may be taken back"):
                    play.submit(seat, "undo")
                continue
            entry = "undo"
        else:
            choices = [str(action) for action in play.state.legal_actions(seat) if str(action) != "confirm"]
            if not choices:
                continue
            entry = dice.choice(choices)
        play.submit(seat, entry)
        if seat == 0:
            reference.submit(seat, entry)
        assert play.state.stack[-1] is step
        assert undoable(play, 0) == undoable(reference, 0)
        assert play.state.observed_by(0) == reference.state.observed_by(0)
        assert [seen.observed_by(0) for seen, _ in play.undoable_actions(0)] == [
            seen.observed_by(0) for seen, _ in reference.undoable_actions(0)
        ]
        assert play.known_entry_count(0) == reference.known_entry_count(0)
    assert play.record.verify() is None
    assert play.record.replay() == play.state
    stands = effective_entries(play.record)
    assert [number - 1 for number, _, _ in stands] == effective_indices(play.record.entries)
    again = Record("wallenstein", 4, seed).begin(with_log=True)
    for _, player, text in stands:
        again.submit(player, text)
    assert again.state == play.state
    actions = [(line.player, str(line.action)) for line in play.log if line.action is not None]
    assert actions == [(player, text) for _, player, text in stands]
    for seat in range(4):
        laid = [text for number, player, text in stands if player == seat and number > start]
        assert undoable(play, seat) == laid


def test_copy_of_a_play_is_independent() -> None:
    play = planning()
    lay(play, 0)
    lay(play, 1)
    twin = play.record.copy_play(play)
    twin.submit(0, "undo")
    assert play.can_undo(0)
    assert not twin.can_undo(0)
    assert twin.can_undo(1)


@pytest.mark.parametrize("name", regnum.games())
def test_secret_action_can_be_undone_in_every_game(name: str) -> None:
    """The state is as if the action had never happened, and the others see nothing of it."""
    for players in regnum.game(name).player_counts:
        play = Record(name, players, players).begin()
        dice = random.Random(players)
        undone = 0
        while not play.state.is_terminal and undone < 40:
            top = play.state.stack[-1]
            seat = dice.choice(play.state.players_to_act)
            if dice.random() < 0.3 and isinstance(top, Simultaneous) and play.can_undo(seat):
                others = [other for other in range(players) if other != seat]
                secret_families = [
                    (play.known_entry_count(other), play.state.observed_by(other), undoable(play, other))
                    for other in others
                ]
                play.submit(seat, "undo")
                assert play.state.stack[-1] is top
                now = [
                    (play.known_entry_count(other), play.state.observed_by(other), undoable(play, other))
                    for other in others
                ]
                quiet = play.entry_count in play.unknown_entries(None)
                assert now == secret_families or not quiet
                undone += 1
            else:
                play.submit(seat, dice.choice(play.state.legal_actions(seat)))
        assert play.record.verify() is None
