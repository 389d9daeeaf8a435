"""Live tables: after each event, every open page gets the table's new state.

- `publisher`: the state that each recipient may see, as JSON, once per version, seat and language
- `broadcaster`: the open streams, and which state each gets next
- `deadlines`: timers that end for everyone at the same moment
"""
