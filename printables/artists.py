"""Who draws a piece: the one place that knows in which module a game's faces and shapes are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from companion.game import Game, Piece
from printables.pen import Pen
from printables.shapes import Shape


class Draw(Protocol):
    """What a game's module in `printables/faces/` offers as `draw`."""

    def __call__(self, pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        """Draw one face with its tags, background 3 mm beyond the trim or outline; whoever calls clips."""


def artist(game: Game) -> Draw:
    """What draws the faces of the game's pieces."""
    draw: Draw = _faces(game.slug).draw
    return draw


def shape_of(game: Game, deck: Any) -> Callable[[Piece], Shape | None]:
    """What tells the shape of each of the game's pieces; None is a rectangle."""
    shape: Callable[[Piece, Any], Shape | None] | None = getattr(_faces(game.slug), "shape", None)
    return lambda piece: shape(piece, deck) if shape else None


@cache
def _faces(slug: str) -> ModuleType:
    return import_module(f"printables.faces.{slug}")
