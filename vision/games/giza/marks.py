"""Marks on a photo of giza: each card with its weight, each load with its sum ("3 / 2+1"), and the
score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.giza.pyramid import Placed, Slot, supporters
from vision.games.base import Mark, Tone
from vision.games.giza.reading import GizaReading
from vision.games.giza.words import score_text
from vision.games.marks import Badge, Caption, Pill, Strut, on, point, tall, wide
from vision.table.layout import Outline


def marks(reading: GizaReading) -> tuple[Mark, ...]:
    """Return all marks in drawing order: pieces beside the pyramids first, the score last."""
    several = reading.pyramids or (reading,)
    numbers = _numbers(several) if reading.pyramids else ()
    inside = {at for one in several for at in one.slots.values()}
    return (
        *(
            Mark(piece.outline, tone="title" if piece.kind == "token" else "plain")
            for at, piece in enumerate(reading.pieces)
            if piece.kind == "token" or at not in inside
        ),
        *(mark for one in several for mark in _pyramid(one)),
        *numbers,
        *(_caption(one) for one in several if len(one.pyramid)),
    )


def _pyramid(reading: GizaReading) -> Iterator[Mark]:
    """Yield outlines, and badges with weights at the upper right, where there is no tag (a level's
    heaviest has a full one); places that couldn't be read; and sums.
    """
    for slot, placed in reading.pyramid.placed():
        tone, outline = _tone(reading, slot), _outline(reading, slot)
        yield Mark(outline, tone=tone)
        scores = placed.weight == reading.levels[slot[0]]
        at, size = point(on(outline, 0.84, 0.12)), tall(outline) * (0.105 if scores else 0.085)
        yield Badge(at, str(placed.weight), tone, radius=size, full=scores)
    for item in reading.doubts:
        if item.outline:
            yield Mark(item.outline, "?", "unsure")
    for slot, placed in reading.pyramid.placed():
        if slot[0]:
            yield from _sum(reading, slot, placed)


def _sum(reading: GizaReading, slot: Slot, above: Placed) -> Iterator[Mark]:
    """Yield weight over strengths, between a card and the two below it, with lines to both."""
    places = supporters(slot)
    below = [reading.pyramid.at(place) for place in places]
    known = [place for place in places if place in reading.slots]
    tone = _tone(reading, slot)
    if tone == "good" and any(place not in known or reading.inferred(place) for place in places):
        tone = "unsure"
    outline = _outline(reading, slot)
    at, unit = on(outline, 0.5, 0.94), tall(outline) / 14
    for place in known:
        foot = on(_outline(reading, place), 0.5, 0.16)
        yield Strut((*point(foot), *point(at)), tone=tone, width=unit * 0.24)
    text = f"{above.weight} / {'+'.join(str(cell.strength) if cell else '?' for cell in below)}"
    yield Pill(point(at), text, tone, height=unit * 1.8, room=wide(outline) * 1.05)


def _numbers(several: Sequence[GizaReading]) -> Iterator[Mark]:
    """Yield the number of each pyramid, below the middle of its lowest row."""
    tones: dict[str, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}
    for number, one in enumerate(several, 1):
        base = [_outline(one, slot) for slot in one.slots if slot[0] == 0]
        if base:
            at = np.mean([on(outline, 0.5, 1.12) for outline in base], axis=0)
            yield Pill(point(at), str(number), tones[one.verdict], height=tall(base[0]) / 4.5)


def _caption(reading: GizaReading) -> Mark:
    """Return the score, levels and goals."""
    points = ["+?" if goal.points is None else f"+{goal.points}" for goal in reading.goals]
    goals = f"goals {' '.join(points)}" if points else "no goals"
    tone: Tone = "unsure" if reading.verdict == "unsure" else "plain"
    levels = f"levels {'+'.join(map(str, reading.levels))}"
    return Caption((), score_text(reading), tone, small=(levels, goals))


def _outline(reading: GizaReading, slot: Slot) -> Outline:
    return reading.pieces[reading.slots[slot]].outline


def _tone(reading: GizaReading, slot: Slot) -> Tone:
    if any(violation.slot == slot for violation in reading.violations):
        return "bad"
    return "unsure" if reading.inferred(slot) or reading.overloaded(slot) else "good"
