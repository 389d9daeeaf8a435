"""Giza on paper: penguin cards, actions, goals, the Chief, the strength token, the strip."""

from printables.faces.artists import Faces
from printables.faces.giza.cards import draw

FACES = Faces(draw)
