"""Drawings of pieces, in a package for each game.

A game's package has `FACES`, which draws a piece and returns its shape if it isn't a rectangle. Its
module `cover` has a `COVER`. `artists` finds the functions for a game. The origin is the top left
corner of the trim; lengths are in mm, y down.
"""
