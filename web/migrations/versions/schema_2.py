"""Schema 2: imported plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the table of imported plays."""
    op.create_table(
        "play",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("play", sa.Text, nullable=False),
    )
