"""Pirates on the phones: tracks, events, penguins placed in secret, phase by phase.

The secret is where others have placed penguins, until all have (R2): neither the spot nor the card
leaves the server before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random

from companion import tracking
from companion.deckfile import load_deck
from companion.events import Event, Log
from companion.language import Phrase, listed, say, say_many
from companion.payload import Payload
from companion.pirates import GAME
from companion.pirates.boards import COUSIN, ON_A_HEX
from companion.pirates.deck import ACTIONS, PENGUINS, TURNS, Deck
from companion.pirates.deck import Event as EventCard
from companion.pirates.known import at_table
from companion.pirates.rules import shuffle
from companion.pirates.sight import Difference, differences, read_sighting
from companion.pirates.state import NO_TALK
from companion.pirates.table import TableState
from companion.pirates.tracks import VERBS
from companion.plays import Outcome, Result
from companion.tracking import Seat
from web.games.base import TableScreens, Viewer, kinds
from web.games.pirates_map import geometry, map_of, ship_art
from web.games.shapes import Json, amount, counting, name_of, pick, unread

PiratesLog = Log[TableState]

HOME = "home"  # the only end that is a win
ENDS: Mapping[str, str] = {
    HOME: say("Home with everyone aboard"),
    "skull": say("The water reached the skull"),
    "pirates": say("The pirates caught the ship"),
    "events": say("Out of turns"),
}
VARIANT_NAMES: Mapping[str, str] = {
    NO_TALK: say("without talking"),
    COUSIN: say("with Bob\u2019s cousin"),
}
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
ENDINGS: Mapping[str, Phrase] = {
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
BRIEFS: Mapping[str, str] = {
    "variants.set": say("the variants"),
    "captain.give": say("the first captain"),
    "event.reveal": say("an event"),
    "penguin.place": say("{actor}'s penguin"),
    "penguin.act": say("a penguin's action"),
    "cards.deal": say("the deal"),
    "ship.enter": say("a move of the ship"),
    "ship.sail": say("a move of the ship"),
    "movement.done": say("the end of the movement"),
    "pirates.done": say("the pirates' move"),
    "track.set": say("a marker"),
    "map.read": say("the photo of the table"),
}


class PiratesScreens(TableScreens[TableState, Deck]):
    """Pirates' row of the phone wing; see `TableScreens`."""

    game = GAME
    role = "captain.give"
    briefs = BRIEFS
    photo_kind = "map.read"
    known = staticmethod(at_table)
    taps = kinds(
        "seats.order variants.set captain.give event.reveal penguin.place penguin.act ship.enter "
        "movement.done pirates.done track.set cards.deal ship.sail"
    )

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the common win or loss, without points."""
        if not state.end:
            return None
        won = state.end == HOME
        names = [VARIANT_NAMES[name] for name in sorted(state.variants)]
        variant = listed(names) if names else ""
        everybody = tuple(Result(seat.name, won=won) for seat in state.seats)
        return Outcome(everybody, "", together=True, variant=variant, note=ENDS[state.end])

    def round(self, state: TableState) -> int:
        """Return the turn, from 1 to 12."""
        return state.turn

    def common(self, log: PiratesLog) -> Json:
        """Return the tracks, the event, the captain, and the public part of the penguins."""
        state, seen = log.state, None
        if state.seen is not None and not state.end:
            seen = []  # where a photo differs; tracks have their value
            for one in differences(state.seen, state):
                value = {"track": one.what, "value": one.table} if one.what in VERBS else {}
                seen.append({"text": disagree(one), **value})
        return {
            **pick(state, "turn next captain pirates end"),
            "turns": TURNS,
            "variants": sorted(state.variants),
            "event": {**_event(state.event), "appear": state.appear} if state.event else None,
            "due": [_event(event) for event in state.due] if state.phase == "event" else [],
            "map": map_of(state),
            "tracks": {verb: getattr(state.tracks, verb) for verb in VERBS},
            "most": {verb: getattr(state.deck.most, verb) for verb in VERBS},
            "tracks_version": state.changed,
            "rescued": sorted(state.rescued),
            "penguins": list(_penguins(state, None)) if state.started else [],
            "to_place": [],
            "actions": list(ACTIONS),
            "specials": sorted(ON_A_HEX),
            "photo": state.photo or None,
            "differences": seen,
        }

    def own(self, log: PiratesLog, viewer: str, shared: Json) -> Json:
        """Return the spots of a seat's own penguins, and which of them it has to place."""
        state = log.state
        if not state.started:
            return {}
        mine = list(_penguins(state, viewer))
        return {"penguins": mine, "to_place": list(state.to_place(viewer))}

    def read(self, log: PiratesLog, seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return what a photo certainly shows; raise `PhotoError` if that is nothing."""
        kept = {name: reading.get(name) for name in (*VERBS, "bob", "pirates", "white", "black")}
        tiles = reading.get("map", [])
        kept["map"] = [
            {name: tile[name] for name in ("board", "place", "face", "turn")} for tile in tiles
        ]
        fish = reading.get("fish_range", (0,))[0]  # so many at least: others are in the box
        if fish > log.state.tracks.fish:
            kept["fish"] = fish
        if not read_sighting(kept) and not tiles:
            problem = say("nothing on the table can be read")
            raise unread(photo, reading, problem, say("take the photo from above"))
        return self.photo_kind, {"photo": photo, "reading": kept}

    def table_deck(self, log: PiratesLog) -> Deck:
        return log.state.deck

    def own_deck(self, deck: Deck) -> Json:
        """Return the handicap cards: white spots are free, yellow ones cost a fish."""
        cards = [[pick(card, "white yellow") for card in cards] for cards in deck.handicaps]
        return {"handicaps": cards, "cousin": bool(deck.cousin), **geometry(deck)}

    def drawing(self, deck: Deck, piece: str, face: str, language: str) -> str:
        """Return of a ship what sails on the map, its bow to the north."""
        return ship_art(piece, language)

    def tap(
        self, kind: str, payload: Payload, log: PiratesLog, random: Random, now: datetime
    ) -> tuple[str, Json]:
        """Shuffle events and handicap cards where the phones deal."""
        if kind != "cards.deal":
            return super().tap(kind, payload, log, random, now)
        deck = log.state.deck
        events, hands = shuffle(deck, random)
        order = [deck.events[event].id for event in events]
        numbers = [
            [deck.handicaps[penguin][card].number for card in hand]
            for penguin, hand in enumerate(hands)
        ]
        return kind, {**payload, "order": order, "hands": numbers}

    def own_seat(self, log: PiratesLog, seat: Seat) -> Json:
        """Return the penguins that a seat places in this turn, and whether it has."""
        state = log.state
        penguins = [n for n in range(PENGUINS) if state.started and state.placer(n) == seat.id]
        placed = [state.placed[penguin] is not None for penguin in penguins]
        return {"penguins": penguins, "placed": bool(placed) and all(placed)}

    def disc(self, state: TableState, seat: tracking.Seat) -> Json:
        """Return the ink and symbol of the penguin at the seat's position around the table."""
        looks = state.deck.penguins
        look = looks[state.clockwise.index(seat.id) % len(looks)]
        return {"ink": look.ink, "symbol": look.symbol}

    def facts(self, reading: Json) -> list[Phrase]:
        """Return how many boards were read, and the fish."""
        facts = [say_many("{n} board read", "{n} boards read", reading["boards_read"])]
        if reading["fish_range"][1]:
            facts.append(say("Fish: {n}", n=amount(reading["fish_range"])))
        return facts

    def questions(self, reading: Json) -> list[Json]:
        """Ask for boards and fish."""
        asked, boards = list[Json](), reading["boards_read"]
        if boards and reading["complete"] is None:
            sites = len(load_deck(self.game).sites)
            asked.append(counting("boards", say("How many boards lie there?"), boards, sites))
        low, high = reading["fish_range"]
        if reading["fish"] is None and high:
            asked.append(counting("fish", say("How many fish are there?"), low, high))
        return asked

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        """Return what happened; of placed penguins only the captain's spot is shown.

        The others' stay secret until all are revealed (pirates R2).
        """
        payload = event.payload
        name = name_of(after, event.actor)
        penguin = Phrase(after.deck.penguins[payload.get("penguin", 0)].name)
        match event.kind:
            case "variants.set":
                chosen = [VARIANTS[variant] for variant in payload["variants"]]
                return (
                    say("Variants: {names}", names=listed(chosen)) if chosen else say("No variants")
                )
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
            case "cards.deal":
                happens = Phrase(after.event.name) if after.event else say("the event")
                return say("{name} let the phones deal: {event}", name=name, event=happens)
            case "ship.sail":
                there = after.deck.chart.name(payload["hex"])
                text = say("The ship sailed to {hex}", hex=there)
            case "ship.enter":
                special, dots = payload["special"], payload["yellow"] + payload["red"]
                text = say("The ship sailed on (cost {dots})", dots=dots)
                if special:
                    special = SPECIALS[special]
                    text = say(
                        "The ship sailed on: {special} (cost {dots})",
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
                return super().sentence(event, before, after)
        return _with_outcome(text, before, after)


def _penguins(state: TableState, viewer: Viewer) -> Iterator[Json]:
    """Yield each penguin with its spot, or only whether it has one (pirates R2)."""
    shown = state.shown(viewer)
    for number, look in enumerate(state.deck.penguins):
        spot = shown[number]
        hidden = state.placed[number] is not None and spot is None
        used = state.cards[number][:-1] if hidden else state.cards[number]
        yield {
            **pick(look, "id name ink symbol"),
            "number": number,
            "placer": state.placer(number),
            "hidden": hidden,
            "used": list(used),
            "card": state.dealt(number) if viewer and number in state.to_place(viewer) else None,
            "spot": spot
            and {
                "card": spot.card,
                "action": spot.action,
                "colour": state.colour(number, spot.card, spot.action),
                "done": spot.done,
            },
        }


def _event(event: EventCard) -> Json:
    return pick(event, "id name order distance changes turn")


SCREENS = PiratesScreens()


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
    return say("{what}. {end}", what=text, end=ENDINGS[after.end])


def disagree(one: Difference) -> Phrase:
    """Return a line on where a photo differs from the phones."""
    if one.what == "bob":
        return say("Bob is rescued.") if one.table else say("Bob is still missing.")
    template = OTHERWISE[one.what]
    if one.what == "fish" and one.table < one.phones:
        template = say("Fish: {seen}, not {kept}. Is a fish hidden?")
    return say(template, seen=str(one.table), kept=str(one.phones))
