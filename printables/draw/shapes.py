"""The outlines, folds and glue areas of pieces that aren't rectangles.

`shape(piece, deck)` of a game's package in `printables/faces/` returns one, or None for the
rectangle of the trim. Prints, cut files and files for print shops use them. Lengths are in mm on
the upright piece, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from printables.draw.boxes import Box
from printables.draw.paths import Path, Point

Crease: TypeAlias = Literal["mountain", "valley"]  # away from the printed side, or towards it


@dataclass(frozen=True, slots=True)
class Fold:
    """A straight crease from `start` to `end`."""

    start: Point
    end: Point
    crease: Crease = "mountain"


@dataclass(frozen=True, slots=True)
class Shape:
    """The lines to `cut`, including slits, the `folds`, and the areas for `glue`.

    Glue areas are on the printed side, and have no ink. `tab` is the room for words on a tab that
    is folded under a base and glued to its underside.
    """

    cut: Path
    folds: tuple[Fold, ...] = ()
    glue: tuple[Path, ...] = ()
    tab: Box | None = None
