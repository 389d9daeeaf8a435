"""Corrections of a printer's errors: scaling, turning and moving a page's content."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from companion.layout import Size

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Correction:
    """Scale and turn content about the middle of an upright page, then move it by (dx, dy) mm.

    y is down; `rotation_deg` is clockwise.
    """

    scale_x: float = 1
    scale_y: float = 1
    dx: float = 0
    dy: float = 0
    rotation_deg: float = 0

    def moved(self, x: float, y: float, page: Size) -> tuple[float, float]:
        """Move a point of the page, mm, y down.

        >>> Correction(scale_x=1.1, dx=1).moved(205, 297, Size(210, 297))
        (216.0, 297.0)
        """
        middle_x, middle_y = page.width / 2, page.height / 2
        across, down = (x - middle_x) * self.scale_x, (y - middle_y) * self.scale_y
        turn = radians(self.rotation_deg)
        return (
            middle_x + across * cos(turn) - down * sin(turn) + self.dx,
            middle_y + across * sin(turn) + down * cos(turn) + self.dy,
        )

    def matrix(self, page: Size, unit: float) -> Matrix:
        """Return the correction as a PDF matrix: `unit` points per mm, y up from the lower left."""
        turn, tall = radians(self.rotation_deg), page.height
        # The first two columns are the images of a unit step right and up, the third that of the
        # lower left corner.
        x, y = self.moved(0, tall, page)
        return (
            self.scale_x * cos(turn),
            -self.scale_x * sin(turn),
            self.scale_y * sin(turn),
            self.scale_y * cos(turn),
            x * unit,
            (tall - y) * unit,
        )


NONE = Correction()
