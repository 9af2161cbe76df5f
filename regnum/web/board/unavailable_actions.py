"""Actions of a seat's current or following decisions that are unavailable now, with the reason for each kind."""

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
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView

UNINFORMATIVE_REFUSALS: Final = ("not_now", "must_choose")
"""Reasons that only say that the current decision is about something else."""
MAX_NAMED: Final = 40
"""The maximum number of actions that are named for one reason."""
LATER: Final = "later"
"""The reason for actions that become available after the current decision."""


class UnavailableAction(msgspec.Struct, frozen=True):
    """An unavailable action, with the reason and the id of the rule behind it.

    `title`, `rule`: the name of its kind and the condition for it, if the game has a text for them.
    """

    label: str
    reason: str
    clause: str
    similar: list["UnavailableAction"]
    """The other actions of its kind, with their reasons, at most MAX_NAMED."""
    count: int
    """The number of all other actions of its kind."""
    title: str = ""
    rule: str = ""

    def cases(self) -> list[tuple[str, str, list[str]]]:
        """Return all reasons with their rules, and the actions to which each applies."""
        groups: dict[tuple[str, str], list[str]] = {}
        for unavailable in [self, *self.similar]:
            groups.setdefault((unavailable.reason, unavailable.clause), []).append(unavailable.label)
        return [(reason, clause, labels) for (reason, clause), labels in groups.items()]


def unavailable_actions(table: LiveTable, seat: int, language: str) -> list[UnavailableAction]:
    """Return the unavailable actions of a seat to act, by kind; kinds without any legal action come first."""
    view = table.view(seat)
    if not view.legal:
        return []
    words, text = game_words(table.game, language), page_text(language)
    names = side_names(view.seen, words, table.names)
    open_kinds = {action.family for action in view.legal}
    explanations = view_of(table.game).explanations
    groups: dict[tuple[bool, str, str], list[tuple[Action, Refusal]]] = {}
    for action, refusal in _refused_actions(view, seat):
        group = explanations.group_key(action, view.seen)
        if refusal.key == LATER:
            key = (True, LATER, "")
        elif words.has("unavailable", group):
            key = (any(explanations.group_key(other, view.seen) == group for other in view.legal), group, "")
        else:
            key = (action.family in open_kinds, action.family, refusal.key)
        groups.setdefault(key, []).append((action, refusal))

    def describe(action: Action, refusal: Refusal, alike: list[tuple[Action, Refusal]]) -> UnavailableAction:
        others = [describe(*other, []) for other in alike[:MAX_NAMED]]
        reason = text("unavailable.available_later") if refusal.key == LATER else words.refusal(refusal)
        return UnavailableAction(upfirst(label(action, words, names)), reason, refusal.clause, others, len(alike))

    def describe_kind(group: str, refused: list[tuple[Action, Refusal]]) -> UnavailableAction:
        whole = describe(*refused[0], refused[1:])
        if not words.has("unavailable", group):
            return whole
        title, _, rule = words.text("unavailable", group, {}).partition(": ")
        return msgspec.structs.replace(whole, title=title, rule=rule)

    kinds = sorted(groups, key=lambda kind: (kind[0], kind[1] == LATER))
    return [describe_kind(kind[1], groups[kind]) for kind in kinds]


def has_unavailable_actions(view: SeatView, seat: int) -> bool:
    """Return whether a seat to act has any unavailable actions."""
    return next(_refused_actions(view, seat), None) is not None


def _refused_actions(view: SeatView, seat: int) -> Iterator[tuple[Action, Refusal]]:
    """Yield the unavailable actions of a seat's current or following decisions, with the reasons."""
    legal = set(view.legal)
    explanations = view_of(game_of(view.seen)).explanations
    follows = _later_actions(view.seen, seat)
    for action in view.seen.game.actions:
        if action not in legal and explanations.group_key(action, view.seen):
            refusal = Refusal(LATER, follows[action]) if action in follows else view.seen.refusal(action, seat)
            if refusal.key not in UNINFORMATIVE_REFUSALS and refusal.key not in explanations.unexpected:
                yield action, refusal


def _later_actions(seen: State, seat: int) -> dict[Action, str]:
    """Return the actions of the seat's following decisions that would be legal now, with the rules behind them."""
    refusals: dict[Action, str] = {}
    for step in reversed(seen.stack[:-1]):
        if not isinstance(step, Decision) or step.player != seat:
            break
        for action in step.options(seen):
            refusals.setdefault(action, step.CLAUSE)
    return refusals
