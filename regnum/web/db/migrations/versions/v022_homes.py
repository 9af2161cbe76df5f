"""Add tables.home, reviews.home, asker and late, and made in wishes and mutes, for removing old rows."""

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "022"
down_revision: Final = "021"

_DATED: Final = ("wishes", "mutes")


def upgrade() -> None:
    """Add the columns. `home` is empty in older rows; `made` is the time of the upgrade."""
    op.add_column("tables", sa.Column("home", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_tables_home", "tables", ["home"])
    for name in ("home", "asker"):
        op.add_column("reviews", sa.Column(name, sa.String(32), nullable=False, server_default=""))
    op.add_column("reviews", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
    for name in _DATED:
        made = sa.Column("made", sa.DateTime(timezone=True), nullable=True)
        op.add_column(name, made)
        op.execute(sa.update(sa.table(name, sa.column("made", made.type))).values(made=datetime.now(UTC)))


def downgrade() -> None:
    """Drop the columns."""
    for name in _DATED:
        with op.batch_alter_table(name) as batch:
            batch.drop_column("made")
    with op.batch_alter_table("reviews") as batch:
        for column in ("late", "asker", "home"):
            batch.drop_column(column)
    op.drop_index("ix_tables_home", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("home")
