"""The tile boards of pirates: seven hexes each, with their dots and what is on them (pirates R4,
R6, R9, O).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.decks import Table, one_of, quoted
from companion.language import say
from companion.pirates.chart import PETALS
from companion.pirates.tracks import SPECIALS, Dots

BOB, COUSIN, HOME, SEXTANT, PLAIN = "bob", "cousin", "home", "sextant", ""
WHIRLWINDS = {"whirlwind-port": -1, "whirlwind-starboard": 1}  # turns clockwise (pirates R6)
ON_A_HEX = frozenset({BOB, COUSIN, HOME, SEXTANT, *WHIRLWINDS, *SPECIALS})
MOST_DOTS = 6
FIELDS = ("middle", *PETALS[1:])  # a board's hexes in a deck file


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one hex: its dots and at most one special."""

    dots: Dots
    special: str = PLAIN
    whirl: int = 0  # turns clockwise of whoever enters
    cost: int = 0  # of entering; that of the dots

    def __str__(self) -> str:
        return f"{self.dots} {self.special}".rstrip()


@dataclass(frozen=True, slots=True)
class Board:
    """A tile board: the colour of its back, and its hexes, the middle first, then clockwise from
    north.
    """

    id: str
    back: str
    faces: tuple[Face, ...]

    @property
    def specials(self) -> tuple[str, ...]:
        """What is on it."""
        return tuple(face.special for face in self.faces if face.special)


def face(dots: Dots, special: str = PLAIN) -> Face:
    """A hex with these dots."""
    return Face(dots, special, WHIRLWINDS.get(special, 0), dots.cost)


def take_board(row: Table, backs: Collection[str]) -> Board:
    """One `[[board]]` of a deck file; raises `DeckError`."""
    board = Board(
        row.take_str("id"),
        row.take_str("back", backs),
        tuple(take_face(row, field) for field in FIELDS),
    )
    row.done()
    return board


def take_face(row: Table, field: str) -> Face:
    """A hex as written in a deck file: `yyr`, `yr kraken`."""
    text = row.take_str(field)
    found = re.fullmatch(r"(y*)(r*)(?: ([a-z-]+))?", text)
    if not found or not 1 <= len(found[1] + found[2]) <= MOST_DOTS:
        remedy = say(
            "write 1 to {most} dots, y before r, then what is on it, as in 'yyr kraken'",
            most=MOST_DOTS,
        )
        raise row.error(field, say("{value} isn't a hex", value=quoted(text)), remedy)
    if found[3] and found[3] not in ON_A_HEX:
        raise row.error(field, say("{value} is unknown", value=quoted(found[3])), one_of(ON_A_HEX))
    return face(Dots(len(found[1]), len(found[2])), found[3] or PLAIN)


def with_pier(board: Board, pier: Face) -> Board:
    """The board that has the pier as its eighth hex."""
    return Board(board.id, board.back, (*board.faces, pier))


def where(boards: Sequence[Board], special: str) -> list[Board]:
    """The boards that have `special`, once for each hex with it."""
    return [board for board in boards for face in board.faces if face.special == special]
