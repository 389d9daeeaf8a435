"""Two bots for combust: one plays at random, one sensibly.

The sensible bot compares points: what a card adds to its own line, what an ability takes from the
others, above all the strongest, and what losing a last penguin costs. That is enough to tune a
deck, but far from expert play.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from companion.combust.deck import CardNo
from companion.combust.effects import may_touch
from companion.combust.state import (
    HAND,
    Discard,
    Keep,
    Move,
    NamePlayer,
    Pass,
    Pick,
    Place,
    Rescue,
    Take,
    View,
    decision,
    verb_of,
)
from companion.combust.verbs import Verb
from companion.play import Bot, Seat, random_bot

_STRONGEST, _OTHER = 0.8, 0.35  # worth of a point taken from a rival's line, in points
# worth of taking a rival's last penguin, without and with a card in hand
_OUT, _EXTINCT = 14.0, 4.0
_OWN_OUT, _OWN_EXTINCT = 60.0, 15.0
_SHORT, _SAFE = 3.0, 3  # worth of each penguin up to a safe line of 3
_CARD, _PLAY = 4.0, 6.0  # worth of another card in hand, and of another play


def sensible_bot(view: View, moves: Sequence[Move], chance: random.Random) -> Move:
    """Return the move that is worth the most points."""
    return max(moves, key=lambda move: _value(view, move) + chance.random() / 100)


def _value(view: View, move: Move) -> float:
    line, task = view.lines[view.seat], decision(view.todo)
    match move:
        case Keep(card):
            return -card
        case Place(card):
            rescue = _OWN_EXTINCT if isinstance(task, Rescue) else 0.0
            return card + _SHORT * max(0, _SAFE - len(line)) + rescue
        case Discard(card):
            return discard_value(view, card)
        case Take(seat, card) if isinstance(task, Pick) and seat != HAND:
            verb = verb_of(view.deck, task.carry).name
            if verb != "swap":
                return _loss(view, seat, [card]) + (card if verb == "steal" else 0)
            if task.taken:  # the best card is already taken, so give the lowest
                return -card
            return card * (1 + _weight(view, seat)) if seat != view.seat else card
        case Take(_, card):
            return -card
        case NamePlayer(seat):
            return _weight(view, seat) + view.sizes[seat] / 10 - sum(view.lines[seat]) / 1000
        case Pass():
            return 0.0


def _weight(view: View, seat: Seat) -> float:
    """Return the worth of a point taken from a line, negative for the viewer's own."""
    if seat == view.seat:
        return -1.0
    sums = {s: sum(line) for s, line in enumerate(view.lines) if s != view.seat}
    return _STRONGEST if sums[seat] == max(sums.values()) else _OTHER


def _loss(view: View, seat: Seat, cards: Sequence[CardNo]) -> float:
    """Return what it is worth to the viewer that `seat` loses `cards` from its line."""
    value = _weight(view, seat) * sum(cards)
    if not cards or len(cards) < len(view.lines[seat]):
        return value
    if seat == view.seat:
        return value - (_OWN_EXTINCT if view.sizes[seat] else _OWN_OUT)
    return value + (_EXTINCT if view.sizes[seat] else _OUT)


# --- the worth of an ability ----------------------------------------------------------------------


def discard_value(view: View, card: CardNo) -> float:
    """Return the points that the viewer can expect from discarding `card`."""
    return sum(_promise(view, verb) for verb in view.deck.abilities[card])


def _promise(view: View, verb: Verb) -> float:
    line = view.lines[view.seat]
    match verb.name:
        case "combust":
            return _combust(view, verb)
        case "steal" if verb.source == "hand":
            return _CARD * verb.count
        case "steal":
            lines = [
                (seat, _fitting(verb, view.lines[seat])[-verb.count :])
                for seat in _targets(view, verb.target)
                if seat != view.seat
            ]
            losses = (_loss(view, seat, cards) + sum(cards) for seat, cards in lines)
            return max(losses, default=0.0)
        case "swap":
            return _swap(view, verb)
        case "draw":
            return (_PLAY + _CARD * (verb.count - 1)) if view.left else 0.0
        case "switch-hands":
            return _switch(view, verb)
        case "protect":
            return verb.duration * (1 + sum(line) / 10 + _SHORT * max(0, _SAFE - len(line)))
        case _:
            return 0.2  # a look at cards


def _combust(view: View, verb: Verb) -> float:
    losses = []
    for seat in _targets(view, verb.target):
        fitting = _fitting(verb, view.lines[seat])
        lowest = verb.chooser == "owner" or seat == view.seat
        cards = fitting[: verb.count] if lowest else fitting[-verb.count :]
        losses.append(_loss(view, seat, cards))
    return sum(losses) if verb.target in ("others", "every") else max(losses, default=0.0)


def _swap(view: View, verb: Verb) -> float:
    own = view.hands[view.seat] if verb.source == "hand" else view.lines[view.seat]
    others = [
        (seat, max(view.lines[seat])) for seat in _targets(view, verb.target) if view.lines[seat]
    ]
    if not own or not others:
        return 0.0
    return max((card - min(own)) * (1 + max(0.0, _weight(view, seat))) for seat, card in others)


def _switch(view: View, verb: Verb) -> float:
    """Return the worth of the hand that the viewer gets; 0 once the deck is empty."""
    if not view.left:
        return 0.0
    living = [seat for seat in range(len(view.lines)) if seat not in view.out]
    place = living.index(view.seat)
    comes = {"left": living[place - 1], "right": living[(place + 1) % len(living)]}
    most = max(living, key=lambda seat: view.sizes[seat])
    return (view.sizes[comes.get(verb.target, most)] - view.sizes[view.seat] + 1) * _CARD / 2


def _targets(view: View, target: str) -> list[Seat]:
    """Return the seats that a verb of the viewer is about, without protected lines."""
    me, players = view.seat, len(view.lines)
    living = [
        (me + step) % players for step in range(players) if (me + step) % players not in view.out
    ]
    near = {
        "own": living[:1],
        "left": living[1:2],
        "right": living[-1:],
        "any": living,
        "every": living,
    }
    seats = near.get(target, living[1:])
    if target == "leader":
        seats = [max(living, key=lambda seat: sum(view.lines[seat]))]
    return [seat for seat in seats if may_touch(view, me, seat)]


def _fitting(verb: Verb, line: Sequence[CardNo]) -> list[CardNo]:
    """Return the penguins on a line that the verb is about, lowest first."""
    cards = [card for card in line if verb.least <= card <= verb.most]
    if verb.extreme:
        return cards[:1] if verb.extreme == "lowest" else cards[-1:]
    return cards


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}
