"""Outdated notifications are dropped: each kind, for people and for webhooks."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, insert, update

from regnum.web.db.schema import INVITATIONS, METADATA, NOTIFICATIONS, SEATS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.relevance import is_current
from regnum.web.tables.models import ABANDONED, BOT, FINISHED, GUEST, OPEN, PLAYING, WAITING, Proposal
from regnum.web.timing.clock import Clock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOST, ANN, BOB, EVE = "host", "ann", "bob", "eve"


@pytest.fixture
def connection() -> Iterator[Connection]:
    """A database with two tables: Ann and Bob play at the first, Eve at the second."""
    engine = create_engine("sqlite://")
    METADATA.create_all(engine)
    with engine.begin() as result:
        for table, people in (("one", (ANN, BOB)), ("two", (EVE,))):
            row = {"id": table, "game": "khan", "rules_version": 1, "players": 2, "seed": "1", "options": "{}"}
            row["host"] = HOST if table == "one" else EVE
            result.execute(insert(TABLES).values(**row, phase=PLAYING, created_at=NOON))
            for seat, guest in enumerate(people):
                own = {"table_id": table, "seat": seat, "name": guest.title(), "guest": guest}
                result.execute(insert(SEATS).values(kind=GUEST, **own))
        yield result
    engine.dispose()


def update_table(connection: Connection, **values: Any) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == "one").values(**values))


def update_seat(connection: Connection, guest: str, **values: Any) -> None:
    connection.execute(update(SEATS).where(SEATS.c.guest == guest).values(**values))


def add_notification(connection: Connection, kind: str, guest: str, mark: int = 7, table_id: str = "one") -> None:
    connection.execute(
        insert(NOTIFICATIONS).values(table_id=table_id, kind=kind, guest=guest, occasion=mark, created_at=NOON)
    )


def notification(kind: str, **more: Any) -> Notification:
    return Notification(kind, "one", "khan", occasion=more.pop("occasion", 7), **more)


IN_PLAY = {
    messages.START,
    messages.STAND_IN_BEGAN,
    messages.RESIGNED,
    messages.PROPOSAL,
    messages.CLOCKS,
    messages.MOVE,
}


@pytest.mark.parametrize("kind", sorted({*messages.OPTIONAL_KINDS, messages.ABANDONED, messages.TEST}))
@pytest.mark.parametrize("phase", [WAITING, PLAYING, FINISHED, ABANDONED])
def test_notification_is_current_in_the_phase_of_its_kind(connection: Connection, kind: str, phase: str) -> None:
    update_table(connection, phase=phase, proposal=msgspec.json.encode(Proposal("end", until=NOON)).decode())
    for other in (messages.PROPOSAL, messages.CLOCKS, messages.MOVE):
        add_notification(connection, other, ANN)
    update_seat(connection, BOB, bot="greedy", resigned=True)
    connection.execute(insert(INVITATIONS).values(table_id="one", seat=1, guest=ANN, name="Ann"))
    current = is_current(connection, notification(kind, names=("Bob",)), ANN)
    wanted = PLAYING if kind in IN_PLAY | {messages.TIME} else WAITING if kind == messages.JOINED else phase
    assert current == (phase == wanted)


@pytest.mark.parametrize("kind", [messages.START, messages.END, messages.ABANDONED, messages.CHAT])
def test_notification_is_current_for_seated_players_and_the_host(connection: Connection, kind: str) -> None:
    assert [is_current(connection, notification(kind), who) for who in (ANN, BOB, HOST, EVE)] == [
        True,
        True,
        True,
        False,
    ]
    assert is_current(connection, notification(kind), ""), "webhooks of the table hear all of it"


def test_invitation_is_current_while_it_exists(connection: Connection) -> None:
    message = notification(messages.INVITE)
    assert not is_current(connection, message, EVE)
    connection.execute(insert(INVITATIONS).values(table_id="two", seat=1, guest=EVE, name="Eve"))
    connection.execute(insert(INVITATIONS).values(table_id="one", seat=0, guest=ANN, name="Ann"))
    assert not is_current(connection, message, EVE), "it is one to another table"
    connection.execute(insert(INVITATIONS).values(table_id="one", seat=1, guest=EVE, name="Eve"))
    assert is_current(connection, message, EVE)


def test_move_is_current_while_the_same_turn_lasts(connection: Connection) -> None:
    message = notification(messages.MOVE)
    add_notification(connection, messages.MOVE, BOB)
    add_notification(connection, messages.MOVE, ANN, table_id="two")
    assert not is_current(connection, message, ANN), "others are to act"
    add_notification(connection, messages.MOVE, ANN)
    assert is_current(connection, message, ANN)
    assert not is_current(connection, notification(messages.MOVE, occasion=6), ANN)


def test_time_is_current_for_players_to_act_outside_pauses(connection: Connection) -> None:
    message = notification(messages.TIME, occasion=3)
    assert not is_current(connection, message, ANN)
    add_notification(connection, messages.MOVE, ANN)
    assert is_current(connection, message, ANN), "a reminder has a mark of its own"
    update_table(connection, pause="{}")
    assert not is_current(connection, message, ANN)
    assert is_current(connection, notification(messages.MOVE), ANN), "one may move in a pause"


@pytest.mark.parametrize("kind", [messages.MOVE, messages.TIME])
def test_webhook_move_is_current_while_a_named_player_is_to_act(connection: Connection, kind: str) -> None:
    assert not is_current(connection, notification(kind, names=("Ann",)), "")
    add_notification(connection, messages.MOVE, ANN)
    assert is_current(connection, notification(kind, names=("Ann",)), "")
    assert not is_current(connection, notification(kind), ""), "nobody is named"


def add_proposal(connection: Connection, *agreed: int, **more: Any) -> None:
    proposal = Proposal("end", until=NOON, agreed=agreed, **more)
    update_table(connection, proposal=msgspec.json.encode(proposal).decode())


def test_proposal_is_current_until_the_receiver_answers(connection: Connection) -> None:
    message = notification(messages.PROPOSAL)
    add_notification(connection, messages.PROPOSAL, ANN)
    add_notification(connection, messages.PROPOSAL, "")
    assert not is_current(connection, message, ANN), "nothing is proposed"
    add_proposal(connection)
    assert is_current(connection, message, ANN)
    assert not is_current(connection, message, BOB), "they get no notification"
    assert not is_current(connection, notification(messages.PROPOSAL, occasion=6), ANN), "that was another proposal"
    add_proposal(connection, 0)
    assert not is_current(connection, message, ANN)
    assert is_current(connection, message, ""), "Bob has yet to answer"
    add_proposal(connection, 0, 1)
    assert not is_current(connection, message, "")
    for over in ({"refused_by": 0}, {"is_carried_out": True}):
        add_proposal(connection, **over)
        assert not is_current(connection, message, ANN)


def test_proposal_is_not_current_when_only_bots_or_open_seats_remain(connection: Connection) -> None:
    add_notification(connection, messages.PROPOSAL, "")
    add_proposal(connection, 0)
    for kind in (BOT, OPEN):
        update_seat(connection, BOB, kind=kind)
        assert not is_current(connection, notification(messages.PROPOSAL), "")


def test_clock_change_with_a_deadline_is_current_for_running_clocks(connection: Connection) -> None:
    late = notification(messages.CLOCKS, until="2026-06-02T12:00:00+00:00")
    for guest in (ANN, BOB):
        add_notification(connection, messages.CLOCKS, guest)
    assert is_current(connection, notification(messages.CLOCKS), BOB)
    assert not is_current(connection, late, ANN), "the clocks are gone"
    clocks = [Clock(60.0, started_at=NOON), Clock(60.0)]
    update_table(connection, clocks=msgspec.json.encode(clocks).decode())
    assert is_current(connection, late, ANN)
    assert not is_current(connection, late, BOB)
    assert is_current(connection, notification(messages.CLOCKS), BOB)
    assert not is_current(connection, notification(messages.CLOCKS, occasion=8), BOB)


def test_replacement_is_current_while_the_bot_plays(connection: Connection) -> None:
    others, own = notification(messages.STAND_IN_BEGAN, names=("Bob",)), notification(messages.STAND_IN_BEGAN)
    assert [is_current(connection, said, who) for said, who in ((others, ANN), (own, BOB))] == [False, False]
    update_seat(connection, BOB, bot="greedy")
    assert [is_current(connection, said, who) for said, who in ((others, ANN), (own, BOB))] == [True, True]
    assert not is_current(connection, own, ANN), "she plays herself"
    update_seat(connection, ANN, bot="greedy")
    assert not is_current(connection, notification(messages.STAND_IN_BEGAN, names=("Eve",)), ANN)
    connection.execute(update(SEATS).where(SEATS.c.guest == BOB).values(guest=None))
    assert not is_current(connection, others, ANN), "the seat is the bot's own now"


def test_resignation_is_current_after_the_player_resigned(connection: Connection) -> None:
    message = notification(messages.RESIGNED, names=("Bob",))
    assert not is_current(connection, message, ANN)
    update_seat(connection, ANN, resigned=True)
    assert not is_current(connection, message, ANN)
    update_seat(connection, BOB, resigned=True)
    assert is_current(connection, message, ANN)
    assert not is_current(connection, notification(messages.RESIGNED), BOB), "nobody is named"
