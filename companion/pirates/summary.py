"""The deck's numbers that pirates' rules speak of (`summary.toml`)."""

from __future__ import annotations

from collections import Counter

from companion.pirates import example
from companion.pirates.crew import PENGUINS, TURNS
from companion.pirates.deck import ORDERS, Deck
from companion.pirates.tracks import BAIL, FISH, FULL_SAIL, SPECIALS, VERBS, Change
from companion.summary import Details


def details(deck: Deck) -> Details:
    """What `$name` stands for; amounts without their sign."""
    boards = {
        f"{back}_boards": sum(board.back == back for board in deck.boards)
        for back in ("yellow", "red")
    }
    move = example.sail(deck)
    before, after = (move.before, move.after) if move else (deck.start, deck.start)
    rows = Counter(site.id[0] for site in deck.sites)  # a place's id begins with its row
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
    return abs(change[1])
