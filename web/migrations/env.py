"""Alembic's environment: the connection and transaction of `web.hosted.migrate`."""

from __future__ import annotations

from alembic import context

if hasattr(context, "config"):  # not set when this file is merely imported
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
