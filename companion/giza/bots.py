"""Two players of giza: one plays at random, one sensibly. Both see a `View` and the legal moves, no
more.

The sensible one values a pyramid by what its levels weigh, what its open slots can still carry and
how near the goals are; that is all that tuning a deck needs, and no master's play.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from companion.giza.deck import Goal, Penguin
from companion.giza.moves import Choose, End, Flip, Lay, Move, Place, Swap, TakeChief, Train
from companion.giza.order import FLIP, GATHER, LEAD, ROUNDS, SWAP, TRAIN
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, legal_slots, supporters
from companion.giza.scoring import CORNERS, PLACE, ROWS, TRIANGLES, Faces, faces, levels_of, tally
from companion.giza.state import View
from companion.giza.turns import changed
from companion.play import Bot, random_bot

# a secret choice is mixed: players who reason alike would all want the same action
CHOICE_NOISE = 4.5
_FREE, _NEVER = 50.0, -9.0  # moves that cost nothing, and moves that `End` is better than
_TOKEN_COST, _FLIP_COST = 0.8, 0.3  # what keeping the token, or the colour, is worth
_EXPECTED = 2.0  # strength and, roughly, weight of a penguin yet to come
_BELOW = tuple(tuple(PLACE[s] for s in supporters(slot)) for slot in SLOTS)


def sensible_bot(view: View, moves: Iterable[Move], chance: random.Random) -> Move:
    """The move after which the own pyramid promises most."""
    if view.phase == "choose":
        return _choose(view, [move for move in moves if isinstance(move, Choose)], chance)
    weigh = partial(_gain, view, worth(view, _own(view)), _unwanted(view))
    return max(moves, key=lambda move: weigh(move) + chance.random() / 100)


def worth(view: View, pyramid: Pyramid) -> float:
    """The points that `pyramid` promises to the player of `view`."""
    shown = faces(pyramid)
    heaviest = levels_of(shown)
    value = sum(_level(shown, heaviest[level], level) for level in range(len(WIDTHS)))
    return value + sum(_promise(view, goal, shown) for goal in view.goals)


def _own(view: View) -> Pyramid:
    return view.players[view.seat].pyramid


# --- choosing an action ---------------------------------------------------------------------------


def _choose(view: View, moves: Sequence[Choose], chance: random.Random) -> Choose:
    """Early choice where the penguins differ much, else the action that helps most."""
    now = worth(view, _own(view))
    gains = sorted((_best_place(view, _own(view), Placed(p)) - now for p in view.row), reverse=True)
    return max(
        moves,
        key=lambda move: (
            _action_value(view, move.number, gains, now) + chance.random() * CHOICE_NOISE
        ),
    )


def _action_value(view: View, number: int, gains: Sequence[float], now: float) -> float:
    position = (number - 1) / 4 * (len(gains) - 1)
    pick = gains[round(position)] * 0.7 + gains[0] * 0.3
    played, left = len(view.players[view.seat].played), ROUNDS - view.round
    extra = {
        LEAD: 0.2 if view.chief == view.seat else 1.0,
        FLIP: _best_flip(view) - now,
        SWAP: 0.4,
        GATHER: 0.35 * played if left >= 2 else 0.0,
        TRAIN: 0.6 if view.supply and left >= 2 else 0.0,
    }
    return pick + max(extra[number], 0.0)


def _best_place(view: View, pyramid: Pyramid, placed: Placed) -> float:
    values = [
        worth(view, pyramid.put(slot, placed)) for slot in legal_slots(pyramid, placed.weight)
    ]
    return max(values, default=worth(view, pyramid) - 2)


def _best_flip(view: View) -> float:
    pyramid = _own(view)
    return max(
        (worth(view, pyramid.put(s, replace(p, grey=True))) for s, p in pyramid.placed()),
        default=0.0,
    )


# --- a turn ---------------------------------------------------------------------------------------


def _gain(  # noqa: PLR0911 - one return a kind of move
    view: View, now: float, unwanted: Penguin | None, move: Move
) -> float:
    """What a move adds; what costs nothing comes before placing, what only loses after `End`."""
    pyramid = _own(view)
    match move:
        case Train():
            return _FREE
        case TakeChief():
            return _FREE if view.chief != view.seat else _NEVER
        case Swap(penguin):
            return _FREE if penguin == unwanted else _NEVER
        case Lay(slot):
            return worth(view, changed(pyramid, slot, tokens=1)) - now - _TOKEN_COST
        case Flip(slot):
            return worth(view, changed(pyramid, slot, grey=True)) - now - _FLIP_COST
        case Place(penguin, slot, grey):
            return worth(view, pyramid.put(slot, Placed(penguin, grey))) - now
        case _:
            return 0.0 if isinstance(move, End) else _NEVER


def _unwanted(view: View) -> Penguin | None:
    """The penguin to swap for an unknown one (#3): the worst, where even the best does little."""
    if view.placed or view.acted or view.players[view.seat].choice != SWAP:
        return None
    pyramid = _own(view)
    values = {penguin: _best_place(view, pyramid, Placed(penguin)) for penguin in view.row}
    gain = max(values.values()) - worth(view, pyramid)
    return min(values, key=lambda penguin: values[penguin]) if gain < 1 else None


# --- what a pyramid promises ----------------------------------------------------------------------


def _level(shown: Faces, heaviest: int, level: int) -> float:
    """The level's weight, or what an open slot of it may yet carry; a slot that carries little is a
    danger.
    """
    hopes, danger = [], 0.0
    for place in range(len(SLOTS))[ROWS[level]]:
        if shown[place] is None:
            capacity = _capacity(shown, place) if level else 5.0
            hopes.append(min(capacity, 5.0))
            danger += max(0.0, 1.5 - capacity) * 0.5
    if not hopes:
        return heaviest
    reach = min(max(hopes), 3.0 + 0.5 * len(hopes))
    return (
        max(float(heaviest), 0.35 * heaviest + 0.6 * reach, heaviest + 0.12 * (reach - heaviest))
        - danger
    )


def _capacity(shown: Faces, place: int) -> float:
    return sum(f.strength if (f := shown[below]) else _EXPECTED for below in _BELOW[place])


def _promise(view: View, goal: Goal, shown: Faces) -> float:
    """A goal's points, by how near it is: all when met, less while it may slip away or is far."""
    left = sum(1 for face in shown if face is None)
    if goal.compares:
        return goal.points * _lead(view, goal, shown, left)
    if goal.kind == "no-grey":
        return goal.points * (1 - 0.05 * left) if tally(goal, shown) else 0.0
    if goal.kind == "outweigh" and left:
        return goal.points * _near_outweigh(goal, shown)
    if tally(goal, shown):
        return float(goal.points)
    return (
        goal.points * _NEAR.get(goal.kind, _far)(goal, shown) * min(1.0, 0.4 + left / 12)
        if left
        else 0.0
    )


def _lead(view: View, goal: Goal, shown: Faces, left: int) -> float:
    own = tally(goal, shown)
    best = max(tally(goal, faces(p.pyramid)) for s, p in enumerate(view.players) if s != view.seat)
    if not left:
        return float(own >= best and own > 0)
    return min(0.9, max(0.05, 0.4 + 0.18 * (own - best) + 0.03 * own))


def _far(_goal: Goal, _shown: Faces) -> float:
    return 0.1


def _near_level(goal: Goal, shown: Faces) -> float:
    rows = [shown[row] for row, width in zip(ROWS, WIDTHS, strict=True) if width >= goal.amount]
    return max(_alike(row) for row in rows)


def _near_outweigh(goal: Goal, shown: Faces) -> float:
    """Each level that has its weight counts in full, a level yet empty for half of what it may
    carry.
    """
    steps = 0.0
    for below, above in pairwise(range(len(WIDTHS))):
        mine, theirs = levels_of(shown)[above], levels_of(shown)[below]
        room = [p for p in range(len(SLOTS))[ROWS[above]] if shown[p] is None]
        reach = max((min(5.0, _capacity(shown, p)) for p in room), default=0.0)
        steps += 0.9 if mine > theirs else 0.4 if reach > theirs else 0.0
    return 0.9 * min(1.0, steps / goal.amount) ** 2


def _near_corners(_goal: Goal, shown: Faces) -> float:
    return _alike([shown[corner] for corner in CORNERS])


def _near_triangle(goal: Goal, shown: Faces) -> float:
    """The mean of the triangles that are furthest on."""
    alike = sorted(
        (_alike([shown[place] for place in triangle]) for triangle in TRIANGLES), reverse=True
    )
    return sum(alike[: goal.amount]) / goal.amount


def _alike(row: Sequence[Placed | None]) -> float:
    """How near a group of slots is to one colour: 0 when it no longer can be."""
    there = [face.colour for face in row if face]
    if not there:
        return 0.1
    possible = None not in there and len(set(there)) == 1
    return 0.15 + 0.6 * ((len(there) / len(row)) ** 2) if possible else 0.0


def _near_base(goal: Goal, shown: Faces) -> float:
    base = [face.colour for face in shown[ROWS[0]] if face]
    colours = Counter(colour for colour in base if colour)
    missing = goal.amount - len(colours)
    return 0.0 if missing > WIDTHS[0] - len(base) else 0.7 ** (missing + 1)


def _near_total(goal: Goal, shown: Faces) -> float:
    there = [face.weight for face in shown if face]
    rest = goal.amount - sum(there)
    return max(0.0, min(0.8, 0.9 - 0.25 * (rest / max(1, len(SLOTS) - len(there)) - 1)))


_NEAR: dict[str, Callable[[Goal, Faces], float]] = {
    "level-colour": _near_level,
    "corners": _near_corners,
    "triangle": _near_triangle,
    "base-colours": _near_base,
    "total-weight": _near_total,
}


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}
