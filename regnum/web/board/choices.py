"""The legal actions of a seat as buttons."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import ActionView, view_of

MIN_FOR_GROUPS: Final = 9
"""If there are at least this many choices, their buttons are shown in scrolling groups."""
MAX_UNFOLDED: Final = 3
"""If the board also offers more choices than this, their buttons are folded into a list."""
THEN: Final = " then "
"""The separator between actions that one button takes in sequence."""


class Choice(msgspec.Struct, frozen=True):
    """The button of a legal action, or of several that it takes in sequence."""

    text: str
    label: str
    target: str
    short_label: str = ""
    symbol: str = ""


class Choices(msgspec.Struct, frozen=True):
    """Buttons under a heading ("" for none)."""

    heading: str
    choices: list[Choice]


def action_label(action: Action, seen: State, words: Words, names: Sequence[str]) -> str:
    """Return the label of an action's button in a position."""
    return view_of(game_of(seen)).actions.label(action, seen, words, names) or narrator.label(action, words, names)


def split_choices(legal: Sequence[Action], actions_view: ActionView[Any]) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the actions with visible buttons, and the board's actions whose buttons are folded into a list.

    If the board has at most MAX_UNFOLDED actions, their buttons are visible as well, except those for cards, for
    convenience actions, and for actions that share a place. Actions that only open another question always have
    visible buttons.
    """
    targets = [actions_view.target(action) for action in legal]
    ranks = [actions_view.priority(action, legal) for action in legal]
    on_boards = [bool(target) and "|" not in target for target in targets]
    main = [on_board and not action.convenience for on_board, action in zip(on_boards, legal, strict=True)]
    few = sum(needed and not rank for needed, rank in zip(main, ranks, strict=True)) <= MAX_UNFOLDED
    plain: list[tuple[int, Action]] = []
    listed: list[Action] = []
    for action, target, on_board, needed, rank in zip(legal, targets, on_boards, main, ranks, strict=True):
        alone = needed and targets.count(target) == 1 and not target.startswith(actions_view.cards or "\0")
        seen = not on_board or (few and alone)
        if seen or rank:
            plain.append((-rank, action))
        else:
            listed.append(action)
    return [action for _, action in sorted(plain, key=lambda pair: pair[0])], listed


def combined_choices(seen: State, legal: Sequence[Action], words: Words) -> list[Choices]:
    """Return the buttons that take several actions in sequence, or [] if there are none."""
    buttons = view_of(game_of(seen)).actions.combined_buttons(seen, words, legal) if legal else []
    choices = [Choice(THEN.join(action.text for action in actions), label, "") for actions, label in buttons]
    return [Choices("", choices)] if choices else []


def is_grouped(legal: Sequence[Action], actions_view: ActionView[Any]) -> bool:
    """Return whether buttons are grouped: if there are many, or if any has two places, such as a card and a field."""
    return len(legal) >= MIN_FOR_GROUPS or any(" " in actions_view.target(action) for action in legal)


def choices(
    legal: Sequence[Action], seen: State, actions_view: ActionView[Any], words: Words, names: Sequence[str]
) -> list[Choices]:
    """Return the buttons of actions, in groups if `is_grouped`; those without a heading come first.

    Actions that open another question and have no group come last.
    """
    grouped = is_grouped(legal, actions_view)
    groups: dict[str, list[Choice]] = {}
    last: list[Choice] = []
    for action in legal:
        heading = actions_view.group(action, words) if grouped else ""
        short_label = actions_view.short_label(action, words, names) if heading else ""
        target = actions_view.target(action)
        label = action_label(action, seen, words, names)
        choice = Choice(action.text, label, target, short_label, actions_view.symbol(action))
        (last if "|" in target and not actions_view.group(action, words) else groups.setdefault(heading, [])).append(
            choice
        )
    sections = [Choices(heading, groups[heading]) for heading in sorted(groups, key=bool)]
    return [*sections, Choices("", last)] if last else sections
