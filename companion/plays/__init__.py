"""Plays: records of finished games, their statistics, and their files."""

from companion.plays.play import Outcome, Play, Result, Unit, played

__all__ = ["Outcome", "Play", "Result", "Unit", "played"]
