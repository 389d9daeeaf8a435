"""The tracker of a giza table: folds events into the state in `table`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.giza.deck import MAX_WEIGHT, PLAYERS, read_deck
from companion.giza.doubt import candidates
from companion.giza.pyramid import SLOTS, WIDTHS, Pyramid, Slot, parse_placed
from companion.giza.scoring import points_by_levels
from companion.giza.state import GOALS_IN_PLAY, LEAD, TRAIN, carry_out, turn_order
from companion.giza.table import Doubt, Knowledge, PhotoPyramid, Seat, TableState, score_of
from companion.language import Phrase, say, say_many, text_from_data
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import (
    Form,
    Payload,
    expecting,
    is_any_text,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    whole,
)
from companion.photos import give
from companion.tracking import CHANGED, MOVED_ON, Kind, TableTracker, in_play

# --- forms of payloads ----------------------------------------------------------------------------

MAX_PYRAMIDS = 8  # in one photo
is_photo_pyramid = expecting(  # older logs have a "box"
    **{"pyramid": is_any_text, "reading": is_object, "box?": list_of(whole(), most=4)}
)
is_placed = Form(type="string", maxLength=12)  # a card in notation, "" for an empty slot
is_slot = Form(enum=[[*slot] for slot in SLOTS])
# the points of the four levels (giza R11), or None
is_levels = Form(
    type=["array", "null"],
    items=whole(0, MAX_WEIGHT).schema,
    minItems=len(WIDTHS),
    maxItems=len(WIDTHS),
)
is_goals = Form(  # points by goal
    type="object", propertyNames=is_text.schema, additionalProperties=whole().schema
)


def slot(value: object) -> Slot | None:
    """Return the slot written as [level, place]; None for anything else.

    >>> slot([3, 0]), slot([3, 1]), slot([True, 0])
    ((3, 0), None, None)
    """
    return (value[0], value[1]) if is_slot(value) and isinstance(value, (list, tuple)) else None


# --- before the game ------------------------------------------------------------------------------


def take_seat(state: TableState, event: Event) -> TableState | Refusal:
    """Add a player with a colour of this deck that no other player has."""
    seat = Seat(event.payload["seat"], event.payload["name"], event.payload["colour"])
    if seat.colour not in {player.id for player in state.deck.players}:
        return Refusal("malformed", "This game doesn't have that colour.")
    if any(other.colour == seat.colour for other in state.seats):
        return Refusal("taken", "Someone already has that colour. Pick another.")
    return replace(state, seats=(*state.seats, seat))


def set_goals(state: TableState, event: Event) -> TableState | Refusal:
    """Set three goals of this deck (giza R1)."""
    goals = tuple(event.payload["goals"])
    if len(goals) != GOALS_IN_PLAY or not set(goals) <= set(state.deck.goals_by_id):
        wanted = say("Choose {n} different goals from this deck.", n=GOALS_IN_PLAY)
        return Refusal("malformed", wanted)
    return replace(state, goal_ids=goals)


def missing(state: TableState) -> list[str]:
    """Return what must still be chosen before the game can start."""
    absent: list[str] = []
    if not state.goal_ids:
        absent.append(say("three goals"))
    if state.seat(state.chief) is None:
        absent.append(say("the youngest player, who gets the Chief"))
    return absent


REVEALED = Refusal(
    "undo", "All cards are revealed, so a choice stays, unless everyone chooses again."
)

# --- rounds ---------------------------------------------------------------------------------------


def choose(state: TableState, event: Event) -> TableState | Refusal:
    """Choose an action in hand; once all have chosen, reveal and fix the order (giza R3, R4)."""
    seat, number = state.seat(event.actor), event.payload["number"]
    if seat is None:
        return Refusal("not-yours", "Only players at the table can choose an action.")
    if state.phase != "choose" or event.payload["expects"]["round"] != state.round:
        return Refusal("stale", "That round's cards have already been revealed.")
    if number not in seat.hand:
        absent = say("Action {number} isn't in your hand.", number=number)
        return Refusal("not-in-hand", absent)
    state = state.change(seat.id, chosen=number)
    choices = {seat.id: seat.chosen for seat in state.seats if seat.chosen}
    if len(choices) < len(state.seats):
        return state
    seats = tuple(replace(seat, out=(*seat.out, choices[seat.id])) for seat in state.seats)
    order = turn_order(choices, state.chief or state.clockwise[0], state.clockwise)
    return replace(state, seats=seats, order=order)


def undo_choice(state: TableState, event: Event) -> Refusal | None:
    """Allow undoing a choice until the reveal (giza R3, D)."""
    if event.payload.get("expects") != {"round": state.round}:
        return MOVED_ON
    return REVEALED if state.order else None


def choose_again(state: TableState, event: Event) -> TableState | Refusal:
    """Return all cards of the round to the hands, before its first turn ends (giza R3, D)."""
    started = any(seat.done or seat.trained for seat in state.seats)
    if event.payload["expects"]["round"] != state.round or not state.order or started:
        return Refusal("stale", "This round's turns have begun, so the choices stay.")
    seats = tuple(replace(seat, chosen=None, out=seat.out[:-1]) for seat in state.seats)
    return replace(state, seats=seats, order=())


def end_turn(state: TableState, event: Event) -> TableState | Refusal:
    """End the turn being played, and after the last one the round (giza R2, R9, R10)."""
    active, payload = state.active, event.payload
    if active is None or payload["expects"] != {"round": state.round, "seat": active.seat}:
        return Refusal("stale", "That turn is over or hasn't started yet.")
    if payload["seat"] != active.seat:
        return Refusal("stale", "It's someone else's turn.")
    seat, took = state.seat_of(event), payload["took"]
    trains = took and active.number == TRAIN
    if trains and not (state.supply or seat.trained):
        return Refusal("no-token", "No strength tokens are left. End your turn without one.")
    tokens = seat.tokens + int(trains and not seat.trained)
    out = carry_out(seat.out, active.number)
    after = state.change(seat.id, done=True, out=out, tokens=tokens, trained=False)
    after = replace(after, chief=seat.id if took and active.number == LEAD else state.chief)
    if after.active:
        return after
    seats = tuple(replace(seat, chosen=None, done=False) for seat in after.seats)
    return replace(after, seats=seats, order=(), rounds_done=state.rounds_done + 1)


def place_token(state: TableState, event: Event) -> TableState | Refusal:
    """Place tokens in hand, or one more: the one from #5 in the player's turn (giza R5, R10)."""
    seat, count = state.seat_of(event), event.payload["count"]
    if count > seat.tokens + state.may_train(seat.id):
        return Refusal("no-token", "You don't have that many strength tokens.")
    trains = count > seat.tokens
    return state.change(
        seat.id,
        tokens=seat.tokens + trains - count,
        placed=seat.placed + count,
        trained=seat.trained or trains,
    )


# --- pyramids -------------------------------------------------------------------------------------


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


# --- typed scores and decisions -------------------------------------------------------------------


def type_score(state: TableState, event: Event) -> TableState | Refusal:
    """Set typed points of goals and levels, if the sender has seen the latest score (R11, R12)."""
    seat, levels = state.seat_of(event), event.payload["levels"]
    for goal_id, points in event.payload["goals"].items():
        if goal_id not in state.goal_ids:
            return Refusal("malformed", "That goal isn't in this game.")
        goal = state.deck.goals_by_id[goal_id]
        if points not in (0, goal.points):
            values = {"goal": Phrase(goal.name), "points": goal.points}
            return Refusal("malformed", say("{goal} is worth 0 or {points} points.", **values))
        due = None
        if event.payload.get("agreeing") and levels is not None:
            due = points_by_levels(goal, levels)
        if due is not None and due != points:  # the typed levels contradict the goal (R11, R12)
            name = Phrase(goal.name)
            met = say("These levels meet {goal}. Tap it, or correct a level.", goal=name)
            not_met = say(
                "These levels don't meet {goal}. Deselect it, or correct a level.", goal=name
            )
            return Refusal("malformed", met if due else not_met)
    if event.payload["expects"]["version"] != seat.known.version:
        return CHANGED
    goals = tuple(sorted(event.payload["goals"].items()))
    typed = None if levels is None else tuple(levels)
    # what was counted had another score; what was left out still breaks the same rule
    counts = False if seat.known.counts is False else None
    known = replace(seat.known, levels=typed, goals=goals, counts=counts, version=event.version)
    return state.change(seat.id, known=known)


def decide(state: TableState, event: Event) -> TableState | Refusal:
    """Set whether a pyramid that breaks a rule counts, until it is read or corrected again.

    The others decide (giza R11, D), never its owner.
    """
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.known.version:
        return CHANGED
    score = score_of(state, seat)
    if score is None or score.verdict != "illegal":
        return Refusal("not-now", "That pyramid follows the rules, so it counts anyway.")
    known = replace(seat.known, counts=event.payload["counts"], version=event.version)
    return state.change(seat.id, known=known)


def proves(state: TableState, event: Event) -> bool:
    """Return whether a photo that was read shows a pyramid that breaks a rule (giza R11, D)."""
    seat = state.seat(event.payload.get("seat"))
    if seat is None or event.version > seat.known.version:
        return False
    score = score_of(state, seat)
    return score is not None and score.verdict == "illegal"


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


_TURN, _VERSION = expecting(round=whole(1), seat=is_text), expecting(version=whole())

KINDS: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("giza", read_deck, lambda state, deck, _: replace(state, deck=deck)),
    "seat.take": seat_kind(PLAYERS[1], take_seat, colour=is_text),
    "seats.order": ORDER,
    "goals.set": Kind({"goals": is_texts, "drawn?": is_bool}, set_goals),
    "chief.give": Kind(
        {"seat": is_text},
        lambda state, event: replace(state, chief=event.payload["seat"]),
        judges=lambda state, _: state.phase == "done",  # it only breaks ties (giza R13)
    ),
    "game.start": start_kind(PLAYERS[0], missing=missing),
    "action.choose": Kind(
        {"number": whole(1), "expects": expecting(round=whole(1))}, choose, undo_choice
    ),
    "choices.again": in_play(choose_again, expects=expecting(round=whole(1))),
    "turn.done": in_play(end_turn, seat=is_text, took=is_bool, expects=_TURN),
    "token.place": Kind({"seat": is_text, "count": whole(1)}, place_token),
    "pyramid.read": Kind(
        {"seat": is_text, "photo": is_text, "pyramid": is_text, "reading": is_object},
        read_pyramid,
        judges=proves,
    ),
    "pyramids.read": Kind(
        {
            "photo": is_text,
            "pyramids": list_of(is_photo_pyramid, MAX_PYRAMIDS),
            "pieces": list_of(is_object),
        },
        read_several,
    ),
    "pyramid.give": Kind(
        {"photo": is_text, "number": whole(1, MAX_PYRAMIDS), "seat": is_text},
        give_pyramid,
        judges=proves,
    ),
    "pyramid.fix": Kind(  # older logs have no "limited"
        {"seat": is_text, "slot": is_slot, "placed": is_placed, "limited?": is_bool}, fix_slot
    ),
    "pyramid.close": Kind({"seat": is_text, "expects": _VERSION}, close_pyramid),
    "score.type": Kind(  # older logs have no "agreeing": goals may contradict levels
        {
            "seat": is_text,
            "levels": is_levels,
            "goals": is_goals,
            "agreeing?": is_bool,
            "expects": _VERSION,
        },
        type_score,
    ),
    "pyramid.count": Kind(
        {"seat": is_text, "counts": is_bool, "expects": _VERSION}, decide, judges=lambda *_: True
    ),
    "card.keep": Kind({"seat": is_text, "penguin": whole(1)}, keep_card, judges=lambda *_: True),
}
TRACKER = TableTracker(TableState(), KINDS)
