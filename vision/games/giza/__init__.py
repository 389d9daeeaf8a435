"""Giza: how a photo of pyramids becomes their cards, verdicts and scores; `row.py` is where to
begin.
"""
