"""What one photo of a giza table shows: the pyramid with its score, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.giza import pyramid as rules
from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Pyramid, supporters
from companion.giza.scoring import GoalScore
from companion.giza.state import GOALS_IN_PLAY
from companion.language import say
from vision.games.base import Line, Mark, Tone
from vision.games.pose import Pose
from vision.games.reading import Reading, Slot, Stake, Verdict
from vision.games.words import (
    Badge,
    Caption,
    Pill,
    Strut,
    amount,
    beyond,
    doubt_lines,
    on,
    point,
    tall,
    title,
    verdict_of,
    wide,
)
from vision.table.layout import Outline

LAST = ("violations", "unsure", "notes", "levels", "goals", "so_far", "score", "score_range")
OF_PHOTO = ("rookery", "photo", "game", "deck", "pieces", "notes")
WIDTH = 18  # characters of a card with its frame
CARRIERS = 2  # penguins that support one above the base (giza R6)
STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}
EDGES: dict[Tone, str] = {"good": "╭╮╰╯─│", "bad": "╔╗╚╝═║", "unsure": "╭╮╰╯┄┆", "plain": "      "}
TONES: Mapping[Verdict, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GizaReading(Reading):
    """Everything that one photo shows. `score` is None unless the pyramid is complete;
    `score_range` has its limits, and `so_far` is what the cards that were read are worth.

    Goals that compare pyramids have no points in a photo of one pyramid (None): they don't count in
    the lower limit of `score_range`, but do in the upper.

    If there are several pyramids in the photo, `pyramids` has a reading of each, in the order of
    `camps`. The other fields are then those of the first, except verdict, violations, unsure and
    notes, which cover all. `lies` is the mean of its cards' poses. `goals_open` is set if the goals
    in play may differ from `goals`.
    """

    game: str = "giza"
    pyramid: Pyramid = field(default_factory=Pyramid)
    slots: Mapping[rules.Slot, int] = field(default_factory=dict)  # index into `pieces`
    levels: tuple[int, int, int, int] = (0, 0, 0, 0)
    goals: tuple[GoalScore, ...]
    so_far: int = 0
    score: int | None = None
    score_range: tuple[int, int]
    lies: Pose = Pose(0j, 0.0)  # noqa: RUF009 - frozen
    pyramids: tuple[GizaReading, ...] = ()
    goals_open: bool = False

    def __post_init__(self) -> None:
        Reading.__post_init__(self)  # super() fails: slots=True replaces the class
        low, high = self.score_range
        if low > high or (self.score is not None and not low <= self.score <= high):
            raise ValueError(f"score {self.score} outside {self.score_range}")

    def where(self, slot: Slot | None) -> str:
        """Return a slot in words, "" for the whole table."""
        return place_name(slot) if isinstance(slot, tuple) else ""

    def overloaded(self, slot: rules.Slot) -> bool:
        """Return whether a card's supporters are known and too weak without unread tokens."""
        placed = self.pyramid.at(slot)
        supported = all(self.pyramid.at(below) for below in rules.supporters(slot))
        return bool(
            slot[0] and placed and supported and placed.weight > rules.support(self.pyramid, slot)
        )

    @property
    def cards_read(self) -> int:
        """The number of cards read in the pyramid, or in all of them."""
        return sum(len(one.pyramid) for one in self.pyramids) or len(self.pyramid)

    @property
    def points(self) -> str:
        """The score in words, as far as it is known."""
        if self.complete or self.score is not None:
            return amount(self.score, self.score_range)
        return f"{self.so_far} so far"

    def own(self) -> dict[str, object]:
        """Return pyramid (base first), tokens, levels, goals and score."""
        cells = [cell for _, cell in self.pyramid.placed() if cell.tokens]
        return {
            "pyramid": [
                [cell.penguin.id if cell else None for cell in row] for row in self.pyramid.rows
            ],
            "cards_read": self.cards_read,
            "tokens": [{"penguin": cell.penguin.id, "count": cell.tokens} for cell in cells],
            "levels": list(self.levels),
            "goals": [{"id": goal.id, "points": goal.points} for goal in self.goals],
            "so_far": self.so_far,
            "score": self.score,
            "score_range": list(self.score_range),
        }

    def to_json(self) -> dict[str, Any]:
        """Return giza's scan result, version 1: exactly the documented fields, in their order."""
        data = Reading.to_json(self)
        data |= {name: data.pop(name) for name in LAST}
        if self.pyramids:
            data["pyramids"] = [pyramid.part() for pyramid in self.pyramids]
        return data

    def part(self) -> dict[str, object]:
        """Return the scan result's entry for one of several pyramids."""
        at = self.lies.at
        place = {"x": at.real, "y": at.imag, "rotation": self.lies.turn}
        own = {name: value for name, value in self.to_json().items() if name not in OF_PHOTO}
        return {name: round(value, 1) for name, value in place.items()} | own


def place_name(slot: rules.Slot) -> str:
    """Return a slot in words.

    >>> place_name((1, 0)), place_name((3, 0))
    ('row 2, place 1', 'the top')
    """
    level, place = slot
    if level == 3:
        return say("the top")
    return say("row {level}, place {n}", level=level + 1, n=place + 1)


def show(reading: GizaReading, deck: Deck) -> tuple[Line, ...]:
    """Return the reading as lines of text."""
    several = reading.pyramids or (reading,)
    built = [one for one in several if len(one.pyramid)]
    scores = ["illegal" if one.verdict == "illegal" else one.points for one in built]
    head = title(reading)
    if reading.pyramids:
        head += f"  {len(several)} pyramids" + (f"  scores {', '.join(scores)}" if scores else "")
    elif scores and reading.verdict != "illegal":  # that is worth nothing until it is put right
        head += f"  score {scores[0]}"
    lines = [Line(head, "title")]
    for number, one in enumerate(several, 1):
        if reading.pyramids:
            name = f"Pyramid {number} of {len(several)}: {verdict_of(one)}"
            lines += [Line(""), Line(name, "title")]
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
            lines.append(Line(f"{known} known, {GOALS_IN_PLAY} are in play: add --goals ID,ID,ID"))
        illegal = " if the pyramid were legal" if one.verdict == "illegal" else ""
        lines.append(Line(f"{one.cards_read} cards read", "title" if one.complete else "plain"))
        lines.append(Line(f"Score: {one.points}{illegal}", "title"))
    lines += beyond(reading)
    lines += [Line(f"· {note}") for note in reading.notes]
    open_ = [score.id for one in built for score in one.goals if score.points is None]
    if any(deck.goals_by_id[name].compares for name in open_):
        lines.append(Line("Goals that compare pyramids count once every player's pyramid is read."))
    return tuple(lines)


def _reasons(reading: GizaReading) -> Iterator[Line]:
    """Yield loads that are supported, violations and doubts, with rule, arithmetic and remedy."""
    held = []  # certainly supported (giza R7), base first
    for slot, placed in reading.pyramid.placed():
        below = _below(reading, slot)
        if len(below) == CARRIERS and not reading.overloaded(slot):
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


def _below(reading: GizaReading, slot: rules.Slot) -> list[Placed]:
    return [cell for place in supporters(slot) if (cell := reading.pyramid.at(place))]


def _drawn(reading: GizaReading) -> Iterator[Line]:
    """Yield the pyramid as text art, five lines a card; frame and sign show its state, too.

    For plain text, each place has a line instead.
    """
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
            words = ("", "not read" if tone == "unsure" else "", "")
            if placed:
                colour = "grey" if placed.grey else placed.penguin.colour
                tokens = f"+{placed.tokens}" if placed.tokens else ""
                words = (
                    f"{placed.penguin.number:02d} {colour}",
                    f"weight {placed.weight}",
                    f"strength {placed.strength - placed.tokens}{tokens}",
                )
            if any(words):
                place = f"{place_name(slot)}: {', '.join(filter(None, words))}"
                yield Line(place, tone, instead=True)
            sign = {"bad": "✘", "unsure": "?"}.get(tone, "")
            head = f"{words[0][: WIDTH - 7]} {sign}".strip()
            edge = EDGES[tone]
            top, bottom = (f"{edge[i]}{edge[4] * (WIDTH - 3)}{edge[i + 1]} " for i in (0, 2))
            middle = (f"{edge[5]} {word:<{WIDTH - 5}} {edge[5]} " for word in (head, *words[1:]))
            for row, text in zip(rows, (top, *middle, bottom), strict=True):
                row.append((text, tone))
        for row in rows:
            yield Line("".join(text for text, _ in row), parts=tuple(row))


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
            read = f"{one.cards_read} cards: levels {'+'.join(map(str, one.levels))}"
            tone: Tone = "unsure" if one.verdict == "unsure" else "plain"
            drawn.append(Caption((), one.points, tone, small=(read, goals)))
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
        if tone == "good" and len(known) < len(below):
            tone = "unsure"
        at, unit = point(on(outline, 0.5, 0.94)), tall(outline) / 14
        for place in known:
            foot = point(on(_outline(reading, place), 0.5, 0.16))
            yield Strut((*foot, *at), tone=tone, width=unit * 0.24)
        cells = [reading.pyramid.at(place) for place in below]
        strengths = "+".join(str(cell.strength) if cell else "?" for cell in cells)
        text = f"{placed.weight} / {strengths}"
        yield Pill(at, text, tone, height=unit * 1.8, room=wide(outline) * 1.05)


def _outline(reading: GizaReading, slot: rules.Slot) -> Outline:
    return reading.pieces[reading.slots[slot]].outline


def _tone(reading: GizaReading, slot: rules.Slot) -> Tone:
    if any(violation.slot == slot for violation in reading.violations):
        return "bad"
    return "unsure" if reading.overloaded(slot) else "good"
