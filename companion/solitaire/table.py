"""A solitaire table as the phones know it: the players' boards, reports and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion import tracking
from companion.events import Version
from companion.solitaire.board import PYRAMIDS, Board, Pyramid
from companion.solitaire.state import Position, full, king_tut, pips_of, winners
from companion.tracking import SeatId, Table

Mode: TypeAlias = Literal["free", "king-tut", "quicksand"]

FREE: Mode = "free"
KING_TUT: Mode = "king-tut"  # one after the other, timed (solitaire R5)
QUICKSAND: Mode = "quicksand"  # all at once until a timer runs out (R6)
NO_BOARD = Board("", 0, 0, {}, 0, (0, 0), (0, 0))


@dataclass(frozen=True, slots=True)
class Left:
    """What is reported to be left of a game on the real table.

    That is either `typed` pips, or a `count` of the pyramids of each size, including those in hand
    (solitaire R6). `version` is that of the last event that changed the report, 0 for none.
    """

    typed: int | None = None
    count: Mapping[Pyramid, int] | None = None
    photo: str | None = None
    version: Version = 0

    def pips(self, board: Board) -> int | None:
        """Return the score; None before a report."""
        return self.typed if self.count is None else pips_of(board, self.count)

    @property
    def unchecked(self) -> bool:
        """True for a report by hand, without a photo."""
        return self.version > 0 and self.photo is None

    @property
    def lone(self) -> Pyramid | None:
        """The last pyramid; None if more are left or no count was reported."""
        left = "".join(size * count for size, count in (self.count or {}).items())
        return left if left in PYRAMIDS else None


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle on a player's phone: its name and best possible score."""

    name: str
    best: int


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `position` is the board on the phone, `left` the report from the real table.

    `changes` counts all hops and new boards since the start; an event names the count that its
    sender saw. `time` is the time of this round, ms (King Tut); `past` are the totals of earlier
    rounds, or in free play of the games before the present board, and `typed` says which of them
    were reported by hand. `task` is the puzzle on the board; a puzzle isn't scored.
    """

    position: Position
    changes: int = 0
    left: Left = Left()
    time: int | None = None
    past: tuple[int, ...] = ()
    typed: tuple[bool, ...] = ()
    task: Task | None = None

    @property
    def pips(self) -> int | None:
        """The score of the present game; None if unknown. A report overrides the phone's board."""
        left, board = self.left.pips(self.position.board), self.position.board
        return self.position.pips if left is None and self.position != full(board) else left

    @property
    def lone(self) -> Pyramid | None:
        """The last pyramid, which decides the challenges (R4); None if more are left."""
        return self.position.lone if self.left == Left() else self.left.lone

    @property
    def total(self) -> int | None:
        """What decides the present game: pips (R6), or the time with its penalty, ms (R5).

        None if it is unknown, or for a puzzle.
        """
        if self.pips is None or self.task:
            return None
        if self.time is None:
            return self.pips
        return king_tut(self.position.board, self.time, self.pips)

    @property
    def solved(self) -> bool:
        """True if the puzzle on the board ended with its best score."""
        return self.task is not None and self.position.over and self.position.pips == self.task.best

    def fresh(self, *, keep: bool) -> Seat:
        """Return the player with a full board; `keep` adds the present game to the past ones."""
        past, typed = self.past, self.typed
        if keep and self.total is not None:
            past, typed = (*past, self.total), (*typed, self.left.unchecked)
        fresh = Seat(self.id, self.name, full(self.position.board), self.changes + 1)
        return replace(fresh, past=past, typed=typed)


@dataclass(frozen=True, slots=True)
class Sand:
    """The timer of Quicksand: its limit, s, its start, and `out` once it has run out.

    Phones get None as the limit of a `hidden` timer (see `shown`). `version` is that of the event
    that started it.
    """

    limit: int | None
    hidden: bool
    since: str
    out: bool = False
    version: Version = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A solitaire table. `rounds` is the number of rounds and `round` the present one, from 1.

    Free play has one round, until it is `ended`. In King Tut, `running` is the seat whose game is
    being timed, and `since` its start. In Quicksand, `sand` is the timer of this round.
    """

    board: Board = NO_BOARD
    mode: Mode = FREE
    rounds: int = 1
    round: int = 1
    running: SeatId | None = None
    since: str = ""
    sand: Sand | None = None
    ended: bool = False

    @property
    def phase(self) -> Literal["lobby", "play", "done"]:
        """The phase of play; done once the last round is scored, or free play ended."""
        if not self.started:
            return "lobby"
        done = self.ended if self.mode == FREE else self.round == self.rounds and self.scored
        return "done" if done else "play"

    @property
    def settled(self) -> bool:
        """True once there is a result; in free play once everyone has finished a board, too."""
        finished = all(self.total(seat) is not None for seat in self.seats)
        return self.phase == "done" or (self.started and self.mode == FREE and finished)

    @property
    def progress(self) -> tuple[object, ...]:
        """The clocks and the round; a change of these is progress, a hop isn't."""
        times = tuple(seat.time for seat in self.seats)
        return self.started, self.round, self.running, times, self.sand, self.ended

    @property
    def scored(self) -> bool:
        """True if all games of the present round are over and scored."""
        return all(self.over(seat) and seat.pips is not None for seat in self.seats)

    def over(self, seat: Seat) -> bool:
        """Return whether a player's game of this round has ended."""
        if self.mode == KING_TUT:
            return seat.time is not None
        if self.mode == QUICKSAND:
            return self.sand is not None and self.sand.out
        return seat.position.over or seat.left != Left()

    @property
    def order(self) -> tuple[SeatId, ...]:
        """The seats in playing order; each round another one is first (R5)."""
        first = (self.round - 1) % len(self.seats) if self.seats else 0
        return self.clockwise[first:] + self.clockwise[:first]

    @property
    def due(self) -> SeatId | None:
        """The seat that plays next in King Tut; None during a game and after the last."""
        played = {seat.id for seat in self.seats if seat.time is not None}
        waiting = self.mode == KING_TUT and self.started and self.running is None
        return next((seat for seat in self.order if seat not in played), None) if waiting else None

    def may_hop(self, seat: SeatId) -> bool:
        """Return whether that player may play on the phone's board now."""
        if self.mode == KING_TUT:
            return self.running == seat
        if self.mode == QUICKSAND:
            return self.sand is not None and not self.sand.out
        return self.started and not self.ended

    def total(self, seat: Seat) -> int | None:
        """Return a player's total pips (R6), or times with penalties, ms (R5).

        In free play it is the score of the best game. None before the first game is over.
        """
        totals = seat.fresh(keep=self.over(seat)).past
        if not totals:
            return None
        return min(totals) if self.mode == FREE else sum(totals)

    def unchecked(self, seat: Seat) -> bool:
        """Return whether a player's total rests on what was reported by hand."""
        games = seat.fresh(keep=self.over(seat))
        if self.mode != FREE:
            return any(games.typed)
        return bool(games.past) and games.typed[games.past.index(min(games.past))]

    @property
    def winners(self) -> tuple[SeatId, ...]:
        """The players with the lowest total; empty before a result (solitaire R5, R6)."""
        if not self.settled:
            return ()
        none = full(self.board).pips + 1  # worse than any board that was finished
        totals = [none if (each := self.total(seat)) is None else each for seat in self.seats]
        return tuple(self.clockwise[place] for place in winners(self.board, totals))


def shown(state: TableState) -> TableState:
    """Return the state for phones, without the limit of a hidden timer that is running (R6)."""
    if state.sand is None or state.sand.out or not state.sand.hidden:
        return state
    return replace(state, sand=replace(state.sand, limit=None))
