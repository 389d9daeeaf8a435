"""Advice on a giza deck file: goals that no player can meet, cards that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.decks import Colour
from companion.giza.deck import Deck, Goal
from companion.giza.pyramid import SLOTS
from companion.language import Phrase, say, say_many
from companion.wording import repeats

PENGUINS = say("{one} and {other}, two of the penguins' colours, have the same {field}: {value}")
PLAYERS = say("{one} and {other}, two of the players' colours, have the same {field}: {value}")
_CORNERS, _TRIANGLE = 3, 3  # how many penguins of one colour these goals need


def advice(deck: Deck) -> Iterator[str]:
    """Yield a sentence for each likely mistake."""
    yield from _signs(deck.colours, PENGUINS)
    yield from _signs(deck.players, PLAYERS)
    goals = deck.goals_by_id
    for one, other in repeats(((g.kind, g.amount, g.colour), g.id) for g in deck.goals):
        text = goals[other].text
        yield say("{one} and {other} ask for the same: {text}", one=one, other=other, text=text)
    for one, other in repeats((goal.name, goal.id) for goal in deck.goals):
        name = goals[other].name
        yield say("{one} and {other} have the same name: {name}", one=one, other=other, name=name)
    for goal in deck.goals:
        if why := _out_of_reach(goal, deck):
            yield say("{goal}: nobody can meet this goal: {why}", goal=goal.id, why=why)
    if len({penguin.weight for penguin in deck.penguins}) == 1:
        yield say("all penguins weigh the same: nothing is heavy then")


def _signs(colours: tuple[Colour, ...], alike: Phrase) -> Iterator[str]:
    """Yield each sign that two colours share, which colour-blind players then can't distinguish."""
    for field in ("name", "symbol", "pattern", "ink"):
        signs = {colour.id: getattr(colour, field).lower() for colour in colours}
        for one, other in repeats((sign, name) for name, sign in signs.items() if sign):
            yield say(alike, one=one, other=other, field=field, value=signs[other])


def _out_of_reach(goal: Goal, deck: Deck) -> str:
    """Return why no ten penguins of the deck can meet a goal; "" if some might."""
    colours = Counter(penguin.colour for penguin in deck.penguins)
    weights = sorted((penguin.weight for penguin in deck.penguins), reverse=True)
    heaviest = sum(weights[: len(SLOTS)])
    alike = {"level-colour": goal.amount, "corners": _CORNERS, "triangle": _TRIANGLE}.get(
        goal.kind, 0
    )
    reasons = (
        (alike > max(colours.values()), say("no colour has {n} penguins", n=alike)),
        (
            goal.kind == "base-colours" and goal.amount > len(colours),
            say_many("the penguins have {n} colour", "the penguins have {n} colours", len(colours)),
        ),
        (
            goal.kind == "most-colour" and goal.colour not in colours,
            say("no penguin is {colour}", colour=goal.colour_name),
        ),
        (
            goal.kind == "top-weight" and goal.amount > weights[0],
            say("the heaviest penguin weighs {n}", n=weights[0]),
        ),
        (goal.kind == "most-zeroes" and weights[-1] > 0, say("every penguin weighs something")),
        (
            goal.kind == "total-weight" and goal.amount > heaviest,
            say("the {n} heaviest weigh {weight} in all", n=len(SLOTS), weight=heaviest),
        ),
    )
    return next((why for true, why in reasons if true), "")
