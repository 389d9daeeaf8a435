"""The tracker of a pirates table: what phones know of tracks, order of play and penguins.

Map, ships and cards are on a real table. Spots are secret until the reveal. Tracks change by the
functions that the engine uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from companion.events import Event, Refusal, Version
from companion.language import Phrase, say
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import expecting, is_bool, is_object, is_text, one_of, some_of, whole
from companion.pirates.boards import BOB, COUSIN, MOST_DOTS, ON_A_HEX, PLAIN, Face
from companion.pirates.deck import (
    ACTION_CHANGES,
    ACTIONS,
    BAIL_OR_FISH,
    PENGUINS,
    TURNS,
    Action,
    Deck,
    Penguin,
    SpotColour,
    read_deck,
)
from companion.pirates.deck import Event as EventCard
from companion.pirates.state import (
    NO_TALK,
    PLAYERS,
    VARIANTS,
    End,
    captain_in,
    enter,
    is_sunk,
    placer,
)
from companion.pirates.tracks import VERBS, Tracks, gain_speed, pay_for_yellow
from companion.play import replaced
from companion.tracking import MOVED_ON, Kind, Seat, SeatId, Table, TableTracker, in_play

# what a photo shows for certain: steps of tracks, if "bob" is rescued and "pirates" are on the map
Sighting: TypeAlias = tuple[tuple[str, int], ...]
Phase: TypeAlias = Literal["lobby", "event", "captain", "place", "sail", "pirates", "over"]

NEXT: dict[Phase, Phrase] = {  # what the players do next, by phase
    "lobby": say("List the seats, mark the first captain and start."),
    "event": say("Turn over the top event card. It has no effect yet."),
    "captain": say("Talk it over. Then the captain draws a handicap card and places openly."),
    "place": say("Everyone else draws a handicap card and places in secret."),
    "sail": say("Captain: use all penguins and sail as far as you can, in any order."),
    "pirates": say("Move the pirate ship by the number on the event, then turn it to face yours."),
    "over": say("The game is over."),
}
# instead of "captain" in the variant without talking (pirates R10)
SILENT = say("No talking. The captain draws a handicap card and places openly.")
NOTHING = Tracks(0, 0, 0, 0)
NOBODY: tuple[Placed | None, ...] = (None,) * PENGUINS
NO_DECK = Deck("", NOTHING, NOTHING, 0, (), (), (0, 1), (), (), ())


@dataclass(frozen=True, slots=True)
class Placed:
    """A penguin on its handicap card: the card's number, the spot, and whether it has acted."""

    card: int
    action: Action
    done: bool = False


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A pirates table. Seats have penguins in clockwise order; `first` is the first captain.

    `events` are the ids of the events turned up, `cards` the numbers of the handicap cards that
    each penguin has used, and `placed` this turn's penguins, which all may see once `revealed` is
    true. `came` is the turn in which pirates last appeared, and `changed` the version of the last
    event that changed a track. `photo` is the latest photo, and `seen` its reading until play
    changes what it shows.
    """

    deck: Deck = NO_DECK
    variants: frozenset[str] = frozenset()
    first: SeatId | None = None
    turn: int = 0
    phase: Phase = "lobby"
    events: tuple[str, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ((),) * PENGUINS
    placed: tuple[Placed | None, ...] = NOBODY
    revealed: bool = False
    tracks: Tracks = NOTHING
    pirates: bool = False
    came: int = 0
    rescued: frozenset[str] = frozenset()
    end: End = ""
    changed: Version = 0
    photo: str = ""
    seen: Sighting | None = None

    @property
    def progress(self) -> tuple[int, Phase]:
        """The turn and the phase; a change of these is progress."""
        return self.turn, self.phase

    @property
    def captain(self) -> SeatId | None:
        """The captain of this turn (pirates R10), in the lobby the first captain."""
        if not self.started or self.first is None:
            return self.first
        first = self.clockwise.index(self.first)
        return self.clockwise[captain_in(self.turn, len(self.seats), first)]

    @property
    def event(self) -> EventCard | None:
        """The event turned up in this turn; None before that."""
        if len(self.events) < self.turn or not self.events:
            return None
        return next(event for event in self.deck.events if event.id == self.events[-1])

    @property
    def appear(self) -> bool:
        """True if this turn's event made pirates appear: none were on the map (pirates R8, O)."""
        spawns = self.event is not None and self.event.spawns
        return spawns and (self.came == self.turn or not self.pirates)

    @property
    def next(self) -> Phrase:
        """What the players do next."""
        return SILENT if self.phase == "captain" and NO_TALK in self.variants else NEXT[self.phase]

    def placer(self, penguin: Penguin) -> SeatId | None:
        """Return the seat that places a penguin (pirates R10); None without a captain."""
        if self.captain not in self.clockwise:
            return None
        return self.clockwise[placer(penguin, self.clockwise.index(self.captain), len(self.seats))]

    def to_place(self, seat: SeatId) -> tuple[Penguin, ...]:
        """Return the penguins that `seat` must place now; the captain's own comes first (R2)."""
        if self.phase == "captain":
            return (self.clockwise.index(seat),) if seat == self.captain else ()
        missing = range(PENGUINS) if self.phase == "place" else ()
        return tuple(p for p in missing if self.placed[p] is None and self.placer(p) == seat)

    def shown(self, seat: SeatId | None) -> tuple[Placed | None, ...]:
        """Return the placed penguins, None where `seat` mustn't see them before the reveal (R2)."""
        if self.revealed or self.captain not in self.clockwise:
            return self.placed
        open_ = self.clockwise.index(self.captain)
        return tuple(
            spot if p == open_ or (seat is not None and self.placer(p) == seat) else None
            for p, spot in enumerate(self.placed)
        )

    def colour(self, penguin: Penguin, card: int, action: Action) -> SpotColour:
        """Return the colour of a spot."""
        return self.deck.handicaps[penguin][card - 1].colour(action)


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
    due = sorted(orders.values())[len(state.events)]
    if orders[card] != due:
        late = say("Events come in ascending order: the next card has level {number}.", number=due)
        return Refusal("order", late)
    return replace(state, events=(*state.events, card), phase="captain")


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
    """Change the tracks by a penguin's action, once; only bail or fish has a choice (R3, R5)."""
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
    changes = BAIL_OR_FISH[choice] if choice else ACTION_CHANGES.get(spot.action, ())
    placed = replaced(state.placed, penguin, replace(spot, done=True))
    return replace(state, placed=placed, tracks=state.tracks.change(state.deck.most, changes))


def enter_hex(state: TableState, event: Event) -> TableState | Refusal:
    """Enter a hex if there is speed enough for its dots, with all effects (R3, R4, R6, R9)."""
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
    phase = "over" if end else state.phase
    return replace(state, tracks=tracks, rescued=rescued, end=end, phase=phase)


def end_movement(state: TableState, _event: Event) -> TableState | Refusal:
    """Apply the event once all penguins have acted (R3, R8); the ships are moved on the table."""
    card = state.event
    if state.phase != "sail" or card is None:
        return Refusal("not-now", "It isn't the movement phase.")
    if any(spot and not spot.done for spot in state.placed):
        return Refusal("not-now", "All penguins must act first.")
    after = replace(
        state,
        tracks=state.tracks.change(state.deck.most, card.changes),
        pirates=state.pirates or card.spawns,
        came=state.turn if state.appear else state.came,
        phase="pirates",
    )
    after = _check_lost(after)
    return after if after.end or after.pirates else _next_turn(after)


# --- the end of a turn (pirates R8 to R10) --------------------------------------------------------


def end_pirates(state: TableState, event: Event) -> TableState | Refusal:
    """Apply the outcome of the pirates' move, in their phase (pirates R8, R9)."""
    if state.phase != "pirates":
        return Refusal("not-now", "It isn't the pirates' turn to move.")
    if event.payload["outcome"] == "met":
        return _over(state, "pirates")
    return _next_turn(replace(state, pirates=event.payload["outcome"] == "here"))


def _next_turn(state: TableState) -> TableState:
    """Begin the next turn, or lose the game after the last one (pirates R9)."""
    if state.turn == TURNS:
        return _over(state, "events")
    return replace(state, turn=state.turn + 1, phase="event", placed=NOBODY, revealed=False)


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
    """Keep a photo and what it shows for certain, without changing the game."""
    if not state.started:
        return Refusal("not-now", say("The game hasn't started yet."))
    seen = read_sighting(event.payload["reading"])
    return replace(state, photo=event.payload["photo"], seen=seen)


def read_sighting(reading: Mapping[str, object]) -> Sighting:
    """Return the certain part of a scan result; values of an unexpected type are dropped.

    >>> read_sighting({"sails": 3, "water": None, "bob": False, "pirates": "d2.n"})
    (('sails', 3), ('bob', False))
    """
    pairs = ((name, reading.get(name)) for name in (*VERBS, "bob", "pirates"))
    return tuple(
        (name, value)
        for name, value in pairs
        if isinstance(value, int) and value >= 0 and isinstance(value, bool) == (name not in VERBS)
    )


class Difference(NamedTuple):
    """A difference: of a track, "bob" (rescued or not) or the "pirates" (on the map or not)."""

    what: str
    table: int
    phones: int


def differences(seen: Sighting, state: TableState) -> Iterator[Difference]:
    """Yield each difference between a photo's certain readings and the phones."""
    known: dict[str, int] = {"bob": BOB in state.rescued, "pirates": state.pirates}
    known.update((verb, getattr(state.tracks, verb)) for verb in VERBS)
    for what, table in seen:
        if table != known[what]:
            yield Difference(what, table, known[what])


_TURN, _VERSION = expecting(turn=whole(1, TURNS)), expecting(version=whole())
_PENGUIN, _DOTS = whole(0, PENGUINS - 1), whole(0, MOST_DOTS)

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
        lambda state, _event: replace(state, turn=1, phase="event"),
        missing=lambda state: [] if state.seat(state.first) else [say("the first captain")],
    ),
    "event.reveal": in_play(turn_over_event, event=is_text, expects=_TURN),
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
    "penguin.act": in_play(act, penguin=_PENGUIN, choice=one_of("", *BAIL_OR_FISH), expects=_TURN),
    "ship.enter": in_play(
        enter_hex,
        yellow=_DOTS,
        red=_DOTS,
        special=one_of(PLAIN, *ON_A_HEX),
        pirates=is_bool,
        expects=_TURN,
    ),
    "movement.done": in_play(end_movement, expects=_TURN),
    "pirates.done": in_play(end_pirates, outcome=one_of("here", "gone", "met"), expects=_TURN),
    "map.read": Kind({"photo": is_text, "reading": is_object}, keep_photo),
    "track.set": Kind(
        {"track": one_of(*VERBS), "value": whole(0, 99), "expects": _VERSION},
        set_track,
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
        if before != now and event.kind != "track.set":
            after = replace(after, seen=None)
        return after if after.tracks == state.tracks else replace(after, changed=event.version)


TRACKER = Tracker(TableState(), KINDS, guard)
