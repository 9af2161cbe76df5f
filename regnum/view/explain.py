"""Explanations of a game: what things are, why actions are not legal, what to expect of them."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar, final

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)


class About:
    """The explanation of a thing on the table: its name, sentences, and the clause of the rules that says more."""

    def __init__(self, title: str, lines: Sequence[str] = (), clause: str = "") -> None:
        self.title: Final = title
        self.lines: Final = tuple(lines)
        self.clause: Final = clause


class Explainer(Generic[S]):
    """What a player is told who asks about a thing or an action.

    `places` says how the ids of those elements begin that can be asked about: "town-", "card-". `unexpected` are keys
    of refusals, with spaces between, of what nobody expects to do, such as playing another player's card. `parts` maps
    kinds of places to the kinds of which they are parts: {"space": "column"} makes "space-tax-2" a part of
    "column-tax". Without a reason of its own a part gives the reason of the whole.
    """

    def __init__(
        self, places: Sequence[str] = (), unexpected: str = "", parts: Mapping[str, str] | None = None
    ) -> None:
        self.places: Final = tuple(places)
        self.unexpected: Final = frozenset(unexpected.split())
        self.parts: Final[Mapping[str, str]] = dict(parts or {})

    def about(self, place: str, s: S, words: Words, names: Sequence[str]) -> About | None:
        """Return the explanation of the thing with this id, or None."""
        return None

    def why(self, place: str, s: S, words: Words, names: Sequence[str]) -> str | None:
        """Return why the observer, who is to act, cannot choose this thing, where the rules' refusals say too little.

        "": there is nothing against it; None: the refusal is enough.
        """
        return None

    @final
    def whole_of(self, place: str) -> str:
        """Return the place of which this one is a part, or ""."""
        kind, _, rest = place.partition("-")
        return f"{self.parts[kind]}-{rest.partition('-')[0]}" if kind in self.parts else ""

    def kin(self, action: Action, s: S) -> str:
        """Return the name in `[unavailable]` of the words under which an illegal action is listed with others.

        "": nobody at this table could ever take it, so no reason is given.
        """
        return action.family

    def foretold(self, action: Action, s: S, words: Words, names: Sequence[str]) -> list[str]:
        """Return sentences on what to expect of an action where chance or others come next, from what is seen."""
        return []

    def advised(self, action: Action, s: S, words: Words) -> str:
        """Return why a hint suggests an action, where its immediate effects say little; "": the effects are told."""
        return ""
