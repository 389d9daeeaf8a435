"""What happened at a pirates table, one sentence an event. Where somebody placed in secret is never
in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.events import Event
from companion.language import Phrase, listed, say
from companion.pirates.sighting import GAME, SHIP, Difference
from companion.pirates.track_state import TableState
from companion.pirates.tracks import VERBS
from web.games.words import Words, name_of

DEEDS: Mapping[str, Phrase] = {
    "scout": say("{name} scouts"),
    "anchor": say("{name} drops the anchor"),
    "full": say("{name} sets full sail"),
    "bail": say("{name} bails or fishes"),
    "port": say("{name} turns to port"),
    "starboard": say("{name} turns to starboard"),
}
CHOICES: Mapping[str, Phrase] = {"bail": say("{name} bails"), "fish": say("{name} fishes")}
PLACES: Mapping[str, Phrase] = {
    "scout": say("Captain {who} places {name}: scout"),
    "anchor": say("Captain {who} places {name}: anchor"),
    "full": say("Captain {who} places {name}: full sail"),
    "bail": say("Captain {who} places {name}: bail or fish"),
    "port": say("Captain {who} places {name}: port"),
    "starboard": say("Captain {who} places {name}: starboard"),
}
TRACKS: Mapping[str, Phrase] = {
    "sails": say("sails {value}"),
    "speed": say("speed {value}"),
    "water": say("water {value}"),
    "fish": say("fish {value}"),
}
SETTINGS: Mapping[str, Phrase] = {
    "sails": say("{name} set sails to {value}"),
    "speed": say("{name} set speed to {value}"),
    "water": say("{name} set water to {value}"),
    "fish": say("{name} set fish to {value}"),
}
OTHERWISE: Mapping[str, Phrase] = {
    "sails": say("Sails: {seen}, not {kept}"),
    "speed": say("Speed: {seen}, not {kept}"),
    "water": say("Water: {seen}, not {kept}"),
    "fish": say("Fish: {seen}, not {kept}"),
}
FEWER_FISH = say("Fish: {seen}, not {kept}. Is a fish hidden?")
SHIP_ON, SHIP_OFF = (
    say("The pirates' ship is on the map."),
    say("The pirates' ship is beside the map."),
)
BOB_FOUND, BOB_MISSING = say("Bob is rescued."), say("Bob is still missing.")
ENDS: Mapping[str, Phrase] = {
    "home": say("Home with everyone aboard: you won!"),
    "skull": say("The ship sank"),
    "pirates": say("The pirates caught the ship"),
    "events": say("Out of turns"),
}
OUTCOMES: Mapping[str, Phrase] = {
    "here": say("The pirates have moved"),
    "gone": say("The pirates sailed off the map"),
    "met": say("The pirates met the ship"),
}
VARIANTS: Mapping[str, Phrase] = {
    "no-talk": say("no talking"),
    "cousin": say("Bob's cousin is rescued too"),
}
RESCUED: Mapping[str, Phrase] = {
    "bob": say("{what}. Bob is aboard"),
    "cousin": say("{what}. Bob's cousin is aboard"),
}

SPECIALS: Mapping[str, Phrase] = {
    "sextant": say("sextant"),
    "bucket": say("bucket"),
    "fish": say("fish"),
    "kraken": say("kraken"),
    "whirlwind-port": say("whirlwind to port"),
    "whirlwind-starboard": say("whirlwind to starboard"),
    "bob": say("Bob"),
    "cousin": say("Bob's cousin"),
    "home": say("home"),
}


def _variants(event: Event, _before: TableState, _after: TableState) -> str:
    chosen = [VARIANTS[name] for name in event.payload["variants"]]
    return say("Variants: {names}", names=listed(chosen)) if chosen else say("No variants")


def _captain(event: Event, _before: TableState, after: TableState) -> str:
    return say("{name} is the first captain", name=name_of(after, event.payload["seat"]))


def _reveal(_event: Event, _before: TableState, after: TableState) -> str:
    event = after.event
    if event is None:
        return say("An event was turned over")
    return say(
        "Turn {turn}, event {n}: {event}", turn=after.turn, n=event.order, event=Phrase(event.name)
    )


def _with_outcome(told: Phrase, before: TableState, after: TableState) -> Phrase:
    """A sentence with the markers that moved, who came aboard and how the game ended, as far as it
    did.
    """
    steps = [(verb, getattr(before.tracks, verb), getattr(after.tracks, verb)) for verb in VERBS]
    moved = [say(TRACKS[verb], value=new) for verb, old, new in steps if old != new]
    told = say("{what} ({markers})", what=told, markers=listed(moved)) if moved else told
    for name in sorted(after.rescued - before.rescued):
        told = say(RESCUED[name], what=told)
    return (
        say("{what}. {end}", what=told, end=ENDS[after.end])
        if after.end and not before.end
        else told
    )


def _penguin(state: TableState, event: Event) -> Phrase:
    return Phrase(state.deck.penguins[event.payload["penguin"]].name)


def _place(event: Event, before: TableState, after: TableState) -> str:
    """Openly by the captain; of the others only that they have, until all are revealed (pirates
    R2).
    """
    who, penguin = name_of(after, event.actor), _penguin(after, event)
    if before.phase == "captain":
        return _with_outcome(
            say(PLACES[event.payload["action"]], who=who, name=penguin), before, after
        )
    if after.revealed:
        return _with_outcome(
            say("{who} has placed, and all penguins are revealed", who=who), before, after
        )
    return _with_outcome(say("{who} has placed {name}", who=who, name=penguin), before, after)


def _act(event: Event, before: TableState, after: TableState) -> str:
    spot = before.placed[event.payload["penguin"]]
    deed = CHOICES.get(event.payload["choice"]) or (
        DEEDS[spot.action] if spot else say("{name} acts")
    )
    return _with_outcome(say(deed, name=_penguin(after, event)), before, after)


def _enter(event: Event, before: TableState, after: TableState) -> str:
    special, dots = event.payload["special"], event.payload["yellow"] + event.payload["red"]
    told = (
        say(
            "The ship enters a hex of {dots} dots with {special}",
            dots=dots,
            special=SPECIALS[special],
        )
        if special
        else say("The ship enters a hex of {dots} dots", dots=dots)
    )
    return _with_outcome(told, before, after)


def _moved(_event: Event, before: TableState, after: TableState) -> str:
    name = Phrase(before.event.name) if before.event else say("the event")
    return _with_outcome(say("The movement is over; {event} happens", event=name), before, after)


def _pirates(event: Event, before: TableState, after: TableState) -> str:
    return _with_outcome(OUTCOMES[event.payload["outcome"]], before, after)


def _set(event: Event, before: TableState, after: TableState) -> str:
    name, value = name_of(after, event.actor), event.payload["value"]
    told = say(SETTINGS[event.payload["track"]], name=name, value=value)
    return (
        say("{what}. {end}", what=told, end=ENDS[after.end])
        if after.end and not before.end
        else told
    )


def _map(event: Event, _before: TableState, after: TableState) -> str:
    return say("{name} photographed the table", name=name_of(after, event.actor))


def disagree(one: Difference) -> Phrase:
    """What a photo shows otherwise than the phones, as a line below "The photo shows otherwise"."""
    if one.what == "fish" and int(one.table) < int(one.phones):
        return say(FEWER_FISH, seen=one.table, kept=one.phones)
    if one.what in OTHERWISE:
        return say(OTHERWISE[one.what], seen=one.table, kept=one.phones)
    if one.what == SHIP:
        return SHIP_OFF if one.phones == "on the map" else SHIP_ON
    if one.what == GAME:
        return say("The game is lost: {why}.", why=one.table)
    return BOB_FOUND if one.table == "rescued" else BOB_MISSING


WORDS = Words(
    {
        "variants.set": _variants,
        "captain.give": _captain,
        "event.reveal": _reveal,
        "penguin.place": _place,
        "penguin.act": _act,
        "ship.enter": _enter,
        "movement.done": _moved,
        "pirates.done": _pirates,
        "track.set": _set,
        "map.read": _map,
    },
    {
        "variants.set": say("the variants"),
        "captain.give": say("the first captain"),
        "event.reveal": say("an event"),
        "penguin.place": say("{actor}'s penguin"),
        "penguin.act": say("a penguin's action"),
        "ship.enter": say("a move of the ship"),
        "movement.done": say("the end of the movement"),
        "pirates.done": say("the pirates' move"),
        "track.set": say("a marker"),
        "map.read": say("the photo of the table"),
    },
)
