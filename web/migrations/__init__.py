"""Alembic's revisions, one for each schema, by its number.

The number is the one that the database itself bears (`PRAGMA user_version` in SQLite,
`rookery_schema` in PostgreSQL) and that `web.storage.database.SCHEMA` names. Hosted databases go
this way (`rookery migrate`). A laptop has no Alembic: there each step so far only adds a table,
which the store makes by itself when it opens the file; a test holds that both ways end alike. The
first step that does more brings Alembic into the base install.
"""
