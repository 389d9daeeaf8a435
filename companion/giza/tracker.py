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
from companion.language import Phrase, from_data, say, say_many
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
from companion.tracking import MOVED_ON, Kind, TableTracker, in_play

# --- forms of payloads ----------------------------------------------------------------------------

MAX_PYRAMIDS = 8  # in one photo
is_photo_pyramid = expecting(pyramid=is_any_text, box=list_of(whole(), most=4), reading=is_object)
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
    """Allow undoing a choice until the first turn of the round ends."""
    played = event.payload.get("expects") != {"round": state.round} or any(
        seat.done for seat in state.seats
    )
    return MOVED_ON if played else None


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
        parts = [from_data(row.get(name, "")) for name in ("text", "could_change", "remedy")]
        texts = [part if isinstance(part, Phrase) else str(part)[:300] for part in parts]
        doubts.append(Doubt(slot(row.get("slot")), *texts))
    # a penguin that the photo shows elsewhere isn't the unread one, unless that leaves none
    seen = {str(row.get("id")) for row in _rows(reading, "pieces")}
    others = candidates(state.deck, pyramid)
    unseen = tuple(placed for placed in others if placed.penguin.id not in seen)
    unread = {doubt.slot for doubt in doubts if doubt.slot and not pyramid.at(doubt.slot)}
    known = Knowledge(
        pyramid=pyramid,
        unread=tuple(sorted(unread)),
        unseen=unseen or others,
        doubts=tuple(doubts),
        photo=event.payload["photo"],
        goals=_comparisons(state, state.seat_of(event)),
        version=event.version,
    )
    return state.change(event.payload["seat"], known=known)


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
            event.payload["photo"],
            Pyramid.parse(each["pyramid"], state.deck),
            {**each["reading"], "pieces": pieces},
            tuple(each["box"]),
        )
        for each in event.payload["pyramids"]
    )
    return replace(state, several=several)


def give_pyramid(state: TableState, event: Event) -> TableState | Refusal:
    """Assign a pyramid in the latest photo to a seat, and unassign any other in the same photo."""
    seat, number, several = event.payload["seat"], event.payload["number"], state.several
    if not several or several[0].photo != event.payload["photo"]:
        return Refusal("stale", say("Someone has taken a newer photo. Check again."))
    if number > len(several):
        return Refusal("malformed", say("That pyramid isn't in the photo."))
    one = several[number - 1]
    owner = state.seat(one.seat)
    if owner and owner.id != seat:
        taken = say("That's already {name}'s pyramid. Undo that first.", name=owner.name)
        return Refusal("taken", taken)
    several = tuple(
        replace(each, seat=seat if each is one else None if each.seat == seat else each.seat)
        for each in several
    )
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
    fixed = replace(
        known,
        pyramid=pyramid.put(place, placed),
        unread=tuple(slot for slot in known.unread if slot != place),
        doubts=tuple(doubt for doubt in known.doubts if doubt.slot not in (place, None)),
        by_hand=True,
        levels=None,
        goals=_comparisons(state, seat),
        counts=None,
        version=event.version,
    )
    return state.change(seat.id, known=fixed)


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
        return Refusal(
            "stale", "Someone else just changed this score. Check it before you change it again."
        )
    goals = tuple(sorted(event.payload["goals"].items()))
    typed = None if levels is None else tuple(levels)
    known = replace(seat.known, levels=typed, goals=goals, counts=None, version=event.version)
    return state.change(seat.id, known=known)


def decide(state: TableState, event: Event) -> TableState | Refusal:
    """Set whether a pyramid that breaks a rule counts, until it is read or corrected again."""
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.known.version:
        return Refusal(
            "stale", "Someone else just changed this pyramid. Check it before you decide."
        )
    score = score_of(state, seat)
    if score is None or score.verdict != "illegal":
        return Refusal("not-now", "That pyramid follows the rules, so it counts anyway.")
    known = replace(seat.known, counts=event.payload["counts"], version=event.version)
    return state.change(seat.id, known=known)


_TURN, _VERSION = expecting(round=whole(1), seat=is_text), expecting(version=whole())

KINDS: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("giza", read_deck, lambda state, deck, _: replace(state, deck=deck)),
    "seat.take": seat_kind(PLAYERS[1], take_seat, colour=is_text),
    "seats.order": ORDER,
    "goals.set": Kind({"goals": is_texts, "drawn?": is_bool}, set_goals),
    "chief.give": Kind(
        {"seat": is_text}, lambda state, event: replace(state, chief=event.payload["seat"])
    ),
    "game.start": start_kind(PLAYERS[0], missing=missing),
    "action.choose": Kind(
        {"number": whole(1), "expects": expecting(round=whole(1))}, choose, undo_choice
    ),
    "turn.done": in_play(end_turn, seat=is_text, took=is_bool, expects=_TURN),
    "token.place": Kind({"seat": is_text, "count": whole(1)}, place_token),
    "pyramid.read": Kind(
        {"seat": is_text, "photo": is_text, "pyramid": is_text, "reading": is_object}, read_pyramid
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
        {"photo": is_text, "number": whole(1, MAX_PYRAMIDS), "seat": is_text}, give_pyramid
    ),
    "pyramid.fix": Kind(  # older logs have no "limited"
        {"seat": is_text, "slot": is_slot, "placed": is_placed, "limited?": is_bool}, fix_slot
    ),
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
    "pyramid.count": Kind({"seat": is_text, "counts": is_bool, "expects": _VERSION}, decide),
}
TRACKER = TableTracker(TableState(), KINDS)
