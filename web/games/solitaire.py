"""Solitaire on the phones: boards, King Tut's clock, Quicksand's timer, and scores.

The only secret is a hidden limit of Quicksand (R6): the server draws it, and doesn't reveal it
before it is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

from companion.errors import PhotoError, UsageError
from companion.events import Event, Log
from companion.language import Phrase, decimal, listed, say, say_many
from companion.payload import Payload
from companion.plays import Outcome, Unit
from companion.solitaire import GAME
from companion.solitaire.board import PYRAMIDS, Board
from companion.solitaire.known import at_table
from companion.solitaire.puzzles import offers_puzzles, puzzle_called, read_name, usual_numbers
from companion.solitaire.solver import best_possible
from companion.solitaire.state import full, position_text
from companion.solitaire.table import FREE, KING_TUT, Seat, TableState, shown
from companion.solitaire.tracker import DAY
from web.games.base import Deadline, TableScreens, kinds
from web.games.shapes import (
    Json,
    amount,
    counting,
    name_of,
    pick,
    results,
    unchecked,
    unread,
    with_tapper,
)

SolitaireLog = Log[TableState]
ONE_EACH = say(
    "put each remaining pyramid on its own square or on the tally mat, and take a photo from above"
)
READY = timedelta(seconds=3)  # what phones count down from before a clock runs: 3, 2, 1
STARTED = {
    "free": say("Free play started"),
    "king-tut": say("King Tut started"),
    "quicksand": say("Quicksand started"),
}
BRIEFS: Mapping[str, str] = {
    "hop": say("{who}'s hop"),
    "board.new": say("{who}'s new board"),
    "clock.start": say("{who}'s clock"),
    "clock.done": say("{who}'s time"),
    "sand.start": say("the timer"),
    "sand.out": say("the end of the timer"),
    "score.type": say("{who}'s score"),
    "tally.read": say("the photo of {who}'s result"),
    "round.next": say("the next round"),
    "puzzle.set": say("{who}'s puzzle"),
    "play.end": say("the end of the game"),
}
WORDS: Mapping[str, Phrase] = {
    "tally.read": say("{name} photographed their own result: {pips}"),
    "score.type": say("{name} entered their own score: {pips}"),
    "play.end": say("{name} ended the game"),
}
OTHERS_WORDS: Mapping[str, Phrase] = {
    "tally.read": say("{name} photographed {whose}'s result: {pips}"),
    "score.type": say("{name} entered {whose}'s score: {pips}"),
}


class SolitaireScreens(TableScreens[TableState, Board]):
    """Solitaire's row of the phone wing; see `TableScreens`."""

    game = GAME
    briefs, words, others_words = BRIEFS, WORDS, OTHERS_WORDS
    photo_kind = "tally.read"
    known = staticmethod(at_table)
    timed = True
    server_taps = frozenset({"sand.hide"})
    taps = kinds(
        "seats.order hop board.new clock.start clock.stop sand.start sand.hide score.type "
        "round.next puzzle.open play.end"
    )
    slow_taps = frozenset({"puzzle.open"})

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the totals in pips or seconds; in free play once everyone has finished a board."""
        if not state.settled:
            return None
        rows, n = list(_ranking(state)), state.rounds
        # mode, board and rounds, without which totals can't be compared
        variant = size = state.board.size
        unit: Unit = "seconds" if state.mode == KING_TUT else "pips"
        if state.mode == KING_TUT:
            rows = [{**row, "total": row["total"] / 1000} for row in rows]
            variant = say_many("King Tut {size}", "King Tut {size}, {n} rounds", n, size=size)
        elif state.mode != FREE:
            variant = say_many("Quicksand {size}", "Quicksand {size}, {n} rounds", n, size=size)
        everybody = results(state, rows, state.winners)
        typed = unchecked([seat.name for seat in state.seats if state.unchecked(seat)])
        return Outcome(everybody, unit, lowest=True, variant=variant, note=listed(typed, " "))

    def round(self, state: TableState) -> int:
        """Return the round, 0 before the start."""
        return state.round if state.started else 0

    def table_deck(self, log: SolitaireLog) -> Board:
        return log.state.board

    def tap(
        self, kind: str, payload: Payload, log: SolitaireLog, random: Random, now: datetime
    ) -> tuple[str, Json]:
        """Add the server's times, limits and puzzles; raise `UsageError` for an unknown puzzle."""
        state = log.state
        if kind == "clock.stop":
            began = _go(state.since) if state.since else now
            ms = round((now - began).total_seconds() * 1000)
            # a day at most, if nobody stops it
            return "clock.done", {**payload, "ms": min(DAY, max(0, ms))}
        if kind == "sand.hide":
            limit = random.randint(*state.board.limits)
            return "sand.start", {**payload, "limit": limit, "hidden": True}
        if kind == "sand.start":
            return kind, {**payload, "hidden": False}
        if kind == "puzzle.open":
            known = puzzle_called(state.board, read_name(str(payload.get("puzzle"))))
            position = position_text(known.position)
            puzzle = {"puzzle": str(known.name), "position": position, "best": known.best}
            return "puzzle.set", {**payload, **puzzle}
        return super().tap(kind, payload, log, random, now)

    def deadline(self, log: SolitaireLog) -> Deadline | None:
        """Return the end of the running sand timer (R6)."""
        sand = log.state.sand
        if sand is None or sand.out or sand.limit is None:
            return None
        at = _go(sand.since) + timedelta(seconds=sand.limit)
        expects = {"round": log.state.round, "sand": sand.version}
        return Deadline(at, "sand.out", {"expects": expects})

    def advice(self, log: SolitaireLog, seat: str) -> Json:
        """Return the best hop on the seat's board and the best result, by a short search."""
        board = log.state.seat(seat)
        if board is None:
            raise UsageError(seat, say("Hints are for your own board. Ask on a player's phone."))
        if log.state.mode != FREE:
            raise UsageError(seat, say("Hints are only for free play."))
        position = board.position
        if position.over:
            return {"hop": None, "best": position.pips, "proven": True}
        answer = best_possible(position)
        hop = str(answer.line[0]) if answer.line else None
        return {"hop": hop, "best": answer.best, "proven": answer.proven}

    def common(self, log: SolitaireLog) -> Json:
        """Return the mode, its clocks and the standings."""
        state = shown(log.state)
        sand, board = state.sand, state.board
        return {
            "board": {"rows": board.rows, "columns": board.columns, "pips": dict(board.pips)},
            "boards": list(board.sizes),
            "full": full(board).pips if board.rows else 0,
            "perfect": board.perfect if board.pips else 0,
            "limits": list(board.limits),
            "penalty": board.penalty,
            "puzzles": usual_numbers() if offers_puzzles(board) else 0,
            "round": self.round(state),
            **pick(state, "mode rounds running due"),
            "since": state.since and _go(state.since).isoformat(),
            "sand": sand
            and {**pick(sand, "limit hidden out"), "since": _go(sand.since).isoformat()},
            "scored": state.started and state.scored,
            "ranking": list(_ranking(state)) if self.phase(state) == "over" else None,
        }

    def own_seat(self, log: SolitaireLog, seat: Seat) -> Json:
        """Return a board with its legal hops, and its score."""
        state, position, task = log.state, seat.position, seat.task
        hops = position.hops if state.started and state.may_hop(seat.id) else ()
        puzzle = {"name": task.name, "best": task.best, "solved": seat.solved} if task else None
        return {
            "position": position_text(position),
            "hops": [str(hop) for hop in hops],
            **pick(seat, "pips lone changes time"),
            "over": position.over,
            "puzzle": puzzle,
            "score_version": seat.left.version,
            "photo": seat.left.photo,
            "told": seat.left.pips(state.board) is not None,
            "total": state.total(seat) if state.started else None,
            "unchecked": state.started and state.unchecked(seat),
            "games": len(seat.past),
        }

    def read(self, log: SolitaireLog, seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return what a photo shows to be left, as single pyramids; raise `PhotoError`."""
        board = log.state.board
        left = str(reading.get("tally") or "")
        if not left and reading.get("position") is not None:
            left = "".join(str(reading["position"]).replace("/", ",").split(","))
        if not left:
            raise unread(photo, reading, say("no board or tally mat can be read"), ONE_EACH)
        if len(left) > board.squares:
            many = say("{number} pyramids are left, so the game isn't over", number=len(left))
            raise PhotoError(photo, many, remedy=say("keep playing"))
        squares, wide = [*left, *[""] * (board.squares - len(left))], board.columns
        rows = (squares[first : first + wide] for first in range(0, board.squares, wide))
        tally = "/".join(map(",".join, rows))
        payload = {"seat": seat, "photo": photo, "tally": tally, "reading": reading}
        return self.photo_kind, payload

    def facts(self, reading: Json) -> list[Phrase]:
        """Return the pips left, and the hops that are certainly possible."""
        if not reading["tops"] and not reading["tally"]:
            return []
        limits = reading["score_range"]
        pips = amount(limits)
        facts = [say_many("{score} pip left", "{score} pips left", limits[1], score=pips)]
        if hops := len(reading["hops"]):
            facts.append(say_many("{n} hop is possible", "{n} hops are possible", hops))
        return facts

    def questions(self, reading: Json) -> list[Json]:
        """Ask for the pyramids, some of which may stand below others."""
        tops = sum(top is not None for row in reading["tops"] for top in row)
        if reading["score"] is not None or not tops:
            return []
        words = say("How many pyramids are left on the board?")
        return [counting("pyramids", words, tops, len(PYRAMIDS) * tops)]

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        """Return what happened, without hidden limits."""
        payload = event.payload
        name = name_of(after, payload.get("seat"))
        match event.kind:
            case "game.start":
                started, rounds = STARTED[payload["mode"]], payload["rounds"]
                return say("{what}, {n} rounds", what=started, n=rounds) if rounds > 1 else started
            case "hop":
                seat = after.seat_of(event)
                hop = say("{name} hopped {hop}", name=seat.name, hop=payload["hop"])
                text = with_tapper(hop, event, after)
                if not seat.position.over:
                    return text
                if seat.position.lone == "S" and not seat.task:
                    return say("{what}. Perfect! One small pyramid is left", what=text)
                return say("{what}. No hops left: {pips}", what=text, pips=_pips(seat))
            case "board.new":
                return say("{name} took a new board", name=name)
            case "puzzle.set":
                return say("{name} took puzzle {puzzle}", name=name, puzzle=payload["puzzle"])
            case "clock.start":
                return say("{name}'s clock is running", name=name)
            case "clock.done":
                seconds = decimal(f"{payload['ms'] / 1000:.1f}")
                return say("{name} finished in {seconds} s", name=name, seconds=seconds)
            case "sand.start":
                if payload["hidden"]:
                    return say("The hidden timer is running")
                minutes, seconds = divmod(payload["limit"], 60)
                return say("The timer is running: {time}", time=f"{minutes}:{seconds:02d}")
            case "sand.out":
                return say("Time's up")
            case "tally.read" | "score.type":
                seat = after.seat_of(event)
                text, read = self.told(event, after, pips=_pips(seat)), seat.left.count
                tapped = at_table(before, seat.id).get("pyramids")
                if read is None or tapped in {None, sum(read.values())}:
                    return text
                return say("{what}, but by the hops {n} pyramids are left", what=text, n=tapped)
            case "round.next":
                return say("Round {n} begins", n=after.round)
        return super().sentence(event, before, after)


def _go(tapped: str) -> datetime:
    """Return when the clock runs that was started at `tapped`, once phones have counted down."""
    return datetime.fromisoformat(tapped) + READY


def _ranking(state: TableState) -> Iterator[Json]:
    """Yield the rows, lowest total first; King Tut's totals are times in ms, others' are pips.

    Whoever has finished no board has neither total nor place.
    """
    totals = {seat.id: state.total(seat) for seat in state.seats}
    known = sorted(total for total in totals.values() if total is not None)
    for seat in sorted(totals, key=lambda one: (totals[one] is None, totals[one] or 0)):
        total = totals[seat]
        place = None if total is None else 1 + known.index(total)
        yield {"seat": seat, "total": total, "place": place}


SCREENS = SolitaireScreens()


def _pips(seat: Seat) -> Phrase:
    return say_many("{n} pip", "{n} pips", seat.pips or 0)
