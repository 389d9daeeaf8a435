"""Studies of games between bots, apart from their play: all pure.

`tally` adds up many games exactly, `figures` turns the sums into estimates, `study` holds a game's
own counts and the targets of its data. `companion.simulation` plays the games.
"""
