"""Games between bots: playing them and reporting the results.

Pure are `play` (one game), `run` (a part of many games), `report` and `words`; `companion.study`
does the counting. The edge are `command`, `farm` (cores and clusters), `terminal` and `chart`.
"""
