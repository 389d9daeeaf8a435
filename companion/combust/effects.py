"""The effects of combust's verbs, which change the table or add choices to `todo`.

A `Table` is a mutable copy of a `State`, which `rules.apply` makes for the time of a move.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence

from companion.combust.deck import CardNo
from companion.combust.state import (
    HAND,
    Cards,
    Carry,
    Draw,
    Name,
    Phase,
    Pick,
    State,
    Task,
    View,
    verb_of,
)
from companion.combust.verbs import Verb
from companion.play import Seat

# protection is against other players' cards, not the owner's
OWN_CARDS_IGNORE_SHIELD = True


class Table:
    """The fields of a `State`, mutable; `living` are the seats still in the game."""

    def __init__(self, state: State) -> None:
        self.deck, self.seed, self.lots = state.deck, state.seed, state.lots
        self.turn, self.active, self.kept = state.turn, state.active, state.kept
        self.phase: Phase = state.phase
        self.draw, self.discard, self.peeked = state.draw, state.discard, state.peeked
        self.gone, self.declined, self.shown = state.gone, state.declined, state.shown
        self.lines, self.hands = list(state.lines), list(state.hands)
        self.shields = state.shields
        self.todo: list[Task] = list(state.todo)
        out = state.out
        self.living = tuple(seat for seat in range(len(self.lines)) if seat not in out)

    def freeze(self) -> State:
        """Return the table as a state."""
        return State(
            self.deck,
            self.seed,
            self.phase,
            self.turn,
            self.active,
            self.kept,
            tuple(self.lines),
            tuple(self.hands),
            self.shields,
            self.declined,
            self.gone,
            self.draw,
            self.discard,
            self.peeked,
            self.shown,
            self.lots,
            tuple(self.todo),
        )

    @property
    def out(self) -> Sequence[Seat]:
        """The seats that are out of the game."""
        return [seat for group in self.gone for seat in group]

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the living seats clockwise, from `seat`."""
        place = bisect_left(self.living, seat)
        return self.living[place:] + self.living[:place]

    def to_line(self, seat: Seat, card: CardNo) -> None:
        """Put a card on a line."""
        self.lines[seat] = tuple(sorted((*self.lines[seat], card)))

    def set_hand(self, seat: Seat, hand: Cards) -> None:
        """Replace a hand, then unseen by others; an empty one ends a refusal to play (R6)."""
        self.hands[seat] = hand
        if self.shown:
            self.shown = tuple(pair for pair in self.shown if pair[1] != seat)
        if not hand and self.declined:
            self.declined = tuple(other for other in self.declined if other != seat)

    def to_hand(self, seat: Seat, card: CardNo) -> None:
        """Take a card into a hand."""
        self.set_hand(seat, tuple(sorted((*self.hands[seat], card))))

    def from_hand(self, seat: Seat, card: CardNo) -> None:
        """Take a card out of a hand."""
        self.set_hand(seat, _without(self.hands[seat], card))

    def to_discard(self, card: CardNo) -> None:
        """Put a card on top of the discard pile."""
        self.discard = (*self.discard, card)

    def draw_card(self) -> CardNo:
        """Take the deck's top card, which must exist."""
        card, self.draw = self.draw[0], self.draw[1:]
        if any(self.peeked):
            self.peeked = tuple(max(0, known - 1) for known in self.peeked)
        return card

    def shield(self, seat: Seat, turns: int) -> None:
        """Protect a line until `turns` turns of its owner have begun."""
        self.shields = (*self.shields[:seat], turns, *self.shields[seat + 1 :])

    def show(self, viewer: Seat, seat: Seat) -> None:
        """Show a hand to another player."""
        if viewer != seat:
            self.shown = tuple(sorted({*self.shown, (viewer, seat)}))


def _without(cards: Cards, card: CardNo) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# --- which cards a verb may touch -----------------------------------------------------------------


def may_touch(position: State | View | Table, actor: Seat, seat: Seat) -> bool:
    """Return whether a card of `actor` may touch the line of `seat`."""
    return not position.shields[seat] or (OWN_CARDS_IGNORE_SHIELD and seat == actor)


def options(position: State | Table, task: Pick) -> list[tuple[Seat, CardNo]]:
    """Return the cards to pick from as (seat, card) or (HAND, card), sorted, each kind once.

    "Lowest" and "highest" are for each line by itself, so the chooser can still choose a line.
    """
    if not task.lines:
        return [(HAND, card) for card in dict.fromkeys(position.hands[task.chooser])]
    verb, actor = verb_of(position.deck, task.carry), task.carry.seat
    lines, seats, least, most = position.lines, task.lines, verb.least, verb.most
    if any(position.shields):
        seats = tuple([seat for seat in seats if may_touch(position, actor, seat)])
    cards = [
        (seat, card)
        for seat in seats
        for card in dict.fromkeys(lines[seat])
        if least <= card <= most
    ]
    if not verb.extreme:
        return cards
    # lines are sorted, and a dictionary keeps the last card of each
    ends = dict(cards if verb.extreme == "highest" else reversed(cards))
    return sorted(ends.items())


def targets(table: Table, actor: Seat, target: str) -> Sequence[Seat]:
    """Return the living seats that a verb of `actor` is about.

    "others" and "every" are in turn order from the actor.
    """
    if target == "own":
        return [actor]
    if target in ("left", "right"):  # the left neighbour is the next one clockwise
        others = [seat for seat in table.from_seat(actor) if seat != actor]
        return [others[0 if target == "left" else -1]]
    seats = table.from_seat(actor) if target in ("others", "every") else table.living
    if target == "leader":
        most = max(sum(table.lines[seat]) for seat in seats)
        return [seat for seat in seats if sum(table.lines[seat]) == most]
    return [seat for seat in seats if seat != actor or target in ("any", "every")]


# --- verbs ----------------------------------------------------------------------------------------


def start(table: Table, carry: Carry) -> None:
    """Begin a verb: change the table, or add the choices that it needs."""
    actor, verb = carry.seat, verb_of(table.deck, carry)
    match verb.name:
        case "combust":
            combust(table, carry, verb)
        case "steal":
            steal(table, carry, verb)
        case "swap":
            swap(table, carry, verb)
        case "draw":
            table.todo.append(Draw(actor, verb.count, verb.count))
        case "switch-hands":
            switch_hands(table, carry, verb)
        case "peek":
            peek(table, carry, verb)
        case "protect":
            table.shield(actor, max(table.shields[actor], verb.duration))


def combust(table: Table, carry: Carry, verb: Verb) -> None:
    """Ask for the penguins to discard: from each line, a line to be named, or any."""
    seats = targets(table, carry.seat, verb.target)
    if verb.target in ("others", "every"):
        for seat in reversed(seats):
            chooser = seat if verb.chooser == "owner" else carry.seat
            table.todo.append(Pick(carry, chooser, (seat,), verb.count))
    elif verb.chooser == "owner":
        touched = (seat for seat in seats if options(table, Pick(carry, seat, (seat,))))
        table.todo.append(Name(carry, tuple(touched)))
    else:
        table.todo.append(Pick(carry, carry.seat, tuple(seats), verb.count))


def steal(table: Table, carry: Carry, verb: Verb) -> None:
    """Ask for the player to draw from, or for the penguins to take from a line."""
    seats = targets(table, carry.seat, verb.target)
    if verb.source == "hand":
        table.todo.append(Name(carry, tuple(seat for seat in seats if table.hands[seat])))
    elif others := tuple(seat for seat in seats if seat != carry.seat):
        table.todo.append(Pick(carry, carry.seat, others, verb.count))


def swap(table: Table, carry: Carry, verb: Verb) -> None:
    """Ask for the card to take, then for the one to give; nothing happens if either is missing."""
    actor = carry.seat
    given = table.lines[actor] if verb.source == "line" else table.hands[actor]
    seats = [s for s in targets(table, actor, verb.target) if may_touch(table, actor, s)]
    if given and any(table.lines[seat] for seat in seats):
        table.todo.append(Pick(carry, actor, tuple(seats)))


def switch_hands(table: Table, carry: Carry, verb: Verb) -> None:
    """Move all hands, including empty ones (combust R5), or ask for a player to switch with."""
    seats = table.living
    if verb.target == "rival":
        table.todo.append(Name(carry, tuple(seat for seat in seats if seat != carry.seat)))
        return
    step = 1 if verb.target == "right" else -1
    hands = [table.hands[seats[(place + step) % len(seats)]] for place in range(len(seats))]
    for seat, hand in zip(seats, hands, strict=True):
        table.set_hand(seat, hand)


def peek(table: Table, carry: Carry, verb: Verb) -> None:
    """Show the top of the deck or all hands, or ask for a hand to show."""
    actor, peeked = carry.seat, table.peeked
    if verb.source == "deck":
        known = max(peeked[actor], min(verb.count, len(table.draw)))
        table.peeked = (*peeked[:actor], known, *peeked[actor + 1 :])
    elif verb.target == "rival":
        seats = (seat for seat in table.living if seat != actor and table.hands[seat])
        table.todo.append(Name(carry, tuple(seats)))
    else:
        for seat in table.living:
            table.show(actor, seat)


def take(table: Table, task: Pick, seat: Seat, card: CardNo) -> None:
    """Apply a verb to the card picked from the line of `seat`, or from the hand (HAND).

    A penguin discarded by COMBUST doesn't use its ability (combust R4). All penguins of one verb
    come from one line, as the card says: "on the line", "from another line".
    """
    verb = verb_of(table.deck, task.carry)
    if verb.name == "swap":
        exchange(table, task, seat, card, verb.source)
        return
    table.lines[seat] = _without(table.lines[seat], card)
    if verb.name == "steal":
        table.to_line(task.carry.seat, card)
    else:
        table.to_discard(card)
    if task.left > 1:
        table.todo.append(Pick(task.carry, task.chooser, (seat,), task.left - 1))


def exchange(table: Table, task: Pick, seat: Seat, card: CardNo, source: str) -> None:
    """Ask for the card to give after the first pick; exchange the two after the second."""
    actor = task.carry.seat
    if task.taken is None:
        own = (actor,) if source == "line" else ()
        table.todo.append(Pick(task.carry, actor, own, taken=(seat, card)))
        return
    other, taken = task.taken
    if seat == HAND:
        table.set_hand(actor, _replace(table.hands[actor], card, taken))
    else:
        table.lines[actor] = _replace(table.lines[actor], card, taken)
    table.lines[other] = _replace(table.lines[other], taken, card)


def _replace(cards: Cards, old: CardNo, new: CardNo) -> Cards:
    return tuple(sorted((*_without(cards, old), new)))


def name(table: Table, carry: Carry, seat: Seat) -> None:
    """Apply a verb to the player named."""
    actor, verb = carry.seat, verb_of(table.deck, carry)
    match verb.name:
        case "combust":
            table.todo.append(Pick(carry, seat, (seat,), verb.count))
        case "steal":  # cards are drawn at random, even from a known hand
            for _ in range(min(verb.count, len(table.hands[seat]))):
                table.lots += 1
                chance = random.Random(f"{table.seed}/{table.lots}")
                card = chance.choice(table.hands[seat])
                table.from_hand(seat, card)
                table.to_hand(actor, card)
        case "switch-hands":
            mine, theirs = table.hands[actor], table.hands[seat]
            table.set_hand(actor, theirs)
            table.set_hand(seat, mine)
        case "peek":
            table.show(actor, seat)
