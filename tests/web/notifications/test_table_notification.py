"""The content of notifications about a table: names, deadlines and details."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.notifications import messages
from regnum.web.notifications.table_notification import build_notification
from regnum.web.tables import proposal_rules
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, OPEN, Proposal
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import DAY, HOUR
from tests.support.web.live_tables import live_table_of

LATER = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)


@pytest.fixture
def table() -> LiveTable:
    """Return a table of "0", who is its host, "1" and "2"."""
    result = live_table_of(find_game("khan"), 3)
    rename(result, "Ann", "Ben", "Cleo")
    return result


def rename(table: LiveTable, *names: str) -> None:
    for seat, name in enumerate(names):
        change(table, seat, name=name)


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def names(table: LiveTable, kind: str, guest: str = "", movers: tuple[str, ...] = ()) -> tuple[str, ...]:
    return build_notification(table, kind, guest, movers=movers).names


def test_notification_names_the_other_players_to_a_player_only(table: LiveTable) -> None:
    assert build_notification(table, messages.START, "1").others == ("Ann", "Cleo")
    assert build_notification(table, messages.START).others == ()
    change(table, 2, kind=OPEN, guest=None, name="")
    assert build_notification(table, messages.START, "1").others == ("Ann",), "the seat is open"


def test_notification_to_webhooks_names_those_whose_turn_it_is(table: LiveTable) -> None:
    assert names(table, messages.MOVE, movers=("0", "2")) == ("Ann", "Cleo")
    assert names(table, messages.MOVE) == ()
    assert names(table, messages.MOVE, "0") == (), "a player knows it is about them"


def test_replaced_players_are_named_to_the_others(table: LiveTable) -> None:
    change(table, 1, bot="greedy")
    assert names(table, messages.STAND_IN_BEGAN, "0") == names(table, messages.STAND_IN_BEGAN) == ("Ben",)
    assert names(table, messages.STAND_IN_BEGAN, "1") == ()
    assert names(table, messages.START, "0") == ()


def test_invitation_names_the_host_if_they_play(table: LiveTable) -> None:
    change(table, 2, kind=BOT, guest=None, bot="greedy")
    assert names(table, messages.INVITE, "9") == ("Ann",)
    table.row = replace(table.row, host="9")
    assert names(table, messages.INVITE, "8") == ()


def test_resigned_players_are_named_to_the_others(table: LiveTable) -> None:
    change(table, 2, resigned=True, guest=None, kind=BOT)
    assert names(table, messages.RESIGNED, "0") == ("Cleo",)
    assert names(table, messages.END, "0") == ()


def test_author_of_a_proposal_is_named_to_webhooks(table: LiveTable) -> None:
    assert names(table, messages.PROPOSAL) == ()
    table.row = replace(table.row, proposal=Proposal(proposal_rules.END, "id", 1, LATER, (1,)))
    assert names(table, messages.PROPOSAL) == ("Ben",)
    assert names(table, messages.PROPOSAL, "0") == (), "the sentence names them"
    assert names(table, messages.START) == ()


def test_proposal_has_its_sentence_and_the_time_to_answer(table: LiveTable) -> None:
    assert build_notification(table, messages.PROPOSAL, "0").until == ""
    table.row = replace(table.row, proposal=Proposal(proposal_rules.END, "id", 1, LATER, (1,)))
    found = build_notification(table, messages.PROPOSAL, "0")
    assert found.until == LATER.isoformat()
    assert sorted(found.details) == ["de", "en", "uk"]
    assert all("Ben" in sentence for sentence in found.details.values())
    other = build_notification(table, messages.START, "0")
    assert (other.until, other.details) == ("", {})


def test_time_of_the_first_clock_to_run_out_is_told(table: LiveTable) -> None:
    started_at = LATER - timedelta(hours=3)
    running, later = Clock(0, started_at=started_at), Clock(60, started_at=started_at)
    table.row = replace(table.row, timing=Timing(HOUR, DAY), clocks=(running, Clock(0), later))
    end = (started_at + timedelta(hours=1)).isoformat()
    for kind in (messages.MOVE, messages.TIME, messages.CLOCKS):
        assert build_notification(table, kind, "0").until == end
        assert build_notification(table, kind, "1").until == "", "their clock does not run"
    assert build_notification(table, messages.START, "0").until == ""
    later_end = (started_at + timedelta(hours=1, minutes=1)).isoformat()
    assert build_notification(table, messages.MOVE, movers=("1", "2")).until == later_end
    assert "1 hour" in build_notification(table, messages.CLOCKS, "0").details["en"]
    assert build_notification(table, messages.MOVE, "0").details == {}
