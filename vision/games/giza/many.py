"""Combine the readings of several pyramids in one photo: score goals that compare them, and report
cards in two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.giza.deck import Deck, Penguin
from companion.giza.pyramid import Pyramid
from companion.giza.scoring import GoalScore, goal_points
from companion.language import say
from vision.games.giza.reading import GizaReading
from vision.games.reading import Verdict

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
    whole = tuple(readings)
    if everyone and all(len(reading.pyramid) and not reading.doubts for reading in readings):
        built = [reading.pyramid for reading in readings]
        whole = tuple(
            _compared(reading, [*built[:number], *built[number + 1 :]], deck)
            for number, reading in enumerate(readings)
        )
    verdict = next(
        word for word in WORST_FIRST if any(reading.verdict == word for reading in whole)
    )
    broken, doubts = [*whole[0].violations], [*whole[0].unsure]
    for number, reading in enumerate(whole[1:], 2):
        for violation in reading.violations:
            place = say("pyramid {n}", n=number)
            if where := reading.where(violation.slot):
                place = say("pyramid {n}, {place}", n=number, place=where)
            text = say("{place}: {what}", place=place, what=violation.text)
            broken.append(replace(violation, slot=None, text=text))
        for doubt in reading.unsure:
            text = say("pyramid {n}: {what}", n=number, what=doubt.text)
            doubts.append(replace(doubt, slot=None, text=text))
    pyramids: dict[Penguin, list[int]] = {}
    for number, reading in enumerate(whole, 1):
        for penguin in {cell.penguin for _, cell in reading.pyramid.placed()}:
            pyramids.setdefault(penguin, []).append(number)
    twins = [
        f"{penguin.name} stands in pyramids {' and '.join(map(str, numbers))}: "
        "cards of a second deck?"
        for penguin, numbers in sorted(pyramids.items(), key=lambda item: item[0].number)
        if len(numbers) > 1  # a deck has only one of each
    ]
    notes = (*twins, *(note for reading in whole for note in reading.notes))
    return replace(
        whole[0],
        verdict=verdict,
        violations=tuple(broken),
        unsure=tuple(doubts),
        notes=tuple(dict.fromkeys(notes)),
        pyramids=whole,
    )


def _compared(reading: GizaReading, rivals: Sequence[Pyramid], deck: Deck) -> GizaReading:
    """Return the reading with points for goals that compare pyramids (giza R11, R12)."""
    goals = [
        goal for goal in (deck.goals_by_id[each.id] for each in reading.goals) if goal.compares
    ]
    if not goals:
        return reading
    points = {goal.id: goal_points(goal, reading.pyramid, rivals) or 0 for goal in goals}
    low, high = reading.score_range
    low += sum(points.values())
    high -= sum(goal.points - points[goal.id] for goal in goals)
    return replace(
        reading,
        goals=tuple(GoalScore(each.id, points.get(each.id, each.points)) for each in reading.goals),
        score_range=(low, high),
        score=low if low == high else None,
    )
