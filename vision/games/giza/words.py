"""A giza reading as text: the verdict, the pyramid as text art, the arithmetic of each rule, and
the score.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Slot, supporters
from companion.giza.scoring import GoalScore
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
    scores = ", ".join(_headline_score(one) for one in several if len(one.pyramid))
    if reading.verdict == "illegal" and not reading.pyramids:
        scores = ""  # it is worth nothing until it is put right
    count = f"  {len(several)} pyramids" if reading.pyramids else ""
    summary = f"  score{'s' if reading.pyramids else ''} {scores}" if scores else ""
    yield Line(f"{VERDICTS[reading.verdict]}  {reading.photo}{count}{summary}", "title")
    for number, one in enumerate(several, 1):
        if reading.pyramids:
            yield Line("")
            yield Line(f"Pyramid {number} of {len(several)}: {VERDICTS[one.verdict]}", "title")
        yield from _one(one, deck)
    for note in reading.notes:
        yield Line(f"· {note}")
    if any(_open_comparison(one, deck) for one in several if len(one.pyramid)):
        yield Line("Goals that compare pyramids count once every player's pyramid is read.")


def _headline_score(reading: GizaReading) -> str:
    return "illegal" if reading.verdict == "illegal" else score_text(reading)


def _one(reading: GizaReading, deck: Deck) -> Iterator[Line]:
    """Yield one pyramid as a drawing, its reasons and its score."""
    if len(reading.pyramid):
        yield Line("")
        yield from _drawn(reading)
        yield Line("")
    yield from _reasons(reading)
    yield from _score(reading, deck)


def _reasons(reading: GizaReading) -> Iterator[Line]:
    """Yield loads that are supported, violations and doubts, with rule, arithmetic and remedy."""
    if held := _list_loads(reading):
        yield Line(f"R7  weights carried: {', '.join(held)}", "good")
    for violation in reading.violations:
        where = reading.where(violation.slot)
        yield Line(f"{violation.rule}  {f'{where}: ' if where else ''}{violation.text}", "bad")
        if isinstance(violation.slot, tuple):
            yield from _who(reading, violation.slot)
    yield from doubt_lines(reading, STAKES)


# The pyramid as text art


def _drawn(reading: GizaReading) -> Iterator[Line]:
    wrong = {violation.slot for violation in reading.violations}
    unread = {item.slot for item in reading.unsure}
    for level in reversed(range(len(WIDTHS))):
        slots = [(level, place) for place in range(WIDTHS[level])]
        if not any(reading.pyramid.rows[level]) and not unread.intersection(slots):
            continue
        boxes = [
            _box(reading.pyramid.at(slot), _state(reading, slot, wrong, unread)) for slot in slots
        ]
        for row in range(len(boxes[0][1])):
            lead = " " * (2 + level * WIDTH // 2)
            parts: tuple[tuple[str, Tone], ...] = (
                (lead, "plain"),
                *((lines[row], tone) for tone, lines in boxes),
            )
            yield Line("".join(text for text, _ in parts), parts=parts)


def _state(
    reading: GizaReading, slot: Slot, wrong: Collection[object], unread: Collection[object]
) -> Tone:
    if slot in wrong:
        return "bad"
    if slot in unread or reading.overloaded(slot):
        return "unsure"
    return "good" if reading.pyramid.at(slot) else "plain"


_EDGES: dict[Tone, str] = {"good": "╭╮╰╯─│", "bad": "╔╗╚╝═║", "unsure": "╭╮╰╯┄┆", "plain": "      "}


def _box(placed: Placed | None, tone: Tone) -> tuple[Tone, list[str]]:
    """Return a card as five lines of text; its frame and sign show its state without colour,
    too.
    """
    inner = WIDTH - 4
    if placed is None:
        words = ("?", "not read", "") if tone == "unsure" else ("", "", "")
    else:
        colour = "grey" if placed.grey else placed.penguin.colour
        sign = {"bad": "✘", "unsure": "?"}.get(tone, "")
        words = (
            f"{placed.penguin.number:02d} {colour[: inner - 6]} {sign}".rstrip(),
            *_numbers(placed),
        )
    edge = _EDGES[tone]
    top, bottom = (f"{edge[i]}{edge[4] * (WIDTH - 3)}{edge[i + 1]} " for i in (0, 2))
    middle = [f"{edge[5]} {word:<{inner - 1}} {edge[5]} " for word in words]
    return tone, [top, *middle, bottom]


def _numbers(placed: Placed) -> tuple[str, str]:
    """Return weight and strength, "strength 2+1" with a token."""
    bracelets = placed.strength - placed.tokens
    return (
        f"weight {placed.weight}",
        f"strength {bracelets}" + (f"+{placed.tokens}" if placed.tokens else ""),
    )


# Arithmetic


def _list_loads(reading: GizaReading) -> list[str]:
    """Return the arithmetic of each load that is certainly supported (giza R7), base first."""
    loads = []
    for slot, placed in reading.pyramid.placed():
        below = [cell for s in supporters(slot) if (cell := reading.pyramid.at(s)) is not None]
        certain = not any(reading.inferred(place) for place in (slot, *supporters(slot)))
        if len(below) == CARRIERS and certain and not reading.overloaded(slot):
            loads.append(f"{placed.weight} on {'+'.join(str(cell.strength) for cell in below)}")
    return loads


def _who(reading: GizaReading, slot: Slot) -> Iterator[Line]:
    """Yield the names behind a violation's arithmetic."""
    above = reading.pyramid.at(slot)
    below = [cell for s in supporters(slot) if (cell := reading.pyramid.at(s)) is not None]
    if above is not None and below:
        names = " and ".join(f"{cell.penguin.name} ({cell.strength})" for cell in below)
        yield Line(f"  → {above.penguin.name} (weight {above.weight}) stands on {names}")


def _score(reading: GizaReading, deck: Deck) -> Iterator[Line]:
    if not len(reading.pyramid):
        return
    yield Line(
        f"Levels, base first: {' + '.join(map(str, reading.levels))} = {sum(reading.levels)}"
    )
    for goal in reading.goals:
        yield Line(
            f"{_points(goal):>4}  {deck.goals_by_id[goal.id].name}: "
            f"{deck.goals_by_id[goal.id].text}"
        )
    if not reading.goals:
        yield Line("No goals named or seen: add --goals ID,ID,ID")
    elif reading.goals_open:
        known = "1 goal is" if len(reading.goals) == 1 else f"{len(reading.goals)} goals are"
        yield Line(f"{known} known, {GOALS_IN_PLAY} are in play: add --goals ID,ID,ID")
    illegal = " if the pyramid were legal" if reading.verdict == "illegal" else ""
    yield Line(f"Score: {score_text(reading)}{illegal}", "title")


def _open_comparison(reading: GizaReading, deck: Deck) -> bool:
    return any(goal.points is None and deck.goals_by_id[goal.id].compares for goal in reading.goals)


def _points(goal: GoalScore) -> str:
    return "?" if goal.points is None else f"+{goal.points}"
