"""The action families of Wallenstein, one per kind of decision in the rulebook."""

from typing import Final

from regnum.core.rules.action import Action, ActionTable, Family
from regnum.games.wallenstein import components as box

ACTIONS: Final = ActionTable("wallenstein")


class LandAction(Action):
    """An action whose parameter is a land."""

    def __init__(self, land: int) -> None:
        super().__init__(("land", box.LANDS[land]))
        self.land: Final = land


class CountAction(Action):
    """An action whose parameter is a number."""

    def __init__(self, kind: str, count: int) -> None:
        super().__init__((kind, count))
        self.count: Final = count


class PlanAction(Action):
    """Put a card on a field of the player's board."""

    def __init__(self, field: int, card: int) -> None:
        super().__init__(("field", box.FIELDS[field]), ("card", box.CARDS[card]))
        self.field: Final = field
        self.card: Final = card


class FieldAction(Action):
    """An action whose parameter is a field of the player's board."""

    def __init__(self, field: int) -> None:
        super().__init__(("field", box.FIELDS[field]))
        self.field: Final = field


def _lands(name: str) -> Family[LandAction]:
    return ACTIONS.add(name, [LandAction(land) for land in range(len(box.LANDS))])


def _by_field() -> list[Family[PlanAction]]:
    """Declare the family `plan` and return one family per field, so that a mask of cards selects its members."""
    members = [PlanAction(field, card) for field in range(len(box.FIELDS)) for card in range(len(box.CARDS))]
    ACTIONS.add("plan", members, secret=True)
    cards = len(box.CARDS)
    return [Family("plan", members[field * cards : field * cards + cards]) for field in range(len(box.FIELDS))]


draft: Final = _lands("draft")
draw: Final = ACTIONS.add_single("draw")
replace: Final = ACTIONS.add_single("replace")
station: Final = ACTIONS.add_choices("station", "armies", box.GROUP_SIZES)
plan: Final = _by_field()
blank: Final = ACTIONS.add("blank", [FieldAction(field) for field in range(len(box.FIELDS))], secret=True)
change: Final = ACTIONS.add("change", [Action()], secret=True, convenience=True)[0]
confirm: Final = ACTIONS.add_single("confirm")
take_space: Final = ACTIONS.add("space", [CountAction("space", space + 1) for space in range(box.SPACES)])
bonus: Final = ACTIONS.add_choices("bonus", "bonus", box.BONUSES)
favour: Final = ACTIONS.add_choices("favour", "favour", box.FAVOURS)
cancel_event: Final = ACTIONS.add_single("cancel_event")
calm: Final = _lands("calm")
donate: Final = _lands("donate")
reinforce: Final = _lands("reinforce")
shift: Final = _lands("shift")
march: Final = _lands("march")
attack: Final = _lands("attack")
send: Final = ACTIONS.add("send", [CountAction("armies", count) for count in range(box.ARMIES + 1)])
ACTIONS.set_limit(send, "armies", box.ARMIES, "armies_over_limit", "wallenstein.setup.material")
face: Final = _lands("face")
stop: Final = ACTIONS.add_single("pass")
