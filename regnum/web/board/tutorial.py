"""The tutorial of a table: the current step, the effects of the previous one, and the end."""

import re
from typing import Final

import msgspec
from markupsafe import Markup

from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.core.text.guide import Guide
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED
from regnum.web.ui.markup import to_markup

_THING: Final = re.compile(r"\{(\w+):([\w-]+)\}")

PLAYING_ON: Final = "play_on"
GOODBYE: Final = "goodbye"


class TutorialStep(msgspec.Struct, frozen=True):
    """The current texts of a tutorial. `step` counts from 1; after the last one, `ending` is the key of a general text.

    `result_text`: the effects of the previous step's moves. `instruction`: the current step ("" while others move).
    `previous`: the previous step, to read again. `has_moved`: whether the player has moved since the last step.
    `moves`, `points`: the expected moves, and the ids of other things to point at.
    """

    step: int
    steps: int
    result_text: Markup
    instruction: Markup
    previous: Markup
    ending: str = ""
    has_moved: bool = False
    moves: tuple[str, ...] = ()
    points: str = ""


def title_of(guide: Guide, text: Text) -> str:
    """Return the title of a tutorial."""
    return guide.title.get(text.language) or text("tutorial.title")


def titles(game: Game, text: Text) -> list[tuple[str, str]]:
    """Return the id and the title of each tutorial of a game."""
    return [(guide.id, title_of(guide, text)) for guide in game.guides().values()]


def tutorial_step(table: LiveTable, seat: int | None, language: str) -> TutorialStep | None:
    """Return the tutorial step of a table for a seat, or None if the seat has none or has left its script."""
    guide = table.tutorial
    if guide is None or seat != guide.seat or not guide.matches(table.play.record.entries):
        return None
    script_entry = table.next_script_entry()
    at = len(guide.steps) if script_entry is None else script_entry.step
    waits = script_entry is not None and script_entry.waits
    first = waits and (table.entry_count == 0 or guide.script[table.entry_count - 1].step != at)
    acted = script_entry is None and any(player == seat for player, _ in table.play.record.entries[len(guide.script) :])
    before = at - 1 if first or (script_entry is None and not acted) else -1

    def text_of(number: int, kind: str) -> Markup:
        if number < 0:
            return Markup("")
        return guide_text(table.game, getattr(guide.steps[number], kind)[language], language)

    return TutorialStep(
        step=min(max(at, 0) + 1, len(guide.steps)),
        steps=len(guide.steps),
        result_text=text_of(before, "done"),
        instruction=text_of(at, "say") if waits else Markup(""),
        previous=text_of(at - 1, "say"),
        ending="" if script_entry is not None else GOODBYE if _is_over(guide, table.state, table.phase) else PLAYING_ON,
        has_moved=acted,
        moves=script_entry.texts if script_entry is not None and waits else (),
        points=" ".join(guide.steps[at].points) if waits else "",
    )


def guide_text(game: Game, template: str, language: str) -> Markup:
    """Return a text of a tutorial as HTML: `{town:B4}` becomes the name of a thing, and *text* is emphasized."""
    words = game_words(game, language)
    return to_markup(_THING.sub(lambda match: words.name(match[1], match[2]), template))


def _is_over(guide: Guide, state: State, phase: str) -> bool:
    field, value = guide.until
    return phase == FINISHED or int(getattr(state, field)) >= value


def wrong_move_answer(table: LiveTable, language: str) -> Markup:
    """Return the tutorial's response to an unexpected move."""
    script_entry, guide = table.next_script_entry(), table.tutorial
    if guide is None or script_entry is None or not script_entry.waits:
        return Markup(page_text(language)("tutorial.watch_others"))
    return guide_text(table.game, guide.steps[script_entry.step].wrong[language], language)
