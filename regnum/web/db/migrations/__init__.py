"""How a database comes to today's shape, step by step (Alembic)."""
