"""Add uploads, the records that visitors upload, and tables.salt, for verifying a shuffle."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "009"
down_revision: Final = "008"


def upgrade() -> None:
    """Create the table and add the column."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_uploads_at", "uploads", ["at"])
    op.add_column("tables", sa.Column("salt", sa.String(64), nullable=True))


def downgrade() -> None:
    """Drop the column and the table."""
    op.drop_column("tables", "salt")
    op.drop_table("uploads")
