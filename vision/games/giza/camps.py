"""Several pyramids in one photo, one per player: split the pieces into camps, each in a frame where
it points up.

Players sit round the table, so their pyramids point in different directions. There are several
camps if each by itself is a pyramid of two rows or more, and either no card of one lies next to a
card of another, or there are more cards than one pyramid holds and they can be split in only one
way. All other pieces go to the nearest pyramid. Otherwise all pieces are one camp in the table's
own frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, radians, sin

import numpy as np

from companion.giza.pyramid import WIDTHS
from vision.games.giza.rows import Card, find_rows, offset
from vision.table.layout import Laid, Outline, rotation, wrapped

# mm: a card nearer than this to two pyramids could belong to either, after a hole in its base
TORN = 160.0
ROWS, CARDS = 2, 3  # minimum of each pyramid if there are several


@dataclass(frozen=True, slots=True)
class Camp:
    """The pieces of one pyramid (`members` are their indices) and its own frame: turned by `turn`
    degrees, origin at `middle` (mm).

    `torn` are the members that could also belong to another pyramid.
    """

    members: tuple[int, ...]
    turn: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    torn: tuple[int, ...] = ()

    def own(self, pieces: Sequence[Laid]) -> tuple[Laid, ...]:
        """Return the camp's pieces in its own frame."""
        if not self.turn and self.middle == (0.0, 0.0):
            return tuple(pieces[at] for at in self.members)
        moved = (
            (pieces[at], self.card(Card(pieces[at].x, pieces[at].y, pieces[at].rotation)))
            for at in self.members
        )
        return tuple(
            replace(piece, x=card.x, y=card.y, rotation=card.turn) for piece, card in moved
        )

    def card(self, card: Card) -> Card:
        """Convert a card from the table's frame to the camp's."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        x, y = card.x - self.middle[0], card.y - self.middle[1]
        return Card(
            round(c * x + s * y, 1),
            round(c * y - s * x, 1),
            round(wrapped(card.turn - self.turn), 1),
        )

    def to_table(self, corners: Outline) -> Outline:
        """Convert points from the camp's frame to the table's, mm."""
        points = np.array(corners) @ rotation(self.turn).T + self.middle
        return tuple((float(x), float(y)) for x, y in points)


def camps(pieces: Sequence[Laid]) -> tuple[Camp, ...]:
    """Return the pyramids from left to right, or from far to near if they are spread more along y
    than x.

    Without several pyramids, return one camp of all pieces.
    """
    return _camps(
        tuple((piece.kind == "penguin", Card(piece.x, piece.y, piece.rotation)) for piece in pieces)
    )


@lru_cache(maxsize=4)  # called several times with the pieces of a photo
def _camps(pieces: tuple[tuple[bool, Card], ...]) -> tuple[Camp, ...]:
    """Return the camps of these cards; each comes with whether it is a penguin."""
    cards = [card for _, card in pieces]
    penguins = [at for at, (penguin, _) in enumerate(pieces) if penguin]
    groups = [part for group in _groups(cards, penguins) for part in _parted(cards, group)]
    kernels = [camp for group in groups if _is_pyramid(camp := _camp(cards, group), cards)]
    if len(kernels) < 2:
        return (Camp(tuple(range(len(pieces)))),)
    joined = [_joined_by(number, kernels, cards, penguins) for number in range(len(kernels))]
    across, up = np.ptp([camp.middle for camp in joined], axis=0)
    return tuple(
        sorted(joined, key=lambda camp: camp.middle[0] if across >= up else -camp.middle[1])
    )


def _joined_by(
    number: int, kernels: Sequence[Camp], cards: Sequence[Card], penguins: Sequence[int]
) -> Camp:
    """Return pyramid `number` with all pieces added that lie nearer to it than to any other."""
    taken = {at for camp in kernels for at in camp.members}
    gaps = {
        at: [_gap(camp, cards, at) for camp in kernels]
        for at in range(len(cards))
        if at not in taken
    }
    own = [at for at, far in gaps.items() if far.index(min(far)) == number]
    torn = tuple(at for at in own if at in penguins and sorted(gaps[at])[1] < TORN)
    return replace(
        kernels[number], members=tuple(sorted((*kernels[number].members, *own))), torn=torn
    )


def _groups(cards: Sequence[Card], members: Sequence[int]) -> list[list[int]]:
    """Return the indices of cards that are connected as neighbours."""
    left, groups = set(members), []
    while left:
        group, queue = [], [min(left)]
        left -= set(queue)
        while queue:
            one = queue.pop()
            group.append(one)
            near = {other for other in left if _touch(cards[one], cards[other])}
            left -= near
            queue += sorted(near)
        groups.append(sorted(group))
    return groups


def _parted(cards: Sequence[Card], group: list[int]) -> list[list[int]]:
    """Return a group of more cards than one pyramid holds as its two pyramids if it can be split in
    only one way.
    """
    if len(group) <= sum(WIDTHS):
        return [group]
    camp = _camp(cards, group)
    across = sorted(group, key=lambda at: camp.card(cards[at]).x)
    halves = [
        (sorted(across[:n]), sorted(across[n:])) for n in range(CARDS, len(group) - CARDS + 1)
    ]
    ways = [
        parts for parts in halves if all(_is_pyramid(_camp(cards, part), cards) for part in parts)
    ]
    return list(ways[0]) if len(ways) == 1 else [group]


def _camp(cards: Sequence[Card], group: Sequence[int]) -> Camp:
    """Return a group's own frame, in which its cards point up on average."""
    turns = np.radians([cards[at].turn for at in group])
    turn = float(np.degrees(np.arctan2(np.sin(turns).sum(), np.cos(turns).sum())))
    x, y = np.mean([(cards[at].x, cards[at].y) for at in group], axis=0)
    return Camp(tuple(group), turn, (float(x), float(y)))


def _is_pyramid(camp: Camp, cards: Sequence[Card]) -> bool:
    """Return whether rows get narrower upwards. Cards laid out in a column to choose from never
    do.
    """
    rows = find_rows([camp.card(cards[at]) for at in camp.members])
    widths = Counter(level for level, _ in rows.cells)
    narrower = len(widths) >= ROWS and widths[min(widths)] > widths[max(widths)]
    return not rows.doubts and len(rows.cells) >= CARDS and narrower


def _touch(one: Card, other: Card) -> bool:
    """Return whether two cards are neighbours in the direction of either."""
    return any(offset(one, other, turn) is not None for turn in (one.turn, other.turn))


def _gap(camp: Camp, cards: Sequence[Card], at: int) -> float:
    """Return the distance from a piece's centre to the nearest card of a pyramid, mm."""
    return min(
        hypot(cards[at].x - cards[other].x, cards[at].y - cards[other].y) for other in camp.members
    )
