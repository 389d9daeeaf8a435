"""What happened at a giza table, one sentence an event, for the history that everybody may read.

A choice is told without its number: the number comes with the reveal.
"""

from __future__ import annotations

from companion.events import Event
from companion.giza.order import GATHER, LEAD, TRAIN
from companion.giza.track_payload import slot
from companion.giza.track_state import TableState
from web.games.words import Words, name_of, tapped_by, whose

LEVELS = ("base", "second level", "third level", "top")


def _take(event: Event, _before: TableState, after: TableState) -> str:
    colours = {player.id: player.name for player in after.deck.players}
    colour = event.payload["colour"]
    return f"{event.payload['name']} sat down with the {colours.get(colour, colour)} cards"


def _goals(event: Event, _before: TableState, after: TableState) -> str:
    how = "drawn" if event.payload.get("drawn") else "chosen"
    return f"Goals {how}: {', '.join(goal.name for goal in after.goals)}"


def _chief(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.payload["seat"])
    return f"{who} holds the Chief now (corrected)" if before.started else f"{who} is the youngest and gets the Chief"


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
    return " and ".join(told) + tapped_by(event, after) + end


def _token(event: Event, _before: TableState, after: TableState) -> str:
    count = event.payload["count"]
    tokens = "a strength token" if count == 1 else f"{count} strength tokens"
    return f"{name_of(after, event.payload['seat'])} placed {tokens}"


def _read(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.actor)} photographed {whose(event, after)} pyramid"


def _fix(event: Event, _before: TableState, after: TableState) -> str:
    place, text = slot(event.payload["slot"]) or (0, 0), event.payload["placed"]
    where = f"{LEVELS[place[0]]}, place {place[1] + 1}" if place[0] < 3 else LEVELS[3]
    what = f"{_penguin(text)} at {where}" if text else f"nothing at {where}"
    return f"{name_of(after, event.actor)} corrected {whose(event, after)} pyramid: {what}"


def _penguin(text: str) -> str:
    body, _, tokens = text.partition("+")
    told = f"penguin {int(body.removesuffix('g'))}"
    told += " grey" if body.endswith("g") else ""
    return f"{told} with {tokens} token{'' if tokens == '1' else 's'}" if tokens else told


def _type(event: Event, _before: TableState, after: TableState) -> str:
    who = name_of(after, event.actor)
    points = [] if event.payload["levels"] is None else [f"levels {'+'.join(map(str, event.payload['levels']))}"]
    goals = after.deck.goals_by_id
    points += [f"{goals[goal].name} {count}" for goal, count in event.payload["goals"].items() if goal in goals]
    return f"{who} typed {whose(event, after)} score: {', '.join(points) or 'cleared'}"


WORDS = Words(
    {
        "seat.take": _take, "goals.set": _goals, "chief.give": _chief, "action.choose": _choose, "turn.done": _turn,
        "token.place": _token, "pyramid.read": _read, "pyramid.fix": _fix, "score.type": _type,
    },
    {
        "goals.set": "the goals", "chief.give": "the Chief for {who}", "action.choose": "a choice by {actor}",
        "turn.done": "the turn of {who}", "token.place": "strength tokens of {who}",
        "pyramid.read": "a photo of {who}'s pyramid", "pyramid.fix": "a correction of {who}'s pyramid",
        "score.type": "the typed score of {who}",
    },
)  # fmt: skip
