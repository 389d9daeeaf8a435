"""Rocks: how a photo of nests becomes rocks, penguins and a winner; `row.py` is where to begin."""
