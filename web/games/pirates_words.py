"""The history of a pirates table in words, without secret places."""

from __future__ import annotations

from collections.abc import Mapping

from companion.events import Event
from companion.language import Phrase, listed, say
from companion.pirates.tracker import Difference, TableState
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


def sentence(event: Event, before: TableState, after: TableState) -> str | None:
    """Return what happened in a pirates event; None for the kinds of all games.

    Of the penguins placed, only the captain's spot is shown; the others' stay secret until all are
    revealed (pirates R2).
    """
    payload = event.payload
    name = name_of(after, event.actor)
    penguin = Phrase(after.deck.penguins[payload.get("penguin", 0)].name)
    match event.kind:
        case "variants.set":
            chosen = [VARIANTS[variant] for variant in payload["variants"]]
            return say("Variants: {names}", names=listed(chosen)) if chosen else say("No variants")
        case "captain.give":
            return say("{name} is the first captain", name=name_of(after, payload["seat"]))
        case "event.reveal":
            if after.event is None:
                return say("An event was turned over")
            return say(
                "Turn {turn}, event {n}: {event}",
                turn=after.turn,
                n=after.event.order,
                event=Phrase(after.event.name),
            )
        case "penguin.place":
            text = say("{who} has placed {name}", who=name, name=penguin)
            if before.phase == "captain":
                text = say(PLACES[payload["action"]], who=name, name=penguin)
            elif after.revealed:
                text = say("{who} has placed, and all penguins are revealed", who=name)
        case "penguin.act":
            spot = before.placed[payload["penguin"]]
            action = DEEDS[spot.action] if spot else say("{name} acts")
            text = say(CHOICES.get(payload["choice"]) or action, name=penguin)
        case "ship.enter":
            special, dots = payload["special"], payload["yellow"] + payload["red"]
            text = say("The ship enters a hex of {dots} dots", dots=dots)
            if special:
                special = SPECIALS[special]
                text = say(
                    "The ship enters a hex of {dots} dots with {special}",
                    dots=dots,
                    special=special,
                )
        case "movement.done":
            happens = Phrase(before.event.name) if before.event else say("the event")
            text = say("The movement is over; {event} happens", event=happens)
        case "pirates.done":
            text = OUTCOMES[payload["outcome"]]
        case "track.set":
            text = say(SETTINGS[payload["track"]], name=name, value=payload["value"])
            return _with_end(text, before, after)
        case "map.read":
            return say("{name} photographed the table", name=name)
        case _:
            return None
    return _with_outcome(text, before, after)


def _with_outcome(text: Phrase, before: TableState, after: TableState) -> Phrase:
    """Add to a sentence which markers moved, who came aboard and how the game ended."""
    steps = [(verb, getattr(before.tracks, verb), getattr(after.tracks, verb)) for verb in VERBS]
    moved = [say(TRACKS[verb], value=new) for verb, old, new in steps if old != new]
    text = say("{what} ({markers})", what=text, markers=listed(moved)) if moved else text
    for name in sorted(after.rescued - before.rescued):
        text = say(RESCUED[name], what=text)
    return _with_end(text, before, after)


def _with_end(text: Phrase, before: TableState, after: TableState) -> Phrase:
    """Add to a sentence how the game ended, if it ended with this event."""
    if not after.end or before.end:
        return text
    return say("{what}. {end}", what=text, end=ENDS[after.end])


def disagree(one: Difference) -> Phrase:
    """Return a line on where a photo differs from the phones."""
    if one.what == "pirates":
        return SHIP_ON if one.table else SHIP_OFF
    if one.what == "bob":
        return BOB_FOUND if one.table else BOB_MISSING
    fewer_fish = one.what == "fish" and one.table < one.phones
    words = FEWER_FISH if fewer_fish else OTHERWISE[one.what]
    return say(words, seen=str(one.table), kept=str(one.phones))


WORDS = Words(
    sentence,
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
