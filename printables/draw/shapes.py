"""Shapes: outlines, folds and glue areas of pieces that are not rectangles.

A game's module in `printables/faces/` has `shape(piece, deck)`; None is a rectangle, the whole
trim. Printing, cutting machines and print shops use this one model. Lengths are mm in the upright
piece, y down.
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
    """Lines to `cut`, slits included, `folds`, and areas without ink that are glued down.

    `glue` is on the printed side. `tab` is the room for words on a tab that is glued by its other
    side: it is folded away under a base and meets the base's underside.
    """

    cut: Path
    folds: tuple[Fold, ...] = ()
    glue: tuple[Path, ...] = ()
    tab: Box | None = None
