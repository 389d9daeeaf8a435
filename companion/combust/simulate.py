"""Two bots for combust, one random and one sensible, and statistics and targets of games (O).

The sensible bot compares points: what a card adds to its own line, what an ability takes from the
others, above all the strongest, and what losing a last penguin costs. That is enough to tune a
deck, but far from expert play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.effects import may_touch, targets
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
    Play,
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
    me, state = view
    task = decision(state.todo)
    match move:
        case Keep(card):
            return -card
        case Place(card):
            rescue = _OWN_EXTINCT if isinstance(task, Play) and task.reason == "rescue" else 0.0
            return card + _SHORT * max(0, _SAFE - len(state.lines[me])) + rescue
        case Discard(card):
            return discard_value(view, card)
        case Take(seat, card) if isinstance(task, Pick) and seat != HAND:
            verb = verb_of(state.deck, task.carry).name
            if verb != "swap":
                return _loss(view, seat, [card]) + (card if verb == "steal" else 0)
            if task.taken:  # the best card is already taken, so give the lowest
                return -card
            return card * (1 + _weight(view, seat)) if seat != me else card
        case Take(_, card):
            return -card
        case NamePlayer(seat):
            hand = len(state.hands[seat])
            return _weight(view, seat) + hand / 10 - sum(state.lines[seat]) / 1000
        case Pass():
            return 0.0


def _weight(view: View, seat: Seat) -> float:
    """Return the worth of a point taken from a line, negative for the viewer's own."""
    me, state = view
    if seat == me:
        return -1.0
    most = max(sum(line) for other, line in enumerate(state.lines) if other != me)
    return _STRONGEST if sum(state.lines[seat]) == most else _OTHER


def _loss(view: View, seat: Seat, cards: Sequence[CardNo]) -> float:
    """Return what it is worth to the viewer that `seat` loses `cards` from its line."""
    value = _weight(view, seat) * sum(cards)
    if not cards or len(cards) < len(view.state.lines[seat]):
        return value
    hand = view.state.hands[seat]
    if seat == view.seat:
        return value - (_OWN_EXTINCT if hand else _OWN_OUT)
    return value + (_EXTINCT if hand else _OUT)


def discard_value(view: View, card: CardNo) -> float:
    """Return the points that the viewer can expect from discarding `card`."""
    return sum(_promise(view, verb) for verb in view.state.deck.abilities[card])


def _promise(view: View, verb: Verb) -> float:
    me, state = view
    line, seats = state.lines[me], _targets(view, verb.target)
    match verb.name:
        case "combust":
            losses = []
            for seat in seats:
                fitting = _fitting(verb, state.lines[seat])
                lowest = verb.chooser == "owner" or seat == me
                cards = fitting[: verb.count] if lowest else fitting[-verb.count :]
                losses.append(_loss(view, seat, cards))
            return sum(losses) if verb.target in ("others", "every") else max(losses, default=0.0)
        case "steal" if verb.source == "hand":
            return _CARD * verb.count
        case "steal":
            best = {seat: _fitting(verb, state.lines[seat])[-verb.count :] for seat in seats}
            gains = (
                _loss(view, seat, best[seat]) + sum(best[seat]) for seat in seats if seat != me
            )
            return max(gains, default=0.0)
        case "swap":
            own = state.hands[me] if verb.source == "hand" else line
            gains = (
                (max(state.lines[seat]) - min(own)) * (1 + max(0.0, _weight(view, seat)))
                for seat in seats
                if own and state.lines[seat]
            )
            return max(gains, default=0.0)
        case "draw":
            return (_PLAY + _CARD * (verb.count - 1)) if state.draw else 0.0
        case "switch-hands" if not state.draw:
            return 0.0
        case "switch-hands":  # the hand that the viewer gets
            givers = targets(state, me, {"left": "right", "right": "left"}.get(verb.target, "any"))
            most = max(len(state.hands[seat]) for seat in givers)
            return (most - len(state.hands[me]) + 1) * _CARD / 2
        case "protect":
            return verb.duration * (1 + sum(line) / 10 + _SHORT * max(0, _SAFE - len(line)))
        case _:
            return 0.2  # a look at cards


def _targets(view: View, target: str) -> list[Seat]:
    """Return the seats that a verb of the viewer is about, without protected lines."""
    me, state = view
    seats = targets(state, me, target)
    if target == "leader":  # the first clockwise
        seats = [min(seats, key=lambda seat: (seat - me) % len(state.lines))]
    return [seat for seat in seats if may_touch(state, me, seat)]


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
    rows={PENGUINS: "penguin", EVENTS: "event"},
    deeds=deeds,
    length=lambda end: end.turn,
    facts=facts,
    targets=TARGETS,
)
