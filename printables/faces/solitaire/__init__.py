"""Solitaire on paper: board, tally mat, tokens, pyramids to fold, and booklets of puzzles."""

from printables.faces.artists import Faces
from printables.faces.solitaire.pieces import draw, shape

FACES = Faces(draw, shape)
