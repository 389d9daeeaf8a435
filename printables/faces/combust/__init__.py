"""Combust on paper: penguins, events, and the back of all cards."""

from printables.faces.artists import Faces
from printables.faces.combust.cards import draw

FACES = Faces(draw, light_backs=True)
