"""Solitaire: how a photo of a board or of the tally mat becomes tops and a score; `row.py` is where
to begin.
"""
