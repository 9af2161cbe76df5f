"""Explanations of a game: the elements of the table, the reasons against actions, and the effects of actions."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar, final

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)


class Explanation:
    """The explanation of an element of the table.

    Attributes:
        title: The name of the element.
        lines: Sentences about it.
        clause: The id of the clause with more details.
    """

    def __init__(self, title: str, lines: Sequence[str] = (), clause: str = "") -> None:
        self.title: Final = title
        self.lines: Final = tuple(lines)
        self.clause: Final = clause


class Explainer(Generic[S]):
    """Explanations of elements and actions, for players who ask about them."""

    def __init__(
        self, places: Sequence[str] = (), unexpected: str = "", parts: Mapping[str, str] | None = None
    ) -> None:
        """Make an explainer.

        Args:
            places: The id prefixes of the elements with explanations: "town-", "card-".
            unexpected: The keys, separated by spaces, of refusals of actions that no player expects to be legal, such
                as playing another player's card.
            parts: Kinds of places, mapped to the kinds that contain them: {"space": "column"} makes "space-tax-2" a
                part of "column-tax". If a part has no reason of its own, the reason for the whole is shown.
        """
        self.places: Final = tuple(places)
        self.unexpected: Final = frozenset(unexpected.split())
        self.parts: Final[Mapping[str, str]] = dict(parts or {})

    def explain(self, place: str, s: S, words: Words, names: Sequence[str]) -> Explanation | None:
        """Return the explanation of the element with this id, or None if there is none."""
        return None

    def unavailable_reason(self, place: str, s: S, words: Words, names: Sequence[str]) -> str | None:
        """Return why the observer, who must act, cannot choose this element, if the rules' refusals do not say enough.

        Returns:
            The reason, or "" if the element can be chosen, or None if the refusal is enough.
        """
        return None

    @final
    def enclosing_place(self, place: str) -> str:
        """Return the place that contains this one, or "" if there is none."""
        kind, _, detail = place.partition("-")
        return f"{self.parts[kind]}-{detail.partition('-')[0]}" if kind in self.parts else ""

    def group_key(self, action: Action, s: S) -> str:
        """Return the key in `[unavailable]` of the words under which an illegal action is grouped with others.

        "" means that no player at this table could ever take the action, so no reason is given.
        """
        return action.family

    def expected_effects(self, action: Action, s: S, words: Words, names: Sequence[str]) -> list[str]:
        """Return sentences about an action's expected effects in the observed state, if chance or others act next."""
        return []

    def hint_reason(self, action: Action, s: S, words: Words) -> str:
        """Return why a hint suggests an action whose immediate effects say little; "" to show those effects."""
        return ""
