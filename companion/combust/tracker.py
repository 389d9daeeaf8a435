"""The tracker of a combust table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `_KINDS`: a check, which names the reason against it, and an effect. The cards
are on the table and stay the players' business; what the phones hold is in `track_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion import events
from companion.combust import order
from companion.combust.deck import Deck, read_deck
from companion.combust.order import MAX_PLAYERS, MIN_PLAYERS, Clan
from companion.combust.track_payload import malformed
from companion.combust.track_state import Link, Seat, TableState
from companion.errors import DeckError
from companion.events import Event, Refusal

START = TableState()
_MOVES_ON = ("game.start", "turns.begin", "turn.done", "clan.out", "deck.empty")


def fold(log: Sequence[Event]) -> TableState:
    """The table after any sequence of events; what makes no sense in its place changes nothing."""
    return events.fold(TRACKER, log)


def check(state: TableState, event: Event) -> Refusal | None:
    """Why `event` can not come next (an undo is the log's business, see `events.Log`); None when it can."""
    if refusal := malformed(event.kind, event.payload):
        return refusal
    if event.kind != "table.open" and not state.deck.penguins:
        return Refusal("not-now", "There is no table yet.")
    if "seat" in event.payload and event.kind != "seat.take" and state.seat(event.payload["seat"]) is None:
        return Refusal("malformed", "Nobody sits on that seat.")
    return _KINDS[event.kind].check(state, event)


def apply(state: TableState, event: Event) -> TableState:
    """The state after an event that `check` lets pass."""
    after = _KINDS[event.kind].apply(state, event)
    return replace(after, moved=event.version) if event.kind in _MOVES_ON else after


def can_undo(state: TableState, event: Event) -> Refusal | None:
    """Why this event is never taken back in the present `state`; None when it may be."""
    if event.kind == "table.open":
        return Refusal("undo", "The opening of a table stays.")
    if event.kind == "seat.take" and state.started:
        return Refusal("undo", "A seat stays once the game has started.")
    if event.kind in _MOVES_ON and event.version < state.moved:
        return Refusal("undo", "Play has gone on since: take back what came after it first.")
    return None


class _Tracker:
    """Combust's row for `events.Log`."""

    def start(self) -> TableState:
        return START

    def check(self, state: TableState, event: Event) -> Refusal | None:
        return check(state, event)

    def apply(self, state: TableState, event: Event) -> TableState:
        return apply(state, event)

    def can_undo(self, state: TableState, event: Event) -> Refusal | None:
        return can_undo(state, event)


TRACKER: events.Tracker[TableState] = _Tracker()
_LOBBY_ONLY = Refusal("locked", "The game has started: nobody can sit down or change places any more.")
_STALE_TURN = Refusal("stale", "That turn is over, or has not come yet.")


# --- before the game -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _deck(text: str) -> Deck | None:
    try:
        return read_deck(text, "deck")
    except DeckError:
        return None


def _check_open(state: TableState, event: Event) -> Refusal | None:
    if state.deck.penguins:
        return Refusal("not-now", "This table is open already.")
    if event.payload["game"] != "combust" or _deck(event.payload["deck"]) is None:
        return Refusal("malformed", "That is no combust deck.")
    return None


def _open(state: TableState, event: Event) -> TableState:
    return replace(state, deck=_deck(event.payload["deck"]) or state.deck)


def _check_take(state: TableState, event: Event) -> Refusal | None:
    seat, name = event.payload["seat"], event.payload["name"]
    if state.started:
        return _LOBBY_ONLY
    if len(state.seats) >= MAX_PLAYERS:
        return Refusal("full", f"All {MAX_PLAYERS} seats are taken.")
    if state.seat(seat) or any(other.name.casefold() == name.casefold() for other in state.seats):
        return Refusal("taken", f"Somebody here is called {name} already: pick another name.")
    return None


def _take(state: TableState, event: Event) -> TableState:
    return replace(state, seats=(*state.seats, Seat(event.payload["seat"], event.payload["name"])))


def _check_order(state: TableState, event: Event) -> Refusal | None:
    if state.started:
        return _LOBBY_ONLY
    if sorted(event.payload["order"]) != sorted(state.clockwise):
        return Refusal("stale", "Somebody has sat down or left meanwhile: look again and put all seats in order.")
    return None


def _order(state: TableState, event: Event) -> TableState:
    places = {seat: place for place, seat in enumerate(event.payload["order"])}
    return replace(state, seats=tuple(sorted(state.seats, key=lambda seat: places[seat.id])))


def _check_dealer(state: TableState, _event: Event) -> Refusal | None:
    return Refusal("not-now", "The first turn has begun: it no longer matters who dealt.") if state.turn else None


def _dealer(state: TableState, event: Event) -> TableState:
    return replace(state, dealer=event.payload["seat"])


def _check_start(state: TableState, _event: Event) -> Refusal | None:
    if state.started:
        return Refusal("not-now", "The game has started already.")
    missing = [
        *([f"at least {MIN_PLAYERS} players"] if len(state.seats) < MIN_PLAYERS else []),
        *(["who deals"] if state.dealer is None else []),
    ]
    return Refusal("not-now", f"Still missing: {' and '.join(missing)}.") if missing else None


def _start(state: TableState, _event: Event) -> TableState:
    return replace(state, started=True)


# --- lines -----------------------------------------------------------------------------------------------------------


def _check_read(state: TableState, event: Event) -> Refusal | None:
    cards, kinds = event.payload["cards"], state.deck.abilities
    if refusal := _check_line(state, event):
        return refusal
    copies = {kind.number: kind.copies for kind in state.deck.penguins}
    many = next((card for card in kinds if cards.count(card) > copies.get(card, 0)), None)
    return Refusal("malformed", f"There are not that many cards of {many} in this deck.") if many else None


def _check_line(state: TableState, event: Event) -> Refusal | None:
    if not state.started:
        return Refusal("not-now", "The cards are not dealt yet.")
    return Refusal("out", "That clan is out of the game.") if event.payload["seat"] in state.out else None


def _read(state: TableState, event: Event) -> TableState:
    cards = tuple(sorted(event.payload["cards"]))
    return state.change(
        event.payload["seat"], clan=order.clan(cards), cards=cards, photo=event.payload["photo"], version=event.version
    )


def _check_type(state: TableState, event: Event) -> Refusal | None:
    clan, seat = _typed(event), state.seat(event.payload["seat"])
    if refusal := _check_line(state, event):
        return refusal
    if not clan.possible:
        return Refusal("malformed", f"{clan.penguins} penguins, the highest {clan.highest}, can not sum to {clan.sum}.")
    if seat is None or event.payload["expects"]["version"] != seat.version:
        return Refusal("stale", "Somebody has changed this line meanwhile: look again before you type over it.")
    return None


def _typed(event: Event) -> Clan:
    return Clan(event.payload["sum"], event.payload["penguins"], event.payload["highest"])


def _type(state: TableState, event: Event) -> TableState:
    return state.change(event.payload["seat"], clan=_typed(event), cards=None, photo=None, version=event.version)


def _check_begin(state: TableState, _event: Event) -> Refusal | None:
    if state.phase != "lines":
        return Refusal("not-now", "The first turn begins once the cards are dealt, and only once.")
    missing = [seat.name for seat in state.seats if seat.clan is None]
    return Refusal("not-now", f"Still missing: the line of {', '.join(missing)}.") if missing else None


def _begin(state: TableState, _event: Event) -> TableState:
    """The lowest sum starts (combust R2)."""
    sums = {seat.id: seat.clan.sum for seat in state.seats if seat.clan}
    first = order.first_player(sums, state.dealer or state.clockwise[0], state.clockwise)
    return replace(state, turn=1, active=first)


# --- turns -----------------------------------------------------------------------------------------------------------


def _check_play(state: TableState, event: Event) -> Refusal | None:
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "Nobody plays a card now.")
    if event.payload["expects"] != {"turn": state.turn, "chain": len(state.chain)}:
        return Refusal("stale", "Somebody was quicker: look which card is being carried out.")
    if event.payload["seat"] in state.out:
        return Refusal("out", "That clan is out of the game.")
    return None if event.payload["card"] in state.deck.abilities else Refusal("malformed", "There is no such card.")


def _play(state: TableState, event: Event) -> TableState:
    return replace(state, chain=(*state.chain, Link(event.payload["seat"], event.payload["card"])))


def _check_verb(state: TableState, event: Event) -> Refusal | None:
    if not state.chain:
        return Refusal("not-now", "No card is being carried out.")
    here = {"turn": state.turn, "chain": len(state.chain), "done": state.chain[-1].done}
    return None if event.payload["expects"] == here else Refusal("stale", "That part of the card is done already.")


def _verb(state: TableState, _event: Event) -> TableState:
    """The next verb of the innermost card is done; a card without any left leaves the chain (combust R5)."""
    *outer, link = state.chain
    link = replace(link, done=link.done + 1)
    left = len(state.deck.abilities[link.card]) - link.done
    return replace(state, chain=(*outer, link) if left else tuple(outer))


def _check_out(state: TableState, event: Event) -> Refusal | None:
    seats = set(event.payload["seats"])
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "Nobody goes out now.")
    if not seats or not seats <= set(state.living):
        return Refusal("stale", "Name players who are still in the game.")
    return None


def _out(state: TableState, event: Event) -> TableState:
    """They go out together (combust R6); cards of theirs that were being carried out are over."""
    seats = set(event.payload["seats"])
    group = tuple(seat for seat in state.clockwise if seat in seats)
    chain = tuple(link for link in state.chain if link.seat not in seats)
    left = (
        None
        if state.round is None
        else tuple(seat for seat in state.round if seat not in seats or seat == state.active)
    )
    return replace(state, gone=(*state.gone, group), chain=chain, round=left)


def _check_empty(state: TableState, _event: Event) -> Refusal | None:
    if state.phase != "turns" or state.deck_empty:
        return Refusal("not-now", "The deck runs out once, and during a turn.")
    return None


def _empty(state: TableState, _event: Event) -> TableState:
    return replace(state, deck_empty=True)


def _check_done(state: TableState, event: Event) -> Refusal | None:
    if state.phase not in ("turns", "last") or event.payload["expects"] != {"turn": state.turn}:
        return _STALE_TURN
    return Refusal("not-now", "First finish the card that is being carried out.") if state.chain else None


def _done(state: TableState, _event: Event) -> TableState:
    """The next one's turn; after an empty deck the last round, and then the lines are counted anew (combust R7)."""
    active = state.active or state.clockwise[0]
    if state.round is not None:
        left = tuple(seat for seat in state.round if seat != active)
    elif state.deck_empty:
        left = order.last_round(active, state.clockwise, state.out)
    else:
        return replace(state, turn=state.turn + 1, active=order.next_living(active, state.clockwise, state.out))
    if left:
        return replace(state, turn=state.turn + 1, active=left[0], round=left)
    seats = tuple(replace(seat, clan=None, cards=None, photo=None, version=0) for seat in state.seats)
    return replace(state, seats=seats, active=None, round=())


# --- the table of kinds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    check: Callable[[TableState, Event], Refusal | None]
    apply: Callable[[TableState, Event], TableState]


_KINDS: Mapping[str, _Kind] = {
    "table.open": _Kind(_check_open, _open),
    "seat.take": _Kind(_check_take, _take),
    "seats.order": _Kind(_check_order, _order),
    "dealer.give": _Kind(_check_dealer, _dealer),
    "game.start": _Kind(_check_start, _start),
    "line.read": _Kind(_check_read, _read),
    "line.type": _Kind(_check_type, _type),
    "turns.begin": _Kind(_check_begin, _begin),
    "card.play": _Kind(_check_play, _play),
    "verb.done": _Kind(_check_verb, _verb),
    "clan.out": _Kind(_check_out, _out),
    "deck.empty": _Kind(_check_empty, _empty),
    "turn.done": _Kind(_check_done, _done),
}
