"""Pirates on the phones: tracks, events, penguins placed in secret, phase by phase.

The secret is where others have placed penguins, until all have (R2): neither the spot nor the card
leaves the server before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import tracking
from companion.errors import PhotoError
from companion.events import Log
from companion.language import Phrase, listed, say
from companion.pirates import GAME
from companion.pirates.boards import COUSIN, ON_A_HEX
from companion.pirates.deck import ACTIONS, PENGUINS, TURNS, Deck, Event
from companion.pirates.state import NO_TALK
from companion.pirates.tracker import Sighting, TableState, differences, read_sighting
from companion.pirates.tracks import VERBS
from companion.plays import Outcome, Result
from companion.tracking import Seat
from web.games.base import TableScreens, Viewer, kinds
from web.games.fixed import Json
from web.games.pirates_words import WORDS, disagree

PiratesLog = Log[TableState]

NOTHING_READ, FROM_ABOVE = say("nothing on the table can be read"), say("take the photo from above")
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


class PiratesScreens(TableScreens[TableState, Deck]):
    """Pirates' row of the phone wing; see `TableScreens`."""

    game = GAME
    words = WORDS
    photo_kind = "map.read"
    taps = kinds(
        "seats.order variants.set captain.give event.reveal penguin.place penguin.act ship.enter "
        "movement.done pirates.done track.set"
    )

    def phase(self, state: TableState) -> str:
        """Return the phase of the turn, by its name in the tracker."""
        return state.phase

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
        state, seen, due = log.state, None, []
        if state.phase == "event":  # the events that can be on top of the deck, which ascends (R1)
            top = sorted(event.order for event in state.deck.events)[len(state.events)]
            left = (event for event in state.deck.events if event.id not in state.events)
            due = [_event(event) for event in left if event.order == top]
        if (
            state.seen is not None and not state.end
        ):  # where a photo differs; tracks have their value
            seen = []
            for one in differences(state.seen, state):
                value = {"track": one.what, "value": one.table} if one.what in VERBS else {}
                seen.append({"text": disagree(one), **value})
        return {
            "turn": state.turn,
            "turns": TURNS,
            "next": state.next,
            "captain": state.captain,
            "variants": sorted(state.variants),
            "event": {**_event(state.event), "appear": state.appear} if state.event else None,
            "due": due,
            "tracks": {verb: getattr(state.tracks, verb) for verb in VERBS},
            "most": {verb: getattr(state.deck.most, verb) for verb in VERBS},
            "tracks_version": state.changed,
            "pirates": state.pirates,
            "rescued": sorted(state.rescued),
            "end": state.end,
            "penguins": list(_penguins(state, None)) if state.started else [],
            "to_place": [],
            "actions": list(ACTIONS),
            "specials": sorted(ON_A_HEX),
            "photo": state.photo or None,
            "differences": seen,
            "deck": self.shown_deck(log, state.deck),
        }

    def own(self, log: PiratesLog, viewer: str, shared: Json) -> Json:
        """Return the spots of a seat's own penguins, and which of them it has to place."""
        del shared
        state = log.state
        if not state.started:
            return {}
        mine = list(_penguins(state, viewer))
        return {"penguins": mine, "to_place": list(state.to_place(viewer))}

    def read(self, log: PiratesLog, seat: str, photo: str, reading: Json) -> Json:
        """Return what a photo certainly shows; raise `PhotoError` if that is nothing."""
        del log, seat
        kept = {name: reading.get(name) for name in (*VERBS, "bob", "pirates", "black")}
        if read_sighting(kept) == Sighting():
            first = next(iter(reading["unsure"]), {"text": NOTHING_READ, "remedy": FROM_ABOVE})
            raise PhotoError(str(reading["photo"]), first["text"], remedy=first["remedy"])
        return {"photo": photo, "reading": kept}

    def table_deck(self, log: PiratesLog) -> Deck:
        """Return the table's deck."""
        return log.state.deck

    def own_deck(self, deck: Deck) -> Json:
        """Return the handicap cards: white spots are free, yellow ones cost a fish."""
        handicaps = [
            [{"white": list(card.white), "yellow": list(card.yellow)} for card in cards]
            for cards in deck.handicaps
        ]
        return {
            "fingerprint": deck.fingerprint,
            "handicaps": handicaps,
            "cousin": bool(deck.cousin),
        }

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


def _penguins(state: TableState, viewer: Viewer) -> Iterator[Json]:
    """Yield each penguin with its spot, or only whether it has one (pirates R2)."""
    shown = state.shown(viewer)
    for number, look in enumerate(state.deck.penguins):
        spot = shown[number]
        hidden = state.placed[number] is not None and spot is None
        used = state.cards[number][:-1] if hidden else state.cards[number]
        yield {
            "number": number,
            "id": look.id,
            "name": Phrase(look.name),
            "ink": look.ink,
            "symbol": look.symbol,
            "placer": state.placer(number),
            "hidden": hidden,
            "used": list(used),
            "spot": spot
            and {
                "card": spot.card,
                "action": spot.action,
                "colour": state.colour(number, spot.card, spot.action),
                "done": spot.done,
            },
        }


def _event(event: Event) -> Json:
    return {
        "id": event.id,
        "name": Phrase(event.name),
        "order": event.order,
        "distance": event.distance,
        "changes": [list(change) for change in event.changes],
        "turn": event.turn,
    }


SCREENS = PiratesScreens()
