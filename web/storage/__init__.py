"""The event store: one row an event.

- `store`: tables and their logs: what is appended, read and forgotten
- `schema`: the rows, and the store's statements
- `tokens`: the secrets that prove a right
- `database`: what only SQLite or only PostgreSQL speaks
- `claim`: one server a data folder
- `unreadable`: what a table raises that can't be read
"""
