"""Combine the readings of several pyramids in one photo: score goals that compare them, and report
cards in two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.giza.deck import Deck, Penguin
from companion.giza.scoring import GoalScore, goal_points
from companion.language import say
from vision.games.giza.reading import GizaReading
from vision.games.reading import Unsure, Verdict, Violation

# a violation stands whatever else is uncertain
WORST_FIRST: tuple[Verdict, ...] = ("illegal", "unsure", "legal")


def together(readings: Sequence[GizaReading], deck: Deck, *, everyone: bool) -> GizaReading:
    """Return one reading of several pyramids: the first one's fields, the verdict on all, and each
    one in `pyramids`.

    Slots are those of the first pyramid; violations and doubts in another name it in their text.
    Each of `readings` has all pieces of the photo. Goals that compare pyramids are scored only with
    `everyone`: a player whose pyramid isn't in the photo may have more. Raises `ValueError` for
    fewer than two readings.
    """
    if len(readings) < 2:
        raise ValueError("several are two at least")
    whole = tuple(_compared(readings, deck)) if everyone else tuple(readings)
    verdict = next(
        word for word in WORST_FIRST if any(reading.verdict == word for reading in whole)
    )
    broken = tuple(
        _number_violation(number, item, reading)
        for number, reading in enumerate(whole)
        for item in reading.violations
    )
    open_ = tuple(
        _number_doubt(number, item)
        for number, reading in enumerate(whole)
        for item in reading.unsure
    )
    notes = (*_twins(whole), *(note for reading in whole for note in reading.notes))
    return replace(
        whole[0],
        verdict=verdict,
        violations=broken,
        unsure=open_,
        notes=tuple(dict.fromkeys(notes)),
        pyramids=whole,
    )


def _number_violation(number: int, item: Violation, reading: GizaReading) -> Violation:
    where = reading.where(item.slot)
    place = (
        say("pyramid {n}, {place}", n=number + 1, place=where)
        if where
        else say("pyramid {n}", n=number + 1)
    )
    text = say("{place}: {what}", place=place, what=item.text)
    return replace(item, slot=None, text=text) if number else item


def _number_doubt(number: int, item: Unsure) -> Unsure:
    return (
        replace(item, slot=None, text=say("pyramid {n}: {what}", n=number + 1, what=item.text))
        if number
        else item
    )


def _compared(readings: Sequence[GizaReading], deck: Deck) -> Iterator[GizaReading]:
    """Yield the readings, with points for goals that compare pyramids if all pyramids are known
    (giza R11, R12).
    """
    known = all(_is_known(reading) for reading in readings)
    for number, reading in enumerate(readings):
        rivals = [other.pyramid for at, other in enumerate(readings) if at != number]
        goals = {
            goal.id: points
            for goal in (deck.goals_by_id[score.id] for score in reading.goals)
            if known
            and goal.compares
            and (points := goal_points(goal, reading.pyramid, rivals)) is not None
        }
        yield _with_points(reading, goals, deck)


def _is_known(reading: GizaReading) -> bool:
    """Return whether every card of the pyramid is known."""
    return len(reading.pyramid) > 0 and all(
        item.could_change == "nothing" for item in reading.unsure
    )


def _with_points(reading: GizaReading, points: Mapping[str, int], deck: Deck) -> GizaReading:
    """Return the reading with these goals' points and the resulting score."""
    if not points:
        return reading
    goals = tuple(GoalScore(goal.id, points.get(goal.id, goal.points)) for goal in reading.goals)
    most = sum(deck.goals_by_id[name].points for name in points)
    gained = sum(points.values())
    low, high = reading.score_range
    low, high = low + gained, high - most + gained
    return replace(
        reading, goals=goals, score_range=(low, high), score=low if low == high else None
    )


def _twins(readings: Sequence[GizaReading]) -> Iterator[str]:
    """Yield a note for each penguin in more than one pyramid: a deck has only one of each."""
    pyramids: dict[Penguin, list[int]] = {}
    for number, reading in enumerate(readings, 1):
        for penguin in {cell.penguin for _, cell in reading.pyramid.placed()}:
            pyramids.setdefault(penguin, []).append(number)
    for penguin, numbers in sorted(pyramids.items(), key=lambda item: item[0].number):
        if len(numbers) > 1:
            places = " and ".join(map(str, numbers))
            yield f"{penguin.name} stands in pyramids {places}: cards of a second deck?"
