"""The games: pure rules, data and geometry that paper, photo and phone share."""

__version__ = "0.1.0"
