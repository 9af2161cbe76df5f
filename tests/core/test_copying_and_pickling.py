"""Games, layouts, records and bots can be copied and pickled, also when compiled."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

import regnum
from regnum.core.game import game_of
from regnum.core.record.record import Record
from regnum.core.record.seed_commitment import SeedCommitment
from regnum.players import make_player

COPIES: Final[dict[str, Callable[[Any], Any]]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}
EVERY_COPY = pytest.mark.parametrize("how", COPIES)


@EVERY_COPY
@pytest.mark.parametrize("name", regnum.games())
def test_copying_returns_the_same_game_and_layout(name: str, how: str) -> None:
    game = regnum.game(name)
    assert COPIES[how](game) is game
    for players in game.player_counts:
        layout = game.layout(players)
        assert COPIES[how](layout) is layout
        state = game.new_state(players, 1)
        assert COPIES[how](layout.encoder()).observation(state, 0) == layout.observation(state, 0)


@EVERY_COPY
@pytest.mark.parametrize("name", regnum.games())
def test_record_is_copied_completely(name: str, how: str) -> None:
    record = Record(name, 3, 5, commitment=SeedCommitment("a" * 64, "b" * 16))
    play = record.begin()
    for _ in range(12):
        player = play.state.players_to_act[0]
        play.apply(player, play.state.legal_actions(player)[0])
    played = Record(name, 3, 5, entries=play.record.entries, commitment=record.commitment)
    again = COPIES[how](played)
    assert again.lines() == played.lines()
    assert again.game is played.game


@EVERY_COPY
@pytest.mark.parametrize("bot", ["random", "gentle", "greedy", "strong:iterations=12"])
@pytest.mark.parametrize("name", regnum.games())
def test_copy_of_a_bot_continues_equally(name: str, bot: str, how: str) -> None:
    state = regnum.game(name).new_state(3, 9)
    bots = [make_player(bot, seat) for seat in range(3)]
    for _ in range(8):
        seat = state.players_to_act[0]
        seen = state.observed_by(seat)
        legal = seen.legal_actions(seat)
        copied = COPIES[how](bots[seat])
        assert (copied.seed, copied.params, copied.draws) == (bots[seat].seed, bots[seat].params, bots[seat].draws)
        action = bots[seat].choose(seen, legal)
        if how != "copy":  # a shallow one shares its tree with the original
            assert copied.choose(seen, legal) is action
        state.apply(action, seat)


@pytest.mark.parametrize("name", regnum.games())
def test_pickled_state_looks_the_same_to_every_seat(name: str) -> None:
    """This includes simultaneous decisions, when nobody sees how often the others have decided."""
    luck = Random(3)
    state = regnum.game(name).new_state(3, 9)
    layout = game_of(state).layout(3)
    together = 0
    for _ in range(150):
        if state.is_terminal:
            break
        again = pickle.loads(pickle.dumps(state))
        together += len(state.players_to_act) > 1
        for seat in range(3):
            assert layout.observation(again, seat) == layout.observation(state, seat)
            assert again.observed_by(seat) == state.observed_by(seat)
        seat = luck.choice(state.players_to_act)
        state.apply(luck.choice(state.legal_actions(seat)), seat)
    assert together or name in ("khan", "rurik")
