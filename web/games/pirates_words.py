"""What happened at a pirates table, one sentence an event. Where somebody placed in secret is never in it."""

from __future__ import annotations

from companion.events import Event
from companion.pirates.track_state import TableState
from companion.pirates.tracks import VERBS
from web.games.words import Words, name_of

DEEDS = {
    "scout": "scouts", "anchor": "drops the anchor", "full": "sets full sail", "bail": "bails or fishes",
    "port": "turns to port", "starboard": "turns to starboard",
}  # fmt: skip
ENDS = {
    "home": "Home, with everybody aboard: won!", "skull": "The ship has sunk", "pirates": "The pirates have the ship",
    "events": "The twelve turns are over",
}  # fmt: skip
OUTCOMES = {
    "here": "The pirates have moved",
    "gone": "The pirates sailed off the map",
    "met": "The pirates met the ship",
}


def _variants(event: Event, _before: TableState, _after: TableState) -> str:
    names = {"no-talk": "no talking", "cousin": "Bob's cousin is rescued too"}
    return f"Variants: {', '.join(names.get(one, one) for one in event.payload['variants']) or 'none'}"


def _captain(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.payload['seat'])} is the first captain"


def _reveal(_event: Event, _before: TableState, after: TableState) -> str:
    event = after.event
    return f"Turn {after.turn}, event {event.order}: {event.name}" if event else "An event was turned up"


def _tracks(before: TableState, after: TableState) -> str:
    """The markers that moved, in words."""
    steps = [(verb, getattr(before.tracks, verb), getattr(after.tracks, verb)) for verb in VERBS]
    moved = [f"{verb} {new}" for verb, old, new in steps if old != new]
    return f" ({', '.join(moved)})" if moved else ""


def _end(before: TableState, after: TableState) -> str:
    return f". {ENDS[after.end]}" if after.end and not before.end else ""


def _place(event: Event, before: TableState, after: TableState) -> str:
    """Openly by the captain; of the others only that they have, until all have (pirates R2)."""
    who, penguin = name_of(after, event.actor), after.deck.penguins[event.payload["penguin"]].name
    if before.phase == "captain":
        return f"Captain {who} places {penguin}: {_deed(event)}{_tracks(before, after)}{_end(before, after)}"
    if after.phase == "place":
        return f"{who} has placed {penguin}"
    return f"{who} has placed, and all penguins are revealed{_tracks(before, after)}{_end(before, after)}"


def _deed(event: Event) -> str:
    return DEEDS[event.payload["action"]]


def _act(event: Event, before: TableState, after: TableState) -> str:
    penguin = after.deck.penguins[event.payload["penguin"]].name
    spot = before.placed[event.payload["penguin"]]
    deed = {"bail": "bails", "fish": "fishes"}.get(event.payload["choice"]) or (DEEDS[spot.action] if spot else "acts")
    return f"{penguin} {deed}{_tracks(before, after)}"


def _enter(event: Event, before: TableState, after: TableState) -> str:
    special = f" with {event.payload['special']}" if event.payload["special"] else ""
    dots = event.payload["yellow"] + event.payload["red"]
    found = "".join(f", {name.title()} is aboard" for name in sorted(after.rescued - before.rescued))
    return f"The ship enters a hex of {dots} dots{special}{_tracks(before, after)}{found}{_end(before, after)}"


def _moved(_event: Event, before: TableState, after: TableState) -> str:
    name = before.event.name if before.event else "the event"
    return f"The movement is over; {name} happens{_tracks(before, after)}{_end(before, after)}"


def _pirates(event: Event, before: TableState, after: TableState) -> str:
    return f"{OUTCOMES[event.payload['outcome']]}{_end(before, after)}"


def _set(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.actor)
    return f"{who} set {event.payload['track']} to {event.payload['value']}{_end(before, after)}"


WORDS = Words(
    {
        "variants.set": _variants, "captain.give": _captain, "event.reveal": _reveal, "penguin.place": _place,
        "penguin.act": _act, "ship.enter": _enter, "movement.done": _moved, "pirates.done": _pirates,
        "track.set": _set,
    },
    {
        "variants.set": "the variants", "captain.give": "the first captain", "event.reveal": "an event",
        "penguin.place": "a penguin placed by {actor}", "penguin.act": "a penguin's action",
        "ship.enter": "a move of the ship", "movement.done": "the end of the movement",
        "pirates.done": "the pirates' move", "track.set": "a marker",
    },
)  # fmt: skip
