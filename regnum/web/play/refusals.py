"""The response to a refused action at a table: a fragment for an open page, or the whole page with a message."""

from typing import Any

from litestar import MediaType, Response
from litestar.response import Template
from markupsafe import Markup, escape

from regnum.web.board import tutorial
from regnum.web.board.turn_texts import rules_of
from regnum.web.db.ids import rematch_id
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import Text
from regnum.web.http.visitor import Visitor
from regnum.web.play.page import table_page
from regnum.web.tables.deps import refusal_reason
from regnum.web.tables.live_table import NOT_IN_TUTORIAL, LiveTable


def refusal_response(refused: RefusedError, table: LiveTable, visitor: Visitor, live: bool) -> Response[Any] | Template:
    """Return the text of a refusal, as a fragment for an open page (`live`) or with the whole page; status 409."""
    message = _message(refused, table, visitor.text)
    if live:
        kind = "tutorial-reply" if refused.key == NOT_IN_TUTORIAL else "error"
        return Response(
            Markup('<p class="{}">{}</p>').format(kind, message), status_code=409, media_type=MediaType.HTML
        )
    return table_page(visitor, table, 409, message)


def _message(refused: RefusedError, table: LiveTable, text: Text) -> Markup:
    if refused.key == NOT_IN_TUTORIAL:
        return tutorial.wrong_move_answer(table, text.language)
    message = escape(refusal_reason(refused, table, text))
    if refused.key == "rematch_taken" and table.row.spectators_allowed:
        again = Markup('<a href="/table/{}">{}</a>').format(rematch_id(table.row.id), text("rematch.watch"))
        return Markup("{} {}").format(message, again)
    if refused.clause in table.game.ledger():
        link = Markup('<a href="{}#{}">{}</a>').format(rules_of(table), refused.clause, text("refusal.rule_label"))
        message = Markup("{} ({})").format(message, link)
    return message
