"""Put a reading into lines for a terminal; the game's row provides the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from companion.game import Deck
from companion.text import printable
from vision.games import row
from vision.games.base import Line, Tone
from vision.games.reading import Reading, Verdict

SIGNS: Mapping[Tone, str] = {"title": "", "good": "✔ ", "bad": "✘ ", "unsure": "? ", "plain": ""}
STYLES: Mapping[Tone, str] = {
    "title": "bold",
    "good": "green",
    "bad": "bold red",
    "unsure": "bold yellow",
    "plain": "",
}
VERDICTS: Mapping[Verdict, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}


def report(
    reading: Reading,
    deck: Deck | None,
    *,
    plain: bool = False,
    shown: Sequence[Line] = (),
) -> Iterator[Text]:
    """Yield the report's lines: signs in their tone's colour, the title in the verdict's.

    `deck` judged the reading; None if no game was recognised. `shown` are its lines if no game's
    row has them. `plain` text has a line for each place instead of a drawing.
    """
    lines: Sequence[Line] = [
        Line(f"CAN'T TELL  {reading.photo}", "title"),
        *(
            line
            for item in reading.unsure
            for line in (Line(item.text, "unsure"), Line(f"  → {item.remedy}"))
        ),
    ]
    if shown and reading.pieces:
        lines = shown
    elif reading.game and deck is not None and reading.pieces:
        lines = row(reading.game).show(reading, deck)
    verdict, headline = VERDICTS[reading.verdict], True
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
