"""The games: pure rules, data and geometry, shared by paper, photos and phones."""

__version__ = "0.1.0"
