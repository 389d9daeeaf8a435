"""The deck's numbers in pirates' rules (`summary.toml`), and the example in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.hexes import Direction, turned
from companion.pirates.boards import HexId
from companion.pirates.deck import ORDERS, PENGUINS, TURNS, Deck
from companion.pirates.state import enter, wanted
from companion.pirates.tracks import (
    BAIL,
    FISH,
    FULL_SAIL,
    SPECIALS,
    VERBS,
    Change,
    Tracks,
    gain_speed,
)
from companion.summary import Details


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first move of a game.

    `before` are the tracks after gaining speed on the pier, `after` those after entering the hex
    ahead, where the whirlwind turns the ship to `facing`.
    """

    before: Tracks
    after: Tracks
    entered: HexId
    facing: Direction


def first_move(deck: Deck) -> FirstMove | None:
    """Return the first move; None if the ship has too little speed for it."""
    entered = deck.chart.ahead[deck.chart.pier][deck.pier_facing]
    face = deck.boards[0].faces[deck.chart.petal[entered]]
    before = gain_speed(deck.start, deck.most)
    if face.cost > before.speed:
        return None
    after, *_ = enter(deck, before, frozenset(), face.dots, face.special, wanted=wanted(()))
    return FirstMove(before, after, entered, turned(deck.pier_facing, face.whirl))


def details(deck: Deck) -> Details:
    """Return the value of each `$name`; amounts have no sign."""
    boards = {
        f"{back}_boards": sum(board.back == back for board in deck.boards)
        for back in ("yellow", "red")
    }
    move = first_move(deck)
    before, after = (move.before, move.after) if move else (deck.start, deck.start)
    rows = Counter(site.id[0] for site in deck.sites)  # an id begins with its row's letter
    return {
        "rows": "-".join(str(rows[row]) for row in sorted(rows)),
        "boards": len(deck.boards),
        **boards,
        "penguins": PENGUINS,
        "cards": TURNS,
        "orders": ORDERS,
        "storm": deck.storm,
        **{f"first_{verb}": getattr(deck.start, verb) for verb in VERBS},
        "most_water": deck.most.water,
        "most_fish": deck.most.fish,
        **{special: _amount(changes[0]) for special, changes in SPECIALS.items()},
        "bail": _amount(BAIL[0]),
        "catch": _amount(FISH[0]),
        "full": _amount(FULL_SAIL[0]),
        "sailing": move is not None,
        "gained": before.speed - deck.start.speed,
        "paid": before.speed - after.speed,
        "taken": after.water - before.water,
        "kept": after.speed,
    }


def _amount(change: Change) -> int:
    """Return the number of steps without its sign."""
    return abs(change[1])
