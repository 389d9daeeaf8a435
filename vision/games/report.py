"""Report: lines that the verdicts of all games have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vision.games.base import Line
from vision.games.reading import Reading, Stake, Verdict

VERDICTS: Mapping[Verdict, str] = {
    "legal": "LEGAL",
    "illegal": "ILLEGAL",
    "unsure": "CAN'T TELL",
}
NAMED = 4  # doubts with one remedy that are listed before the rest is only counted


def doubt_lines(reading: Reading, stakes: Mapping[Stake, str] | None = None) -> Iterator[Line]:
    """Yield what is unsure and how to retake the photo, each remedy once, below all that it is for.

    `stakes` is what follows a doubt that could change that much.
    """
    for remedy, doubts in reading.by_remedy().items():
        texts = [f"{item.text}{(stakes or {}).get(item.could_change, '')}" for item in doubts]
        named = texts if len(texts) <= NAMED + 1 else texts[:NAMED]
        for text in named:
            yield Line(text, "unsure")
        if len(texts) > len(named):
            yield Line(f"and {len(texts) - len(named)} more like these", "unsure")
        yield Line(f"  → {remedy}")
