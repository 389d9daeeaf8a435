"""What all games' verdicts have in common as text, and marks on the photo besides outlines.

`vision.show.overlay` draws marks in the given order. Positions and sizes are px of the photo, so
that marks scale with the pieces they are on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading, Side, Stake, Verdict
from vision.table.layout import Outline
from vision.tags.detector import Floats

VERDICTS: Mapping[Verdict, str] = {"legal": "LEGAL", "illegal": "ILLEGAL", "unsure": "CAN'T TELL"}
SO_FAR: Mapping[Verdict, str] = {**VERDICTS, "legal": "LEGAL SO FAR"}
TONES: Mapping[Verdict, Tone] = {"legal": "good", "illegal": "bad", "unsure": "unsure"}
NAMED = 4  # doubts with one remedy that are listed before the rest is only counted


def verdict_of(reading: Reading) -> str:
    """Return the verdict in words; a table may be legal only as far as it was read."""
    return (VERDICTS if reading.complete else SO_FAR)[reading.verdict]


def title(reading: Reading) -> str:
    """Return the verdict and the photo's name."""
    return f"{verdict_of(reading)}  {reading.photo}"


def beyond(reading: Reading) -> Iterator[Line]:
    """Yield the sides of the photo beyond which more may lie."""
    if reading.beyond:
        sides = " and ".join(reading.beyond)
        yield Line(f"· the photo ends at the {sides}: what lies beyond isn't read")


def doubt_lines(reading: Reading, stakes: Mapping[Stake, str] | None = None) -> Iterator[Line]:
    """Yield what is unsure and how to retake the photo: each remedy once, below what it is for.

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


def amount(known: int | None, limits: tuple[int, int], to: str = " to ") -> str:
    """Return a number or its limits: "21", "18 to 23"."""
    return f"{limits[0]}{to}{limits[1]}" if known is None else str(known)


def cut_off(outline: Outline, size: tuple[int, int]) -> Side | None:
    """Return the side of a photo beyond which a place extends most, None if it is all inside."""
    (left, top), (right, bottom) = np.min(outline, axis=0), np.max(outline, axis=0)
    beyond: dict[Side, float] = {
        "left": -left, "right": right - size[0], "top": -top, "bottom": bottom - size[1]
    }  # fmt: skip
    side = max(beyond, key=lambda name: beyond[name])
    return side if beyond[side] > 0 else None


@dataclass(frozen=True, slots=True)
class Badge(Mark):
    """A round badge with a letter or two at the only point of its outline; `full` is bolder."""

    radius: float = 0.0
    full: bool = False


@dataclass(frozen=True, slots=True)
class Pill(Mark):
    """A line of text at the only point of its outline, followed by its tone's sign.

    A good one is left out if it would have to be wider than `room` px to be legible (0: any width).
    """

    height: float = 0.0
    room: float = 0.0


@dataclass(frozen=True, slots=True)
class Strut(Mark):
    """A line from the first point of its outline, with a knob there, to the second."""

    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Caption(Mark):
    """The text of the banner: a large line, and small lines beside it."""

    small: tuple[str, ...] = ()


def on(corners: Outline, u: float, v: float) -> Floats:
    """Return the point of a card in the photo that is the share `u` of it right and `v` down."""
    points = np.array(corners)
    top = points[0] + (points[1] - points[0]) * u
    bottom = points[3] + (points[2] - points[3]) * u
    return np.asarray(top + (bottom - top) * v)


def point(at: Floats) -> Outline:
    """Return a point as the outline of a mark."""
    return ((float(at[0]), float(at[1])),)


def tall(corners: Outline) -> float:
    """Return the height of a card in the photo, px; without four corners, its vertical extent."""
    points = np.array(corners)
    if len(points) != 4:
        return float(np.ptp(points[:, 1]))
    return float(np.linalg.norm(points[0] - points[3]) + np.linalg.norm(points[1] - points[2])) / 2


def wide(corners: Outline) -> float:
    """Return the width of a card in the photo, px."""
    points = np.array(corners)
    return float(np.linalg.norm(points[0] - points[1]) + np.linalg.norm(points[3] - points[2])) / 2
