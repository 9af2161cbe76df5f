"""Odds in Rurik, as far as a player can know them: the risk that casualty cards cost a figure."""

from regnum.core.packed import popcount
from regnum.core.rules.action import Action, IndexedAction
from regnum.games.rurik import components as box
from regnum.games.rurik.actions import OpponentAction
from regnum.games.rurik.main_actions.attack import Casualties
from regnum.games.rurik.state import RurikState


def outcome_of(action: Action, s: RurikState) -> RurikState:
    """Return a position, with hidden information dealt at random, after an action of the state's observer."""
    outcome = s.determinized(0)
    outcome.apply(action, s.observer)
    assert isinstance(outcome, RurikState)
    return outcome


def risk_of(action: OpponentAction, s: RurikState) -> tuple[int, int]:
    """Return how many cards an observer's attack turns up at most, and the risk of losing a figure, in percent.

    rurik.attack.cards, rurik.attack.loss
    """
    stack = outcome_of(action, s).stack
    step = stack[-1] if stack else None
    if not isinstance(step, Casualties):
        return 0, 0
    unseen = ((1 << len(box.KIND)) - 1) & ~(s.hand[s.observer] | s.discards)
    count, harmless_count = popcount(unseen), popcount(unseen & ~box.LOSS_SCHEMES)
    safe_probability = 1.0
    for drawn in range(step.cards):
        safe_probability *= float(max(0, harmless_count - drawn)) / float(max(1, count - drawn))
    return step.cards, round(100 * (1 - safe_probability))


def risk_of_deck(action: Action, s: RurikState) -> int:
    """Return the risk, in percent, that cards from an action's deck cost the observer a figure; -1 for other actions.

    The observer knows the cards that they put on top. rurik.attack.cards, rurik.attack.loss
    """
    step = s.stack[-1] if s.stack else None
    if action.family != "reveal" or not isinstance(action, IndexedAction) or type(step) is not Casualties:
        return -1
    known_cards = sum(1 << card for deck in range(len(box.DECKS)) for card in s.deck(deck) if card >= 0)
    unseen = ((1 << len(box.KIND)) - 1) & ~(s.hand[s.observer] | s.discards | known_cards)
    count, harmless_count = popcount(unseen), popcount(unseen & ~box.LOSS_SCHEMES)
    safe_probability = 1.0
    for card in s.deck(action.choice)[::-1][: step.cards]:
        if card >= 0:
            safe_probability *= not box.LOSS_SCHEMES >> card & 1
        else:
            safe_probability *= float(max(0, harmless_count)) / float(max(1, count))
            harmless_count, count = harmless_count - 1, count - 1
    return round(100 * (1 - safe_probability))
