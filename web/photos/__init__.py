"""Photos of the table.

- `reading`: the interface of photo readers, and the one that uses a child process - `child`: the
process in which a photo is read - `folder`: where pictures are stored, beside the database
"""
