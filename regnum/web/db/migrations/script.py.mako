"""${message}"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = ${repr(up_revision)}
down_revision: Final = ${repr(down_revision)}


def upgrade() -> None:
    """Go one step forward."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go one step back."""
    ${downgrades if downgrades else "pass"}
