"""Properties of every game, checked over random play of one setting: game, player count and options."""

import json
import os
import random
from collections.abc import Callable, Iterator

import pytest

import regnum
import regnum.core.game as core
from regnum.core.game import game_of
from regnum.core.record.record import Record, play_on
from regnum.core.rules.action import Param
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.rules.step import Simultaneous
from tests.support.games.state_fields import field_errors

SMALL = 50
"""A game with fewer entries may be too small for an undo."""


COMPILED = not core.__file__.endswith(".py")


GAMES = int(os.environ.get("REGNUM_GAMES", "60" if COMPILED else "8"))


Setting = tuple[str, int, dict[str, object]]


def play(setting: Setting, seed: int, state: State | None = None) -> Iterator[State]:
    """Yield the state (always the same object) before each decision of a random game, and at its end."""
    name, players, options = setting
    if state is None:
        state = regnum.game(name).new_state(players, seed, **options)
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
        assert state.ply < 20_000, "the game does not end"
    yield state


def sample(setting: Setting, seed: int, share: float) -> Iterator[State]:
    """Yield a random share of the states of a random game; a third of it where an option differs from its default.

    One of the first ten is among them, however short the game is.
    """
    rng = random.Random(-1 - seed)
    share = share / 3 if setting[2] else share
    early = rng.randrange(10)
    for number, state in enumerate(play(setting, seed)):
        if rng.random() < share or number == early:
            yield state


def random_games_end_without_impossible_positions(setting: Setting) -> None:
    games = GAMES if not setting[2] else max(1, GAMES // 10)
    for seed in range(games):
        last = None
        for state in play(setting, seed):
            errors = state.position_errors()
            assert not errors, f"seed {seed}, ply {state.ply}: {errors}"
            for player in state.players_to_act:
                options = state.legal_actions(player)
                assert len({action.index for action in options}) == len(options), f"seed {seed}, ply {state.ply}: twice"
            last = state
        assert last is not None
        assert len(last.scores()) == last.sides
        assert min(last.ranking()) == 1
        assert abs(sum(last.returns())) < 1e-9
        assert all(-1 <= value <= 1 for value in last.returns())
        assert last.legal_actions() == []


def positions_survive_serialization(setting: Setting) -> None:
    game = regnum.game(setting[0])
    for state in sample(setting, 1, 0.15):
        again = game.state_from_dict(json.loads(json.dumps(state.to_dict())))
        assert again == state
        assert hash(again) == hash(state)
        assert again.players_to_act == state.players_to_act
        for player in state.players_to_act:
            assert again.legal_actions(player) == state.legal_actions(player)


def clones_are_independent(setting: Setting) -> None:
    kept = [(state.clone(), state.to_dict()) for state in play(setting, 2)]
    for clone, written in kept:
        assert clone.to_dict() == written


def fields_are_copied_and_compared(setting: Setting) -> None:
    for state in sample(setting, 3, 0.2):
        assert field_errors(state) == []


def illegal_actions_are_refused_without_effect(setting: Setting) -> None:
    rng = random.Random(4)
    for state in sample(setting, 4, 0.1):
        before = state.to_dict()
        for player in range(state.players):
            legal = state.legal_actions(player)
            for action in rng.sample(list(state.game.actions), min(12, len(state.game.actions))):
                if action in legal:
                    state.clone().submit(action, player)
                    continue
                with pytest.raises(IllegalActionError) as error:
                    state.submit(action, player)
                assert "\n" not in str(error.value)
                clause = error.value.clause
                assert clause == "" or clause in game_of(state).ledger(), clause
        assert state.to_dict() == before


def determinizations_keep_the_observation(setting: Setting) -> None:
    for state in sample(setting, 5, 0.2):
        for player in [None, *range(state.players)]:
            seen = state.observed_by(player)
            world = seen.determinized(state.ply)
            assert world.observed_by(player) == seen
            assert world.position_errors() == []
            assert world.players_to_act == state.players_to_act
            if player in state.players_to_act:
                assert seen.legal_actions(player) == state.legal_actions(player) == world.legal_actions(player)


def determinizations_can_be_played_to_the_end(setting: Setting) -> None:
    for state in sample(setting, 6, 0.03):
        for player in range(state.players):
            seen = state.observed_by(player)
            *_, last = play(setting, 8, seen.determinized(7))
            assert last.position_errors() == []
            assert len(last.scores()) == state.sides


def order_of_simultaneous_decisions_does_not_matter(setting: Setting) -> None:
    rng = random.Random(9)
    for state in sample(setting, 8, 0.3):
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Simultaneous):
            continue
        plans = {player: random.Random(rng.random()) for player in state.players_to_act}
        results: list[State] = []
        for order in (sorted(plans), sorted(plans, reverse=True)):
            world = state.clone()
            rngs = {player: random.Random(plans[player].getstate()[1][0]) for player in plans}
            for player in order:
                while world.stack and world.stack[-1] is top and player in world.players_to_act:
                    world.apply(rngs[player].choice(world.legal_actions(player)), player)
            results.append(world)
        assert results[0] == results[1]


def records_replay_bit_for_bit_with_undos(setting: Setting) -> None:
    name, players, options = setting
    rng = random.Random(10)
    record = Record(name, players, 10, options)
    session = record.begin()
    while not session.state.is_terminal:
        player = rng.choice(session.state.players_to_act)
        if session.can_undo(player) and rng.random() < 0.2:
            actors = session.state.players_to_act
            session.submit(player, "undo")
            assert session.state.players_to_act == actors
            record.append(player, "undo")
        else:
            record.append(player, session.submit(player, rng.choice(session.state.legal_actions(player))).text)
    again = Record.parse("\n".join(record.lines()))
    assert again.verify() is None
    assert again.replay() == session.state


def undoable_actions_reveal_nothing(setting: Setting) -> None:
    """An undoable action shows its player the same in every world that fits what the player knew."""
    rng = random.Random(12)
    session = play_on(regnum.game(setting[0]).new_state(setting[1], 12, **setting[2]))
    undoable = 0
    while not session.state.is_terminal and undoable < 150:
        player = rng.choice(session.state.players_to_act)
        action = rng.choice(session.state.legal_actions(player))
        before = session.state.observed_by(player)
        session.submit(player, action)
        if session.can_undo(player):
            undoable += 1
            world = before.determinized(undoable)
            world.apply(action, player)
            assert world.observed_by(player) == session.state.observed_by(player)
    assert undoable > 0 or session.entry_count < SMALL


def journal_contains_no_hidden_information(setting: Setting) -> None:
    """The journal is for everybody: two worlds that a player cannot distinguish have the same notes."""
    rng = random.Random(11)
    for state in sample(setting, 11, 0.1):
        for player in state.players_to_act:
            if len(state.players_to_act) > 1:
                continue
            action = rng.choice(state.legal_actions(player))
            recorded: list[list[tuple[str, dict[str, Param]]]] = []
            for world in (state.clone(), state.observed_by(player).determinized(3)):
                world.journal = []
                draws = world.draws
                world.apply(action, player)
                if world.draws == draws:
                    recorded.append([(note.key, note.params) for note in world.journal])
            assert len(recorded) < 2 or recorded[0] == recorded[1]


def property_id(holds: Callable[..., None]) -> str:
    """Return the name of a property as the id of a test."""
    return holds.__name__


def setting_id(setting: Setting) -> str:
    name, players, options = setting
    return f"{name}-{players}" + "".join(f"-{key}={value}" for key, value in options.items())
