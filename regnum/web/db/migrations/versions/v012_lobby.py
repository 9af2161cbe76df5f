"""Add tables.listed, watching and language, seats.quits and resigned, invitations and put_away."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "012"
down_revision: Final = "011"


def upgrade() -> None:
    """Add the columns and create the tables; older tables are unlisted, and anyone with their link may watch."""
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("watching", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("language", sa.String(8), nullable=False, server_default=""))
    op.create_index(
        "ix_tables_listed", "tables", ["made"], sqlite_where=sa.text("listed = 1"), postgresql_where=sa.text("listed")
    )
    op.add_column("seats", sa.Column("quits", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
    op.create_index("ix_invitations_guest", "invitations", ["guest"])
    op.create_table(
        "put_away",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )


def downgrade() -> None:
    """Drop the tables and the columns."""
    op.drop_table("put_away")
    op.drop_table("invitations")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("resigned")
        seats.drop_column("quits")
    op.drop_index("ix_tables_listed", "tables")
    with op.batch_alter_table("tables") as tables:
        for column in ("language", "watching", "listed"):
            tables.drop_column(column)
