"""Plays: the records of games that are over, their statistics, and the files that they
travel in.
"""

from companion.plays.play import Outcome, Play, Result, Unit, played

__all__ = ["Outcome", "Play", "Result", "Unit", "played"]
