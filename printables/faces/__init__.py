"""Faces: a piece in, its drawing out; a package for each game with all that only this game draws.

A game's package offers `draw(pen, piece, face, deck)`, `shape(piece, deck)` where pieces are not
plain rectangles, and in its module `cover` a `COVER`. `artists` finds who draws a piece. The origin
is the trim's top left corner, lengths are mm, y down.
"""
