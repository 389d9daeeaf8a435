"""What games between bots are studied for, apart from how they are played: all pure.

`tally` adds up many games exactly, `figures` says what the sums mean, `study` is what a game's own
row counts and what was wanted of its data. `companion.simulation` plays the games.
"""
