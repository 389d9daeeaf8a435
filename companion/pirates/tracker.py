"""The tracker of a pirates table: what phones know of tracks, order of play, penguins and the map.

Cards may be on the table or dealt by the phones. Spots are secret until the reveal. Tracks and
ships move by the functions that the engine uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import say
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import (
    expecting,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    one_of,
    some_of,
    whole,
)
from companion.pirates import rules
from companion.pirates.boards import COUSIN, MOST_DOTS, ON_A_HEX, PLAIN, SEXTANT, Face
from companion.pirates.deck import ACTIONS, BAIL_OR_FISH, PENGUINS, TURNS, read_deck
from companion.pirates.sight import (
    course,
    drift,
    event_happens,
    follow,
    is_still,
    position,
    read_sighting,
    see,
    set_out,
    turn_up,
)
from companion.pirates.state import PLAYERS, VARIANTS, End, enter, is_sunk
from companion.pirates.table import NOBODY, Placed, TableState
from companion.pirates.tracks import VERBS, gain_speed, pay_for_yellow
from companion.play import replaced
from companion.tracking import MOVED_ON, Kind, Seat, TableTracker, in_play


def guard(state: TableState, event: Event) -> Refusal | None:
    """Allow events that name a turn only in that turn."""
    turn = event.payload.get("expects", {}).get("turn")
    if turn is not None and (not state.started or state.end or turn != state.turn):
        return Refusal("stale", "That turn is over or hasn't started yet.")
    return None


# --- before the game ------------------------------------------------------------------------------


def set_variants(state: TableState, event: Event) -> TableState | Refusal:
    """Choose variants before the game starts; the cousin must be on a board of the deck (R10)."""
    variants = frozenset(event.payload["variants"])
    if state.started:
        return Refusal("locked", "The game has started, so variants can't change any more.")
    if COUSIN in variants and not state.deck.cousin:
        return Refusal("malformed", "Bob's cousin isn't on any board of this deck.")
    return replace(state, variants=variants)


def give_captain(state: TableState, event: Event) -> TableState | Refusal:
    """Choose the first captain before the game starts."""
    if state.started:
        return Refusal(
            "locked", "The game has started. The captain passes to the left automatically."
        )
    return replace(state, first=event.payload["seat"])


# --- planning (pirates R2) ------------------------------------------------------------------------


def turn_over_event(state: TableState, event: Event) -> TableState | Refusal:
    """Turn over an event of this deck with the next level, after which the captain places (R1)."""
    if state.phase != "event":
        return Refusal("not-now", "This turn's event is already turned over.")
    card, orders = event.payload["event"], {card.id: card.order for card in state.deck.events}
    if card not in orders:
        return Refusal("malformed", "This deck doesn't have that event card.")
    if card in state.events:
        return Refusal("used", "That event has already happened.")
    due = state.due[0].order
    if orders[card] != due:
        late = say("Events come in ascending order: the next card has level {number}.", number=due)
        return Refusal("order", late)
    return replace(state, events=(*state.events, card), phase="captain")


def deal(state: TableState, event: Event) -> TableState | Refusal:
    """Let the phones deal from here on, and turn over the first event (pirates R1, R2)."""
    order, hands = tuple(event.payload["order"]), tuple(map(tuple, event.payload["hands"]))
    level = {card.id: card.order for card in state.deck.events}
    if state.phase != "event":
        return Refusal("not-now", "This turn's event is already turned over.")
    if (
        {*order} != {*level}
        or sorted(order, key=level.__getitem__) != [*order]
        or [sorted(hand) for hand in hands] != [[*range(1, TURNS + 1)]] * PENGUINS
    ):
        return Refusal("malformed", "That isn't a shuffled deck.")
    return _draw(replace(state, order=order, hands=hands))


def _draw(state: TableState) -> TableState:
    """Turn over the next event where the phones deal."""
    card = next((card for card in state.order if card not in state.events), None)
    return replace(state, events=(*state.events, card), phase="captain") if card else state


def place(state: TableState, event: Event) -> TableState | Refusal:
    """Place the sender's penguin on a spot that isn't red, of an unused card (pirates R2)."""
    penguin, card = event.payload["penguin"], event.payload["card"]
    if state.phase not in ("captain", "place"):
        return Refusal("not-now", "Penguins can't be placed right now.")
    if event.actor not in state.clockwise or penguin not in state.to_place(event.actor):
        return Refusal("not-yours", "You can't place that penguin right now.")
    if card in state.cards[penguin]:
        return Refusal("used", say("Handicap card {card} has already been used.", card=card))
    if state.colour(penguin, card, event.payload["action"]) == "red":
        return Refusal("red", "That spot is red on this card.")
    cards = replaced(state.cards, penguin, (*state.cards[penguin], card))
    placed = replace(
        state,
        placed=replaced(state.placed, penguin, Placed(card, event.payload["action"])),
        cards=cards,
    )
    if state.phase == "captain":
        return _check_lost(replace(_pay(placed, [penguin]), phase="place"))
    return placed if None in placed.placed else reveal(placed)


def check_undo_place(state: TableState, event: Event) -> Refusal | None:
    """Allow undoing a choice until the reveal (pirates R2).

    Paying for spots can sink the ship before that. That can be undone too, because no phone has
    shown the secret choices.
    """
    if event.version < state.moved:
        return MOVED_ON
    if state.revealed:
        return Refusal("undo", "All penguins are revealed, so choices can't change any more.")
    return None


def reveal(state: TableState) -> TableState:
    """Pay for the others' spots and gain speed (R2, R3); sunk by that, the spots stay secret."""
    captain = state.clockwise.index(state.captain or "")
    paid = _check_lost(_pay(state, [penguin for penguin in range(PENGUINS) if penguin != captain]))
    if paid.end:
        return paid
    speed = gain_speed(paid.tracks, paid.deck.most)
    return replace(paid, phase="sail", revealed=True, tracks=speed)


def _pay(state: TableState, penguins: Iterable[int]) -> TableState:
    """Pay for each of `penguins` on a yellow spot (pirates R2)."""
    spots = [(penguin, spot) for penguin in penguins if (spot := state.placed[penguin])]
    yellow = sum(state.colour(p, spot.card, spot.action) == "yellow" for p, spot in spots)
    return replace(state, tracks=pay_for_yellow(state.tracks, state.deck.most, yellow))


# --- movement (pirates R3 to R6) ------------------------------------------------------------------


def act(state: TableState, event: Event) -> TableState | Refusal:
    """Take a penguin off its card and apply its action; only bail or fish has a choice (R3, R5)."""
    penguin, choice = event.payload["penguin"], event.payload["choice"]
    spot = state.placed[penguin]
    if state.phase != "sail" or spot is None:
        return Refusal("not-now", "Penguins act in the movement phase.")
    if spot.done:
        return Refusal("done", "That penguin has already acted.")
    if (spot.action == "bail") != (choice in BAIL_OR_FISH):
        return Refusal(
            "malformed", "Choose water or fish for “bail or fish”. Other actions have no choice."
        )
    after = follow(state, rules.act(position(state), penguin, choice))
    after = replace(after, placed=replaced(state.placed, penguin, replace(spot, done=True)))
    after = turn_up(after) if spot.action == "scout" else after
    return _settle(after) if event.payload.get("auto") else after


def enter_hex(state: TableState, event: Event) -> TableState | Refusal:
    """Enter a hex that someone types, if there is speed enough for its dots (R3, R4, R6, R9)."""
    face = Face(*(event.payload[name] for name in ("yellow", "red", "special")))
    speed, met = state.tracks.speed, event.payload["pirates"]
    if state.phase != "sail":
        return Refusal("not-now", "The ship moves in the movement phase.")
    if not face.cost:
        return Refusal("malformed", "Every hex has at least one dot.")
    if met and not state.pirates:
        return Refusal("malformed", "The pirates aren't on the map.")
    if face.cost > speed:
        slow = say("Speed {speed} isn't enough for {cost} dots.", speed=speed, cost=face.cost)
        return Refusal("too-slow", slow)
    tracks, rescued, end = enter(
        state.deck, state.tracks, state.rescued, face, state.variants, pirates=met
    )
    phase, ship = "over" if end else state.phase, drift(state, face)
    entered = replace(state, tracks=tracks, rescued=rescued, end=end, phase=phase, ship=ship)
    return turn_up(entered) if face.special == SEXTANT else entered


def sail_to(state: TableState, event: Event) -> TableState | Refusal:
    """Sail on to a hex of the course, and do what it brings (pirates R3 to R9)."""
    if state.phase != "sail":
        return Refusal("not-now", "The ship moves in the movement phase.")
    way = {step.hex: step for step in course(state)}
    step = way.get(event.payload["hex"])
    if step is None:
        return Refusal("stale", "The ship can't sail there now.")
    sailed = follow(state, step.after)
    return _settle(turn_up(sailed) if step.after.phase == "scout" else sailed)


def _settle(state: TableState) -> TableState:
    """End the movement where the engine does (pirates R3)."""
    return _end_movement(state, follows=True) if is_still(state) else state


def end_movement(state: TableState, event: Event) -> TableState | Refusal:
    """Apply the event once all penguins have acted (pirates R3, R8)."""
    if state.phase != "sail" or state.event is None:
        return Refusal("not-now", "It isn't the movement phase.")
    if any(spot and not spot.done for spot in state.placed):
        return Refusal("not-now", "All penguins must act first.")
    return _end_movement(state, follows=bool(event.payload.get("auto")))


def _end_movement(state: TableState, *, follows: bool) -> TableState:
    after = event_happens(state, follows=follows)
    return after if after.end or after.phase == "pirates" else _next_turn(after)


# --- the end of a turn (pirates R8 to R10) --------------------------------------------------------


def end_pirates(state: TableState, event: Event) -> TableState | Refusal:
    """Apply the outcome of the pirates' move, in their phase (pirates R8, R9)."""
    outcome = event.payload["outcome"]
    if state.phase != "pirates":
        return Refusal("not-now", "It isn't the pirates' turn to move.")
    if outcome == "met":
        return _over(state, "pirates")
    here = outcome == "here"
    return _next_turn(replace(state, pirates=here, pirate=state.pirate if here else None))


def _next_turn(state: TableState) -> TableState:
    """Begin the next turn, or lose the game after the last one (pirates R9)."""
    if state.turn == TURNS:
        return _over(state, "events")
    turn = replace(state, turn=state.turn + 1, phase="event", placed=NOBODY, revealed=False)
    return _draw(turn)


def _over(state: TableState, end: End) -> TableState:
    return replace(state, phase="over", end=end)


def _check_lost(state: TableState) -> TableState:
    """End the game if the water is at the skull (pirates R9)."""
    return _over(state, "skull") if is_sunk(state.tracks, state.deck.most) else state


def set_track(state: TableState, event: Event) -> TableState | Refusal:
    """Set a marker by hand, unless another has just moved; water at the skull loses the game."""
    track, value = event.payload["track"], event.payload["value"]
    if not state.started or state.end:
        return Refusal("not-now", "Markers can change only during the game.")
    if event.payload["expects"]["version"] != state.changed:
        return Refusal("stale", "Someone else just moved a marker. Check it before you set one.")
    most: int = getattr(state.deck.most, track)
    if value > most:
        return Refusal("malformed", say("That track ends at {most}.", most=most))
    return _check_lost(replace(state, tracks=replace(state.tracks, **{track: value})))


# --- the table in a photo -------------------------------------------------------------------------


def keep_photo(state: TableState, event: Event) -> TableState | Refusal:
    """Keep a photo and what it shows for certain; only the map follows it by itself."""
    if not state.started:
        return Refusal("not-now", say("The game hasn't started yet."))
    reading = event.payload["reading"]
    return replace(see(state, reading), photo=event.payload["photo"], seen=read_sighting(reading))


_TURN, _VERSION = expecting(turn=whole(1, TURNS)), expecting(version=whole())
_PENGUIN, _DOTS = whole(0, PENGUINS - 1), whole(0, MOST_DOTS)
_HAND = list_of(whole(1, TURNS), TURNS)

KINDS: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind(
        "pirates",
        read_deck,
        lambda state, deck, event: replace(
            state, deck=deck, tracks=deck.start, changed=event.version
        ),
    ),
    "seat.take": seat_kind(
        PLAYERS[1],
        lambda state, event: replace(
            state, seats=(*state.seats, Seat(event.payload["seat"], event.payload["name"]))
        ),
    ),
    "seats.order": ORDER,
    "variants.set": in_play(set_variants, variants=some_of(*VARIANTS)),
    "captain.give": in_play(give_captain, seat=is_text),
    "game.start": start_kind(
        PLAYERS[0],
        lambda state, _event: set_out(replace(state, turn=1, phase="event")),
        missing=lambda state: [] if state.seat(state.first) else [say("the first captain")],
    ),
    "event.reveal": in_play(turn_over_event, event=is_text, expects=_TURN),
    "cards.deal": in_play(deal, order=is_texts, hands=list_of(_HAND, PENGUINS), expects=_TURN),
    "penguin.place": Kind(
        {
            "penguin": _PENGUIN,
            "card": whole(1, TURNS),
            "action": one_of(*ACTIONS),
            "expects": _TURN,
        },
        place,
        check_undo_place,
    ),
    "penguin.act": in_play(
        act,
        **{"penguin": _PENGUIN, "choice": one_of("", *BAIL_OR_FISH), "auto?": is_bool},
        expects=_TURN,
    ),
    "ship.sail": in_play(sail_to, hex=whole(), expects=_TURN),
    "ship.enter": in_play(
        enter_hex,
        yellow=_DOTS,
        red=_DOTS,
        special=one_of(PLAIN, *ON_A_HEX),
        pirates=is_bool,
        expects=_TURN,
    ),
    "movement.done": in_play(end_movement, **{"auto?": is_bool}, expects=_TURN),
    "pirates.done": in_play(end_pirates, outcome=one_of("here", "gone", "met"), expects=_TURN),
    "map.read": Kind({"photo": is_text, "reading": is_object}, keep_photo),
    "track.set": Kind(
        {"track": one_of(*VERBS), "value": whole(0, 99), "expects": _VERSION}, set_track
    ),
}


class Tracker(TableTracker[TableState]):
    """Also keeps the version of the event that last moved a marker, which `track.set` expects.

    A photo's reading is dropped once play changes what it shows; a marker set by hand doesn't.
    """

    def step(self, state: TableState, event: Event) -> TableState | Refusal:
        """Return the state after `event`, or why it can't come next."""
        after = super().step(state, event)
        if isinstance(after, Refusal):
            return after
        before, now = ((s.tracks, s.pirates, s.rescued) for s in (state, after))
        if before != now and event.kind not in ("track.set", "map.read"):
            after = replace(after, seen=None)
        return after if after.tracks == state.tracks else replace(after, changed=event.version)


TRACKER = Tracker(TableState(), KINDS, guard)
