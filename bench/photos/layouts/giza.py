"""Giza on the table: one or two players' pyramids from a real game, tokens, goal cards, and the row
to choose from.

A shot says `players`, `seats` (whose pyramids lie there, from the left), `rounds` (how far the game
has come; 10 is its end), and how it was spoiled, if at all: `spoil` is "overload" (two penguins of
one pyramid are swapped, so that the lower ones can't carry), "carried" (the same, but tokens on one
of the lower ones make it legal), "twins" (a penguin of the first pyramid lies in the last one too)
or "gap" (a penguin is taken out of the base). `goals` and `loose` are how many goal cards and
penguins of the row lie beside, `aside` mm beyond the pyramids; `hide` are slots under a finger,
`turned` those whose card lies upside down, `tokens` how many more tokens lie on base penguins;
`piled` tokens lie half on each other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.photos.layouts import TOKEN, Hand, Pose, laid, position
from companion.giza.deck import Deck
from companion.giza.pyramid import SLOTS, Placed, Pyramid, status, support, supporters
from companion.giza.scoring import score
from companion.giza.state import GOALS_IN_PLAY, State
from companion.layout import POKER

WIDE = 305.0  # from pyramid to pyramid, mm
TOKEN_SPOTS = ((-15.0, 3.0), (15.0, -1.0), (-14.0, -20.0), (14.0, 18.0))
PILED = ((-14.0, -4.0), (-5.0, 3.0), (4.0, -5.0), (12.0, 2.0))  # half on each other
THICK = 0.6  # of a token, mm
ACROSS = math.degrees(math.atan2(18.75, 31.25))  # of a finger from tag to tag, which hides both


def layout(shot: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """Return the pyramids of a shot round (0, 0), what lies beside them, and the truth."""
    hand = Hand(shot)
    state: State = position(shot, deck, 2, lambda now, _: now.round > shot.get("rounds", 10))
    pyramids = [state.players[seat].pyramid for seat in shot.get("seats", [0])]
    for place in range(shot.get("tokens", 0)):  # giza R10 allows any number
        slot = (0, place % 4)
        for n, pyramid in enumerate(pyramids):
            if (placed := pyramid.at(slot)) is not None:
                more = Placed(placed.penguin, placed.grey, placed.tokens + 1)
                pyramids[n] = pyramid.put(slot, more)
    match shot.get("spoil"):
        case "overload":
            pyramids[0] = _overloaded(pyramids[0])
        case "carried":
            pyramids[0] = _carried(_overloaded(pyramids[0]))
        case "gap":
            pyramids[0] = pyramids[0].put((0, 1), None)
        case "twins":
            pyramids[-1] = pyramids[-1].put((0, 2), pyramids[0].at((1, 0)))
    hidden, turned = ([*map(tuple, shot.get(name, []))] for name in ("hide", "turned"))
    pieces, fingers, piled = [], [], bool(shot.get("piled"))
    for number, pyramid in enumerate(pyramids):
        lean = shot.get("lean", [0, 0])[number]
        middle = Pose((number - (len(pyramids) - 1) / 2) * WIDE, 0.0, lean)
        wide, high = POKER.width + hand.rng.uniform(2, 6), POKER.height + hand.rng.uniform(2, 7)
        places = {}
        for level, at in SLOTS:
            right, up = (at - 1.5 + level / 2) * wide, (level - 1.5) * high
            places[level, at] = hand.near(middle.moved(right, up))
        if number == 0:
            fingers = [places[slot].turned(ACROSS).words() for slot in hidden]
            places |= {slot: places[slot].turned(180) for slot in turned}
        for slot, placed in pyramid.placed():
            face = "back" if placed.grey else "front"
            pieces.append(laid(placed.penguin.id, places[slot], face))
            for n, spot in enumerate((PILED if piled else TOKEN_SPOTS)[: placed.tokens]):
                pose = places[slot].moved(*spot).turned(hand.rng.uniform(-40, 40))
                pieces.append({**laid("token", pose), **TOKEN, "z": TOKEN["z"] + n * THICK * piled})
    goals, loose = state.goals[: shot.get("goals", 0)], state.row[: shot.get("loose", 0)]
    side = len(pyramids) * WIDE / 2 + shot.get("aside", 22)
    for n, goal in enumerate(goals):
        pieces.append(laid(goal.id, hand.near(Pose(-side, 150 - 105 * n, 5))))
    for n, penguin in enumerate(loose):
        pose = Pose(side + 12, 150 - 105 * n, 20 - 35 * n)
        pieces.append(laid(penguin.id, hand.near(pose, 4)))
    # no score where the photo shows some of the goals
    rows, scored = [], len(goals) in (0, GOALS_IN_PLAY)
    for number, pyramid in enumerate(pyramids):
        result = score(pyramid, goals, pyramids[:number] + pyramids[number + 1 :] or None)
        faults = status(pyramid)
        row = {
            "pyramid": str(pyramid),
            "verdict": "illegal" if faults else "legal",
            "violations": [[fault.rule, fault.slot] for fault in faults],
            "levels": list(result.levels),
            "goals": [{"id": goal.id, "points": goal.points} for goal in result.goals],
            "score": result.total if scored else None,
        }
        rows.append(row)
    ids = Counter[str]()
    for pyramid in pyramids:
        ids.update({placed.penguin.id for _, placed in pyramid.placed()})
    truth = {
        "pyramids": rows,
        "twins": sorted(name for name, times in ids.items() if times > 1),
        "loose": [penguin.id for penguin in loose],
        "hidden": shot.get("hide", []),
    }
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}


def _overloaded(pyramid: Pyramid) -> Pyramid:
    """Swap the first two penguins that break R7 then, if any do."""
    cells = dict(pyramid.placed())
    for upper in SLOTS[4:]:
        for other in SLOTS:
            if upper != other and upper in cells and other in cells:
                swapped = pyramid.put(upper, cells[other]).put(other, cells[upper])
                if {fault.rule for fault in status(swapped)} == {"R7"}:
                    return swapped
    return pyramid


def _carried(pyramid: Pyramid) -> Pyramid:
    """Add tokens to the left penguin below each load that is too heavy, as many as are missing."""
    for fault in status(pyramid):
        if fault.rule == "R7" and fault.slot:
            below = supporters(fault.slot)[0]
            placed, load = pyramid.at(below), pyramid.at(fault.slot)
            if placed and load:
                missing = int(load.weight - support(pyramid, fault.slot))
                more = Placed(placed.penguin, placed.grey, placed.tokens + missing)
                pyramid = pyramid.put(below, more)
    return pyramid
