"""The actions of a game as buttons and as places on the board."""

from collections.abc import Sequence
from typing import Final, Generic, Literal, TypeVar, final

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)

Confirm = Literal["", "final", "ends_turn", "wastes"]
"""Why an action is confirmed first: it cannot be decided again, it ends the turn though its button does not say so, or
it gives up what the observer could still use."""


class ActionView(Generic[S]):
    """What actions are called, where they are shown, and what the viewer is asked.

    `automatic` are families of actions, with spaces between, that the table takes by itself after a player's own move
    if nothing else is legal, such as paying. `cards` says how the targets begin that are cards: the card itself is
    clicked, and its button is only in the folded list.
    """

    def __init__(self, automatic: str = "", cards: Sequence[str] = ()) -> None:
        self.automatic: Final = frozenset(automatic.split())
        self.cards: Final = tuple(cards)

    def status(self, s: S, words: Words) -> str:
        """Return the line above the question, while the game goes on."""
        return ""

    def prompt(self, s: S, words: Words, names: Sequence[str]) -> str:
        """Return the question to the observer if it depends on the position, such as which town is meant; else ""."""
        return ""

    def target(self, action: Action) -> str:
        """Return the places that mean the action: "a", "a b" (both), or "" for none.

        "a|b" (either) or "a|" is an action that only opens another question.
        """
        return ""

    @final
    def opens(self, action: Action) -> bool:
        """Tell whether an action only opens another question, by its target."""
        return "|" in self.target(action)

    def label(self, action: Action, s: S, words: Words, names: Sequence[str]) -> str:
        """Return the text of the button if it depends on the position, such as how much one gets; else ""."""
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the heading of the action's button where there are many buttons, or ""."""
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the text of the button below its heading, or "" for the whole label."""
        return ""

    def symbol(self, action: Action) -> str:
        """Return the id of the symbol in the land that is shown on the action's button, or ""."""
        return ""

    def foremost(self, action: Action, legal: Sequence[Action]) -> int:
        """Return how far in front an action's button is, always in sight; 0 for its usual place."""
        return 0

    def forced(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return what the table takes by itself after the player's own action of the family `last`, or None."""
        return legal[0] if len(legal) == 1 and legal[0].family in self.automatic else None

    def at_once(self, s: S, words: Words, legal: Sequence[Action]) -> list[tuple[Sequence[Action], str]]:
        """Return buttons that take several actions of the observer one after the other, with their labels."""
        return []

    def is_second_half(self, action: Action) -> bool:
        """Tell whether people take this action in one go with the one before it, and so take both back together."""
        return False

    def confirm(self, actions: Sequence[Action], s: S) -> Confirm:
        """Return why the observer is asked to confirm what a button takes, one action or several; "" for no reason."""
        return ""
