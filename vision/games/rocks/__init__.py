"""Rocks: from a photo of nests to rocks, penguins and a winner. Start reading at `row.py`."""
