"""What is on a rocks board: each penguin's place, the rocks of each place, and those that penguins
carry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.language import Phrase, say
from companion.play import Seat
from companion.rocks.board import PENGUINS, Board
from companion.rocks.state import is_complete
from vision.games.rocks.board import (
    BY_PAD,
    ON_PAD,
    Pose,
    Spot,
    base,
    base_outline,
    board_pose,
    distinct,
    pad,
    spot,
)
from vision.games.rocks.reading import Standing
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
    def missing(self) -> int:
        """Number of the game's rocks (rocks R1) that weren't found; negative if there are too
        many.
        """
        found = (
            len(self.rocks)
            + len(self.half)
            + len(self.loads)
            + sum(stand.rocks for stand in self.stands)
        )
        return self.board.rules.rocks * len(self.board.nests) - found

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats with at least one penguin that was read."""
        return tuple(sorted({stand.seat for stand in self.stands}))

    @property
    def unread_seats(self) -> tuple[Seat, ...]:
        """Seats without a penguin that was read: unused, or of a player whose penguins are
        hidden.
        """
        return tuple(seat for seat in range(len(self.board.nests)) if seat not in self.playing)

    @property
    def across(self) -> bool:
        """Whether exactly two players were found whose nests aren't neighbours (rocks R1)."""
        nests, seats = len(self.board.nests), self.playing
        return len(seats) == 2 and (seats[1] - seats[0]) % nests not in {1, nests - 1}

    @property
    def absent(self) -> tuple[tuple[Seat, int], ...]:
        """Penguins that weren't read, by seat and number, of seats that play.

        While rocks are missing, so that something must be hidden, seats whose nest has rocks count
        as playing, too.
        """
        there = {(stand.seat, stand.number) for stand in self.stands}
        full = {*(there.place for _, there in self.rocks), *(place for _, place in self.loads)}
        built = [
            seat for seat, nest in enumerate(self.board.graph.nests) if full.intersection(nest.ring)
        ]
        seats = {*self.playing, *(built if self.missing > 0 else ())}
        both = [(seat, number) for seat in sorted(seats) for number in range(1, PENGUINS + 1)]
        return tuple(penguin for penguin in both if penguin not in there)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats whose nest is complete, with one of their penguins in its centre (rocks R10)."""
        nests, counts = self.board.graph.nests, self.counts
        home = {stand.seat for stand in self.stands if stand.place == nests[stand.seat].centre}
        return tuple(
            seat for seat, nest in enumerate(nests) if seat in home and is_complete(nest, counts)
        )

    def doubting(self) -> Scene:
        """Return the scene with one rock of each place in `loads` if penguins are missing: it may
        lie on an unread base.

        Whether there is a base between rocks can't be seen, as most of it is under them.
        """
        if not self.absent:
            return self
        loads = {rock_spot.place: rock for rock, rock_spot in self.rocks}
        rocks = tuple(
            (rock, rock_spot)
            for rock, rock_spot in self.rocks
            if loads.get(rock_spot.place) is not rock
        )
        return replace(
            self, rocks=rocks, loads=tuple((rock, n) for n, rock in loads.items() if n is not None)
        )

    def name(self, seat: Seat, number: int) -> str:
        """Return a penguin's id."""
        return penguin_id(self.board, seat, number)

    def standing(self, hidden: Collection[int | str] = ()) -> tuple[Standing, ...]:
        """Return all penguins of the seats that play, in order; unread ones have no place.

        `hidden` are the places, and the ids of penguins on whose pads, unread rocks may lie.
        """
        seen = [(stand.seat, stand.number, self._standing(stand, hidden)) for stand in self.stands]
        unread = [
            (
                seat,
                number,
                Standing(
                    self.name(seat, number), self.board.nests[seat].id, number, None, carries=None
                ),
            )
            for seat, number in self.absent
        ]
        return tuple(standing for *_, standing in sorted(seen + unread, key=lambda row: row[:2]))

    def _standing(self, stand: Stand, hidden: Collection[int | str]) -> Standing:
        place = None if stand.place is None else self.board.graph.names[stand.place]
        colour = self.board.nests[stand.seat].id
        covered = self.missing > 0 and (stand.place in hidden or stand.piece.id in hidden)
        unclear = covered or any(name == stand.piece.id for _, name in self.half)
        carries = True if stand.rocks else None if unclear else False
        return Standing(
            stand.piece.id, colour, stand.number, place, carries, base_outline(stand.piece)
        )


def penguin_id(board: Board, seat: Seat, number: int) -> str:
    """Return the id of a printed penguin."""
    return f"penguin-{board.nests[seat].id}-{number}"


def penguin_name(board: Board, piece_id: str) -> Phrase:
    """A printed penguin as people call it, by its id."""
    colour, _, number = piece_id.removeprefix("penguin-").rpartition("-")
    nest = next(nest for nest in board.nests if nest.id == colour)
    return say("{nest}'s penguin {n}", nest=Phrase(nest.name), n=number)


def survey(pieces: Sequence[Laid], board: Board) -> Scene:
    """Assign the pieces to the board's places."""
    lies = board_pose(pieces)
    penguins = [*distinct([piece for piece in pieces if piece.kind == PENGUIN], SAME_PENGUIN)]
    rocks = [*distinct([piece for piece in pieces if piece.kind == ROCK], SAME_ROCK)]
    loads = [_nearest_pad(rock, penguins) for rock in rocks]
    seats = {
        penguin_id(board, s, n): (s, n)
        for s in range(len(board.nests))
        for n in range(1, PENGUINS + 1)
    }
    stands = [
        Stand(
            piece,
            *seats[piece.id],
            _spot(board, lies, base(piece)),
            sum(at == n and on for at, on in loads),
        )
        for n, piece in enumerate(penguins)
    ]
    loose = [rock for rock, (at, _) in zip(rocks, loads, strict=True) if at is None]
    half = [
        (r, penguins[at].id)
        for r, (at, on) in zip(rocks, loads, strict=True)
        if at is not None and not on
    ]
    where = [(rock, _spot(board, lies, complex(rock.x, rock.y))) for rock in loose]
    return Scene(board, lies, tuple(stands), tuple(where), tuple(half))


def _nearest_pad(rock: Laid, penguins: Sequence[Laid]) -> tuple[int | None, bool]:
    """Return the index of the penguin on whose pad a rock lies (None: none), and whether that is
    certain.
    """
    off = min(
        ((abs(pad(p) - complex(rock.x, rock.y)), n) for n, p in enumerate(penguins)),
        default=(BY_PAD, 0),
    )
    return (None, False) if off[0] >= BY_PAD else (off[1], off[0] <= ON_PAD)


def _spot(board: Board, lies: Pose | None, point: complex) -> Spot:
    return Spot(None, (), on_board=True) if lies is None else spot(board, lies.local(point))
