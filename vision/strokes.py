"""Strokes: how much fine print a place shows, which tells cards from tables of any colour, in any light.

Whatever is much darker than the mean about it is a stroke: letters, outlines, a tag's modules. The cards that were read
tell how many strokes cards have in this picture, and the table how many it has itself, a checked cloth some, most none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Floats, Grey
from vision.plane import Plane

Numbers: TypeAlias = NDArray[np.int64]

FINE = 4.5  # mm within which print is darker than what is about it
DARKER = 0.4  # of the way from paper to black by which it is
SPREAD = 2.5  # mm within which strokes are counted, so that few points tell of all
TILE, MOST = 60.0, 0.7  # mm of the table's parts, and the share of them on which no unread card lies
SPARSE, CALM = 0.008, 0.3  # how few strokes on cards tell nothing; and how many on the table, of the cards'
ENOUGH = 1.2  # px a mm in which print can be seen
FEWEST = 12  # points that tell anything


@dataclass(frozen=True, eq=False)
class Strokes:
    """The strokes of one picture, of which `plane` is the table's: as many as on its `cards` or as on the bare `table`.

    `cards` are points on each card that was read, `table` points where nothing lies that is known, n x 2 mm on the
    plane. `tones` are how dark the cards' black is, and how light their paper, 0 to 255.
    """

    grey: Grey
    plane: Plane
    cards: Sequence[Floats]
    table: Floats
    tones: tuple[float, float]

    @property
    def smeared(self) -> bool:
        """Whether even the cards show next to no strokes."""
        return not self._cards >= SPARSE

    def share(self, points: Floats) -> float | None:
        """How much print shows at points, n x 2 mm: 0 as on the table, 1 as on cards.

        None where these are too much alike, or too few of the points are in the picture.
        """
        if self.smeared or not self._table < CALM * self._cards:
            return None
        here = self._each(points, np.zeros(len(points), int)) - self._table
        return min(1.0, max(0.0, float(here[0]) / (self._cards - self._table))) if len(here) else None

    @cached_property
    def _cards(self) -> float:
        """The share of strokes on most cards; nan where none is in the picture."""
        numbers = np.repeat(np.arange(len(self.cards)), [len(points) for points in self.cards])
        return _quantile(self._each(np.concatenate(self.cards), numbers), 0.5) if self.cards else nan

    @cached_property
    def _table(self) -> float:
        """The same on most parts of the table."""
        if not len(self.table):
            return nan
        columns, rows = ((self.table - self.table.min(0)) // TILE).astype(int).T
        return _quantile(self._each(self.table, columns * (rows.max() + 1) + rows), MOST)

    def _each(self, points: Floats, groups: Numbers) -> Floats:
        """The share of strokes in each group of points, mm, of which enough are in the picture."""
        at = np.rint((self.plane.to_px(points) + 0.5) / self._coarser - 0.5).astype(int)
        seen = ((at >= 0) & (at < self._dense.shape[::-1])).all(1)
        (x, y), numbers = at[seen].T, groups[seen]
        counts = np.bincount(numbers)
        enough = counts >= FEWEST
        return np.asarray(np.bincount(numbers, self._dense[y, x])[enough] / counts[enough] / 255)

    @cached_property
    def _scale(self) -> float:
        """How many px a mm has at most cards."""
        return float(np.median(self.plane.scales(np.array([points.mean(0) for points in self.cards]))))

    @property
    def _coarser(self) -> int:
        """By how much the picture may be smaller in which strokes are looked for."""
        return max(1, int(self._scale / ENOUGH))

    @cached_property
    def _dense(self) -> Grey:
        """How much about each point of the smaller picture, 0 to 255, is a stroke."""
        black, paper = self.tones
        mm, part = self._scale / self._coarser, 1 / self._coarser
        small = cv2.resize(self.grey, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        calm, level = cv2.GaussianBlur(small, (3, 3), 0), 1 - DARKER * (paper - black) / max(1.0, paper)
        strokes = cv2.compare(calm, cv2.convertScaleAbs(_mean(calm, FINE * mm), alpha=level), cv2.CMP_LT)
        return np.asarray(_mean(strokes, SPREAD * mm), np.uint8)


def _mean(grey: Grey | cv2.typing.MatLike, width: float) -> cv2.typing.MatLike:
    """The mean over a window about so many px wide."""
    odd = max(3, round(width) | 1)
    return cv2.blur(grey, (odd, odd))


def _quantile(values: Floats, share: float) -> float:
    """What so many of them do not exceed; nan of none."""
    return float(np.quantile(values, share)) if len(values) else nan
