"""Two bots for combust, one random and one sensible, and statistics and targets of games (O).

The sensible bot compares points: what a card adds to its own line, what an ability takes from the
others, above all the strongest, and what losing a last penguin costs. That is enough to tune a
deck, but far from expert play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.effects import may_touch
from companion.combust.rules import result
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
    State,
    Take,
    View,
    decision,
    verb_of,
)
from companion.combust.verbs import FORMS, LOWEST, Verb
from companion.play import Bot, Seat, random_bot
from companion.study import (
    Study,
    Target,
    advantages_of,
    length_at,
    lengths_within,
    mean_of,
    means_under,
    seat_rates,
)

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


STARTS, OUT, RAN_OUT, DRAW, SUM, VERB = (
    "whoever starts wins, %",
    "games with an elimination, %",
    "games that empty the deck, %",
    "draws, %",
    "line sum of a clan at the end",
    "games that see the verb ",
)
PENGUINS, EVENTS = "penguins discarded", "events"
JUDGED = (4,)
KINDS_DISCARDED = tuple(map(str, range(LOWEST, FIRST_EVENT)))

TARGETS = (
    Target("median of turns", length_at(0.5), 15, 55, players=JUDGED),
    Target(
        "games of 15 to 55 turns", lengths_within(15, 55), low=0.95, percent=True, players=JUDGED
    ),
    Target("games with an elimination", mean_of(OUT), low=1 / 3, percent=True, players=JUDGED),
    Target("a seat's wins", seat_rates, high=0.33, percent=True, players=JUDGED),
    Target(
        "wins after discarding a kind (average 1)",
        advantages_of(KINDS_DISCARDED),
        high=1.5,
        players=JUDGED,
    ),
    Target(
        "games in which a verb is used", means_under(VERB), low=0.001, percent=True, players=JUDGED
    ),
)


def cards(deck: Deck) -> dict[str, dict[str, str]]:
    """Return the names of all kinds, by number."""
    return {
        PENGUINS: {str(kind.number): f"{kind.value} {kind.name}" for kind in deck.penguins},
        EVENTS: {str(kind.number): kind.name for kind in deck.events},
    }


def deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield the player who starts, discarded penguins, and events."""
    if before.phase == "keep" != after.phase:
        yield after.active, STARTS
    if isinstance(move, Discard):
        yield seat, str(move.card)
    for card in after.discard[len(before.discard) :]:
        if card >= FIRST_EVENT:
            yield seat, str(card)


def facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the figures of a finished game."""
    winners = result(end).winners
    discarded = {int(deed) for done in deeds for deed in done if deed.isdigit()}
    verbs = {verb.name for card in discarded for verb in end.deck.abilities[card]}
    return {
        STARTS: tuple(int(seat in winners) for seat, done in enumerate(deeds) if STARTS in done),
        OUT: (int(len(end.out) > 0),),
        RAN_OUT: (int(not end.draw),),
        DRAW: (int(not winners),),
        SUM: tuple(sum(line) for line in end.lines if line),
        **{f"{VERB}{verb}, %": (int(verb in verbs),) for verb in FORMS},
    }


STUDY = Study(
    unit="turns",
    points="line sum",
    tables=(4, 3, 6, 8),
    cards=cards,
    deeds=deeds,
    length=lambda end: end.turn,
    facts=facts,
    targets=TARGETS,
)
