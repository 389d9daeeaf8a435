"""Combust on the table: the lines of 3 to 8 clans round it, the deck and the discard pile in the
middle.

A shot says `players`, `turns` (how far the game has come) and how the clans lay their lines:
`style` is "apart" (cards side by side) or "fan" (each card covers the right of the one before, its
first tag free). `order` is "mixed" unless a clan sorts its line. A line lies in front of its owner,
who reads it from the left; `sides` are the clans' sides of the table, clockwise from the near one.
`hide` names [line, card] under a finger, `turned` those that lie upside down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench.photos.layouts.hands import Hand, Pose, finger, position
from companion.combust.deck import CardNo, Deck
from companion.combust.state import State

APART, FAN = 67.0, 31.0  # mm from card to card
THICK = 0.8  # from card to card in a pile, mm
PRESSED = {"curl": 0.25, "warp": 0.08}  # cards that lie on each other are bent less
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
    """The lines of a game in progress, what lies in the middle, and what a perfect reader would
    say.
    """
    hand = Hand(shot)
    state = _played(shot, deck)
    lines = [_ordered(hand, shot, line) for line in state.lines]
    ends = _ends(shot, len(lines))
    names = {kind.number: kind.id for kind in deck.kinds}
    pieces, fingers = _middle(hand, state, names), []
    for number, (line, end) in enumerate(zip(lines, ends, strict=True)):
        for place, (card, pose) in enumerate(
            zip(line, _poses(hand, shot, len(line), end), strict=True)
        ):
            upside_down = [number, place] in shot.get("turned", [])
            laid = hand.card(
                names[card], pose.turned(180 * upside_down), z=THICK * place * _fanned(shot)
            )
            pieces.append(laid | (PRESSED if _fanned(shot) else {}))
            if [number, place] in shot.get("hide", []):
                fingers.append(finger(pose.turned(31)))
    truth = _truth(lines, shot, names, state)
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}


def _played(shot: Mapping[str, Any], deck: Deck) -> State:
    turns = shot.get("turns", 12)

    def reached(state: State, _moves: int) -> bool:
        return bool(state.turn >= turns)

    found: State = position("combust", deck, shot.get("players", 3), shot["seed"], reached)
    return found


def _ordered(hand: Hand, shot: Mapping[str, Any], line: Sequence[CardNo]) -> list[CardNo]:
    return sorted(line) if shot.get("order") == "sorted" else hand.rng.sample(line, len(line))


def _sides(shot: Mapping[str, Any], players: int) -> Sequence[str]:
    found: Sequence[str] = shot.get("sides") or SEATS[players]
    return found


def _ends(shot: Mapping[str, Any], players: int) -> list[Pose]:
    """The middle of each clan's line, turned to its owner; two at one side sit beside each other,
    clockwise.
    """
    sides, found = _sides(shot, players), []
    for number, side in enumerate(sides):
        together = [other for other, name in enumerate(sides) if name == side]
        share = (len(together) - 1) / 2 - together.index(number)
        turn = TURNS[side]
        away = FAR[0] if side in {"left", "right"} else FAR[1]
        found.append(Pose(*_outwards(turn, away), turn).moved(share * shot.get("beside", 290), 0))
    return found


def _outwards(turn: float, away: float) -> tuple[float, float]:
    pose = Pose(0, 0, turn).moved(0, -away)
    return pose.x, pose.y


def _fanned(shot: Mapping[str, Any]) -> bool:
    return bool(shot.get("style") == "fan")


def _poses(hand: Hand, shot: Mapping[str, Any], cards: int, middle: Pose) -> list[Pose]:
    step = FAN if _fanned(shot) else APART
    return [
        hand.near(middle.moved((place - (cards - 1) / 2) * step, 0), 0.7) for place in range(cards)
    ]


def _middle(hand: Hand, state: State, names: Mapping[CardNo, str]) -> list[dict[str, Any]]:
    """The deck face down beside the discard pile, whose top lies open."""
    deck = (
        [hand.card("hatchling", hand.near(Pose(-38, 0, 4)), "back", z=PILE)] if state.draw else []
    )
    pile = [
        hand.card(names[card], hand.near(Pose(38, 0, -7), 3), z=THICK * n) | PRESSED
        for n, card in enumerate(state.discard[-2:])
    ]
    return deck + pile


def _truth(
    lines: Sequence[Sequence[CardNo]],
    shot: Mapping[str, Any],
    names: Mapping[CardNo, str],
    state: State,
) -> dict[str, Any]:
    """Each line as its owner reads it, from the left, clans clockwise from the near side."""
    rows = [
        {"side": side, "cards": [names[card] for card in line], "sum": sum(line)}
        for line, side in zip(lines, _sides(shot, len(lines)), strict=True)
    ]
    return {
        "lines": rows,
        "discard": [names[card] for card in state.discard[-1:]],
        "hidden": shot.get("hide", []),
    }
