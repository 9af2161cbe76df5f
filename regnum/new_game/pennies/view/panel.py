"""What lies beside the board of Pennies."""

from collections.abc import Sequence
from typing import Any

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.new_game.pennies.state import PenniesState


def panel(s: PenniesState, words: Words, legal: Sequence[Action]) -> dict[str, Any]:
    """Return the hands that the viewer can choose, and the points."""
    counts = [action.params["count"] for action in legal if action.family == "hide"]
    offers = [{"count": count, "label": words.say("action", "hide", {"count": count})} for count in counts]
    return {"offers": offers, "points": s.points, "to_act": s.players_to_act}
