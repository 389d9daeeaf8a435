"""The rules page of a card game as data: sections in two columns, on one side or both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from companion.errors import PrintError
from companion.layout import Size
from printables.decks.boxes import Element, Text
from printables.draw import fonts
from printables.draw.paths import Box

KIND = "rules page"
PAGE = Size(190.0, 252.0)  # fits A4 and Letter with bleed and marks
MARGIN, GUTTER = 8.0, 7.0  # at the edge, and between the columns, mm
TOP = 26.0  # below the title, mm
LARGEST, COMFORTABLE, SMALLEST = 5.0, 3.4, 2.4  # sizes of the text, mm
HEADING = 1.3  # size of headings, as a share of the text's
GAP = 0.7  # above a paragraph, as a share of the text's size
COLUMN = (PAGE.width - 2 * MARGIN - GUTTER) / 2
ROOM = PAGE.height - TOP - MARGIN  # height of a column


# makes a checked text of words, the number of their line, and their weight
Write: TypeAlias = Callable[[str, int, fonts.Weight], Text]


def faces(title: str, text: str, write: Write) -> Mapping[str, tuple[Element, ...]]:
    """Return what lies on each side; raises `PrintError` if the rules are too long."""
    blocks = [
        write(words, number, "semibold" if line.startswith("#") else "medium")
        for number, line in enumerate(text.split("\n"), 1)
        if (words := line.lstrip("# ").strip())
    ]
    try:
        size = fonts.shrunk(partial(_fit, blocks, 2), LARGEST, COMFORTABLE, "rules")
    except PrintError:
        size = fonts.shrunk(partial(_fit, blocks, 4), LARGEST, SMALLEST, "rules")
    top = Box(MARGIN, MARGIN, PAGE.width - 2 * MARGIN, 12)
    head, columns = replace(write(title, 1, "semibold"), box=top, size=10), _columns(blocks, size)
    sides = {"front": columns[:2]} | ({"back": columns[2:]} if len(columns) > 2 else {})
    return {face: (head, *_placed(part, size)) for face, part in sides.items()}


def _fit(blocks: Sequence[Text], most: int, size: float) -> bool:
    return len(_columns(blocks, size)) <= most


def _is_heading(block: Text) -> bool:
    return block.weight == "semibold"


def _set(block: Text, size: float, y: float = 0.0, x: float = 0.0) -> Text:
    """Return a block at its place in a box as high as it needs."""
    size = size * HEADING if _is_heading(block) else size
    text = replace(block, box=Box(x, y, COLUMN, PAGE.height), size=size, align="left", valign="top")
    lines = len(text.lettered[1])
    return replace(text, box=Box(x, y, COLUMN, size * (fonts.LEADING * (lines - 1) + 1)))


def _columns(blocks: Sequence[Text], size: float) -> list[list[tuple[Text, float]]]:
    """Return blocks with their y in each column; a heading isn't the last of a column."""
    columns: list[list[tuple[Text, float]]] = [[]]
    y = 0.0
    for number, block in enumerate(blocks):
        gap = size * GAP * (2 if _is_heading(block) else 1) if columns[-1] else 0.0
        need = height = _set(block, size).box.height
        if _is_heading(block) and number + 1 < len(blocks):
            need += size * GAP + _set(blocks[number + 1], size).box.height
        if columns[-1] and y + gap + need > ROOM:
            columns.append([])
            y = gap = 0.0
        columns[-1].append((block, y + gap))
        y += gap + height
    return columns


def _placed(columns: Sequence[Sequence[tuple[Text, float]]], size: float) -> list[Text]:
    return [
        _set(block, size, TOP + y, MARGIN + number * (COLUMN + GUTTER))
        for number, column in enumerate(columns)
        for block, y in column
    ]
