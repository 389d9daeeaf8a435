"""Games between bots: playing them, adding them up, and telling people what came of it.

Pure are `play` (one game), `tally` (many, added up exactly), `figures` (what they say), `study` (what a game's own row
adds) and `run` (a part of many games). The edge are `command`, `farm` (cores and clusters), `terminal` and `chart`.
"""
