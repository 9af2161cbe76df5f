"""Add calls, channels, deliveries, sightings and keys for notifications, and tables.told and told_phase."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "014"
down_revision: Final = "013"

_MOMENT: Final = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns and create the tables. Nobody is notified of earlier events."""
    op.add_column("tables", sa.Column("told", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("tables", sa.Column("told_phase", sa.String(16), nullable=False, server_default=""))
    op.execute("UPDATE tables SET told = version, told_phase = phase")
    untold = sa.text("told < version")
    op.create_index("ix_tables_told", "tables", ["made"], sqlite_where=untold, postgresql_where=untold)
    op.create_table(
        "calls",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("mark", sa.Integer, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("due", _MOMENT, nullable=True),
    )
    op.create_index("ix_calls_guest", "calls", ["guest"])
    owed = sa.text("due IS NOT NULL")
    op.create_index("ix_calls_due", "calls", ["due"], sqlite_where=owed, postgresql_where=owed)
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("made", _MOMENT, nullable=False),
        sa.Column("due", _MOMENT, nullable=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("said", sa.String(64), nullable=False),
    )
    op.create_index("ix_channels_guest", "channels", ["guest"])
    op.create_index("ix_channels_table_id", "channels", ["table_id"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("made", _MOMENT, nullable=False),
        sa.Column("due", _MOMENT, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    op.create_index("ix_deliveries_channel", "deliveries", ["channel"])
    op.create_table(
        "sightings",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables and the columns."""
    for name in ("keys", "sightings", "deliveries", "channels", "calls"):
        op.drop_table(name)
    op.drop_index("ix_tables_told", "tables")
    op.drop_column("tables", "told_phase")
    op.drop_column("tables", "told")
