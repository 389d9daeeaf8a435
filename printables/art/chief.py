"""The Chief Penguin in full regalia: royal cloth, beard, crook and flail."""

from __future__ import annotations

from dataclasses import replace

from printables.art import drawings
from printables.art.halo import Halo
from printables.art.palette import PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.pen import Pen

LAPIS, RIM = "#2f55b0", "#fffdf4"
LOOK = Look(BUILDS[3], (3, 3), "kohl", "nemes", "collar", replace(PLAIN, cloth=LAPIS))


def draw_chief(pen: Pen, *, rim: float = 0.9) -> None:
    """Draw the Chief with a light rim; the origin is between the feet."""
    for each in (Halo(pen, RIM, rim), pen):
        x, y = LOOK.build.hand
        with each.at(-x, -y, turn=-10):
            draw_crook(each)
        with each.at(x, -y, turn=10):
            draw_flail(each)
        draw_penguin(each, LOOK)
        with each.at(0, -LOOK.build.eyes + 5.6):
            drawings.draw(each, "printables.art", "chief", "beard")


def draw_crook(pen: Pen) -> None:
    """Draw the crook, held at the origin."""
    drawings.draw(pen, "printables.art", "chief", "crook")


def draw_flail(pen: Pen, *, swing: float = 0) -> None:
    """Draw the flail, held at the origin, its strands `swing` degrees from the staff."""
    drawings.draw(pen, "printables.art", "chief", "flail")
    with pen.at(0, -10.2, turn=swing):
        drawings.draw(pen, "printables.art", "chief", "strands")
