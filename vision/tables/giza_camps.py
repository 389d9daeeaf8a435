"""Several pyramids in one photo, one a player: which pieces belong to which, each seen the way it points up.

Players sit round the table, and their pyramids point where they sit. Pyramids count as several when each by itself
is one, of two rows or more, and no card of one lies as a neighbour of another's, or their cards are more than one
pyramid holds and can be parted in one way only; whatever else lies there goes to the nearest. In any other case all
pieces are one camp, in the table's own frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from companion.giza.pyramid import WIDTHS
from vision.detect import Floats
from vision.layout import Laid, wrapped
from vision.reading import Outline
from vision.tables.giza_rows import Card, find_rows, offset

TORN = 160.0  # mm from two pyramids: a card between them could be either's, beyond a hole in its base
ROWS, CARDS = 2, 3  # that a pyramid has at least, to be taken for one of several


@dataclass(frozen=True, slots=True)
class Camp:
    """Pieces of one pyramid (`members` are their numbers), and its own frame: `turn` degrees, zero at `middle` (mm).

    `torn` are those members that could belong to another pyramid as well.
    """

    members: tuple[int, ...]
    turn: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    torn: tuple[int, ...] = ()

    def own(self, pieces: Sequence[Laid]) -> tuple[Laid, ...]:
        """Its pieces in its own frame."""
        if not self.turn and self.middle == (0.0, 0.0):
            return tuple(pieces[at] for at in self.members)
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return tuple(self._moved(pieces[at], c, s) for at in self.members)

    def to_table(self, corners: Outline) -> Outline:
        """Points of its own frame in the table's, mm."""
        points = np.array(corners) @ _rotation(self.turn).T + self.middle
        return tuple((float(x), float(y)) for x, y in points)

    def _moved(self, piece: Laid, c: float, s: float) -> Laid:
        x, y = piece.x - self.middle[0], piece.y - self.middle[1]
        turn = round(wrapped(piece.rotation - self.turn), 1)
        return replace(piece, x=round(c * x + s * y, 1), y=round(c * y - s * x, 1), rotation=turn)


def camps(pieces: Sequence[Laid]) -> tuple[Camp, ...]:
    """The pyramids from left to right, or from the far side where they lie more behind than beside each other.

    One camp of everything when there are not several.
    """
    return _camps(tuple(pieces))


@lru_cache(maxsize=4)  # a photo's pieces are asked about several times on the way
def _camps(pieces: tuple[Laid, ...]) -> tuple[Camp, ...]:
    cards = [at for at, piece in enumerate(pieces) if piece.kind == "penguin"]
    groups = [part for group in _groups(pieces, cards) for part in _parted(pieces, group)]
    kernels = [camp for group in groups if _is_pyramid(camp := _camp(pieces, group), pieces)]
    if len(kernels) < 2:
        return (Camp(tuple(range(len(pieces)))),)
    found = [_joined_by(number, kernels, pieces) for number in range(len(kernels))]
    across, up = np.ptp([camp.middle for camp in found], axis=0)
    return tuple(sorted(found, key=lambda camp: camp.middle[0] if across >= up else -camp.middle[1]))


def _joined_by(number: int, kernels: Sequence[Camp], pieces: Sequence[Laid]) -> Camp:
    """One pyramid with all pieces that lie nearer to it than to any other."""
    taken = {at for camp in kernels for at in camp.members}
    gaps = {at: [_gap(camp, pieces, at) for camp in kernels] for at in range(len(pieces)) if at not in taken}
    own = [at for at, far in gaps.items() if far.index(min(far)) == number]
    torn = tuple(at for at in own if pieces[at].kind == "penguin" and sorted(gaps[at])[1] < TORN)
    return replace(kernels[number], members=tuple(sorted((*kernels[number].members, *own))), torn=torn)


def _groups(pieces: Sequence[Laid], cards: Sequence[int]) -> list[list[int]]:
    """Cards that hang together by lying as neighbours."""
    left, groups = set(cards), []
    while left:
        group, queue = [], [min(left)]
        left -= set(queue)
        while queue:
            one = queue.pop()
            group.append(one)
            near = {other for other in left if _touch(pieces[one], pieces[other])}
            left -= near
            queue += sorted(near)
        groups.append(sorted(group))
    return groups


def _parted(pieces: Sequence[Laid], group: list[int]) -> list[list[int]]:
    """The group; where it has more cards than one pyramid, and can be parted in one way only, the two that it is."""
    if len(group) <= sum(WIDTHS):
        return [group]
    own = dict(zip(group, _camp(pieces, group).own(pieces), strict=True))
    across = sorted(group, key=lambda at: own[at].x)
    halves = [(sorted(across[:n]), sorted(across[n:])) for n in range(CARDS, len(group) - CARDS + 1)]
    ways = [parts for parts in halves if all(_is_pyramid(_camp(pieces, part), pieces) for part in parts)]
    return list(ways[0]) if len(ways) == 1 else [group]


def _camp(pieces: Sequence[Laid], group: Sequence[int]) -> Camp:
    """A group's own frame: up is where its cards point on average."""
    turns = np.radians([pieces[at].rotation for at in group])
    turn = float(np.degrees(np.arctan2(np.sin(turns).sum(), np.cos(turns).sum())))
    x, y = np.mean([(pieces[at].x, pieces[at].y) for at in group], axis=0)
    return Camp(tuple(group), turn, (float(x), float(y)))


def _is_pyramid(camp: Camp, pieces: Sequence[Laid]) -> bool:
    """Rows that grow narrower upwards: cards laid out in a column to choose from are none, however they lean."""
    rows = find_rows([Card(piece.x, piece.y, piece.rotation) for piece in camp.own(pieces)])
    widths = Counter(level for level, _ in rows.cells)
    narrower = len(widths) >= ROWS and widths[min(widths)] > widths[max(widths)]
    return not rows.doubts and len(rows.cells) >= CARDS and narrower


def _touch(one: Laid, other: Laid) -> bool:
    """Whether two cards lie as neighbours, seen the way either points."""
    return any(
        offset(Card(one.x, one.y, one.rotation), Card(other.x, other.y, other.rotation), turn) is not None
        for turn in (one.rotation, other.rotation)
    )


def _gap(camp: Camp, pieces: Sequence[Laid], at: int) -> float:
    """From a piece's middle to the nearest of a pyramid's cards, mm."""
    return min(float(np.hypot(pieces[at].x - pieces[o].x, pieces[at].y - pieces[o].y)) for o in camp.members)


def _rotation(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])
