"""Giza: from a photo of pyramids to their cards, verdicts and scores. Start reading at `row.py`."""
