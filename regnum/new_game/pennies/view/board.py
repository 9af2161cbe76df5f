"""What lies on the board of Pennies: a hand for each player, and below them all that the coins can come to."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.new_game.pennies.components import COINS, SUMS
from regnum.new_game.pennies.state import UNKNOWN, PenniesState
from regnum.new_game.pennies.view.actions import ACTIONS
from regnum.new_game.pennies.view.panel import panel
from regnum.view import BoardView


def _hand(s: PenniesState, words: Words, names: Sequence[str], seat: int) -> dict[str, Any]:
    """Return how a hand looks: open until coins are chosen, then closed to all but its owner."""
    count = s.hidden[seat]
    key = "open" if not s.chosen[seat] else "closed" if count == UNKNOWN else "mine"
    return {
        "x": 600 * (2 * seat + 1) // (2 * s.players),
        "shape": "fist" if key == "closed" else "palm",
        "coins": range(-22, 44 * count - 22, 44) if key == "mine" else (),
        "label": words.say("board", key, {"player": names[seat], "count": count}),
    }


class PenniesBoard(BoardView[PenniesState]):
    """The board of Pennies."""

    def pieces(self, s: PenniesState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        hands = [_hand(s, words, names, seat) for seat in range(s.players)]
        can_be = SUMS[: COINS * s.players + 1]
        sums = [
            {
                "id": f"sum-{total}",
                "x": 300 + 80 * total - 40 * can_be[-1],
                "total": total,
                "label": words.say("action", "guess", {"sum": total}),
                "tried": s.tried >> total & 1,
                "target": f"sum-{total}" in map(ACTIONS.target, legal),
            }
            for total in can_be
        ]
        return {"hands": hands, "sums": sums, "guesser": hands[s.first]}

    def panel(self, s: PenniesState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        return panel(s, words, legal)


BOARD: Final = PenniesBoard(size=(600, 420))
