"""The pyramid as the pieces show it: which card lies in which slot, and the tokens on it (giza R6,
R10).

Lengths are mm in the frame of the pyramid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Pyramid, Slot
from companion.layout import POKER
from vision.games.base import Seen
from vision.games.giza.rows import Card, Cell, Rows, find_rows, possible_cells, slots, under
from vision.table.layout import Laid, Outline
from vision.table.pieces import overlap
from vision.tags.detector import Floats

HALF_ON = 0.12  # share of a token on a card beside its centre: it may be meant for that card
# mm by which a token on two cards has to be nearer to one's centre to count for it
NEARER = 8.0


@dataclass(frozen=True, slots=True)
class Stack:
    """The pyramid by cells: cards that were read with the tokens on them, and places without a tag.

    `where` has the slot of each cell except the `hidden` ones, which are outside the photo;
    `stands` has the index of each card's piece. `half` counts tokens that lie half on a card, or on
    two, and don't count; `tokens` those in unread places, on whatever card is there; `away` is how
    many lie elsewhere.
    """

    where: Mapping[Cell, Slot]
    read: Mapping[Cell, Placed]
    stands: Mapping[Cell, int]
    unread: Mapping[Cell, Seen]
    hidden: Mapping[Cell, Seen]
    half: Mapping[Cell, int]
    tokens: Mapping[Cell, int]
    away: int

    @property
    def pyramid(self) -> Pyramid:
        """The cards that were read, in their slots."""
        pyramid = Pyramid()
        for cell, placed in self.read.items():
            pyramid = pyramid.put(self.where[cell], placed)
        return pyramid

    def slot(self, cell: Cell) -> Slot | None:
        """Return the slot of any cell, None if the rows as they are numbered have no room for
        it.
        """
        known, at = next(iter(self.where.items()))
        place = at[1] + ((cell[1] - cell[0]) - (known[1] - known[0])) // 2
        return (
            (cell[0], place)
            if 0 <= cell[0] < len(WIDTHS) and 0 <= place < WIDTHS[cell[0]]
            else None
        )

    @property
    def burdened(self) -> tuple[int, ...]:
        """Indices of pieces below a card that is too heavy for the tokens that were read (giza
        R7).
        """
        loads = [
            cell
            for cell, placed in self.read.items()
            if cell[0] and placed.weight > self._strength_below(cell)
        ]
        return tuple(
            self.stands[cell] for load in loads for cell in under(load) if cell in self.stands
        )

    def _strength_below(self, cell: Cell) -> int:
        return sum(self.read[other].strength for other in under(cell) if other in self.read)


def bare(seen: Seen, outside: float = 0.5) -> bool:
    """Return whether a place shows only the table, with less than the share `outside` of it beyond
    the photo's edge.
    """
    return seen.evidence.bare and seen.evidence.outside < outside


def rows_of(pieces: Sequence[Laid]) -> Rows:
    """Return the penguin cards sorted into rows."""
    return find_rows([Card(piece.x, piece.y, piece.rotation) for piece in penguins_of(pieces)])


def penguins_of(pieces: Sequence[Laid]) -> list[Laid]:
    """Return the penguin cards."""
    return [piece for piece in pieces if piece.kind == "penguin"]


def corners_of(rows: Rows, cell: Cell) -> Outline:
    """Return the corners of the card in a cell, mm."""
    return corners_at(rows.grid.at(cell), rows.grid.turn)


def corners_at(middle: Floats, turn: float) -> Outline:
    """Return a card's corners, clockwise from its top left as seen from above, mm."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    w, h = POKER.width / 2, POKER.height / 2
    around = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) @ np.array([[c, s], [-s, c]]) + middle
    return tuple((float(x), float(y)) for x, y in around)


def stacked(
    rows: Rows, pieces: Sequence[Laid], seen: Mapping[Cell, Seen], deck: Deck
) -> Stack | None:
    """Return the pyramid; None if it doesn't fit into rows of 4, 3, 2, 1 with the places that
    weren't read.
    """
    penguins = penguins_of(pieces)
    shown = {cell: look for cell, look in seen.items() if not bare(look)}
    possible = {cell: shown[cell] for cell in possible_cells(rows.cells, shown)}
    unread = {cell: look for cell, look in possible.items() if not look.hidden}
    where = slots(sorted({*rows.cells, *unread}))
    if where is None:
        return None
    read = {cell: penguins[index] for cell, index in rows.cells.items()}
    on, half, away = _shared_out(pieces, read, {cell: _blank(rows, cell) for cell in unread})
    return Stack(
        where=where,
        read={
            cell: Placed(deck.by_id[card.id], card.face == "back", on[cell])
            for cell, card in read.items()
        },
        stands={
            cell: next(at for at, other in enumerate(pieces) if other is card)
            for cell, card in read.items()
        },
        unread=unread,
        hidden={cell: look for cell, look in possible.items() if look.hidden},
        half=half,
        tokens={cell: on[cell] for cell in unread},
        away=away,
    )


def _blank(rows: Rows, cell: Cell) -> Laid:
    """Return a piece in place of the unread card of a cell."""
    x, y = rows.grid.at(cell)
    return Laid(
        "", "penguin", "", float(x), float(y), rows.grid.turn, "inferred", 0.0, ((0.0, 0.0),) * 4
    )


def _shared_out(
    pieces: Sequence[Laid], read: Mapping[Cell, Laid], unread: Mapping[Cell, Laid]
) -> tuple[Counter[Cell], Counter[Cell], int]:
    """Count the tokens on the card of each cell, those half on a card or on another, and those
    elsewhere.
    """
    on, half, away = Counter[Cell](), Counter[Cell](), 0
    beside = [
        piece for piece in penguins_of(pieces) if not any(piece is card for card in read.values())
    ]
    cards = [
        *((cell, card) for some in (read, unread) for cell, card in some.items()),
        *((None, c) for c in beside),
    ]
    for token in (piece for piece in pieces if piece.kind == "token"):
        owners = _owners(token, cards)
        candidates = [
            cell
            for cell, card in read.items()
            if cell in owners or (not owners and _half_on(token, card))
        ]
        if len(owners) == 1 and owners[0] is not None:
            on[owners[0]] += 1
        elif len(owners) != 1 and candidates:
            half.update(candidates)
        else:
            away += 1
    return on, half, away


def _owners(token: Laid, cards: Sequence[tuple[Cell | None, Laid]]) -> list[Cell | None]:
    """Return the cells of the cards under a token's centre: only the nearest, if it is clearly the
    nearest (R10).
    """
    far = [
        (hypot(p.x - token.x, p.y - token.y), cell)
        for cell, p in cards
        if _holds(p, token.x, token.y)
    ]
    nearest = min((distance for distance, _ in far), default=0.0)
    return [cell for distance, cell in far if distance < nearest + NEARER]


def _rectangle(piece: Laid) -> Floats:
    return np.array(corners_at(np.array([piece.x, piece.y]), piece.rotation))


def _holds(piece: Laid, x: float, y: float) -> bool:
    turn = np.radians(-piece.rotation)
    dx, dy = x - piece.x, y - piece.y
    across, up = dx * np.cos(turn) - dy * np.sin(turn), dx * np.sin(turn) + dy * np.cos(turn)
    return bool(abs(across) <= POKER.width / 2 and abs(up) <= POKER.height / 2)


def _half_on(token: Laid, card: Laid) -> bool:
    turn = np.radians(token.rotation)
    c, s = np.cos(turn) * 10, np.sin(turn) * 10
    square = np.array(
        [(-c - s, -s + c), (c - s, s + c), (c + s, s - c), (-c + s, -s - c)]
    ) + np.array([token.x, token.y])
    return overlap(square, _rectangle(card)) > HALF_ON
