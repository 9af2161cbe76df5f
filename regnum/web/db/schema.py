"""The tables of the store. `migrations/` upgrades a database to this schema."""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
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

from regnum.web.db.columns import UtcDateTime

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
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", String(20), nullable=False),  # up to 2**64 - 1: too large for a signed column
    Column("options", Text, nullable=False),  # a JSON object
    Column("host", String(32), nullable=False),
    Column("phase", String(16), nullable=False),  # waiting, playing, finished, abandoned
    Column("created_at", UtcDateTime, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change of the table and its seats
    # Whether a bot has to act (after a migration: may have to).
    Column("awaits_bot", Boolean, nullable=False, server_default=false()),
    Column("pace", String(16), nullable=False, server_default="normal"),  # how fast its bots play, see tables/models.py
    Column("delays_skipped_after", Integer, nullable=False, server_default="-1"),  # a number of an entry
    Column("hints_allowed", Boolean, nullable=False, server_default=false()),  # even if several people play
    Column("salt", String(64), nullable=True),  # of the seed's commitment; older tables have none
    Column("notified_version", Integer, nullable=False, server_default="-1"),
    Column("notified_phase", String(16), nullable=False, server_default=""),
    Index(
        "ix_tables_notified_version",
        "created_at",
        sqlite_where=text("notified_version < version"),
        postgresql_where=text("notified_version < version"),
    ),
    Column("chat_disabled", Boolean, nullable=False, server_default=false()),
    Column("timing", Text, nullable=True),  # the time limits, see timing/clock.py; a JSON object
    Column("clocks", Text, nullable=True),  # one for each seat; a JSON array
    Column("next_check_at", UtcDateTime, nullable=True),  # the next reminder or timeout
    Column("substitute", String(64), nullable=False, server_default="greedy"),  # the bot for absent players
    Column("is_listed", Boolean, nullable=False, server_default=false()),  # in the lobby, while it waits for players
    Column("spectators_allowed", Boolean, nullable=False, server_default=true()),  # anyone with its URL may watch
    Column("language", String(8), nullable=False, server_default=""),  # the language spoken there
    Column("invitation_token", String(32), nullable=True),  # of the link to any of its open seats
    Column("fingerprint", String(40), nullable=False, server_default=""),  # see tables/rules_upgrade.py
    Column("title", String(60), nullable=False, server_default=""),  # the name given by its host
    Column("pause", Text, nullable=True),  # the pause of its clocks; a JSON object
    Column("proposal", Text, nullable=True),  # the open proposal, see proposal_rules.py; a JSON object
    Column("changed_at", UtcDateTime, nullable=True),  # of seats or settings; null: unknown
    Column("client_address", String(32), nullable=False, server_default=""),  # a pseudonym
    Index("ix_tables_client_address", "client_address"),
    Index("ix_tables_invitation_token", "invitation_token", unique=True),
    Index("ix_tables_host", "host"),
    Index(
        "ix_tables_awaits_bot", "created_at", sqlite_where=text("awaits_bot = 1"), postgresql_where=text("awaits_bot")
    ),
    Index("ix_tables_next_check_at", "next_check_at"),
    Index("ix_tables_is_listed", "created_at", sqlite_where=text("is_listed = 1"), postgresql_where=text("is_listed")),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # guest, open, bot; if a guest has a bot, it plays for them
    Column("name", String(64), nullable=False),
    Column("guest", String(32), nullable=True),
    Column("bot", String(64), nullable=True),
    Column("invitation_token", String(32), nullable=True, unique=True),
    Column("personal_token", String(64), nullable=True),  # the holder's link for another browser; it works once
    Column("offer_token", String(64), nullable=True),  # the host's link for taking over the seat; it works once
    Column("former_guest", String(32), nullable=True),  # the guest who had the seat before
    Column("claimant", String(32), nullable=True),  # the guest who may take the seat back: the host gave it away
    Column("claimant_name", String(64), nullable=True),  # the name under which they had it
    Column("colour", Integer, nullable=True),  # chosen by its player, see colours.py
    Column("resigned", Boolean, nullable=False, server_default=false()),  # its player has resigned; a bot plays
    Index("ix_seats_guest", "guest"),
    Index("ix_seats_claimant", "claimant"),
    Index("ix_seats_personal_token", "personal_token", unique=True),
    Index("ix_seats_offer_token", "offer_token", unique=True),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("player", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("requested_at", UtcDateTime, nullable=False),
    Column("parts_done", Integer, nullable=False),
    Column("is_pending", Boolean, nullable=False),  # not all parts are finished
    Column("results", Text, nullable=False),  # a JSON object
    Column("client_address", String(32), nullable=False, server_default=""),  # a pseudonym; "" when done
    Column("requester", String(32), nullable=False, server_default=""),  # a pseudonym of the guest
    Column("low_priority", Boolean, nullable=False, server_default=false()),
    Index(
        "ix_reviews_is_pending",
        "requested_at",
        sqlite_where=text("is_pending = 1"),
        postgresql_where=text("is_pending"),
    ),
)

PRESENCE: Final = Table(
    "presence",  # open pages of tables, shared between servers
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("expires_at", UtcDateTime, nullable=False),
)

UPLOADS: Final = Table(
    "uploads",  # records uploaded by visitors, kept for a time
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("text", Text, nullable=False),
    Index("ix_uploads_created_at", "created_at"),
)

INVITATIONS: Final = Table(
    "invitations",  # the host's offers of open seats to people by name
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Index("ix_invitations_guest", "guest"),
)

HIDDEN_TABLES: Final = Table(
    "hidden_tables",  # tables that a guest has removed from their lists
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

REMOVED_GUESTS: Final = Table(
    "removed_guests",  # people removed by the host, who cannot take a seat there again
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

NOTIFICATIONS: Final = Table(
    "notifications",  # notifications for a table, kept until their cause is over so that each is sent once
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),  # as in notifications/messages.py
    Column("guest", String(32), primary_key=True),  # "": the webhooks of the table
    Column("occasion", Integer, nullable=False),  # a new value causes a new notification
    Column("created_at", UtcDateTime, nullable=False),
    Column("send_at", UtcDateTime, nullable=True),  # when to send it; null: it was sent
    Index("ix_notifications_guest", "guest"),
    Index(
        "ix_notifications_send_at",
        "send_at",
        sqlite_where=text("send_at IS NOT NULL"),
        postgresql_where=text("send_at IS NOT NULL"),
    ),
)

CHANNELS: Final = Table(
    "channels",  # where notifications of a guest, or of a table, go
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),  # its owner
    Column("table_id", String(32), nullable=False),  # "": all tables of the guest
    Column("kind", String(16), nullable=False),  # a key of TRANSPORTS
    Column("address", Text, nullable=False),
    Column("key", Text, nullable=False),  # the keys of a browser, or the signing key
    Column("language", String(8), nullable=False),
    Column("origin", String(300), nullable=False),  # the base address of links
    Column("created_at", UtcDateTime, nullable=False),
    Column("next_daily_email_at", UtcDateTime, nullable=True),
    Column("failures", Integer, nullable=False),  # consecutive failed deliveries
    Column("last_result", String(64), nullable=False),
    Index("ix_channels_guest", "guest"),
    Index("ix_channels_table_id", "table_id"),
)

NOTIFICATION_SETTINGS: Final = Table(
    "notification_settings",  # when a guest wants to be notified, and of what
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("zone", String(64), nullable=False),  # "": none was chosen
    Column("quiet_from", Integer, nullable=False),  # in minutes after midnight, like the next two
    Column("quiet_to", Integer, nullable=False),
    Column("daily", Integer, nullable=False),
    Column("disabled_kinds", String(200), nullable=False),  # separated by spaces
    Column("last_daily_email_at", UtcDateTime, nullable=True),
    Column("created_at", UtcDateTime, nullable=True),
)

DELIVERIES: Final = Table(
    "deliveries",  # notifications in the queue
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("channel_id", String(32), nullable=False),
    Column("notification", Text, nullable=False),  # a JSON object
    Column("created_at", UtcDateTime, nullable=False),
    Column("next_attempt_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Index("ix_deliveries_next_attempt_at", "next_attempt_at"),
    Index("ix_deliveries_channel_id", "channel_id"),
)

LAST_SEEN: Final = Table(
    "last_seen",  # when a guest last looked at a page
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("seen_at", UtcDateTime, nullable=False),
)

KEYS: Final = Table(
    "keys",  # secrets that all servers share
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

CHAT_MESSAGES: Final = Table(
    "chat_messages",  # chat messages and reactions; append-only
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("room", String(16), primary_key=True),  # players, onlookers; each room numbers its own rows
    Column("number", Integer, primary_key=True),  # from 1
    Column("request_id", String(32), nullable=False, unique=True),  # a retry makes no second row
    Column("guest", String(32), nullable=False),
    Column("seat", Integer, nullable=True),  # null: a spectator
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("target", Integer, nullable=False, server_default="0"),  # the message of a reaction
    Column("reaction", String(16), nullable=False, server_default=""),
    Column("created_at", UtcDateTime, nullable=False),
    Index("ix_chat_messages_guest", "guest"),
)

NOTES: Final = Table(
    "notes",  # private notes of guests at tables
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

MUTES: Final = Table(
    "mutes",  # people whom a guest has muted at all tables
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("muted_guest", String(32), primary_key=True),
    Column("created_at", UtcDateTime, nullable=True),
)

OUTCOMES: Final = Table(
    "outcomes",  # the rankings of finished tables, for ratings
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("ranking", Text, nullable=False),  # a JSON array of the places by side; empty: not rated
)

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("guest", String(32), primary_key=True),  # the guest who has their seats; never in a cookie
    Column("name", String(64), nullable=False),
    Column("appearance_key", String(200), nullable=False, unique=True),  # see names.py
    Column("name_key", String(200), nullable=False, unique=True),  # lower case, for signing in
    Column("password", String(200), nullable=False),  # an argon2id hash
    Column("email", String(254), nullable=True),  # confirmed
    Column("language", String(8), nullable=False),  # of emails
    Column("created_at", UtcDateTime, nullable=False),
    Index("ix_accounts_email", "email"),
)

SESSIONS: Final = Table(
    "sessions",  # browsers in which a person has signed in
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of the key in the cookie
    Column("guest", String(32), ForeignKey("accounts.guest"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("seen_at", UtcDateTime, nullable=False),
    Column("browser", String(64), nullable=False),
    Index("ix_sessions_guest", "guest"),
)

ONE_TIME_LINKS: Final = Table(
    "one_time_links",  # in emails and invitations
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of the key in the link
    Column("kind", String(16), nullable=False),  # confirm, reset, invite
    Column("guest", String(32), ForeignKey("accounts.guest"), nullable=True),
    Column("email", String(254), nullable=True),  # the address to confirm
    Column("expires_at", UtcDateTime, nullable=False),
    Index("ix_one_time_links_guest", "guest"),
)

TOKENS: Final = Table(
    "tokens",  # tokens with which programs play for guests
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),  # the SHA-256 of the token
    Column("guest", String(32), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=True),  # the only table where it is valid
    Column("name", String(64), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index("ix_tokens_hash", "hash", unique=True),
    Index("ix_tokens_guest", "guest"),
)
