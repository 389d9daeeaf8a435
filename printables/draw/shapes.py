"""What the scissors do: the outline of a piece that is no plain rectangle, and where it is folded
and glued.

A game's module in `printables/faces/` says `shape(piece, deck)`; None is a rectangle, the whole
trim. Paper, cutting machines and print shops all read this one model. Lengths are mm in the upright
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
    """Closed outlines to cut along, slits (open ones) too; creases; what is glued down and so needs
    no ink.

    `glue` is where glue goes on the printed side. `tab` is the room for words on a tab that is
    glued by its other side: folded away under a base, it meets the base's underside with its blank
    one.
    """

    cut: Path
    folds: tuple[Fold, ...] = ()
    glue: tuple[Path, ...] = ()
    tab: Box | None = None
