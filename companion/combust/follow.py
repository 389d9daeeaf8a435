"""A combust table whose every card is followed, by the engine's own rules.

The engine's hands hold `UNSEEN` penguins and its deck `HIDDEN` cards: whoever plays a card says
which it is. What only players know, such as a hand that was looked at, isn't asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.combust.deck import FIRST_EVENT, CardNo
from companion.combust.effects import options, without
from companion.combust.rules import advance, apply, begin_turn, legal_moves, may_pass
from companion.combust.state import (
    HAND,
    HIDDEN,
    KEPT,
    UNSEEN,
    Cards,
    Check,
    Discard,
    Draw,
    Move,
    Name,
    NamePlayer,
    NextTurn,
    Pass,
    Pick,
    Place,
    Play,
    State,
    Take,
    decision,
    verb_of,
)
from companion.combust.table import TableState
from companion.combust.verbs import FORMS
from companion.events import Event, Refusal
from companion.language import say
from companion.play import Seat
from companion.tracking import SeatId

MAX_DRAWN = FORMS["draw"].count["deck"][1]
QUICKER = Refusal("stale", "Someone was quicker. Check which card is being played.")
UNFOLLOWED = Refusal("not-now", "Cards aren't followed at this table.")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a followed table waits for from `seat`.

    `what` is "draw" or "play" for a card that is played, "take" for one of `cards` in lines,
    "give" for one of the hand, and "name" for one of `seats`. `card`, `verb` and `text` are the
    card that asks, its verb and sentence, None and "" in an ordinary turn. A player `may_pass`
    when extinct and in the last round. `count` is how many cards are drawn, and `taken` the one
    that a swap takes.
    """

    what: str
    seat: SeatId
    card: CardNo | None = None
    verb: str = ""
    text: str = ""
    count: int = 0
    cards: tuple[tuple[SeatId, CardNo], ...] = ()
    seats: tuple[SeatId, ...] = ()
    may_pass: bool = False
    taken: CardNo | None = None


def asked(state: TableState) -> Asked | None:
    """Return what a followed table waits for; None if it isn't followed."""
    table, ids = state.follow, state.clockwise
    if table is None:
        return None
    match table.todo[-1]:
        case Draw(seat, count, card=card):
            return Asked("draw", ids[seat], card if card < FIRST_EVENT else None, count=count)
        case Play(seat) as play:
            return Asked("play", ids[seat], may_pass=may_pass(play))
        case Pick() as pick:
            lying = options(table, pick) if pick.lines else []
            verb = verb_of(table.deck, pick.carry)
            return Asked(
                "take" if pick.lines else "give",
                ids[pick.chooser],
                pick.carry.card,
                verb.name,
                verb.text,
                cards=tuple((ids[seat], card) for seat, card in lying),
                taken=pick.taken[1] if pick.taken else None,
            )
        case Name(carry, seats) as name:
            named = tuple(ids[seat] for seat in seats)
            verb = verb_of(table.deck, carry)
            return Asked("name", ids[name.chooser], carry.card, verb.name, verb.text, seats=named)
    raise ValueError(f"nobody waits for {table.todo[-1]}")


# --- events ---------------------------------------------------------------------------------------


def switch(state: TableState, event: Event) -> TableState | Refusal:
    """Follow every card, from the present turn on, or no longer do."""
    if state.phase not in ("lines", "turns", "last"):
        return Refusal("not-now", "No card can be played right now.")
    state = replace(state, following=event.payload["on"])
    if not state.following:
        return replace(state, follow=None, stamp=event.version, burnt=(), shot=None)
    return state if state.phase == "lines" or state.follow else begin(state, event)


def begin(state: TableState, event: Event) -> TableState | Refusal:
    """Follow from the present turn on, when each clan has one card in its hand (combust R2)."""
    living = [seat for seat in state.seats if seat.id in state.living]
    if unknown := [seat.name for seat in living if seat.cards is None or not seat.settled]:
        names = ", ".join(unknown)
        return Refusal(
            "not-now", say("Enter the cards of these lines first: {names}.", names=names)
        )
    if state.chain:
        return Refusal("not-now", "Finish the current card first.")
    ids = state.clockwise
    count, active = len(ids), ids.index(state.active or ids[0])
    table = State(
        deck=state.deck,
        seed=0,
        phase="turns",
        turn=state.turn,
        active=active,
        kept=(0,) * count,
        lines=tuple(() if seat.id in state.out else seat.cards or () for seat in state.seats),
        hands=tuple(() if seat in state.out else (UNSEEN,) * KEPT for seat in ids),
        shields=(0,) * count,
        declined=(),
        gone=tuple(tuple(map(ids.index, group)) for group in state.gone),
        draw=() if state.deck_empty else (HIDDEN,) * len(state.deck.cards),
        discard=(),
        peeked=(0,) * count,
        shown=(),
        lots=0,
        todo=(),
    )
    if state.round is not None:
        table.phase = "last"
        table.push(*(Play(ids.index(seat), "last") for seat in reversed(state.round)))
    elif state.deck_empty:  # the last card has been drawn
        table.push(NextTurn(), Play(active))
        table.set_hand(active, (UNSEEN,) * (KEPT + 1))
    else:
        table.turn -= 1
        begin_turn(table, active)
    return _shown(state, advance(table), event)


def move(state: TableState, event: Event) -> TableState | Refusal:
    """Play a card, choose one or a player for it, or pass, as the engine allows."""
    table, do, card = state.follow, event.payload["do"], event.payload.get("card", UNSEEN)
    if table is None:
        return UNFOLLOWED
    if event.payload["expects"] != {"stamp": state.stamp}:
        return QUICKER
    after = _moved(table.copy(), state.clockwise.index(event.payload["seat"]), do, card)
    if after is None:
        return Refusal("malformed", "The rules don't allow that now.")
    return _shown(state, after, event, (card,) if do == "discard" else ())


def read_card(state: TableState, event: Event) -> TableState | Refusal:
    """Keep the card in a photo, which its player then plays."""
    if state.follow is None:
        return UNFOLLOWED
    if event.payload["card"] not in state.deck.abilities:
        return Refusal("malformed", "This deck doesn't have that card.")
    return replace(state, shot=event.payload["card"])


def correct(state: TableState, event: Event, line: Cards) -> TableState:
    """Set a line as it lies on the table, which may change what is asked."""
    if state.follow is None:
        return state
    table = state.follow.copy()
    table.set_line(state.clockwise.index(event.payload["seat"]), line)
    table.push(Check())
    return _shown(state, advance(table), event)


def go_out(state: TableState, event: Event) -> TableState:
    """Let clans die out that have neither a line nor a hand at the table (combust R6)."""
    if state.follow is None:
        return state
    table = state.follow.copy()
    for seat in map(state.clockwise.index, event.payload["seats"]):
        table.set_line(seat, ())
        table.set_hand(seat, ())
    table.push(Check())
    return _shown(state, advance(table), event)


def empty_deck(state: TableState, event: Event) -> TableState:
    """Let the deck run out (combust R7), after so many of its last cards were `drawn`, or all."""
    if state.follow is None:
        return state
    table, drawn = state.follow.copy(), event.payload.get("drawn", MAX_DRAWN)
    while drawn and isinstance(table.todo[-1], Draw):
        table, drawn = _draw(table, UNSEEN), drawn - 1
    table.draw = ()
    return _shown(state, advance(table), event)


# --- the engine -----------------------------------------------------------------------------------


def _moved(table: State, seat: Seat, do: str, card: CardNo) -> State | None:
    """Return the table after a move, None if the rules don't allow it."""
    task = table.todo[-1]
    if isinstance(task, Draw) and card >= FIRST_EVENT:
        return _hidden(_draw(table, card)) if (do, seat) == ("discard", task.seat) else None
    while table.todo and isinstance(table.todo[-1], Draw):
        table = _draw(table, UNSEEN)
    chosen = decision(table.todo)
    if chosen is None or (card == UNSEEN and do not in ("name", "pass")):
        return None
    player, hand = chosen.chooser, table.hands[chosen.chooser]
    by_hand = isinstance(chosen, Play) or (isinstance(chosen, Pick) and not chosen.lines)
    if by_hand and seat != player:
        return None
    if by_hand and UNSEEN in hand and card != UNSEEN:
        table.set_hand(player, (*without(hand, UNSEEN), card))
    moves: dict[str, Move] = {
        "line": Place(card),
        "discard": Discard(card),
        "take": Take(HAND if by_hand else seat, card),
        "name": NamePlayer(seat),
        "pass": Pass(),
    }
    legal = moves[do] in legal_moves(table, player)
    return _hidden(apply(table, player, moves[do])) if legal else None


def _draw(table: State, card: CardNo) -> State:
    """Return the table after that card was drawn."""
    table.draw = (card, *table.draw[1:])
    return advance(table)


def _hidden(table: State) -> State:
    """Return the table with hands that nobody else sees, and without questions about them."""
    while isinstance(task := decision(table.todo), Name):
        if verb_of(table.deck, task.carry).name != "peek":
            break
        table = apply(table, task.chooser, NamePlayer(task.seats[0]))
    table.hands = tuple((UNSEEN,) * len(hand) for hand in table.hands)
    return table


def _shown(state: TableState, table: State, event: Event, played: Cards = ()) -> TableState:
    """Return the table as phones show it: lines, turns, extinct clans, and what burnt."""
    ids, version = state.clockwise, event.version
    seats = tuple(
        seat if seat.cards == line else seat.lies(line, version)
        for seat, line in zip(state.seats, table.lines, strict=True)
    )
    burnt = _burnt(state.follow or table, table, played)
    state = replace(
        state,
        seats=seats,
        follow=table if table.todo else None,
        stamp=version,
        burnt=tuple((ids[seat], card) for seat, card in burnt),
        shot=None,
        turn=table.turn,
        active=ids[table.active],
        gone=tuple(tuple(ids[seat] for seat in group) for group in table.gone),
        deck_empty=not table.draw,
    )
    if table.phase == "last":
        plays = (task for task in reversed(table.todo) if isinstance(task, Play))
        left = [table.active, *(play.seat for play in plays if play.reason == "last")]
        return replace(state, round=tuple(ids[seat] for seat in dict.fromkeys(left)))
    if table.todo or len(state.living) <= 1:
        return state
    counted = tuple(  # each until someone has looked at it (combust R7)
        seat.lies(seat.cards or (), version, sure=False) if seat.id in state.living else seat
        for seat in seats
    )
    return replace(state, seats=counted, active=None, round=(), several=(), unsure=())


def _burnt(before: State, after: State, played: Cards) -> Iterator[tuple[Seat, CardNo]]:
    """Yield which penguins of which lines went to the discard pile, besides the card played."""
    pile = Counter(after.discard[len(before.discard) :])
    pile.subtract(played)
    for seat, line in enumerate(before.lines):
        for card in (Counter(line) - Counter(after.lines[seat])).elements():
            if pile[card] > 0:
                pile[card] -= 1
                yield seat, card
