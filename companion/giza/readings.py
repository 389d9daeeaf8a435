"""What photos and corrections by hand say of a giza table's pyramids: the events in `tracker`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.giza.doubt import candidates
from companion.giza.pyramid import SLOTS, Pyramid, Slot, parse_placed
from companion.giza.table import Doubt, Knowledge, PhotoPyramid, Seat, TableState
from companion.language import say, say_many, text_from_data
from companion.payload import Form, Payload
from companion.photos import give
from companion.tracking import CHANGED

is_slot = Form(enum=[[*slot] for slot in SLOTS])


def slot(value: object) -> Slot | None:
    """Return the slot written as [level, place]; None for anything else.

    >>> slot([3, 0]), slot([3, 1]), slot([True, 0])
    ((3, 0), None, None)
    """
    return (value[0], value[1]) if is_slot(value) and isinstance(value, (list, tuple)) else None


def read_pyramid(state: TableState, event: Event) -> TableState:
    """Set a seat's pyramid to that in a photo."""
    pyramid = Pyramid.parse(event.payload["pyramid"], state.deck)
    return _learn(state, event, pyramid, event.payload["reading"])


def _learn(state: TableState, event: Event, pyramid: Pyramid, reading: Payload) -> TableState:
    """Replace all knowledge of a seat's pyramid by a photo's reading."""
    doubts = []
    for row in _rows(reading, "unsure"):
        parts = (row.get(name, "") for name in ("text", "could_change", "remedy"))
        text, stake, remedy = map(text_from_data, parts)
        doubts.append(Doubt(slot(row.get("slot")), text, stake, remedy))
    # a penguin that the photo shows elsewhere isn't the unread one, unless that leaves none
    seen = {str(row.get("id")) for row in _rows(reading, "pieces")}
    others = candidates(state.deck, pyramid)
    unseen = tuple(placed for placed in others if placed.penguin.id not in seen)
    unread = {doubt.slot for doubt in doubts if doubt.slot and not pyramid.at(doubt.slot)}
    known = Knowledge(
        pyramid=pyramid,
        unread=tuple(sorted(unread)),
        unseen=unseen or others,
        expected=state.cards_of(state.seat_of(event)),
        doubts=tuple(doubts),
        photo=event.payload["photo"],
        goals=_comparisons(state, state.seat_of(event)),
        version=event.version,
    )
    return _with_tokens(state.change(event.payload["seat"], known=known), state.seat_of(event))


def _with_tokens(state: TableState, seat: Seat) -> TableState:
    """Return the table with the tokens of a seat's pyramid that nobody has tapped (giza R10)."""
    known = state.seat(seat.id)
    cells = known.known.pyramid.placed() if known and known.known.pyramid else ()
    more = sum(cell.tokens for _, cell in cells) - seat.placed
    if more <= 0:
        return state
    tokens = max(0, seat.tokens - more)
    return state.change(seat.id, tokens=tokens, placed=seat.placed + more)


def _rows(reading: Payload, key: str) -> list[Payload]:
    """Return the objects in a list of a photo's reading; other items are dropped."""
    rows = reading.get(key)
    if not isinstance(rows, (list, tuple)):
        return []
    return [row for row in rows if isinstance(row, Mapping)]


def read_several(state: TableState, event: Event) -> TableState:
    """Keep a photo of several pyramids; scores change only when someone assigns them."""
    pieces = event.payload["pieces"]
    several = tuple(
        PhotoPyramid(
            photo=event.payload["photo"],
            pyramid=Pyramid.parse(each["pyramid"], state.deck),
            reading={**each["reading"], "pieces": pieces},
        )
        for each in event.payload["pyramids"]
    )
    return replace(state, several=several)


def give_pyramid(state: TableState, event: Event) -> TableState | Refusal:
    """Assign a pyramid in the latest photo to a seat."""
    given = give(state, state.several, event)
    if isinstance(given, Refusal):
        return given
    one, several = given
    return _learn(replace(state, several=several), event, one.pyramid, one.reading)


def fix_slot(state: TableState, event: Event) -> TableState | Refusal:
    """Correct one slot by hand: empty it, or put in a card of this deck that is in no other."""
    (level, at), text = event.payload["slot"], event.payload["placed"]
    seat, place = state.seat_of(event), (level, at)
    known, pyramid = seat.known, seat.known.pyramid or Pyramid()
    placed = parse_placed(text, state.deck) if text else None
    if placed:
        before = pyramid.at(place)
        if refusal := _check_supply(state, event, placed.tokens, before.tokens if before else 0):
            return refusal
        for twin, cell in pyramid.placed():
            if cell.penguin == placed.penguin and twin != place:
                text = say(
                    "Penguin {number} is already on level {level}, place {place}. "
                    "Clear that place first.",
                    number=placed.penguin.number,
                    level=twin[0] + 1,
                    place=twin[1] + 1,
                )
                return Refusal("twin", text)
    after = pyramid.put(place, placed)
    settled: set[Slot | None] = {place, None}
    if pyramid.at(place):  # a token may have been added that carries the penguin above
        settled |= {each for each in SLOTS if pyramid.is_too_heavy(each) > after.is_too_heavy(each)}
    fixed = replace(
        known,
        pyramid=after,
        unread=tuple(slot for slot in known.unread if slot != place),
        expected=known.expected if known.pyramid else state.cards_of(seat),
        doubts=tuple(doubt for doubt in known.doubts if doubt.slot not in settled),
        by_hand=True,
        levels=None,
        goals=_comparisons(state, seat),
        counts=None,
        version=event.version,
    )
    return _with_tokens(state.change(seat.id, known=fixed), seat)


def close_pyramid(state: TableState, event: Event) -> TableState | Refusal:
    """Say that the cards read are the whole pyramid, whatever the rounds say."""
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.known.version:
        return CHANGED
    if seat.known.pyramid is None or seat.known.unread:
        return Refusal("not-now", "First say which card is in each place that couldn't be read.")
    known = replace(
        seat.known,
        expected=len(seat.known.pyramid),
        doubts=tuple(doubt for doubt in seat.known.doubts if doubt.slot),
        version=event.version,
    )
    return state.change(seat.id, known=known)


def _check_supply(state: TableState, event: Event, tokens: int, before: int) -> Refusal | None:
    """Refuse more tokens than the game has, on a penguin or in all pyramids (giza R10)."""
    if tokens > state.deck.tokens:
        only = say_many(
            "There is only {n} strength token.",
            "There are only {n} strength tokens.",
            state.deck.tokens,
        )
        return Refusal("malformed", only)
    adds = event.payload.get("limited") and tokens > before
    if not adds or state.tokens_in_pyramids - before + tokens <= state.deck.tokens:
        return None
    elsewhere = say_many(
        "There is only {n} strength token. Take it off the other penguin first.",
        "There are only {n} strength tokens. Take one off another penguin first.",
        state.deck.tokens,
    )
    return Refusal("no-token", elsewhere)


def _comparisons(state: TableState, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the typed points of comparisons, which a new reading of one pyramid doesn't change."""
    goals = state.deck.goals_by_id
    return tuple((goal, points) for goal, points in seat.known.goals if goals[goal].compares)


def keep_card(state: TableState, event: Event) -> TableState | Refusal:
    """Leave a card that several pyramids have to one seat; in the others its place is unread."""
    keeper, number = state.seat_of(event), event.payload["penguin"]
    penguin = state.deck.by_id.get(f"penguin-{number:02d}")
    holders = state.contested.get(penguin, ()) if penguin else ()
    if keeper.id not in holders:
        return Refusal("stale", "Someone has answered that already, or taken a newer photo.")
    for loser in (seat for seat in state.seats if seat.id in holders and seat is not keeper):
        known, pyramid, tokens = loser.known, loser.known.pyramid or Pyramid(), 0
        slots = {slot for slot, cell in pyramid.placed() if cell.penguin == penguin}
        for each in slots:
            cell = pyramid.at(each)
            pyramid, tokens = pyramid.put(each, None), max(tokens, cell.tokens if cell else 0)
        faces = known.unseen or candidates(state.deck, pyramid)
        text = say(
            "{name} has penguin {number}, so another one is here", name=keeper.name, number=number
        )
        remedy = say("tap the place and choose the penguin, or retake the photo")
        asked = (Doubt(each, text, remedy=remedy) for each in sorted(slots))
        fixed = replace(
            known,
            pyramid=pyramid,
            unread=tuple(sorted({*known.unread, *slots})),
            unseen=tuple(replace(f, tokens=tokens) for f in faces if f.penguin != penguin),
            doubts=(*(doubt for doubt in known.doubts if doubt.slot not in slots), *asked),
            counts=None,
            version=event.version,
        )
        state = state.change(loser.id, known=fixed)
    return state
