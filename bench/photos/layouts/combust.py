"""Combust on the table: the lines of 3 to 6 clans round it, deck and discard pile in the middle.

A shot says `players`, `turns` (how far the game has come) and how the clans lay their lines:
`style` is "apart" (cards side by side) or "fan" (each card covers the right of the one before, its
first tag free); `order` is "mixed" unless a clan sorts its line. A line lies in front of its owner,
who reads it from the left. `hide` names [line, card] under a finger, `turned` those upside down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.photos.layouts import Hand, Pose, laid, position
from companion.combust.deck import Deck
from companion.combust.state import State

APART, FAN = 67.0, 31.0  # mm from card to card
THICK = 0.8  # from card to card in a pile, mm
PRESSED = {"curl": 0.25, "warp": 0.08}  # cards that lie on each other are bent less
BESIDE = 290.0  # from line to line at one side, mm
PILE = 9.0  # height of what is left of the deck, mm
FAR = (195.0, 205.0)  # from the middle to the lines at the sides, and to those near and far, mm
TURNS = {"near": 0.0, "left": -90.0, "far": 180.0, "right": 90.0}
SEATS = {
    3: ("near", "left", "right"),
    4: ("near", "left", "far", "right"),
    5: ("near", "near", "left", "far", "right"),
    6: ("near", "near", "left", "far", "far", "right"),
}


def layout(shot: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """Return the lines of a game in progress, what lies in the middle, and the truth."""
    hand, hidden, fan = Hand(shot), shot.get("hide", []), shot.get("style") == "fan"
    state: State = position(shot, deck, 3, lambda now, _: now.turn >= shot.get("turns", 12))
    tidy = shot.get("order") == "sorted"
    lines = [sorted(line) if tidy else hand.rng.sample(line, len(line)) for line in state.lines]
    sides = SEATS[len(lines)]  # clockwise from the near one
    names = {kind.number: kind.id for kind in deck.kinds}
    step, thick, bent = (FAN, THICK, PRESSED) if fan else (APART, 0.0, {})
    pieces, fingers = [], []
    if state.draw:  # the deck, face down
        pieces.append(laid("hatchling", hand.near(Pose(-38, 0, 4)), "back", z=PILE))
    for number, card in enumerate(state.discard[-2:]):  # the pile beside it, whose top lies open
        pose = hand.near(Pose(38, 0, -7), 3)
        pieces.append(laid(names[card], pose, z=THICK * number) | PRESSED)
    for number, (line, side) in enumerate(zip(lines, sides, strict=True)):
        away = FAR[0] if side in {"left", "right"} else FAR[1]
        # two at one side sit beside each other, clockwise
        beside = ((sides.count(side) - 1) / 2 - sides[:number].count(side)) * BESIDE
        middle = Pose(0, 0, TURNS[side]).moved(0, -away).moved(beside, 0)
        for place, card in enumerate(line):
            pose = hand.near(middle.moved((place - (len(line) - 1) / 2) * step, 0), 0.7)
            over = pose.turned(180 * ([number, place] in shot.get("turned", [])))
            pieces.append(laid(names[card], over, z=thick * place) | bent)
            if [number, place] in hidden:
                fingers.append(pose.turned(31).words())
    rows = [
        {"side": side, "cards": [names[card] for card in line], "sum": sum(line)}
        for line, side in zip(lines, sides, strict=True)
    ]
    discard = [names[card] for card in state.discard[-1:]]
    truth = {"lines": rows, "discard": discard, "hidden": hidden}
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}
