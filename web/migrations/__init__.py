"""Alembic's revisions, one for each schema, named by its number.

The number is stored in the database itself (`PRAGMA user_version` in SQLite, `rookery_schema` in
PostgreSQL), and the current one is `web.storage.database.SCHEMA`. Hosted databases are upgraded by
`rookery migrate`. A kitchen table has no Alembic: each step so far only adds a table, which the
store creates when it opens the file; a test checks that both ways have the same result.
"""
