"""Batches of games: equal to single games, with exact seeds."""

import random
from typing import Any

import pytest

import regnum
from regnum.core.batch import Batch, Buffers
from regnum.core.rules.state import State

GAMES = [("brian_boru", 3), ("khan", 2), ("rurik", 1), ("rurik", 4), ("wallenstein", 3)]


class Memory:
    """Buffers of plain Python for a number of games."""

    def __init__(self, name: str, players: int, count: int) -> None:
        game = regnum.game(name)
        self.size, self.width = game.layout(players).size, len(game.actions)
        self.seats = memoryview(bytearray(count))
        self.rewards: Any = memoryview(bytearray(4 * count * players)).cast("f")
        self.dones = memoryview(bytearray(count))
        self.seeds = memoryview(bytearray(8 * count)).cast("Q")
        self.observations = memoryview(bytearray(b"\x07" * count * self.size))
        self.masks = memoryview(bytearray(b"\x07" * count * self.width))
        self.all = Buffers(self.observations, self.masks, self.seats, self.rewards, self.dones, self.seeds)

    def legal(self, place: int) -> list[int]:
        """Return the marked actions of a slot."""
        mask = bytes(self.masks[place * self.width : (place + 1) * self.width])
        assert set(mask) <= {0, 1}
        return [index for index, marked in enumerate(mask) if marked]


def chosen(*actions: int) -> memoryview:
    """Return actions as a caller passes them."""
    indices = memoryview(bytearray(8 * len(actions))).cast("q")
    for place, action in enumerate(actions):
        indices[place] = action
    return indices


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_each_slot_equals_a_single_game(name: str, players: int) -> None:
    """Each slot plays more than two games; the next one begins with the announced seed."""
    game, count = regnum.game(name), 3
    memory = Memory(name, players, count)
    batch = Batch(game, players, count, 10, {}, memory.all)
    single_games: list[State] = [game.new_state(players, 10 + slot) for slot in range(count)]
    rng = random.Random(1)
    ended = 0
    while ended < 2:
        actions = [rng.choice(memory.legal(slot)) for slot in range(count)]
        batch.step(chosen(*actions))
        for slot, action in enumerate(actions):
            s = single_games[slot]
            s.apply(game.actions[action], s.players_to_act[0])
            rewards = list(memory.rewards[slot * players : (slot + 1) * players])
            assert memory.dones[slot] == s.is_terminal
            if s.is_terminal:
                assert rewards == pytest.approx(s.returns()[:players], abs=1e-6)
                ended += 1
                s = single_games[slot] = game.new_state(players, memory.seeds[slot])
            else:
                assert not any(rewards)
            assert memory.seeds[slot] == s.seed
            assert s.seed % count == (10 + slot) % count
            assert memory.seats[slot] == s.players_to_act[0]
            assert memory.legal(slot) == sorted(a.index for a in s.legal_actions())
            if rng.random() < 0.05:
                seen = bytes(memory.observations[slot * memory.size : (slot + 1) * memory.size])
                assert seen == game.layout(players).observation(s, s.players_to_act[0])
                assert batch.state(slot) == s


def test_illegal_action_changes_nothing() -> None:
    memory = Memory("khan", 2, 2)
    batch = Batch(regnum.game("khan"), 2, 2, 0, {}, memory.all)
    first = memory.legal(0)[0]
    wrong = next(index for index in range(memory.width) if index not in memory.legal(1))
    before = batch.state(0).clone()
    for actions in ([first, wrong], [first, -1], [first, memory.width], [first]):
        with pytest.raises(ValueError, match=r"game 1: action|1 actions for 2 games"):
            batch.step(chosen(*actions))
    assert batch.state(0) == before


def test_games_are_reset_on_request() -> None:
    memory = Memory("brian_boru", 3, 2)
    batch = Batch(regnum.game("brian_boru"), 3, 2, 5, {}, memory.all)
    first = bytes(memory.observations)
    batch.step(chosen(memory.legal(0)[0], memory.legal(1)[0]))
    assert bytes(memory.observations) != first
    batch.reset(5)
    assert bytes(memory.observations) == first
    assert list(memory.seeds) == [5, 6]
    batch.reset(2**64 - 1)
    assert list(memory.seeds) == [2**64 - 1, 0]


def test_invalid_setup_is_refused() -> None:
    memory, khan = Memory("khan", 3, 2), regnum.game("khan")
    with pytest.raises(ValueError, match="Khan is for"):
        Batch(khan, 7, 2, 0, {}, memory.all)
    with pytest.raises(ValueError, match="the buffer observations has"):
        Batch(khan, 2, 2, 0, {}, memory.all)
    with pytest.raises(ValueError, match="must be at least one, not 0"):
        Batch(khan, 3, 0, 0, {}, memory.all)
    with pytest.raises(ValueError, match="seed -1"):
        Batch(khan, 3, 2, 0, {}, memory.all).reset(-1)
