"""The history of a solitaire table in words, without hidden limits."""

from __future__ import annotations

from companion.events import Event
from companion.language import Phrase, decimal, say, say_many
from companion.solitaire.tracker import Seat, TableState
from web.games.words import Words, name_of, own, with_tapper

STARTED = {
    "free": say("Free play started"),
    "king-tut": say("King Tut started"),
    "quicksand": say("Quicksand started"),
}


def sentence(event: Event, _before: TableState, after: TableState) -> str | None:
    """Return what happened in a solitaire event; None for the kinds of all games."""
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
        case "tally.read" | "board.read":
            pips, tapper = _pips(after.seat_of(event)), name_of(after, event.actor)
            if own(event):
                return say("{name} photographed their own result: {pips}", name=tapper, pips=pips)
            return say(
                "{name} photographed {whose}'s result: {pips}", name=tapper, whose=name, pips=pips
            )
        case "score.type" | "score.count":
            pips, tapper = _pips(after.seat_of(event)), name_of(after, event.actor)
            if own(event):
                return say("{name} entered their own score: {pips}", name=tapper, pips=pips)
            return say("{name} entered {whose}'s score: {pips}", name=tapper, whose=name, pips=pips)
        case "round.next":
            return say("Round {n} begins", n=after.round)
    return None


def _pips(seat: Seat) -> Phrase:
    return say_many("{n} pip", "{n} pips", seat.pips or 0)


WORDS = Words(
    sentence,
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
