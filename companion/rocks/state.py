"""A game of rocks at one moment, its moves, and the rules that the engine and the phones share.

All that lies on the board is open; the only secret is the die's next face. A move's text is `pa5`,
`^pa4`, `qa+`, `a1-`, `+`, `-` or `stay`: a step names the place where it ends, `^` before it marks
a hop over others, `+` after it takes a rock there and `-` drops one. `+` and `-` alone do so where
the penguin stands before its first step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.language import say
from companion.play import Seat
from companion.rocks.board import AT_ONCE, Board, NestPlaces, PlaceNo, PlaceSet, Rules

Act: TypeAlias = Literal["", "+", "-"]

DIE = 6
# the penguins' numbers: FIRST fetches, SECOND waits locked in the centre (rocks R2)
FIRST, SECOND = 1, 2
ROCKS_A_SPACE = 2  # rocks R9 (D)
HOP, LANDING = 1, 1  # a hopped run costs 1 in all, the landing its own 1 (rocks R6)
# rocks R6 (D): one lands free on a space; into a pile always costs 1 (R4)
FREE_LANDING_IN_PILE = False
NOTHING: Act = ""
TAKE: Act = "+"
DROP: Act = "-"


# --- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handle:
    """Take or drop a rock before the first step; this costs nothing (rocks R4)."""

    act: Act

    def __str__(self) -> str:
        return self.act


@dataclass(frozen=True, slots=True)
class Step:
    """Go to the next place, or `hop` over others past them, and perhaps take or drop a rock."""

    place: str
    hop: bool = False
    act: Act = NOTHING

    def __str__(self) -> str:
        return f"{'^' if self.hop else ''}{self.place}{self.act}"


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay, because the whole roll can't be used (rocks R6, D)."""

    def __str__(self) -> str:
        return "stay"


Move: TypeAlias = Handle | Step | Stay
STAY = Stay()
HANDLES = {TAKE: Handle(TAKE), DROP: Handle(DROP)}


def sort_key(move: Move, board: Board) -> tuple[int, int, bool, str]:
    """Return the place of a move in a list: by kind, by place, walking before hopping, by act."""
    if isinstance(move, Step):
        return 1, board.graph.number[move.place], move.hop, move.act
    return (0, 0, False, move.act) if isinstance(move, Handle) else (2, 0, False, "")


# --- the state ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of one penguin: its round, seat and number.

    Seats go clockwise, and seat n has the board's nest n (rocks R1). Seat 0, the youngest, starts
    (R3); with three the board may name another (O).
    """

    round: int
    seat: Seat
    penguin: int


# of the seat that starts, where seats are counted from it (rocks R3)
FIRST_ROLL = Roll(1, 0, FIRST)


@dataclass(frozen=True, slots=True)
class Position:
    """The open part of a game: everything but the seed of the die.

    `left` is the rest of the roll of `now`; 0 while the die is yet to be rolled. `visited` holds
    the places of this move, its start included (R6); `acted` is set once a rock was taken or
    dropped before the first step. `stands` and `carries` list all penguins: 1 and 2 of seat 0, of
    seat 1, and so on. `rocks` counts those on each place. `free` has a flag for each seat whose
    penguin 2 may move (R8); `finished` lists the seats that completed their nest, in order (R10).
    `rolls` counts the die's rolls.
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
        """The seat whose turn it is."""
        return self.now.seat

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.free)

    @property
    def mover(self) -> int:
        """The moving penguin's place in `stands` and `carries`."""
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
        """True if the penguin is still on the place where its move began."""
        return self.visited.bit_count() == 1


@dataclass(frozen=True, slots=True)
class State:
    """The whole game: the open position, and the seed of the die."""

    position: Position
    seed: int


View = Position  # everything but the seed


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is; none when the game is over."""
    return () if state.position.over else (state.position.now.seat,)


# --- order of play --------------------------------------------------------------------------------


def next_roll(now: Roll, free: Sequence[bool], finished: Sequence[Seat], start: Seat = 0) -> Roll:
    """Return the roll after `now`: penguin 2 if free, then the next player's (rocks R3, R8).

    `free` has a flag for each seat; players in `finished` roll no more. Seat `start` begins a
    round.

    >>> next_roll(Roll(1, 1, 1), free=[False, True], finished=[])
    Roll(round=1, seat=1, penguin=2)
    >>> next_roll(Roll(1, 1, 2), free=[False, True], finished=[])
    Roll(round=2, seat=0, penguin=1)
    """
    if now.penguin == FIRST and free[now.seat] and now.seat not in finished:
        return Roll(now.round, now.seat, SECOND)
    seat = (now.seat + 1) % len(free)
    return Roll(now.round + (seat == start), seat, FIRST)


def last_mover(now: Roll, players: int) -> Seat | None:
    """Return the seat that moved before `now`; None before the first move (rocks R3).

    >>> last_mover(Roll(2, 0, 1), 3), last_mover(Roll(2, 0, 2), 3), last_mover(FIRST_ROLL, 3)
    (2, 0, None)
    """
    if now == FIRST_ROLL:
        return None
    return now.seat if now.penguin == SECOND else (now.seat - 1) % players


def is_over(rules: Rules, now: Roll, finished: Sequence[Seat], start: Seat = 0) -> bool:
    """Return whether the game ends before `now`: a nest is complete, and its round played out where
    the rules say so, or the rounds have run out.
    """
    if finished and (rules.finish == AT_ONCE or (now.seat, now.penguin) == (start, FIRST)):
        return True
    return now.round > rules.rounds


def winner(finished: Sequence[Seat]) -> Seat | None:
    """Return the last seat to finish, which matters only in a round played out (rocks R10, O).

    >>> winner([0, 1]), winner([])
    (1, None)
    """
    return finished[-1] if finished else None


# --- rocks ----------------------------------------------------------------------------------------


def complete(counts: Iterable[int]) -> bool:
    """Return whether a nest with these rocks on its outer spaces is complete (rocks R10).

    >>> complete([1, 1, 1, 1, 1, 2]), complete([2, 2, 1, 1, 0, 1])
    (True, False)
    """
    return all(counts)


def is_complete(nest: NestPlaces, rocks: Sequence[int]) -> bool:
    """Return whether a nest is complete, given the rocks on each place (rocks R10)."""
    return complete(map(rocks.__getitem__, nest.ring))


def refuse_on_top(count: int, *, in_building: bool) -> str | None:
    """Return why no rock fits on a space with `count`; None if one does (rocks R9).

    `in_building` is for the outer spaces of an incomplete nest.
    """
    if count >= ROCKS_A_SPACE:
        return say("at most {n} rocks per space", n=ROCKS_A_SPACE)
    return say("a second rock only once the nest is complete") if count and in_building else None


def frees(penguin: int, *, own_ring: bool) -> bool:
    """Return whether a dropped rock frees penguin 2: penguin 1's on its own ring (rocks R8).

    >>> frees(1, own_ring=True), frees(2, own_ring=True), frees(1, own_ring=False)
    (True, False, False)
    """
    return penguin == FIRST and own_ring
