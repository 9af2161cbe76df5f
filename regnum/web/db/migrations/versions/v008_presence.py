"""Who is there, as servers tell each other."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "008"
down_revision: Final = "007"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "presence",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("presence")
