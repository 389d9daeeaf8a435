"""The state of a rocks game, its moves, and the rules that engine and phones share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from companion.language import say
from companion.play import Seat
from companion.rocks.board import AT_ONCE, Board, NestPlaces, PlaceNo, PlaceSet, Rules

Act: TypeAlias = Literal["", "+", "-"]

PLAYERS = (2, 4)  # fewest and most (rocks R1)
DIE = 6
# the penguins' numbers; SECOND is locked in the centre at first (rocks R2)
FIRST, SECOND = 1, 2
ROCKS_A_SPACE = 2  # rocks R9 (D)
HOP, LANDING = 1, 1  # hopping over a run costs 1 in all, the landing another 1 (rocks R6)
# rocks R6 (D): landings are free only on spaces; a pile always costs 1 (R4)
FREE_LANDING_IN_PILE = False
NOTHING: Act = ""
TAKE: Act = "+"
DROP: Act = "-"


@dataclass(frozen=True, slots=True)
class Handle:
    """Take or drop a rock before the first step, which costs nothing (rocks R4)."""

    act: Act


@dataclass(frozen=True, slots=True)
class Step:
    """Step to a neighbouring place, or `hop` over others, then `act`: take or drop a rock."""

    place: str
    hop: bool = False
    act: Act = NOTHING


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay, because the whole roll can't be used (rocks R6, D)."""


Move: TypeAlias = Handle | Step | Stay
STAY = Stay()
HANDLES = {TAKE: Handle(TAKE), DROP: Handle(DROP)}


@dataclass(frozen=True, slots=True)
class Roll:
    """A penguin's turn to roll: the round, the seat and the penguin's number.

    Seats are clockwise, and seat n has nest n of the board (rocks R1). Seat 0, the youngest player,
    starts (R3), unless the board sets another starter for three players (O).
    """

    round: int
    seat: Seat
    penguin: int


# the first roll of a game, if seats are counted from the starter (rocks R3)
FIRST_ROLL = Roll(1, 0, FIRST)


class State(NamedTuple):  # a tuple can be changed in a third of the time
    """The whole game, of which only the seed of the die is hidden.

    `left` is the rest of the roll of `now`, 0 before the roll. `visited` are the places of this
    turn, including its start (R6), and `acted` says whether a rock was taken or dropped before the
    first step. `stands` and `carries` are by penguin: 1 and 2 of seat 0, then of seat 1, and so on.
    `rocks` counts the rocks on each place. `free` says for each seat whether penguin 2 may move
    (R8). `finished` are the seats with a complete nest, in order (R10), and `rolls` counts the
    rolls of the die.
    """

    seed: int
    board: Board
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
    def players(self) -> int:
        """The number of players."""
        return len(self.free)

    @property
    def mover(self) -> int:
        """The moving penguin's index in `stands` and `carries`."""
        return 2 * self.now.seat + self.now.penguin - 1

    @property
    def at(self) -> PlaceNo:
        """The place of the moving penguin."""
        return self.stands[self.mover]

    @property
    def nest(self) -> NestPlaces:
        """The mover's own nest."""
        return self.board.graph.nests[self.now.seat]

    @property
    def starting(self) -> bool:
        """True before the penguin's first step."""
        return self.visited.bit_count() == 1


def next_roll(now: Roll, free: Sequence[bool], finished: Sequence[Seat], start: Seat = 0) -> Roll:
    """Return the roll after `now`: penguin 2 if free, then the next player's (rocks R3, R8).

    `free` is by seat; seats in `finished` don't roll. Seat `start` begins each round.

    >>> next_roll(Roll(1, 1, 1), free=[False, True], finished=[])
    Roll(round=1, seat=1, penguin=2)
    >>> next_roll(Roll(1, 1, 2), free=[False, True], finished=[])
    Roll(round=2, seat=0, penguin=1)
    """
    if now.penguin == FIRST and free[now.seat] and now.seat not in finished:
        return Roll(now.round, now.seat, SECOND)
    seat = (now.seat + 1) % len(free)
    return Roll(now.round + (seat == start), seat, FIRST)


def is_over(rules: Rules, now: Roll, finished: Sequence[Seat], start: Seat = 0) -> bool:
    """Return whether the game ends before `now`.

    It does once a nest is complete, after the round if the rules say so, or after the last round.
    """
    if finished and (rules.finish == AT_ONCE or (now.seat, now.penguin) == (start, FIRST)):
        return True
    return now.round > rules.rounds


def is_complete(nest: NestPlaces, rocks: Sequence[int]) -> bool:
    """Return whether a nest is complete, given the rocks on each place (rocks R10)."""
    return all(map(rocks.__getitem__, nest.ring))


def refuse_on_top(count: int, *, in_building: bool) -> str | None:
    """Return why no rock can be added to `count` on a space; None if one can (rocks R9).

    `in_building` is true for the outer spaces of an incomplete nest.
    """
    if count >= ROCKS_A_SPACE:
        return say("at most {n} rocks per space", n=ROCKS_A_SPACE)
    return say("a second rock only once the nest is complete") if count and in_building else None


def frees(penguin: int, *, own_ring: bool) -> bool:
    """Return whether a rock dropped by `penguin` frees penguin 2 (rocks R8).

    >>> frees(1, own_ring=True), frees(2, own_ring=True), frees(1, own_ring=False)
    (True, False, False)
    """
    return penguin == FIRST and own_ring
