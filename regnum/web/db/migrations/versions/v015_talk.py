"""Add talk (chat), notes (private notes), mutes (muted guests) and tables.silent (no chat)."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "015"
down_revision: Final = "014"


def upgrade() -> None:
    """Create the tables and add the column."""
    op.create_table(
        "talk",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", name="fk_talk_table_id_tables"), primary_key=True
        ),
        sa.Column("room", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("post", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("about", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sign", sa.String(16), nullable=False, server_default=""),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("post", name="uq_talk_post"),
    )
    op.create_index("ix_talk_guest", "talk", ["guest"])
    op.create_table(
        "notes",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", name="fk_notes_table_id_tables"), primary_key=True
        ),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
    )
    op.add_column("tables", sa.Column("silent", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the column and the tables."""
    op.drop_column("tables", "silent")
    op.drop_table("mutes")
    op.drop_table("notes")
    op.drop_table("talk")
