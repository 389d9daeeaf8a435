"""After the game: what was played, statistics, and files.

- `played`: the plays of a store, folded from its tables' events
- `views`: one table's result, for everyone who was there, and all plays, only at the computer
- `cli`: all plays without a browser
"""
