"""Extras for every game: label, box, rules, reference cards, score pad, stickers.

They are made from the game's pieces and its summary of rules. `contents` lists all printed pieces
of a game, `selection` picks some of them, and `catalogue` draws an extra. Lengths are in mm on the
upright piece, y down.
"""
