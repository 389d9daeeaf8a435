"""Put a reading into lines for a terminal; the game's row provides the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from companion.game import Deck
from companion.text import printable
from vision.games import row
from vision.games.base import Line, Tone
from vision.games.owngame import OwnReading, show
from vision.games.reading import Reading
from vision.games.words import TONES, doubt_lines, title

SIGNS: Mapping[Tone, str] = {"title": "", "good": "✔ ", "bad": "✘ ", "unsure": "? ", "plain": ""}
STYLES: Mapping[Tone, str] = {
    "title": "bold",
    "good": "green",
    "bad": "bold red",
    "unsure": "bold yellow",
    "plain": "",
}


def report(reading: Reading, deck: Deck | None, *, plain: bool = False) -> Iterator[Text]:
    """Yield the report's lines: signs in their tone's colour, the title in the verdict's.

    `deck` judged the reading; None if no game was recognised, or for someone's own cards. `plain`
    text has a line for each place instead of a drawing.
    """
    lines: Sequence[Line] = [Line(title(reading), "title"), *doubt_lines(reading)]
    if isinstance(reading, OwnReading) and reading.pieces:
        lines = tuple(show(reading))
    elif reading.game and deck is not None and reading.pieces:
        lines = row(reading.game).show(reading, deck)
    verdict, headline = TONES[reading.verdict], True
    for line in lines:
        if line.parts if plain else line.instead:
            continue
        if line.tone == "title" and headline:
            headline = False
            style = STYLES[verdict].removeprefix("bold ")
            yield Text(f"{SIGNS[verdict]}{printable(line.text)}", f"bold {style}")
        elif line.parts:
            yield Text.assemble(*((text, STYLES[tone]) for text, tone in line.parts))
        else:
            whole = STYLES[line.tone] if line.tone == "title" else ""
            yield Text.assemble((SIGNS[line.tone], STYLES[line.tone]), (line.text, whole))
