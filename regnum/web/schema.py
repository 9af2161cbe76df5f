"""The tables of the store. `migrations/` brings a database to this shape."""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", String(20), nullable=False),  # up to 2**64 - 1: more than a signed column holds
    Column("options", Text, nullable=False),  # a JSON object
    Column("host", String(32), nullable=False),
    Column("phase", String(16), nullable=False),  # waiting, playing, finished
    Column("made", DateTime(timezone=True), nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change of the table and its seats
    Column("due", Boolean, nullable=False, server_default=false()),  # a bot has to act; right after a migration: may
    Column("pace", String(16), nullable=False, server_default="normal"),  # how fast its bots play, see bots.py
    Column("hurry", Integer, nullable=False, server_default="-1"),  # the person's entry after which bots do not pause
    Column("hints", Boolean, nullable=False, server_default=false()),  # also where several people play
    Column("salt", String(64), nullable=True),  # of the seed's commitment; tables of before have none
    Column("timing", Text, nullable=True),  # how long its people may take, see clocks.py; a JSON object
    Column("clocks", Text, nullable=True),  # one for each seat; a JSON array
    Column("alarm", DateTime(timezone=True), nullable=True),  # when somebody is to be reminded, or his time is out
    Column("substitute", String(64), nullable=False, server_default="greedy"),  # the bot that plays for the absent
    Index("ix_tables_host", "host"),
    Index("ix_tables_due", "made", sqlite_where=text("due = 1"), postgresql_where=text("due")),
    Index("ix_tables_alarm", "alarm"),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # guest, open, bot; a guest with a bot: it plays for him meanwhile
    Column("name", String(64), nullable=False),
    Column("guest", String(32), nullable=True),
    Column("bot", String(64), nullable=True),
    Column("token", String(32), nullable=True, unique=True),
    Column("personal", String(64), nullable=True),  # the holder's own link to another browser; it works once
    Column("offer", String(64), nullable=True),  # the host's link for somebody who takes the seat over; it works once
    Column("former", String(32), nullable=True),  # the guest who had the seat before
    Column("claim", String(32), nullable=True),  # the guest who may take the seat back: the host gave it away
    Column("colour", Integer, nullable=True),  # chosen by its player, see colours.py
    Index("ix_seats_guest", "guest"),
    Index("ix_seats_claim", "claim"),
    Index("ix_seats_personal", "personal", unique=True),
    Index("ix_seats_offer", "offer", unique=True),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("player", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)

REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("asked", DateTime(timezone=True), nullable=False),
    Column("done", Integer, nullable=False),  # raised by every part that was found
    Column("due", Boolean, nullable=False),  # something is still to be found
    Column("found", Text, nullable=False),  # a JSON object
    Index("ix_reviews_due", "asked", sqlite_where=text("due = 1"), postgresql_where=text("due")),
)

PRESENCE: Final = Table(
    "presence",  # who has a page of a table open, as each server tells the others
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("until", DateTime(timezone=True), nullable=False),
)

UPLOADS: Final = Table(
    "uploads",  # records that visitors brought along, for a time
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("text", Text, nullable=False),
    Index("ix_uploads_at", "at"),
)

PEOPLE: Final = Table(
    "people",  # who has an account
    METADATA,
    Column("guest", String(32), primary_key=True),  # as whom they have seats; no cookie holds it
    Column("name", String(64), nullable=False),
    Column("look", String(200), nullable=False, unique=True),  # how the name looks, see names.py
    Column("small", String(200), nullable=False, unique=True),  # how it looks in small letters: by it they sign in
    Column("password", String(200), nullable=False),  # an argon2id hash
    Column("mail", String(254), nullable=True),  # confirmed
    Column("language", String(8), nullable=False),  # of mails
    Column("made", DateTime(timezone=True), nullable=False),
    Index("ix_people_mail", "mail"),
)

SESSIONS: Final = Table(
    "sessions",  # browsers in which somebody has signed in
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of what the cookie holds
    Column("guest", String(32), ForeignKey("people.guest"), nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
    Column("seen", DateTime(timezone=True), nullable=False),
    Column("browser", String(64), nullable=False),
    Index("ix_sessions_guest", "guest"),
)

TICKETS: Final = Table(
    "tickets",  # what links in mails and invitations may do once
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of what the link holds
    Column("kind", String(16), nullable=False),  # confirm, reset, invite
    Column("guest", String(32), ForeignKey("people.guest"), nullable=True),
    Column("mail", String(254), nullable=True),  # what is to be confirmed
    Column("until", DateTime(timezone=True), nullable=False),
    Index("ix_tickets_guest", "guest"),
)
