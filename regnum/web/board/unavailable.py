"""What a seat may not do now though it belongs to its decision or to what follows, with the reason for each kind."""

from collections.abc import Iterator
from typing import Final

import msgspec

from regnum.core.game import game_of
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.state import State
from regnum.core.rules.step import Decision
from regnum.core.text.narrator import label, side_names
from regnum.core.text.words import upfirst
from regnum.view import view_of
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable, View

SAYS_NOTHING: Final = ("not_now", "must_choose")
"""The reasons that say nothing more than that another moment, or another choice, is asked for."""
MOST: Final = 40
"""So many actions that are unavailable for the same reason are named at the most."""
LATER: Final = "later"
"""The reason that only the order bars it: it can be done after what is decided now."""


class UnavailableAction(msgspec.Struct, frozen=True):
    """Something that may not be done, why, and the clause.

    `title`, `rule`: what all of a kind are, and when they may be done, where the game says that in one sentence.
    """

    label: str
    reason: str
    clause: str
    alike: list["UnavailableAction"]
    """Others of its kind that are unavailable for the same reason, with theirs."""
    count: int
    """How many these are."""
    title: str = ""
    rule: str = ""

    def cases(self) -> list[tuple[str, str, list[str]]]:
        """Return the reasons of all of them with their clauses, and what each stands against."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in [self, *self.alike]:
            found.setdefault((one.reason, one.clause), []).append(one.label)
        return [(reason, clause, labels) for (reason, clause), labels in found.items()]


def unavailable_actions(table: LiveTable, seat: int, language: str) -> list[UnavailableAction]:
    """Return what a seat that is to act may not do, kind by kind: first the kinds of which nothing can be done."""
    view = table.view(seat)
    if not view.legal:
        return []
    words, text = game_words(table.game, language), page_text(language)
    names = side_names(view.seen, words, table.names)
    open_kinds = {action.family for action in view.legal}
    explanations = view_of(table.game).explanations
    found: dict[tuple[bool, str, str], list[tuple[Action, Refusal]]] = {}
    for action, refusal in _refused(view, seat):
        kin = explanations.kin(action, view.seen)
        if refusal.key == LATER:
            key = (True, LATER, "")
        elif words.has("unavailable", kin):
            key = (any(explanations.kin(other, view.seen) == kin for other in view.legal), kin, "")
        else:
            key = (action.family in open_kinds, action.family, refusal.key)
        found.setdefault(key, []).append((action, refusal))

    def told(action: Action, refusal: Refusal, alike: list[tuple[Action, Refusal]]) -> UnavailableAction:
        others = [told(*other, []) for other in alike[:MOST]]
        reason = text("unavailable.later") if refusal.key == LATER else words.refusal(refusal)
        return UnavailableAction(upfirst(label(action, words, names)), reason, refusal.clause, others, len(alike))

    def summed(kin: str, refused: list[tuple[Action, Refusal]]) -> UnavailableAction:
        whole = told(*refused[0], refused[1:])
        if not words.has("unavailable", kin):
            return whole
        title, _, rule = words.say("unavailable", kin, {}).partition(": ")
        return msgspec.structs.replace(whole, title=title, rule=rule)

    kinds = sorted(found, key=lambda kind: (kind[0], kind[1] == LATER))
    return [summed(kind[1], found[kind]) for kind in kinds]


def is_any(view: View, seat: int) -> bool:
    """Tell if there is anything that a seat that is to act may not do."""
    return next(_refused(view, seat), None) is not None


def _refused(view: View, seat: int) -> Iterator[tuple[Action, Refusal]]:
    """Yield what a seat may not do, and why, as far as that belongs to its decision or to what follows."""
    legal = set(view.legal)
    explanations = view_of(game_of(view.seen)).explanations
    follows = _follows(view.seen, seat)
    for action in view.seen.game.actions:
        if action not in legal and explanations.kin(action, view.seen):
            refusal = Refusal(LATER, follows[action]) if action in follows else view.seen.why_not(action, seat)
            if refusal.key not in SAYS_NOTHING and refusal.key not in explanations.unexpected:
                yield action, refusal


def _follows(seen: State, seat: int) -> dict[Action, str]:
    """Return what the seat could do, as things stand, in the decisions after its present one, and their clauses."""
    found: dict[Action, str] = {}
    for step in reversed(seen.stack[:-1]):
        if not isinstance(step, Decision) or step.player != seat:
            break
        for action in step.options(seen):
            found.setdefault(action, step.CLAUSE)
    return found
