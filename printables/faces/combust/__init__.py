"""Combust on paper: penguins of a clan line, events, and the one back of them all."""

from printables.faces.combust.cards import draw

__all__ = ["draw"]
