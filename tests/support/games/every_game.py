"""Helpers for the tests of all games."""

import random
import re
from typing import Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES

GAP: Final = re.compile(r"[{}|]|(?<!\w)\?|\b[a-z]+_[a-z]+\b")
"""Signs of a missing text: a slot, a "?" that ends no word, or an id of the data."""


NAMES: Final = ["Deirdre", "Möngke", "Ögedei", "Peer", "Євгенія"]


EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)


EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


SAMPLED: Final = pytest.mark.parametrize(
    "thorough", [False, pytest.param(True, marks=pytest.mark.full)], ids=["some", "all"]
)
"""Gives a test the argument `thorough`: False to check some positions, True (in the lane "long") to check all."""


def random_record(game: Game, players: int, seed: int, last_options: bool = False) -> Record:
    """Return the record of a random game with some undos, or with the last value of every option."""
    options: dict[str, object] = {}
    for option in game.options if last_options else ():
        try:
            game.read_setup(players, seed, {**options, option.name: option.values[-1]})
        except ValueError:
            continue
        options[option.name] = option.values[-1]
    play = Record(game.id, players, seed, options).begin()
    rng = random.Random(seed)
    while not play.state.is_terminal:
        player = rng.choice(play.state.players_to_act)
        undo = rng.random() < 0.1 and play.can_undo(player)
        play.submit(player, "undo" if undo else rng.choice(play.state.legal_actions(player)))
    return play.record
