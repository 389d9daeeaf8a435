"""The tile boards of pirates, of seven hexes each, and the map of their places (R4, R6, R9, O).

Hexes of the map are numbered: seven for each place (the middle, then clockwise from the board's own
north), and the pier last. A chart doesn't know the boards on its places, which are shuffled.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.fields import Table
from companion.hexes import DIRECTION_NAMES, STEPS, Hex, add, neighbours, rotate, turned
from companion.language import say
from companion.pirates.tracks import SPECIALS
from companion.wording import one_of, quoted

HexId = int
Place = int

PETALS = ("m", *DIRECTION_NAMES)  # a board's hexes: the middle and those around it
PIER = "pier"
OFF = -1  # beyond the edge of the map
BOB, COUSIN, HOME, SEXTANT, PLAIN = "bob", "cousin", "home", "sextant", ""
WHIRLWINDS = {"whirlwind-port": -1, "whirlwind-starboard": 1}  # clockwise steps (pirates R6)
ON_A_HEX = frozenset({BOB, COUSIN, HOME, SEXTANT, *WHIRLWINDS, *SPECIALS})
MOST_DOTS = 6
FIELDS = ("middle", *DIRECTION_NAMES)  # a board's hexes in a deck file


@dataclass(frozen=True, slots=True)
class Face:
    """A hex as printed: its yellow and red dots, and at most one special."""

    yellow: int
    red: int
    special: str = PLAIN

    @property
    def whirl(self) -> int:
        """How far an entering ship turns clockwise, in steps of 60 degrees (pirates R6)."""
        return WHIRLWINDS.get(self.special, 0)

    @property
    def cost(self) -> int:
        """The speed that entering costs: 1 for each dot (pirates R3, R4)."""
        return self.yellow + self.red

    def __str__(self) -> str:
        return f"{'y' * self.yellow}{'r' * self.red} {self.special}".rstrip()


@dataclass(frozen=True, slots=True)
class Board:
    """A tile board: its back's colour, and its hexes: the middle, then clockwise from north."""

    id: str
    back: str
    faces: tuple[Face, ...]


def take_board(row: Table, backs: Collection[str]) -> Board:
    """Read one `[[board]]` of a deck file; raises `DeckError`."""
    board = Board(
        row.take_str("id"),
        row.take_str("back", backs),
        tuple(take_face(row, field) for field in FIELDS),
    )
    row.done()
    return board


def take_face(row: Table, field: str) -> Face:
    """Read a hex written as `yyr` or `yr kraken`; raises `DeckError`."""
    text = row.take_str(field)
    match = re.fullmatch(r"(y*)(r*)(?: ([a-z-]+))?", text)
    if not match or not 1 <= len(match[1] + match[2]) <= MOST_DOTS:
        remedy = say(
            "write 1 to {most} dots, y before r, then what is on it, as in 'yyr kraken'",
            most=MOST_DOTS,
        )
        raise row.error(field, say("{value} isn't a hex", value=quoted(text)), remedy)
    if match[3] and match[3] not in ON_A_HEX:
        raise row.error(field, say("{value} is unknown", value=quoted(match[3])), one_of(ON_A_HEX))
    return Face(len(match[1]), len(match[2]), match[3] or PLAIN)


def boards_with(boards: Sequence[Board], special: str) -> list[Board]:
    """Return the boards with `special`, once for each hex that has it."""
    return [board for board in boards for face in board.faces if face.special == special]


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the map: its board's middle hex, turn (steps of 60 degrees clockwise) and back.

    `id` is the letter of the row and the number in it from the left.
    """

    id: str
    middle: Hex
    turn: int
    back: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The map without boards.

    `spots` are the axial coordinates of the hexes. `ahead[h][d]` is the hex next to `h` in
    direction `d`, or `OFF`. Hex `h` is hex `petal[h]` of the board on `place[h]`. `next_to[p]` are
    the places adjacent to `p`.
    """

    sites: tuple[Site, ...]
    spots: tuple[Hex, ...]
    ahead: tuple[tuple[HexId, ...], ...]
    place: tuple[Place, ...]
    petal: tuple[int, ...]
    next_to: tuple[tuple[Place, ...], ...]

    @property
    def pier(self) -> HexId:
        """The Puerto Rico hex."""
        return len(self.spots) - 1

    def name(self, hex_id: HexId) -> str:
        """Return a hex in notation, such as `b2.ne`."""
        if hex_id == self.pier:
            return f"{self.sites[0].id}.{PIER}"
        return f"{self.sites[self.place[hex_id]].id}.{PETALS[self.petal[hex_id]]}"


def draw_chart(sites: Sequence[Site], pier_between: tuple[int, int]) -> Chart:
    """Return the chart of `sites`, which may overlap; the pier touches two petals of the first."""
    spots: list[Hex] = []
    for site in sites:
        spots += [add(site.middle, rotate(step, site.turn)) for step in (Hex(0, 0), *STEPS)]
    one, other = (STEPS[turned(direction, sites[0].turn)] for direction in pier_between)
    spots.append(add(sites[0].middle, add(one, other)))
    place = [number for number in range(len(sites)) for _ in PETALS] + [0]
    number = {spot: hex_id for hex_id, spot in enumerate(spots)}
    ahead = [tuple(number.get(there, OFF) for there in neighbours(spot)) for spot in spots]
    next_to: list[set[Place]] = [set() for _ in sites]
    for here, around in zip(place, ahead, strict=True):
        next_to[here] |= {place[there] for there in around if there != OFF} - {here}
    return Chart(
        tuple(sites),
        tuple(spots),
        tuple(ahead),
        tuple(place),
        (*(petal for _ in sites for petal in range(len(PETALS))), len(PETALS)),
        tuple(tuple(sorted(near)) for near in next_to),
    )
