"""The action families of Brian Boru, one per kind of decision in the rulebook."""

from typing import Final

from regnum.core import i64
from regnum.core.rules.action import Action, ActionTable, Family
from regnum.games.brian_boru.components import CARDS, PRINCESS_CHOICES, TOWNS

ACTIONS: Final = ActionTable("brian_boru")


class TownAction(Action):
    """An action whose parameter is a town."""

    def __init__(self, town: i64) -> None:
        super().__init__(("town", TOWNS[town]))
        self.town: Final = town


class CardAction(Action):
    """An action whose parameter is an action card."""

    def __init__(self, card: i64) -> None:
        super().__init__(("card", CARDS[card]))
        self.card: Final = card


def _towns(name: str) -> Family[TownAction]:
    return ACTIONS.add(name, [TownAction(town) for town in range(len(TOWNS))])


def _cards(name: str, secret: bool = False) -> Family[CardAction]:
    return ACTIONS.add(name, [CardAction(card) for card in range(len(CARDS))], secret)


settle: Final = _towns("settle")
keep: Final = _cards("keep", secret=True)
contest: Final = _towns("contest")
lead: Final = _cards("lead")
follow: Final = _cards("follow")
secondary: Final = ACTIONS.add_choices("secondary", "way", ["coins", "church", "raiders", "courtship", "drive_off"])
buy_disc: Final = ACTIONS.add_single("buy_disc")
buy_raider: Final = ACTIONS.add_single("buy_raider")
buy_step: Final = ACTIONS.add_single("buy_step")
expand: Final = _towns("expand")
drive_off: Final = _towns("drive_off")
dowry: Final = _towns("dowry")
grant: Final = _towns("grant")
princess: Final = ACTIONS.add_choices("princess", "answer", PRINCESS_CHOICES)
cede: Final = _towns("cede")
monastery: Final = _towns("monastery")
stop: Final = ACTIONS.add_single("pass")
