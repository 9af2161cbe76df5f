"""Proposals on pages: reading them from forms, and describing them in words."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import msgspec

from regnum.web.clocks import forms as clock_forms
from regnum.web.errors import Refused
from regnum.web.http.i18n import Text
from regnum.web.tables import agreement
from regnum.web.tables.clock import MINUTE, zone_of
from regnum.web.tables.models import GUEST, PLAYING, Proposal, TableRow

LONGEST_PAUSE: Final = timedelta(days=60)


def proposal_from_form(row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    """Return the proposal in a form; raises Refused if it is invalid."""
    kind = sent.get("kind", "")
    if kind not in agreement.KINDS:
        raise Refused("bad_form")
    if kind == agreement.PAUSE:
        return Proposal(kind, ends=_day(row, sent.get("until", ""), now))
    if kind == agreement.MORE:
        typed = sent.get("more", ""), sent.get("more_unit", "")
        return Proposal(kind, seconds=clock_forms.seconds(*typed, MINUTE, "more_time"))
    if kind == agreement.CLOCKS:
        form = clock_forms.read_clock_form(dict(sent))
        return Proposal(kind, timing=clock_forms.timing_from_form(form), substitute=form.substitute)
    return Proposal(kind)


def _day(row: TableRow, typed: str, now: datetime) -> datetime | None:
    """Return the start of a day in a table's time zone, in UTC; None for "". Refused if a pause cannot end then."""
    if not typed:
        return None
    zone = zone_of(row.timing.zone if row.timing is not None else "")
    try:
        begins = datetime.combine(date.fromisoformat(typed), time(), zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused("pause_date") from None
    if not now < begins <= now + LONGEST_PAUSE:
        raise Refused("pause_date")
    return begins


# Texts.


class ProposalView(msgspec.Struct, frozen=True):
    """An open proposal as a page shows it. `agreed`, `missing`: names of players. `answers`: those open to the viewer.

    `vanish`: whether the others may replace a missing player with a bot, because no clock is running.
    """

    id: str
    kind: str
    sentence: str
    agreed: list[str]
    missing: list[str]
    at: str
    date: str
    answers: tuple[str, ...]
    vanish: bool


def proposal_view(row: TableRow, seat: int | None, text: Text) -> ProposalView | None:
    """Return the open proposal of a table as a seat (None: a spectator) sees it; None if there is none."""
    proposal = agreement.open_proposal(row)
    if proposal is None:
        return None
    people = [held for held in row.seats if held.kind == GUEST]
    missing = [
        held.name if guest == held.guest else text("proposal.former", name=held.name)
        for held, guest in agreement.unanswered(row, proposal, datetime.now(UTC))
    ]
    answers: tuple[str, ...] = ()
    if seat is not None and row.seats[seat].kind == GUEST and not row.seats[seat].absent:
        no = "withdraw" if seat == proposal.seat else "no"
        answers = (no,) if seat in proposal.agreed else ("yes", no)
    return ProposalView(
        id=proposal.id,
        kind=proposal.kind,
        sentence=text(
            "proposal.proposes", name=row.seats[proposal.seat].name, what=describe_proposal(row, proposal, text)
        ),
        agreed=[held.name for held in people if held.seat in proposal.agreed],
        missing=missing,
        at=proposal.until.isoformat(timespec="seconds"),
        date=f"{proposal.until:%Y-%m-%d %H:%M} UTC",
        answers=answers,
        vanish=bool(answers) and (row.timing is None or row.pause is not None),
    )


def describe_proposal(row: TableRow, proposal: Proposal, text: Text) -> str:
    """Return a description of what a proposal would change at a table."""
    if proposal.kind == agreement.MORE:
        return text("proposal.more", time=clock_forms.duration_text(proposal.seconds, text))
    if proposal.kind == agreement.CLOCKS:
        clocks = msgspec.structs.replace(row, timing=proposal.timing, substitute=proposal.substitute)
        sentences = " ".join(clock_forms.clock_sentences(clocks, text))
        return text("proposal.clocks", told=sentences) if sentences else text("proposal.no_clocks")
    if proposal.kind == agreement.PAUSE and proposal.ends is not None:
        return text("proposal.pause_until", at=_local(row, proposal.ends))
    return text(f"proposal.{proposal.kind}")


def refusal_notice(row: TableRow, moved: datetime | None, text: Text) -> str:
    """Return the sentence that a player has refused the last proposal; "" if none has, or a move was made since.

    `moved`: the time of the last move that the reader knows of.
    """
    proposal = row.proposal
    if row.phase != PLAYING or proposal is None or proposal.refused is None:
        return ""
    if moved is not None and moved > proposal.until:
        return ""
    return text("proposal.refused", name=row.seats[proposal.refused].name, what=describe_proposal(row, proposal, text))


def pause_notice(row: TableRow, text: Text) -> str:
    """Return the sentence that the clocks of a table are paused; "" if they are not."""
    if row.phase != PLAYING or row.pause is None:
        return ""
    if row.pause.until is None:
        return text("proposal.paused")
    return text("proposal.paused_until", at=_local(row, row.pause.until))


def clocks(row: TableRow, text: Text) -> str:
    """Return sentences about a table's clocks: whether they exist, run or are paused, and the time for a turn."""
    if row.timing is None:
        return text("proposal.without")
    pace = clock_forms.short_description(row.timing, text)
    notice = pause_notice(row, text)
    return f"{notice} {text('proposal.pace', pace=pace)}" if notice else text("proposal.running", pace=pace)


def _local(row: TableRow, at: datetime) -> str:
    zone = row.timing.zone if row.timing is not None else ""
    there = at.astimezone(zone_of(zone))
    hour = "" if there.time() == time() else f" {there:%H:%M}"  # the table's time zone has changed since
    return f"{there:%Y-%m-%d}{hour} ({zone or 'UTC'})"
