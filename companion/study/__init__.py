"""Statistics of games between bots, all pure.

`tally` adds up games exactly, `figures` turns the sums into estimates, and `study` is a game's own
counts and targets. `companion.simulation` plays the games.
"""
