"""The tracker of a giza table: folds events into the state in `table`.

The cards are on a real table, where players see to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.errors import NotationError
from companion.events import Event, Refusal
from companion.giza.deck import MAX_WEIGHT, Deck, Goal, read_deck
from companion.giza.doubt import candidates
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, Slot, parse_placed
from companion.giza.scoring import Levels, points_by_levels
from companion.giza.state import GOALS_IN_PLAY, LEAD, TRAIN, carry_out, turn_order
from companion.giza.table import (
    MAX_SEATS,
    MIN_SEATS,
    Doubt,
    GroupPhoto,
    Knowledge,
    PhotoPyramid,
    Seat,
    TableState,
    score_of,
)
from companion.language import Phrase, from_data, say, say_many
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import (
    Payload,
    expecting,
    form,
    is_any_text,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    whole,
)
from companion.tracking import MOVED_ON, Kind, TableTracker, in_play, no_objection

# --- forms of payloads ----------------------------------------------------------------------------

MAX_CARD = 12  # characters of a card in notation
MAX_PYRAMIDS = 8  # in one photo
is_photo_pyramid = expecting(pyramid=is_any_text, box=list_of(whole(), most=4), reading=is_object)
_is_points, _is_weight = whole(), whole(0, MAX_WEIGHT)


@form(type="string", maxLength=MAX_CARD)
def is_placed(value: object) -> bool:
    """Return whether a value may be a card in notation, or "" for an empty slot."""
    return isinstance(value, str) and len(value) <= MAX_CARD


@form(enum=[[*slot] for slot in SLOTS])
def is_slot(value: object) -> bool:
    """Return whether a value is a slot, written as for `slot`."""
    return slot(value) is not None


@form(type=["array", "null"], items=_is_weight.schema, minItems=len(WIDTHS), maxItems=len(WIDTHS))
def is_levels(value: object) -> bool:
    """Return whether a value is a list of points of the four levels (giza R11), or None."""
    if isinstance(value, (list, tuple)):
        return len(value) == len(WIDTHS) and all(map(_is_weight, value))
    return value is None


@form(type="object", propertyNames=is_text.schema, additionalProperties=_is_points.schema)
def is_goals(value: object) -> bool:
    """Return whether a value maps goals to points."""
    return isinstance(value, Mapping) and all(
        is_text(goal) and _is_points(n) for goal, n in value.items()
    )


def slot(value: object) -> Slot | None:
    """Return the slot written as [level, place]; None for anything else.

    >>> slot([3, 0]), slot([3, 1]), slot([True, 0])
    ((3, 0), None, None)
    """
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(map(_is_points, value)):
        return None
    pair = (value[0], value[1])
    return pair if pair in SLOTS else None


# --- before the game ------------------------------------------------------------------------------


def check_colour(state: TableState, event: Event) -> Refusal | None:
    """Allow only a colour of this deck that no other player has."""
    colour = event.payload["colour"]
    if colour not in {player.id for player in state.deck.players}:
        return Refusal("malformed", "This game doesn't have that colour.")
    if any(other.colour == colour for other in state.seats):
        return Refusal("taken", "Someone already has that colour. Pick another.")
    return None


def take_seat(state: TableState, event: Event) -> TableState:
    """Add a player with a colour."""
    seat = Seat(event.payload["seat"], event.payload["name"], event.payload["colour"])
    return replace(state, seats=(*state.seats, seat))


def check_goals(state: TableState, event: Event) -> Refusal | None:
    """Allow three goals of this deck (giza R1)."""
    goals = event.payload["goals"]
    if len(goals) != GOALS_IN_PLAY or not set(goals) <= set(state.deck.goals_by_id):
        wanted = say("Choose {n} different goals from this deck.", n=GOALS_IN_PLAY)
        return Refusal("malformed", wanted)
    return None


def missing(state: TableState) -> list[str]:
    """Return what must still be chosen before the game can start."""
    absent: list[str] = []
    if not state.goal_ids:
        absent.append(say("three goals"))
    if state.seat(state.chief) is None:
        absent.append(say("the youngest player, who gets the Chief"))
    return absent


# --- rounds ---------------------------------------------------------------------------------------


def check_choose(state: TableState, event: Event) -> Refusal | None:
    """Allow players to choose an action in hand before the reveal (giza R3, R4)."""
    seat = state.seat(event.actor)
    if seat is None:
        return Refusal("not-yours", "Only players at the table can choose an action.")
    if state.phase != "choose" or event.payload["expects"]["round"] != state.round:
        return Refusal("stale", "That round's cards have already been revealed.")
    if event.payload["number"] not in seat.hand:
        absent = say("Action {number} isn't in your hand.", number=event.payload["number"])
        return Refusal("not-in-hand", absent)
    return None


def choose(state: TableState, event: Event) -> TableState:
    """Set a choice; once all have chosen, reveal them and fix the order (giza R3).

    The revealed actions leave the hands (R4).
    """
    state = state.change(event.actor, chosen=event.payload["number"])
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


def check_turn(state: TableState, event: Event) -> Refusal | None:
    """Allow the end of the turn being played, with a token only if one is left (giza R10)."""
    active, payload = state.active, event.payload
    if active is None or payload["expects"] != {"round": state.round, "seat": active.seat}:
        return Refusal("stale", "That turn is over or hasn't started yet.")
    if payload["seat"] != active.seat:
        return Refusal("stale", "It's someone else's turn.")
    there = state.supply or state.seat_of(event).trained
    if payload["took"] and active.number == TRAIN and not there:
        return Refusal("no-token", "No strength tokens are left. End your turn without one.")
    return None


def end_turn(state: TableState, event: Event) -> TableState:
    """End a turn, and after the last one the round (giza R2, R9)."""
    seat, number = state.seat_of(event), state.active.number if state.active else 0
    took = event.payload["took"]
    gained = int(took and number == TRAIN and not seat.trained)
    out = carry_out(seat.out, number)
    after = state.change(seat.id, done=True, out=out, tokens=seat.tokens + gained, trained=False)
    after = replace(after, chief=seat.id if took and number == LEAD else state.chief)
    if after.active:
        return after
    seats = tuple(replace(seat, chosen=None, done=False) for seat in after.seats)
    return replace(after, seats=seats, order=(), rounds_done=state.rounds_done + 1)


def check_token(state: TableState, event: Event) -> Refusal | None:
    """Allow placing the tokens in hand, and the one from #5 in the player's own turn."""
    seat = state.seat_of(event)
    if event.payload["count"] > seat.tokens + state.may_train(seat.id):
        return Refusal("no-token", "You don't have that many strength tokens.")
    return None


def place_token(state: TableState, event: Event) -> TableState:
    """Place tokens; a count of one more than in hand uses the one from #5 (giza R5, R10)."""
    seat, count = state.seat_of(event), event.payload["count"]
    trains = count > seat.tokens
    return state.change(
        seat.id,
        tokens=seat.tokens + trains - count,
        placed=seat.placed + count,
        trained=seat.trained or trains,
    )


# --- pyramids and scores --------------------------------------------------------------------------


def check_read(state: TableState, event: Event) -> None:
    """Allow a pyramid of this deck; raises `NotationError`."""
    Pyramid.parse(event.payload["pyramid"], state.deck)


def check_several(state: TableState, event: Event) -> None:
    """Allow pyramids of this deck; raises `NotationError`."""
    for each in event.payload["pyramids"]:
        Pyramid.parse(each["pyramid"], state.deck)


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
    known = Knowledge(
        pyramid=pyramid,
        unread=_unread(reading, pyramid, state.deck),
        doubts=tuple(doubts),
        photo=event.payload["photo"],
        goals=_comparisons(state, state.seat_of(event)),
        version=event.version,
    )
    return state.change(event.payload["seat"], known=known)


def read_several(state: TableState, event: Event) -> TableState:
    """Keep a photo of several pyramids; scores change only when someone assigns them."""
    pieces = event.payload["pieces"]
    pyramids = tuple(
        PhotoPyramid(
            Pyramid.parse(each["pyramid"], state.deck),
            {**each["reading"], "pieces": pieces},
            tuple(each["box"]),
        )
        for each in event.payload["pyramids"]
    )
    return replace(state, several=GroupPhoto(event.payload["photo"], pyramids))


def check_give(state: TableState, event: Event) -> Refusal | None:
    """Allow a pyramid in the latest photo that isn't another player's."""
    several, number = state.several, event.payload["number"]
    if several is None or several.photo != event.payload["photo"]:
        return Refusal("stale", say("Someone has taken a newer photo. Check again."))
    if number > len(several.pyramids):
        return Refusal("malformed", say("That pyramid isn't in the photo."))
    owner = state.seat(several.pyramids[number - 1].seat)
    if owner and owner.id != event.payload["seat"]:
        taken = say("That's already {name}'s pyramid. Undo that first.", name=owner.name)
        return Refusal("taken", taken)
    return None


def give_pyramid(state: TableState, event: Event) -> TableState:
    """Assign a pyramid to a seat, and unassign any other in the same photo."""
    seat, number, several = event.payload["seat"], event.payload["number"], state.several
    if several is None:
        return state
    pyramids = tuple(
        replace(each, seat=seat if at == number else None if each.seat == seat else each.seat)
        for at, each in enumerate(several.pyramids, 1)
    )
    one, state = pyramids[number - 1], replace(state, several=replace(several, pyramids=pyramids))
    return _learn(state, event, one.pyramid, one.reading)


def check_fix(state: TableState, event: Event) -> Refusal | None:
    """Allow a card of this deck that is in no other slot, with no more tokens than there are."""
    text, place = event.payload["placed"], slot(event.payload["slot"])
    if not text:
        return None
    placed = parse_placed(text, state.deck)
    pyramid = state.seat_of(event).known.pyramid or Pyramid()
    before = pyramid.at(place) if place else None
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
    return None


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


def fix_slot(state: TableState, event: Event) -> TableState:
    """Correct one slot by hand."""
    seat, place, text = state.seat_of(event), slot(event.payload["slot"]), event.payload["placed"]
    if place is None:
        return state
    known = seat.known
    fixed = replace(
        known,
        pyramid=(known.pyramid or Pyramid()).put(
            place, parse_placed(text, state.deck) if text else None
        ),
        unread=tuple((s, options) for s, options in known.unread if s != place),
        doubts=tuple(doubt for doubt in known.doubts if doubt.slot not in (place, None)),
        by_hand=True,
        levels=None,
        goals=_comparisons(state, seat),
        counts=None,
        version=event.version,
    )
    return state.change(seat.id, known=fixed)


def _comparisons(state: TableState, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the typed points of comparisons, which a new reading of one pyramid doesn't change."""
    goals = state.deck.goals_by_id
    return tuple((goal, points) for goal, points in seat.known.goals if goals[goal].compares)


# --- a photo's reading ----------------------------------------------------------------------------


def _rows(reading: Payload, key: str) -> list[Payload]:
    """Return the objects in a list of a photo's reading; other items are dropped."""
    rows = reading.get(key)
    if not isinstance(rows, (list, tuple)):
        return []
    return [row for row in rows if isinstance(row, Mapping)]


def _unread(
    reading: Payload, pyramid: Pyramid, deck: Deck
) -> tuple[tuple[Slot, tuple[Placed, ...]], ...]:
    """Return the slots that are occupied but unread, with their candidates.

    A penguin that the photo shows elsewhere isn't a candidate, unless that leaves none.
    """
    seen = {str(row.get("id")) for row in _rows(reading, "pieces")}
    everything = candidates(deck, pyramid)
    unseen = tuple(placed for placed in everything if placed.penguin.id not in seen)
    unread: dict[Slot, tuple[Placed, ...]] = {}
    for row in _rows(reading, "unsure"):
        place = slot(row.get("slot"))
        if place is not None and pyramid.at(place) is None:
            unread[place] = _candidates(row.get("candidates"), deck) or unseen or everything
    return tuple(sorted(unread.items(), key=lambda item: item[0]))


def _candidates(names: object, deck: Deck) -> tuple[Placed, ...]:
    try:
        listed = names if isinstance(names, (list, tuple)) else ()
        return tuple(parse_placed(str(text), deck) for text in listed)
    except NotationError:
        return ()


# --- typed scores and decisions -------------------------------------------------------------------


def check_type(state: TableState, event: Event) -> Refusal | None:
    """Allow points that the goals can give, if the sender saw the latest score."""
    goals = state.deck.goals_by_id
    for name, points in event.payload["goals"].items():
        if name not in state.goal_ids:
            return Refusal("malformed", "That goal isn't in this game.")
        goal = goals[name]
        if points not in (0, goal.points):
            values = {"goal": Phrase(goal.name), "points": goal.points}
            return Refusal("malformed", say("{goal} is worth 0 or {points} points.", **values))
        if event.payload.get("agreeing") and (
            reason := _contradiction(goal, points, event.payload["levels"])
        ):
            return Refusal("malformed", reason)
    if event.payload["expects"]["version"] != state.seat_of(event).known.version:
        return Refusal(
            "stale", "Someone else just changed this score. Check it before you change it again."
        )
    return None


def _contradiction(goal: Goal, points: int, levels: Levels | None) -> Phrase | None:
    """Return why typed levels contradict a goal's points (giza R11, R12); None if they don't."""
    due = None if levels is None else points_by_levels(goal, levels)
    if due is None or due == points:
        return None
    name = Phrase(goal.name)
    if due:
        return say("These levels meet {goal}. Tap it, or correct a level.", goal=name)
    return say("These levels don't meet {goal}. Deselect it, or correct a level.", goal=name)


def type_score(state: TableState, event: Event) -> TableState:
    """Set typed points for goals, and for levels if given."""
    seat, levels = state.seat_of(event), event.payload["levels"]
    goals = tuple(sorted(event.payload["goals"].items()))
    typed = None if levels is None else (levels[0], levels[1], levels[2], levels[3])
    known = replace(seat.known, levels=typed, goals=goals, counts=None, version=event.version)
    return state.change(seat.id, known=known)


def check_count(state: TableState, event: Event) -> Refusal | None:
    """Allow a decision about a pyramid that breaks a rule, if the sender saw the latest one."""
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.known.version:
        return Refusal(
            "stale", "Someone else just changed this pyramid. Check it before you decide."
        )
    score = score_of(state, seat)
    if score is None or score.verdict != "illegal":
        return Refusal("not-now", "That pyramid follows the rules, so it counts anyway.")
    return None


def decide(state: TableState, event: Event) -> TableState:
    """Set whether an illegal pyramid counts, until it is read or corrected again."""
    seat = state.seat_of(event)
    known = replace(seat.known, counts=event.payload["counts"], version=event.version)
    return state.change(seat.id, known=known)


# --- the table of kinds ---------------------------------------------------------------------------

_TURN = expecting(round=whole(1), seat=is_text)

KINDS: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("giza", read_deck, lambda state, deck, _: replace(state, deck=deck)),
    "seat.take": seat_kind(MAX_SEATS, take_seat, refuse=check_colour, colour=is_text),
    "seats.order": ORDER,
    "goals.set": Kind(
        {"goals": is_texts, "drawn?": is_bool},
        check_goals,
        lambda state, event: replace(state, goal_ids=tuple(event.payload["goals"])),
    ),
    "chief.give": Kind(
        {"seat": is_text},
        no_objection,
        lambda state, event: replace(state, chief=event.payload["seat"]),
    ),
    "game.start": start_kind(MIN_SEATS, missing=missing),
    "action.choose": Kind(
        {"number": whole(1), "expects": expecting(round=whole(1))},
        check_choose,
        choose,
        undo_choice,
    ),
    "turn.done": in_play(check_turn, end_turn, seat=is_text, took=is_bool, expects=_TURN),
    "token.place": Kind({"seat": is_text, "count": whole(1)}, check_token, place_token),
    "pyramid.read": Kind(
        {"seat": is_text, "photo": is_text, "pyramid": is_text, "reading": is_object},
        check_read,
        read_pyramid,
    ),
    "pyramids.read": Kind(
        {
            "photo": is_text,
            "pyramids": list_of(is_photo_pyramid, MAX_PYRAMIDS),
            "pieces": list_of(is_object),
        },
        check_several,
        read_several,
    ),
    "pyramid.give": Kind(
        {"photo": is_text, "number": whole(1, MAX_PYRAMIDS), "seat": is_text},
        check_give,
        give_pyramid,
    ),
    "pyramid.fix": Kind(  # older logs have no "limited"
        {"seat": is_text, "slot": is_slot, "placed": is_placed, "limited?": is_bool},
        check_fix,
        fix_slot,
    ),
    "score.type": Kind(  # older logs have no "agreeing": goals may contradict levels
        {
            "seat": is_text,
            "levels": is_levels,
            "goals": is_goals,
            "agreeing?": is_bool,
            "expects": expecting(version=whole()),
        },
        check_type,
        type_score,
    ),
    "pyramid.count": Kind(
        {"seat": is_text, "counts": is_bool, "expects": expecting(version=whole())},
        check_count,
        decide,
    ),
}
TRACKER = TableTracker(TableState(), KINDS)
