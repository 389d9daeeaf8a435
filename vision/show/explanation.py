"""Print a reading in a terminal; the game's row provides the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from companion.game import Deck
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


def show(reading: Reading, deck: Deck | None, console: Console | None = None) -> None:
    """Print the report; `deck` is the one that the reading was judged by, None if no game was
    recognised.
    """
    console = console or Console(highlight=False, soft_wrap=True)
    for line in report(reading, deck):
        console.print(line)


def report(reading: Reading, deck: Deck | None) -> Iterator[Text]:
    """Yield the report line by line; its first title has the verdict's sign and colour."""
    verdict = VERDICTS[reading.verdict]
    headline = True
    for line in words(reading, deck):
        if line.tone == "title" and headline:
            headline = False
            style = STYLES[verdict].removeprefix("bold ")
            yield Text(f"{SIGNS[verdict]}{line.text}", f"bold {style}")
        else:
            yield styled(line)


def words(reading: Reading, deck: Deck | None) -> Sequence[Line]:
    """Return the game's own lines, or the unsure items without a game or any of its pieces."""
    if reading.game and deck is not None and reading.pieces:
        return row(reading.game).show(reading, deck)
    lines = [Line(f"CAN'T TELL  {reading.photo}", "title")]
    for item in reading.unsure:
        lines += [Line(item.text, "unsure"), Line(f"  → {item.remedy}")]
    return lines


def styled(line: Line) -> Text:
    """Return a line as a terminal shows it: the sign in its tone's colour, the text in the default
    colour.
    """
    if line.parts:
        return Text.assemble(*((text, STYLES[tone]) for text, tone in line.parts))
    whole = STYLES[line.tone] if line.tone == "title" else ""
    return Text.assemble((SIGNS[line.tone], STYLES[line.tone]), (line.text, whole))
