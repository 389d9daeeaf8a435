"""The pyramid as the pieces on the table show it: which card stands in which slot, and the tokens on it (giza R6, R10).

Lengths are mm in the frame of the pyramid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Pyramid, Slot
from companion.layout import POKER
from vision.detect import Floats
from vision.layout import Laid
from vision.pieces import overlap
from vision.reading import Outline
from vision.table import Seen
from vision.tables.giza_rows import Card, Cell, Rows, find_rows

HALF_ON = 0.12  # of a token on a card, and its middle beside it: it could be meant for the card


@dataclass(frozen=True, slots=True)
class Stack:
    """The pyramid as read, the piece in each slot, tokens that lie half on a card, and places without a tag.

    `tokens` lie in unread places, on whatever card is there.
    """

    pyramid: Pyramid
    stands: Mapping[Slot, int]
    halves: tuple[Slot, ...]
    unread: Mapping[Slot, Seen]
    hidden: Mapping[Slot, Seen]
    tokens: Mapping[Slot, int]


def rows_of(pieces: Sequence[Laid]) -> Rows:
    """The penguins in rows."""
    return find_rows([Card(piece.x, piece.y, piece.rotation) for piece in penguins_of(pieces)])


def penguins_of(pieces: Sequence[Laid]) -> list[Laid]:
    """The penguin cards among them."""
    return [piece for piece in pieces if piece.kind == "penguin"]


def corners_of(rows: Rows, cell: Cell) -> Outline:
    """The corners of a cell's card."""
    return corners_at(rows.grid.at(cell), rows.grid.turn)


def corners_at(middle: Floats, turn: float) -> Outline:
    """A card's corners in the frame, clockwise from its top left as seen from above, mm."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    w, h = POKER.width / 2, POKER.height / 2
    around = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) @ np.array([[c, s], [-s, c]]) + middle
    return tuple((float(x), float(y)) for x, y in around)


def stacked(
    rows: Rows, where: Mapping[Cell, Slot], pieces: Sequence[Laid], seen: Mapping[Cell, Seen], deck: Deck
) -> Stack:
    """The pyramid of cards in rows, `where` says the slot of each cell."""
    penguins = penguins_of(pieces)
    pyramid, stands = Pyramid(), {}
    for cell, index in rows.cells.items():
        piece = penguins[index]
        stands[where[cell]] = next(at for at, other in enumerate(pieces) if other is piece)
        pyramid = pyramid.put(where[cell], Placed(deck.by_id[piece.id], piece.face == "back"))
    pyramid, halves = _with_tokens(pyramid, stands, pieces)
    unread = {where[cell]: look for cell, look in seen.items() if cell in where}
    hidden = {slot: look for cell, look in seen.items() if look.hidden and (slot := _slot_of(cell, where))}
    tokens = {slot: _lying(rows, cell, pieces) for cell, slot in where.items() if slot in unread}
    return Stack(pyramid, stands, halves, unread, hidden, tokens)


def _lying(rows: Rows, cell: Cell, pieces: Sequence[Laid]) -> int:
    """How many tokens lie in a cell whose card was not read."""
    x, y = rows.grid.at(cell)
    card = Laid("", "penguin", "", float(x), float(y), rows.grid.turn, "inferred", 0.0, ((0.0, 0.0),) * 4)
    tokens = (piece for piece in pieces if piece.kind == "token")
    return sum(_holds(card, token.x, token.y) and not _owner(token, penguins_of(pieces)) for token in tokens)


def _slot_of(cell: Cell, where: Mapping[Cell, Slot]) -> Slot | None:
    """The slot of a further cell, when the rows have room for it as they are numbered."""
    known = next(iter(where))
    place = where[known][1] + ((cell[1] - cell[0]) - (known[1] - known[0])) // 2
    return (cell[0], place) if 0 <= cell[0] < len(WIDTHS) and 0 <= place < WIDTHS[cell[0]] else None


def _with_tokens(
    pyramid: Pyramid, stands: Mapping[Slot, int], pieces: Sequence[Laid]
) -> tuple[Pyramid, tuple[Slot, ...]]:
    """The pyramid with the tokens that lie on it, and the slots on whose card a token lies half (giza R10)."""
    halves: list[Slot] = []
    penguins = penguins_of(pieces)
    for token in (piece for piece in pieces if piece.kind == "token"):
        owner = _owner(token, penguins)
        slot = next((slot for slot, at in stands.items() if pieces[at] is owner), None)
        if slot is not None and (cell := pyramid.at(slot)) is not None:
            pyramid = pyramid.put(slot, replace(cell, tokens=cell.tokens + 1))
        elif owner is None:
            halves += [slot for slot, at in stands.items() if _half_on(token, pieces[at])]
    return pyramid, tuple(halves)


def _rectangle(piece: Laid) -> Floats:
    return np.array(corners_at(np.array([piece.x, piece.y]), piece.rotation))


def _owner(token: Laid, penguins: Sequence[Laid]) -> Laid | None:
    """The penguin on which a token's middle lies; the nearest middle where cards overlap (giza R10)."""
    on = [p for p in penguins if _holds(p, token.x, token.y)]
    return min(on, key=lambda p: (p.x - token.x) ** 2 + (p.y - token.y) ** 2, default=None)


def _holds(piece: Laid, x: float, y: float) -> bool:
    turn = np.radians(-piece.rotation)
    dx, dy = x - piece.x, y - piece.y
    across, up = dx * np.cos(turn) - dy * np.sin(turn), dx * np.sin(turn) + dy * np.cos(turn)
    return bool(abs(across) <= POKER.width / 2 and abs(up) <= POKER.height / 2)


def _half_on(token: Laid, card: Laid) -> bool:
    turn = np.radians(token.rotation)
    c, s = np.cos(turn) * 10, np.sin(turn) * 10
    square = np.array([(-c - s, -s + c), (c - s, s + c), (c + s, s - c), (-c + s, -s - c)]) + np.array(
        [token.x, token.y]
    )
    return overlap(square, _rectangle(card)) > HALF_ON
