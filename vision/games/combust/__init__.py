"""Combust: how a photo of clans becomes their lines and sums; `row.py` is where to begin."""
