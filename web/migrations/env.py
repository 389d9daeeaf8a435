"""Alembic's environment: the connection and transaction of `web.hosted.migrate`."""

from __future__ import annotations

from alembic import context

if hasattr(context, "config"):  # not when this file is only read
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
