"""A giza reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Slot, supporters
from companion.giza.state import GOALS_IN_PLAY
from vision.games.base import Line, Mark, Tone
from vision.games.giza.reading import GizaReading
from vision.games.reading import Stake, Verdict
from vision.games.words import (
    VERDICTS,
    Badge,
    Caption,
    Pill,
    Strut,
    amount,
    doubt_lines,
    on,
    point,
    tall,
    wide,
)
from vision.table.layout import Outline

WIDTH = 18  # characters of a card with its frame
CARRIERS = 2  # penguins that support one above the base (giza R6)
STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}


def show(reading: GizaReading, deck: Deck) -> tuple[Line, ...]:
    """Return the reading as lines of text."""
    several = reading.pyramids or (reading,)
    built = [one for one in several if len(one.pyramid)]
    scores = [
        "illegal" if one.verdict == "illegal" else amount(one.score, one.score_range)
        for one in built
    ]
    head = f"{VERDICTS[reading.verdict]}  {reading.photo}"
    if reading.pyramids:
        head += f"  {len(several)} pyramids" + (f"  scores {', '.join(scores)}" if scores else "")
    elif scores and reading.verdict != "illegal":  # that is worth nothing until it is put right
        head += f"  score {scores[0]}"
    lines = [Line(head, "title")]
    for number, one in enumerate(several, 1):
        if reading.pyramids:
            title = f"Pyramid {number} of {len(several)}: {VERDICTS[one.verdict]}"
            lines += [Line(""), Line(title, "title")]
        if len(one.pyramid):
            lines += [Line(""), *_drawn(one), Line("")]
        lines += _reasons(one)
        if not len(one.pyramid):
            continue
        levels = " + ".join(map(str, one.levels))
        lines.append(Line(f"Levels, base first: {levels} = {sum(one.levels)}"))
        for score in one.goals:
            goal, points = deck.goals_by_id[score.id], score.points
            worth = "?" if points is None else f"+{points}"
            lines.append(Line(f"{worth:>4}  {goal.name}: {goal.text}"))
        if not one.goals:
            lines.append(Line("No goals named or seen: add --goals ID,ID,ID"))
        elif one.goals_open:
            known = "1 goal is" if len(one.goals) == 1 else f"{len(one.goals)} goals are"
            text = f"{known} known, {GOALS_IN_PLAY} are in play: add --goals ID,ID,ID"
            lines.append(Line(text))
        illegal = " if the pyramid were legal" if one.verdict == "illegal" else ""
        lines.append(Line(f"Score: {amount(one.score, one.score_range)}{illegal}", "title"))
    lines += [Line(f"· {note}") for note in reading.notes]
    open_ = [score.id for one in built for score in one.goals if score.points is None]
    if any(deck.goals_by_id[name].compares for name in open_):
        text = "Goals that compare pyramids count once every player's pyramid is read."
        lines.append(Line(text))
    return tuple(lines)


def _reasons(reading: GizaReading) -> Iterator[Line]:
    """Yield loads that are supported, violations and doubts, with rule, arithmetic and remedy."""
    held = []  # certainly supported (giza R7), base first
    for slot, placed in reading.pyramid.placed():
        inferred = any(reading.inferred(place) for place in (slot, *supporters(slot)))
        below = _below(reading, slot)
        if len(below) == CARRIERS and not inferred and not reading.overloaded(slot):
            held.append(f"{placed.weight} on {'+'.join(str(cell.strength) for cell in below)}")
    if held:
        yield Line(f"R7  weights carried: {', '.join(held)}", "good")
    for violation in reading.violations:
        where = reading.where(violation.slot)
        yield Line(f"{violation.rule}  {f'{where}: ' if where else ''}{violation.text}", "bad")
        if not isinstance(violation.slot, tuple):
            continue
        above, below = reading.pyramid.at(violation.slot), _below(reading, violation.slot)
        if above is not None and below:  # the names behind the arithmetic
            names = " and ".join(f"{cell.penguin.name} ({cell.strength})" for cell in below)
            yield Line(f"  → {above.penguin.name} (weight {above.weight}) stands on {names}")
    yield from doubt_lines(reading, STAKES)


def _below(reading: GizaReading, slot: Slot) -> list[Placed]:
    return [cell for place in supporters(slot) if (cell := reading.pyramid.at(place))]


EDGES: dict[Tone, str] = {"good": "╭╮╰╯─│", "bad": "╔╗╚╝═║", "unsure": "╭╮╰╯┄┆", "plain": "      "}


def _drawn(reading: GizaReading) -> Iterator[Line]:
    """Yield the pyramid as text art, five lines a card; frame and sign show its state, too."""
    wrong = {violation.slot for violation in reading.violations}
    unread = {item.slot for item in reading.unsure}
    for level in reversed(range(len(WIDTHS))):
        slots = [(level, place) for place in range(WIDTHS[level])]
        if not any(reading.pyramid.rows[level]) and not unread.intersection(slots):
            continue
        lead = " " * (2 + level * WIDTH // 2)
        rows: list[list[tuple[str, Tone]]] = [[(lead, "plain")] for _ in range(5)]
        for slot in slots:
            placed = reading.pyramid.at(slot)
            tone: Tone = "good" if placed else "plain"
            if slot in unread or reading.overloaded(slot):
                tone = "unsure"
            if slot in wrong:
                tone = "bad"
            if placed:
                colour = "grey" if placed.grey else placed.penguin.colour[: WIDTH - 10]
                sign = {"bad": "✘", "unsure": "?"}.get(tone, "")
                tokens = f"+{placed.tokens}" if placed.tokens else ""
                words = (
                    f"{placed.penguin.number:02d} {colour} {sign}",
                    f"weight {placed.weight}",
                    f"strength {placed.strength - placed.tokens}{tokens}",
                )
            else:
                words = ("?", "not read", "") if tone == "unsure" else ("", "", "")
            edge = EDGES[tone]
            top, bottom = (f"{edge[i]}{edge[4] * (WIDTH - 3)}{edge[i + 1]} " for i in (0, 2))
            middle = (f"{edge[5]} {word:<{WIDTH - 5}} {edge[5]} " for word in words)
            for row, text in zip(rows, (top, *middle, bottom), strict=True):
                row.append((text, tone))
        for row in rows:
            yield Line("".join(text for text, _ in row), parts=tuple(row))


# --- marks ----------------------------------------------------------------------------------------


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
            drawn.append(Caption((), amount(one.score, one.score_range), tone, small=small))
    return tuple(drawn)


def _pyramid(reading: GizaReading) -> Iterator[Mark]:
    """Yield outlines; badges with weights, the level's heaviest full; places that weren't read; and
    weights over the strengths below, with lines to the two cards that carry them.
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
