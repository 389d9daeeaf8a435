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


def score_text(reading: GizaReading) -> str:
    """Return the score or its range: "21", "18 to 23"."""
    low, high = reading.score_range
    return str(reading.score) if reading.score is not None else f"{low} to {high}"


def show(reading: GizaReading, deck: Deck) -> tuple[Line, ...]:
    """Return the reading as lines of text."""
    several = reading.pyramids or (reading,)
    built = [one for one in several if len(one.pyramid)]
    scores = ["illegal" if one.verdict == "illegal" else score_text(one) for one in built]
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
        lines.append(Line(f"Score: {score_text(one)}{illegal}", "title"))
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
    """Yield the pyramid as text art, five lines a card; its frame and sign show its state without
    colour, too.
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
