"""Add sent_away, the guests whom the host of a table has removed."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "018"
down_revision: Final = "017"


def upgrade() -> None:
    """Create the table, with the guests removed from seats that are still open."""
    op.create_table(
        "sent_away",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    away = sa.table("sent_away", sa.column("guest", sa.String), sa.column("table_id", sa.String))
    seats = sa.table("seats", *(sa.column(name, sa.String) for name in ("table_id", "kind", "former")))
    were = sa.select(seats.c.former, seats.c.table_id).where((seats.c.kind == "open") & seats.c.former.is_not(None))
    op.get_bind().execute(sa.insert(away).from_select(["guest", "table_id"], were.distinct()))


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("sent_away")
