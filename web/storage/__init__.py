"""The event store, with one row per event.

- `store`: tables and their logs: append, read, delete
- `schema`: the rows, and the store's statements
- `tokens`: the secrets that prove a right
- `database`: what differs between SQLite and PostgreSQL
- `claim`: only one server per data folder
"""
