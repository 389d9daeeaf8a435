"""Which card lies in which slot, and the tokens on it (giza R6, R10); mm in the pyramid's frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot
from companion.layout import POKER, Size
from vision.games.base import Seen
from vision.games.giza.rows import Cell, Rows, find_rows, possible_cells, slots, to_pyramid
from vision.games.pose import Pose, pose
from vision.table.layout import Laid
from vision.table.pieces import overlap

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
        return to_pyramid(self.read, self.where)

    def slot(self, cell: Cell) -> Slot | None:
        """Return the slot of any cell, None if the rows as they are numbered have no room."""
        known, at = next(iter(self.where.items()))
        place = at[1] + ((cell[1] - cell[0]) - (known[1] - known[0])) // 2
        return (cell[0], place) if (cell[0], place) in SLOTS else None


def bare(seen: Seen, outside: float = 0.5) -> bool:
    """Return whether a place shows only table, less than this share of it beyond the photo."""
    return seen.evidence.bare and seen.evidence.outside < outside


def penguins_of(pieces: Sequence[Laid]) -> list[Laid]:
    """Return the penguin cards."""
    return [piece for piece in pieces if piece.kind == "penguin"]


def rows_of(pieces: Sequence[Laid]) -> Rows:
    """Return the penguin cards sorted into rows."""
    return find_rows(list(map(pose, penguins_of(pieces))))


def stacked(
    rows: Rows, pieces: Sequence[Laid], seen: Mapping[Cell, Seen], deck: Deck
) -> Stack | None:
    """Return the pyramid; None if it and the unread places don't fit into rows of 4, 3, 2, 1."""
    shown = {cell: look for cell, look in seen.items() if not bare(look)}
    possible = {cell: shown[cell] for cell in possible_cells(rows.cells, shown)}
    unread = {cell: look for cell, look in possible.items() if not look.hidden}
    where = slots(sorted({*rows.cells, *unread}))
    if where is None:
        return None
    numbers = [at for at, piece in enumerate(pieces) if piece.kind == "penguin"]
    stands = {cell: numbers[index] for cell, index in rows.cells.items()}
    cards: list[tuple[Cell | None, Pose]] = [
        *((cell, pose(pieces[at])) for cell, at in stands.items()),
        *((cell, rows.grid.at(cell)) for cell in unread),
        *((None, pose(pieces[at])) for at in numbers if at not in stands.values()),
    ]
    on, half, away = Counter[Cell](), Counter[Cell](), 0
    for token in (pose(piece) for piece in pieces if piece.kind == "token"):
        far = []  # from the middles of the cards under the token's
        for owner, card in cards:
            across, down = card.local(token.at)
            if abs(across) <= POKER.width / 2 and abs(down) <= POKER.height / 2:
                far.append((hypot(across, down), owner))
        # the nearest owns it if it is clearly the nearest (R10)
        limit = min((distance for distance, _ in far), default=0.0) + NEARER
        owners = [owner for distance, owner in far if distance < limit]
        if len(owners) == 1 and owners[0] is not None:
            on[owners[0]] += 1
            continue
        unclear: list[Cell] = []
        if not owners:
            square = np.array(token.corners(Size(20, 20)))
            for cell, at in stands.items():
                if overlap(square, np.array(pose(pieces[at]).corners(POKER))) > HALF_ON:
                    unclear.append(cell)
        elif len(owners) > 1:
            unclear = [cell for cell in stands if cell in owners]
        half.update(unclear)
        away += not unclear
    return Stack(
        where=where,
        read={
            cell: Placed(deck.by_id[pieces[at].id], pieces[at].face == "back", on[cell])
            for cell, at in stands.items()
        },
        stands=stands,
        unread=unread,
        hidden={cell: look for cell, look in possible.items() if look.hidden},
        half=half,
        tokens={cell: on[cell] for cell in unread},
        away=away,
    )
