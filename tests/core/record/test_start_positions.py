"""Records that start from a position: stored in the header, and replayed bit for bit."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.core.record.play import Play
from regnum.core.record.record import Record, play_on
from regnum.core.record.summary import summarize
from regnum.new_game.pennies import GAME

pytestmark = pytest.mark.usefixtures("registered_pennies")


def played(play: Play, dice: random.Random, limit: int = 10_000) -> Play:
    """Play at random for a limited number of entries."""
    for _ in range(limit):
        if play.state.is_terminal:
            break
        seat = dice.choice(play.state.players_to_act)
        play.submit(seat, dice.choice(play.state.legal_actions(seat)))
    return play


@pytest.mark.parametrize("name", regnum.games())
def test_game_from_a_position_replays_bit_for_bit(name: str) -> None:
    dice = random.Random(name)
    for players in regnum.game(name).player_counts:
        state = played(Record(name, players, 5).begin(), dice, dice.randrange(20, 90)).state
        before = state.to_dict()
        play = played(play_on(state), dice)
        assert state.to_dict() == before, "the position itself stays as it was"
        again = Record.parse("\n".join(play.record.lines()))
        assert again.begin().state == state
        assert again.replay() == play.state
        assert again.lines() == play.record.lines()
        summary = summarize(again)
        assert [sum(points.values()) for points in summary.points_by_reason] == summary.final_state.scores()


@pytest.mark.parametrize("name", regnum.games())
def test_position_that_fits_an_observation_can_be_continued(name: str) -> None:
    dice = random.Random(name)
    game = regnum.game(name)
    for players in game.player_counts:
        state = played(Record(name, players, 7).begin(), dice, dice.randrange(10, 70)).state
        for seat in (*range(players), None):
            dealt = state.observed_by(seat).determinized(dice.randrange(1 << 60))
            again = Record.parse("\n".join(play_on(dealt).record.lines()))
            assert (again.begin().state, again.seed) == (dealt, dealt.seed)


def test_header_contains_the_position_beyond_the_setup(tmp_path: Path) -> None:
    record = play_on(GAME.new_state(2, 9, rounds=3)).record
    header = record.header()
    assert set(header["start"]) == {"draws", "ply", "stack", *GAME.new_state(2, 9).FIELDS}
    assert header["seed"] == 9
    record.save(tmp_path / "try.jsonl")
    assert Record.load(tmp_path / "try.jsonl").header() == header
    assert "start" not in Record("pennies", 2, 9).header()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"points": [0]}, "line 1: points: not a list of 2"),
        ({"round": -1, "tried": ["x"]}, r"line 1: round: -1 .*; tried: unknown name 'x'"),
        ({"seed": 4}, "line 1: start: seed is the header's to say"),
        ({"observer": 0}, "line 1: start: observer is the header's to say"),
        ({"moon": 1}, "line 1: moon: unknown field"),
        (None, "line 1: start is an object, a position"),
    ],
)
def test_impossible_position_is_refused_with_all_errors(change: dict[str, Any] | None, says: str) -> None:
    header = play_on(GAME.new_state(2, 9)).record.header()
    header["start"] = None if change is None else {**header["start"], **change}
    with pytest.raises(ValueError, match=f"^{says}"):
        Record.parse(json.dumps(header))
