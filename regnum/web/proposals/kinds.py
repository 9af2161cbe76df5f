"""The kinds of proposals: which are possible, how each is read from a form, and how it is described.

`tables/proposal_rules.py` carries them out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Final

import msgspec

from regnum.web.clocks import forms as clock_forms
from regnum.web.clocks.sentences import clock_sentences, duration_text, format_local_time
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import Text
from regnum.web.tables import proposal_rules
from regnum.web.tables.models import PLAYING, Proposal, TableRow
from regnum.web.timing.wall_clock import MINUTE, zone_of

MAX_CLOCK_PAUSE: Final = timedelta(days=60)
"""How far in the future the end of a pause may be."""


@dataclass(frozen=True, slots=True)
class ProposalKind:
    """A kind of proposal."""

    read_form: Callable[[TableRow, Mapping[str, str], datetime], Proposal]
    """Returns the proposal in a form; raises RefusedError if it is invalid."""
    describe: Callable[[TableRow, Proposal, Text], str]
    """Returns a description of what a proposal would change at a table."""


def possible_kinds(row: TableRow) -> tuple[str, ...]:
    """Return the kinds of proposals that players can make at a table now."""
    if row.phase != PLAYING:
        return ()
    end = () if proposal_rules.is_solo(row) else (proposal_rules.END,)
    if row.timing is None:
        return (*end, proposal_rules.CLOCKS)
    return (
        *end,
        proposal_rules.PAUSE if row.pause is None else proposal_rules.RESUME,
        proposal_rules.MORE_TIME,
        proposal_rules.CLOCKS,
    )


def proposal_from_form(row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    """Return the proposal in a form; raises RefusedError if it is invalid."""
    kind = _KINDS.get(sent.get("kind", ""))
    if kind is None:
        raise RefusedError("bad_form")
    return kind.read_form(row, sent, now)


def describe_proposal(row: TableRow, proposal: Proposal, text: Text) -> str:
    """Return a description of what a proposal would change at a table."""
    return _KINDS[proposal.kind].describe(row, proposal, text)


def _read_plain(kind: str, row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    return Proposal(kind)


def _describe_plain(row: TableRow, proposal: Proposal, text: Text) -> str:
    return text(f"proposal.{proposal.kind}")


def _read_pause(row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    return Proposal(proposal_rules.PAUSE, pause_ends_at=_read_day(row, sent.get("until", ""), now))


def _describe_pause(row: TableRow, proposal: Proposal, text: Text) -> str:
    if proposal.pause_ends_at is None:
        return _describe_plain(row, proposal, text)
    return text("proposal.pause_until", at=format_local_time(row, proposal.pause_ends_at))


def _read_more_time(row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    typed = sent.get("more", ""), sent.get("more_unit", "")
    return Proposal(proposal_rules.MORE_TIME, seconds=clock_forms.seconds(*typed, MINUTE, "invalid_more_time"))


def _describe_more_time(row: TableRow, proposal: Proposal, text: Text) -> str:
    return text("proposal.more", time=duration_text(proposal.seconds, text))


def _read_clocks(row: TableRow, sent: Mapping[str, str], now: datetime) -> Proposal:
    form = clock_forms.read_clock_form(dict(sent))
    return Proposal(proposal_rules.CLOCKS, timing=clock_forms.timing_from_form(form), substitute=form.substitute)


def _describe_clocks(row: TableRow, proposal: Proposal, text: Text) -> str:
    clocks = msgspec.structs.replace(row, timing=proposal.timing, substitute=proposal.substitute)
    sentences = " ".join(clock_sentences(clocks, text))
    return text("proposal.clocks", description=sentences) if sentences else text("proposal.no_clocks")


def _read_day(row: TableRow, typed: str, now: datetime) -> datetime | None:
    """Return the start of a day in a table's time zone, in UTC, or None for "".

    Raises RefusedError if a pause cannot end then.
    """
    if not typed:
        return None
    zone = zone_of(row.timing.zone if row.timing is not None else "")
    try:
        begins = datetime.combine(date.fromisoformat(typed), time(), zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise RefusedError("invalid_pause_end") from None
    if not now < begins <= now + MAX_CLOCK_PAUSE:
        raise RefusedError("invalid_pause_end")
    return begins


_KINDS: Final[Mapping[str, ProposalKind]] = {
    proposal_rules.END: ProposalKind(partial(_read_plain, proposal_rules.END), _describe_plain),
    proposal_rules.PAUSE: ProposalKind(_read_pause, _describe_pause),
    proposal_rules.RESUME: ProposalKind(partial(_read_plain, proposal_rules.RESUME), _describe_plain),
    proposal_rules.MORE_TIME: ProposalKind(_read_more_time, _describe_more_time),
    proposal_rules.CLOCKS: ProposalKind(_read_clocks, _describe_clocks),
}
