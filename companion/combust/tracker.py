"""The tracker of a combust table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `KINDS`. The cards are on the table and stay the players' business;
what the phones hold is in `track_state`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.combust import order
from companion.combust.deck import MAX_PENGUINS, CardNo, Deck, read_deck
from companion.combust.order import MAX_PLAYERS, MIN_PLAYERS, Clan
from companion.combust.track_state import Link, Seat, TableState
from companion.combust.verbs import HIGHEST, LOWEST
from companion.events import Event, Refusal
from companion.language import Phrase, say, say_many
from companion.lobby import DOOR, opening, ordering, starting, taking
from companion.payload import expecting, is_object, is_text, is_texts, list_of, whole
from companion.tracking import Kind, TableTracker, in_play, until_play_goes_on

_STALE_TURN = Refusal("stale", "That turn is over or hasn't started yet.")


# --- before the game ------------------------------------------------------------------------------


def _lay(state: TableState, deck: Deck, _event: Event) -> TableState:
    return replace(state, deck=deck)


def _take(state: TableState, event: Event) -> TableState:
    return replace(state, seats=(*state.seats, Seat(event.payload["seat"], event.payload["name"])))


def _check_dealer(state: TableState, _event: Event) -> Refusal | None:
    return (
        Refusal("not-now", "The first turn has started, so the dealer can't change any more.")
        if state.turn
        else None
    )


def _dealer(state: TableState, event: Event) -> TableState:
    return replace(state, dealer=event.payload["seat"])


def _missing(state: TableState) -> list[str]:
    return [say("the dealer")] if state.dealer is None else []


# --- lines ----------------------------------------------------------------------------------------


def _check_read(state: TableState, event: Event) -> Refusal | None:
    return _check_line(state, event) or _too_many(state, event.payload["cards"])


def _check_line(state: TableState, event: Event) -> Refusal | None:
    if not state.started:
        return Refusal("not-now", "The cards haven't been dealt yet.")
    return Refusal("out", "That clan is extinct.") if event.payload["seat"] in state.out else None


def _read(state: TableState, event: Event) -> TableState:
    cards = tuple(sorted(event.payload["cards"]))
    return state.change(
        event.payload["seat"],
        clan=order.clan(cards),
        cards=cards,
        photo=event.payload["photo"],
        version=event.version,
    )


def _impossible(clan: Clan) -> Phrase:
    return say_many(
        "{n} penguin, the highest {highest}, can't sum to {sum}.",
        "{n} penguins, the highest {highest}, can't sum to {sum}.",
        clan.penguins,
        highest=clan.highest,
        sum=clan.sum,
    )


def _too_many(state: TableState, cards: Sequence[CardNo]) -> Refusal | None:
    """A line holds no more cards of a value than the deck has."""
    copies = {kind.number: kind.copies for kind in state.deck.penguins}
    many = next(
        (card for card in state.deck.abilities if cards.count(card) > copies.get(card, 0)), None
    )
    if many is None:
        return None
    return Refusal(
        "malformed", say("This deck doesn't have that many cards of value {value}.", value=many)
    )


def _check_type(state: TableState, event: Event) -> Refusal | None:
    clan = _typed(event)
    if refusal := _check_line(state, event):
        return refusal
    cards = event.payload.get("cards")
    if not clan.possible or (cards is not None and order.clan(cards) != clan):
        return Refusal("malformed", _impossible(clan))
    if refusal := _too_many(state, cards or ()):
        return refusal
    if event.payload["expects"]["version"] != state.seat_of(event).version:
        return Refusal(
            "stale", "Someone else just changed this line. Check it before you change it again."
        )
    return None


def _typed(event: Event) -> Clan:
    return Clan(event.payload["sum"], event.payload["penguins"], event.payload["highest"])


def _type(state: TableState, event: Event) -> TableState:
    """The sum, and the cards where they were tapped one by one."""
    cards = event.payload.get("cards")
    known = None if cards is None else tuple(sorted(cards))
    return state.change(
        event.payload["seat"], clan=_typed(event), cards=known, photo=None, version=event.version
    )


def _check_begin(state: TableState, _event: Event) -> Refusal | None:
    if state.phase != "lines":
        return Refusal("not-now", "The first turn can start only once, after the cards are dealt.")
    missing = [seat.name for seat in state.seats if seat.clan is None]
    if not missing:
        return None
    return Refusal("not-now", say("Lines still missing: {names}.", names=", ".join(missing)))


def _begin(state: TableState, _event: Event) -> TableState:
    """The lowest sum starts (combust R2)."""
    sums = {seat.id: seat.clan.sum for seat in state.seats if seat.clan}
    first = order.first_player(sums, state.dealer or state.clockwise[0], state.clockwise)
    return replace(state, turn=1, active=first)


# --- turns ----------------------------------------------------------------------------------------


def _check_play(state: TableState, event: Event) -> Refusal | None:
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "No card can be played right now.")
    if event.payload["expects"] != {"turn": state.turn, "chain": len(state.chain)}:
        return Refusal("stale", "Someone was quicker. Check which card is being played.")
    if event.payload["seat"] in state.out:
        return Refusal("out", "That clan is extinct.")
    return (
        None
        if event.payload["card"] in state.deck.abilities
        else Refusal("malformed", "This deck doesn't have that card.")
    )


def _play(state: TableState, event: Event) -> TableState:
    return replace(state, chain=(*state.chain, Link(event.payload["seat"], event.payload["card"])))


def _check_verb(state: TableState, event: Event) -> Refusal | None:
    if not state.chain:
        return Refusal("not-now", "No card is being played.")
    here = {"turn": state.turn, "chain": len(state.chain), "done": state.chain[-1].done}
    return (
        None
        if event.payload["expects"] == here
        else Refusal("stale", "That part of the card is already done.")
    )


def _verb(state: TableState, _event: Event) -> TableState:
    """The next verb of the innermost card is done; a card without any left leaves the chain
    (combust R5).
    """
    *outer, link = state.chain
    link = replace(link, done=link.done + 1)
    left = len(state.deck.abilities[link.card]) - link.done
    return replace(state, chain=(*outer, link) if left else tuple(outer))


def _check_out(state: TableState, event: Event) -> Refusal | None:
    seats = set(event.payload["seats"])
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "No clan can go extinct right now.")
    if not seats or not seats <= set(state.living):
        return Refusal("stale", "Choose players who are still in the game.")
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
        return Refusal("not-now", "The deck can run out only once, and only during a turn.")
    return None


def _empty(state: TableState, _event: Event) -> TableState:
    return replace(state, deck_empty=True)


def _check_done(state: TableState, event: Event) -> Refusal | None:
    if state.phase not in ("turns", "last") or event.payload["expects"] != {"turn": state.turn}:
        return _STALE_TURN
    return Refusal("not-now", "Finish the current card first.") if state.chain else None


def _done(state: TableState, _event: Event) -> TableState:
    """The next one's turn; after an empty deck the last round, and then the lines are counted
    (combust R7). Nobody has kept them up to date, so each is asked for again; the cards that were
    known are what a phone begins with.
    """
    active = state.active or state.clockwise[0]
    if state.round is not None:
        left = tuple(seat for seat in state.round if seat != active)
    elif state.deck_empty:
        left = order.last_round(active, state.clockwise, state.out)
    else:
        return replace(
            state, turn=state.turn + 1, active=order.next_living(active, state.clockwise, state.out)
        )
    if left:
        return replace(state, turn=state.turn + 1, active=left[0], round=left)
    seats = tuple(replace(seat, clan=None, photo=None, version=0) for seat in state.seats)
    return replace(state, seats=seats, active=None, round=())


# --- the table of kinds ---------------------------------------------------------------------------

_CARDS = list_of(whole(LOWEST, HIGHEST), MAX_PENGUINS)
_TURN, _CARD = expecting(turn=whole()), expecting(turn=whole(), chain=whole())
_VERB, _VERSION = expecting(turn=whole(), chain=whole(), done=whole()), expecting(version=whole())

KINDS: Mapping[str, Kind[TableState]] = {
    **DOOR,
    "table.open": opening("combust", read_deck, _lay),
    "seat.take": taking(MAX_PLAYERS, _take),
    "seats.order": ordering(),
    "dealer.give": Kind({"seat": is_text}, _check_dealer, _dealer, until_play_goes_on),
    "game.start": starting(MIN_PLAYERS, missing=_missing),
    "line.read": in_play(
        _check_read, _read, seat=is_text, photo=is_text, cards=_CARDS, reading=is_object
    ),
    "line.type": in_play(  # older logs know the sum alone
        _check_type,
        _type,
        **{
            "seat": is_text,
            "sum": whole(),
            "penguins": whole(),
            "highest": whole(),
            "cards?": _CARDS,
            "expects": _VERSION,
        },
    ),
    "turns.begin": in_play(_check_begin, _begin),
    "card.play": in_play(_check_play, _play, seat=is_text, card=whole(), expects=_CARD),
    "verb.done": in_play(_check_verb, _verb, expects=_VERB),
    "clan.out": in_play(_check_out, _out, seats=is_texts),
    "deck.empty": in_play(_check_empty, _empty),
    "turn.done": in_play(_check_done, _done, expects=_TURN),
}
TRACKER = TableTracker(TableState(), KINDS)
check, fold = TRACKER.check, TRACKER.fold
