"""What is on a rocks board: penguins, the rocks of each place, and those that penguins carry.

Points of the table are complex, as in `vision.games.pose`; points of the board are as in its file,
(x, y) in mm from its centre, y down.
"""

from __future__ import annotations

from cmath import phase
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import degrees, dist
from typing import NamedTuple

import numpy as np

from companion.language import Phrase, say
from companion.layout import Size
from companion.play import Seat
from companion.rocks.board import PENGUINS, Board, Place, PlaceId
from companion.rocks.pieces import ROCK as ROCK_SIZE
from companion.rocks.pieces import STAND, Point, width
from companion.rocks.state import is_complete
from vision.games.base import Table
from vision.games.pose import Pose, distinct, pose, way
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import tag_squares

BOARD, PENGUIN, ROCK = "board", "penguin", "rock"


@dataclass(frozen=True, slots=True)
class Limits:
    """How far pieces may lie from where they belong, mm."""

    # mm: two readings nearer than this are one piece
    same_penguin: float = 15.0
    same_rock: float = 8.0
    # mm and degrees by which quarters of one board may differ
    together: tuple[float, float] = (12.0, 4.0)
    # mm from a place's edge to count as in it, and by how much the next place has to be farther
    # away
    within: float = 0.0
    apart: float = 4.0
    # the same, to count as just outside it
    near: float = 8.0
    far_apart: float = 10.0
    beyond: float = 8.0  # mm outside the board's edge that still count as on it
    # mm from a pad's centre to a rock's: on it; possibly on it
    on_pad: float = 8.0
    by_pad: float = 13.5


LIMITS = Limits()

# the centres of a penguin's base and of the pad on it, mm right of its net's centre and down
BASE = 0.0, STAND.size.height - STAND.base.height / 2 - STAND.size.height / 2
PAD = STAND.pad[0] - STAND.size.width / 2, STAND.pad[1] - STAND.size.height / 2


class Spot(NamedTuple):
    """The number of a point's place on the board, or None with the places `near` it."""

    place: int | None
    near: tuple[PlaceId, ...]
    on_board: bool


def together(one: Pose, other: Pose) -> bool:
    """Return whether quarters with these poses can be of one board."""
    far, askew = LIMITS.together
    return abs(one.at - other.at) <= far and abs(wrapped(one.turn - other.turn)) <= askew


def board_pose(pieces: Sequence[Laid]) -> Pose | None:
    """Return the mean pose of the board's parts that show two tags; None if there is none, or they
    disagree. A single tag is too small to say where a place is at the other end of the board.
    """
    parts = [piece for piece in pieces if piece.kind == BOARD and piece.source == "two-tags"]
    if not parts:
        return None
    at = sum(complex(part.x, part.y) for part in parts) / len(parts)
    turn = degrees(phase(sum(way(part.rotation) for part in parts)))
    mean = Pose(at, turn)
    return mean if all(together(pose(part), mean) for part in parts) else None


def apart(table: Table) -> bool:
    """Return whether the board's tags are farther from each other than its quarters may lie."""
    parts = [piece for piece in table.pieces if piece.kind == BOARD and piece.source == "two-tags"]
    if not parts or table.eye is None or board_pose(parts) is None:
        return bool(parts) and board_pose(parts) is None
    boards = [piece for piece in table.eye.detections if piece.kind == BOARD]
    squares = tag_squares(max(boards, key=lambda part: len(part.spots)))
    return any(
        dist(table.eye.plane.to_mm(tag.corners).mean(0), squares[spot.end].mean(0))
        > LIMITS.together[0]
        for part in boards
        for spot, tag in zip(part.spots, part.sightings, strict=True)
    )


def spot(board: Board, point: Point) -> Spot:
    """Return the place that contains a point of the board, or is the only one near."""
    half = board.drawing.side / 2 + LIMITS.beyond
    if max(map(abs, point)) > half:
        return Spot(None, (), False)
    off = [
        (dist(point, place.at) - width(board, place) / 2, number)
        for number, place in enumerate(board.places)
    ]
    (first, number), (second, other) = sorted(off)[:2]
    lead = LIMITS.apart if first <= LIMITS.within else LIMITS.far_apart
    if first <= LIMITS.near and second - first >= lead:
        return Spot(number, (board.places[number].id,), True)
    near = (number, other) if second <= 2 * LIMITS.near else (number,)
    return Spot(None, tuple(board.places[n].id for n in near), True)


def place_corners(board: Board, lies: Pose, place: Place) -> Outline:
    """Return a square on the table that contains a place's rocks, which stick out a little."""
    side = width(board, place) + ROCK_SIZE.width / 2
    return lies.corners(Size(side, side), place.at)


def pad(penguin: Laid) -> complex:
    """Return the centre of the pad for a rock on a penguin's base, on the table."""
    return pose(penguin).point(*PAD)


def base_outline(penguin: Laid) -> Outline:
    """Return a penguin's base in the photo, px, without the figure, which doesn't lie flat."""
    top = 1 - STAND.base.height / STAND.size.height
    return penguin.pictured(np.array([(0, top), (1, top), (1, 1), (0, 1)], float))


@dataclass(frozen=True, slots=True)
class Stand:
    """A penguin on the table: which it is, where it stands, and how many rocks lie on its pad."""

    piece: Laid
    seat: Seat
    number: int
    spot: Spot
    rocks: int

    @property
    def place(self) -> int | None:
        """The number of the place it is in, None if unclear."""
        return self.spot.place


@dataclass(frozen=True, slots=True)
class Scene:
    """The table in terms of the board's places. `rocks` lie on the board or beside it; `half` are
    possibly on a penguin's pad.

    `lies` is None if the board wasn't read: then no place is known. `loads` are rocks that an
    unread penguin may carry, each with the number of its place.
    """

    board: Board
    lies: Pose | None
    stands: tuple[Stand, ...]
    rocks: tuple[tuple[Laid, Spot], ...]
    half: tuple[tuple[Laid, str], ...]
    loads: tuple[tuple[Laid, int], ...] = ()

    @property
    def counts(self) -> list[int]:
        """Number of rocks in each place, in the board's order."""
        counts = Counter(rock_spot.place for _, rock_spot in self.rocks)
        return [counts[number] for number in range(len(self.board.places))]

    @property
    def total(self) -> int:
        """Number of the game's rocks (rocks R1)."""
        return self.board.rules.rocks * len(self.board.nests)

    @property
    def missing(self) -> int:
        """Number of the game's rocks that weren't found; negative if there are too many."""
        loose = len(self.rocks) + len(self.half) + len(self.loads)
        return self.total - loose - sum(stand.rocks for stand in self.stands)

    @property
    def unplaced(self) -> tuple[Spot, ...]:
        """Where rocks on the board lie of which it is unclear in which place that is."""
        return tuple(at for _, at in self.rocks if at.place is None and at.on_board)

    @property
    def short(self) -> bool:
        """Whether rocks or penguins are missing."""
        return self.missing > 0 or bool(self.absent)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats with at least one penguin that was read."""
        return tuple(sorted({stand.seat for stand in self.stands}))

    @property
    def absent(self) -> tuple[tuple[Seat, int], ...]:
        """Penguins that weren't read, by seat and number, of seats that play.

        While rocks are missing, so that something must be hidden, seats whose nest has rocks count,
        too.
        """
        there = {(stand.seat, stand.number) for stand in self.stands}
        seats = set(self.playing)
        if self.missing > 0:
            full = {*(there.place for _, there in self.rocks), *(place for _, place in self.loads)}
            nests = enumerate(self.board.graph.nests)
            seats |= {seat for seat, nest in nests if full.intersection(nest.ring)}
        both = [(seat, number) for seat in sorted(seats) for number in range(1, PENGUINS + 1)]
        return tuple(penguin for penguin in both if penguin not in there)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats whose nest is complete, with one of their penguins in its centre (rocks R10)."""
        nests, counts = self.board.graph.nests, self.counts
        home = {stand.seat for stand in self.stands if stand.place == nests[stand.seat].centre}
        return tuple(seat for seat in sorted(home) if is_complete(nests[seat], counts))

    def doubting(self) -> Scene:
        """Return the scene with one rock per place in `loads` if an unread penguin may carry it.

        Whether there is a base between rocks can't be seen, as most of it is under them.
        """
        if not self.absent:
            return self
        last = {rock_spot.place: rock for rock, rock_spot in self.rocks}
        rest = tuple(each for each in self.rocks if last[each[1].place] is not each[0])
        loads = tuple((rock, place) for place, rock in last.items() if place is not None)
        return replace(self, rocks=rest, loads=loads)

    def name(self, penguin: str) -> Phrase:
        """Return a printed penguin, given by its id, as people call it."""
        colour, _, number = penguin.removeprefix("penguin-").rpartition("-")
        nest = next(nest for nest in self.board.nests if nest.id == colour)
        return say("{nest}'s penguin {n}", nest=Phrase(nest.name), n=number)


def penguin_id(board: Board, seat: Seat, number: int) -> str:
    """Return the id of a printed penguin."""
    return f"penguin-{board.nests[seat].id}-{number}"


def survey(pieces: Sequence[Laid], board: Board) -> Scene:
    """Assign the pieces to the board's places."""
    lies = board_pose(pieces)

    def place(point: complex) -> Spot:
        return Spot(None, (), on_board=True) if lies is None else spot(board, lies.local(point))

    penguins = distinct([piece for piece in pieces if piece.kind == PENGUIN], LIMITS.same_penguin)
    carried: Counter[int] = Counter()  # by index in `penguins`
    loose, half = [], []
    for rock in distinct([piece for piece in pieces if piece.kind == ROCK], LIMITS.same_rock):
        at = pose(rock).at
        pads = [(abs(pad(penguin) - at), n) for n, penguin in enumerate(penguins)]
        off, nearest = min(pads, default=(LIMITS.by_pad, 0))
        if off >= LIMITS.by_pad:
            loose.append((rock, place(at)))
        elif off <= LIMITS.on_pad:
            carried[nearest] += 1
        else:
            half.append((rock, penguins[nearest].id))
    both = [(seat, n) for seat in range(len(board.nests)) for n in range(1, PENGUINS + 1)]
    seats = {penguin_id(board, *each): each for each in both}
    stands = tuple(
        Stand(piece, *seats[piece.id], place(pose(piece).point(*BASE)), carried[n])
        for n, piece in enumerate(penguins)
    )
    return Scene(board, lies, stands, tuple(loose), tuple(half))
