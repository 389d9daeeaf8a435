"""A game of rocks at one moment. All that lies on the board is open; the only secret is what the
die will show.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.play import Seat
from companion.rocks.board import Board
from companion.rocks.graph import NestPlaces, PlaceNo, PlaceSet

DIE = 6
# the penguins' numbers: FIRST fetches, SECOND waits locked in the centre (rocks R2)
FIRST, SECOND = 1, 2
ROCKS_A_SPACE = 2  # rocks R9 (D)
HOP, LANDING = 1, 1  # a hopped run costs 1 in all, the landing its own 1 (rocks R6)
# rocks R6 (D): one lands free on a space; into a pile always costs 1 (R4)
FREE_LANDING_IN_PILE = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of one penguin: in which round, whose, and the penguin's number.

    Seats go clockwise, and seat n has the board's nest n (rocks R1). Seat 0, the youngest, starts
    (R3); with three the board may name another (O).
    """

    round: int
    seat: Seat
    penguin: int


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody sees.

    `left` is what is left of the roll of `now`; 0 means that the die is yet to be thrown. `visited`
    are the places of this move, its start among them (R6); `acted` says that a rock was taken or
    dropped before the first step. `stands` and `carries` tell of all penguins: 1 and 2 of seat 0,
    of seat 1, and so on. `rocks` lie on the places, by number. `free` has a flag for each seat
    whose penguin 2 may move (R8); `finished` are those who completed their nest, in order (R10).
    `rolls` counts the die's throws.
    """

    board: Board = field(repr=False, hash=False)
    now: Roll
    left: int
    visited: PlaceSet
    acted: bool
    stands: tuple[PlaceNo, ...]
    carries: tuple[bool, ...]
    rocks: tuple[int, ...]
    free: tuple[bool, ...]
    finished: tuple[Seat, ...] = ()
    over: bool = False
    rolls: int = 0

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.now.seat

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.free)

    @property
    def mover(self) -> int:
        """The moving penguin's place in `stands` and `carries`."""
        return 2 * self.now.seat + self.now.penguin - 1

    @property
    def at(self) -> PlaceNo:
        """Where the moving penguin stands."""
        return self.stands[self.mover]

    @property
    def nest(self) -> NestPlaces:
        """The mover's own nest."""
        return self.board.graph.nests[self.now.seat]

    @property
    def starting(self) -> bool:
        """Whether the penguin has not left the place where its move began."""
        return self.visited.bit_count() == 1


@dataclass(frozen=True, slots=True)
class State:
    """The whole game: the open position, and the seed of the die."""

    position: Position
    seed: int


View = Position  # what a player may know: everything but the seed


def to_move(state: State) -> tuple[Seat, ...]:
    """The one whose turn it is; nobody when the game is over."""
    return () if state.position.over else (state.position.now.seat,)
