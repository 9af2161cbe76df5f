"""The search policy for Brian Boru."""

from typing import Final

from regnum.core import i64
from regnum.core.ai.search_policy import SearchPolicy, playout_actions, random_action
from regnum.core.packed import bit, first_bit
from regnum.core.rules.state import State
from regnum.games.brian_boru.action_phase import ChooseTown, Follow
from regnum.games.brian_boru.actions import follow
from regnum.games.brian_boru.components import MATCHING, TOWN_COLOUR
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.state import BrianBoruState


class BrianBoruSearchPolicy(SearchPolicy):
    """A policy with long playouts, as mid-game evaluations are unreliable; playouts never end in a power struggle."""

    def play_decision(self, state: State, player: i64, random_bits: i64) -> None:
        """Take an action: usually a sensible card to follow in a power struggle, otherwise a random playout action."""
        if isinstance(state, BrianBoruState) and random_bits & 0x3000 and isinstance(state.stack[-1], Follow):
            state.apply(follow[_sensible_card(state, player, random_bits & 0x4000 != 0)], player)
            return
        state.apply(random_action(playout_actions(state, player), random_bits), player)

    def is_quiet(self, state: State) -> bool:
        top = state.stack[-1]
        return isinstance(top, (ChooseTown, Draft))


def _sensible_card(s: BrianBoruState, player: i64, plays_high: bool) -> i64:
    """Return the lowest card that takes the lead, if eager; else the lowest that doesn't compete, or the lowest."""
    hand = s.hand[player]
    matching = MATCHING[TOWN_COLOUR[s.active]]
    if plays_high:
        winner = s.winner()
        higher_cards = hand & matching & (-1 if winner < 0 else -bit(s.played[winner] + 1))
        if higher_cards:
            return _lowest_card(higher_cards)
    return _lowest_card(hand & ~matching or hand)


def _lowest_card(cards: i64) -> i64:
    return first_bit(cards)


SEARCH: Final[SearchPolicy] = BrianBoruSearchPolicy(playout_length=40, margin_scale=5.0, exploration=1.2)
