"""What the phones of a solitaire table know: frozen facts, folded from events by `tracker`.

A board may be played on the phone, hop by hop, or stand on the real table; then a person or a photo
tells what is left. Players meet on one of three terms: everybody freely (`FREE`), by turns against
time (`KING_TUT`, solitaire R5), or all at once until a timer ends it (`QUICKSAND`, R6).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion import tracking
from companion.events import Version
from companion.solitaire.board import PYRAMIDS, Board, Pyramid
from companion.solitaire.position import Position, full
from companion.solitaire.rules import PLAYERS
from companion.solitaire.scoring import king_tut, pips_of, winners
from companion.tracking import SeatId, Table

Mode: TypeAlias = Literal["free", "king-tut", "quicksand"]
Phase: TypeAlias = Literal["lobby", "play", "done"]

FREE: Mode = "free"
KING_TUT: Mode = "king-tut"
QUICKSAND: Mode = "quicksand"
MIN_SEATS, MAX_SEATS = PLAYERS
RIVALS = 2  # so many at least play King Tut or Quicksand
NO_BOARD = Board("", 0, 0, {}, 0, (0, 0), (0, 0))


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a game on the real table, as somebody told it: pips that were `typed`, or a
    `count` of the small, medium and large pyramids, those in a hand among them (solitaire R6).

    `unsure` says that the photo left something open. `version` is that of the event that last
    changed any of it, 0 for none.
    """

    typed: int | None = None
    count: tuple[int, ...] | None = None
    photo: str | None = None
    unsure: bool = False
    version: Version = 0

    def pips(self, board: Board) -> int | None:
        """The score, None as long as nobody told anything."""
        return pips_of(board, self._counted) if self.count else self.typed

    @property
    def lone(self) -> Pyramid | None:
        """The pyramid that alone is left, as far as that was told."""
        found = self._counted
        return (
            next(size for size, count in found.items() if count)
            if sum(found.values()) == 1
            else None
        )

    @property
    def _counted(self) -> dict[Pyramid, int]:
        return dict(zip(PYRAMIDS, self.count or (), strict=False))


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle that a player has before them on the phone: its name, and the best score that can be
    reached.
    """

    name: str
    best: int


@dataclass(frozen=True, slots=True)
class Score:
    """A finished game: its pips, and for King Tut its time by the clock, ms."""

    pips: int
    time: int | None = None

    def total(self, board: Board) -> int:
        """What the table compares: pips, or the time with its penalty, ms (solitaire R5, R6)."""
        return self.pips if self.time is None else king_tut(board, self.time, self.pips)


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `position` is the board on the phone; `left` tells of one on the real table.
    `changes` counts all hops and new boards since the start, so that a tap can say which board it
    saw.

    `time` is this round's by the clock, ms (King Tut); `past` are the games of earlier rounds, and
    in free play those that were put aside for a new board. `task` is the puzzle that stands on the
    board; it is no game, and has no score.
    """

    position: Position
    changes: int = 0
    left: Left = Left()
    time: int | None = None
    past: tuple[Score, ...] = ()
    task: Task | None = None

    @property
    def pips(self) -> int | None:
        """What is left of the present game, None as long as nobody knows; a word goes before the
        phone's board.
        """
        told = self.left.pips(self.position.board)
        return self.position.pips if told is None and not self.position.untouched else told

    @property
    def lone(self) -> Pyramid | None:
        """The pyramid that alone is left: a challenge that is met (solitaire R4)."""
        return self.position.lone if self.left == Left() else self.left.lone

    @property
    def score(self) -> Score | None:
        """The present game, as far as it can be scored."""
        return None if self.pips is None or self.task else Score(self.pips, self.time)

    @property
    def solved(self) -> bool:
        """Whether the puzzle on the board has come to its best end."""
        return self.task is not None and self.position.over and self.position.pips == self.task.best

    def fresh(self, *, keep: bool) -> Seat:
        """The same player before a full board; `keep` puts the present game among the past ones."""
        past = (*self.past, self.score) if keep and self.score else self.past
        return Seat(self.id, self.name, full(self.position.board), self.changes + 1, past=past)

    def given(self, position: Position, task: Task, *, keep: bool) -> Seat:
        """The same player before a puzzle; `keep` puts a game that stands there among the past
        ones.
        """
        return replace(self.fresh(keep=keep), position=position, task=task)


@dataclass(frozen=True, slots=True)
class Sand:
    """The timer of Quicksand: its limit, s, whether it is hidden, since when it runs, and whether
    it has run out.

    `limit` is None in what may be shown of a hidden one (see `shown`). `version` is that of the
    event that started it.
    """

    limit: int | None
    hidden: bool
    since: str
    out: bool = False
    version: Version = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A solitaire table. `rounds` were agreed on and `round` is being played, from 1; free play has
    only one.

    King Tut: `running` is whose game is being timed, `since` when. Quicksand: `sand` is this
    round's timer.
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
        """Where play stands; the last round is over when every game of it is scored."""
        if not self.started:
            return "lobby"
        return "done" if self.round == self.rounds and self.scored else "play"

    @property
    def progress(self) -> tuple[object, ...]:
        """Play moves on with every clock that starts or stops, and every round; hops alone can be
        taken back.
        """
        times = tuple(seat.time for seat in self.seats)
        return self.started, self.round, self.running, times, self.sand

    @property
    def scored(self) -> bool:
        """Whether the present round needs nothing any more: who plays freely may go on until no hop
        is left.
        """
        return all(self.over(seat) and seat.pips is not None for seat in self.seats)

    def over(self, seat: Seat) -> bool:
        """Whether that player's game of this round has ended."""
        if self.mode == KING_TUT:
            return seat.time is not None
        if self.mode == QUICKSAND:
            return self.sand is not None and self.sand.out
        return seat.position.over or seat.left != Left()

    @property
    def order(self) -> tuple[SeatId, ...]:
        """In which order the games of this round are played: each round another one is first
        (solitaire R5).
        """
        first = (self.round - 1) % len(self.seats) if self.seats else 0
        return self.clockwise[first:] + self.clockwise[:first]

    @property
    def due(self) -> SeatId | None:
        """King Tut: whose game comes next; None while one is being timed, and when all
        have played.
        """
        played = {seat.id for seat in self.seats if seat.time is not None}
        waiting = self.mode == KING_TUT and self.started and self.running is None
        return next((seat for seat in self.order if seat not in played), None) if waiting else None

    def may_hop(self, seat: SeatId) -> bool:
        """Whether it is that player's time to play on the phone's board."""
        if self.mode == KING_TUT:
            return self.running == seat
        if self.mode == QUICKSAND:
            return self.sand is not None and not self.sand.out
        return self.started

    def total(self, seat: Seat) -> int | None:
        """What a player has so far: all pips, or all times with their penalties, ms (solitaire R5,
        R6); in free play the best of the player's games. None for nothing yet.
        """
        games = seat.fresh(keep=self.over(seat)).past
        totals = [game.total(self.board) for game in games]
        if not totals:
            return None
        return min(totals) if self.mode == FREE else sum(totals)

    @property
    def winners(self) -> tuple[SeatId, ...]:
        """Who has won once all is done; nobody before. King Tut is the one with the lowest time in
        all.
        """
        totals = [total for total in map(self.total, self.seats) if total is not None]
        if self.phase != "done" or len(totals) < len(self.seats):
            return ()
        return tuple(self.clockwise[place] for place in winners(self.board, totals))


def shown(state: TableState) -> TableState:
    """What the phones may be told of a table: all but a hidden limit that is not up yet (solitaire
    R6).
    """
    if state.sand is None or state.sand.out or not state.sand.hidden:
        return state
    return replace(state, sand=replace(state.sand, limit=None))
