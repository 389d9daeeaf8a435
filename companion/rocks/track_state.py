"""What the phones of a rocks table know: frozen facts, folded from events by `tracker`.

Penguins and most rocks are on a real board. The phones know whose roll it is, what the die shows,
which penguins are free and how many rocks lie on the outer spaces of each player's nest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion import tracking
from companion.rocks.board import RING, Board, Drawing, Rules
from companion.rocks.handling import complete
from companion.rocks.order import FIRST_ROLL, last_mover, winner
from companion.rocks.state import Roll
from companion.tracking import Table

Phase: TypeAlias = Literal["lobby", "play", "done"]

MIN_SEATS, MAX_SEATS = 2, 4
NO_BOARD = Board("", Rules(), Drawing(0, 0, 0), (), (), ())


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player at the table. `rocks` lie on the outer spaces of the nest, clockwise from where the
    path begins; `free` says that penguin 2 may move (rocks R8).
    """

    colour: str
    rocks: tuple[int, ...] = (0,) * RING
    free: bool = False

    @property
    def complete(self) -> bool:
        """Whether a rock lies on each outer space: now for the centre (rocks R10)."""
        return complete(self.rocks)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A rocks table. `seats` stand clockwise, from the youngest on once the game has started.

    `now` counts seats in that order. `die` is what it shows, None before a throw (and if a real one
    is not typed in); `moves` counts the penguins' moves that are done, and `finished` the seats
    that have built, in order.
    """

    board: Board = NO_BOARD
    now: Roll = FIRST_ROLL
    die: int | None = None
    moves: int = 0
    finished: tuple[int, ...] = ()
    over: bool = False

    @property
    def phase(self) -> Phase:
        """Where play stands."""
        if not self.started:
            return "lobby"
        return "done" if self.over else "play"

    @property
    def progress(self) -> tuple[bool, int, int | None]:
        """Play moves on with every throw and every penguin's move."""
        return self.started, self.moves, self.die

    @property
    def colours(self) -> list[str]:
        """The board's nests, clockwise."""
        return [nest.id for nest in self.board.nests]

    @property
    def nests(self) -> tuple[int, ...]:
        """Which of the board's nests each seat has."""
        return tuple(self.colours.index(seat.colour) for seat in self.seats)

    @property
    def starter(self) -> str | None:
        """Who is to start where that is not the youngest (rocks O)."""
        return self._owner(self.board.rules.starter(self.nests))

    @property
    def freed(self) -> str | None:
        """Whose penguin 2 is free from the start, if anybody's (rocks O)."""
        return self._owner(self.board.rules.freed(self.nests))

    def _owner(self, nest: int | None) -> str | None:
        return None if nest is None else self.seats[self.nests.index(nest)].id

    @property
    def active(self) -> Seat | None:
        """Whose penguin is to roll or move; None outside play."""
        return self.seats[self.now.seat] if self.phase == "play" else None

    @property
    def movers(self) -> tuple[Seat, ...]:
        """Who may say that a nest is built: whose roll it is, and until the throw who moved before
        (rocks R10).
        """
        if self.phase != "play":
            return ()
        before = last_mover(self.now, len(self.seats)) if self.die is None else None
        places = {self.now.seat, before} - set(self.finished)
        return tuple(seat for place, seat in enumerate(self.seats) if place in places)

    @property
    def winner(self) -> Seat | None:
        """Who has won a game that is over; None for nobody (rocks R10)."""
        first = winner(self.finished)
        return self.seats[first] if self.over and first is not None else None
