"""When the seats or terms of a table last changed, and the names of those who may take a seat back."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "021"
down_revision: Final = "020"


def upgrade() -> None:
    """Add both; nothing is known of older rows."""
    op.add_column("tables", sa.Column("changed", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seats", sa.Column("claim_name", sa.String(64), nullable=True))


def downgrade() -> None:
    """Remove both."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("claim_name")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("changed")
