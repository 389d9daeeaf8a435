"""Extras beside a game's pieces: label, box, rules, reference cards, score pad, stickers.

All of it is made alike for every game, from its row and its page of rules. `contents` lists all
printed pieces of a game, `selection` picks some, `catalogue` draws an extra. Lengths are mm in the
upright piece, y down.
"""
