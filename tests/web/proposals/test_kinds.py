"""Each kind of proposal can be read, described and carried out."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from regnum.web.errors import RefusedError
from regnum.web.http.i18n import page_text
from regnum.web.proposals import kinds
from regnum.web.proposals.kinds import describe_proposal, possible_kinds, proposal_from_form
from regnum.web.tables import proposal_rules
from regnum.web.tables.models import ABANDONED, FINISHED, WAITING, Pause, Proposal
from regnum.web.tables.proposal_rules import CLOCKS, END, MORE_TIME, PAUSE, RESUME
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import DAY
from tests.support.store.rows import table_row

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_each_kind_has_a_form_words_and_an_effect() -> None:
    assert set(kinds._KINDS) == set(proposal_rules._EFFECTS)
    texts = [
        describe_proposal(table_row("one", "ann", "bob"), Proposal(kind), page_text("en")) for kind in kinds._KINDS
    ]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_a_plain_proposal_is_only_its_kind() -> None:
    row = table_row("one", "ann", "bob")
    for kind in (END, RESUME, PAUSE):
        assert proposal_from_form(row, {"kind": kind}, NOON) == Proposal(kind)
    for sent in ({}, {"kind": "coffee"}):
        with pytest.raises(RefusedError, match="bad_form"):
            proposal_from_form(row, sent, NOON)


def test_possible_proposals_depend_on_clocks_pauses_and_people() -> None:
    plain = table_row("one", "ann", "bob")
    timed = replace(plain, timing=Timing(DAY, DAY))
    assert possible_kinds(plain) == (END, CLOCKS)
    assert possible_kinds(timed) == (END, PAUSE, MORE_TIME, CLOCKS)
    assert possible_kinds(replace(timed, pause=Pause(NOON))) == (END, RESUME, MORE_TIME, CLOCKS)
    assert possible_kinds(table_row("one", "ann", "bot")) == (CLOCKS,)
    assert [possible_kinds(replace(timed, phase=phase)) for phase in (WAITING, FINISHED, ABANDONED)] == [()] * 3
