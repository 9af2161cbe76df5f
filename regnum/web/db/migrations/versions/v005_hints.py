"""Add tables.hints (whether hints are allowed) and reviews, the analyses of finished games."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "005"
down_revision: Final = "004"


def upgrade() -> None:
    """Add the column and create the table."""
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        sa.Column("found", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id_tables"),
    )
    op.create_index(
        "ix_reviews_due", "reviews", ["asked"], sqlite_where=sa.text("due = 1"), postgresql_where=sa.text("due")
    )


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_index("ix_reviews_due", "reviews")
    op.drop_table("reviews")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("hints")
