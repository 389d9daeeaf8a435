"""What a game provides to read photos (a `Row`), and what it is given (an `Eye` and a `Table`).

The scanner finds tagged pieces and where they lie. Only the game knows what they mean, and what to
report. A row sees pixels only through an `Eye`, in the table's own frame: millimetres, +y up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias

import cv2
import numpy as np
from typing_extensions import TypeVar

from companion.errors import UsageError
from companion.game import DeckT, Piece
from companion.game import game as find_game
from companion.known import Asked
from vision.games.reading import Reading, Unsure
from vision.photo.loader import Image, Photo
from vision.table.layout import Frame, Laid, Outline, outline_of
from vision.table.matching import flat_map
from vision.table.pieces import Clash, Detection
from vision.table.plane import Plane
from vision.table.probe import Evidence, look, outside
from vision.tags.detector import Floats, Sighting

KnownT = TypeVar("KnownT", default=object)
ReadingT = TypeVar("ReadingT", bound=Reading, default=Reading)
Tone: TypeAlias = Literal["title", "good", "bad", "unsure", "plain"]


@dataclass(frozen=True, eq=False)
class Eye:
    """A photo in the table's frame, examined only where a row asks.

    `detections` are the pieces whose tags were read, in the order of the `pieces` of `Table`.
    Points are n x 2 arrays; px are those of the full photo. A smaller copy is used where its
    resolution is enough, and the full photo is decoded when it is first needed.
    """

    photo: Photo
    plane: Plane
    frame: Frame
    detections: tuple[Detection, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo, px."""
        return self.photo.size

    @property
    def sightings(self) -> list[Sighting]:
        """The tags that were read."""
        return [sighting for piece in self.detections for sighting in piece.sightings]

    def corners(self, at: int) -> Floats:
        """Return the corners of piece number `at`, 4 x 2 mm in the frame, from its own top left."""
        return self.frame.to_frame(self.detections[at].corners)

    def to_px(self, points: Floats) -> Floats:
        """Convert mm in the frame to px in the photo."""
        return self.plane.to_px(self.frame.to_plane(np.asarray(points, float)))

    def to_mm(self, points: Floats) -> Floats:
        """Convert px in the photo to mm in the frame, for points on the table's surface."""
        return self.frame.to_frame(self.plane.to_mm(np.asarray(points, float)))

    def px_per_mm(self, point: Sequence[float] | Floats) -> float:
        """Return the scale of the photo at `point` (mm), px per mm; 0 beyond the horizon."""
        return self.plane.px_per_mm(self.frame.to_plane(np.array([point], float))[0])

    def outline(self, corners: Outline) -> Outline:
        """Return the outline of a place in the photo, px."""
        return outline_of(self.to_px(np.array(corners)).round(1))

    def evidence(self, corners: Outline) -> Evidence:
        """Return how well a place, given by its corners, can be seen."""
        by = self.photo.shrunk
        plane = self.plane.scaled(1 / by)
        return look(self.photo.work_grey, plane, self.frame.to_plane(np.array(corners)), by)

    def outside(self, corners: Outline) -> float:
        """Return which share of a place, given by its corners, is outside the photo."""
        return outside(self.to_px(np.array(corners)), self.size)

    def within(self, corners: Outline) -> bool:
        """Return whether all corners of a place are in the photo."""
        px = self.to_px(np.array(corners))
        return bool(((px >= 0) & (px <= np.array(self.size) - 1)).all())

    def flat(self, corners: Outline, px_per_mm: float, *, grey: bool = False) -> Image:
        """Return the place from straight above, BGR or grey, black outside the photo."""
        photo, rectangle = self.photo, np.array(corners, float)
        by = photo.shrunk
        if px_per_mm * by <= self.px_per_mm(rectangle.mean(0)):
            image = photo.work_grey if grey else photo.work
        else:
            image, by = (photo.grey if grey else photo.image), 1
        width, height = (
            max(1, round(float(np.linalg.norm(rectangle[n] - rectangle[0])) * px_per_mm))
            for n in (1, 3)
        )
        maps = flat_map(self.to_px, rectangle, (width, height))
        at = (maps + np.float32(0.5)) / np.float32(by) - np.float32(0.5)
        return np.asarray(cv2.remap(image, at, np.zeros(0, np.float32), cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces that were found, in the frame.

    `adrift` are the ids of pieces that could lie in either of two places. `eye` is None without a
    photo (tests).
    """

    photo: str
    pieces: tuple[Laid, ...]
    clashes: tuple[Clash, ...] = ()
    adrift: tuple[str, ...] = ()
    eye: Eye | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the verdict in words; its tone is shown by a sign as well as by colour.

    A line with `parts` belongs to a drawing in monospaced characters: the parts make up `text`. In
    plain text, lines with `instead` replace the drawing.
    """

    text: str
    tone: Tone = "plain"
    parts: tuple[tuple[str, Tone], ...] = ()
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline in the photo, px. Its tone determines colour, line style and sign."""

    outline: Outline
    label: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Row(Generic[DeckT, KnownT, ReadingT]):
    """What one game provides to read photos; decks, counts and readings are the game's own types.

    Called in this order: `known(asked, deck)` checks the options (`takes` are their names) and
    raises `UsageError`; `judge(table, deck, known)` returns the reading, also of a table without
    pieces. `show` and `marks` present it.

    `contradiction(table, deck)` is why nothing in the photo counts, as what was read can't be one
    table.
    """

    game: str
    known: Callable[[Asked, DeckT], KnownT]
    judge: Callable[[Table, DeckT, KnownT], ReadingT]
    show: Callable[[ReadingT, DeckT], Sequence[Line]]
    marks: Callable[[ReadingT], Sequence[Mark]]
    contradiction: Callable[[Table, DeckT], Unsure | None] = lambda _table, _deck: None
    takes: frozenset[str] = frozenset()

    def checked(self, asked: Asked, deck: DeckT) -> KnownT:
        """Return what is known; raise `UsageError` for an unknown or a wrong option."""
        for name in asked:
            if name not in self.takes:
                raise UsageError(
                    name, f"a photo of {self.game} is read without it", remedy=f"leave out --{name}"
                )
        return self.known(asked, deck)

    def printed(self, deck: DeckT) -> Sequence[Piece]:
        """Return the pieces to look for."""
        return find_game(self.game).pieces(deck)
