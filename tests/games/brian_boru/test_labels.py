"""What buttons say where the position has a part in it."""

import random

import pytest

import regnum
from regnum.core.ledger import LANGUAGES
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import secondary
from regnum.games.brian_boru.state import BrianBoruState
from regnum.web.i18n import game_words

GAME = regnum.game("brian_boru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_secondary_actions_say_how_much_they_give(language: str) -> None:
    words = game_words(GAME, language)
    rng = random.Random(7)
    counts: dict[str, set[int]] = {}
    printed = {"coins": box.COIN, "church": box.CHURCH, "raiders": box.RAIDER, "courtship": box.COURTSHIP}
    for seed in range(20):
        s = GAME.new_state(4, seed=seed)
        while not s.is_terminal:
            assert isinstance(s, BrianBoruState)
            for action in (action for action in s.legal_actions() if secondary.has(action)):
                label = GAME.drawing.label(action, s, words, ["A", "B", "C", "D"])
                count = next((int(part) for part in label.split() if part.isdigit()), 0)
                (player,) = s.players_to_act
                way = str(action.params["way"])
                icon = printed.get(way, box.PAY)
                assert count in [row.count(icon) for row in box.SECONDARY[s.played[player]]]
                assert count > 0
                counts.setdefault(way, set()).add(count)
            s.apply(rng.choice(s.legal_actions()))
    counts.pop("drive_off", None)  # on one card only
    assert counts == {"coins": {1, 2, 3}, "church": {2, 3}, "raiders": {2, 3}, "courtship": {2, 3}}
