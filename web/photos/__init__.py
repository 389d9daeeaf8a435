"""Photos of the table.

- `reading`: what is asked of whoever reads one, in a child process or elsewhere
- `folder`: where pictures are kept, beside the database
"""
