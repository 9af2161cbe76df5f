"""The open proposal of a table as a page shows it, and the notice that the last one was refused."""

from datetime import UTC, datetime

import msgspec

from regnum.web.http.i18n import Text
from regnum.web.proposals.kinds import describe_proposal
from regnum.web.tables import proposal_rules
from regnum.web.tables.models import GUEST, PLAYING, TableRow


class ProposalView(msgspec.Struct, frozen=True):
    """An open proposal as a page shows it. `agreed`, `missing`: names of players. `answers`: those open to the viewer.

    `can_replace_missing`: whether the others may replace a missing player with a bot, because no clock is running.
    """

    id: str
    kind: str
    sentence: str
    agreed: list[str]
    missing: list[str]
    at: str
    date: str
    answers: tuple[str, ...]
    can_replace_missing: bool


def proposal_view(row: TableRow, seat: int | None, text: Text) -> ProposalView | None:
    """Return the open proposal of a table as a seat (None: a spectator) sees it, or None if there is none."""
    proposal = proposal_rules.open_proposal(row)
    if proposal is None:
        return None
    people = [seat_row for seat_row in row.seats if seat_row.kind == GUEST]
    missing = [
        seat_row.name if guest == seat_row.guest else text("proposal.former_player", name=seat_row.name)
        for seat_row, guest in proposal_rules.unanswered(row, proposal, datetime.now(UTC))
    ]
    answers: tuple[str, ...] = ()
    if seat is not None and row.seats[seat].kind == GUEST and not row.seats[seat].absent:
        negative_answer = "withdraw" if seat == proposal.seat else "no"
        answers = (negative_answer,) if seat in proposal.agreed else ("yes", negative_answer)
    return ProposalView(
        id=proposal.id,
        kind=proposal.kind,
        sentence=text(
            "proposal.proposes", name=row.seats[proposal.seat].name, proposal=describe_proposal(row, proposal, text)
        ),
        agreed=[seat_row.name for seat_row in people if seat_row.seat in proposal.agreed],
        missing=missing,
        at=proposal.until.isoformat(timespec="seconds"),
        date=f"{proposal.until:%Y-%m-%d %H:%M} UTC",
        answers=answers,
        can_replace_missing=bool(answers) and (row.timing is None or row.pause is not None),
    )


def refusal_notice(row: TableRow, moved: datetime | None, text: Text) -> str:
    """Return the sentence that a player has refused the last proposal, or "" if none has, or a move was made since.

    `moved`: the time of the last move that the reader knows of.
    """
    proposal = row.proposal
    if row.phase != PLAYING or proposal is None or proposal.refused_by is None:
        return ""
    if moved is not None and moved > proposal.until:
        return ""
    return text(
        "proposal.refused", name=row.seats[proposal.refused_by].name, proposal=describe_proposal(row, proposal, text)
    )
