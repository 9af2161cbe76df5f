"""The text of a hint: the suggested action and the reasons for it."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.narrator import label, side_names
from regnum.core.text.words import Words, upfirst
from regnum.players.reason_texts import reasons_text
from regnum.view import view_of
from regnum.web.analysis.hints import Hint
from regnum.web.board.choices import action_label
from regnum.web.http.i18n import Text, game_words
from regnum.web.tables.live_table import LiveTable

_HINT: Final = Markup('<p class="hint" data-entry-count="{}" data-action="{}" data-then="{}">{}<b>{}</b> {}</p>')
_CLOSE: Final = Markup('<button type="button" class="hint-close" aria-label="{}">×</button>')


def hint_markup(hint: Hint, table: LiveTable, seat: int, text: Text) -> Markup:
    """Return a hint as HTML; its data attributes identify the position and the button that it refers to."""
    words = game_words(table.game, text.language)
    action = table.game.actions.parse(hint.action)
    names = side_names(table.state, words, table.names)
    seen = table.view(seat).seen
    actions_view = view_of(table.game).actions
    then = [table.game.actions.parse(hint.next_action)] if hint.next_action else []
    opens = actions_view.opens_question(action)
    halves = [each for each in then if actions_view.is_second_half(each)]
    first = action_label(action, seen, words, names) if opens or halves else label(action, words, names)
    what = upfirst("; ".join([first, *(label(each, words, names) for each in then)]))
    reason = _advice([action, *halves], seen, words, names)
    figures = Markup("")
    if not reason:
        step = type(table.state.stack[-1]).__name__
        general = words.text("advice", step, {}) if words.has("advice", step) else ""
        reason = reasons_text(hint.reasons, words, advice=general, later=hint.later)
        if "(" in reason:
            figures = Markup('<p class="quiet">{}</p>').format(text("hint.figures_help"))
    places = " ".join(actions_view.target(each) for each in (then if opens else halves))
    close = _CLOSE.format(text("standings.close"))
    return (
        _HINT.format(hint.entry_count, hint.action, places, close, text("hint.suggestion", action=what), reason)
        + figures
    )


def _advice(actions: Sequence[Action], seen: State, words: Words, names: Sequence[str]) -> str:
    """Return the game's advice on actions that are taken together, or "" if it has none.

    If all actions are of one kind, such as cards to keep, each gets its own advice; otherwise the first advice is used.
    """
    reasons = [
        (each, reason)
        for each in actions
        if (reason := view_of(game_of(seen)).explanations.hint_reason(each, seen, words))
    ]
    if len(reasons) > 1 and len({each.family for each, _ in reasons}) == 1:
        return " ".join(f"{upfirst(label(each, words, names))}: {reason}" for each, reason in reasons)
    return reasons[0][1] if reasons else ""
