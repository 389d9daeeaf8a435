"""The event store, with one row per event.

- `store`: tables and their logs: append, read, delete; `errors`: what it refuses
- `tokens`: the secrets that prove a right
- `schema`: the rows, and the store's statements
- `existing`: the store of commands that start none
- `database`: what differs between SQLite and PostgreSQL, and the lock on a data folder
"""
