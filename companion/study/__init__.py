"""Statistics of games between bots, all pure.

`tally` adds up games exactly, and `figures` turns the sums into estimates. A game's `Study` is its
own counts and targets. `companion.simulation` plays the games.
"""
