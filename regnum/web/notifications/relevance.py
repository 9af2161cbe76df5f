"""Checks whether a notification is still current after waiting for quiet hours, a daily email or a retry."""

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from regnum.web.db.schema import INVITATIONS, NOTIFICATIONS, SEATS, TABLES
from regnum.web.notifications import messages
from regnum.web.notifications.messages import Notification
from regnum.web.tables.models import GUEST, PLAYING, WAITING, Proposal
from regnum.web.timing.clock import Clock

_PHASES: Final = {
    messages.MOVE: PLAYING,
    messages.TIME: PLAYING,
    messages.START: PLAYING,
    messages.JOINED: WAITING,
    messages.STAND_IN_BEGAN: PLAYING,
    messages.RESIGNED: PLAYING,
    messages.PROPOSAL: PLAYING,
    messages.CLOCKS: PLAYING,
}
"""The phase in which each of these kinds is current; other kinds are current in any phase."""
_SEATS: Final = {
    messages.STAND_IN_BEGAN: SEATS.c.guest.is_not(None) & SEATS.c.bot.is_not(None),
    messages.RESIGNED: SEATS.c.resigned,
}
"""For each of these kinds, the condition that a seat in the notification must still meet."""


def is_current(connection: Connection, notification: Notification, guest: str) -> bool:
    """Return whether a notification is still current; `guest`: the recipient, "" for the webhooks of the table."""
    phase, table = _PHASES.get(notification.kind), TABLES.c.id == notification.table
    if phase is not None and _values_of(connection, select(TABLES.c.phase).where(table)) != [phase]:
        return False
    if guest and notification.kind in messages.NEWS and not _is_seated_or_hosts(connection, notification.table, guest):
        return False
    if notification.kind == messages.INVITE:
        invitation = (INVITATIONS.c.table_id == notification.table) & (INVITATIONS.c.guest == guest)
        return bool(_values_of(connection, select(INVITATIONS.c.guest).where(invitation)))
    if notification.kind in (messages.PROPOSAL, messages.CLOCKS):
        return _is_latest(connection, notification, guest)
    if notification.kind in (messages.MOVE, messages.TIME):
        return _waits_for_move(connection, notification, guest)
    if notification.kind in _SEATS:
        own = notification.kind == messages.STAND_IN_BEGAN and not notification.names
        is_holder = SEATS.c.guest == guest if own else SEATS.c.name.in_(notification.names)
        at_table = (SEATS.c.table_id == notification.table) & is_holder
        return bool(_values_of(connection, select(SEATS.c.seat).where(at_table & _SEATS[notification.kind])))
    return True


def _is_latest(connection: Connection, notification: Notification, guest: str) -> bool:
    """Return whether a notification is about the latest proposal or decision, and still concerns the guest."""
    newer = (
        (NOTIFICATIONS.c.table_id == notification.table)
        & (NOTIFICATIONS.c.kind == notification.kind)
        & (NOTIFICATIONS.c.guest == guest)
    )
    if _values_of(connection, select(NOTIFICATIONS.c.occasion).where(newer)) != [notification.occasion]:
        return False
    if notification.kind == messages.PROPOSAL:
        return _has_to_answer(connection, notification.table, guest)
    return not notification.until or _has_to_move(connection, notification.table, guest)


def _waits_for_move(connection: Connection, notification: Notification, guest: str) -> bool:
    """Return whether a table still waits for the move that a notification is about, and no pause stops the clock."""
    move_notification = (NOTIFICATIONS.c.table_id == notification.table) & (NOTIFICATIONS.c.kind == messages.MOVE)
    occasions = _values_of(
        connection,
        select(NOTIFICATIONS.c.occasion).where(
            move_notification & (NOTIFICATIONS.c.guest == guest) if guest else move_notification
        ),
    )
    if not guest:
        return bool(notification.names and occasions)
    if notification.kind == messages.MOVE:
        return occasions == [notification.occasion]
    paused = _values_of(connection, select(TABLES.c.pause).where(TABLES.c.id == notification.table)) != [None]
    return bool(occasions) and not paused


def _has_to_answer(connection: Connection, table_id: str, guest: str) -> bool:
    """Return whether a guest, or any player if `guest` is "", has yet to answer the open proposal at a table."""
    (encoded,) = _values_of(connection, select(TABLES.c.proposal).where(TABLES.c.id == table_id))
    proposal = None if encoded is None else msgspec.json.decode(encoded, type=Proposal)
    if proposal is None or proposal.refused_by is not None or proposal.is_carried_out:
        return False
    unanswered = (SEATS.c.table_id == table_id) & (SEATS.c.kind == GUEST) & SEATS.c.seat.not_in(proposal.agreed)
    return bool(
        _values_of(
            connection, select(SEATS.c.seat).where(unanswered & (SEATS.c.guest == guest) if guest else unanswered)
        )
    )


def _has_to_move(connection: Connection, table_id: str, guest: str) -> bool:
    """Return whether it is a guest's turn: one of their clocks is running, or would be without a pause."""
    own = (SEATS.c.table_id == table_id) & (SEATS.c.guest == guest)
    (encoded,) = _values_of(connection, select(TABLES.c.clocks).where(TABLES.c.id == table_id))
    clocks = msgspec.json.decode(encoded or "[]", type=list[Clock])
    return any(
        clocks[seat].started_at is not None
        for seat in _values_of(connection, select(SEATS.c.seat).where(own))
        if clocks
    )


def _is_seated_or_hosts(connection: Connection, table_id: str, guest: str) -> bool:
    """Return whether a guest has a seat at a table or is its host; other guests get no news of its players."""
    seated = select(SEATS.c.table_id).where((SEATS.c.table_id == table_id) & (SEATS.c.guest == guest))
    hosted = select(TABLES.c.id).where((TABLES.c.id == table_id) & (TABLES.c.host == guest))
    return bool(_values_of(connection, seated.union(hosted)))


def _values_of(connection: Connection, query: Any) -> list[Any]:
    return list(connection.execute(query).scalars())
