"""Sizes of cards: their names, and how people write others."""

from __future__ import annotations

import re

from companion.errors import UsageError
from companion.layout import POKER, Size

SIZES = {
    "poker": POKER,
    "bridge": Size(57, 88),
    "mini": Size(44, 68),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}
LEAST, LARGEST = 10.0, 1200.0  # sides of a card, mm
LEAST_DPI = 200  # of a picture on a card: below this, steps are seen while reading
ALIKE = 0.02  # how much two shapes may differ to be taken for the same
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "": 1.0}  # mm
KNOWN = f"{', '.join(SIZES)}, or width x height in mm such as 63x88"
_SIZE = re.compile(r"(\d+(?:\.\d*)?|\.\d+) *[x*\u00d7] *(\d+(?:\.\d*)?|\.\d+) *(mm|cm|in|)")


def parse_size(text: str | None, *, upright: bool = True) -> Size | None:
    """Return the size of a card in mm, None without a text; raises `UsageError`.

    If it is `upright`, the longer side is its height.

    >>> parse_size("poker"), parse_size("3.5x2.5in")
    (Size(width=63, height=88), Size(width=63.5, height=88.9))
    """
    if text is None:
        return None
    name = text.strip().lower().replace(",", ".")
    if name in SIZES:
        return SIZES[name]
    if not (found := _SIZE.fullmatch(name)):
        raise UsageError("--size", f"{text!r} is no size", remedy=f"use {KNOWN}")
    sides = [float(found[part]) * UNITS[found[3]] for part in (1, 2)]
    low, high = sorted(round(side, 3) for side in sides)
    turned = sides[0] > sides[1] and not upright
    checked(Size(low, high), "--size", repr(text))
    return Size(high, low) if turned else Size(low, high)


def checked(size: Size, source: str, what: str) -> Size:
    """Return a size that can be printed; raises `UsageError`."""
    sides = (size.width, size.height)
    if min(sides) < LEAST or max(sides) > LARGEST:
        problem = f"{what} is {size.width:g} x {size.height:g} mm"
        remedy = f"use {LEAST:g} to {LARGEST:g} mm a side, if need be with --size"
        raise UsageError(source, problem, remedy=remedy)
    return size
