"""The tracker of a combust table: what phones know of turns, cards being played, and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from companion import tracking
from companion.combust.deck import MAX_PENGUINS, CardNo, Deck, read_deck
from companion.combust.lines import seating
from companion.combust.state import LINED, PLAYERS, Clan, after, clan, first_player, ranking
from companion.combust.verbs import HIGHEST, LOWEST
from companion.events import Event, Refusal, Version
from companion.language import say, say_many, text_from_data
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import (
    expecting,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    whole,
)
from companion.photos import Part, give
from companion.tracking import CHANGED, Kind, SeatId, Table, TableTracker, in_play

Phase: TypeAlias = Literal["lobby", "lines", "turns", "last", "count", "done"]

NO_DECK = Deck(title="", penguins=(), events=())


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `clan` is the worth of the line, `cards` its penguins if they were read or tapped.

    At the final count, `cards` are the old ones until `clan` is known. `version` is that of the
    event that last changed it, 0 for none. `open` is whether the line in a photo may have more
    cards than were read, and nobody has said yet; `unread` of them lie there for sure.
    """

    clan: Clan | None = None
    cards: tuple[CardNo, ...] | None = None
    photo: str | None = None
    version: Version = 0
    open: bool = False
    unread: int = 0

    @property
    def settled(self) -> bool:
        """Whether the whole line is known."""
        return self.clan is not None and not self.open


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoLine(Part):
    """One of several lines in a photo; `whole` is whether these are certainly all of its cards.

    `unread` cards lie there, too.
    """

    cards: tuple[CardNo, ...]
    whole: bool
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A card being played: its player, and the number of its verbs that are done (combust R5)."""

    seat: SeatId
    card: CardNo
    done: int = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A combust table. `gone` are the groups that went out, earliest first.

    `chain` are the cards being played, the innermost last. `round` are the seats that must still
    play in the last round, the active one first; None before it. `several` are the lines in the
    latest photo of more than one, and `unsure` what it left open, with what to do.
    """

    deck: Deck = NO_DECK
    dealer: SeatId | None = None
    turn: int = 0
    active: SeatId | None = None
    chain: tuple[Link, ...] = ()
    deck_empty: bool = False
    round: tuple[SeatId, ...] | None = None
    gone: tuple[tuple[SeatId, ...], ...] = ()
    several: tuple[PhotoLine, ...] = ()
    unsure: tuple[tuple[str, str], ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase of play: "lines" until all lines are known, "count" at the final count."""
        if not self.started:
            return "lobby"
        if not self.turn:
            return "lines"
        if len(self.living) <= 1:
            return "done"
        if not self.counting:
            return "turns" if self.round is None else "last"
        return (
            "done"
            if all(seat.settled for seat in self.seats if seat.id in self.living)
            else "count"
        )

    @property
    def counting(self) -> bool:
        """True after the last round, when lines are entered for the final count (combust R7)."""
        return self.round == ()

    @property
    def progress(self) -> tuple[object, ...]:
        """A value that changes with every turn, extinct clan and empty deck."""
        return self.started, self.turn, self.round, self.gone, self.deck_empty

    @property
    def out(self) -> frozenset[SeatId]:
        """The seats that are out of the game."""
        return frozenset(seat for group in self.gone for seat in group)

    @property
    def living(self) -> tuple[SeatId, ...]:
        """The seats still in the game, clockwise."""
        return tuple(seat.id for seat in self.seats if seat.id not in self.out)

    @property
    def next(self) -> SeatId | None:
        """The seat after the active one; None if there is none."""
        if self.phase == "last":
            return next(iter((self.round or ())[1:]), None)
        if self.phase != "turns" or self.active is None:
            return None
        return after(self.active, self.clockwise, self.out)[0]

    @property
    def ranking(self) -> tuple[tuple[SeatId, ...], ...] | None:
        """The seats grouped by place, first to last; None until the game is done."""
        if self.phase != "done":
            return None
        clans = {
            seat.id: seat.clan or Clan(0, 0, 0) for seat in self.seats if seat.id in self.living
        }
        return ranking(clans, self.gone)

    @property
    def surplus(self) -> tuple[tuple[CardNo, tuple[SeatId, ...]], ...]:
        """Penguins that are in known lines more often than in the deck, with these lines' seats."""
        lines = [
            (seat.id, seat.cards)
            for seat in self.seats
            if seat.clan and seat.cards and seat.id in self.living
        ]
        return tuple(
            (kind.number, tuple(seat for seat, cards in lines if kind.number in cards))
            for kind in self.deck.penguins
            if sum(cards.count(kind.number) for _, cards in lines) > kind.copies
        )

    @property
    def help(self) -> tuple[str, ...]:
        """The sentences on the innermost card that aren't done yet (combust R3, R5)."""
        if not self.chain:
            return ()
        link = self.chain[-1]
        return tuple(verb.text for verb in self.deck.abilities[link.card][link.done :])


# --- lines ----------------------------------------------------------------------------------------


def give_dealer(state: TableState, event: Event) -> TableState | Refusal:
    """Make a player the dealer, before the first turn."""
    if state.turn:
        return Refusal(
            "not-now", "The first turn has started, so the dealer can't change any more."
        )
    return replace(state, dealer=event.payload["seat"])


def read_line(state: TableState, event: Event) -> TableState | Refusal:
    """Set a line from a photo, if the clan lives and the deck has these cards."""
    seat = event.payload["seat"]
    one = _part(event.payload["photo"], {"whole": True, **event.payload})  # as in older logs
    refusal = _check_line(state, seat) or _check_copies(state, one.cards)
    return refusal or _learn(state, event.version, seat, one)


def _part(photo: str, row: Mapping[str, Any]) -> PhotoLine:
    cards = tuple(sorted(row["cards"]))
    return PhotoLine(photo=photo, cards=cards, whole=row["whole"], unread=row.get("unread", 0))


def _learn(state: TableState, version: Version, seat: SeatId, one: PhotoLine) -> TableState:
    line = {"clan": clan(one.cards), "cards": one.cards, "photo": one.photo, "unread": one.unread}
    return state.change(seat, version=version, open=not one.whole, **line)


def read_lines(state: TableState, event: Event) -> TableState | Refusal:
    """Keep a photo of several lines; whose they are follows from what was known, or is said."""
    photo, rows = event.payload["photo"], event.payload["lines"]
    doubts = tuple(
        (text_from_data(row.get("text", "")), text_from_data(row.get("remedy", "")))
        for row in event.payload["unsure"]
    )
    several = tuple(_part(photo, row) for row in rows)
    state = replace(state, several=several, unsure=doubts)
    if not event.payload.get("clockwise"):
        return state
    known = [seat.cards or () for seat in state.seats if seat.id in state.living]
    first = seating([one.cards for one in several], known)
    given = state if first is None else _give_all(state, event.version, first)
    return state if isinstance(given, Refusal) else given


def _give_all(state: TableState, version: Version, first: int) -> TableState | Refusal:
    """Give each clan its line, clockwise; the first clan's is number `first`, from 0."""
    for place, seat in enumerate(state.living):
        number = (first + place) % len(state.several)
        one = replace(state.several[number], seat=seat)
        if refusal := _check_copies(state, one.cards):
            return refusal
        several = (*state.several[:number], one, *state.several[number + 1 :])
        state = _learn(replace(state, several=several), version, seat, one)
    return state


def give_line(state: TableState, event: Event) -> TableState | Refusal:
    """Assign a line in the latest photo to a seat, if it lives and the deck has these cards.

    With `all` the other clans' follow clockwise, if the photo shows a line of each.
    """
    seat, number = event.payload["seat"], event.payload["number"]
    given = give(state, state.several, event)
    if isinstance(given, Refusal):
        return given
    one, several = given
    if refusal := _check_line(state, seat) or _check_copies(state, one.cards):
        return refusal
    if event.payload.get("all") and len(several) == len(state.living):
        return _give_all(state, event.version, number - 1 - state.living.index(seat))
    return _learn(replace(state, several=several), event.version, seat, one)


def close_line(state: TableState, event: Event) -> TableState | Refusal:
    """Say that the cards read are the whole line; an opening line has three (combust R2)."""
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.version:
        return CHANGED
    if seat.unread:
        return Refusal("not-now", say("Enter the card that couldn't be read."))
    if seat.clan is None or (state.phase == "lines" and seat.clan.penguins != LINED):
        return Refusal("not-now", say("An opening line has {lined} penguins.", lined=LINED))
    return state.change(seat.id, open=False, version=event.version)


def type_line(state: TableState, event: Event) -> TableState | Refusal:
    """Set a typed line that is possible, if the sender has seen the latest one."""
    seat, cards = event.payload["seat"], event.payload.get("cards")
    typed = Clan(event.payload["sum"], event.payload["penguins"], event.payload["highest"])
    if refusal := _check_line(state, seat):
        return refusal
    if not typed.possible or (cards is not None and clan(cards) != typed):
        impossible = say_many(
            "{n} penguin, the highest {highest}, can't sum to {sum}.",
            "{n} penguins, the highest {highest}, can't sum to {sum}.",
            typed.penguins,
            highest=typed.highest,
            sum=typed.sum,
        )
        return Refusal("malformed", impossible)
    if refusal := _check_copies(state, cards or ()):
        return refusal
    if event.payload["expects"]["version"] != state.seat_of(event).version:
        return CHANGED
    known = None if cards is None else tuple(sorted(cards))
    line = {"clan": typed, "cards": known, "photo": None, "open": False, "unread": 0}
    return state.change(seat, version=event.version, **line)


def _check_line(state: TableState, seat: SeatId) -> Refusal | None:
    if not state.started:
        return Refusal("not-now", "The cards haven't been dealt yet.")
    return Refusal("out", "That clan is extinct.") if seat in state.out else None


def _check_copies(state: TableState, cards: Sequence[CardNo]) -> Refusal | None:
    copies = {kind.number: kind.copies for kind in state.deck.penguins}
    for card in state.deck.abilities:
        if cards.count(card) > copies.get(card, 0):
            many = say("This deck doesn't have that many cards of value {value}.", value=card)
            return Refusal("malformed", many)
    return None


def begin(state: TableState, _event: Event) -> TableState | Refusal:
    """Begin the first turn once every line is known, with the lowest sum (combust R2)."""
    if state.phase != "lines":
        return Refusal("not-now", "The first turn can start only once, after the cards are dealt.")
    missing = [seat.name for seat in state.seats if not seat.settled]
    if missing:
        return Refusal("not-now", say("Lines still missing: {names}.", names=", ".join(missing)))
    sums = {seat.id: seat.clan.sum for seat in state.seats if seat.clan}
    first = first_player(sums, state.dealer or state.clockwise[0], state.clockwise)
    return replace(state, turn=1, active=first)


# --- turns ----------------------------------------------------------------------------------------


def play(state: TableState, event: Event) -> TableState | Refusal:
    """Add a card of a living clan to the chain, which the sender must have seen."""
    seat, card = event.payload["seat"], event.payload["card"]
    if state.phase not in ("turns", "last"):
        return Refusal("not-now", "No card can be played right now.")
    if event.payload["expects"] != {"turn": state.turn, "chain": len(state.chain)}:
        return Refusal("stale", "Someone was quicker. Check which card is being played.")
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
    group = tuple(seat for seat in state.clockwise if seat in seats)
    chain = tuple(link for link in state.chain if link.seat not in seats)
    if left is not None:
        left = tuple(seat for seat in left if seat not in seats or seat == state.active)
    return replace(state, gone=(*state.gone, group), chain=chain, round=left)


def empty_deck(state: TableState, _event: Event) -> TableState | Refusal:
    """Let the deck run out, once, during turns."""
    if state.phase != "turns" or state.deck_empty:
        return Refusal("not-now", "The deck can run out only once, and only during a turn.")
    return replace(state, deck_empty=True)


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
        play, seat=is_text, card=whole(), expects=expecting(turn=whole(), chain=whole())
    ),
    "verb.done": in_play(finish_verb, expects=expecting(turn=whole(), chain=whole(), done=whole())),
    "clan.out": in_play(go_out, seats=is_texts),
    "deck.empty": in_play(empty_deck),
    "turn.done": in_play(end_turn, expects=expecting(turn=whole())),
}
TRACKER = TableTracker(TableState(), KINDS)
