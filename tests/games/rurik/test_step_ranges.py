"""Ranges of step parameters: the first and last values are accepted, their neighbours are not."""

from contextlib import suppress

import pytest

from regnum.core.rules.step import parameters
from regnum.games.rurik import GAME
from tests.support.games.rurik import position
from tests.support.games.rurik_solo import solo_position

REGION, ITS_REGION, GOOD, DECK, SOME, POINTS, CARDS = (0, 14), (0, 7), (0, 4), (0, 1), (1, 99), (0, 99), (1, 99)

RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "SellAtMarket": {"good": GOOD},
    "Escort": {"region": REGION, "to": REGION},
    "ChooseDeck": {"count": SOME},
    "DrawSchemes": {"deck": DECK, "count": SOME},
    "KeepScheme": {"deck": DECK},
    "PutBack": {"deck": DECK},
    "DefeatRebel": {"region": REGION},
    "Casualties": {"region": REGION, "cards": CARDS},
    "CasualtyDeck": {"region": REGION, "cards": CARDS},
    "RevealCards": {"region": REGION, "cards": CARDS, "deck": DECK},
    "LoseFigure": {"region": REGION},
    "ReplaceByChurch": {"region": REGION},
    "Reward": {"deed": (0, 25)},
    "PayGoods": {"left": SOME, "good": GOOD},
    "PayDifferentGoods": {"left": SOME, "good": GOOD},
    "PaySameGoods": {"count": SOME},
    "Withdraw": {"left": SOME, "source": (0, 2), "region": (-1, 14)},
    "TakeDeed": {"refill": (0, 1)},
    "StowForTracks": {"moved": (0, 1023)},
    "StowForIncome": {"moved": (0, 1023)},
    "StowForPriority": {"moved": (0, 1023)},
    "RebelMuster": {"points": POINTS, "at": ITS_REGION, "ruling": (0, 1)},
    "RebelMove": {"points": POINTS, "target": (-1, 7)},
    "ChooseTarget": {"points": POINTS},
    "RebelAttack": {"points": POINTS, "less": POINTS, "region": (-1, 7)},
    "RebelTax": {"points": POINTS},
    "RebelBuild": {"points": POINTS, "rank": (0, 3), "at": ITS_REGION},
    "ChooseConverted": {"region": ITS_REGION},
    "Watch": {"more": (0, 1)},
}
FLAGS = {"RebelMainAction": ("moved",)}


def out_of_range(step: str, **params: int) -> bool:
    """Tell whether a position is refused for these parameters of its only step; the others have their first value."""
    own = {name: first for name, (first, _) in RANGES.get(step, {}).items()}
    seat = {"player": 0} if "player" in parameters(GAME.steps[step]) else {}
    state = solo_position() if step.startswith("Rebel") else position()
    state.stack = [GAME.steps[step](**{**seat, **own, **params})]
    return any(" is not from " in error or " is neither " in error for error in state.position_errors())


def test_table_contains_every_step_with_numbers() -> None:
    numbered = {name: set(parameters(kind)) - {"player"} for name, kind in GAME.steps.items()}
    listed = {name: set(own) for name, own in RANGES.items()} | {name: set(own) for name, own in FLAGS.items()}
    assert {name: own for name, own in numbered.items() if own} == listed


@pytest.mark.parametrize(("step", "name"), [(step, name) for step, own in RANGES.items() for name in own])
def test_only_numbers_within_the_range_are_accepted(step: str, name: str) -> None:
    first, last = RANGES[step][name]
    assert not out_of_range(step, **{name: first})
    assert not out_of_range(step, **{name: last})
    assert out_of_range(step, **{name: first - 1})
    assert out_of_range(step, **{name: last + 1})


def test_number_is_not_accepted_for_a_flag() -> None:
    with suppress(TypeError):  # compiled, such a step cannot even be made
        assert out_of_range("RebelMainAction", moved=1)
    assert not out_of_range("RebelMainAction", moved=True)


@pytest.mark.parametrize("step", ["NextAdvisor", "PlaceTroop", "Turn", "Attack", "Casualties", "DrawSchemes", "Reward"])
def test_seat_is_one_of_the_players(step: str) -> None:
    assert out_of_range(step, player=2)
    assert out_of_range(step, player=-1)
    assert not out_of_range(step, player=1)
