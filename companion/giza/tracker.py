"""The tracker of a giza table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `KINDS`. The cards are on the table and stay the players' business;
what the phones hold is in `track_state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.errors import NotationError
from companion.events import Event, Refusal
from companion.giza.deck import Deck, Goal, read_deck
from companion.giza.doubt import candidates
from companion.giza.order import GOALS_IN_PLAY, LEAD, TRAIN, carry_out, turn_order
from companion.giza.pyramid import Placed, Pyramid, Slot, parse_placed
from companion.giza.scoring import Levels, points_by_levels
from companion.giza.track_payload import (
    MAX_FOUND,
    is_found,
    is_goals,
    is_levels,
    is_placed,
    is_slot,
)
from companion.giza.track_payload import slot as read_slot
from companion.giza.track_score import score_of
from companion.giza.track_state import (
    MAX_SEATS,
    MIN_SEATS,
    Doubt,
    Found,
    Known,
    Seat,
    Several,
    TableState,
)
from companion.language import Phrase, from_data, say, say_many
from companion.lobby import DOOR, opening, ordering, starting, taking
from companion.payload import (
    Payload,
    expecting,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    whole,
)
from companion.tracking import BUILT_ON, Kind, TableTracker, in_play, no_objection

# --- before the game ------------------------------------------------------------------------------


def _lay(state: TableState, deck: Deck, _event: Event) -> TableState:
    return replace(state, deck=deck)


def _refuse_colour(state: TableState, event: Event) -> Refusal | None:
    colour = event.payload["colour"]
    if colour not in {player.id for player in state.deck.players}:
        return Refusal("malformed", "This game doesn't have that colour.")
    if any(other.colour == colour for other in state.seats):
        return Refusal("taken", "Someone already has that colour. Pick another.")
    return None


def _take(state: TableState, event: Event) -> TableState:
    seat = Seat(event.payload["seat"], event.payload["name"], event.payload["colour"])
    return replace(state, seats=(*state.seats, seat))


def _check_goals(state: TableState, event: Event) -> Refusal | None:
    goals = event.payload["goals"]
    if len(goals) != GOALS_IN_PLAY or not set(goals) <= set(state.deck.goals_by_id):
        return Refusal(
            "malformed", say("Choose {n} different goals from this deck.", n=GOALS_IN_PLAY)
        )
    return None


def _goals(state: TableState, event: Event) -> TableState:
    return replace(state, goal_ids=tuple(event.payload["goals"]))


def _give_chief(state: TableState, event: Event) -> TableState:
    return replace(state, chief=event.payload["seat"])


def _missing(state: TableState) -> list[str]:
    return [
        *([say("three goals")] if not state.goal_ids else []),
        *(
            [say("the youngest player, who gets the Chief")]
            if state.seat(state.chief) is None
            else []
        ),
    ]


# --- rounds ---------------------------------------------------------------------------------------


def _check_choose(state: TableState, event: Event) -> Refusal | None:
    seat = state.seat(event.actor)
    if seat is None:
        return Refusal("not-yours", "Only players at the table can choose an action.")
    if state.phase != "choose" or event.payload["expects"]["round"] != state.round:
        return Refusal("stale", "That round's cards have already been revealed.")
    if event.payload["number"] not in seat.hand:
        return Refusal(
            "not-in-hand",
            say("Action {number} isn't in your hand.", number=event.payload["number"]),
        )
    return None


def _choose(state: TableState, event: Event) -> TableState:
    chosen = state.change(event.actor, chosen=event.payload["number"])
    return _reveal(chosen) if all(seat.chosen for seat in chosen.seats) else chosen


def _undo_choice(state: TableState, event: Event) -> Refusal | None:
    """Until the first turn of its round; then what it revealed has been played."""
    played = event.payload.get("expects") != {"round": state.round} or any(
        seat.done for seat in state.seats
    )
    return BUILT_ON if played else None


def _reveal(state: TableState) -> TableState:
    """All cards are turned up at once, and the order is fixed (giza R3); what was played is out of
    hand (R4).
    """
    choices = {seat.id: seat.chosen for seat in state.seats if seat.chosen is not None}
    chief = state.chief or state.clockwise[0]
    seats = tuple(replace(seat, out=(*seat.out, choices[seat.id])) for seat in state.seats)
    return replace(state, seats=seats, order=turn_order(choices, chief, state.clockwise))


def _check_turn(state: TableState, event: Event) -> Refusal | None:
    active, payload = state.active, event.payload
    if active is None or payload["expects"] != {"round": state.round, "seat": active.seat}:
        return Refusal("stale", "That turn is over or hasn't started yet.")
    if payload["seat"] != active.seat:
        return Refusal("stale", "It's someone else's turn.")
    if (
        payload["took"]
        and active.number == TRAIN
        and not (state.supply or state.seat_of(event).trained)
    ):
        return Refusal("no-token", "No strength tokens are left. End your turn without one.")
    return None


def _turn(state: TableState, event: Event) -> TableState:
    seat, number = state.seat_of(event), state.active.number if state.active else 0
    took = event.payload["took"]
    gained = int(took and number == TRAIN and not seat.trained)
    out = carry_out(seat.out, number)
    after = state.change(seat.id, done=True, out=out, tokens=seat.tokens + gained, trained=False)
    after = replace(after, chief=seat.id if took and number == LEAD else state.chief)
    return after if after.active else _end_round(after)


def _end_round(state: TableState) -> TableState:
    seats = tuple(replace(seat, chosen=None, done=False) for seat in state.seats)
    return replace(state, seats=seats, order=(), rounds_done=state.rounds_done + 1)


def _check_token(state: TableState, event: Event) -> Refusal | None:
    seat = state.seat_of(event)
    if event.payload["count"] > seat.tokens + state.may_train(seat.id):
        return Refusal("no-token", "You don't have that many strength tokens.")
    return None


def _token(state: TableState, event: Event) -> TableState:
    """One more than there are in hand is that of #5, taken in this turn before it is done (giza R5,
    R10).
    """
    seat, count = state.seat_of(event), event.payload["count"]
    trains = count > seat.tokens
    return state.change(
        seat.id,
        tokens=seat.tokens + trains - count,
        placed=seat.placed + count,
        trained=seat.trained or trains,
    )


# --- pyramids and scores --------------------------------------------------------------------------


def _check_read(state: TableState, event: Event) -> Refusal | None:
    return _no_pyramid(state, [event.payload["pyramid"]])


def _no_pyramid(state: TableState, texts: Iterable[str]) -> Refusal | None:
    try:
        for text in texts:
            Pyramid.parse(text, state.deck)
    except NotationError as error:
        return Refusal("malformed", Phrase(f"{error}."))
    return None


def _read(state: TableState, event: Event) -> TableState:
    pyramid = Pyramid.parse(event.payload["pyramid"], state.deck)
    return _learn(state, event, pyramid, event.payload["reading"])


def _learn(state: TableState, event: Event, pyramid: Pyramid, reading: Payload) -> TableState:
    """What a photo tells of the pyramid of the event's seat, instead of all that was known."""
    known = Known(
        pyramid, _unread(reading, pyramid, state.deck), _doubts(reading), event.payload["photo"],
        goals=_kept_goals(state, state.seat_of(event)), version=event.version,
    )  # fmt: skip
    return state.change(event.payload["seat"], known=known)


def _check_several(state: TableState, event: Event) -> Refusal | None:
    return _no_pyramid(state, (each["pyramid"] for each in event.payload["pyramids"]))


def _several(state: TableState, event: Event) -> TableState:
    """A photo of several pyramids tells nobody's until somebody says whose each is."""
    pieces = event.payload["pieces"]
    found = tuple(
        Found(
            Pyramid.parse(each["pyramid"], state.deck),
            {**each["reading"], "pieces": pieces},
            tuple(each["box"]),
        )
        for each in event.payload["pyramids"]
    )
    return replace(state, several=Several(event.payload["photo"], found))


def _check_give(state: TableState, event: Event) -> Refusal | None:
    several, number = state.several, event.payload["number"]
    if several is None or several.photo != event.payload["photo"]:
        return Refusal("stale", say("Someone has taken a newer photo. Check again."))
    if number > len(several.found):
        return Refusal("malformed", say("That pyramid isn't in the photo."))
    owner = state.seat(several.found[number - 1].seat)
    if owner and owner.id != event.payload["seat"]:
        return Refusal(
            "taken", say("That's already {name}'s pyramid. Undo that first.", name=owner.name)
        )
    return None


def _give(state: TableState, event: Event) -> TableState:
    """The pyramid becomes the seat's; one of the same photo that was its before is
    nobody's again.
    """
    seat, number, several = event.payload["seat"], event.payload["number"], state.several
    if several is None:
        return state
    found = tuple(
        replace(each, seat=seat if at == number else None if each.seat == seat else each.seat)
        for at, each in enumerate(several.found, 1)
    )
    one = found[number - 1]
    return _learn(
        replace(state, several=replace(several, found=found)), event, one.pyramid, one.reading
    )


def _check_fix(state: TableState, event: Event) -> Refusal | None:
    text = event.payload["placed"]
    try:
        placed = parse_placed(text, state.deck) if text else None
    except NotationError as error:
        return Refusal("malformed", Phrase(f"{error}."))
    slot, pyramid = (
        read_slot(event.payload["slot"]),
        state.seat_of(event).known.pyramid or Pyramid(),
    )
    before = pyramid.at(slot) if slot else None
    if placed and (
        refusal := _check_supply(state, event, placed.tokens, before.tokens if before else 0)
    ):
        return refusal
    twin = next(
        (
            s
            for s, cell in pyramid.placed()
            if placed and cell.penguin == placed.penguin and s != slot
        ),
        None,
    )
    if placed and twin:
        return Refusal("twin", _twin(placed.penguin.number, twin))
    return None


def _check_supply(state: TableState, event: Event, tokens: int, before: int) -> Refusal | None:
    """No penguin gets more tokens than there are, and none a further one when all lie in the
    pyramids (giza R10).
    """
    if tokens > state.deck.tokens:
        only = say_many(
            "There is only {n} strength token.",
            "There are only {n} strength tokens.",
            state.deck.tokens,
        )
        return Refusal("malformed", only)
    adds = event.payload.get("limited") and tokens > before
    if not adds or state.laid - before + tokens <= state.deck.tokens:
        return None
    elsewhere = say_many(
        "There is only {n} strength token. Take it off the other penguin first.",
        "There are only {n} strength tokens. Take one off another penguin first.",
        state.deck.tokens,
    )
    return Refusal("no-token", elsewhere)


def _twin(number: int, slot: Slot) -> Phrase:
    return say(
        "Penguin {number} is already on level {level}, place {place}. Clear that place first.",
        number=number,
        level=slot[0] + 1,
        place=slot[1] + 1,
    )


def _fix(state: TableState, event: Event) -> TableState:
    seat, slot, text = (
        state.seat_of(event),
        read_slot(event.payload["slot"]),
        event.payload["placed"],
    )
    if slot is None:
        return state
    placed = parse_placed(text, state.deck) if text else None
    known = seat.known
    fixed = replace(
        known,
        pyramid=(known.pyramid or Pyramid()).put(slot, placed),
        unread=tuple((s, options) for s, options in known.unread if s != slot),
        doubts=tuple(doubt for doubt in known.doubts if doubt.slot not in (slot, None)),
        by_hand=True,
        levels=None,
        goals=_kept_goals(state, seat),
        counts=None,
        version=event.version,
    )
    return state.change(seat.id, known=fixed)


def _kept_goals(state: TableState, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Typed points that a new look at the pyramid does not settle: those of comparisons."""
    goals = state.deck.goals_by_id
    return tuple((goal, points) for goal, points in seat.known.goals if goals[goal].compares)


def _unsure(reading: Payload) -> list[Payload]:
    """The rows of what the photo's reading calls unsure; anything of another shape is left out."""
    rows = reading.get("unsure")
    return (
        [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, (list, tuple)) else []
    )


def _doubts(reading: Payload) -> tuple[Doubt, ...]:
    fields = ("text", "could_change", "remedy")
    rows = _unsure(reading)
    return tuple(
        Doubt(read_slot(row.get("slot")), *(_remark(row.get(f, "")) for f in fields))
        for row in rows
    )


def _remark(data: object) -> str:
    text = from_data(data)
    return text if isinstance(text, Phrase) else str(text)[:300]


def _unread(
    reading: Payload, pyramid: Pyramid, deck: Deck
) -> tuple[tuple[Slot, tuple[Placed, ...]], ...]:
    """The slots that the photo saw occupied and could not read, each with what may lie there."""
    seen = _seen(reading)
    unseen = tuple(placed for placed in candidates(deck, pyramid) if placed.penguin.id not in seen)
    found: dict[Slot, tuple[Placed, ...]] = {}
    for row in _unsure(reading):
        slot = read_slot(row.get("slot"))
        if slot is not None and pyramid.at(slot) is None:
            found[slot] = (
                _candidates(row.get("candidates"), deck) or unseen or candidates(deck, pyramid)
            )
    return tuple(sorted(found.items(), key=lambda item: item[0]))


def _seen(reading: Payload) -> set[str]:
    """The pieces that the photo shows somewhere: none of them is the unread one."""
    rows = reading.get("pieces")
    rows = rows if isinstance(rows, (list, tuple)) else []
    return {str(row.get("id")) for row in rows if isinstance(row, Mapping)}


def _candidates(listed: object, deck: Deck) -> tuple[Placed, ...]:
    try:
        return (
            tuple(parse_placed(str(text), deck) for text in listed)
            if isinstance(listed, (list, tuple))
            else ()
        )
    except NotationError:
        return ()


def _check_type(state: TableState, event: Event) -> Refusal | None:
    goals = state.deck.goals_by_id
    for goal, points in event.payload["goals"].items():
        if goal not in state.goal_ids:
            return Refusal("malformed", "That goal isn't in this game.")
        if points not in (0, goals[goal].points):
            return Refusal("malformed", _gives(goals[goal]))
        if event.payload.get("agreeing") and (
            reason := _contradicts(goals[goal], points, event.payload["levels"])
        ):
            return Refusal("malformed", reason)
    if event.payload["expects"]["version"] != state.seat_of(event).known.version:
        return Refusal(
            "stale", "Someone else just changed this score. Check it before you change it again."
        )
    return None


def _gives(goal: Goal) -> Phrase:
    return say("{goal} is worth 0 or {points} points.", goal=Phrase(goal.name), points=goal.points)


def _contradicts(goal: Goal, points: int, levels: Levels | None) -> Phrase | None:
    """Why typed levels do not go with what was typed of a goal that they decide (giza R11, R12)."""
    due = None if levels is None else points_by_levels(goal, levels)
    if due is None or due == points:
        return None
    if due:
        return say("These levels meet {goal}. Tap it, or correct a level.", goal=Phrase(goal.name))
    return say(
        "These levels don't meet {goal}. Deselect it, or correct a level.", goal=Phrase(goal.name)
    )


def _type(state: TableState, event: Event) -> TableState:
    seat, levels = state.seat_of(event), event.payload["levels"]
    goals = tuple(sorted(event.payload["goals"].items()))
    typed = None if levels is None else (levels[0], levels[1], levels[2], levels[3])
    known = replace(seat.known, levels=typed, goals=goals, counts=None, version=event.version)
    return state.change(seat.id, known=known)


def _check_count(state: TableState, event: Event) -> Refusal | None:
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.known.version:
        return Refusal(
            "stale", "Someone else just changed this pyramid. Check it before you decide."
        )
    score = score_of(state, seat)
    if score is None or score.verdict != "illegal":
        return Refusal("not-now", "That pyramid follows the rules, so it counts anyway.")
    return None


def _count(state: TableState, event: Event) -> TableState:
    """The people at the table decide about a pyramid that breaks a rule; a new look at it asks them
    again.
    """
    seat = state.seat_of(event)
    known = replace(seat.known, counts=event.payload["counts"], version=event.version)
    return state.change(seat.id, known=known)


# --- the table of kinds ---------------------------------------------------------------------------

_TURN = expecting(round=whole(1), seat=is_text)

KINDS: Mapping[str, Kind[TableState]] = {
    **DOOR,
    "table.open": opening("giza", read_deck, _lay),
    "seat.take": taking(MAX_SEATS, _take, refuse=_refuse_colour, colour=is_text),
    "seats.order": ordering(),
    "goals.set": Kind({"goals": is_texts, "drawn?": is_bool}, _check_goals, _goals),
    "chief.give": Kind({"seat": is_text}, no_objection, _give_chief),
    "game.start": starting(MIN_SEATS, missing=_missing),
    "action.choose": Kind(
        {"number": whole(1), "expects": expecting(round=whole(1))},
        _check_choose,
        _choose,
        _undo_choice,
    ),
    "turn.done": in_play(_check_turn, _turn, seat=is_text, took=is_bool, expects=_TURN),
    "token.place": Kind({"seat": is_text, "count": whole(1)}, _check_token, _token),
    "pyramid.read": Kind(
        {"seat": is_text, "photo": is_text, "pyramid": is_text, "reading": is_object},
        _check_read,
        _read,
    ),
    "pyramids.read": Kind(
        {"photo": is_text, "pyramids": list_of(is_found, MAX_FOUND), "pieces": list_of(is_object)},
        _check_several,
        _several,
    ),
    "pyramid.give": Kind(
        {"photo": is_text, "number": whole(1, MAX_FOUND), "seat": is_text}, _check_give, _give
    ),
    "pyramid.fix": Kind(  # older logs do not limit the tokens of all pyramids together
        {"seat": is_text, "slot": is_slot, "placed": is_placed, "limited?": is_bool},
        _check_fix,
        _fix,
    ),
    "score.type": Kind(  # in older logs goals need not go with the levels
        {
            "seat": is_text,
            "levels": is_levels,
            "goals": is_goals,
            "agreeing?": is_bool,
            "expects": expecting(version=whole()),
        },
        _check_type,
        _type,
    ),
    "pyramid.count": Kind(
        {"seat": is_text, "counts": is_bool, "expects": expecting(version=whole())},
        _check_count,
        _count,
    ),
}
TRACKER = TableTracker(TableState(), KINDS)
check, fold = TRACKER.check, TRACKER.fold
