"""What happened at a giza table, one sentence an event, for the history that everybody may read."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import UNDO, Event, target
from companion.giza.order import GATHER, LEAD, TRAIN
from companion.giza.track_payload import slot
from companion.giza.track_state import TableState

LEVELS = ("base", "second level", "third level", "top")


def say(event: Event, before: TableState, after: TableState, log: Sequence[Event]) -> str:
    """The event in words; `before` and `after` are the table around it, at the time.

    A choice is told without its number: the number comes with the reveal.
    """
    if event.kind == UNDO:
        return _undo(event, log, after)
    return _SAY[event.kind](event, before, after) if event.kind in _SAY else event.kind


def name_of(state: TableState, who: str) -> str:
    """A seat's name; for the rest, who acts."""
    seat = state.seat(who)
    return seat.name if seat else "The host" if who == "host" else "Rookery"


def _undo(event: Event, log: Sequence[Event], state: TableState) -> str:
    taken = next((other for other in log if other.version == target(event)), None)
    who = name_of(state, event.actor)
    if taken is None:
        return f"{who} took something back"
    if taken.kind == UNDO:
        return f"{who} put it back: {_brief(_origin(taken, log), state)}"
    return f"{who} took back: {_brief(taken, state)}"


def _origin(event: Event, log: Sequence[Event]) -> Event:
    """The event at the end of a chain of undos."""
    while event.kind == UNDO:
        found = next((other for other in log if other.version == target(event)), None)
        if found is None:
            return event
        event = found
    return event


_BRIEF = {
    "seat.take": "{who} sitting down", "seats.order": "the order of the seats", "goals.set": "the goals",
    "chief.give": "the Chief for {who}", "game.start": "the start of the game", "action.choose": "a choice by {actor}",
    "turn.done": "the turn of {who}", "token.place": "strength tokens of {who}",
    "pyramid.read": "a photo of {who}'s pyramid", "pyramid.fix": "a correction of {who}'s pyramid",
    "score.type": "the typed score of {who}",
}  # fmt: skip


def _brief(event: Event, state: TableState) -> str:
    who = str(event.payload.get("name") or name_of(state, str(event.payload.get("seat"))))
    return _BRIEF.get(event.kind, event.kind).format(who=who, actor=name_of(state, event.actor))


def _open(_event: Event, _before: TableState, _after: TableState) -> str:
    return "The table was opened"


def _take(event: Event, _before: TableState, after: TableState) -> str:
    colours = {player.id: player.name for player in after.deck.players}
    colour = event.payload["colour"]
    return f"{event.payload['name']} sat down with the {colours.get(colour, colour)} cards"


def _return(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.payload['seat'])} came back on another phone"


def _order(_event: Event, _before: TableState, after: TableState) -> str:
    return f"Seats clockwise: {', '.join(seat.name for seat in after.seats)}"


def _goals(event: Event, _before: TableState, after: TableState) -> str:
    how = "drawn" if event.payload.get("drawn") else "chosen"
    return f"Goals {how}: {', '.join(goal.name for goal in after.goals)}"


def _chief(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.payload["seat"])
    return f"{who} holds the Chief now (corrected)" if before.started else f"{who} is the youngest and gets the Chief"


def _start(_event: Event, _before: TableState, _after: TableState) -> str:
    return "The game started"


def _choose(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.actor)
    if after.order and not before.order:
        cards = ", ".join(f"{name_of(after, turn.seat)} {turn.number}" for turn in after.order)
        return f"{who} has chosen, and all cards are turned up: {cards}"
    seat = before.seat(event.actor)
    return f"{who} has chosen again" if seat and seat.chosen else f"{who} has chosen"


def _turn(event: Event, before: TableState, after: TableState) -> str:
    active = before.active
    number, took = active.number if active else 0, event.payload["took"]
    told = [f"{name_of(after, event.payload['seat'])} placed a penguin"]
    if number == LEAD and took:
        told.append("took the Chief")
    elif number == GATHER:
        told.append("took all actions back")
    elif number == TRAIN and took:
        told.append("took a strength token")
    elif took:
        told.append("carried out the action")
    end = f". Round {before.round} is over" if after.rounds_done > before.rounds_done else ""
    by = "" if event.actor == event.payload["seat"] else f" (tapped by {name_of(after, event.actor)})"
    return " and ".join(told) + by + end


def _token(event: Event, _before: TableState, after: TableState) -> str:
    count = event.payload["count"]
    tokens = "a strength token" if count == 1 else f"{count} strength tokens"
    return f"{name_of(after, event.payload['seat'])} placed {tokens}"


def _read(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.actor)} photographed {_whose(event, after)} pyramid"


def _fix(event: Event, _before: TableState, after: TableState) -> str:
    place, text = slot(event.payload["slot"]) or (0, 0), event.payload["placed"]
    where = f"{LEVELS[place[0]]}, place {place[1] + 1}" if place[0] < 3 else LEVELS[3]
    what = f"{_penguin(text)} at {where}" if text else f"nothing at {where}"
    return f"{name_of(after, event.actor)} corrected {_whose(event, after)} pyramid: {what}"


def _whose(event: Event, state: TableState) -> str:
    seat = event.payload["seat"]
    return "their own" if seat == event.actor else f"{name_of(state, seat)}'s"


def _penguin(text: str) -> str:
    body, _, tokens = text.partition("+")
    told = f"penguin {int(body.removesuffix('g'))}"
    told += " grey" if body.endswith("g") else ""
    return f"{told} with {tokens} token{'' if tokens == '1' else 's'}" if tokens else told


def _type(event: Event, _before: TableState, after: TableState) -> str:
    who, whose = name_of(after, event.actor), _whose(event, after)
    points = [] if event.payload["levels"] is None else [f"levels {'+'.join(map(str, event.payload['levels']))}"]
    goals = after.deck.goals_by_id
    points += [f"{goals[goal].name} {count}" for goal, count in event.payload["goals"].items() if goal in goals]
    return f"{who} typed {whose} score: {', '.join(points) or 'cleared'}"


_SAY = {
    "table.open": _open, "seat.take": _take, "seat.return": _return, "seats.order": _order, "goals.set": _goals,
    "chief.give": _chief, "game.start": _start, "action.choose": _choose, "turn.done": _turn, "token.place": _token,
    "pyramid.read": _read, "pyramid.fix": _fix, "score.type": _type,
}  # fmt: skip
