"""Where pieces lie in the table's frame, as complex numbers: x + iy in mm, y up."""

from __future__ import annotations

from cmath import exp
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import radians

from companion.layout import Size
from vision.table.layout import Laid, Outline, as_outline, wrapped


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre of a piece, or of a place for one, and its turn, degrees counter-clockwise."""

    at: complex
    turn: float

    def point(self, right: float, down: float) -> complex:
        """Convert a point of the piece, mm from its centre, to the table."""
        return self.at + complex(right, -down) * way(self.turn)

    def local(self, point: complex) -> tuple[float, float]:
        """Convert a point of the table to mm right of the piece's centre and down."""
        back = (point - self.at) * way(-self.turn)
        return back.real, -back.imag

    def corners(self, size: Size, middle: tuple[float, float] = (0.0, 0.0)) -> Outline:
        """Return an upright rectangle around a point of the piece, clockwise from its top left."""
        (x, y), w, h = middle, size.width / 2, size.height / 2
        ways = (-w, -h), (w, -h), (w, h), (-w, h)
        return as_outline(self.point(x + right, y + down) for right, down in ways)


def pose(piece: Laid) -> Pose:
    """Return the pose of a piece."""
    return Pose(complex(piece.x, piece.y), piece.rotation)


def way(turn: float) -> complex:
    """Return the unit vector at this angle, degrees counter-clockwise from +x."""
    return exp(1j * radians(turn))


def moved(pieces: Iterable[Laid], lies: Pose) -> tuple[Laid, ...]:
    """Return the pieces in the frame of what `lies` on the table, such as a board, y up."""
    own = []
    for piece in pieces:
        right, down = lies.local(pose(piece).at)
        x, y, turn = right, -down, wrapped(piece.rotation - lies.turn)
        own.append(replace(piece, x=round(x, 1), y=round(y, 1), rotation=round(turn, 1)))
    return tuple(own)


def distinct(pieces: Sequence[Laid], apart: float) -> tuple[Laid, ...]:
    """Return each piece once: of those with one id within `apart` mm, the most confident."""
    kept: list[Laid] = []
    for piece in sorted(pieces, key=lambda piece: -piece.confidence):
        at = pose(piece).at
        if not any(piece.id == other.id and abs(at - pose(other).at) < apart for other in kept):
            kept.append(piece)
    return tuple(piece for piece in pieces if any(piece is other for other in kept))


def clusters(members: Iterable[int], linked: Callable[[int, int], bool]) -> Iterator[list[int]]:
    """Yield the groups of `members` that are connected by `linked`, each in ascending order."""
    left = sorted(members)
    while left:
        cluster, queue = [], [left.pop(0)]
        while queue:
            one = queue.pop()
            cluster.append(one)
            near = [other for other in left if linked(one, other)]
            left = [other for other in left if other not in near]
            queue += near
        yield sorted(cluster)
