"""Add seats.claim: the guest who may take back a seat that the host has given away."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "004"
down_revision: Final = "003"


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("seats", sa.Column("claim", sa.String(32), nullable=True))
    op.create_index("ix_seats_claim", "seats", ["claim"])


def downgrade() -> None:
    """Drop the column and its index."""
    op.drop_index("ix_seats_claim", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("claim")
