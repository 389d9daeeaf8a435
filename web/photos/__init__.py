"""Photos of the table.

- `reading`: what is asked of whoever reads one, in a child process or elsewhere
- `child`: the process in which a photo is read
- `folder`: where pictures are kept, beside the database
"""
