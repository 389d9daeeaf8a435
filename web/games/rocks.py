"""Rocks on the phones: turns, the die, the nests and who has built. Nothing is secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.events import Log
from companion.language import say
from companion.plays import Outcome
from companion.rocks import GAME
from companion.rocks.board import PLAY_OUT, Board, Nest
from companion.rocks.state import DIE
from companion.rocks.tracker import Seat, TableState
from web.games.base import Moment, TableScreens, kinds, results
from web.games.fixed import Json
from web.games.rocks_words import WORDS

RocksLog = Log[TableState]


class RocksScreens(TableScreens[TableState, Board]):
    """Rocks' row of the phone wing; see `TableScreens`."""

    game = GAME
    words = WORDS
    colour_words = say("the nest in front of you")
    taps = kinds(
        "finish.set die.throw die.roll rock.drop rock.take penguin.free move.done nest.done"
    )

    def phase(self, state: TableState) -> str:
        """Return lobby, play or over."""
        return "over" if state.phase == "done" else state.phase

    def round(self, state: TableState) -> int:
        """Return the round, in which everyone rolls once."""
        return state.now.round if state.started else 0

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the ranking; there is no winner if the game lasts too long."""
        if not state.over:
            return None
        winner = state.winner
        note = "" if winner else say("Nobody built a nest.")
        variant = say("with the round played out") if state.board.rules.finish == PLAY_OUT else ""
        everybody = results(state, _ranking(state), {winner.id} if winner else ())
        return Outcome(everybody, "spaces", variant=variant, note=note)

    def colours(self, state: TableState) -> tuple[Nest, ...]:
        """Return the nests of the board."""
        return state.board.nests

    def table_deck(self, log: RocksLog) -> Board:
        """Return the board."""
        return log.state.board

    def tap(
        self, kind: str, payload: Mapping[str, object], moment: Moment, log: RocksLog
    ) -> tuple[str, Json]:
        """Roll the die for `die.throw`; `die.roll` is the typed-in result of a real one."""
        if kind == "die.throw":
            return "die.roll", {**payload, "face": moment.random.randint(1, DIE)}
        return super().tap(kind, payload, moment, log)

    def common(self, log: RocksLog) -> Json:
        """Return the turn, the die and the standings."""
        state = log.state
        active = state.active
        return {
            "round": self.round(state),
            "active": active.id if active else None,
            "penguin": state.now.penguin,
            "die": state.die,
            "moves": state.moves,
            "finish": state.board.rules.finish,
            "starter": state.starter if not state.started else None,
            "freed": state.freed if not state.started else None,
            "places": len(state.board.nests[0].ring),
            "ranking": list(_ranking(state)) if state.over else None,
            "winner": state.winner.id if state.winner else None,
            "deck": self.shown_deck(log, state.board),
        }

    def own_seat(self, log: RocksLog, seat: Seat) -> Json:
        """Return the rocks on the outer spaces of a nest, and what follows from them."""
        finished = log.state.clockwise.index(seat.id) in log.state.finished
        return {
            "rocks": list(seat.rocks),
            "free": seat.free,
            "complete": seat.complete,
            "built": finished,
            "may_finish": seat.complete and seat in log.state.movers,
        }


def _ranking(state: TableState) -> Iterator[Json]:
    """Yield the winner, then the others by their outer spaces with a rock; ties share a place."""
    winner = state.winner
    rows = [(seat is winner, sum(map(bool, seat.rocks)), seat) for seat in state.seats]
    for won, spaces, seat in sorted(rows, key=lambda row: (not row[0], -row[1])):
        better = sum((other[0], other[1]) > (won, spaces) for other in rows)
        yield {"seat": seat.id, "total": spaces, "place": better + 1}


SCREENS = RocksScreens()
