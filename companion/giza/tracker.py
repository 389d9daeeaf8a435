"""The tracker of a giza table: folds events into the state in `table`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.giza.deck import MAX_WEIGHT, PLAYERS, read_deck
from companion.giza.pyramid import WIDTHS
from companion.giza.readings import (
    close_pyramid,
    fix_slot,
    give_pyramid,
    is_slot,
    keep_card,
    read_pyramid,
    read_several,
)
from companion.giza.results import score_of
from companion.giza.scoring import points_by_levels
from companion.giza.state import GOALS_IN_PLAY, LEAD, TRAIN, carry_out, turn_order
from companion.giza.table import Seat, TableState
from companion.language import Phrase, say
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import (
    Form,
    expecting,
    is_any_text,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    whole,
)
from companion.tracking import CHANGED, MOVED_ON, Kind, TableTracker, in_play

# --- forms of payloads ----------------------------------------------------------------------------

MAX_PYRAMIDS = 8  # in one photo
is_photo_pyramid = expecting(  # older logs have a "box"
    **{"pyramid": is_any_text, "reading": is_object, "box?": list_of(whole(), most=4)}
)
is_placed = Form(type="string", maxLength=12)  # a card in notation, "" for an empty slot
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
