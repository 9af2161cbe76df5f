"""Add tables.version, tables.due (whether a bot may have to act), and an index on tables.host."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "003"
down_revision: Final = "002"


def upgrade() -> None:
    """Add the columns and indexes; running tables with bots become due."""
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE tables SET due = true WHERE phase = 'playing' AND id IN (SELECT table_id FROM seats WHERE kind = 'bot')"
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index(
        "ix_tables_due", "tables", ["made"], sqlite_where=sa.text("due = 1"), postgresql_where=sa.text("due")
    )


def downgrade() -> None:
    """Drop the columns and indexes."""
    op.drop_index("ix_tables_due", "tables")
    op.drop_index("ix_tables_host", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("due")
        tables.drop_column("version")
