"""A pen for light rims around drawings: draw with it first, then with the pen itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from printables.draw.colours import Colour, Ink
from printables.draw.paths import Path
from printables.draw.pen import Cap, Pen, Words


class Halo(Pen):
    """A pen that paints paths `rim` mm larger, in one colour, but not clipped ones."""

    def __init__(self, pen: Pen, colour: Colour, rim: float) -> None:
        self.ink: Ink = pen.ink
        self.language = pen.language
        self._pen, self._colour, self._rim, self._muted = pen, colour, rim, 0

    def paint(
        self,
        path: Path,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        *,
        width: float = 0.5,
        cap: Cap = "round",
        even_odd: bool = False,
    ) -> None:
        """See `Pen.paint`."""
        if self._muted:
            return
        broad = (width if stroke else 0) + 2 * self._rim
        self._pen.paint(
            path,
            self._colour if fill else None,
            self._colour,
            width=broad,
            cap=cap,
            even_odd=even_odd,
        )

    def write(self, words: Words) -> None:
        """Draw nothing: letters have no rim."""

    def image(
        self, name: str, x: float, y: float, width: float, height: float, *, grey: bool = False
    ) -> bool:
        """Draw nothing: pictures have no rim."""
        return False

    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> AbstractContextManager[None]:
        """See `Pen.at`."""
        return self._pen.at(x, y, turn=turn, scale=scale, mirror=mirror)

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        """See `Pen.clip`."""
        self._muted += 1
        yield
        self._muted -= 1

    def stamp(self, key: str, draw: Callable[[Pen], None]) -> None:
        """See `Pen.stamp`."""
        draw(self)
