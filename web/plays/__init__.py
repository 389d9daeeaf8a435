"""After the game: what was played, what it adds up to, and its files.

- `played`: the plays of a store, folded from its tables' events
- `results`: one table's result, for everyone who was there
- `views`: all plays, for who sits at the computer; `cli`: the same without a browser
"""
