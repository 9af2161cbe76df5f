"""Routes for a player's actions on the table page: moves, undo, skipping bot pauses, and hints."""

import re
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core.record.play import UNDO
from regnum.core.text.narrator import side_names
from regnum.view import Confirm, view_of
from regnum.web.analysis import hint_text
from regnum.web.analysis.deps import HintsDep
from regnum.web.board.choices import THEN, action_label, combined_choices
from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import Visitor, WebRequest, form_of
from regnum.web.play.page import table_page
from regnum.web.play.refusals import refusal_response
from regnum.web.tables.deps import TableDep, TablesDep
from regnum.web.tables.live_table import LiveTable
from regnum.web.ui.templates import ENVIRONMENT

HTML: Final = MediaType.HTML
_UNDO: Final = re.compile(rf"{UNDO}(?: ([1-9][0-9]{{0,2}}))?")


class ActForm(msgspec.Struct):
    """A move: the text of the action, the number of entries that the page knew (`entry_count`), and a confirmation.

    The action may also be "undo", "undo 3" for the last three actions, or several actions separated by " then ",
    which are taken in order if they are legal. `confirmed`: the action again, once the player has confirmed it.
    """

    action: Annotated[str, msgspec.Meta(max_length=200)]
    entry_count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    confirmed: Annotated[str, msgspec.Meta(max_length=200)] = ""

    @property
    def first_action(self) -> str:
        """The action, or the first of several actions."""
        return self.action.split(THEN)[0]

    @property
    def later_actions(self) -> list[str]:
        """The actions after the first one."""
        return self.action.split(THEN)[1:]

    @property
    def undo_count(self) -> int:
        """The number of actions to undo."""
        undo = _UNDO.fullmatch(self.action)
        return int(undo[1] or 1) if undo else 0


@post("/table/{table_id:str}/act", status_code=200)
async def take_action(
    request: WebRequest, visitor: VisitorDep, tables: TablesDep, table: TableDep
) -> Response[Any] | Template:
    """Take or undo an action; the page gets the new position through its stream."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise RefusedError("not_seated")
        table.check_present(seat)
        form = await form_of(request, ActForm)
        if _needs_confirmation(form, table, seat, visitor):
            confirmation = _confirmation(form, table, seat, visitor)
            if live:
                return Response(confirmation, media_type=HTML, headers={"hx-retarget": "#confirmation-area"})
            return table_page(visitor, table, confirmation=confirmation)
        if form.undo_count:
            number = await tables.undo(table, seat, form.undo_count, form.entry_count, visitor.guest)
        else:
            number = await tables.act(table, seat, form.first_action, form.entry_count, visitor.guest)
            for text in form.later_actions:
                if table.may_act(seat, text):
                    number = await tables.act(table, seat, text, number, visitor.guest)
            while forced := table.forced_action(seat):
                number = await tables.act(table, seat, forced, number, visitor.guest)
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    if live:
        return Response("", media_type=HTML, headers={"regnum-entry-count": str(number)})
    return Redirect(visitor.path, status_code=303)


def _needs_confirmation(form: ActForm, table: LiveTable, seat: int, visitor: Visitor) -> bool:
    """Return whether a move needs confirmation.

    Raises RefusedError if it is not the seat's turn, or the tutorial expects another move.
    """
    preference = visitor.preferences.confirm
    if preference == "never" or form.undo_count or form.action == form.confirmed:
        return False
    table.check_turn(seat, form.entry_count)
    table.check_guided(seat, form.first_action)
    if table.next_script_entry() is not None or not table.may_act(seat, form.first_action):
        return False  # an illegal move is refused with its reason
    return (
        bool(_confirm(table, seat, form))
        if preference == "turn"
        else preference == "always" or bool(form.later_actions) or table.is_final(seat, form.first_action)
    )


def _confirm(table: LiveTable, seat: int, form: ActForm) -> Confirm:
    """Return the game's reason for asking for confirmation, or "" if there is none."""
    view = table.view(seat)
    action = next((action for action in view.legal if action.text == form.first_action), None)
    if action is None:
        return ""
    more = [action for action in table.game.actions if action.text in form.later_actions] if form.later_actions else []
    return view_of(table.game).actions.confirm([action, *more], view.seen)


def _confirmation(form: ActForm, table: LiveTable, seat: int, visitor: Visitor) -> Markup:
    """Return the confirmation question for a move, with its buttons."""
    words = game_words(table.game, visitor.language)
    view = table.view(seat)
    action = next(legal_action for legal_action in view.legal if legal_action.text == form.first_action)
    names = side_names(view.seen, words, table.names)
    labels = (
        c.label
        for group in combined_choices(view.seen, view.legal, words)
        for c in group.choices
        if c.text == form.action
    )
    label = next(labels, "") or action_label(action, view.seen, words, names)
    question = ENVIRONMENT.get_template("board/confirmation.html.jinja")
    ends_turn = _confirm(table, seat, form) == "ends_turn"
    return Markup(
        question.render(
            text=visitor.text, action=form.action, label=label, decision_start=view.decision_start, ends_turn=ends_turn
        )
    )


@post("/table/{table_id:str}/skip", status_code=200)
async def skip_delays(
    request: WebRequest, visitor: VisitorDep, tables: TablesDep, table: TableDep
) -> Response[Any] | Template:
    """Let the bots play without pauses until a person acts."""
    live = "hx-request" in request.headers
    try:
        await tables.skip_delays(table, visitor.guest)
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    return Response("", media_type=HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


class HintForm(msgspec.Struct):
    """A request for a hint; `entry_count`: the number of entries that the page knew."""

    entry_count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@post("/table/{table_id:str}/hint", status_code=200)
async def show_hint(
    request: WebRequest, visitor: VisitorDep, hints: HintsDep, table: TableDep
) -> Response[Any] | Template:
    """Show the visitor, if it is their turn, what a strong bot would choose from their seat's observation alone."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise RefusedError("not_seated")
        form = await form_of(request, HintForm)
        advice = await hints.get_hint(table, seat, form.entry_count, visitor.client_address)
        table.check_turn(seat, advice.entry_count)  # the game may have moved on in the meantime
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    markup = hint_text.hint_markup(advice, table, seat, visitor.text)
    if live:
        return Response(markup, media_type=HTML, headers={"cache-control": "no-store"})
    return table_page(visitor, table, hint=markup)


HANDLERS: Final = [take_action, skip_delays, show_hint]
