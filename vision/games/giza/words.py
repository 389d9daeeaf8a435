"""A giza reading as text: the verdict, the pyramid as text art, the arithmetic of each rule, and
the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Slot, supporters
from companion.giza.state import GOALS_IN_PLAY
from vision.games.base import Line, Tone
from vision.games.giza.reading import GizaReading
from vision.games.reading import Stake
from vision.games.report import VERDICTS, doubt_lines

WIDTH = 18  # characters of a card with its frame
CARRIERS = 2  # penguins that support one above the base (giza R6)
STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}


def show(reading: GizaReading, deck: Deck) -> tuple[Line, ...]:
    """Return the reading as lines of text."""
    return tuple(_report(reading, deck))


def score_text(reading: GizaReading) -> str:
    """Return the score or its range: "21", "18 to 23"."""
    low, high = reading.score_range
    return str(reading.score) if reading.score is not None else f"{low} to {high}"


def _report(reading: GizaReading, deck: Deck) -> Iterator[Line]:
    several = reading.pyramids or (reading,)
    built = [one for one in several if len(one.pyramid)]
    scores = ["illegal" if one.verdict == "illegal" else score_text(one) for one in built]
    head = f"{VERDICTS[reading.verdict]}  {reading.photo}"
    if reading.pyramids:
        scored = f"  scores {', '.join(scores)}" if scores else ""
        yield Line(f"{head}  {len(several)} pyramids{scored}", "title")
    elif scores and reading.verdict != "illegal":  # that is worth nothing until it is put right
        yield Line(f"{head}  score {scores[0]}", "title")
    else:
        yield Line(head, "title")
    for number, one in enumerate(several, 1):
        if reading.pyramids:
            yield Line("")
            yield Line(f"Pyramid {number} of {len(several)}: {VERDICTS[one.verdict]}", "title")
        if len(one.pyramid):
            yield Line("")
            yield from _drawn(one)
            yield Line("")
        yield from _reasons(one)
        if len(one.pyramid):
            yield from _score(one, deck)
    for note in reading.notes:
        yield Line(f"· {note}")
    goals = [goal for one in built for goal in one.goals]
    if any(goal.points is None and deck.goals_by_id[goal.id].compares for goal in goals):
        yield Line("Goals that compare pyramids count once every player's pyramid is read.")


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


# The pyramid as text art


def _drawn(reading: GizaReading) -> Iterator[Line]:
    wrong = {violation.slot for violation in reading.violations}
    unread = {item.slot for item in reading.unsure}
    for level in reversed(range(len(WIDTHS))):
        slots = [(level, place) for place in range(WIDTHS[level])]
        if not any(reading.pyramid.rows[level]) and not unread.intersection(slots):
            continue
        boxes: list[tuple[Tone, list[str]]] = []
        for slot in slots:
            tone: Tone = "good" if reading.pyramid.at(slot) else "plain"
            if slot in unread or reading.overloaded(slot):
                tone = "unsure"
            if slot in wrong:
                tone = "bad"
            boxes.append((tone, _box(reading.pyramid.at(slot), tone)))
        for row in range(len(boxes[0][1])):
            lead = " " * (2 + level * WIDTH // 2)
            parts: tuple[tuple[str, Tone], ...] = (
                (lead, "plain"),
                *((lines[row], tone) for tone, lines in boxes),
            )
            yield Line("".join(text for text, _ in parts), parts=parts)


_EDGES: dict[Tone, str] = {"good": "╭╮╰╯─│", "bad": "╔╗╚╝═║", "unsure": "╭╮╰╯┄┆", "plain": "      "}


def _box(placed: Placed | None, tone: Tone) -> list[str]:
    """Return a card as five lines of text; its frame and sign show its state without colour,
    too.
    """
    inner = WIDTH - 4
    if placed is None:
        words = ("?", "not read", "") if tone == "unsure" else ("", "", "")
    else:
        colour = "grey" if placed.grey else placed.penguin.colour
        sign = {"bad": "✘", "unsure": "?"}.get(tone, "")
        tokens = f"+{placed.tokens}" if placed.tokens else ""
        words = (
            f"{placed.penguin.number:02d} {colour[: inner - 6]} {sign}".rstrip(),
            f"weight {placed.weight}",
            f"strength {placed.strength - placed.tokens}{tokens}",
        )
    edge = _EDGES[tone]
    top, bottom = (f"{edge[i]}{edge[4] * (WIDTH - 3)}{edge[i + 1]} " for i in (0, 2))
    return [top, *(f"{edge[5]} {word:<{inner - 1}} {edge[5]} " for word in words), bottom]


def _score(reading: GizaReading, deck: Deck) -> Iterator[Line]:
    levels = " + ".join(map(str, reading.levels))
    yield Line(f"Levels, base first: {levels} = {sum(reading.levels)}")
    for each in reading.goals:
        goal, points = deck.goals_by_id[each.id], "?" if each.points is None else f"+{each.points}"
        yield Line(f"{points:>4}  {goal.name}: {goal.text}")
    if not reading.goals:
        yield Line("No goals named or seen: add --goals ID,ID,ID")
    elif reading.goals_open:
        known = "1 goal is" if len(reading.goals) == 1 else f"{len(reading.goals)} goals are"
        yield Line(f"{known} known, {GOALS_IN_PLAY} are in play: add --goals ID,ID,ID")
    illegal = " if the pyramid were legal" if reading.verdict == "illegal" else ""
    yield Line(f"Score: {score_text(reading)}{illegal}", "title")
