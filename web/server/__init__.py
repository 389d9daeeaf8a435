"""The machine that serves, beside the server itself (`web/serve.py`).

- `network`: its addresses, as phones can reach them
- `clock`: the time, also while someone sets the computer's clock
- `connections`: what one address may hold of it
- `turns`: heavy work, so many at a time
"""
