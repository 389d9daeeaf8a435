"""Giza on the table: one or two players' pyramids from a real game, tokens, goal cards, the row to
choose from.

A shot says `players`, `seats` (whose pyramids are in the picture, from the left), `rounds` (how far
the game has come; 10 is its end), and how it was spoiled, if at all: `spoil` is "overload" (two
penguins of one pyramid change places, so that the lower ones can't carry), "twins" (a penguin of
the first pyramid lies in the last one too) or "gap" (a penguin is taken out of the base). `goals`
are so many goal cards beside, `loose` so many penguins of the row, `aside` mm beyond the pyramids'
room; `hide` are slots under a finger, `turned` those whose card lies upside down, `tokens` puts so
many more tokens on base penguins.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bench.photos.layouts.hands import Hand, Pose, finger, position
from companion.giza.deck import Deck, Goal
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, status
from companion.giza.scoring import score
from companion.giza.state import GOALS_IN_PLAY, State
from companion.layout import POKER

WIDE = 305.0  # from pyramid to pyramid, mm: a hand's breadth between them
TOKEN_SPOTS = ((-15.0, 3.0), (15.0, -1.0), (-14.0, -20.0), (14.0, 18.0))
# a finger along the line from tag to tag hides both
ACROSS = math.degrees(math.atan2(18.75, 31.25))


def layout(shot: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """The pyramids of a shot in mm round (0, 0), what lies beside them, and what a perfect reader
    would say.
    """
    hand = Hand(shot)
    state = _played(shot, deck)
    seats = shot.get("seats", [0])
    pyramids = _spoiled(shot, [_with_tokens(shot, state.players[seat].pyramid) for seat in seats])
    pieces, fingers = [], []
    for number, pyramid in enumerate(pyramids):
        places = _places(
            hand,
            Pose((number - (len(pyramids) - 1) / 2) * WIDE, 0.0, shot.get("lean", [0, 0])[number]),
        )
        if number == 0:
            fingers = [
                finger(places[slot].turned(ACROSS)) for slot in map(_slot, shot.get("hide", []))
            ]
            places |= {
                slot: places[slot].turned(180) for slot in map(_slot, shot.get("turned", []))
            }
        pieces += [
            piece for slot, placed in pyramid.placed() for piece in _lay(hand, placed, places[slot])
        ]
    goals, loose = state.goals[: shot.get("goals", 0)], state.row[: shot.get("loose", 0)]
    side = len(pyramids) * WIDE / 2 + shot.get("aside", 22)
    pieces += [
        hand.card(goal.id, hand.near(Pose(-side, 150 - 105 * n, 5))) for n, goal in enumerate(goals)
    ]
    pieces += [
        hand.card(p.id, hand.near(Pose(side + 12, 150 - 105 * n, 20 - 35 * n), 4))
        for n, p in enumerate(loose)
    ]
    truth = {
        **_truth(pyramids, goals),
        "loose": [penguin.id for penguin in loose],
        "hidden": shot.get("hide", []),
    }
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}


def _played(shot: Mapping[str, Any], deck: Deck) -> State:
    rounds = shot.get("rounds", 10)

    def reached(state: State, _moves: int) -> bool:
        return bool(state.round > rounds)

    found: State = position("giza", deck, shot.get("players", 2), shot["seed"], reached)
    return found


def _with_tokens(shot: Mapping[str, Any], pyramid: Pyramid) -> Pyramid:
    """More tokens on the base than the game has brought: giza R10 allows any number."""
    for place in range(shot.get("tokens", 0)):
        slot = (0, place % 4)
        if (placed := pyramid.at(slot)) is not None:
            pyramid = pyramid.put(slot, Placed(placed.penguin, placed.grey, placed.tokens + 1))
    return pyramid


def _spoiled(shot: Mapping[str, Any], pyramids: list[Pyramid]) -> list[Pyramid]:
    spoil, first = shot.get("spoil"), pyramids[0]
    if spoil == "overload":
        pyramids[0] = _overloaded(first)
    elif spoil == "gap":
        pyramids[0] = first.put((0, 1), None)
    elif spoil == "twins":
        pyramids[-1] = pyramids[-1].put((0, 2), first.at((1, 0)))
    return pyramids


def _overloaded(pyramid: Pyramid) -> Pyramid:
    """With the first two penguins changed about that break R7 then; as it is, where no two do."""
    cells = dict(pyramid.placed())
    for upper in SLOTS[4:]:
        for other in SLOTS:
            if upper != other and upper in cells and other in cells:
                swapped = pyramid.put(upper, cells[other]).put(other, cells[upper])
                if {fault.rule for fault in status(swapped)} == {"R7"}:
                    return swapped
    return pyramid


def _places(hand: Hand, middle: Pose) -> dict[Slot, Pose]:
    """Where the middle of each slot's card lies, as a hand leaves it."""
    column, row = POKER.width + hand.rng.uniform(2, 6), POKER.height + hand.rng.uniform(2, 7)
    return {
        (level, place): hand.near(
            middle.moved((place - 1.5 + level / 2) * column, (level - 1.5) * row)
        )
        for level, place in SLOTS
    }


def _lay(hand: Hand, placed: Placed, pose: Pose) -> list[dict[str, Any]]:
    card = hand.card(placed.penguin.id, pose, "back" if placed.grey else "front")
    spots = TOKEN_SPOTS[: placed.tokens]
    return [card, *(hand.token("token", pose.moved(*spot)) for spot in spots)]


def _slot(value: Sequence[int]) -> Slot:
    return (value[0], value[1])


def _truth(pyramids: Sequence[Pyramid], goals: Sequence[Goal]) -> dict[str, Any]:
    """Each pyramid from the left: its text, what is wrong with it, its levels, its score among
    those in the picture.

    A photo that shows some of the goals says no score.
    """
    found, told = [], len(goals) in (0, GOALS_IN_PLAY)
    for number, pyramid in enumerate(pyramids):
        others = [other for index, other in enumerate(pyramids) if index != number]
        result = score(pyramid, goals, others or None)
        faults = status(pyramid)
        found.append({
            "pyramid": str(pyramid),
            "verdict": "illegal" if faults else "legal",
            "violations": [[fault.rule, fault.slot] for fault in faults],
            "levels": list(result.levels),
            "goals": [{"id": goal.id, "points": goal.points} for goal in result.goals],
            "score": result.total if told else None,
        })  # fmt: skip
    return {"pyramids": found, "twins": _twins(pyramids)}


def _twins(pyramids: Sequence[Pyramid]) -> list[str]:
    """Penguins that lie in more than one pyramid."""
    seen: set[str] = set()
    twins: set[str] = set()
    for pyramid in pyramids:
        ids = {placed.penguin.id for _, placed in pyramid.placed()}
        twins |= seen & ids
        seen |= ids
    return sorted(twins)
