"""Add tokens, with which programs play for a guest."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "013"
down_revision: Final = "012"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_tokens_hash", "tokens", ["hash"], unique=True)
    op.create_index("ix_tokens_guest", "tokens", ["guest"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("tokens")
