"""Turning up planned cards, and the base class of the actions that follow."""

from typing import Final

from regnum.core.rules.step import NextSteps, PlayerEvent
from regnum.games.wallenstein.components import CARDS, CONVERT_1, LANDS, TOWER_CARD
from regnum.games.wallenstein.notes import NO_ACTION, SHOWS_LAND, SHOWS_TOWER_CARD
from regnum.games.wallenstein.state import WallensteinState


def turn_up(s: WallensteinState, player: int, field: int) -> int:
    """Turn up the card on a field; return its land, or -1 if it is not a land card.

    wallenstein.actions.show_card, wallenstein.planning.no_action
    """
    card = s.plan[player][field]
    if not 0 <= card < len(CARDS):
        return -1
    s.shown[player] |= 1 << field
    s.reveal()
    if card >= len(LANDS):
        converts = field >= CONVERT_1 and card == TOWER_CARD
        s.add_note(SHOWS_TOWER_CARD if converts else NO_ACTION, player, CARDS[card])
        return -1
    s.add_note(SHOWS_LAND, player, LANDS[card])
    return card


class PlannedAction(PlayerEvent[WallensteinState]):
    """Turn up a player's card for an action, and carry out the action if it is a land card."""

    def __init__(self, player: int, action: int) -> None:
        super().__init__(player)
        self.action: Final = action

    def happen(self, s: WallensteinState) -> None:
        land = turn_up(s, self.player, self.action)
        if land >= 0:
            self.act(s, land)

    def act(self, s: WallensteinState, land: int) -> None:
        """Carry out the action in a land; subclasses implement it."""
        raise TypeError(f"{type(self).__name__} has no method act")

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return following_steps(s, type(self).__name__, self.player, self.action)

    def position_error(self, s: WallensteinState) -> str:
        return "the player's card for this action is face up" if s.shown[self.player] >> self.action & 1 else ""


def following_steps(s: WallensteinState, kind: str, player: int, *actions: int) -> tuple[str, ...]:
    """Return the steps that may follow one of these actions: a later player's, the next card, the round's end."""
    order = s.players_in_order()
    later_players = order[order.index(player) + 1 :] if player in order else order
    names = [""]
    for action in actions:
        names += [f"{kind}(player={later_player}, action={action})" for later_player in later_players]
        turned_count = s.order.index(action) + 1 if action in s.order else 0
        names.append(f"NextActionCard(position={turned_count})" if turned_count < len(s.order) else "EndRound()")
    return tuple(names)
