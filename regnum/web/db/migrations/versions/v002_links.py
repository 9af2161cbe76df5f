"""Add seats.personal, seats.offer and seats.former: links that move a seat to another browser."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "002"
down_revision: Final = "001"


def upgrade() -> None:
    """Add the columns and their indexes."""
    op.add_column("seats", sa.Column("personal", sa.String(64), nullable=True))
    op.add_column("seats", sa.Column("offer", sa.String(64), nullable=True))
    op.add_column("seats", sa.Column("former", sa.String(32), nullable=True))
    op.create_index("ix_seats_personal", "seats", ["personal"], unique=True)
    op.create_index("ix_seats_offer", "seats", ["offer"], unique=True)


def downgrade() -> None:
    """Drop the columns and their indexes."""
    op.drop_index("ix_seats_offer", "seats")
    op.drop_index("ix_seats_personal", "seats")
    with op.batch_alter_table("seats") as seats:
        for name in ("personal", "offer", "former"):
            seats.drop_column(name)
