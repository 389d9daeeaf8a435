"""What each verb of combust does: it changes the table at once, or puts the choices to be made on
top of `todo`.

One function a verb starts it; those that choose have another for what is done with the card taken
or player named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.combust.deck import CardNo
from companion.combust.legality import exposed, options
from companion.combust.moves import HAND
from companion.combust.state import Cards, Carry, Draw, Name, Pick
from companion.combust.table import Table
from companion.combust.verbs import Verb
from companion.play import Seat


def start(table: Table, carry: Carry) -> bool:
    """Begin a verb, which by itself waits for nobody."""
    verb = table.deck.abilities[carry.card][carry.step]
    _START[verb.name](table, carry, verb)
    return False


def take(table: Table, task: Pick, seat: Seat, card: CardNo) -> None:
    """Carry out what `task` picks a card for, with the card picked."""
    _TAKEN[table.deck.abilities[task.carry.card][task.carry.step].name](table, task, seat, card)


def name(table: Table, carry: Carry, seat: Seat) -> None:
    """Carry out what a player is named for."""
    verb = table.deck.abilities[carry.card][carry.step]
    _NAMED[verb.name](table, carry, verb, seat)


def targets(table: Table, actor: Seat, target: str) -> Sequence[Seat]:
    """The living players whom a verb of `actor` is about: "others" and "every" in turn order from
    the actor.
    """
    if target in ("left", "right"):
        return [table.neighbour(actor, target)]
    if target == "own":
        return [actor]
    seats = table.from_seat(actor) if target in ("others", "every") else table.living
    if target == "leader":
        most = max(sum(table.lines[seat]) for seat in seats)
        return [seat for seat in seats if sum(table.lines[seat]) == most]
    return [seat for seat in seats if seat != actor or target in ("any", "every")]


# --- combust, and steal from a line ---------------------------------------------------------------


def _combust(table: Table, carry: Carry, verb: Verb) -> None:
    seats = targets(table, carry.seat, verb.target)
    if verb.target in ("others", "every"):
        for seat in reversed(seats):
            table.todo.append(
                Pick(carry, seat if verb.chooser == "owner" else carry.seat, (seat,), verb.count)
            )
    elif verb.chooser == "owner":
        touched = (seat for seat in seats if options(table, Pick(carry, seat, (seat,))))
        table.todo.append(Name(carry, tuple(touched)))
    else:
        table.todo.append(Pick(carry, carry.seat, tuple(seats), verb.count))


def _combust_named(table: Table, carry: Carry, verb: Verb, seat: Seat) -> None:
    table.todo.append(Pick(carry, seat, (seat,), verb.count))


def _combusted(table: Table, task: Pick, seat: Seat, card: CardNo) -> None:
    """The penguin goes, its ability does not happen (combust R4)."""
    table.from_line(seat, card)
    table.to_discard(card)
    _again(table, task, seat)


def _again(table: Table, task: Pick, seat: Seat) -> None:
    """All penguins of one verb come off one line: the card says "on the line", "from
    another line".
    """
    if task.left > 1:
        table.todo.append(Pick(task.carry, task.chooser, (seat,), task.left - 1))


def _steal(table: Table, carry: Carry, verb: Verb) -> None:
    seats = targets(table, carry.seat, verb.target)
    if verb.source == "hand":
        table.todo.append(Name(carry, tuple(seat for seat in seats if table.hands[seat])))
    else:
        others = tuple(seat for seat in seats if seat != carry.seat)
        if others:
            table.todo.append(Pick(carry, carry.seat, others, verb.count))


def _stolen(table: Table, task: Pick, seat: Seat, card: CardNo) -> None:
    table.from_line(seat, card)
    table.to_line(task.carry.seat, card)
    _again(table, task, seat)


def _steal_named(table: Table, carry: Carry, verb: Verb, seat: Seat) -> None:
    """Chance draws the cards, whatever the hands are known to be."""
    for _ in range(min(verb.count, len(table.hands[seat]))):
        card = table.lot(table.hands[seat])
        table.from_hand(seat, card)
        table.to_hand(carry.seat, card)


# --- swap -----------------------------------------------------------------------------------------


def _swap(table: Table, carry: Carry, verb: Verb) -> None:
    """First pick what is taken, then what is given; nothing happens when there is no penguin for
    one of them.
    """
    given = table.lines[carry.seat] if verb.source == "line" else table.hands[carry.seat]
    seats = [
        seat for seat in targets(table, carry.seat, verb.target) if exposed(table, carry.seat, seat)
    ]
    if given and any(table.lines[seat] for seat in seats):
        table.todo.append(Pick(carry, carry.seat, tuple(seats)))


def _swapped(table: Table, task: Pick, seat: Seat, card: CardNo) -> None:
    actor = task.carry.seat
    if task.taken is None:
        own = (
            (actor,)
            if table.deck.abilities[task.carry.card][task.carry.step].source == "line"
            else ()
        )
        table.todo.append(Pick(task.carry, actor, own, taken=(seat, card)))
        return
    other, taken = task.taken
    if seat == HAND:
        table.set_hand(actor, _exchanged(table.hands[actor], card, taken))
    else:
        table.lines[actor] = _exchanged(table.lines[actor], card, taken)
    table.lines[other] = _exchanged(table.lines[other], taken, card)


def _exchanged(cards: Cards, leaves: CardNo, comes: CardNo) -> Cards:
    """The cards, sorted, with one `leaves` replaced by `comes`."""
    place = cards.index(leaves)
    return tuple(sorted((*cards[:place], comes, *cards[place + 1 :])))


# --- hands, deck and protection -------------------------------------------------------------------


def _draw(table: Table, carry: Carry, verb: Verb) -> None:
    table.todo.append(Draw(carry.seat, verb.count, verb.count))


def _switch_hands(table: Table, carry: Carry, verb: Verb) -> None:
    """Empty hands move as well; all at once (combust R5)."""
    if verb.target == "rival":
        table.todo.append(Name(carry, tuple(seat for seat in table.living if seat != carry.seat)))
        return
    seats, step = table.living, 1 if verb.target == "right" else -1
    hands = [table.hands[seats[(place + step) % len(seats)]] for place in range(len(seats))]
    for seat, hand in zip(seats, hands, strict=True):
        table.set_hand(seat, hand)


def _switch_named(table: Table, carry: Carry, _verb: Verb, seat: Seat) -> None:
    mine, theirs = table.hands[carry.seat], table.hands[seat]
    table.set_hand(carry.seat, theirs)
    table.set_hand(seat, mine)


def _peek(table: Table, carry: Carry, verb: Verb) -> None:
    if verb.source == "deck":
        known = max(table.peeked[carry.seat], min(verb.count, len(table.draw)))
        table.peek(carry.seat, known)
    elif verb.target == "rival":
        seats = tuple(seat for seat in table.living if seat != carry.seat and table.hands[seat])
        table.todo.append(Name(carry, seats))
    else:
        for seat in table.living:
            _look(table, carry.seat, seat)


def _peek_named(table: Table, carry: Carry, _verb: Verb, seat: Seat) -> None:
    _look(table, carry.seat, seat)


def _look(table: Table, viewer: Seat, seat: Seat) -> None:
    if viewer != seat:
        table.shown = tuple(sorted({*table.shown, (viewer, seat)}))


def _protect(table: Table, carry: Carry, verb: Verb) -> None:
    table.shield(carry.seat, max(table.shields[carry.seat], verb.duration))


_START: Mapping[str, Callable[[Table, Carry, Verb], None]] = {
    "combust": _combust,
    "draw": _draw,
    "switch-hands": _switch_hands,
    "steal": _steal,
    "swap": _swap,
    "peek": _peek,
    "protect": _protect,
}
_TAKEN: Mapping[str, Callable[[Table, Pick, Seat, CardNo], None]] = {
    "combust": _combusted,
    "steal": _stolen,
    "swap": _swapped,
}
_NAMED: Mapping[str, Callable[[Table, Carry, Verb, Seat], None]] = {
    "combust": _combust_named,
    "switch-hands": _switch_named,
    "steal": _steal_named,
    "peek": _peek_named,
}
