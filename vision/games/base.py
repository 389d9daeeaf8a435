"""Base: what the eye hands to a game's row, and what a row is.

The eye finds tagged pieces and where they lie; only the game knows what they mean, where more of
them could lie and what to say of it. A row never meets pixels but through an `Eye`, in the table's
own frame: millimetres, +y up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic, Literal, TypeAlias

import cv2
import numpy as np
from typing_extensions import TypeVar

from companion.errors import UsageError
from companion.game import DeckT, Piece
from companion.game import game as find_game
from companion.tags import TagId
from vision.evidence.album import SHIPPED, Albums
from vision.evidence.probe import Evidence, Prober
from vision.games.reading import Reading
from vision.photo.loader import Image, Shot
from vision.table.layout import Frame, Laid, Outline
from vision.table.matching import flat_map, unread_squares
from vision.table.pieces import Clash, Detection
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey
from vision.tags.quads import inside

MANY = 400  # dark squares; of fewer all are looked at once, else those where a row asks

# what was asked for besides the photo, by name: giza's "goals"
Wishes: TypeAlias = Mapping[str, Any]  # of types that the game's own `wishes` checks
ReadingT = TypeVar("ReadingT", bound=Reading, default=Reading)
Tone: TypeAlias = Literal["title", "good", "bad", "unsure", "plain"]


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle where the row wants the eye to look: `key` names it, `must` says that something
    has to lie there.

    `corners` are mm in the frame, clockwise from the place's own top left as seen from above. Where
    `ids` are given, only these tags can be there. `thorough` also tries it sharpened and without
    noise.
    """

    key: Hashable
    corners: Outline
    must: bool = False
    ids: frozenset[TagId] = frozenset()
    thorough: bool = True

    def __post_init__(self) -> None:
        if len(self.corners) != 4:
            raise ValueError(f"a place has four corners, not {len(self.corners)}")


@dataclass(frozen=True, slots=True)
class Seen:
    """A place where no tag could be read: what the eye saw there, and its outline in the picture,
    px.
    """

    place: Place
    evidence: Evidence
    outline: Outline

    @property
    def must(self) -> bool:
        """Whether something has to lie here."""
        return self.place.must

    @property
    def hidden(self) -> bool:
        """Nothing has to be here, and the picture doesn't show the place."""
        return not self.must and self.evidence.outside >= 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Other:
    """Another photo of the same table; `to_px` takes mm on the eye's plane, n x 2, to its px."""

    photo: Shot
    to_px: Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Eye:
    """The picture in the table's frame, looked at only where a row asks.

    `detections` are the pieces with their tags, in the order of the table's `pieces`. All points
    are n x 2, px those of the whole picture, of which a smaller one is looked at where that is
    enough: the whole is decoded at the first need.
    """

    photo: Shot
    plane: Plane
    frame: Frame
    detections: tuple[Detection, ...]
    prober: Prober
    albums: Albums = SHIPPED
    others: Sequence[Other] = ()
    # what `squares` was asked before
    _cache: dict[tuple[Outline | None, float], Floats] = field(default_factory=dict)
    _crowds: dict[float, bool] = field(default_factory=dict)  # and of which sizes there are many

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, px."""
        return self.photo.size

    @property
    def image(self) -> Image:
        """The whole picture, BGR."""
        return self.photo.image

    @property
    def grey(self) -> Grey:
        """The whole picture without colour."""
        return self.photo.grey

    @property
    def tags(self) -> tuple[tuple[TagId, Outline], ...]:
        """Every tag read: its id and its corners, mm in the frame, clockwise from its
        own top left.
        """
        sightings = [sighting for piece in self.detections for sighting in piece.sightings]
        corners = np.array([sighting.corners for sighting in sightings]).reshape(-1, 2)
        flat = self.to_mm(corners).reshape(-1, 4, 2)
        return tuple(
            (sighting.tag, _outline(seen, 2))
            for sighting, seen in zip(sightings, flat, strict=True)
        )

    def corners(self, at: int) -> Floats:
        """The outline of piece number `at` of the table, 4 x 2 mm in the frame, clockwise from its
        own top left.
        """
        return self.frame.to_frame(self.detections[at].corners)

    def to_px(self, points: Floats) -> Floats:
        """From mm in the frame to px in the picture."""
        return self.plane.to_px(self.frame.to_plane(np.asarray(points, float)))

    def to_mm(self, points: Floats) -> Floats:
        """From px in the picture to mm in the frame, as if all lay on the table."""
        return self.frame.to_frame(self.plane.to_mm(np.asarray(points, float)))

    def px_per_mm(self, point: Sequence[float] | Floats) -> float:
        """Return how large a millimetre at `point`, mm, is in the picture; 0 beyond the horizon."""
        return self.plane.px_per_mm(self.frame.to_plane(np.array([point], float))[0])

    def outline(self, corners: Outline) -> Outline:
        """A place in the picture, px."""
        return _outline(self.to_px(np.array(corners)), 1)

    def evidence(self, corners: Outline) -> Evidence:
        """Return what the place with these corners, mm, shows besides the pieces that were read."""
        return self.prober.look(self.frame.to_plane(np.array(corners)))

    def flat(self, corners: Outline, px_per_mm: float) -> Image:
        """The place as seen from straight above, its first corner at the top left; black beyond the
        picture; BGR.
        """
        by = self._shrunk(corners, px_per_mm)
        return self._flat(self.image if by == 1 else self.photo.work, by, corners, px_per_mm)

    def usual(self, corners: Outline, px_per_mm: float) -> Image:
        """The place as `flat` shows it, but as most photos of the table do, where there are three:
        a hand that is over it in one is gone. What stands up is smeared, or gone as well.
        """
        own = self.flat(corners, px_per_mm)
        if len(self.others) < 2:
            return own
        seen, none = [own], np.zeros(0, np.float32)
        for other in self.others:
            at = flat_map(
                partial(self._elsewhere, other), np.array(corners, float), own.shape[1::-1]
            )
            beyond = np.asarray(((at < 0) | (at > np.array(other.photo.size) - 1)).any(2))
            there = cv2.remap(other.photo.image, at, none, cv2.INTER_LINEAR)
            seen.append(np.where(beyond[:, :, None], own, np.asarray(there, np.uint8)))
        return np.asarray(np.median(seen, 0), np.uint8)

    def flat_grey(self, corners: Outline, px_per_mm: float) -> Grey:
        """The place as `flat` shows it, without colour."""
        by = self._shrunk(corners, px_per_mm)
        return self._flat(self.grey if by == 1 else self.photo.work_grey, by, corners, px_per_mm)

    def _shrunk(self, corners: Outline, px_per_mm: float) -> int:
        """Return how much smaller the picture may be that still shows a place as finely as that."""
        by = self.photo.shrunk
        return by if px_per_mm * by <= self.px_per_mm(np.array(corners, float).mean(0)) else 1

    def _flat(self, image: Image | Grey, by: int, corners: Outline, px_per_mm: float) -> Image:
        """The place as seen from straight above, from a picture that is `by` times smaller."""
        rectangle = np.array(corners, float)
        width, height = (
            max(1, round(float(np.linalg.norm(rectangle[n] - rectangle[0])) * px_per_mm))
            for n in (1, 3)
        )
        maps = flat_map(self.to_px, rectangle, (width, height))
        at = (maps + np.float32(0.5)) / np.float32(by) - np.float32(0.5)
        return np.asarray(cv2.remap(image, at, np.zeros(0, np.float32), cv2.INTER_LINEAR), np.uint8)

    def _elsewhere(self, other: Other, points: Floats) -> Floats:
        """From mm in the frame to px in another photo."""
        return other.to_px(self.frame.to_plane(np.asarray(points, float)))

    @cached_property
    def _scales(self) -> tuple[float, float]:
        """Return how small and how large a millimetre is at the pieces in the shrunk picture,
        px.
        """
        scales = (
            self.plane.scales(np.array([piece.centre for piece in self.detections]))
            / self.photo.shrunk
        )
        return float(scales.min()), float(scales.max())

    @cached_property
    def _middles(self) -> Floats:
        """Middles of all tags that were read, px."""
        return np.array([s.centre for piece in self.detections for s in piece.sightings]).reshape(
            -1, 2
        )

    def squares(self, corners: Outline, size: float) -> Floats:
        """Middles, n x 2 mm, of dark squares of about `size` mm framed in white that were not read:
        tags, maybe.
        """
        region = corners if self._crowded(size) else None
        if (region, size) not in self._cache:
            place = (
                None
                if region is None
                else (self.to_px(np.array(region)) + 0.5) / self.photo.shrunk - 0.5
            )
            known = (self._middles + 0.5) / self.photo.shrunk - 0.5
            quads = self.photo.darks.squares(*self._sides(size), known, place)
            plane = self.plane.scaled(1 / self.photo.shrunk)
            middles = unread_squares(quads, self.photo.work_grey, plane, size)
            self._cache[region, size] = self.frame.to_frame(middles)
        answer = self._cache[region, size]
        return answer[inside(answer, np.array(corners))] if len(answer) else answer

    def _sides(self, size: float) -> tuple[float, float]:
        """From which to which side, px, boxes about squares of `size` mm measure in the shrunk
        picture.
        """
        return 0.6 * size * self._scales[0], 2.2 * size * self._scales[1]

    def _crowded(self, size: float) -> bool:
        """Return whether so many dark squares are about as large: on a checked cloth there are
        thousands.
        """
        if size not in self._crowds:
            self._crowds[size] = self.photo.darks.count(*self._sides(size)) > MANY
        return self._crowds[size]


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces that the eye found, in the frame, and what it saw at the places it was asked
    about, by their keys.

    `adrift` are pieces that could lie at either of two places. `eye` is None where there is no
    picture (tests).
    """

    photo: str
    pieces: tuple[Laid, ...]
    clashes: tuple[Clash, ...] = ()
    seen: Mapping[Hashable, Seen] = field(default_factory=dict)
    adrift: tuple[str, ...] = ()
    eye: Eye | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the verdict in words; a terminal and a phone show its tone by a sign as well as
    by colour.

    A line with `parts` is one of a drawing made of letters, all equally wide: its parts, which make
    up `text`, each with a tone of its own.
    """

    text: str
    tone: Tone = "plain"
    parts: tuple[tuple[str, Tone], ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline in the picture, px, with a short label; drawn by its tone in colour, line style
    and sign.
    """

    outline: Outline
    label: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Row(Generic[DeckT, ReadingT]):
    """One game for the eye; decks and readings are of the game's own types.

    Asked in this order: `places(pieces, deck)` after each look, what to look at next; `judge(table,
    deck, wishes)`, the reading (also of a table without pieces); `again(reading, table)`, where to
    look harder before that is said. `show` and `marks` tell it to people. The rest has defaults:
    `pieces(deck)` are those that can lie there (all that the game prints); `order(pieces)` is how
    well pieces make a table of this game, for one that may lie at either of two places (greater is
    better); `takes` are the names of what can be asked for besides, and `wishes(asked, deck)`
    checks it and raises `UsageError`.
    """

    game: str
    places: Callable[[Sequence[Laid], DeckT], Sequence[Place]]
    judge: Callable[[Table, DeckT, Wishes], ReadingT]
    show: Callable[[ReadingT, DeckT], Sequence[Line]]
    marks: Callable[[ReadingT], Sequence[Mark]]
    again: Callable[[ReadingT, Table], Sequence[Place]] = lambda _reading, _table: ()
    order: Callable[[Sequence[Laid]], float] = lambda _pieces: 0.0
    takes: frozenset[str] = frozenset()
    wishes: Callable[[Wishes, DeckT], Wishes] = lambda wishes, _deck: wishes
    pieces: Callable[[DeckT], Sequence[Piece]] | None = None

    def checked(self, wishes: Wishes, deck: DeckT) -> Wishes:
        """Return what was asked for, checked; raises `UsageError` for what this game knows nothing
        of.
        """
        for name in wishes:
            if name not in self.takes:
                raise UsageError(
                    name, f"a photo of {self.game} is read without it", remedy=f"leave out --{name}"
                )
        return self.wishes(wishes, deck)

    def printed(self, deck: DeckT) -> Sequence[Piece]:
        """The pieces that the eye looks for."""
        return self.pieces(deck) if self.pieces else find_game(self.game).pieces(deck)


def _outline(points: Floats, digits: int) -> Outline:
    return tuple((round(float(x), digits), round(float(y), digits)) for x, y in points)
