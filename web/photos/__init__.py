"""Photos of the table.

- `reading`: the interface of photo readers, and the one that uses a child process
- `folder`: where pictures are stored, beside the database
"""
