"""Plays: what is left of a game when it is over, what many of them add up to, and the files that
they travel in.
"""

from companion.plays.play import Outcome, Play, Result, Unit, played

__all__ = ["Outcome", "Play", "Result", "Unit", "played"]
