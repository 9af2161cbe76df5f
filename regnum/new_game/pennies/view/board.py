"""The board of Pennies and the panel next to it: hands, all possible sums of the coins, and points."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.rules.action import Action
from regnum.core.text.words import Words
from regnum.new_game.pennies.components import COINS, SUMS
from regnum.new_game.pennies.state import UNKNOWN, PenniesState
from regnum.new_game.pennies.view.actions import ACTIONS
from regnum.view import BoardView


class PenniesBoard(BoardView[PenniesState]):
    """Shows the hands, which are open until coins are chosen, then closed to others; and below them, the sums."""

    def pieces(self, s: PenniesState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        hands: list[dict[str, Any]] = []
        for seat, count in enumerate(s.hidden):
            key = "open" if not s.chosen[seat] else "closed" if count == UNKNOWN else "mine"
            label = words.text("board", key, {"player": names[seat], "count": count})
            coins = range(-22, 44 * count - 22, 44) if key == "mine" else ()
            hands.append({"x": 600 * (2 * seat + 1) // (2 * s.players), "key": key, "coins": coins, "label": label})
        possible_sums = SUMS[: COINS * s.players + 1]
        sums = [(total, 300 + 80 * total - 40 * possible_sums[-1], s.tried >> total & 1) for total in possible_sums]
        return {"hands": hands, "sums": sums, "targets": set(map(ACTIONS.target, legal)), "guesser": hands[s.first]}

    def panel(self, s: PenniesState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        offers = [action.params["count"] for action in legal if action.family == "hide"]
        return {"offers": offers, "points": s.points, "to_act": s.players_to_act}


BOARD: Final = PenniesBoard(size=(600, 420))
