"""Migrations of a database to the current schema, run by Alembic."""
