"""Short texts about the current turn, such as its question, and the URL of the rules."""

from collections.abc import Sequence

from regnum.core.game import game_of
from regnum.core.rules.state import State
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import view_of
from regnum.web.http.i18n import Text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView


def prompt(view: SeatView, words: Words, names: Sequence[str]) -> str:
    """Return the question that a seat has to answer, or "" for spectators and while others act."""
    if view.seat is None or not view.legal:
        return ""
    return view_of(game_of(view.seen)).actions.prompt(view.seen, words, names) or narrator.prompt(
        view.seen, words, view.seat, names
    )


def status(seen: State, words: Words, text: Text) -> str:
    """Return the line above the question, or at the end of the game the sentence that it is over."""
    if not seen.is_terminal:
        return view_of(game_of(seen)).actions.status(seen, words)
    return words.text("game", "over", {}) if words.has("game", "over") else text("final_scoring.game_over")


def heading(seen: State, words: Words) -> str:
    """Return the heading of a question that arises in another player's turn, or "" for other questions."""
    step = type(seen.stack[-1]).__name__
    return words.text("heading", step, {}) if words.has("heading", step) else ""


def aim_of(words: Words) -> str:
    """Return the sentence on how to win a game, or "" if its words have none."""
    return words.text("game", "aim", {}) if words.has("game", "aim") else ""


def basics_of(words: Words) -> list[str]:
    """Return a few sentences about a game for newcomers, or [] if its words have none."""
    return words.text("game", "basics", {}).splitlines() if words.has("game", "basics") else []


def rules_of(table: LiveTable) -> str:
    """Return the path of the rules page of a table's game, with a link back to the table."""
    return f"/rules/{table.game.id}?back={table.row.id}" if table.row.id else f"/rules/{table.game.id}"
