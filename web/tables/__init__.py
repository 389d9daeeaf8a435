"""A live table's pages and their API.

- `pages`: the pages that a browser opens, and the opening of a table; solitaire for one
- `api`: the API for their scripts: the state, the stream, seats, moves and photos
- `again`: the next table of the same people, to which their phones follow
- `rights`: what a host grants and revokes: passes, seats, screens, the table itself
- `rules`: how to play, for the table's game and deck
- `cli`: the command that lists, deletes and expires tables
"""
