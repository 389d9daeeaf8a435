"""Pictures of screens are made small without lying about colours."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from docs.make_screens import COLOURS, small

INKS = ((176, 86, 47), (106, 63, 160), (216, 107, 152), (70, 82, 96), (42, 140, 130))  # of seats, about
DISC = 24  # px


def test_a_picture_keeps_the_colours_of_all_seats() -> None:
    """However many shades there are round them: each small disc stays as it is, and shades hardly change."""
    x, y = np.meshgrid(np.arange(250), np.arange(120))
    picture = Image.fromarray(np.dstack([x, y + 100, 255 - x]).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    for place, ink in enumerate(INKS):
        pen.ellipse((place * 40, 20, place * 40 + DISC, 20 + DISC), ink)
    made = small(picture)
    shown = made.convert("RGB")
    assert made.mode == "P"
    assert len(made.getcolors() or ()) <= COLOURS
    assert tuple(shown.getpixel((place * 40 + DISC // 2, 20 + DISC // 2)) for place in range(len(INKS))) == INKS
    off = np.abs(np.asarray(shown).astype(int) - np.asarray(picture))
    assert off.mean() < 10


def test_a_picture_of_few_colours_is_exact() -> None:
    """A palette holds them all."""
    picture = Image.new("RGB", (60, 60), INKS[0])
    ImageDraw.Draw(picture).rectangle((10, 10, 30, 30), INKS[1])
    assert small(picture).convert("RGB").tobytes() == picture.tobytes()
