"""After the game: what was played, statistics, and files.

- `played`: the plays of a store, folded from its tables' events - `results`: one table's result,
for everyone who was there - `views`: all plays, only at the computer itself; `cli`: the same
without a browser
"""
