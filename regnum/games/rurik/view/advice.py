"""What to expect of an action of Rurik, and why a hint suggests it."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action, Choice
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import first_of_main
from regnum.games.rurik.actions import OpponentAction, StructureAction, end_turn, main_action, stop
from regnum.games.rurik.bot.odds import outcome_of, risk_of
from regnum.games.rurik.leaders import stopped_by
from regnum.games.rurik.main_actions.build import church_targets
from regnum.games.rurik.solo.table import RebelDecision
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import is_stowing

_SPENT: Final = ("muster", "muster_leader", "move", "move_leader", "tax", "build", "attack_neutral")
"""Families of actions that use a point, one of a main action's, and bring nothing that could go on with it."""
_FINAL: Final = ("play_scheme", "attack_rebels", "reveal", "draw")
"""Families of actions that show what was hidden: nothing before them can be taken back."""


def after_beginning(s: RurikState, legal: Sequence[Action]) -> tuple[RurikState, Sequence[Action]]:
    """Return the position and what is legal once a main action has begun, if opponents can be attacked with it."""
    if not any(isinstance(action, OpponentAction) for action in first_of_main(s, legal)):
        return s, legal
    after = outcome_of(main_action, s)
    seen = after.observed_by(s.observer)
    assert isinstance(seen, RurikState)
    return seen, after.legal_actions(s.observer)


def risks_told(s: RurikState, words: Words, legal: Sequence[Action]) -> str:
    """Return how likely attacks on opponents cost a figure; "" if there are none."""
    shares = sorted({share for _, share in risks(s, legal)})
    return (
        words.say("ask", "risk", {"share": "–".join(map(str, dict.fromkeys([shares[0], shares[-1]])))})
        if shares
        else ""
    )


def risks(s: RurikState, legal: Sequence[Action]) -> list[tuple[OpponentAction, int]]:
    """Return the attacks on opponents among what is legal, and how likely each costs a figure, in percent."""
    found = [one for one in legal if isinstance(one, OpponentAction) and one.family in ("attack", "guarded_attack")]
    return [(action, risk_of(action, s)[1]) for action in found]


def ends_turn(action: Action, s: RurikState) -> bool:
    """Return whether the observer's turn is over with an action, as far as he can know."""
    if s.active < 0 or action.family == "end_turn" or s.observer not in s.players_to_act:
        return False
    if isinstance(s.stack[-1], RebelDecision):
        return False  # the turn is the rebellion's
    return outcome_of(action, s).active != s.active


def passes_on(action: Action, s: RurikState) -> bool:
    """Return whether others are to act after an action of the observer, as far as he can know."""
    return outcome_of(action, s).players_to_act != s.players_to_act


def only_ends(legal: Sequence[Action]) -> bool:
    """Return whether nothing is left of a turn but its end, what has just been put off, and stowing goods."""
    families = {action.family for action in legal}
    return "end_turn" in families and families <= {"end_turn", "resume", "load", "unload"}


def pass_ends(s: RurikState) -> bool:
    """Return whether whoever leaves it at that ends the turn."""
    if s.active < 0 or s.observer not in s.players_to_act:
        return False
    after = outcome_of(stop, s)
    return after.active != s.active or only_ends(after.legal_actions(s.observer))


def pass_and_end(s: RurikState) -> bool:
    """Return whether whoever leaves it at that could still take bonus actions, and then end the turn."""
    if s.active < 0 or s.observer not in s.players_to_act or pass_ends(s):
        return False
    return end_turn in outcome_of(stop, s).legal_actions(s.observer)


def is_last(s: RurikState, legal: Sequence[Action]) -> bool:
    """Return whether the point that is used next is the last thing of the observer's turn."""
    spent = next((action for action in legal if action.family in _SPENT), None)
    return spent is not None and ends_turn(spent, s)


def foretold(action: Action, s: RurikState, words: Words, names: Sequence[str]) -> list[str]:
    """Return how likely an attack costs a figure, what does nothing, where a good goes, whether the turn ends."""
    found: list[str] = []
    if stopped := _stopped(action, s):
        params = {"name": names[stopped[0]], "structure": box.STRUCTURES[stopped[1]]}
        found.append(words.say("foretold", "stopped", params))
    if is_stowing(action):
        found.append(words.say("foretold", action.family, {}))
    if action.family == "tax" and isinstance(action, Choice) and _is_full(s, s.region_goods[action.choice]):
        found.append(words.say("foretold", "to_dock", {}))
    if isinstance(action, OpponentAction) and action.family in ("attack", "guarded_attack"):
        cards, share = risk_of(action, s)
        found.append(words.say("foretold", "cards" if cards else "no_cards", {"cards": cards, "share": share}))
    if action.family in _FINAL:
        found.append(words.say("foretold", "final", {}))
    if ends_turn(action, s):
        found.append(words.say("foretold", "ends", {}))
    return found


def _is_full(s: RurikState, good: int) -> bool:
    return s.boat[s.observer * box.SORTS + good] >= box.BOAT[good]


def _stopped(action: Action, s: RurikState) -> tuple[int, int] | None:
    """Return whose Yaroslav takes from which structure what it would do for an action of the observer."""
    if isinstance(action, StructureAction):
        acts, owner, structure, region = action.family == "build", s.observer, action.structure, action.region
    elif isinstance(action, OpponentAction):
        acts, owner, structure, region = True, action.opponent, box.STRONGHOLD, action.region
    elif isinstance(action, Choice) and action.family == "tax":
        acts, owner, structure, region = True, s.observer, box.MARKET, action.choice
    else:
        return None
    stands = bool(s.structures[owner * box.KINDS + structure] >> region & 1)
    if structure == box.CHURCH:
        stands = bool(church_targets(s, owner, region))
    elif isinstance(action, StructureAction):
        stands = True
    rival = stopped_by(s, owner, region) if acts and stands and owner < s.sides else -1
    return (rival, structure) if rival >= 0 else None
