"""The deck's numbers and names in the rules of giza (`summary.toml`)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.giza import example
from companion.giza.deck import Deck
from companion.giza.pyramid import GREY_STRENGTH, GREY_WEIGHT, TOKEN_STRENGTH, WIDTHS, supporters
from companion.giza.scoring import score
from companion.giza.state import GOALS_IN_PLAY, NUMBERS, ROUNDS
from companion.language import say_many
from companion.summary import Details


def details(deck: Deck) -> Details:
    """Return the value of each `$name`; that of an action is the verb on its card."""
    names = zip(("lead", "flip", "swap", "gather", "train"), NUMBERS, strict=True)
    verbs = {action.number: action.verb for action in deck.actions}
    built = example.pyramid(deck)
    slot = example.heaviest_load(built)
    below = [placed.strength for each in supporters(slot) if (placed := built.at(each))]
    result = score(built, example.goals(deck))
    met = [goal.points for goal in result.goals if goal.points]
    first, second, third = (deck.players[turn.seat].name for turn in example.turns())
    return {
        "penguins": len(deck.penguins),
        "colours": len(deck.colours),
        "actions": len(deck.actions),
        "goals": len(deck.goals),
        "shown": GOALS_IN_PLAY,
        "tokens": say_many("{n} strength token", "{n} strength tokens", deck.tokens),
        "token": TOKEN_STRENGTH,
        "rounds": ROUNDS,
        "grey_weight": GREY_WEIGHT,
        "grey_strength": GREY_STRENGTH,
        **{f"level{level}": width for level, width in enumerate(WIDTHS, 1)},
        **{name: f"#{number} {verbs[number]}" for name, number in names},
        "first": first,
        "second": second,
        "third": third,
        "carried": str(placed.weight if (placed := built.at(slot)) else 0),
        "strengths": sum_of(below),
        "levels": sum_of([level for level in result.levels if level is not None]),
        "met": sum_of(met),
        "total": str(result.total),
    }


def sum_of(numbers: Sequence[int]) -> str:
    """Return a sum as written out.

    >>> sum_of([4, 3]), sum_of([4]), sum_of([])
    ('4 + 3 = 7', '4', '0')
    """
    worked = f"{' + '.join(map(str, numbers))} = " if len(numbers) > 1 else ""
    return f"{worked}{sum(numbers)}"
