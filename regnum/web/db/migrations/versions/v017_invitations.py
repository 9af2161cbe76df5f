"""Add tables.invite, one link for all open seats, and tables.mark, a fingerprint for checking upgrades."""

import secrets
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "017"
down_revision: Final = "016"


def upgrade() -> None:
    """Add the columns; tables that wait for players get a link."""
    op.add_column("tables", sa.Column("invite", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("mark", sa.String(40), nullable=False, server_default=""))
    op.create_index("ix_tables_invite", "tables", ["invite"], unique=True)
    tables = sa.table("tables", *(sa.column(name, sa.String) for name in ("id", "phase", "invite")))
    connection = op.get_bind()
    for table_id in connection.execute(sa.select(tables.c.id).where(tables.c.phase == "waiting")).scalars().all():
        change = sa.update(tables).where(tables.c.id == table_id).values(invite=secrets.token_urlsafe(9))
        connection.execute(change)


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index("ix_tables_invite", "tables")
    op.drop_column("tables", "mark")
    op.drop_column("tables", "invite")
