"""Shared parts of pirates' faces: colours, windows, and text in boxes."""

from __future__ import annotations

from collections.abc import Iterable

from companion.layout import TagSpot
from companion.pirates.measures import WINDOW
from companion.pirates.tracks import Verb
from printables.art.fiducial import draw_window
from printables.draw.pen import Pen
from printables.faces.pirates.nautical import INK

PAPER, SAND, SAND_DARK = "#fffdf4", "#f6e4bb", "#d9bd83"
GOLD, NIGHT = "#ffc93c", "#28305c"
RULE = 0.7  # frames on cards, mm
BACKS = {"blue": "#2f7fc1", "yellow": "#f0b429", "red": "#c8434a"}
# from warm at the pier to cold near home
SEAS = {"blue": "#9fe0d8", "yellow": "#9bd9e6", "red": "#a9cdea"}
TRACK_SIGNS: dict[Verb, str] = {"sails": "sail", "speed": "gust", "water": "drop", "fish": "fish"}


def windows(pen: Pen, tags: Iterable[TagSpot], frame: str = INK, width: float = 0.4) -> None:
    """Draw tags, each in a white window of `WINDOW` mm."""
    for tag in tags:
        draw_window(pen, tag, frame, width=width, margin=(WINDOW - tag.size) / 2 - width)
