"""Several pyramids in one photo, one per player, each a camp in a frame where it points up.

There are several camps if each by itself is a pyramid of two rows or more, and either no card of
one lies next to or on cards of another, or there are more cards than one pyramid holds and they can
be split in only one way. All other pieces go to the nearest pyramid. Otherwise all pieces are one
camp in the table's own frame.
"""

from __future__ import annotations

from cmath import phase
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import degrees

import numpy as np

from companion.giza.pyramid import WIDTHS
from companion.layout import POKER
from vision.games.giza.rows import LIMITS, offset, rows_of
from vision.games.pose import Pose, clusters, moved, pose, way
from vision.table.layout import Laid
from vision.table.pieces import overlap

ROWS, CARDS = 2, 3  # minimum of each pyramid if there are several


@dataclass(frozen=True, slots=True)
class Camp:
    """A pyramid: `members` are indices of its pieces, `lies` its frame."""

    members: tuple[int, ...]
    lies: Pose = Pose(0j, 0.0)  # noqa: RUF009 - frozen

    def own(self, pieces: Sequence[Laid]) -> tuple[Laid, ...]:
        """Return the camp's pieces in its own frame."""
        return moved((pieces[at] for at in self.members), self.lies)

    def to_table(self, own: Pose) -> Pose:
        """Convert a pose in the camp's frame to the table's."""
        return Pose(self.lies.point(own.at.real, -own.at.imag), self.lies.turn + own.turn)


def camps(pieces: Sequence[Laid]) -> tuple[Camp, ...]:
    """Return the pyramids from left to right, or from far to near if that is the longer way.

    Without several pyramids, return one camp of all pieces.
    """
    penguins = [at for at, piece in enumerate(pieces) if piece.kind == "penguin"]
    cards = [pose(piece) for piece in pieces]

    def beside(one: int, other: int) -> bool:
        turns = (cards[one].turn, cards[other].turn)
        return any(offset(cards[one], cards[other], turn) for turn in turns)

    groups: list[list[int]] = []
    for group in clusters(penguins, beside):
        x = dict(zip(group, (piece.x for piece in _camp(pieces, group).own(pieces)), strict=True))
        across, cuts = sorted(group, key=x.__getitem__), range(CARDS, len(group) - CARDS + 1)
        both = [[sorted(across[:n]), sorted(across[n:])] for n in cuts if len(group) > sum(WIDTHS)]
        ways = [two for two in both if all(_is_pyramid(_camp(pieces, p), pieces) for p in two)]
        groups += ways[0] if len(ways) == 1 else [group]
    kernels = [camp for group in groups if _is_pyramid(camp := _camp(pieces, group), pieces)]
    flat = [np.array(card.corners(POKER)) for card in cards]
    over = (
        sum(overlap(flat[at], flat[n]) for n in other.members)
        for one, other in permutations(kernels, 2)
        for at in one.members
    )
    if len(kernels) < 2 or max(over) > LIMITS.on_card:
        return (Camp(tuple(range(len(pieces)))),)
    members = [[*camp.members] for camp in kernels]
    for at in set(range(len(pieces))).difference(*members):
        gaps = [min(abs(cards[at].at - cards[n].at) for n in camp.members) for camp in kernels]
        members[gaps.index(min(gaps))].append(at)
    filled = zip(kernels, members, strict=True)
    joined = [replace(camp, members=tuple(sorted(own))) for camp, own in filled]
    middles = np.array([camp.lies.at for camp in joined])
    along = 1 if np.ptp(middles.real) >= np.ptp(middles.imag) else 1j
    return tuple(sorted(joined, key=lambda camp: (camp.lies.at * along).real))


def _camp(pieces: Sequence[Laid], group: Sequence[int]) -> Camp:
    """Return a group's own frame, in which its cards point up on average."""
    cards = [pose(pieces[at]) for at in group]
    turn = degrees(phase(sum(way(card.turn) for card in cards)))
    return Camp(tuple(group), Pose(sum(card.at for card in cards) / len(cards), turn))


def _is_pyramid(camp: Camp, pieces: Sequence[Laid]) -> bool:
    """Return whether rows get narrower upwards: cards laid out in a column never do."""
    rows = rows_of(camp.own(pieces))
    widths = Counter(level for level, _ in rows.cells)
    narrower = len(widths) >= ROWS and widths[min(widths)] > widths[max(widths)]
    return not rows.doubts and len(rows.cells) >= CARDS and narrower
