"""Pyramids in a photo that is only checked: as seats of a table, to be drawn and corrected."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import Refusal
from companion.giza.corrected import corrected
from companion.giza.deck import Deck
from companion.giza.known import known
from companion.giza.pyramid import Placed, Pyramid
from companion.giza.results import score_of
from companion.giza.state import GOALS_IN_PLAY
from companion.known import Asked
from companion.language import say
from web.games.shapes import Json, plain
from web.refusal import ApiError

WORST_FIRST = ("illegal", "unsure", "legal")


def pyramid_of(reading: Json, deck: Deck) -> Pyramid:
    """Return the pyramid of a scan result, with sides and tokens; unread slots are empty."""
    greys = {piece["id"] for piece in reading["pieces"] if piece["face"] == "back"}
    tokens = {row["penguin"]: row["count"] for row in reading["tokens"]}

    def placed(name: str | None) -> Placed | None:
        return Placed(deck.by_id[name], name in greys, tokens.get(name, 0)) if name else None

    return Pyramid(tuple(placed(name) for row in reading["pyramid"] for name in row))


def seats_of(reading: Json, deck: Deck) -> list[Json]:
    """Return the pyramids of a scan result, or of `reading_of`."""
    parts = reading.get("pyramids") or [reading]
    return [
        {
            "id": f"s{n}",
            "name": say("Pyramid {n}", n=n),
            "pyramid": part["pyramid"]
            if isinstance(part["pyramid"], str)
            else str(pyramid_of({**part, "pieces": reading["pieces"]}, deck)),
            "goals": [goal["id"] for goal in part["goals"]],
            **{name: part[name] for name in ("violations", "unsure")},
        }
        for n, part in enumerate(parts, 1)
    ]


def reading_of(seats: Sequence[Json], deck: Deck, asked: Asked, change: Json | None) -> Json:
    """Return what pyramids show, as in a scan result, after a change by hand of one of them.

    Comparisons stay open, as they do in a photo of one pyramid. Raises `ApiError`, `UsageError`.
    """
    said, parts = known(asked, deck), list[Json]()
    for n, seat in enumerate(seats, 1):
        goals = [goal.id for goal in said.goals] or _goals(seat, deck)
        cards = said.cards[n - 1] if len(said.cards) == len(seats) else said.expected(len(seats))
        mine = change is not None and change.get("seat") == seat.get("id")
        parts.append(_part(seat, deck, goals, cards, change if mine else None))
    if len(parts) == 1:
        return {**parts[0], "game": "giza", "by_hand": True}
    complete = [part["complete"] for part in parts]
    whole: Json = {
        "complete": False if False in complete else None if None in complete else True,
        "verdict": next(
            word for word in WORST_FIRST if any(part["verdict"] == word for part in parts)
        ),
    }
    for name in ("violations", "unsure"):
        whole[name] = [
            {**row, "slot": None, "text": say("pyramid {n}: {what}", n=n, what=row["text"])}
            for n, part in enumerate(parts, 1)
            for row in part[name]
        ]
    return {**parts[0], **whole, "pyramids": parts, "game": "giza", "by_hand": True}


def _goals(seat: Json, deck: Deck) -> list[str]:
    """Return the goals that were read, if they are all."""
    found = seat.get("goals")
    goals = [goal.id for goal in deck.goals if isinstance(found, list) and goal.id in found]
    return goals if len(goals) == GOALS_IN_PLAY else []


def _part(
    seat: Json, deck: Deck, goals: Sequence[str], cards: int | None, change: Json | None
) -> Json:
    state = corrected(deck, seat, goals, cards, change)
    if isinstance(state, Refusal):
        raise ApiError(400, state.code, state.text)
    own = state.seats[0]
    score = plain(score_of(state, own))
    # what only a look at the table decides: a token that wasn't read, cards of another deck
    asks = any(doubt["could_change"] == "legality" for doubt in score["unsure"])
    verdict = "unsure" if asks and score["verdict"] == "legal" else score["verdict"]
    return {
        **{name: score[name] for name in ("violations", "unsure", "complete", "goals", "so_far")},
        "pyramid": str(own.known.pyramid),
        "verdict": verdict,
        "cards_read": score["cards"],
        "score": score["total"],
        "score_range": score["score_range"],
    }
