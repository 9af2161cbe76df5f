"""The actions of a game as buttons and as places on the board."""

from collections.abc import Sequence
from typing import Final, Generic, Literal, TypeVar, final

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)

Confirm = Literal["", "final", "ends_turn", "wastes"]
"""Why an action must be confirmed: the decision is final, it ends the turn although the button does not say so, or it
gives up something that the observer could still use. "" means that no confirmation is needed."""


class ActionView(Generic[S]):
    """The labels of actions, their places on the board, and the questions to the viewer."""

    def __init__(self, automatic: str = "", cards: Sequence[str] = ()) -> None:
        """Make a view.

        Args:
            automatic: The families of actions, separated by spaces, that the table takes automatically after a player's
                own move if nothing else is legal, such as paying.
            cards: The prefixes of targets that are cards. Players click the card itself, and its button is only in the
                folded list.
        """
        self.automatic: Final = frozenset(automatic.split())
        self.cards: Final = tuple(cards)

    def status(self, s: S, words: Words) -> str:
        """Return the line above the question while the game is in progress."""
        return ""

    def prompt(self, s: S, words: Words, names: Sequence[str]) -> str:
        """Return the question to the observer if it depends on the position, for example on a town, or "" otherwise."""
        return ""

    def target(self, action: Action) -> str:
        """Return the places to click for the action, or "" if there are none.

        "a b" means both places, in any order. "a|b" (either place) or "a|" marks an action that only opens another
        question.
        """
        return ""

    @final
    def opens_question(self, action: Action) -> bool:
        """Return whether an action only opens another question, according to its target."""
        return "|" in self.target(action)

    def label(self, action: Action, s: S, words: Words, names: Sequence[str]) -> str:
        """Return the text of the button if it depends on the position, for example on an amount, or "" otherwise."""
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the heading for the action's button if there are many buttons, or "" if there is none."""
        return ""

    def short_label(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the text of the button below its heading, or "" for the whole label."""
        return ""

    def symbol(self, action: Action) -> str:
        """Return the id of the symbol (in base_map.svg.jinja) on the action's button, or "" if there is none."""
        return ""

    def priority(self, action: Action, legal: Sequence[Action]) -> int:
        """Return the priority of an action's button among those that are always visible, or 0 for its usual place."""
        return 0

    def automatic_action(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return the action that the table takes automatically after an action of the family `last`, or None."""
        return legal[0] if len(legal) == 1 and legal[0].family in self.automatic else None

    def combined_buttons(self, s: S, words: Words, legal: Sequence[Action]) -> list[tuple[Sequence[Action], str]]:
        """Return buttons that take several of the observer's actions in sequence.

        Returns:
            The actions and the label of each button.
        """
        return []

    def is_second_half(self, action: Action) -> bool:
        """Return whether this action belongs to the previous one, so that players take and undo both together."""
        return False

    def confirm(self, actions: Sequence[Action], s: S) -> Confirm:
        """Return why the observer must confirm a button's actions, or "" if no confirmation is needed."""
        return ""
