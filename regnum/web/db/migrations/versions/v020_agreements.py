"""Add tables.title, pause and proposal; drop seats.quits, since ending a game is now a proposal."""

import json
from datetime import UTC, datetime, timedelta
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "020"
down_revision: Final = "019"


def upgrade() -> None:
    """Add the columns; votes to end a running game become a proposal to end it."""
    op.add_column("tables", sa.Column("title", sa.String(60), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("pause", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("proposal", sa.Text, nullable=True))
    tables = sa.table("tables", *(sa.column(name, sa.String) for name in ("id", "phase", "proposal")))
    seats = sa.table(
        "seats", sa.column("table_id", sa.String), sa.column("seat", sa.Integer), sa.column("quits", sa.Boolean)
    )
    running = sa.select(seats.c.table_id, seats.c.seat).join(tables, tables.c.id == seats.c.table_id)
    found = op.get_bind().execute(running.where(seats.c.quits & (tables.c.phase == "playing")).order_by(seats.c.seat))
    agreed: dict[str, list[int]] = {}
    for table_id, seat in found:
        agreed.setdefault(table_id, []).append(seat)
    until = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    for table_id, those in agreed.items():
        proposal = {"id": "before", "kind": "end", "seat": those[0], "until": until, "agreed": those}
        op.execute(sa.update(tables).where(tables.c.id == table_id).values(proposal=json.dumps(proposal)))
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("quits")


def downgrade() -> None:
    """Drop the columns; proposals are lost."""
    op.add_column("seats", sa.Column("quits", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("tables") as batch:
        for column in ("proposal", "pause", "title"):
            batch.drop_column(column)
