"""QR codes on paper: as one outline, with as much error correction as the room allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import qrcode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.exceptions import DataOverflowError

from companion.errors import PrintError
from printables.art.fiducial import outlines
from printables.colours import BLACK, WHITE
from printables.paths import Path, polygon, rectangle
from printables.pen import Pen

QUIET = 4  # modules of white on each side, as the standard asks for
FINEST = 0.45  # side of a module that phones read from paper, mm
COARSEST = 0.9  # larger modules help nobody


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of `count` x `count` modules of `module` mm, its black as one `outline` in modules."""

    outline: Path
    count: int
    module: float

    @property
    def side(self) -> float:
        """With its quiet zone, mm."""
        return (self.count + 2 * QUIET) * self.module


def code(text: str, room: float) -> Code:
    """The code with the most error correction whose modules are not too fine in `room` mm, quiet zone included.

    A code that is too long for that is larger than `room`, with the least error correction. Raises `PrintError` for
    a text that no code holds.
    """
    found = None
    for level in (ERROR_CORRECT_Q, ERROR_CORRECT_M, ERROR_CORRECT_L):
        cells = _black(text, level)
        if cells:
            found = cells
            if (len(cells) + 2 * QUIET) * FINEST <= room:
                break
    if found is None:
        raise PrintError("QR code", f"{len(text)} characters are too many", remedy="shorten the texts of the deck")
    count = len(found)
    module = max(FINEST, min(COARSEST, room / (count + 2 * QUIET)))
    return Code(_outline(found), count, module)


def draw_code(pen: Pen, found: Code, x: float, y: float) -> None:
    """Draw it on white, the corner of its quiet zone at (x, y)."""
    pen.paint(rectangle(x, y, found.side, found.side), WHITE)
    inset = QUIET * found.module
    outline = found.outline.mapped(found.module, found.module, x + inset, y + inset)
    pen.paint(outline, BLACK, even_odd=True)


@cache
def _black(text: str, level: int) -> tuple[tuple[bool, ...], ...]:
    """Rows of modules, none where the text is too long for the level."""
    made: qrcode.QRCode = qrcode.QRCode(border=0, error_correction=level)  # type: ignore[type-arg]
    made.add_data(text)
    try:
        made.make(fit=True)
    except (DataOverflowError, ValueError):  # qrcode 8.2 asks for version 41 and complains about that
        return ()
    return tuple(tuple(map(bool, row)) for row in made.get_matrix())


def _outline(rows: tuple[tuple[bool, ...], ...]) -> Path:
    black = {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}
    return Path(tuple(step for loop in outlines(black) for step in polygon(loop).steps))
