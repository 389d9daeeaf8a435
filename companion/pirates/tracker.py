"""The tracker of a pirates table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `KINDS`. Tracks move by the very functions that the engine uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import say
from companion.lobby import DOOR, opening, ordering, starting, taking
from companion.payload import expecting, is_bool, is_object, is_text, one_of, some_of, whole
from companion.pirates import tracks
from companion.pirates.boards import COUSIN, MOST_DOTS, ON_A_HEX, PLAIN
from companion.pirates.crew import ACTION_CHANGES, ACTIONS, BAIL_OR_FISH, PENGUINS, TURNS
from companion.pirates.deck import Deck, read_deck
from companion.pirates.entering import VARIANTS, Crew, End, Entry, enter, sunk, wanted
from companion.pirates.sighting import sighting
from companion.pirates.track_state import MAX_SEATS, MIN_SEATS, Placed, TableState
from companion.pirates.tracks import VERBS, Dots
from companion.tracking import (
    BUILT_ON,
    Effect,
    Kind,
    Seat,
    TableTracker,
    in_play,
    until_play_goes_on,
)

NOBODY: tuple[Placed | None, ...] = (None,) * PENGUINS


def _guard(state: TableState, event: Event) -> Refusal | None:
    turn = event.payload.get("expects", {}).get("turn")
    if turn is not None and (not state.started or state.end or turn != state.turn):
        return Refusal("stale", "That turn is over or hasn't started yet.")
    return None


# --- before the game ------------------------------------------------------------------------------


def _lay(state: TableState, deck: Deck, event: Event) -> TableState:
    return replace(state, deck=deck, tracks=deck.start, changed=event.version)


def _take(state: TableState, event: Event) -> TableState:
    return replace(state, seats=(*state.seats, Seat(event.payload["seat"], event.payload["name"])))


def _check_variants(state: TableState, event: Event) -> Refusal | None:
    if state.started:
        return Refusal("locked", "The game has started, so variants can't change any more.")
    if COUSIN in event.payload["variants"] and not state.deck.cousin:
        return Refusal("malformed", "Bob's cousin isn't on any board of this deck.")
    return None


def _variants(state: TableState, event: Event) -> TableState:
    return replace(state, variants=frozenset(event.payload["variants"]))


def _check_captain(state: TableState, _event: Event) -> Refusal | None:
    if state.started:
        return Refusal(
            "locked", "The game has started. The captain passes to the left automatically."
        )
    return None


def _captain(state: TableState, event: Event) -> TableState:
    return replace(state, first=event.payload["seat"])


def _missing(state: TableState) -> list[str]:
    return [say("the first captain")] if state.seat(state.first) is None else []


def _start(state: TableState, _event: Event) -> TableState:
    return replace(state, started=True, turn=1, phase="event")


# --- planning (pirates R2) ------------------------------------------------------------------------


def _check_reveal(state: TableState, event: Event) -> Refusal | None:
    if state.phase != "event":
        return Refusal("not-now", "This turn's event is already turned over.")
    card, orders = event.payload["event"], {card.id: card.order for card in state.deck.events}
    if card not in orders:
        return Refusal("malformed", "This deck doesn't have that event card.")
    if card in state.events:
        return Refusal("used", "That event has already happened.")
    due = sorted(orders.values())[len(state.events)]
    if orders[card] != due:
        return Refusal(
            "order",
            say("Events come in ascending order: the next card has level {number}.", number=due),
        )
    return None


def _reveal_event(state: TableState, event: Event) -> TableState:
    return replace(state, events=(*state.events, event.payload["event"]), phase="captain")


def _check_place(state: TableState, event: Event) -> Refusal | None:
    penguin, card = event.payload["penguin"], event.payload["card"]
    if state.phase not in ("captain", "place"):
        return Refusal("not-now", "Penguins can't be placed right now.")
    if event.actor not in state.clockwise or penguin not in state.to_place(event.actor):
        return Refusal("not-yours", "You can't place that penguin right now.")
    if card in state.cards[penguin]:
        return Refusal("used", say("Handicap card {card} has already been used.", card=card))
    if state.colour(penguin, card, event.payload["action"]) == "red":
        return Refusal("red", "That spot is red on this card.")
    return None


def _place(state: TableState, event: Event) -> TableState:
    penguin, card = event.payload["penguin"], event.payload["card"]
    placed = _put(state, penguin, Placed(card, event.payload["action"]))
    placed = replace(
        placed,
        cards=tuple((*used, card) if p == penguin else used for p, used in enumerate(state.cards)),
    )
    if state.phase == "captain":
        return _lost(replace(_pay(placed, [penguin]), phase="place"))
    return placed if None in placed.placed else _reveal(placed)


def _undo_place(state: TableState, event: Event) -> Refusal | None:
    """Until the reveal. What spots cost may sink the ship before it: a slip of a finger that ended
    the game so is taken back like any other, for no phone has shown what others placed in secret
    (pirates R2).
    """
    if event.version < state.moved:
        return BUILT_ON
    if state.revealed:
        return Refusal("undo", "All penguins are revealed, so choices can't change any more.")
    return None


def _put(state: TableState, penguin: int, spot: Placed) -> TableState:
    return replace(state, placed=(*state.placed[:penguin], spot, *state.placed[penguin + 1 :]))


def _pay(state: TableState, penguins: Sequence[int]) -> TableState:
    now = state.tracks
    for penguin in penguins:
        spot = state.placed[penguin]
        if spot and state.colour(penguin, spot.card, spot.action) == "yellow":
            now = tracks.pay_for_yellow(now, state.deck.most)
    return replace(state, tracks=now)


def _reveal(state: TableState) -> TableState:
    """The others' yellow spots are paid together, then speed grows by the sails (pirates R2, R3).

    A ship that sinks by what they cost is lost without anybody's spot in sight.
    """
    captain = state.clockwise.index(state.captain or "")
    paid = _lost(_pay(state, [penguin for penguin in range(PENGUINS) if penguin != captain]))
    if paid.end:
        return paid
    return replace(
        paid, phase="sail", revealed=True, tracks=tracks.gain_speed(paid.tracks, paid.deck.most)
    )


# --- movement (pirates R3 to R6) ------------------------------------------------------------------


def _check_act(state: TableState, event: Event) -> Refusal | None:
    spot = state.placed[event.payload["penguin"]]
    if state.phase != "sail" or spot is None:
        return Refusal("not-now", "Penguins act in the movement phase.")
    if spot.done:
        return Refusal("done", "That penguin has already acted.")
    if (spot.action == "bail") != (event.payload["choice"] in BAIL_OR_FISH):
        return Refusal(
            "malformed", "Choose water or fish for “bail or fish”. Other actions have no choice."
        )
    return None


def _act(state: TableState, event: Event) -> TableState:
    """What an action does to the tracks; ships and boards are turned on the table."""
    spot = state.placed[event.payload["penguin"]]
    if spot is None:
        return state
    changes = (
        BAIL_OR_FISH[event.payload["choice"]]
        if spot.action == "bail"
        else ACTION_CHANGES.get(spot.action, ())
    )
    done = _put(state, event.payload["penguin"], replace(spot, done=True))
    return replace(done, tracks=state.tracks.change(state.deck.most, changes))


def _check_enter(state: TableState, event: Event) -> Refusal | None:
    dots = Dots(event.payload["yellow"], event.payload["red"])
    if state.phase != "sail":
        return Refusal("not-now", "The ship moves in the movement phase.")
    if not dots.cost:
        return Refusal("malformed", "Every hex has at least one dot.")
    if event.payload["pirates"] and not state.pirates:
        return Refusal("malformed", "The pirates aren't on the map.")
    if dots.cost > state.tracks.speed:
        slow = say(
            "Speed {speed} isn't enough for {cost} dots.", speed=state.tracks.speed, cost=dots.cost
        )
        return Refusal("too-slow", slow)
    return None


def _enter(state: TableState, event: Event) -> TableState:
    dots = Dots(event.payload["yellow"], event.payload["red"])
    entry = Entry(
        state.deck, dots, event.payload["special"], wanted(state.variants), event.payload["pirates"]
    )
    crew = enter(Crew(state.tracks, state.rescued), entry)
    phase = "over" if crew.end else state.phase
    return replace(state, tracks=crew.tracks, rescued=crew.rescued, end=crew.end, phase=phase)


def _check_movement_done(state: TableState, _event: Event) -> Refusal | None:
    if state.phase != "sail":
        return Refusal("not-now", "It isn't the movement phase.")
    if any(spot and not spot.done for spot in state.placed):
        return Refusal("not-now", "All penguins must act first.")
    return None


def _movement_done(state: TableState, _event: Event) -> TableState:
    """The event's effect (pirates R8); the ship's turn and the pirates' way are made on
    the table.
    """
    card = state.event
    if card is None:
        return state
    after = replace(
        state,
        tracks=state.tracks.change(state.deck.most, card.changes),
        pirates=state.pirates or card.spawns,
        came=state.turn if state.appear else state.came,
        phase="pirates",
    )
    after = _lost(after)
    return after if after.end or after.pirates else _next_turn(after)


# --- the end of a turn (pirates R8 to R10) --------------------------------------------------------


def _check_pirates(state: TableState, _event: Event) -> Refusal | None:
    return (
        None
        if state.phase == "pirates"
        else Refusal("not-now", "It isn't the pirates' turn to move.")
    )


def _pirates(state: TableState, event: Event) -> TableState:
    if event.payload["outcome"] == "met":
        return _over(state, "pirates")
    return _next_turn(replace(state, pirates=event.payload["outcome"] == "here"))


def _next_turn(state: TableState) -> TableState:
    if state.turn == TURNS:
        return _over(state, "events")
    return replace(state, turn=state.turn + 1, phase="event", placed=NOBODY, revealed=False)


def _over(state: TableState, end: End) -> TableState:
    return replace(state, phase="over", end=end)


def _lost(state: TableState) -> TableState:
    return _over(state, "skull") if sunk(state.tracks, state.deck.most) else state


def _check_set(state: TableState, event: Event) -> Refusal | None:
    if not state.started or state.end:
        return Refusal("not-now", "Markers can change only during the game.")
    if event.payload["expects"]["version"] != state.changed:
        return Refusal("stale", "Someone else just moved a marker. Check it before you set one.")
    most: int = getattr(state.deck.most, event.payload["track"])
    return (
        Refusal("malformed", say("That track ends at {most}.", most=most))
        if event.payload["value"] > most
        else None
    )


def _set(state: TableState, event: Event) -> TableState:
    """A marker put right by hand; at the skull it is lost like any other way there."""
    return _lost(
        replace(
            state, tracks=replace(state.tracks, **{event.payload["track"]: event.payload["value"]})
        )
    )


# --- the table in a photo -------------------------------------------------------------------------


def _check_photo(state: TableState, _event: Event) -> Refusal | None:
    return None if state.started else Refusal("not-now", say("The game hasn't started yet."))


def _photo(state: TableState, event: Event) -> TableState:
    """It changes nothing by itself: what it shows otherwise than the phones is said."""
    return replace(state, photo=event.payload["photo"], seen=sighting(event.payload["reading"]))


# --- the table of kinds ---------------------------------------------------------------------------


def _marking(apply: Effect[TableState], *, by_hand: bool = False) -> Effect[TableState]:
    """The effect, with its version kept if it moved a marker: that is what `track.set` expects.

    What a photo shows is of yesterday once play has moved anything of it; a marker set by hand is
    no play.
    """

    def marked(state: TableState, event: Event) -> TableState:
        after = apply(state, event)
        if not by_hand and _in_sight(after) != _in_sight(state):
            after = replace(after, seen=None)
        return after if after.tracks == state.tracks else replace(after, changed=event.version)

    return marked


def _in_sight(state: TableState) -> tuple[object, ...]:
    return state.tracks, state.pirates, state.rescued


_TURN, _VERSION = expecting(turn=whole(1, TURNS)), expecting(version=whole())
_PENGUIN, _DOTS = whole(0, PENGUINS - 1), whole(0, MOST_DOTS)

KINDS: Mapping[str, Kind[TableState]] = {
    **DOOR,
    "table.open": opening("pirates", read_deck, _lay),
    "seat.take": taking(MAX_SEATS, _take),
    "seats.order": ordering(),
    "variants.set": Kind(
        {"variants": some_of(*VARIANTS)}, _check_variants, _variants, until_play_goes_on
    ),
    "captain.give": Kind({"seat": is_text}, _check_captain, _captain, until_play_goes_on),
    "game.start": starting(MIN_SEATS, _start, missing=_missing),
    "event.reveal": in_play(_check_reveal, _reveal_event, event=is_text, expects=_TURN),
    "penguin.place": Kind(
        {
            "penguin": _PENGUIN,
            "card": whole(1, TURNS),
            "action": one_of(*ACTIONS),
            "expects": _TURN,
        },
        _check_place,
        _marking(_place),
        _undo_place,
    ),
    "penguin.act": in_play(
        _check_act,
        _marking(_act),
        penguin=_PENGUIN,
        choice=one_of("", *BAIL_OR_FISH),
        expects=_TURN,
    ),
    "ship.enter": in_play(
        _check_enter,
        _marking(_enter),
        yellow=_DOTS,
        red=_DOTS,
        special=one_of(PLAIN, *ON_A_HEX),
        pirates=is_bool,
        expects=_TURN,
    ),
    "movement.done": in_play(_check_movement_done, _marking(_movement_done), expects=_TURN),
    "pirates.done": in_play(
        _check_pirates, _marking(_pirates), outcome=one_of("here", "gone", "met"), expects=_TURN
    ),
    "map.read": Kind({"photo": is_text, "reading": is_object}, _check_photo, _photo),
    "track.set": Kind(
        {"track": one_of(*VERBS), "value": whole(0, 99), "expects": _VERSION},
        _check_set,
        _marking(_set, by_hand=True),
    ),
}
TRACKER = TableTracker(TableState(), KINDS, _guard)
check, fold = TRACKER.check, TRACKER.fold
