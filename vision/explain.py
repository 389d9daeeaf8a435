"""Explain: the reading in words and a drawn pyramid, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Slot, supporters
from companion.giza.scoring import GoalScore
from vision.reading import Reading
from vision.tables.giza import place_name

WIDTH = 16  # characters of a card with its frame
CARRIERS = 2  # penguins below one that is not in the base (giza R6)
VERDICTS = {
    "legal": ("✔", "LEGAL", "bold green"),
    "illegal": ("✘", "ILLEGAL", "bold red"),
    "unsure": ("?", "CAN NOT TELL", "bold yellow"),
}
STYLES = {"fine": "green", "wrong": "bold red", "unread": "yellow", "empty": "dim"}
_PLAIN = str.maketrans({"╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "┄": "-", "┆": ":",
                        "✔": "OK", "✘": "X", "≤": "<=", "→": "->", "·": "-", "═": "=", "║": "|"})  # fmt: skip


def show(reading: Reading, deck: Deck, console: Console | None = None) -> None:
    """Print the report."""
    console = console or Console(highlight=False, soft_wrap=True)
    plain = not (console.encoding or "").lower().startswith("utf")
    for line in report(reading, deck):
        console.print(Text(line.plain.translate(_PLAIN)) if plain else line)


def report(reading: Reading, deck: Deck) -> Iterator[Text]:
    """The report line by line."""
    yield _headline(reading)
    if any(cell for row in reading.pyramid.rows for cell in row):
        yield Text()
        yield from _pyramid(reading)
        yield Text()
    if held := _held(reading):
        yield Text.assemble(("✔ ", "green"), f"R7  carried: {', '.join(held)}")
    for violation in reading.violations:
        where = f"{place_name(violation.slot)}: " if violation.slot else ""
        yield Text.assemble(("✘ ", "bold red"), f"{violation.rule}  {where}{violation.text}")
        yield from _who(reading, violation.slot)
    for item in reading.unsure:
        stake = {"legality": "", "score": " (matters for the score only)", "nothing": " (changes nothing)"}
        yield Text.assemble(("? ", "bold yellow"), f"{item.text}{stake[item.could_change]}")
        yield Text(f"  → {item.remedy}")
    for note in reading.notes:
        yield Text(f"· {note}", "dim")
    yield from _score(reading, deck)


def score_text(reading: Reading) -> str:
    """The score, or how far it could go: "21", "18 to 23"."""
    low, high = reading.score_range
    return str(reading.score) if reading.score is not None else f"{low} to {high}"


def _headline(reading: Reading) -> Text:
    sign, word, style = VERDICTS[reading.verdict]
    line = Text.assemble((f"{sign} {word}", style), f"  {reading.photo}")
    if len(reading.pyramid):
        line.append(f"  score {score_text(reading)}", "bold")
    return line


def _pyramid(reading: Reading) -> Iterator[Text]:
    wrong = {v.slot for v in reading.violations if v.slot}
    unread = {item.slot for item in reading.unsure if item.slot}
    for level in reversed(range(len(WIDTHS))):
        if not any(reading.pyramid.rows[level]) and not any(slot[0] == level for slot in unread):
            continue
        boxes = [_box(reading.pyramid.at((level, p)), (level, p), wrong, unread) for p in range(WIDTHS[level])]
        for row in range(len(boxes[0])):
            line = Text(" " * (2 + level * WIDTH // 2))
            for box in boxes:
                line.append_text(box[row])
            yield line


def _box(placed: Placed | None, slot: Slot, wrong: set[Slot], unread: set[Slot]) -> list[Text]:
    """A card as five lines of text; its frame and sign tell its state without colour too."""
    inner = WIDTH - 4
    if placed is None:
        state = "unread" if slot in unread else "empty"
        words = ("?", "not read", "") if slot in unread else ("", "", "")
        edge = "╭╮╰╯┄┆" if slot in unread else "      "
    else:
        state = "wrong" if slot in wrong else "fine"
        edge = "╔╗╚╝═║" if slot in wrong else "╭╮╰╯─│"
        colour = "grey" if placed.grey else placed.penguin.colour
        sign = "✘" if slot in wrong else "?" if slot in unread else ""
        words = (f"{placed.penguin.number:02d} {colour[: inner - 6]} {sign}".rstrip(), *_numbers(placed))
    style = STYLES[state]
    top, bottom = (f"{edge[i]}{edge[4] * (WIDTH - 3)}{edge[i + 1]} " for i in (0, 2))
    middle = [f"{edge[5]} {word:<{inner - 1}} {edge[5]} " for word in words]
    return [Text(line, style) for line in (top, *middle, bottom)]


def _numbers(placed: Placed) -> tuple[str, str]:
    """Weight, and what the arms carry: "arms 2+1" with a token."""
    arms = placed.strength - placed.tokens
    return (f"weight {placed.weight}", f"arms {arms}" + (f"+{placed.tokens}" if placed.tokens else ""))


def _held(reading: Reading) -> list[str]:
    """The arithmetic of each load that is carried (giza R7), base first."""
    wrong = {violation.slot for violation in reading.violations}
    loads = []
    for slot, placed in reading.pyramid.placed():
        below = [cell for s in supporters(slot) if (cell := reading.pyramid.at(s)) is not None]
        if len(below) == CARRIERS and slot not in wrong:
            loads.append(f"{placed.weight} on {'+'.join(str(cell.strength) for cell in below)}")
    return loads


def _who(reading: Reading, slot: Slot | None) -> Iterator[Text]:
    """The names behind a violation's arithmetic."""
    above = reading.pyramid.at(slot) if slot else None
    if above is None or slot is None:
        return
    below = [cell for s in supporters(slot) if (cell := reading.pyramid.at(s)) is not None]
    names = " and ".join(f"{cell.penguin.id} ({cell.strength})" for cell in below)
    if names:
        yield Text(f"  → {above.penguin.id} (weight {above.weight}) stands on {names}")


def _score(reading: Reading, deck: Deck) -> Iterator[Text]:
    if not len(reading.pyramid):
        return
    yield Text(f"Levels, base first: {' + '.join(map(str, reading.levels))} = {sum(reading.levels)}")
    for goal in reading.goals:
        yield Text(f"{_points(goal):>4}  {deck.goals_by_id[goal.id].name}: {deck.goals_by_id[goal.id].text}")
    if not reading.goals:
        yield Text("No goals named or seen: add --goals ID,ID,ID", "dim")
    yield Text(f"Score: {score_text(reading)}", "bold")
    if any(goal.points is None and deck.goals_by_id[goal.id].compares for goal in reading.goals):
        yield Text("A comparison's points are known when all players' pyramids are.", "dim")


def _points(goal: GoalScore) -> str:
    return "?" if goal.points is None else f"+{goal.points}"
