"""The clans' lines of a combust table, with places where unread cards may lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.layout import POKER, Size
from vision.games.base import Eye, Table
from vision.games.combust.lines import find_lines
from vision.games.combust.parts import Card, Line, Lines
from vision.games.pose import pose
from vision.games.reading import Side
from vision.games.words import cut_off
from vision.table.layout import Laid, Outline
from vision.table.pieces import Detection, tag_squares

EVENT = "event"
SIDE = Size(110, 110)  # mm: where a line would lie at a side of the table without one
# share of a place outside the photo from which a card there may not show its first tag whole
CUT_OFF = 0.69


@dataclass(frozen=True, slots=True)
class Unread:
    """A place in a line where an unread card may lie: in a fan on the card before it, or past the
    `edge` of the photo. `near` is the index of the nearest card that was read.
    """

    near: int
    edge: Outline = ()


@dataclass(frozen=True, slots=True)
class ClanRow:
    """A clan's line: indices of cards with unread places among them, and its turn.

    `whole` is whether that is all of it, None if unknown. `rivals` are indices of clan rows that
    may be the same clan's, `beside` cards in no line that may belong to this one, and `crooked`
    some of its cards, which may have been dropped on another.
    """

    parts: tuple[int | Unread, ...]
    turn: float
    whole: bool | None = None
    rivals: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    crooked: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that were read."""
        return tuple(part for part in self.parts if isinstance(part, int))

    @property
    def unread(self) -> tuple[tuple[int, Unread], ...]:
        """Unread places with their positions in the line, counted from 1."""
        return tuple(
            (place, part) for place, part in enumerate(self.parts, 1) if isinstance(part, Unread)
        )


def lines_of(pieces: Sequence[Laid], table: Table | None = None) -> Lines:
    """Return the lines that these cards make; all their tags count as read if there's no eye."""
    cards, detections, eye = [], dict[Outline, Detection](), table and table.eye
    if table and eye:
        outlines = (piece.outline for piece in table.pieces)
        detections = dict(zip(outlines, eye.detections, strict=True))
    for piece in pieces:
        card = Card(pose(piece).at, piece.rotation, piece.kind == EVENT)
        detection = detections.get(piece.outline)
        if eye and detection and piece.source != "two-tags":
            read = {spot.end for spot in detection.spots}
            tags = eye.plane.to_px(np.concatenate(tag_squares(detection)))
            cut = bool(((tags < 0) | (tags > np.array(eye.size) - 1)).any())
            card = replace(card, first=0 in read, second=1 in read, cut=cut)
        cards.append(card)
    return find_lines(cards)


def clan_rows(lines: Lines, whole: Sequence[bool | None], eye: Eye | None) -> tuple[ClanRow, ...]:
    """Return the clans' lines."""
    everyone = range(len(lines.lines))
    return tuple(
        ClanRow(
            parts=tuple(_parts(line, None if whole[number] else eye)),
            turn=line.turn,
            whole=None if line.crooked else whole[number],
            rivals=tuple(n for n in everyone if frozenset({n, number}) in lines.close),
            beside=tuple(at for n, group in lines.beside if n == number for at in group),
            crooked=line.crooked,
        )
        for number, line in enumerate(lines.lines)
    )


def _parts(line: Line, eye: Eye | None) -> Iterator[int | Unread]:
    """Yield the cards and unread places of a line from left to right; an `eye` looks past its ends,
    which are at the edge of the photo if hardly anything of the next card would show.
    """
    ends = {0: (line.left, line.cards[0]), len(line.cards): (line.right, line.cards[-1])}
    edges = {}
    for after, (lies, card) in ends.items():
        if eye and after not in line.between and eye.outside(lies.corners(POKER)) >= CUT_OFF:
            edges[after] = Unread(card, eye.outline(lies.corners(POKER)))
    for place, card in enumerate((line.cards[0], *line.cards)):
        if place:
            yield card
        if place in line.between:
            yield Unread(card)
        elif place in edges:
            yield edges[place]


def sides_beyond(lines: Lines, eye: Eye | None) -> tuple[Side, ...]:
    """Return the sides of the photo beyond which more cards or another line may lie."""
    if eye is None:
        return ()
    ends = [end.corners(POKER) for line in lines.lines for end in (line.left, line.right)]
    areas = [*ends, *(lies.corners(SIDE) for lies in lines.free)]
    sides = {cut_off(eye.outline(area), eye.size) for area in areas if eye.outside(area) >= CUT_OFF}
    return tuple(sorted(side for side in sides if side))
