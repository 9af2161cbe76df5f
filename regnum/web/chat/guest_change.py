"""Somebody goes on as another guest, in another browser: what he said is still his, and so are his notes."""

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select, update

from regnum.web.db.schema import MUTES, NOTES, TALK


def move_talk(connection: Connection, old: str, new: str, table_id: str | None = None) -> None:
    """Hand on what a guest said and noted (`table_id`: at one table only), and whom he mutes or who mutes him."""
    talk = TALK.c.guest == old
    notes = NOTES.c.guest == old
    if table_id is not None:
        talk &= TALK.c.table_id == table_id
        notes &= NOTES.c.table_id == table_id
    connection.execute(update(TALK).where(talk).values(guest=new))
    moved = list(connection.execute(select(NOTES.c.table_id).where(notes)).scalars())
    connection.execute(delete(NOTES).where((NOTES.c.guest == new) & NOTES.c.table_id.in_(moved)))
    connection.execute(update(NOTES).where(notes).values(guest=new))
    known = select(MUTES.c.guest, MUTES.c.other).where(MUTES.c.guest.in_((old, new)) | MUTES.c.other.in_((old, new)))
    there = {(row[0], row[1]) for row in connection.execute(known)}
    meant = {(new if guest == old else guest, new if other == old else other) for guest, other in there}
    now = datetime.now(UTC)
    rows = [{"guest": guest, "other": other, "made": now} for guest, other in sorted(meant - there) if guest != other]
    if rows:
        connection.execute(insert(MUTES), rows)
