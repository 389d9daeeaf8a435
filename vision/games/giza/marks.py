"""Marks on a photo of giza: each card with its weight, each load with its sum ("3 / 2+1"), and the
score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.giza.pyramid import Placed, Slot, supporters
from vision.games.base import Mark, Tone
from vision.games.giza.reading import GizaReading
from vision.games.marks import Badge, Caption, Pill, Strut, on, point, tall, wide
from vision.table.layout import Outline


def marks(reading: GizaReading) -> tuple[Mark, ...]:
    """Return all marks in drawing order: pieces beside the pyramids first, the score last."""
    several = reading.pyramids or (reading,)
    captions = [mark for one in several for mark in _score(one)]
    names = _numbers(several) if reading.pyramids else ()
    return (
        *_beside(several),
        *(mark for one in several for mark in _pyramid(one)),
        *names,
        *captions,
    )


def _pyramid(reading: GizaReading) -> Iterator[Mark]:
    yield from _cards(reading)
    yield from _questions(reading)
    for slot, placed in reading.pyramid.placed():
        yield from _sum(reading, slot, placed)


def _numbers(several: Sequence[GizaReading]) -> Iterator[Mark]:
    """Yield the number of each pyramid, below the middle of its lowest row."""
    tones: dict[str, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}
    for number, one in enumerate(several, 1):
        base = [_outline(one, slot) for slot in one.slots if slot[0] == 0]
        if base:
            at = np.mean([on(outline, 0.5, 1.12) for outline in base], axis=0)
            yield Pill(point(at), str(number), tones[one.verdict], height=tall(base[0]) / 4.5)


def _outline(reading: GizaReading, slot: Slot) -> Outline:
    return reading.pieces[reading.slots[slot]].outline


def _tone(reading: GizaReading, slot: Slot) -> Tone:
    if any(violation.slot == slot for violation in reading.violations):
        return "bad"
    return "unsure" if reading.inferred(slot) or reading.overloaded(slot) else "good"


def _beside(several: Sequence[GizaReading]) -> Iterator[Mark]:
    """Yield outlines of tokens, which stand out, and of pieces that aren't part of a pyramid."""
    inside = {at for reading in several for at in reading.slots.values()}
    for number, piece in enumerate(several[0].pieces):
        if piece.kind == "token":
            yield Mark(piece.outline, tone="title")
        elif number not in inside:
            yield Mark(piece.outline)


def _cards(reading: GizaReading) -> Iterator[Mark]:
    """Yield outlines, and badges with weights at the upper right, where there is no tag; a level's
    heaviest has a full one.
    """
    for slot, placed in reading.pyramid.placed():
        tone, outline = _tone(reading, slot), _outline(reading, slot)
        yield Mark(outline, tone=tone)
        scores = placed.weight == reading.levels[slot[0]]
        at, size = point(on(outline, 0.84, 0.12)), tall(outline) * (0.105 if scores else 0.085)
        yield Badge(at, str(placed.weight), tone, radius=size, full=scores)


def _questions(reading: GizaReading) -> Iterator[Mark]:
    """Return marks for places that could not be read and cards with something uncertain about
    them.
    """
    return (Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline)


def _sum(reading: GizaReading, slot: Slot, above: Placed) -> Iterator[Mark]:
    """Yield weight over strengths, between a card and the two below it, with lines to both."""
    places = supporters(slot)
    if not places:
        return
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


def _score(reading: GizaReading) -> Iterator[Mark]:
    """Yield the caption with the score, levels and goals."""
    if not len(reading.pyramid):
        return
    low, high = reading.score_range
    total = str(reading.score) if reading.score is not None else f"{low} to {high}"
    goals = " ".join(
        f"+{goal.points}" if goal.points is not None else "+?" for goal in reading.goals
    )
    levels = f"levels {'+'.join(map(str, reading.levels))}"
    tone: Tone = "unsure" if reading.verdict == "unsure" else "plain"
    yield Caption((), total, tone, small=(levels, f"goals {goals}" if goals else "no goals"))
