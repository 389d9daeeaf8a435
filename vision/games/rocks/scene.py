"""What is on a rocks board: penguins, the rocks of each place, and those that penguins carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.language import Phrase, say
from companion.play import Seat
from companion.rocks.board import PENGUINS, Board
from companion.rocks.state import is_complete
from vision.games.pose import Pose, distinct, pose
from vision.games.rocks.board import BASE, BY_PAD, ON_PAD, Spot, board_pose, pad, spot
from vision.table.layout import Laid

PENGUIN, ROCK = "penguin", "rock"
SAME_PENGUIN, SAME_ROCK = 15.0, 8.0  # mm: two readings nearer than this are one piece


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

    penguins = distinct([piece for piece in pieces if piece.kind == PENGUIN], SAME_PENGUIN)
    carried: Counter[int] = Counter()  # by index in `penguins`
    loose, half = [], []
    for rock in distinct([piece for piece in pieces if piece.kind == ROCK], SAME_ROCK):
        at = pose(rock).at
        pads = [(abs(pad(penguin) - at), n) for n, penguin in enumerate(penguins)]
        off, nearest = min(pads, default=(BY_PAD, 0))
        if off >= BY_PAD:
            loose.append((rock, place(at)))
        elif off <= ON_PAD:
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
