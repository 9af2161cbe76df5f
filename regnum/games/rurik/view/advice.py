"""The expected effects of an action of Rurik: risks, goods without room, and the end of the turn."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action, IndexedAction
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import first_main_actions
from regnum.games.rurik.actions import OpponentAction, StructureAction, end_turn, main_action, stop
from regnum.games.rurik.bot.odds import outcome_of, risk_of
from regnum.games.rurik.leaders import disabling_player
from regnum.games.rurik.main_actions.build import church_targets
from regnum.games.rurik.solo.table import RebelDecision
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import is_stowing

_SPENT: Final = ("muster", "muster_leader", "move", "move_leader", "tax", "build", "attack_neutral")
"""Families of actions that use a main action's points and give the player nothing to continue with."""
_FINAL: Final = ("play_scheme", "attack_rebels", "reveal", "draw")
"""Families of actions that reveal something hidden, so that earlier actions can no longer be taken back."""


def begin_main_action(s: RurikState, legal: Sequence[Action]) -> tuple[RurikState, Sequence[Action]]:
    """Return the position and the legal actions after the main action has begun, if it can attack opponents.

    Otherwise, return `s` and `legal`.
    """
    if not any(isinstance(action, OpponentAction) for action in first_main_actions(s, legal)):
        return s, legal
    next_state = outcome_of(main_action, s)
    observation = next_state.observed_by(s.observer)
    assert isinstance(observation, RurikState)
    return observation, next_state.legal_actions(s.observer)


def risk_text(s: RurikState, words: Words, legal: Sequence[Action]) -> str:
    """Return the risk of losing a figure in the legal attacks on opponents, as text, or "" if there are none."""
    shares = sorted({share for _, share in attack_risks(s, legal)})
    return (
        words.text("question", "risk", {"share": "–".join(map(str, dict.fromkeys([shares[0], shares[-1]])))})
        if shares
        else ""
    )


def attack_risks(s: RurikState, legal: Sequence[Action]) -> list[tuple[OpponentAction, int]]:
    """Return the legal attacks on opponents, and each one's risk of losing a figure, in percent."""
    attacks = [
        attack
        for attack in legal
        if isinstance(attack, OpponentAction) and attack.family in ("attack", "guarded_attack")
    ]
    return [(action, risk_of(action, s)[1]) for action in attacks]


def is_turn_end(action: Action, s: RurikState) -> bool:
    """Return whether an action ends the observer's turn, as far as the observer can know."""
    if s.active < 0 or action.family == "end_turn" or s.observer not in s.players_to_act:
        return False
    if isinstance(s.stack[-1], RebelDecision):
        return False  # the turn is the rebellion's
    return outcome_of(action, s).active != s.active


def is_handover(action: Action, s: RurikState) -> bool:
    """Return whether other players act after an action of the observer, as far as the observer can know."""
    return outcome_of(action, s).players_to_act != s.players_to_act


def can_only_end_turn(legal: Sequence[Action]) -> bool:
    """Return whether a player can only end the turn, resume points just put off, and stow goods."""
    families = {action.family for action in legal}
    return "end_turn" in families and families <= {"end_turn", "resume", "load", "unload"}


def is_pass_turn_end(s: RurikState) -> bool:
    """Return whether passing ends the observer's turn."""
    if s.active < 0 or s.observer not in s.players_to_act:
        return False
    next_state = outcome_of(stop, s)
    return next_state.active != s.active or can_only_end_turn(next_state.legal_actions(s.observer))


def can_end_after_pass(s: RurikState) -> bool:
    """Return whether passing would not end the observer's turn, but lead to a choice that includes ending it."""
    if s.active < 0 or s.observer not in s.players_to_act or is_pass_turn_end(s):
        return False
    return end_turn in outcome_of(stop, s).legal_actions(s.observer)


def is_last_point(s: RurikState, legal: Sequence[Action]) -> bool:
    """Return whether using the next point would end the observer's turn."""
    spent = next((action for action in legal if action.family in _SPENT), None)
    return spent is not None and is_turn_end(spent, s)


def expected_effects(action: Action, s: RurikState, words: Words, names: Sequence[str]) -> list[str]:
    """Return sentences about an action's effects, such as an attack's risk, a good's new place, or the turn's end."""
    effects: list[str] = []
    if disabled := _disabling_yaroslav(action, s):
        params = {"name": names[disabled[0]], "structure": box.STRUCTURES[disabled[1]]}
        effects.append(words.text("prediction", "stopped", params))
    if is_stowing(action):
        effects.append(words.text("prediction", action.family, {}))
    if action.family == "tax" and isinstance(action, IndexedAction) and _is_full(s, s.region_goods[action.choice]):
        effects.append(words.text("prediction", "to_dock", {}))
    if isinstance(action, OpponentAction) and action.family in ("attack", "guarded_attack"):
        cards, share = risk_of(action, s)
        effects.append(words.text("prediction", "cards" if cards else "no_cards", {"cards": cards, "share": share}))
    if action.family in _FINAL:
        effects.append(words.text("prediction", "final", {}))
    if is_turn_end(action, s):
        effects.append(words.text("prediction", "ends", {}))
    return effects


def _is_full(s: RurikState, good: int) -> bool:
    return s.boat[s.observer * box.GOOD_COUNT + good] >= box.BOAT[good]


def _disabling_yaroslav(action: Action, s: RurikState) -> tuple[int, int] | None:
    """Return the owner of the Yaroslav that disables a structure relevant to an action, and that structure.

    Return None if no structure is disabled.
    """
    if isinstance(action, StructureAction):
        acts, owner, structure, region = action.family == "build", s.observer, action.structure, action.region
    elif isinstance(action, OpponentAction):
        acts, owner, structure, region = True, action.opponent, box.STRONGHOLD, action.region
    elif isinstance(action, IndexedAction) and action.family == "tax":
        acts, owner, structure, region = True, s.observer, box.MARKET, action.choice
    else:
        return None
    is_disabled = bool(s.structures[owner * box.STRUCTURE_COUNT + structure] >> region & 1)
    if structure == box.CHURCH:
        is_disabled = bool(church_targets(s, owner, region))
    elif isinstance(action, StructureAction):
        is_disabled = True
    rival = disabling_player(s, owner, region) if acts and is_disabled and owner < s.sides else -1
    return (rival, structure) if rival >= 0 else None
