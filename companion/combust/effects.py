"""The effects of combust's verbs, which change the table or add choices to `todo`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.combust.deck import CardNo
from companion.combust.state import HAND, Cards, Carry, Draw, Name, Pick, State, after, verb_of
from companion.combust.verbs import Verb
from companion.play import Seat

# protection is against other players' cards, not the owner's
OWN_CARDS_IGNORE_SHIELD = True


def without(cards: Cards, card: CardNo) -> Cards:
    """Return cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def may_touch(state: State, actor: Seat, seat: Seat) -> bool:
    """Return whether a card of `actor` may touch the line of `seat`."""
    return not state.shields[seat] or (OWN_CARDS_IGNORE_SHIELD and seat == actor)


def options(state: State, task: Pick) -> list[tuple[Seat, CardNo]]:
    """Return the cards to pick from as (seat, card) or (HAND, card), sorted, each kind once.

    "Lowest" and "highest" are for each line by itself, so the chooser can still choose a line.
    """
    if not task.lines:
        return [(HAND, card) for card in dict.fromkeys(state.hands[task.chooser])]
    verb = verb_of(state.deck, task.carry)
    cards = [
        (seat, card)
        for seat in task.lines
        if may_touch(state, task.carry.seat, seat)
        for card in dict.fromkeys(state.lines[seat])
        if verb.least <= card <= verb.most
    ]
    if not verb.extreme:
        return cards
    # lines are sorted, and a dictionary keeps the last card of each
    ends = dict(cards if verb.extreme == "highest" else reversed(cards))
    return sorted(ends.items())


def targets(state: State, actor: Seat, target: str) -> Sequence[Seat]:
    """Return the living seats that a verb of `actor` is about; "others" and "every" clockwise."""
    others = [seat for seat in after(actor, range(len(state.lines)), state.out) if seat != actor]
    everyone = sorted([actor, *others])
    if target == "leader":
        sums = [sum(state.lines[seat]) for seat in everyone]
        return [seat for seat, total in zip(everyone, sums, strict=True) if total == max(sums)]
    return {
        "own": [actor],
        "left": others[:1],  # the left neighbour is the next one clockwise
        "right": others[-1:],
        "rival": sorted(others),
        "others": others,
        "any": everyone,
        "every": [actor, *others],
    }[target]


def start(state: State, carry: Carry) -> None:
    """Begin a verb: change the table, or add the choices that it needs."""
    actor, verb = carry.seat, verb_of(state.deck, carry)
    seats = tuple(targets(state, actor, verb.target))
    match verb.name:
        case "combust":
            _combust(state, carry, verb, seats)
        case "steal" if verb.source == "hand":
            state.push(Name(carry, tuple(seat for seat in seats if state.hands[seat])))
        case "steal":
            if others := tuple(seat for seat in seats if seat != actor):
                state.push(Pick(carry, actor, others, verb.count))
        case "swap":  # the card to take, then the one to give
            given = state.lines[actor] if verb.source == "line" else state.hands[actor]
            seats = tuple(seat for seat in seats if may_touch(state, actor, seat))
            if given and any(state.lines[seat] for seat in seats):
                state.push(Pick(carry, actor, seats))
        case "draw":
            state.push(Draw(actor, verb.count, verb.count, carry.card))
        case "switch-hands" if verb.target == "rival":
            state.push(Name(carry, seats))
        case "switch-hands":  # all of them, including empty ones (combust R5)
            hands, living = state.hands, state.living
            step = 1 if verb.target == "right" else -1
            for place, seat in enumerate(living):
                state.set_hand(seat, hands[living[(place + step) % len(living)]])
        case "peek":
            _peek(state, carry, verb, seats)
        case "protect":
            state.set_shield(actor, max(state.shields[actor], verb.duration))


def _combust(state: State, carry: Carry, verb: Verb, seats: tuple[Seat, ...]) -> None:
    """Ask for the penguins to discard: from each line, a line to be named, or any."""
    owner = verb.chooser == "owner"
    if verb.target in ("others", "every"):
        for seat in reversed(seats):
            state.push(Pick(carry, seat if owner else carry.seat, (seat,), verb.count))
    elif owner:
        touched = (seat for seat in seats if options(state, Pick(carry, seat, (seat,))))
        state.push(Name(carry, tuple(touched)))
    else:
        state.push(Pick(carry, carry.seat, seats, verb.count))


def _peek(state: State, carry: Carry, verb: Verb, seats: tuple[Seat, ...]) -> None:
    """Show the top of the deck or all hands, or ask for a hand to show."""
    if verb.source == "deck":
        known = min(verb.count, len(state.draw))
        peeked = [max(n, known) if seat == carry.seat else n for seat, n in enumerate(state.peeked)]
        state.peeked = tuple(peeked)
    elif verb.target == "rival":
        state.push(Name(carry, tuple(seat for seat in seats if state.hands[seat])))
    else:
        state.shown = tuple(sorted({*state.shown, *((carry.seat, seat) for seat in seats)}))


def take(state: State, task: Pick, seat: Seat, card: CardNo) -> None:
    """Apply a verb to the card picked from the line of `seat`, or from the hand (HAND).

    A penguin discarded by COMBUST doesn't use its ability (combust R4). All penguins of one verb
    come from one line, as the card says: "on the line", "from another line".
    """
    actor, verb = task.carry.seat, verb_of(state.deck, task.carry)
    if verb.name != "swap":
        state.set_line(seat, without(state.lines[seat], card))
        if verb.name == "steal":
            state.set_line(actor, (*state.lines[actor], card))
        else:
            state.discard += (card,)
        if task.left > 1:
            state.push(task._replace(lines=(seat,), left=task.left - 1))
    elif task.taken is None:
        own = (actor,) if verb.source == "line" else ()
        state.push(task._replace(lines=own, taken=(seat, card)))
    else:
        other, taken = task.taken
        if seat == HAND:
            state.set_hand(actor, (*without(state.hands[actor], card), taken))
        else:
            state.set_line(actor, (*without(state.lines[actor], card), taken))
        state.set_line(other, (*without(state.lines[other], taken), card))


def name(state: State, carry: Carry, seat: Seat) -> None:
    """Apply a verb to the player named."""
    actor, verb = carry.seat, verb_of(state.deck, carry)
    match verb.name:
        case "combust":
            state.push(Pick(carry, seat, (seat,), verb.count))
        case "steal":  # cards are drawn at random, even from a known hand
            for _ in range(min(verb.count, len(state.hands[seat]))):
                state.lots += 1
                chance = random.Random(f"{state.seed}/{state.lots}")
                card = chance.choice(state.hands[seat])
                state.set_hand(seat, without(state.hands[seat], card))
                state.set_hand(actor, (*state.hands[actor], card))
        case "switch-hands":
            mine, theirs = state.hands[actor], state.hands[seat]
            state.set_hand(actor, theirs)
            state.set_hand(seat, mine)
        case "peek":
            state.shown = tuple(sorted({*state.shown, (actor, seat)}))
