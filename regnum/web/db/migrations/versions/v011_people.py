"""Add people (accounts), sessions (signed-in browsers) and tickets (one-time links in emails)."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "011"
down_revision: Final = "010"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "people",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("look", sa.String(200), nullable=False, unique=True),
        sa.Column("small", sa.String(200), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_people_mail", "people", ["mail"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("people.guest"), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
    )
    op.create_index("ix_sessions_guest", "sessions", ["guest"])
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("people.guest"), nullable=True),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_tickets_guest", "tickets", ["guest"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("tickets")
    op.drop_table("sessions")
    op.drop_table("people")
