"""Moves chat messages, notes and mutes to another guest when a person continues in another browser."""

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select, update

from regnum.web.db.schema import CHAT_MESSAGES, MUTES, NOTES


def move_chat(connection: Connection, old: str, new: str, table_id: str | None = None) -> None:
    """Move a guest's messages and notes to another guest, and copy all mutes by or of them.

    `table_id`: move only the messages and notes at this table. The other guest's notes there are replaced.
    """
    written_by_old_guest = CHAT_MESSAGES.c.guest == old
    notes = NOTES.c.guest == old
    if table_id is not None:
        written_by_old_guest &= CHAT_MESSAGES.c.table_id == table_id
        notes &= NOTES.c.table_id == table_id
    connection.execute(update(CHAT_MESSAGES).where(written_by_old_guest).values(guest=new))
    moved = list(connection.execute(select(NOTES.c.table_id).where(notes)).scalars())
    connection.execute(delete(NOTES).where((NOTES.c.guest == new) & NOTES.c.table_id.in_(moved)))
    connection.execute(update(NOTES).where(notes).values(guest=new))
    mutes = select(MUTES.c.guest, MUTES.c.muted_guest).where(
        MUTES.c.guest.in_((old, new)) | MUTES.c.muted_guest.in_((old, new))
    )
    old_mutes = {(row[0], row[1]) for row in connection.execute(mutes)}
    new_mutes = {(new if guest == old else guest, new if other == old else other) for guest, other in old_mutes}
    now = datetime.now(UTC)
    rows = [
        {"guest": guest, "muted_guest": other, "created_at": now}
        for guest, other in sorted(new_mutes - old_mutes)
        if guest != other
    ]
    if rows:
        connection.execute(insert(MUTES), rows)
