"""Two players of combust: one plays at random, one sensibly. Both see a `View` and the legal moves,
no more.

The sensible one compares points: what a card adds to its own line, what its ability takes from the
others (most from the strongest), and what it means to lose the last penguin. That is all that
tuning a deck needs, and no master's play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.combust.deck import CardNo
from companion.combust.legality import exposed
from companion.combust.moves import HAND, Discard, Keep, Mean, Move, Pass, Place, Take
from companion.combust.state import Pick, Rescue, View, decision, verb_of
from companion.combust.verbs import Verb
from companion.play import Bot, Seat, random_bot

_STRONGEST, _OTHER = 0.8, 0.35  # what a point off a rival's line is worth
_OUT, _EXTINCT = 14.0, 4.0  # a rival's last penguin gone, without and with a card in hand
_OWN_OUT, _OWN_EXTINCT = 60.0, 15.0
_SHORT, _SAFE = 3.0, 3  # what each penguin short of a safe line is worth more
_CARD, _PLAY = 4.0, 6.0  # a card more in hand, and a play more


def sensible_bot(view: View, moves: Iterable[Move], chance: random.Random) -> Move:
    """The move that promises most points, own and off others."""
    return max(moves, key=lambda move: _value(view, move) + chance.random() / 100)


def _value(view: View, move: Move) -> float:
    match move:
        case Keep(card):
            return -card
        case Place(card):
            return card + _SHORT * max(0, _SAFE - len(_line(view))) + _rescue(view)
        case Discard(card):
            return discard_value(view, card)
        case Take(seat, card):
            return _take_value(view, seat, card)
        case Mean(seat):
            return _weight(view, seat) + view.sizes[seat] / 10 - sum(view.lines[seat]) / 1000
        case Pass():
            return 0.0


def _line(view: View) -> Sequence[CardNo]:
    return view.lines[view.seat]


def _rescue(view: View) -> float:
    """Staying in the game, where that is the question (combust R6)."""
    return _OWN_EXTINCT if isinstance(decision(view.todo), Rescue) else 0.0


def _weight(view: View, seat: Seat) -> float:
    """What a point off that line is worth; one's own counts against."""
    if seat == view.seat:
        return -1.0
    sums = {s: sum(line) for s, line in enumerate(view.lines) if s != view.seat}
    return _STRONGEST if sums[seat] == max(sums.values()) else _OTHER


def _loss(view: View, seat: Seat, cards: Sequence[CardNo]) -> float:
    """What it is worth to the viewer that `seat` loses `cards` off its line."""
    value = _weight(view, seat) * sum(cards)
    if not cards or len(cards) < len(view.lines[seat]):
        return value
    if seat == view.seat:
        return value - (_OWN_EXTINCT if view.sizes[seat] else _OWN_OUT)
    return value + (_EXTINCT if view.sizes[seat] else _OUT)


# --- what an ability promises ---------------------------------------------------------------------


def discard_value(view: View, card: CardNo) -> float:
    """What the viewer may expect of discarding `card`."""
    return sum(_VERBS[verb.name](view, verb) for verb in view.deck.abilities[card])


def _targets(view: View, target: str) -> list[Seat]:
    """As `effects.targets`, of the lines that the viewer's cards may touch."""
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
    return [seat for seat in seats if exposed(view, me, seat)]


def _fitting(verb: Verb, line: Sequence[CardNo]) -> list[CardNo]:
    """The penguins of a line that the verb may mean, lowest first."""
    found = [card for card in line if verb.least <= card <= verb.most]
    if verb.extreme:
        return found[:1] if verb.extreme == "lowest" else found[-1:]
    return found


def _combust(view: View, verb: Verb) -> float:
    losses = []
    for seat in _targets(view, verb.target):
        fitting = _fitting(verb, view.lines[seat])
        lowest = verb.chooser == "owner" or seat == view.seat
        cards = fitting[: verb.count] if lowest else fitting[-verb.count :]
        losses.append(_loss(view, seat, cards))
    return sum(losses) if verb.target in ("others", "every") else max(losses, default=0.0)


def _steal(view: View, verb: Verb) -> float:
    if verb.source == "hand":
        return _CARD * verb.count
    found = [
        (seat, _fitting(verb, view.lines[seat])[-verb.count :])
        for seat in _targets(view, verb.target)
    ]
    return max(
        (_loss(view, seat, cards) + sum(cards) for seat, cards in found if seat != view.seat),
        default=0.0,
    )


def _swap(view: View, verb: Verb) -> float:
    own = view.hands[view.seat] if verb.source == "hand" else _line(view)
    others = [
        (seat, max(view.lines[seat])) for seat in _targets(view, verb.target) if view.lines[seat]
    ]
    if not own or not others:
        return 0.0
    return max((card - min(own)) * (1 + max(0.0, _weight(view, seat))) for seat, card in others)


def _draw(view: View, verb: Verb) -> float:
    return (_PLAY + _CARD * (verb.count - 1)) if view.left else 0.0


def _switch(view: View, verb: Verb) -> float:
    """Worth it for whoever holds less than the one whose hand comes; nothing to lose in the last
    round.
    """
    living = [seat for seat in range(len(view.lines)) if seat not in view.out]
    place = living.index(view.seat)
    comes = {"left": living[place - 1], "right": living[(place + 1) % len(living)]}
    most = max(living, key=lambda seat: view.sizes[seat])
    return (
        (view.sizes[comes.get(verb.target, most)] - view.sizes[view.seat] + 1) * _CARD / 2
        if view.left
        else 0.0
    )


def _peek(_view: View, _verb: Verb) -> float:
    return 0.2


def _protect(view: View, verb: Verb) -> float:
    return verb.duration * (1 + sum(_line(view)) / 10 + _SHORT * max(0, _SAFE - len(_line(view))))


_VERBS: Mapping[str, Callable[[View, Verb], float]] = {
    "combust": _combust,
    "draw": _draw,
    "switch-hands": _switch,
    "steal": _steal,
    "swap": _swap,
    "peek": _peek,
    "protect": _protect,
}


# --- what a picked card is worth ------------------------------------------------------------------


def _take_value(view: View, seat: Seat, card: CardNo) -> float:
    task = decision(view.todo)
    if not isinstance(task, Pick) or seat == HAND:
        return -card
    return _TAKES[verb_of(view.deck, task.carry).name](view, task, seat, card)


def _take_combust(view: View, _task: Pick, seat: Seat, card: CardNo) -> float:
    return _loss(view, seat, [card])


def _take_steal(view: View, _task: Pick, seat: Seat, card: CardNo) -> float:
    return _loss(view, seat, [card]) + card


def _take_swap(view: View, task: Pick, seat: Seat, card: CardNo) -> float:
    """First take the best, for which the least is given then."""
    if task.taken:
        return -card
    return card * (1 + _weight(view, seat)) if seat != view.seat else card


_TAKES: Mapping[str, Callable[[View, Pick, Seat, CardNo], float]] = {
    "combust": _take_combust,
    "steal": _take_steal,
    "swap": _take_swap,
}


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}
