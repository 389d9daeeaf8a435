"""Draw lines, shapes and text with a light rim, so that they stand out on any photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.photo.loader import Image
from vision.tags.detector import Floats

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Colour: TypeAlias = tuple[int, int, int]  # BGR

GREEN, RED, AMBER = (110, 168, 40), (52, 44, 214), (20, 160, 245)
INK, PAPER, QUIET = (46, 34, 26), (255, 255, 255), (225, 218, 210)


@dataclass(slots=True)
class Canvas:
    """An image being drawn on; `unit` is a hundredth of its width, px. Texts are drawn last."""

    image: Image
    unit: float
    words: list[tuple[str, Floats, float, Colour, str]] = field(default_factory=list)

    def path(self, points: Floats, colour: Colour, width: float, *, closed: bool = True) -> None:
        """Draw a line through `points`, px, with round joints."""
        fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(self.image, [fixed], closed, colour, max(1, round(width)), cv2.LINE_AA, 4)

    def dashes(self, points: Floats, colour: Colour, width: float, dash: float) -> None:
        """Draw a closed dashed line."""
        for start, stop in dashes(np.concatenate([points, points[:1]]), dash):
            self.path(np.array([start, stop]), colour, width, closed=False)

    def fill(self, points: Floats, colour: Colour, strength: float = 1.0) -> None:
        """Fill a shape, translucent if `strength` is less than 1."""
        low = np.maximum(np.floor(points.min(0)).astype(int) - 2, 0)
        high = np.ceil(points.max(0)).astype(int) + 3
        window = self.image[low[1] : high[1], low[0] : high[0]]
        if not window.size:
            return
        painted = window.copy()
        fixed = np.round((points - low) * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.fillPoly(painted, [fixed], colour, cv2.LINE_AA, 4)
        cv2.addWeighted(painted, strength, window, 1 - strength, 0, window)

    def write(
        self, text: str, at: Floats, size: float, colour: Colour = PAPER, anchor: str = "mm"
    ) -> None:
        """Write text at `at`, px, `size` px tall; `anchor` as in Pillow."""
        self.words.append((text, np.asarray(at, float), size, colour, anchor))

    def sign(self, at: Floats, size: float, tone: str, colour: Colour = PAPER) -> None:
        """Draw a tick, cross or question mark, `size` px to each side, if the tone has one."""
        width = size * 0.42
        if tone == "good":
            tick = np.array([[-0.9, 0.05], [-0.25, 0.7], [0.95, -0.65]]) * size
            self.path(at + tick, colour, width, closed=False)
        elif tone == "bad":
            for way in (1, -1):
                ends = np.array([[-0.7, -0.7 * way], [0.7, 0.7 * way]]) * size
                self.path(at + ends, colour, width, closed=False)
        elif tone == "unsure":
            self.write("?", at, size * 2.2, colour)

    def finish(self) -> Image:
        """Return the image with all texts drawn."""
        from PIL import Image as Pillow  # noqa: PLC0415 - takes 0.2 s that only overlays need
        from PIL import ImageDraw  # noqa: PLC0415 - see above

        picture = Pillow.fromarray(np.ascontiguousarray(self.image[:, :, ::-1]))
        pen = ImageDraw.Draw(picture)
        for text, at, size, colour, anchor in self.words:
            place = (float(at[0]), float(at[1]))
            pen.text(place, text, colour[::-1], font(round(size)), anchor=anchor)
        return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


@cache
def font(size: int) -> FreeTypeFont:
    """Return the typeface of the printed cards, `size` px tall, at least 8."""
    from PIL import ImageFont  # noqa: PLC0415 - see Canvas.finish

    # only a data file of the sibling wing, not its code
    with as_file(files("printables").joinpath("draw", "fonts", "Fredoka-SemiBold.ttf")) as path:
        return ImageFont.truetype(str(path), max(8, size))


def wide(text: str, size: float) -> float:
    """Return the width of a text, px."""
    return float(font(round(size)).getlength(text))


def folded(text: str, size: float, width: float) -> list[str]:
    """Return the text in lines of at most `width` px, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and wide(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def grown(corners: Floats, factor: float) -> Floats:
    """Return a shape scaled about its mean point."""
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * factor)


def rounded(corners: Floats, share: float = 0.09) -> Floats:
    """Return a polygon with rounded corners."""
    points = []
    t = np.linspace(0, 1, 7)[:, None]
    for i in range(len(corners)):
        corner = corners[i]
        start = corner + (corners[i - 1] - corner) * share
        stop = corner + (corners[(i + 1) % len(corners)] - corner) * share
        points.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * stop)
    return np.concatenate(points)


def circle(middle: Floats, radius: float) -> Floats:
    """Return a circle's outline."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.asarray(middle + radius * np.stack([np.cos(angle), np.sin(angle)], 1))


def pill(middle: Floats, width: float, height: float) -> Floats:
    """Return a rectangle with half circles as its short sides."""
    around = circle(np.zeros(2), height / 2)
    around[:, 0] += np.where(around[:, 0] >= 0, 1, -1) * max(0.0, width - height) / 2
    return np.asarray(middle + around)


def dashes(points: Floats, dash: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield pieces of a line, `dash` long, with gaps of 0.8 times that."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    at = 0.0
    while at < along[-1]:
        ends = np.minimum([at, at + dash], along[-1])
        start, stop = (
            np.array([np.interp(end, along, points[:, axis]) for axis in (0, 1)]) for end in ends
        )
        yield start, stop
        at += 1.8 * dash
