"""Add seats.colour, the colour that a player has chosen."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "007"
down_revision: Final = "006"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("colour", sa.Integer, nullable=True))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("colour")
