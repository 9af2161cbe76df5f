"""Add tables.timing, clocks, alarm and substitute: time limits, and the bot that plays when time runs out."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "010"
down_revision: Final = "009"


def upgrade() -> None:
    """Add the columns and an index; older tables have no time limit."""
    op.add_column("tables", sa.Column("timing", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("clocks", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("alarm", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tables", sa.Column("substitute", sa.String(64), nullable=False, server_default="greedy"))
    op.create_index("ix_tables_alarm", "tables", ["alarm"])


def downgrade() -> None:
    """Drop the columns and the index."""
    op.drop_index("ix_tables_alarm", "tables")
    with op.batch_alter_table("tables") as tables:
        for column in ("substitute", "alarm", "clocks", "timing"):
            tables.drop_column(column)
