"""Giza on paper: penguin cards, actions, goals, the Chief and the strength token."""

from printables.faces.artists import Faces
from printables.faces.giza.cards import draw

FACES = Faces(draw)
