"""Marks on a photo of giza: each card with its weight, each load with its sum ("3 / 2+1"), and the
score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from companion.giza.pyramid import Slot, supporters
from vision.games.base import Mark, Tone
from vision.games.giza.reading import GizaReading
from vision.games.giza.words import score_text
from vision.games.marks import Badge, Caption, Pill, Strut, on, point, tall, wide
from vision.games.reading import Verdict
from vision.table.layout import Outline

TONES: Mapping[Verdict, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}


def marks(reading: GizaReading) -> tuple[Mark, ...]:
    """Return all marks in drawing order: pieces beside the pyramids first, the score last."""
    several = reading.pyramids or (reading,)
    inside = {at for one in several for at in one.slots.values()}
    drawn: list[Mark] = []
    for at, piece in enumerate(reading.pieces):
        if piece.kind == "token":  # stands out
            drawn.append(Mark(piece.outline, tone="title"))
        elif at not in inside:
            drawn.append(Mark(piece.outline))
    for one in several:
        drawn += _pyramid(one)
    for number, one in enumerate(reading.pyramids, 1):
        # its number, below the middle of its lowest row
        if base := [_outline(one, slot) for slot in one.slots if slot[0] == 0]:
            middle = point(np.mean([on(outline, 0.5, 1.12) for outline in base], axis=0))
            drawn.append(Pill(middle, str(number), TONES[one.verdict], height=tall(base[0]) / 4.5))
    for one in several:
        if len(one.pyramid):
            points = ["+?" if goal.points is None else f"+{goal.points}" for goal in one.goals]
            goals = f"goals {' '.join(points)}" if points else "no goals"
            small = (f"levels {'+'.join(map(str, one.levels))}", goals)
            tone: Tone = "unsure" if one.verdict == "unsure" else "plain"
            drawn.append(Caption((), score_text(one), tone, small=small))
    return tuple(drawn)


def _pyramid(reading: GizaReading) -> Iterator[Mark]:
    """Yield outlines, and badges with weights at the upper right, where there is no tag (a level's
    heaviest has a full one); places that couldn't be read; and weights over the strengths below,
    between a card and the two that carry it, with lines to both.
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
        below = supporters(slot)
        if not below:
            continue
        tone, outline = _tone(reading, slot), _outline(reading, slot)
        known = [place for place in below if place in reading.slots]
        if tone == "good" and (len(known) < len(below) or any(map(reading.inferred, below))):
            tone = "unsure"
        at, unit = point(on(outline, 0.5, 0.94)), tall(outline) / 14
        for place in known:
            foot = point(on(_outline(reading, place), 0.5, 0.16))
            yield Strut((*foot, *at), tone=tone, width=unit * 0.24)
        cells = [reading.pyramid.at(place) for place in below]
        strengths = "+".join(str(cell.strength) if cell else "?" for cell in cells)
        text = f"{placed.weight} / {strengths}"
        yield Pill(at, text, tone, height=unit * 1.8, room=wide(outline) * 1.05)


def _outline(reading: GizaReading, slot: Slot) -> Outline:
    return reading.pieces[reading.slots[slot]].outline


def _tone(reading: GizaReading, slot: Slot) -> Tone:
    if any(violation.slot == slot for violation in reading.violations):
        return "bad"
    return "unsure" if reading.inferred(slot) or reading.overloaded(slot) else "good"
