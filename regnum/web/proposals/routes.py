"""Routes for proposals to the other players of a table: making and answering them."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.web.clocks import forms as clock_forms
from regnum.web.clocks.sentences import duration_text, pause_notice
from regnum.web.errors import RefusedError
from regnum.web.http.csrf import read_short_form
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get
from regnum.web.presence.deps import LastSeenDep
from regnum.web.proposals.deps import ProposalsDep, RefusalResponseDep
from regnum.web.proposals.kinds import possible_kinds, proposal_from_form
from regnum.web.proposals.service import are_all_present, time_to_answer
from regnum.web.proposals.view import proposal_view
from regnum.web.tables import proposal_rules
from regnum.web.tables.deps import TableDep, conflict_error, refusal_reason, table_title
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import PLAYING, WAITING
from regnum.web.timing.wall_clock import UTC_NAME, zone_of

FORM_REFUSALS: Final = {
    "invalid_duration",
    "invalid_more_time",
    "invalid_time_of_day",
    "invalid_night",
    "unknown_time_zone",
    "invalid_pause_end",
}
"""Refusals of values in the form, which is then shown again."""


@get("/table/{table_id:str}/propose", cost=LIGHT)
async def show_proposal_form(visitor: VisitorDep, last_seen: LastSeenDep, table: TableDep) -> Template:
    """Show the proposals that a player can make at a table."""
    return _propose_page(visitor, table, await last_seen.times_of(table.guests), {})


def _propose_page(
    visitor: Visitor,
    table: LiveTable,
    seen: dict[str, datetime],
    sent: dict[str, str],
    refused: RefusedError | None = None,
) -> Template:
    row, text = table.row, visitor.text
    seat = table.seat_of(visitor.guest)
    if seat is None:
        raise ClientException(status_code=409, extra={"text_key": "no_seat"})
    if table.phase != PLAYING:
        raise conflict_error(RefusedError("not_begun" if table.phase == WAITING else "game_over"), table, visitor)
    zone = UTC_NAME if row.timing is None else row.timing.zone
    return visitor.page(
        "proposals/propose",
        200 if refused is None else 422,
        table=row,
        title=table_title(row, visitor.language),
        error=None if refused is None else refusal_reason(refused, table, text),
        kinds=possible_kinds(row),
        proposal=proposal_view(row, seat, text),
        paused=pause_notice(row, text),
        alone=proposal_rules.may_resume_alone(row, datetime.now(UTC)),
        time=duration_text(time_to_answer(row, are_all_present(table, seat, seen)).total_seconds(), text),
        sent=sent,
        zone=zone,
        first_day=f"{datetime.now(zone_of(zone)) + timedelta(days=1):%Y-%m-%d}",
        clock=clock_forms.read_clock_form(sent) if "clock_preset" in sent else clock_forms.form_of_row(row),
        **clock_forms.page_values(text),
    )


@post("/table/{table_id:str}/propose")
async def make_proposal(
    request: WebRequest, visitor: VisitorDep, proposals: ProposalsDep, last_seen: LastSeenDep, table: TableDep
) -> Redirect | Template:
    """Make a proposal to the other players of a table, such as ending the game or pausing its clocks."""
    sent, seen = await read_short_form(request), await last_seen.times_of(table.guests)
    try:
        proposal = proposal_from_form(table.row, sent, datetime.now(UTC))
        await proposals.propose(table, visitor.guest, proposal, seen)
    except RefusedError as refused:
        if refused.key in FORM_REFUSALS:
            return _propose_page(visitor, table, seen, sent, refused)
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


class AnswerForm(msgspec.Struct):
    """Whether a player agrees ("yes"); any other answer ends the proposal."""

    agree: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/proposal/{proposal_id:str}", status_code=200)
async def answer_proposal(
    request: WebRequest,
    visitor: VisitorDep,
    proposals: ProposalsDep,
    refusal_response: RefusalResponseDep,
    table: TableDep,
    proposal_id: FromPath[str],
) -> Response[Any] | Redirect | Template:
    """Agree to a proposal, or reject or withdraw it."""
    live = "hx-request" in request.headers
    try:
        form = await form_of(request, AnswerForm)
        await proposals.answer(table, visitor.guest, proposal_id, form.agree == "yes")
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


HANDLERS: Final = [show_proposal_form, make_proposal, answer_proposal]
