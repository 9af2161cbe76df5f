"""The decisions of a finished game in words, as judged by its review."""

from collections.abc import Sequence

import msgspec
from litestar.exceptions import ClientException

from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.players.reason_texts import reasons_text
from regnum.players.review import JudgedDecision
from regnum.web.board.final_scoring import action_text_at, percent
from regnum.web.http.i18n import Text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED


class DecisionView(msgspec.Struct, frozen=True):
    """A decision in words: its entry number, the choice, a better one and the reason ("" if none), and the cost."""

    number: int
    played: str
    recommended: str
    reason: str
    cost: str


def check_finished(table: LiveTable) -> None:
    """Refuse requests that would reveal hidden information about a running game, with status 409."""
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"text_key": "not_over"})


def describe_decision(
    judged: JudgedDecision, table: LiveTable, words: Words, names: Sequence[str], text: Text
) -> DecisionView:
    """Return a decision of a finished game in words."""
    is_better = judged.best != judged.played
    action = table.game.actions.parse(judged.best)
    return DecisionView(
        judged.number,
        action_text_at(table, judged.number, words, names),
        narrator.label(action, words, names) if is_better else "",
        reasons_text(judged.reasons, words, mean=False) if is_better else "",
        percent(-judged.cost, text.language, sign=True) if judged.cost > 0 else "",
    )
