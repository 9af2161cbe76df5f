"""The colour that a player has chosen for his seat."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "007"
down_revision: Final = "006"


def upgrade() -> None:
    """Add it."""
    op.add_column("seats", sa.Column("colour", sa.Integer, nullable=True))


def downgrade() -> None:
    """Remove it."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("colour")
