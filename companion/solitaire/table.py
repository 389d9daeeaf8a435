"""The phones' knowledge of a solitaire table: frozen facts, folded from events by `tracker`.

A board is played on the phone, hop by hop, or on the real table; then a person or a photo reports
what is left. There are three modes: `FREE`, by turns against time (`KING_TUT`, solitaire R5), and
all at once until a timer ends the game (`QUICKSAND`, R6).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion import tracking
from companion.events import Version
from companion.solitaire.board import PYRAMIDS, Board, Pyramid
from companion.solitaire.rules import PLAYERS
from companion.solitaire.state import Position, full, king_tut, pips_of, winners
from companion.tracking import SeatId, Table

Mode: TypeAlias = Literal["free", "king-tut", "quicksand"]
Phase: TypeAlias = Literal["lobby", "play", "done"]

FREE: Mode = "free"
KING_TUT: Mode = "king-tut"
QUICKSAND: Mode = "quicksand"
MIN_SEATS, MAX_SEATS = PLAYERS
RIVALS = 2  # the fewest players of King Tut or Quicksand
NO_BOARD = Board("", 0, 0, {}, 0, (0, 0), (0, 0))


@dataclass(frozen=True, slots=True)
class Left:
    """The pyramids left of a game on the real table, as reported: `typed` pips, or a `count` of the
    small, medium and large ones, including those in a hand (solitaire R6).

    `unsure` is true if the photo left something open. `version` is that of the event that last
    changed any of it, 0 for none.
    """

    typed: int | None = None
    count: tuple[int, ...] | None = None
    photo: str | None = None
    unsure: bool = False
    version: Version = 0

    def pips(self, board: Board) -> int | None:
        """Return the score; None until someone reports it."""
        return pips_of(board, self._counted) if self.count else self.typed

    @property
    def lone(self) -> Pyramid | None:
        """The only pyramid left, if it was reported so."""
        pyramids = self._counted
        return (
            next(size for size, count in pyramids.items() if count)
            if sum(pyramids.values()) == 1
            else None
        )

    @property
    def _counted(self) -> dict[Pyramid, int]:
        """The number of pyramids by size; empty if nobody reported it."""
        return dict(zip(PYRAMIDS, self.count or (), strict=False))


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle on a player's phone: its name and its best possible score."""

    name: str
    best: int


@dataclass(frozen=True, slots=True)
class Score:
    """A finished game: its pips, and for King Tut its time by the clock, ms."""

    pips: int
    time: int | None = None

    def total(self, board: Board) -> int:
        """Return the figure to compare: pips, or the time with its penalty, ms (R5, R6)."""
        return self.pips if self.time is None else king_tut(board, self.time, self.pips)


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `position` is the board on the phone, `left` the report of one on the real table.

    `changes` counts all hops and new boards since the start; a tap names the count that it saw.
    `time` is this round's by the clock, ms (King Tut); `past` are the games of earlier rounds, and
    in free play those put aside for a new board. `task` is the puzzle on the board, which has no
    score.
    """

    position: Position
    changes: int = 0
    left: Left = Left()
    time: int | None = None
    past: tuple[Score, ...] = ()
    task: Task | None = None

    @property
    def pips(self) -> int | None:
        """The score of the present game, None if unknown; a report outranks the phone's board."""
        left = self.left.pips(self.position.board)
        return self.position.pips if left is None and not self.position.untouched else left

    @property
    def lone(self) -> Pyramid | None:
        """The only pyramid left, which meets a challenge (solitaire R4); None if there are more."""
        return self.position.lone if self.left == Left() else self.left.lone

    @property
    def score(self) -> Score | None:
        """The present game, if it can be scored."""
        return None if self.pips is None or self.task else Score(self.pips, self.time)

    @property
    def solved(self) -> bool:
        """True if the puzzle on the board has come to its best end."""
        return self.task is not None and self.position.over and self.position.pips == self.task.best

    def fresh(self, *, keep: bool) -> Seat:
        """Return the player with a full board; `keep` adds the present game to the past ones."""
        past = (*self.past, self.score) if keep and self.score else self.past
        return Seat(self.id, self.name, full(self.position.board), self.changes + 1, past=past)

    def given(self, position: Position, task: Task, *, keep: bool) -> Seat:
        """Return the player with a puzzle; `keep` adds the present game to the past ones."""
        return replace(self.fresh(keep=keep), position=position, task=task)


@dataclass(frozen=True, slots=True)
class Sand:
    """The timer of Quicksand: its limit, s, and its start; `out` is true once it has run out.

    The `limit` of a `hidden` one is None in the state for phones (see `shown`). `version` is that
    of the event that started it.
    """

    limit: int | None
    hidden: bool
    since: str
    out: bool = False
    version: Version = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A solitaire table. `rounds` is the agreed number, `round` the present one, from 1; free play
    has only one.

    King Tut: `running` is the seat whose game is being timed, `since` its start. Quicksand: `sand`
    is this round's timer.
    """

    board: Board = NO_BOARD
    mode: Mode = FREE
    rounds: int = 1
    round: int = 1
    running: SeatId | None = None
    since: str = ""
    sand: Sand | None = None

    @property
    def phase(self) -> Phase:
        """The phase of play: done when every game of the last round is scored."""
        if not self.started:
            return "lobby"
        return "done" if self.round == self.rounds and self.scored else "play"

    @property
    def progress(self) -> tuple[object, ...]:
        """The clocks and the round: play moves on when they change, but not with hops."""
        times = tuple(seat.time for seat in self.seats)
        return self.started, self.round, self.running, times, self.sand

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
        """The seats in the order of this round's games: each round another one is first (R5)."""
        first = (self.round - 1) % len(self.seats) if self.seats else 0
        return self.clockwise[first:] + self.clockwise[:first]

    @property
    def due(self) -> SeatId | None:
        """King Tut: the seat that plays next; None during a game, and when all have played."""
        played = {seat.id for seat in self.seats if seat.time is not None}
        waiting = self.mode == KING_TUT and self.started and self.running is None
        return next((seat for seat in self.order if seat not in played), None) if waiting else None

    def may_hop(self, seat: SeatId) -> bool:
        """Return whether that player may play on the phone's board now."""
        if self.mode == KING_TUT:
            return self.running == seat
        if self.mode == QUICKSAND:
            return self.sand is not None and not self.sand.out
        return self.started

    def total(self, seat: Seat) -> int | None:
        """Return a player's total: all pips, or all times with their penalties, ms (R5, R6).

        In free play it is that of the best game. None before the first one.
        """
        games = seat.fresh(keep=self.over(seat)).past
        totals = [game.total(self.board) for game in games]
        if not totals:
            return None
        return min(totals) if self.mode == FREE else sum(totals)

    @property
    def winners(self) -> tuple[SeatId, ...]:
        """The winners once all is done, by the lowest total; nobody before (solitaire R5, R6)."""
        totals = [total for total in map(self.total, self.seats) if total is not None]
        if self.phase != "done" or len(totals) < len(self.seats):
            return ()
        return tuple(self.clockwise[place] for place in winners(self.board, totals))


def shown(state: TableState) -> TableState:
    """Return the state for phones, without the limit of a hidden timer that still runs (R6)."""
    if state.sand is None or state.sand.out or not state.sand.hidden:
        return state
    return replace(state, sand=replace(state.sand, limit=None))
