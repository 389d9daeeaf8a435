"""Faces: a piece in, its drawing out; a package for each game with all that only this game draws.

A game's package offers `FACES`: how a piece is drawn, and its shape where it isn't a plain
rectangle. Its module `cover` has a `COVER`. `artists` finds who draws a piece. The origin is the
trim's top left corner, lengths are mm, y down.
"""
