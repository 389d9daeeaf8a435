"""Draw a reading on its photo so that it is understood at a glance and without colour.

Correct pieces have a solid outline, wrong ones a red double one, unreadable places an amber dashed
one with a question mark, and pieces outside the game a thin dashed one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.games import row
from vision.games.base import Mark, Tone
from vision.games.reading import Reading
from vision.games.words import TONES, Badge, Caption, Pill, Strut, on, tall, verdict_of
from vision.photo.loader import KEPT_SIDE, Image, encode_jpeg
from vision.scan.pipeline import Scan
from vision.show.shapes import circle, dashes, grown, pill, rounded
from vision.table.layout import Outline, outline_of
from vision.tags.detector import Floats

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Colour: TypeAlias = tuple[int, int, int]  # BGR

GREEN, RED, AMBER = (110, 168, 40), (52, 44, 214), (20, 160, 245)
INK, PAPER, QUIET = (46, 34, 26), (255, 255, 255), (225, 218, 210)
COMMENT = b"\xff\xfe\0\x11Rookery overlay"  # a JPEG segment: COM, its length, its text
JFIF = 20  # bytes at the start of a JPEG, which its comments follow
WIDTH = 1500  # px
LEAST = 3.1  # least height of text, hundredths of the width: 12 px on a phone 390 px wide
ANSWER = 0.055  # height of the answer in the banner, share of the image's height
NAMED = 2  # most doubts listed for one remedy
MIN_SHOWN = 50  # least margin around pieces, px of the photo
STRAIGHT = 0.2  # radians; a table that leans less isn't turned
DIM = 0.62  # share of brightness kept outside marks
JUDGED = ("good", "bad", "unsure")  # tones of marks that stay bright
COLOURS: Mapping[Tone, Colour] = {
    "good": GREEN,
    "bad": RED,
    "unsure": AMBER,
    "title": INK,
    "plain": INK,
}


def encode_overlay(scan: Scan, max_side: int = KEPT_SIDE, *, words: bool = True) -> bytes:
    """Return `draw`'s picture as a JPEG, with a comment that distinguishes it from a photo."""
    data = encode_jpeg(draw(scan, words=words), max_side)
    return data[:JFIF] + COMMENT + data[JFIF:]


def draw(scan: Scan, *, words: bool = True) -> Image:
    """Return the part of the photo with the pieces, upright, about `WIDTH` px wide; BGR.

    `words` add an English banner and list; without, it is for screens in the user's language.
    """
    reading = scan.reading
    marks = tuple(row(reading.game).marks(reading)) if reading.game else ()
    matrix, size = view(scan.photo.image, reading, marks)
    marks = tuple(_moved(mark, matrix) for mark in marks)
    # reduced first, as warping alone would skip pixels
    image, scale = scan.photo.image, float(np.hypot(*matrix[0, :2]))
    if scale < 1:
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = np.asarray(small, np.uint8)
    matrix[:, :2] /= np.array(image.shape[1::-1]) / scan.photo.size
    shown = cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC, borderValue=INK)
    canvas = Canvas(np.asarray(shown, np.uint8), WIDTH / 100)
    if bright := [np.array(mark.outline) for mark in marks if _bright(mark)]:
        mask = np.zeros(canvas.image.shape[:2], np.uint8)
        for corners in bright:
            cv2.fillConvexPoly(mask, np.round(grown(corners, 1.04)).astype(np.int32), 255)
        soft = cv2.resize(mask, None, fx=0.25, fy=0.25)
        soft = cv2.GaussianBlur(soft, (0, 0), canvas.unit * 0.25)
        light = cv2.resize(soft, size).astype(np.float32)[..., None] / 255
        canvas.image[:] = (canvas.image * (DIM + (1 - DIM) * light)).astype(np.uint8)
    for mark in marks:
        paint(canvas, mark)
    if not words:
        return canvas.finish()
    return _framed(canvas, reading, [mark for mark in marks if isinstance(mark, Caption)])


def view(image: Image, reading: Reading, marks: Sequence[Mark]) -> tuple[Floats, tuple[int, int]]:
    """Return a 2 x 3 matrix from the photo's px to the canvas's, and the canvas's size, px."""
    size = np.array(image.shape[1::-1], float)
    # the turn of most judged cards, radians clockwise
    cards = [np.array(mark.outline) for mark in marks if _bright(mark) and len(mark.outline) == 4]
    ways = [card[0] + card[1] - card[2] - card[3] for card in cards]
    way = np.median(ways, axis=0) if ways else np.array([0.0, -1.0])
    turn = float(np.arctan2(way[0], -way[1]))
    turn = turn if abs(turn) > STRAIGHT else 0.0
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outlines = [piece.outline for piece in reading.pieces]
    outlines += [mark.outline for mark in marks if mark.outline]
    points = np.array([(0, 0), (size[0], 0), size, (0, size[1])]) @ matrix.T
    low, high = points.min(0), points.max(0)
    if outlines:
        corners = np.concatenate([np.array(outline) for outline in outlines])
        shown = np.clip(corners, 0, size) @ matrix.T
        room = max(MIN_SHOWN, 0.1 * float(np.ptp(shown, axis=0).max()) + 0.02 * float(size.max()))
        near, far = shown.min(0) - room, shown.max(0) + room
        # a narrow strip would leave no room for the banner
        lack = max(0.9 * (far - near)[1] - (far - near)[0], 0) / 2
        low = np.maximum(low, near - np.array([lack, 0]))
        high = np.minimum(high, far + np.array([lack, 0]))
    width, height = high - low
    scale = min(WIDTH / width, 1.5 * WIDTH / height)
    whole = np.concatenate([matrix, -low[:, None]], 1) * scale
    return whole, (max(1, int(width * scale)), max(1, int(height * scale)))


def _bright(mark: Mark) -> bool:
    return type(mark) is Mark and mark.tone in JUDGED and len(mark.outline) > 2


def moved(outline: Outline, matrix: Floats) -> Outline:
    """Return an outline in px of the canvas."""
    return outline_of(np.array(outline).reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2])


def _moved(mark: Mark, matrix: Floats) -> Mark:
    """Return the mark with outline and sizes in px of the canvas."""
    scale = float(np.hypot(*matrix[0, :2]))
    mark = replace(mark, outline=moved(mark.outline, matrix))
    if isinstance(mark, Badge):
        return replace(mark, radius=mark.radius * scale)
    if isinstance(mark, Pill):
        return replace(mark, height=mark.height * scale, room=mark.room * scale)
    return replace(mark, width=mark.width * scale) if isinstance(mark, Strut) else mark


def paint(canvas: Canvas, mark: Mark) -> None:
    """Draw a mark; captions belong to the banner."""
    ink = INK if mark.tone == "unsure" else PAPER
    match mark:
        case Pill():
            _pill(canvas, mark)
        case Badge():
            at, colour = np.array(mark.outline[0]), COLOURS[mark.tone]
            size = max(mark.radius, LEAST * canvas.unit / 1.45)
            canvas.labels.append((at, np.full(2, 2 * size)))
            canvas.fill(circle(at, size * 1.15), PAPER)
            canvas.fill(circle(at, size), colour)
            if not mark.full:
                canvas.fill(circle(at, size * 0.82), PAPER)
            canvas.write(mark.label, at, size * 1.45, ink if mark.full else INK)
        case Strut():  # from a supporting card to the one it supports
            ends, width, colour = np.array(mark.outline), mark.width, COLOURS[mark.tone]
            canvas.path(ends, PAPER, width * 1.75, closed=False)
            canvas.path(ends, colour, width, closed=False)
            canvas.fill(circle(ends[0], width * 1.75), PAPER)
            canvas.fill(circle(ends[0], width * 1.25), colour)
        case Caption():
            pass
        case _:
            _outline(canvas, mark)


def _outline(canvas: Canvas, mark: Mark) -> None:
    """Draw an outline in its tone's style, and its label: low on a card, else in the middle."""
    corners, unit, colour = np.array(mark.outline), canvas.unit, COLOURS[mark.tone]
    shape = rounded(grown(corners, 0.97))
    if mark.tone == "good":
        canvas.path(shape, PAPER, 0.55 * unit)
        canvas.path(shape, colour, 0.34 * unit)
    elif mark.tone == "bad":
        canvas.fill(shape, colour, 0.18)
        canvas.path(shape, PAPER, 0.75 * unit)
        canvas.path(shape, colour, 0.5 * unit)
        canvas.path(rounded(grown(corners, 0.88)), colour, 0.25 * unit)
    elif mark.tone == "unsure":
        canvas.fill(shape, colour, 0.25)
        canvas.path(shape, PAPER, 0.5 * unit)
        canvas.dashes(shape, colour, 0.5 * unit, max(unit, float(np.ptp(corners[:, 1])) / 12))
    elif mark.tone == "title":
        shape = rounded(grown(corners, 1.12), 0.3)
        canvas.path(shape, PAPER, 0.55 * unit)
        canvas.path(shape, colour, 0.3 * unit)
    else:
        canvas.dashes(rounded(corners), QUIET, 0.22 * unit, unit * 0.7)
    if mark.label == "?" and mark.tone == "unsure":
        size = max(tall(mark.outline) * 0.2, 1.2 * unit)
        at = canvas.placed(corners.mean(0), (2 * size, 2 * size))
        canvas.fill(circle(at, size * 1.12), PAPER)
        canvas.fill(circle(at, size), colour)
        canvas.write("?", at, size * 1.5, INK)
    elif mark.label:
        height = float(np.clip(tall(mark.outline) / 7, 0, 5 * unit))
        x, y = on(mark.outline, 0.5, 0.94) if len(corners) == 4 else corners.mean(0)
        _pill(canvas, Pill(((float(x), float(y)),), mark.label, mark.tone, height=height))


def _pill(canvas: Canvas, mark: Pill) -> None:
    at, colour = np.array(mark.outline[0]), COLOURS[mark.tone]
    high = max(mark.height, LEAST * canvas.unit / 0.72)
    signed, ink = mark.tone in JUDGED, INK if mark.tone == "unsure" else PAPER
    width = wide(mark.label, high * 0.72) + high * (1.45 if signed else 0.8)
    if mark.tone == "good" and mark.room and width > mark.room:
        return  # nothing is wrong, and text that fits would be illegible
    at = canvas.placed(at, (width, high))
    canvas.fill(pill(at, width + high / 6, high * 7 / 6), PAPER)
    canvas.fill(pill(at, width, high), colour)
    canvas.write(mark.label, at - (high * 0.36 if signed else 0, 0), high * 0.72, ink)
    canvas.sign(at + np.array([width / 2 - high * 0.58, 0]), high * 0.28, mark.tone, ink)


def _framed(canvas: Canvas, reading: Reading, captions: Sequence[Caption]) -> Image:
    """Return the photo under its banner, and over its list of violations and doubts."""
    height, width = canvas.image.shape[:2]
    unit, text = canvas.unit, LEAST * canvas.unit
    said: list[tuple[Tone, str]] = []
    for violation in reading.violations:
        where = reading.where(violation.slot)
        said.append(("bad", f"{f'{where}: ' if where else ''}{violation.text} ({violation.rule})"))
    # each remedy once, with the first few doubts that it resolves
    for remedy, doubts in reading.by_remedy().items():
        more = f"; and {len(doubts) - NAMED} more" if len(doubts) > NAMED else ""
        named = f"{'; '.join(item.text for item in doubts[:NAMED])}{more}"
        said.append(("unsure", f"{named}{'' if named.endswith('?') else ':'} {remedy}"))
    lines = [(tone, folded(words, text, width - unit * 10)) for tone, words in said]
    count = sum(len(parts) for _, parts in lines)
    footer = round(text * (1.3 * count + 0.3 * len(lines) + 0.9)) if lines else 0
    verdict = round(unit * 8)
    answer = max(unit * 6, ANSWER * (verdict + height + footer)) if captions else 0.0
    banner = verdict + round(1.35 * answer)
    whole = np.full((banner + height + footer, width, 3), INK, np.uint8)
    tone = TONES[reading.verdict]
    whole[:banner] = COLOURS[tone]
    whole[banner : banner + height] = canvas.image
    # the banner isn't part of the photo
    inside = [each for each in canvas.words if 0 <= each[1][0] < width and 0 <= each[1][1] < height]
    below = [(words, at + np.array([0, banner]), *how) for words, at, *how in inside]
    framed = Canvas(whole, canvas.unit, below)
    sign = np.array([unit * 5, verdict / 2])
    framed.fill(circle(sign, unit * 2.7), PAPER)
    framed.sign(sign, unit * 1.4, tone, COLOURS[tone])
    ink = INK if tone == "unsure" else PAPER
    word, place = verdict_of(reading).capitalize(), np.array([unit * 9.5, verdict / 2])
    framed.write(word, place, unit * 5, ink, "lm")
    if reading.beyond:
        edges = f"the photo ends at the {' and '.join(reading.beyond)}"
        framed.write(edges, np.array([width - unit * 3, verdict / 2]), text, ink, "rm")
    part = (width - unit * 4) / max(len(captions), 1)
    for number, caption in enumerate(captions):
        left = np.array([unit * 3 + part * number, verdict + answer / 2])
        ink, room = INK if caption.tone == "unsure" else PAPER, part - unit * 2
        full, gap = wide(caption.label, answer), answer / 4
        name = gap + wide(caption.small[0], text) if caption.small else 0.0
        # a smaller number leaves room for its name, and those small lines that fit go beside it
        size = answer * min(1.0, (room - name if room - name > full / 2 else room) / full)
        framed.write(caption.label, left, size, ink, "lm")
        beside = wide(caption.label, size) + gap
        small = [line for line in caption.small if beside + wide(line, text) <= room + 1]
        for row_number, line in enumerate(small):
            down = text * 1.1 * (row_number - (len(small) - 1) / 2)
            framed.write(line, left + np.array([beside, down]), text, ink, "lm")
    y = banner + height + text
    for tone, parts in lines:
        framed.sign(np.array([unit * 4, y]), unit, tone, COLOURS[tone])
        for part in parts:
            framed.write(part, np.array([unit * 7, y]), text, PAPER, "lm")
            y += text * 1.3
        y += text * 0.3
    return framed.finish()


@dataclass(slots=True)
class Canvas:
    """An image being drawn on; `unit` is a hundredth of its width, px. Texts are drawn last."""

    image: Image
    unit: float
    words: list[tuple[str, Floats, float, Colour, str]] = field(default_factory=list)
    labels: list[tuple[Floats, Floats]] = field(default_factory=list)  # middles and sizes, px

    def path(self, points: Floats, colour: Colour, width: float, *, closed: bool = True) -> None:
        """Draw a line through `points`, px, with round joints."""
        fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(self.image, [fixed], closed, colour, max(1, round(width)), cv2.LINE_AA, 4)

    def dashes(self, points: Floats, colour: Colour, width: float, dash: float) -> None:
        """Draw a closed dashed line."""
        for ends in dashes(np.concatenate([points, points[:1]]), dash):
            self.path(ends, colour, width, closed=False)

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

    def placed(self, at: Floats, size: tuple[float, float]) -> Floats:
        """Take the place, px, nearest above or below `at` where a label hides no other one."""
        box = 0.9 * np.array(size)  # their rims may overlap
        near = (at + box * (0, 7 / 6 * way) for way in (0, 1, -1, 2, -2))
        labels = self.labels
        free = (
            p for p in near if all((abs(p - q) * 2 >= box + other).any() for q, other in labels)
        )
        labels.append((next(free, at), box))
        return labels[-1][0]

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
            pen.text((at[0], at[1]), text, colour[::-1], font(round(size)), anchor=anchor)
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
