"""The tracker of a combust table: its kinds of events, and the turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.combust import follow
from companion.combust.deck import MAX_PENGUINS, read_deck
from companion.combust.lines import close_line, give_line, read_line, read_lines, type_line
from companion.combust.state import PLAYERS, after, first_player
from companion.combust.table import Link, Seat, TableState
from companion.combust.verbs import HIGHEST, LOWEST
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
    whole,
)
from companion.tracking import Kind, Step, TableTracker, in_play

FOLLOWED = Refusal("not-now", "Every card is followed: enter the one that is played.")


def give_dealer(state: TableState, event: Event) -> TableState | Refusal:
    """Make a player the dealer, before the first turn."""
    if state.turn:
        return Refusal(
            "not-now", "The first turn has started, so the dealer can't change any more."
        )
    return replace(state, dealer=event.payload["seat"])


def begin(state: TableState, event: Event) -> TableState | Refusal:
    """Begin the first turn once every line is known, with the lowest sum (combust R2)."""
    if state.phase != "lines":
        return Refusal("not-now", "The first turn can start only once, after the cards are dealt.")
    missing = [seat.name for seat in state.seats if not seat.settled]
    if missing:
        return Refusal("not-now", say("Lines still missing: {names}.", names=", ".join(missing)))
    sums = {seat.id: seat.clan.sum for seat in state.seats if seat.clan}
    first = first_player(sums, state.dealer or state.clockwise[0], state.clockwise)
    state = replace(state, turn=1, active=first)
    return follow.begin(state, event) if state.following else state


# --- turns ----------------------------------------------------------------------------------------


def by_hand(step: Step[TableState]) -> Step[TableState]:
    """Return a step of a table whose cards aren't followed."""

    def unfollowed(state: TableState, event: Event) -> TableState | Refusal:
        return FOLLOWED if state.follow else step(state, event)

    return unfollowed


def play(state: TableState, event: Event) -> TableState | Refusal:
    """Add a card of a living clan to the chain, which the sender must have seen."""
    seat, card = event.payload["seat"], event.payload["card"]
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "No card can be played right now.")
    if event.payload["expects"] != {"turn": state.turn, "chain": len(state.chain)}:
        return follow.QUICKER
    if seat in state.out:
        return Refusal("out", "That clan is extinct.")
    if card not in state.deck.abilities:
        return Refusal("malformed", "This deck doesn't have that card.")
    return replace(state, chain=(*state.chain, Link(seat, card)))


def finish_verb(state: TableState, event: Event) -> TableState | Refusal:
    """Mark the next verb of the innermost card as done; a finished card leaves the chain (R5)."""
    if not state.chain:
        return Refusal("not-now", "No card is being played.")
    *outer, link = state.chain
    here = {"turn": state.turn, "chain": len(state.chain), "done": link.done}
    if event.payload["expects"] != here:
        return Refusal("stale", "That part of the card is already done.")
    link = replace(link, done=link.done + 1)
    left = len(state.deck.abilities[link.card]) - link.done
    return replace(state, chain=(*outer, link) if left else tuple(outer))


def go_out(state: TableState, event: Event) -> TableState | Refusal:
    """Eliminate living clans together (combust R6); their cards leave the chain."""
    seats, left = set(event.payload["seats"]), state.round
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "No clan can go extinct right now.")
    if not seats or not seats <= set(state.living):
        return Refusal("stale", "Choose players who are still in the game.")
    if state.follow:
        return follow.go_out(state, event)
    group = tuple(seat for seat in state.clockwise if seat in seats)
    chain = tuple(link for link in state.chain if link.seat not in seats)
    if left is not None:
        left = tuple(seat for seat in left if seat not in seats or seat == state.active)
    return replace(state, gone=(*state.gone, group), chain=chain, round=left)


def empty_deck(state: TableState, event: Event) -> TableState | Refusal:
    """Let the deck run out, once, during turns."""
    if state.phase != "turns" or state.deck_empty:
        return Refusal("not-now", "The deck can run out only once, and only during a turn.")
    return follow.empty_deck(state, event) if state.follow else replace(state, deck_empty=True)


def end_turn(state: TableState, event: Event) -> TableState | Refusal:
    """Begin the next turn, with an empty deck the last round, and then the count (combust R7).

    The lines on phones are out of date, so each is entered again, beginning with the cards known.
    """
    if state.phase not in ("turns", "last") or event.payload["expects"] != {"turn": state.turn}:
        return Refusal("stale", "That turn is over or hasn't started yet.")
    if state.chain:
        return Refusal("not-now", "Finish the current card first.")
    active = state.active or state.clockwise[0]
    if state.round is not None:
        left = tuple(seat for seat in state.round if seat != active)
    elif state.deck_empty:
        left = after(active, state.clockwise, state.out)
    else:
        following = after(active, state.clockwise, state.out)[0]
        return replace(state, turn=state.turn + 1, active=following)
    if left:
        return replace(state, turn=state.turn + 1, active=left[0], round=left)
    seats = tuple(
        replace(seat, clan=None, photo=None, version=0, open=False, unread=0)
        for seat in state.seats
    )
    return replace(state, seats=seats, active=None, round=(), several=(), unsure=())


_CARDS = list_of(whole(LOWEST, HIGHEST), MAX_PENGUINS)
_LINE = expecting(**{"cards": _CARDS, "whole": is_bool, "unread?": whole()})

KINDS: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("combust", read_deck, lambda state, deck, _: replace(state, deck=deck)),
    "seat.take": seat_kind(
        PLAYERS[1],
        lambda state, event: replace(
            state, seats=(*state.seats, Seat(event.payload["seat"], event.payload["name"]))
        ),
    ),
    "seats.order": ORDER,
    "dealer.give": in_play(give_dealer, seat=is_text),
    "game.start": start_kind(
        PLAYERS[0], missing=lambda state: [] if state.dealer else [say("the dealer")]
    ),
    "line.read": in_play(  # older logs have no "whole"
        read_line,
        **{
            "seat": is_text,
            "photo": is_text,
            "cards": _CARDS,
            "reading": is_object,
            "whole?": is_bool,
        },
    ),
    "lines.read": in_play(  # older logs have no "unread", nor "clockwise" and "all"
        read_lines,
        **{
            "photo": is_text,
            "lines": list_of(_LINE, PLAYERS[1]),
            "unsure": list_of(is_object),
            "clockwise?": is_bool,
        },
    ),
    "line.give": in_play(
        give_line,
        **{"photo": is_text, "number": whole(1, PLAYERS[1]), "seat": is_text, "all?": is_bool},
    ),
    "line.close": in_play(close_line, seat=is_text, expects=expecting(version=whole())),
    "line.type": in_play(  # older logs have no "cards"
        type_line,
        **{
            "seat": is_text,
            "sum": whole(),
            "penguins": whole(),
            "highest": whole(),
            "cards?": _CARDS,
            "expects": expecting(version=whole()),
        },
    ),
    "turns.begin": in_play(begin),
    "card.play": in_play(
        by_hand(play), seat=is_text, card=whole(), expects=expecting(turn=whole(), chain=whole())
    ),
    "verb.done": in_play(
        by_hand(finish_verb), expects=expecting(turn=whole(), chain=whole(), done=whole())
    ),
    "clan.out": in_play(go_out, seats=is_texts),
    "deck.empty": in_play(empty_deck, **{"drawn?": whole(0, follow.MAX_DRAWN)}),
    "cards.follow": in_play(follow.switch, on=is_bool),
    "card.move": in_play(
        follow.move,
        **{
            "do": one_of("line", "discard", "take", "name", "pass"),
            "seat": is_text,
            "card?": whole(LOWEST),
            "expects": expecting(stamp=whole()),
        },
    ),
    "card.read": in_play(
        follow.read_card, seat=is_text, photo=is_text, card=whole(LOWEST), reading=is_object
    ),
    "turn.done": in_play(by_hand(end_turn), expects=expecting(turn=whole())),
}
TRACKER = TableTracker(TableState(), KINDS)
