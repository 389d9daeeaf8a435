"""What happened at a solitaire table, one sentence an event. A hidden limit is never in it."""

from __future__ import annotations

from companion.events import Event
from companion.solitaire.track_state import Seat, TableState
from web.games.words import Words, name_of, tapped_by, whose

MODES = {"free": "Free play", "king-tut": "King Tut", "quicksand": "Quicksand"}


def _start(event: Event, _before: TableState, _after: TableState) -> str:
    rounds = event.payload["rounds"]
    return f"{MODES[event.payload['mode']]} started" + (f", {rounds} rounds" if rounds > 1 else "")


def _pips(seat: Seat) -> str:
    return f"{seat.pips} {'pip' if seat.pips == 1 else 'pips'}"


def _hop(event: Event, _before: TableState, after: TableState) -> str:
    seat = after.seat_of(event)
    end = f". No hop is left: {_pips(seat)}" if seat.position.over else ""
    return f"{seat.name} hopped {event.payload['hop']}{tapped_by(event, after)}{end}"


def _new(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.payload['seat'])} took a new board"


def _clock(event: Event, _before: TableState, after: TableState) -> str:
    return f"The clock of {name_of(after, event.payload['seat'])} runs"


def _done(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.payload['seat'])} is done after {event.payload['ms'] / 1000:.1f} s"


def _sand(event: Event, _before: TableState, _after: TableState) -> str:
    return "The sand runs; nobody knows how long" if event.payload["hidden"] else f"The sand runs: {_time(event)}"


def _time(event: Event) -> str:
    minutes, seconds = divmod(event.payload["limit"], 60)
    return f"{minutes}:{seconds:02d}"


def _out(_event: Event, _before: TableState, _after: TableState) -> str:
    return "The sand has run out"


def _told(event: Event, _before: TableState, after: TableState) -> str:
    how = "photographed" if event.kind.endswith("read") else "entered"
    return (
        f"{name_of(after, event.actor)} {how} what {whose(event, after)} game has left: {_pips(after.seat_of(event))}"
    )


def _next(_event: Event, _before: TableState, after: TableState) -> str:
    return f"Round {after.round} begins"


WORDS = Words(
    {
        "game.start": _start, "hop": _hop, "board.new": _new, "clock.start": _clock, "clock.done": _done,
        "sand.start": _sand, "sand.out": _out, "score.type": _told, "score.count": _told, "tally.read": _told,
        "board.read": _told, "round.next": _next,
    },
    {
        "hop": "a hop of {who}", "board.new": "{who}'s new board", "clock.start": "the clock of {who}",
        "clock.done": "the time of {who}", "sand.start": "the sand", "sand.out": "the end of the sand",
        "score.type": "a score of {who}", "score.count": "a score of {who}", "tally.read": "a photo of {who}'s game",
        "board.read": "a photo of {who}'s board", "round.next": "the next round",
    },
)  # fmt: skip
