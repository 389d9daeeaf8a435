"""Live tables: after each event, every open page gets the table's new state.

- `publisher`: the state that each recipient may see, and the open streams that send it
- `deadlines`: timers that end for everyone at the same moment
"""
