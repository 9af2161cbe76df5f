"""Add presence, in which servers share the open pages of tables."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "008"
down_revision: Final = "007"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "presence",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("presence")
