"""Seats, seeds, counts and indices accept any integer type, such as NumPy's, and become Python integers."""

import json

import numpy
import pytest

import regnum
from regnum.core.integers import as_int, to_int
from regnum.core.record.record import Record
from regnum.core.rules.state import IllegalActionError
from regnum.players.random import playout


class Number:
    """Like NumPy's integers: not an int, but convertible to one."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"Number({self.value})"


class Array:
    """Like NumPy's arrays: they have the method but refuse to convert."""

    def __index__(self) -> int:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")


@pytest.mark.parametrize("name", regnum.games())
def test_game_accepts_numbers_of_any_integer_type(name: str) -> None:
    game = regnum.game(name)
    players = game.player_counts[-1]
    from_ints, from_other_types = game.new_state(players, 8), game.new_state(Number(players), Number(8))
    assert from_ints == from_other_types
    assert type(from_other_types.seed) is type(from_other_types.players) is int
    for _ in range(60):
        seat = from_ints.players_to_act[-1]
        legal = from_ints.legal_actions(seat)
        assert from_other_types.legal_actions(Number(seat)) == legal
        action = game.actions[Number(legal[-1].index)]
        assert action is legal[-1]
        seen = from_other_types.observed_by(Number(seat))
        assert seen == from_ints.observed_by(seat)
        assert type(seen.observer) is int
        assert seen.determinized(Number(3)) == from_ints.observed_by(seat).determinized(3)
        from_ints.apply(action, seat)
        from_other_types.apply(action, Number(seat))
        assert from_ints == from_other_types
    seat = from_ints.players_to_act[0]
    assert from_other_types.submit(from_other_types.legal_actions()[0], Number(seat)) is from_ints.submit(
        from_ints.legal_actions()[0], seat
    )
    assert from_ints == from_other_types
    playout(from_other_types, 5)
    json.dumps(from_other_types.to_dict())


def test_record_and_options_accept_any_integer_type() -> None:
    record = Record("brian_boru", Number(5), Number(4), {"tricks_with_five": Number(4), "first_player": Number(2)})
    assert json.loads(record.lines()[0])["options"]["first_player"] == 2
    assert record.header() == Record("brian_boru", 5, 4, {"tricks_with_five": 4, "first_player": 2}).header()


@pytest.mark.parametrize("wrong", [True, 3.0, "3", Number(9), Array(), None])
def test_invalid_player_count_is_refused_in_one_line(wrong: object) -> None:
    with pytest.raises(ValueError, match="Khan is for 2, 3, 4 players, not"):
        regnum.game("khan").new_state(wrong, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, 3.0, "3", Number(-1), Number(1 << 64), Array()])
def test_invalid_seed_is_refused_in_one_line(wrong: object) -> None:
    with pytest.raises(ValueError, match="is not a whole number from 0"):
        regnum.game("khan").new_state(2, wrong)  # type: ignore[arg-type]


def test_unknown_seat_is_refused() -> None:
    state = regnum.game("khan").new_state(2, 1)
    with pytest.raises(IllegalActionError, match="no player 7"):
        state.submit(state.legal_actions()[0], Number(7))
    with pytest.raises(ValueError, match="no player"):
        state.observed_by(Number(2))
    assert state.legal_actions(Number(7)) == []


def test_whole_numbers_are_recognized_and_converted() -> None:
    assert (to_int(3), to_int(Number(4)), as_int(5), as_int(Number(6))) == (3, 4, 5, 6)
    others: list[object] = [True, False, 1.0, "1", None, Array(), []]
    assert [as_int(other) for other in others] == [None] * 7
    with pytest.raises(TypeError):
        to_int("3")  # type: ignore[arg-type]


def test_numpy_numbers_are_accepted() -> None:
    state = regnum.game("khan").new_state(numpy.int64(3), numpy.uint32(5))
    seat = numpy.int8(state.players_to_act[0])
    state.apply(state.game.actions[numpy.int16(state.legal_actions(seat)[0].index)], seat)
    assert state.ply == 1
    assert as_int(numpy.array([1, 2])) is None
