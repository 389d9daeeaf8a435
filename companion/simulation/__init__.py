"""Games between bots: playing them, and reporting the results.

`run` (games and parts of runs) and `report` are pure; `companion.study` does the counting.
`command`, `farm` (cores and clusters), `terminal` and `chart` do I/O.
"""
