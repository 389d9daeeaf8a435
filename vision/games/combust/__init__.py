"""Combust: from a photo of clans to their lines and sums. Start reading at `row.py`."""
