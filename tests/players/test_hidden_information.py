"""Choices of bots are independent of hidden information, for every game, level and character."""

from typing import Final

import pytest

import regnum
from regnum.core.ai.search_policy import candidates
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players import make_player
from regnum.players.random import playout

SEED: Final = 77
"""Seed of the bots, the same in every world."""
COUNTS: Final = [("brian_boru", 4), ("khan", 3), ("rurik", 1), ("rurik", 3), ("wallenstein", 3), ("wallenstein", 5)]
WORLDS: Final = 4
EVERY_GAME: Final = pytest.mark.parametrize(("game", "players"), COUNTS)


def levels(game: str) -> list[str]:
    """Return every level as it is and with each character of the game.

    The strong bot counts iterations, which are the same on every machine.
    """
    styles = ["", *(f":style={style}" for style in regnum.game(game).characters())]
    cheap = [f"{level}{style}" for level in ("gentle", "greedy") for style in styles]
    return [*cheap, "random", *(f"strong:iterations=8{style}" for style in styles[:2])]


def views(game: str, players: int, count: int) -> list[tuple[State, int]]:
    """Return positions of a game in which a seat has a choice and something is hidden from it."""
    s = regnum.game(game).new_state(players, seed=draw_number(5, players))
    result: list[tuple[State, int]] = []
    plies = 0
    while s.players_to_act and len(result) < count:
        for seat in s.players_to_act:
            if plies % 7 == 3 and len(candidates(s.legal_actions(seat))) > 1:
                result.append((s.clone(), seat))
                break
        playout(s, plies, 1)
        plies += 1
    return result


def worlds(s: State, seat: int) -> list[State]:
    """Return the world and others that differ in what is hidden from the seat."""
    seen = s.observed_by(seat)
    return [s, *(seen.determinized(draw_number(9, turn)) for turn in range(WORLDS))]


def hidden(world: State) -> str:
    """Return everything on the table except future chance."""
    return str({name: value for name, value in world.to_dict().items() if name not in ("seed", "draws", "observer")})


def choice(bot: str, world: State, seat: int) -> Action:
    return make_player(bot, SEED).choose(world.observed_by(seat), world.legal_actions(seat))


@EVERY_GAME
def test_worlds_differ_in_hidden_information_only(game: str, players: int) -> None:
    """The other tests of this module rely on this."""
    differing = 0
    for s, seat in views(game, players, 12):
        sampled_worlds = worlds(s, seat)
        assert all(world.observed_by(seat).to_dict() == s.observed_by(seat).to_dict() for world in sampled_worlds)
        assert all(world.legal_actions(seat) == s.legal_actions(seat) for world in sampled_worlds)
        differing += len({hidden(world) for world in sampled_worlds}) > 1
    assert differing >= 6


@EVERY_GAME
def test_choice_of_a_bot_is_independent_of_hidden_information(game: str, players: int) -> None:
    for bot in levels(game):
        costly = bot.startswith("strong")
        for s, seat in views(game, players, 2 if costly else 8):
            chosen = {choice(bot, world, seat) for world in worlds(s, seat)[: 3 if costly else WORLDS + 1]}
            assert len(chosen) == 1, f"{bot} at ply {s.ply}: {', '.join(map(str, chosen))}"


@EVERY_GAME
@pytest.mark.parametrize("level", ["gentle", "greedy"])
def test_seed_of_a_bot_changes_some_choices(game: str, players: int, level: str) -> None:
    """Choices are predictable only with the seed, which follows from a key of the server."""
    assert any(
        len({make_player(level, seed).choose(s.observed_by(seat), s.legal_actions(seat)) for seed in range(6)}) > 1
        for s, seat in views(game, players, 40)
    )
