"""Alembic's entry point: runs the migrations on the connection that `UpgradableDatabase` passes."""

from alembic import context

from regnum.web.db.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
