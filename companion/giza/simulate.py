"""Two bots for giza, one random and one sensible, and statistics and targets of games (giza O).

The sensible bot values a pyramid by the weights of its levels, what its open slots can carry, and
how close it is to the goals. That is enough to tune a deck, but far from expert play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.pyramid import ROWS, SLOTS, Placed, Pyramid, Slot, legal_slots, supporters
from companion.giza.rules import alter, result
from companion.giza.scoring import CORNERS, TRIANGLES, levels, tally
from companion.giza.state import (
    FLIP,
    GATHER,
    LEAD,
    ROUNDS,
    SWAP,
    TRAIN,
    Choose,
    End,
    Flip,
    Lay,
    Move,
    Place,
    State,
    Swap,
    TakeChief,
    Train,
    View,
)
from companion.play import Bot, Seat, random_bot
from companion.study import Study, Target, mean_of, means_under, median_of, seat_edges

# points; without noise, bots that reason alike would all choose the same action
CHOICE_NOISE = 4.5
_FREE, _NEVER = 50.0, -9.0  # gains of moves that cost nothing, and of moves worse than `End`
_TOKEN_COST, _FLIP_COST = 0.8, 0.3  # what keeping the token or the colour is worth
_EXPECTED = 2.0  # the strength to expect from an open slot


def sensible_bot(view: View, moves: Sequence[Move], chance: random.Random) -> Move:
    """Return the move after which the player's own pyramid is worth most."""
    if view.state.phase == "choose":
        return _choose(view, [move for move in moves if isinstance(move, Choose)], chance)
    own, unwanted = view.own.pyramid, None
    now = worth(view, own)
    if view.own.choice == SWAP and not (view.state.placed or view.state.acted):
        # swap the worst penguin for an unknown one (#3) if even the best gains little
        values = {penguin: _best_place(view, own, Placed(penguin)) for penguin in view.state.row}
        if max(values.values()) - now < 1:
            unwanted = min(values, key=lambda penguin: values[penguin])
    return max(moves, key=lambda move: _gain(view, now, unwanted, move) + chance.random() / 100)


def worth(view: View, pyramid: Pyramid) -> float:
    """Return the points that the player of `view` can expect from `pyramid`."""
    value = sum(_level(pyramid, heaviest, level) for level, heaviest in enumerate(levels(pyramid)))
    return value + sum(_promise(view, goal, pyramid) for goal in view.state.goals)


def _choose(view: View, moves: Sequence[Choose], chance: random.Random) -> Choose:
    """Choose an early action if the penguins differ much, else the most useful one."""
    own = view.own.pyramid
    now = worth(view, own)
    gains = sorted((_best_place(view, own, Placed(p)) - now for p in view.state.row), reverse=True)
    flips = (worth(view, own.put(s, replace(p, grey=True))) for s, p in own.placed())
    played, left = len(view.own.played), ROUNDS - view.state.round
    extra = {
        LEAD: 0.2 if view.state.chief == view.seat else 1.0,
        FLIP: max(flips, default=0.0) - now,
        SWAP: 0.4,
        GATHER: 0.35 * played if left >= 2 else 0.0,
        TRAIN: 0.6 if view.state.supply and left >= 2 else 0.0,
    }

    def value(move: Choose) -> float:
        position = (move.number - 1) / 4 * (len(gains) - 1)
        pick = gains[round(position)] * 0.7 + gains[0] * 0.3
        return pick + max(extra[move.number], 0.0) + chance.random() * CHOICE_NOISE

    return max(moves, key=value)


def _best_place(view: View, pyramid: Pyramid, placed: Placed) -> float:
    values = [
        worth(view, pyramid.put(slot, placed)) for slot in legal_slots(pyramid, placed.weight)
    ]
    return max(values, default=worth(view, pyramid) - 2)


# --- a turn ---------------------------------------------------------------------------------------


def _gain(view: View, now: float, unwanted: Penguin | None, move: Move) -> float:
    """Return a move's gain in points; free moves rank first, those that only lose below `End`."""
    pyramid = view.own.pyramid
    match move:
        case Train():
            return _FREE
        case TakeChief():
            return _FREE if view.state.chief != view.seat else _NEVER
        case Swap(penguin):
            return _FREE if penguin == unwanted else _NEVER
        case Lay(slot):
            return worth(view, alter(pyramid, slot, tokens=1)) - now - _TOKEN_COST
        case Flip(slot):
            return worth(view, alter(pyramid, slot, grey=True)) - now - _FLIP_COST
        case Place(penguin, slot, grey):
            return worth(view, pyramid.put(slot, Placed(penguin, grey))) - now
        case _:
            return 0.0 if isinstance(move, End) else _NEVER


# --- the worth of a pyramid -----------------------------------------------------------------------


def _level(pyramid: Pyramid, heaviest: int, level: int) -> float:
    """Return the points to expect from a level, less if its open slots can carry little."""
    hopes, danger = [], 0.0
    for slot in SLOTS[ROWS[level]]:
        if pyramid.at(slot) is None:
            capacity = _capacity(pyramid, slot) if level else 5.0
            hopes.append(min(capacity, 5.0))
            danger += max(0.0, 1.5 - capacity) * 0.5
    if not hopes:
        return heaviest
    reach = min(max(hopes), 3.0 + 0.5 * len(hopes))
    low, high = 0.35 * heaviest + 0.6 * reach, heaviest + 0.12 * (reach - heaviest)
    return max(float(heaviest), low, high) - danger


def _capacity(pyramid: Pyramid, slot: Slot) -> float:
    below = map(pyramid.at, supporters(slot))
    return sum(cell.strength if cell else _EXPECTED for cell in below)


def _promise(view: View, goal: Goal, pyramid: Pyramid) -> float:
    """Return the points to expect from a goal: all if met for good, else fewer the further off."""
    left = pyramid.cells.count(None)
    if goal.compares:
        rivals = [p.pyramid for seat, p in enumerate(view.state.players) if seat != view.seat]
        own, best = tally(goal, pyramid), max(tally(goal, rival) for rival in rivals)
        if not left:
            return goal.points * float(own >= best and own > 0)
        return goal.points * min(0.9, max(0.05, 0.4 + 0.18 * (own - best) + 0.03 * own))
    if goal.kind == "no-grey":
        return goal.points * (1 - 0.05 * left) if tally(goal, pyramid) else 0.0
    if goal.kind == "outweigh" and left:
        return goal.points * _near(goal, pyramid)
    if tally(goal, pyramid):
        return float(goal.points)
    return goal.points * _near(goal, pyramid) * min(1.0, 0.4 + left / 12) if left else 0.0


def _near(goal: Goal, pyramid: Pyramid) -> float:
    """Return how close an unmet goal about one pyramid is, from 0 to 1."""
    placed = [cell for cell in pyramid.cells if cell]
    match goal.kind:
        case "level-colour":
            return max(_alike(row) for row in pyramid.rows if len(row) >= goal.amount)
        case "corners":
            return _alike([*map(pyramid.at, CORNERS)])
        case "triangle":
            alike = [_alike([*map(pyramid.at, slots)]) for slots in TRIANGLES]
            return sum(sorted(alike, reverse=True)[: goal.amount]) / goal.amount
        case "base-colours":
            base = [face.colour for face in pyramid.rows[0] if face]
            missing = goal.amount - len({colour for colour in base if colour})
            return 0.0 if missing > pyramid.rows[0].count(None) else 0.7 ** (missing + 1)
        case "outweigh":  # a level that can still outweigh the one below counts about half
            steps = 0.0
            for level, (theirs, mine) in enumerate(pairwise(levels(pyramid)), start=1):
                room = [slot for slot in SLOTS[ROWS[level]] if pyramid.at(slot) is None]
                reach = max((min(5.0, _capacity(pyramid, slot)) for slot in room), default=0.0)
                steps += 0.9 if mine > theirs else 0.4 if reach > theirs else 0.0
            return 0.9 * min(1.0, steps / goal.amount) ** 2
        case "total-weight":
            rest = goal.amount - sum(face.weight for face in placed)
            mean = rest / max(1, len(SLOTS) - len(placed))
            return max(0.0, min(0.8, 0.9 - 0.25 * (mean - 1)))
        case _:
            return 0.1


def _alike(row: Sequence[Placed | None]) -> float:
    """Return how close a group of slots is to one colour; 0 if that is no longer possible."""
    placed = [face.colour for face in row if face]
    if not placed:
        return 0.1
    possible = None not in placed and len(set(placed)) == 1
    return 0.15 + 0.6 * ((len(placed) / len(row)) ** 2) if possible else 0.0


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}


LEVEL_SCORE, FORCED, MET = "level score", "forced greys per player", "goal met: "

TARGETS = (
    Target("median level score", median_of(LEVEL_SCORE), 9, 12),
    Target("forced greys per player", mean_of(FORCED), 0.3, 1.0),
    Target("a seat's wins over its fair share", seat_edges, -0.03, 0.03, percent=True),
    Target(
        "players who meet a goal that lies on the table",
        means_under(MET),
        0.05,
        0.60,
        percent=True,
        together=True,
    ),
)


def cards(deck: Deck) -> dict[str, dict[str, str]]:
    """Return the names of actions, goals and penguins."""
    return {
        "actions": {
            f"#{action.number}": f"#{action.number} {action.verb}" for action in deck.actions
        },
        "goals": {goal.id: f"{goal.name} (+{goal.points})" for goal in deck.goals},
        "penguins": {
            penguin.id: f"{penguin.number:02d} {penguin.colour} {penguin.weight}/{penguin.strength}"
            for penguin in deck.penguins
        },
    }


def deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield chosen actions, placed penguins, forced greys, and at the end the goals met."""
    if isinstance(move, Choose):
        yield seat, f"#{move.number}"
    elif isinstance(move, Place):
        yield seat, move.penguin.id
        if move.grey and after.acted == before.acted:
            yield seat, FORCED
    if after.phase == "over":
        for owner, score in enumerate(result(after).scores):
            yield from ((owner, goal.id) for goal in score.goals if goal.points)


def facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the figures of a finished game."""
    met = {goal: tuple(int(goal.id in done) for done in deeds) for goal in end.goals}
    return {
        LEVEL_SCORE: tuple(sum(levels(player.pyramid)) for player in end.players),
        FORCED: tuple(done.get(FORCED, 0) for done in deeds),
        **{f"{MET}{goal.name} (+{goal.points}), %": players for goal, players in met.items()},
    }


STUDY = Study(
    unit="rounds",
    points="points",
    tables=(4, 2, 3),
    cards=cards,
    rows={"goals": "goal", "penguins": "penguin"},
    deeds=deeds,
    length=lambda end: end.round,
    facts=facts,
    targets=TARGETS,
)
