"""Rename tables, columns, indexes and constraints to the names that the code uses."""

from collections.abc import Mapping, Sequence
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "023"
down_revision: Final = "022"

TABLES: Final = {
    "calls": "notifications",
    "people": "accounts",
    "put_away": "hidden_tables",
    "sent_away": "removed_guests",
    "sightings": "last_seen",
    "talk": "chat_messages",
    "tickets": "one_time_links",
    "wishes": "notification_settings",
}
"""The new names of tables."""

COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "accounts": {
        "look": "appearance_key",
        "small": "name_key",
        "mail": "email",
        "made": "created_at",
    },
    "channels": {"made": "created_at", "due": "next_daily_email_at", "said": "last_result"},
    "chat_messages": {"post": "request_id", "about": "target", "sign": "reaction", "at": "created_at"},
    "deliveries": {
        "channel": "channel_id",
        "notice": "notification",
        "made": "created_at",
        "due": "next_attempt_at",
        "tries": "attempts",
    },
    "entries": {"at": "created_at"},
    "last_seen": {"at": "seen_at"},
    "mutes": {"other": "muted_guest", "made": "created_at"},
    "notification_settings": {"silenced": "disabled_kinds", "written": "last_daily_email_at", "made": "created_at"},
    "notifications": {"mark": "occasion", "due": "send_at", "at": "created_at"},
    "one_time_links": {"mail": "email", "until": "expires_at"},
    "outcomes": {"ended": "ended_at"},
    "presence": {"until": "expires_at"},
    "reviews": {
        "asked": "requested_at",
        "done": "parts_done",
        "due": "is_pending",
        "found": "results",
        "home": "client_address",
        "asker": "requester",
        "late": "low_priority",
    },
    "seats": {
        "token": "invitation_token",
        "personal": "personal_token",
        "offer": "offer_token",
        "former": "former_guest",
        "claim": "claimant",
        "claim_name": "claimant_name",
    },
    "sessions": {"made": "created_at", "seen": "seen_at"},
    "tables": {
        "rules": "rules_version",
        "made": "created_at",
        "due": "awaits_bot",
        "hints": "hints_allowed",
        "listed": "is_listed",
        "hurry": "delays_skipped_after",
        "told": "notified_version",
        "told_phase": "notified_phase",
        "silent": "chat_disabled",
        "alarm": "next_check_at",
        "watching": "spectators_allowed",
        "invite": "invitation_token",
        "mark": "fingerprint",
        "changed": "changed_at",
        "home": "client_address",
    },
    "tokens": {"made": "created_at"},
    "uploads": {"at": "created_at"},
}
"""The new names of columns, by the new name of the table."""

_KEYS: Final = {
    "fk_put_away_table_id_tables": "fk_hidden_tables_table_id_tables",
    "fk_sent_away_table_id_tables": "fk_removed_guests_table_id_tables",
    "fk_sessions_guest_people": "fk_sessions_guest_accounts",
    "fk_talk_table_id_tables": "fk_chat_messages_table_id_tables",
    "fk_tickets_guest_people": "fk_one_time_links_guest_accounts",
    "pk_calls": "pk_notifications",
    "pk_people": "pk_accounts",
    "pk_put_away": "pk_hidden_tables",
    "pk_sent_away": "pk_removed_guests",
    "pk_sightings": "pk_last_seen",
    "pk_talk": "pk_chat_messages",
    "pk_tickets": "pk_one_time_links",
    "pk_wishes": "pk_notification_settings",
    "uq_people_look": "uq_accounts_appearance_key",
    "uq_people_small": "uq_accounts_name_key",
    "uq_seats_token": "uq_seats_invitation_token",
    "uq_talk_post": "uq_chat_messages_request_id",
}
"""The new names of primary, foreign and unique keys."""

_INDEXES: Final = {
    "ix_calls_due": "ix_notifications_send_at",
    "ix_calls_guest": "ix_notifications_guest",
    "ix_deliveries_channel": "ix_deliveries_channel_id",
    "ix_deliveries_due": "ix_deliveries_next_attempt_at",
    "ix_people_mail": "ix_accounts_email",
    "ix_reviews_due": "ix_reviews_is_pending",
    "ix_seats_claim": "ix_seats_claimant",
    "ix_seats_offer": "ix_seats_offer_token",
    "ix_seats_personal": "ix_seats_personal_token",
    "ix_tables_alarm": "ix_tables_next_check_at",
    "ix_tables_due": "ix_tables_awaits_bot",
    "ix_tables_listed": "ix_tables_is_listed",
    "ix_tables_home": "ix_tables_client_address",
    "ix_tables_invite": "ix_tables_invitation_token",
    "ix_tables_told": "ix_tables_notified_version",
    "ix_talk_guest": "ix_chat_messages_guest",
    "ix_tickets_guest": "ix_one_time_links_guest",
    "ix_uploads_at": "ix_uploads_created_at",
}
"""The new names of indexes."""


def upgrade() -> None:
    """Rename everything."""
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.alter_column(table, old, new_column_name=new)
    _rename_keys_and_indexes([*COLUMNS, *TABLES.values()], _KEYS, _INDEXES)


def downgrade() -> None:
    """Restore the old names."""
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.alter_column(table, new, new_column_name=old)
    for old, new in TABLES.items():
        op.rename_table(new, old)
    old_names = _inverse(TABLES)
    tables = [*(old_names.get(table, table) for table in COLUMNS), *TABLES]
    _rename_keys_and_indexes(tables, _inverse(_KEYS), _inverse(_INDEXES))


def _inverse(names: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in names.items()}


def _rename_keys_and_indexes(tables: Sequence[str], keys: Mapping[str, str], indexes: Mapping[str, str]) -> None:
    """Rename the keys and indexes of these tables. Columns have their final names already."""
    connection = op.get_bind()
    shape = sa.MetaData()
    shape.reflect(connection, only=tables)
    for table in shape.sorted_tables:
        for index in table.indexes:
            if name := indexes.get(str(index.name)):
                index.drop(connection)
                index.name = sa.quoted_name(name, quote=None)
                index.create(connection)
    if connection.dialect.name == "sqlite":
        with_keys = [table for table in shape.sorted_tables if any(key.name in keys for key in table.constraints)]
        _copy_with_keys(with_keys, keys)
        return
    for table in shape.sorted_tables:
        for key in table.constraints:
            if name := keys.get(str(key.name)):
                op.execute(f"ALTER TABLE {table.name} RENAME CONSTRAINT {key.name} TO {name}")


def _copy_with_keys(tables: Sequence[sa.Table], keys: Mapping[str, str]) -> None:
    """Replace SQLite tables by copies whose keys have new names: SQLite cannot rename keys.

    `tables`: a table comes after those to which it refers. The old tables are dropped last, in reverse order, because
    SQLite refuses to drop a table to which rows refer.
    """
    connection = op.get_bind()
    # Rows that refer to missing ones are copied: sqlite3 can make such rows.
    op.execute("PRAGMA defer_foreign_keys = ON")
    for table in tables:
        for index in table.indexes:
            index.drop(connection)
        op.rename_table(table.name, f"old_{table.name}")
        for key in table.constraints:
            key.name = keys.get(str(key.name), key.name)
        table.create(connection)
        names = [column.name for column in table.columns]
        old = sa.table(f"old_{table.name}", *(sa.column(name) for name in names))
        op.execute(sa.insert(table).from_select(names, sa.select(old)))
    for table in reversed(tables):
        op.drop_table(f"old_{table.name}")
