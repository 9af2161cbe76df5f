"""Add tables.pace, the pace of the bots, and tables.hurry, the entry after which they do not pause."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "006"
down_revision: Final = "005"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("pace", sa.String(16), nullable=False, server_default="normal"))
    op.add_column("tables", sa.Column("hurry", sa.Integer, nullable=False, server_default="-1"))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("hurry")
        tables.drop_column("pace")
