"""How long people may take at a table, their clocks, and who plays for them when their time is out."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "010"
down_revision: Final = "009"


def upgrade() -> None:
    """Add them; at tables of before nobody's time runs out."""
    op.add_column("tables", sa.Column("timing", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("clocks", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("alarm", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tables", sa.Column("substitute", sa.String(64), nullable=False, server_default="greedy"))
    op.create_index("ix_tables_alarm", "tables", ["alarm"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_tables_alarm", "tables")
    with op.batch_alter_table("tables") as tables:
        for column in ("substitute", "alarm", "clocks", "timing"):
            tables.drop_column(column)
