"""What happened at a solitaire table, one sentence an event. A hidden limit is never in it."""

from __future__ import annotations

from companion.events import Event
from companion.language import Phrase, decimal, say, say_many
from companion.solitaire.track_state import Seat, TableState
from web.games.words import Words, name_of, own, with_tapper

STARTED = {
    "free": say("Free play started"),
    "king-tut": say("King Tut started"),
    "quicksand": say("Quicksand started"),
}


def _start(event: Event, _before: TableState, _after: TableState) -> str:
    started, rounds = STARTED[event.payload["mode"]], event.payload["rounds"]
    return say("{what}, {n} rounds", what=started, n=rounds) if rounds > 1 else started


def _pips(seat: Seat) -> Phrase:
    return say_many("{n} pip", "{n} pips", seat.pips or 0)


def _hop(event: Event, _before: TableState, after: TableState) -> str:
    seat = after.seat_of(event)
    told = with_tapper(
        say("{name} hopped {hop}", name=seat.name, hop=event.payload["hop"]), event, after
    )
    return (
        say("{what}. No hops left: {pips}", what=told, pips=_pips(seat))
        if seat.position.over
        else told
    )


def _new(event: Event, _before: TableState, after: TableState) -> str:
    return say("{name} took a new board", name=name_of(after, event.payload["seat"]))


def _puzzle(event: Event, _before: TableState, after: TableState) -> str:
    name, puzzle = name_of(after, event.payload["seat"]), event.payload["puzzle"]
    return say("{name} took puzzle {puzzle}", name=name, puzzle=puzzle)


def _clock(event: Event, _before: TableState, after: TableState) -> str:
    return say("{name}'s clock is running", name=name_of(after, event.payload["seat"]))


def _done(event: Event, _before: TableState, after: TableState) -> str:
    seconds = decimal(f"{event.payload['ms'] / 1000:.1f}")
    return say(
        "{name} finished in {seconds} s",
        name=name_of(after, event.payload["seat"]),
        seconds=seconds,
    )


def _sand(event: Event, _before: TableState, _after: TableState) -> str:
    if event.payload["hidden"]:
        return say("The hidden timer is running")
    return say("The timer is running: {time}", time=_time(event))


def _time(event: Event) -> str:
    minutes, seconds = divmod(event.payload["limit"], 60)
    return f"{minutes}:{seconds:02d}"


def _out(_event: Event, _before: TableState, _after: TableState) -> str:
    return say("Time's up")


def _told(event: Event, _before: TableState, after: TableState) -> str:
    """What a game has left, entered or photographed, by its own player or by somebody else."""
    name, whose, pips = (
        name_of(after, event.actor),
        name_of(after, event.payload["seat"]),
        _pips(after.seat_of(event)),
    )
    if event.kind.endswith("read"):
        if own(event):
            return say("{name} photographed their own result: {pips}", name=name, pips=pips)
        return say(
            "{name} photographed {whose}'s result: {pips}", name=name, whose=whose, pips=pips
        )
    if own(event):
        return say("{name} entered their own score: {pips}", name=name, pips=pips)
    return say("{name} entered {whose}'s score: {pips}", name=name, whose=whose, pips=pips)


def _next(_event: Event, _before: TableState, after: TableState) -> str:
    return say("Round {n} begins", n=after.round)


WORDS = Words(
    {
        "game.start": _start,
        "hop": _hop,
        "board.new": _new,
        "clock.start": _clock,
        "clock.done": _done,
        "sand.start": _sand,
        "sand.out": _out,
        "score.type": _told,
        "score.count": _told,
        "tally.read": _told,
        "board.read": _told,
        "round.next": _next,
        "puzzle.set": _puzzle,
    },
    {
        "hop": say("{who}'s hop"),
        "board.new": say("{who}'s new board"),
        "clock.start": say("{who}'s clock"),
        "clock.done": say("{who}'s time"),
        "sand.start": say("the timer"),
        "sand.out": say("the end of the timer"),
        "score.type": say("{who}'s score"),
        "score.count": say("{who}'s score"),
        "tally.read": say("the photo of {who}'s result"),
        "board.read": say("the photo of {who}'s board"),
        "round.next": say("the next round"),
        "puzzle.set": say("{who}'s puzzle"),
    },
)
