"""Combust on paper: penguins of a clan line, events, and the one back of them all."""

from printables.faces.artists import Faces
from printables.faces.combust.cards import draw

__all__ = ["FACES", "draw"]

FACES = Faces(draw)
