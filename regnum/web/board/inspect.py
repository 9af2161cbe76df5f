"""Inspect cards for elements of the table: what they are, and why they cannot be chosen now."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.state import State
from regnum.core.text.narrator import side_names
from regnum.core.text.words import Words, upfirst
from regnum.view import Explanation, view_of
from regnum.web.board.choices import action_label
from regnum.web.board.preview import effects
from regnum.web.board.turn_texts import prompt
from regnum.web.board.unavailable_actions import UNINFORMATIVE_REFUSALS
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView, determinize

MAX_COMPARED_ACTIONS: Final = 200
"""The maximum number of an element's actions whose refusals are compared."""
PLAYER: Final = "player-"
"""The prefix of the ids of players in the strip, whose inspect cards explain their symbols."""
MAX_FAMILIES_EXPLAINED: Final = 4
"""An element with at most this many families of actions gets a reason even if none of them is offered now."""


class InspectCard(msgspec.Struct, frozen=True):
    """The inspect card of an element: name, sentences, the id of a rule, and why it cannot be chosen ("": it can)."""

    title: str
    lines: tuple[str, ...]
    clause: str
    reason: str
    later: bool = False
    """Whether the only reason is that the current decision is about something else."""
    effects: Sequence[str] = ()
    """The effects of the only choice that clicking the element would make."""


def inspect_card(table: LiveTable, seat: int | None, place: str, language: str) -> InspectCard | None:
    """Return the inspect card of the element with this id for a seat, or None if there is nothing to show."""
    game = table.game
    explanations = view_of(game).explanations
    if not place.startswith((PLAYER, *explanations.places)):
        return None
    words = game_words(game, language)
    view = table.view(seat)
    names = side_names(view.seen, words, table.names)
    explanation = explanations.explain(place, view.seen, words, names)
    if place.startswith(PLAYER):
        explanation = _player(explanation, place, view.seen, words, names, language)
    unavailable_reason = explanations.unavailable_reason(place, view.seen, words, names) if view.legal else ""
    refusal = (
        (_refusal(view, place) or _refusal(view, explanations.enclosing_place(place)))
        if unavailable_reason is None
        else None
    )
    if explanation is None and refusal is None and not unavailable_reason:
        return None
    clause, reason = (refusal.clause, words.refusal(refusal)) if refusal else ("", unavailable_reason or "")
    later = unavailable_reason is None and not refusal and _is_for_later(view, place)
    if later:
        reason = page_text(language)("inspect.not_now", prompt=prompt(view, words, names))
    return InspectCard(
        title=explanation.title if explanation else "",
        lines=explanation.lines if explanation else (),
        clause=clause or (explanation.clause if explanation else ""),
        reason=reason,
        later=later,
        effects=_effects(table, view, place, language),
    )


def _player(
    explanation: Explanation | None, place: str, seen: State, words: Words, names: Sequence[str], language: str
) -> Explanation | None:
    """Return the game's description of a player (`explanation`) with their public points and possessions added."""
    scores = view_of(game_of(seen)).scores
    number = place.removeprefix(PLAYER)
    side = int(number) if number.isdecimal() else len(names)
    if side >= len(names):
        return explanation
    points, public = scores.points(seen), scores.public_info(seen, words)
    has = [page_text(language)("players.points", points=points[side])] if side < len(points) else []
    has += [upfirst(title) for _, _, title in public[side].items] if side < len(public) else []
    explanation = explanation or Explanation(names[side])
    return Explanation(explanation.title, (*explanation.lines, *has), explanation.clause)


def preview_card(table: LiveTable, seat: int, text: str, language: str) -> InspectCard | None:
    """Return an inspect card with the effects of a seat's choice, or None if it has none or is not a legal choice."""
    view = table.view(seat)
    action = next((action for action in view.legal if action.text == text), None)
    changed = effects(table, view, text, language) if action else []
    if action is None or not changed:
        return None
    words = game_words(table.game, language)
    names = side_names(view.seen, words, table.names)
    return InspectCard(
        title=action_label(action, view.seen, words, names),
        lines=(),
        clause="",
        reason="",
        effects=changed,
    )


def _is_for_later(view: SeatView, place: str) -> bool:
    """Return whether an element has actions at other times, but none in the viewer's current decision."""
    game_view = view_of(game_of(view.seen))
    offered = {name for action in view.legal for name in game_view.actions.target(action).replace("|", " ").split()}
    places = {place, game_view.explanations.enclosing_place(place)}
    return (
        bool(view.legal)
        and not places & offered
        and any(_actions_by_place(view.seen.game).get(name) for name in places)
    )


def _effects(table: LiveTable, view: SeatView, place: str, language: str) -> list[str]:
    """Return the effects of clicking a place, or [] unless the click makes exactly one choice."""
    actions = [action for action in view.legal if view_of(table.game).actions.target(action) == place]
    return effects(table, view, actions[0].text, language) if len(actions) == 1 else []


def _refusal(view: SeatView, place: str) -> Refusal | None:
    """Return the most common reason against an element's actions now, or None if one of them is legal.

    Actions of other decisions count only if the element has few families of actions, as a card does. Reasons that only
    say "not now" are ignored.
    """
    return _refusal_in_position(view.seen, view.seat, view.legal, place)


def _refusal_in_position(seen: State, seat: int | None, offered: Sequence[Action], place: str) -> Refusal | None:
    """Return the most common reason against an element's actions, or the reason within a question that they open."""
    game = game_of(seen)
    actions_by_place = _actions_by_place(game)
    # The place is a region, or the card of a region.
    actions_there = actions_by_place.get(place) or actions_by_place.get(place.partition("-")[2], [])
    legal = set(offered)
    legal_there = [action for action in actions_there if action in legal]
    if legal_there:
        opens = seat is not None and all("|" in view_of(game).actions.target(action) for action in legal_there)
        return _refusal_behind(seen, seat, legal_there[0], place) if seat is not None and opens else None
    families = {action.family for action in offered if not action.convenience}
    actions = [action for action in actions_there if action.family in families]
    if not actions and len({action.family for action in actions_there}) <= MAX_FAMILIES_EXPLAINED:
        actions = actions_there
    if seat is None:
        return None
    actions = _with_offered_places(game, actions, place, offered) or actions
    reasons = [seen.refusal(action, seat) for action in actions[:MAX_COMPARED_ACTIONS]]
    reasons = [reason for reason in reasons if reason.key not in UNINFORMATIVE_REFUSALS]
    if not reasons:
        return None
    most = Counter((reason.key, reason.clause) for reason in reasons).most_common(1)[0][0]
    return next(reason for reason in reasons if (reason.key, reason.clause) == most)


def _with_offered_places(game: Game, actions: Sequence[Action], place: str, offered: Sequence[Action]) -> list[Action]:
    """Return the actions whose other places are all offered now, so that only `place` can explain a refusal."""
    offered_places = {name for action in offered for name in view_of(game).actions.target(action).split()}
    return [
        action
        for action in actions
        if offered_places.issuperset(set(view_of(game).actions.target(action).split()) - {place})
    ]


def _refusal_behind(seen: State, seat: int, opener: Action, place: str) -> Refusal | None:
    """Return the reason within the question that an action opens, or None if chance or another player comes first."""
    after = determinize(seen, 0)
    if after is None:
        return None
    draws = after.draws
    after.apply(opener, seat)
    if after.draws != draws or seat not in after.players_to_act:
        return None
    observed = after.observed_by(seat)
    return _refusal_in_position(observed, seat, observed.legal_actions(seat), place)


@cache
def _actions_by_place(game: Game) -> dict[str, list[Action]]:
    """Return, by place, the actions that a click on that place may mean at any time in a game."""
    actions: dict[str, list[Action]] = {}
    target = view_of(game).actions.target
    for action in game.actions:
        for place in dict.fromkeys(target(action).replace("|", " ").split()):
            actions.setdefault(place, []).append(action)
    return actions
