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
    true,
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
    Column("phase", String(16), nullable=False),  # waiting, playing, finished, abandoned
    Column("made", DateTime(timezone=True), nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change of the table and its seats
    Column("due", Boolean, nullable=False, server_default=false()),  # a bot has to act; right after a migration: may
    Column("pace", String(16), nullable=False, server_default="normal"),  # how fast its bots play, see tables/models.py
    Column("hurry", Integer, nullable=False, server_default="-1"),  # the person's entry after which bots do not pause
    Column("hints", Boolean, nullable=False, server_default=false()),  # also where several people play
    Column("salt", String(64), nullable=True),  # of the seed's commitment; tables of before have none
    Column("told", Integer, nullable=False, server_default="-1"),  # up to which version it is known whom to call
    Column("told_phase", String(16), nullable=False, server_default=""),  # its phase then
    Index("ix_tables_told", "made", sqlite_where=text("told < version"), postgresql_where=text("told < version")),
    Column("silent", Boolean, nullable=False, server_default=false()),  # nobody may talk at it
    Column("timing", Text, nullable=True),  # how long its people may take, see tables/clock.py; a JSON object
    Column("clocks", Text, nullable=True),  # one for each seat; a JSON array
    Column("alarm", DateTime(timezone=True), nullable=True),  # when somebody is to be reminded, or his time is out
    Column("substitute", String(64), nullable=False, server_default="greedy"),  # the bot that plays for the absent
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the lobby, while it waits for players
    Column("watching", Boolean, nullable=False, server_default=true()),  # whoever has its address may look on
    Column("language", String(8), nullable=False, server_default=""),  # which people speak there
    Column("invite", String(32), nullable=True),  # the link to any of its open seats
    Column("mark", String(40), nullable=False, server_default=""),  # how its game stood, see tables/upgrade.py
    Column("title", String(60), nullable=False, server_default=""),  # the name that its host has given it
    Column("pause", Text, nullable=True),  # its clocks do not run; a JSON object
    Column("proposal", Text, nullable=True),  # what its people are asked, see agreement.py; a JSON object
    Column("changed", DateTime(timezone=True), nullable=True),  # last change of its seats or terms; null: unknown
    Column("home", String(32), nullable=False, server_default=""),  # a pseudonym of the address
    Index("ix_tables_home", "home"),
    Index("ix_tables_invite", "invite", unique=True),
    Index("ix_tables_host", "host"),
    Index("ix_tables_due", "made", sqlite_where=text("due = 1"), postgresql_where=text("due")),
    Index("ix_tables_alarm", "alarm"),
    Index("ix_tables_listed", "made", sqlite_where=text("listed = 1"), postgresql_where=text("listed")),
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
    Column("claim_name", String(64), nullable=True),  # the name under which they had it
    Column("colour", Integer, nullable=True),  # chosen by its player, see colours.py
    Column("resigned", Boolean, nullable=False, server_default=false()),  # its person has given up: a bot has it
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
    Column("home", String(32), nullable=False, server_default=""),  # of the address that asked; "" when done
    Column("asker", String(32), nullable=False, server_default=""),  # the guest who asked, likewise
    Column("late", Boolean, nullable=False, server_default=false()),  # all others come first
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

INVITATIONS: Final = Table(
    "invitations",  # whom the host has asked by name to sit down on an open seat
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Index("ix_invitations_guest", "guest"),
)

PUT_AWAY: Final = Table(
    "put_away",  # tables that somebody does not want in his lists any more
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

SENT_AWAY: Final = Table(
    "sent_away",  # people whom the host does not want at a table: they cannot sit down there again
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

CALLS: Final = Table(
    "calls",  # whom a table waits for, and what else people are to be told; until it is over, so that it is told once
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),  # as in notifications/messages.py
    Column("guest", String(32), primary_key=True),  # "": the webhooks of the table
    Column("mark", Integer, nullable=False),  # another one is another call
    Column("at", DateTime(timezone=True), nullable=False),
    Column("due", DateTime(timezone=True), nullable=True),  # when it is to be told; null: it was
    Index("ix_calls_guest", "guest"),
    Index("ix_calls_due", "due", sqlite_where=text("due IS NOT NULL"), postgresql_where=text("due IS NOT NULL")),
)

CHANNELS: Final = Table(
    "channels",  # how somebody, or whoever is interested in a table, is called
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),  # whose it is
    Column("table_id", String(32), nullable=False),  # "": for all his tables
    Column("kind", String(16), nullable=False),  # push, each, daily, discord, slack, matrix, json
    Column("address", Text, nullable=False),
    Column("key", Text, nullable=False),  # those of a browser, the one that signs
    Column("language", String(8), nullable=False),
    Column("origin", String(300), nullable=False),  # with which links begin
    Column("made", DateTime(timezone=True), nullable=False),
    Column("due", DateTime(timezone=True), nullable=True),  # the next mail of the day
    Column("failures", Integer, nullable=False),  # calls in a row that came to nothing
    Column("said", String(64), nullable=False),  # how the last one ended
    Index("ix_channels_guest", "guest"),
    Index("ix_channels_table_id", "table_id"),
)

WISHES: Final = Table(
    "wishes",  # when and of what somebody wants to be notified, see notifications/choices.py
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("zone", String(64), nullable=False),  # "": none was chosen
    Column("quiet_from", Integer, nullable=False),  # in minutes of the day, as the two that follow
    Column("quiet_to", Integer, nullable=False),
    Column("daily", Integer, nullable=False),
    Column("silenced", String(200), nullable=False),  # the kinds of notices that are not wanted, with spaces between
    Column("written", DateTime(timezone=True), nullable=True),  # when the last daily mail was due
    Column("made", DateTime(timezone=True), nullable=True),
)

DELIVERIES: Final = Table(
    "deliveries",  # calls that are on their way
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("channel", String(32), nullable=False),
    Column("notice", Text, nullable=False),  # a JSON object
    Column("made", DateTime(timezone=True), nullable=False),
    Column("due", DateTime(timezone=True), nullable=False),
    Column("tries", Integer, nullable=False),
    Index("ix_deliveries_due", "due"),
    Index("ix_deliveries_channel", "channel"),
)

SIGHTINGS: Final = Table(
    "sightings",  # when somebody last had a page of ours before his eyes
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
)

KEYS: Final = Table(
    "keys",  # what all servers share and nobody else knows
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

TALK: Final = Table(
    "talk",  # what was said at tables, and signs that were set to it: rows only come
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("room", String(16), primary_key=True),  # players, onlookers: each counts for itself
    Column("number", Integer, primary_key=True),  # from 1
    Column("post", String(32), nullable=False, unique=True),  # one's own of each: what is written twice is one row
    Column("guest", String(32), nullable=False),
    Column("seat", Integer, nullable=True),  # none: a spectator
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("about", Integer, nullable=False, server_default="0"),  # the line to which a sign is set or taken away
    Column("sign", String(16), nullable=False, server_default=""),
    Column("at", DateTime(timezone=True), nullable=False),
    Index("ix_talk_guest", "guest"),
)

NOTES: Final = Table(
    "notes",  # what somebody keeps for himself at a table
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

MUTES: Final = Table(
    "mutes",  # whom somebody does not want to hear, at no table
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("other", String(32), primary_key=True),
    Column("made", DateTime(timezone=True), nullable=True),
)

OUTCOMES: Final = Table(
    "outcomes",  # finished tables as ratings count them, each once
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ended", DateTime(timezone=True), nullable=False),
    Column("ranking", Text, nullable=False),  # a JSON array of the places by side; empty: it does not count
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

TOKENS: Final = Table(
    "tokens",  # by which programs play for somebody
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),  # the SHA-256 of what the program holds
    Column("guest", String(32), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=True),  # the only one at which it plays
    Column("name", String(64), nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
    Index("ix_tokens_hash", "hash", unique=True),
    Index("ix_tokens_guest", "guest"),
)
