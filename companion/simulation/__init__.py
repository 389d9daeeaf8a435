"""Games between bots: playing them, and reporting the results.

`play` (one game), `run` (parts of many games), `report` and `words` are pure; `companion.study`
does the counting. `command`, `farm` (cores and clusters), `terminal` and `chart` do I/O.
"""
