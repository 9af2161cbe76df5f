"""Add wishes, the notification settings of guests."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "019"
down_revision: Final = "018"


def upgrade() -> None:
    """Create the table. Guests without settings are notified as before."""
    op.create_table(
        "wishes",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("daily", sa.Integer, nullable=False),
        sa.Column("silenced", sa.String(200), nullable=False),
        sa.Column("written", sa.DateTime(timezone=True), nullable=True),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("wishes")
