"""Solitaire: from a photo of a board or tally mat to a score. Start reading at `row.py`."""
