"""Add outcomes, the rankings of finished tables, for ratings."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "016"
down_revision: Final = "015"


def upgrade() -> None:
    """Create the table."""
    table = sa.ForeignKey("tables.id", name="fk_outcomes_table_id_tables")
    op.create_table(
        "outcomes",
        sa.Column("table_id", sa.String(32), table, primary_key=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ranking", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("outcomes")
