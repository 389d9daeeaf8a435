"""Games between bots: playing them and reporting what came of it.

Pure are `play` (one game), `run` (a part of many games), `report` and `words`; what is counted is
in `companion.study`. The edge are `command`, `farm` (cores and clusters), `terminal` and `chart`.
"""
