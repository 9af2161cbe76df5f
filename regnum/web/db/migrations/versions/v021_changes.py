"""Add tables.changed, when its seats or terms last changed, and seats.claim_name."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "021"
down_revision: Final = "020"


def upgrade() -> None:
    """Add the columns; they are empty in older rows."""
    op.add_column("tables", sa.Column("changed", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seats", sa.Column("claim_name", sa.String(64), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("claim_name")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("changed")
