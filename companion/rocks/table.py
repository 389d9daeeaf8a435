"""A rocks table as the phones know it: seats, the roll, nests, and the pieces on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from companion import tracking
from companion.play import replaced
from companion.rocks.board import RING, Board, Drawing, Nest, PlaceId, Rules
from companion.rocks.state import FIRST_ROLL, SECOND, Roll
from companion.tracking import SeatId, Table

Range: TypeAlias = tuple[int, int]  # at least and at most
Phase: TypeAlias = Literal["lobby", "play", "done"]

Loose: TypeAlias = tuple[tuple[PlaceId, Range], ...]

NO_BOARD = Board("", Rules(), Drawing(0, 0, 0), (), (), ())


@dataclass(frozen=True, slots=True)
class Penguin:
    """A penguin's place, and whether it carries a rock; None is unknown."""

    place: PlaceId | None
    rock: bool | None = False


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `rocks` counts those on each outer space of the nest, clockwise from where the path
    begins; `free` says whether penguin 2 may move (rocks R8). `penguins` are 1 and 2, once the game
    has started.
    """

    colour: str
    rocks: tuple[int, ...] = (0,) * RING
    free: bool = False
    penguins: tuple[Penguin, ...] = ()

    @property
    def complete(self) -> bool:
        """True if each outer space has a rock (rocks R10)."""
        return all(self.rocks)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A rocks table. `seats` are clockwise, from the player who starts once the game has started.

    `now` and `finished` count seats in that order; `finished` are those with a complete nest, by
    time. `die` is the face rolled, None before the roll and for a real roll that isn't entered.
    `moves` counts the penguins' moves.

    Of the board the phones know what taps and photos show. `loose` are the rocks outside the
    players' nests, on places that may have some; `origin` is where the moving penguin stood when
    the die was rolled; `last` is the last move, if both its ends are known. `photo` is the newest
    photo, and `fewer` the nest spaces on which it shows fewer rocks than were tapped, by seat and
    space, with the rocks that it shows.
    """

    board: Board = NO_BOARD
    now: Roll = FIRST_ROLL
    die: int | None = None
    moves: int = 0
    finished: tuple[int, ...] = ()
    over: bool = False
    loose: Loose = ()
    origin: PlaceId | None = None
    last: tuple[PlaceId, PlaceId] | None = None
    photo: str = ""
    fewer: tuple[tuple[SeatId, int, int], ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase of play."""
        if not self.started:
            return "lobby"
        return "done" if self.over else "play"

    @property
    def progress(self) -> tuple[bool, int, int | None]:
        """A value that changes with every roll and every penguin's move."""
        return self.started, self.moves, self.die

    @property
    def colours(self) -> list[str]:
        """The board's nests, clockwise."""
        return [nest.id for nest in self.board.nests]

    @property
    def nests(self) -> tuple[int, ...]:
        """The number of each seat's nest on the board."""
        return tuple(self.colours.index(seat.colour) for seat in self.seats)

    def nest(self, seat: Seat) -> Nest:
        """Return a seat's nest on the board."""
        return self.board.nests[self.colours.index(seat.colour)]

    @property
    def starter(self) -> str | None:
        """The seat that starts, None if the youngest player does (rocks O)."""
        return self._owner(self.board.rules.starter(self.nests))

    @property
    def freed(self) -> str | None:
        """The seat whose penguin 2 is free from the start; None if there is none (rocks O)."""
        return self._owner(self.board.rules.freed(self.nests))

    def _owner(self, nest: int | None) -> str | None:
        return None if nest is None else self.seats[self.nests.index(nest)].id

    @property
    def active(self) -> Seat | None:
        """The player whose penguin rolls or moves; None before and after play."""
        return self.seats[self.now.seat] if self.phase == "play" else None

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The active player and, before a roll, the last: both may report a complete nest."""
        if self.phase != "play":
            return ()
        now, last = self.now, self.now.seat
        if self.die is None and now != FIRST_ROLL and now.penguin != SECOND:
            last = (now.seat - 1) % len(self.seats)
        places = {now.seat, last} - set(self.finished)
        return tuple(seat for place, seat in enumerate(self.seats) if place in places)

    @property
    def mover(self) -> Penguin | None:
        """The penguin that rolls or moves; None before and after play."""
        return self.active.penguins[self.now.penguin - 1] if self.active else None

    def moving(self, **changes: Any) -> TableState:
        """Return the table with changed fields of the penguin that rolls or moves."""
        active, penguin = self.seats[self.now.seat], self.now.penguin - 1
        moved = replace(active.penguins[penguin], **changes)
        return self.change(active.id, penguins=replaced(active.penguins, penguin, moved))

    @property
    def winner(self) -> Seat | None:
        """The last to finish, who wins (rocks R10); None before the end, or if nobody has."""
        return self.seats[self.finished[-1]] if self.over and self.finished else None
