"""Extras for every game: label, box, rules, reference cards, score pad, stickers.

They are made from the game's pieces and its summary of rules. `contents` lists all printed pieces
of a game and picks some of them. Lengths are in mm on the upright piece, y down.
"""
