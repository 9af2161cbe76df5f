"""The players' boards: turning up what was planned."""

from typing import Final

from regnum.core.step import Event
from regnum.games.wallenstein.components import CARDS, CONVERT_1, LANDS, TOWER_CARD
from regnum.games.wallenstein.state import WallensteinState


def turn_up(s: WallensteinState, player: int, field: int) -> int:
    """Turn up the card on a field; return its land, or -1 if it is none.

    wallenstein.actions.show_card, wallenstein.planning.no_action
    """
    card = s.plan[player][field]
    if not 0 <= card < len(CARDS):
        return -1
    s.shown[player] |= 1 << field
    s.reveal()
    if card >= len(LANDS):
        converts = field >= CONVERT_1 and card == TOWER_CARD
        s.tell_by_key("tower_card" if converts else "no_action", player, CARDS[card])
        return -1
    s.tell_by_key("card", player, LANDS[card])
    return card


class PlannedAction(Event[WallensteinState]):
    """A player turns up his card for an action, and does it if it is a land."""

    def __init__(self, player: int, action: int) -> None:
        super().__init__()
        self.player: Final = player
        self.action: Final = action

    def happen(self, s: WallensteinState) -> None:
        land = turn_up(s, self.player, self.action)
        if land >= 0:
            self.act(s, land)

    def act(self, s: WallensteinState, land: int) -> None:
        """Do the action in the land of the card."""
        raise TypeError(f"{type(self).__name__} has no method act")
