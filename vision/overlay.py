"""Overlay: the photo with its reading drawn on it, understood at a glance and without colour.

Every card that stands right has a calm solid outline, one that is too heavy a red double one with a cross, one that
could not be read an amber dashed one with a question mark. Between the levels stands each sum: "3 on 2+1".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from companion.giza.pyramid import Placed, Slot, supporters
from vision.detect import Floats
from vision.load import Image
from vision.reading import Outline, Reading
from vision.scan import Scan

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Colour: TypeAlias = tuple[int, int, int]  # BGR, as the picture

GREEN, RED, AMBER = (110, 168, 40), (52, 44, 214), (20, 160, 245)
INK, PAPER, QUIET = (46, 34, 26), (255, 255, 255), (225, 218, 210)
WIDTH = 1500  # px
MIN_SHOWN = 50  # px of the photo
STRAIGHT = 0.2  # radians; a pyramid that leans less is shown as it was photographed
DIM = 0.62  # of the brightness outside the pyramid
VERDICTS = {"legal": ("Legal", GREEN), "illegal": ("Illegal", RED), "unsure": ("Can not tell", AMBER)}


@dataclass(slots=True)
class Canvas:
    """A picture being drawn on; `unit` is a hundredth of its width, px. Words are kept for one pass at the end."""

    image: Image
    unit: float
    words: list[tuple[str, Floats, float, Colour, str]] = field(default_factory=list)

    def path(self, points: Floats, colour: Colour, width: float, *, closed: bool = True) -> None:
        """A line through `points`, px, with round joints."""
        fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(self.image, [fixed], closed, colour, max(1, round(width)), cv2.LINE_AA, 4)

    def dashes(self, points: Floats, colour: Colour, width: float, dash: float) -> None:
        """A closed dashed line."""
        for start, stop in _dashes(np.concatenate([points, points[:1]]), dash):
            self.path(np.array([start, stop]), colour, width, closed=False)

    def fill(self, points: Floats, colour: Colour, strength: float = 1.0) -> None:
        """A filled shape, seen through at less than full strength."""
        low = np.maximum(np.floor(points.min(0)).astype(int) - 2, 0)
        high = np.ceil(points.max(0)).astype(int) + 3
        window = self.image[low[1] : high[1], low[0] : high[0]]
        if not window.size:
            return
        painted = window.copy()
        fixed = np.round((points - low) * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.fillPoly(painted, [fixed], colour, cv2.LINE_AA, 4)
        cv2.addWeighted(painted, strength, window, 1 - strength, 0, window)

    def write(self, text: str, at: Floats, size: float, colour: Colour = PAPER, anchor: str = "mm") -> None:
        """Words at `at`, px, `size` px tall; `anchor` as Pillow has it."""
        self.words.append((text, np.asarray(at, float), size, colour, anchor))

    def finish(self) -> Image:
        """The picture with all words on it."""
        from PIL import Image as Pillow  # noqa: PLC0415 - 0.2 s that only pictures need
        from PIL import ImageDraw  # noqa: PLC0415 - see above

        picture = Pillow.fromarray(np.ascontiguousarray(self.image[:, :, ::-1]))
        pen = ImageDraw.Draw(picture)
        for text, at, size, colour, anchor in self.words:
            pen.text((float(at[0]), float(at[1])), text, colour[::-1], _font(round(size)), anchor=anchor)
        return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def draw(scan: Scan) -> Image:
    """The part of the photo where pieces lie, pyramid upright, about WIDTH px wide, under a banner; BGR."""
    matrix, size = _view(scan.photo.image, scan.reading)
    reading = _brought_into(scan.reading, matrix)
    canvas = Canvas(_warped(scan.photo.image, matrix, size), WIDTH / 100)
    _dim(canvas, _bright(reading))
    _beside(canvas, reading)
    for slot, placed in reading.pyramid.placed():
        _card(canvas, reading, slot, placed)
    for item in reading.unsure:
        if item.outline:
            _question(canvas, np.array(item.outline))
    for slot, _ in reading.pyramid.placed():
        _sum(canvas, reading, slot)
    return _framed(canvas, reading)


def _view(image: Image, reading: Reading) -> tuple[Floats, tuple[int, int]]:
    """How the photo is shown: a 2 x 3 matrix from its px to the canvas's, and the canvas's size."""
    size = np.array(image.shape[1::-1], float)
    turn = _lean(reading)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outlines = [piece.outline for piece in reading.pieces] + [item.outline for item in reading.unsure if item.outline]
    points = np.array([(0, 0), (size[0], 0), size, (0, size[1])]) @ matrix.T
    low, high = points.min(0), points.max(0)
    if outlines:
        seen = np.clip(np.concatenate([np.array(outline) for outline in outlines]), 0, size) @ matrix.T
        room = max(MIN_SHOWN, 0.1 * float(np.ptp(seen, axis=0).max()) + 0.02 * float(size.max()))
        near, far = seen.min(0) - room, seen.max(0) + room
        lack = max(0.9 * (far - near)[1] - (far - near)[0], 0) / 2  # a strip would leave the banner no room
        low, high = np.maximum(low, near - np.array([lack, 0])), np.minimum(high, far + np.array([lack, 0]))
    width, height = high - low
    scale = min(WIDTH / width, 1.5 * WIDTH / height)
    whole = np.concatenate([matrix, -low[:, None]], 1) * scale
    return whole, (max(1, int(width * scale)), max(1, int(height * scale)))


def _lean(reading: Reading) -> float:
    """The turn (radians, clockwise) that the pyramid lies at in the photo; 0 for one that stands nearly upright."""
    cards = [np.array(reading.pieces[at].outline) for at in reading.slots.values()]
    ways = [card[0] + card[1] - card[2] - card[3] for card in cards]
    way = np.median(ways, axis=0) if ways else np.array([0.0, -1.0])
    turn = float(np.arctan2(way[0], -way[1]))
    return turn if abs(turn) > STRAIGHT else 0.0


def _warped(image: Image, matrix: Floats, size: tuple[int, int]) -> Image:
    """The photo as `matrix` shows it; shrunk first, since warping alone would skip pixels."""
    scale = float(np.hypot(*matrix[0, :2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    share = np.array(small.shape[1::-1]) / image.shape[1::-1]
    rest = matrix.copy()
    rest[:, :2] /= share
    return np.asarray(cv2.warpAffine(small, rest, size, flags=cv2.INTER_CUBIC, borderValue=INK), np.uint8)


def _brought_into(reading: Reading, matrix: Floats) -> Reading:
    """The same reading with its outlines in the px of the canvas."""

    def moved(outline: Outline) -> Outline:
        return tuple((float(u), float(v)) for u, v in np.array(outline).reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2])

    pieces = tuple(replace(piece, outline=moved(piece.outline)) for piece in reading.pieces)
    unsure = tuple(replace(item, outline=moved(item.outline)) for item in reading.unsure)
    return replace(reading, pieces=pieces, unsure=unsure)


def _bright(reading: Reading) -> list[Floats]:
    """What stays bright: the cards of the pyramid, read or not."""
    cards = [np.array(reading.pieces[at].outline) for at in reading.slots.values()]
    return cards + [np.array(item.outline) for item in reading.unsure if item.outline]


def _dim(canvas: Canvas, bright: Sequence[Floats]) -> None:
    """Take light off everything but the pyramid."""
    if not bright:
        return
    mask = np.zeros(canvas.image.shape[:2], np.uint8)
    for corners in bright:
        cv2.fillConvexPoly(mask, np.round(_grown(corners, 1.04)).astype(np.int32), 255)
    soft = cv2.GaussianBlur(cv2.resize(mask, None, fx=0.25, fy=0.25), (0, 0), canvas.unit * 0.25)
    light = cv2.resize(soft, canvas.image.shape[1::-1]).astype(np.float32)[..., None] / 255
    canvas.image[:] = (canvas.image * (DIM + (1 - DIM) * light)).astype(np.uint8)


def _card(canvas: Canvas, reading: Reading, slot: Slot, placed: Placed) -> None:
    corners = np.array(reading.pieces[reading.slots[slot]].outline)
    wrong = any(violation.slot == slot for violation in reading.violations)
    shape, unit = _rounded(_grown(corners, 0.97)), canvas.unit
    if wrong:
        canvas.fill(shape, RED, 0.18)
        canvas.path(shape, PAPER, 0.75 * unit)
        canvas.path(shape, RED, 0.5 * unit)
        canvas.path(_rounded(_grown(corners, 0.88)), RED, 0.25 * unit)
    else:
        canvas.path(shape, PAPER, 0.55 * unit)
        canvas.path(shape, GREEN, 0.34 * unit)
    scores = placed.weight == reading.levels[slot[0]]
    _weight(canvas, corners, placed, RED if wrong else GREEN, scores=scores)


def _weight(canvas: Canvas, corners: Floats, placed: Placed, colour: Colour, *, scores: bool) -> None:
    """A badge with the card's weight at its upper right, where no tag is; a full one for a level's heaviest."""
    size = _height(corners) * (0.105 if scores else 0.085)
    at = _on(corners, 0.84, 0.12)
    canvas.fill(_circle(at, size * 1.15), PAPER)
    canvas.fill(_circle(at, size), colour)
    if not scores:
        canvas.fill(_circle(at, size * 0.82), PAPER)
    canvas.write(str(placed.weight), at, size * 1.45, PAPER if scores else INK)


def _sum(canvas: Canvas, reading: Reading, slot: Slot) -> None:
    """Between a card and the two below: weight on strengths, with a tick or a cross, and lines to both."""
    below = [reading.pyramid.at(s) for s in supporters(slot)]
    above = reading.pyramid.at(slot)
    if not below or above is None:
        return
    corners = np.array(reading.pieces[reading.slots[slot]].outline)
    wrong = any(violation.slot == slot for violation in reading.violations)
    unknown = None in below and not wrong
    at, unit, colour = _on(corners, 0.5, 0.94), _height(corners) / 14, RED if wrong else AMBER if unknown else GREEN
    for s in supporters(slot):
        if s in reading.slots:
            foot = _on(np.array(reading.pieces[reading.slots[s]].outline), 0.5, 0.16)
            _strut(canvas, foot, at, colour, unit)
    text = f"{above.weight} on {'+'.join(str(cell.strength) if cell else '?' for cell in below)}"
    width = _font(round(unit * 1.3)).getlength(text) + unit * 2.6
    canvas.fill(_pill(at, width + unit * 0.3, unit * 2.1), PAPER)
    canvas.fill(_pill(at, width, unit * 1.8), colour)
    canvas.write(text, at - (unit * 0.65, 0), unit * 1.3, ink := INK if unknown else PAPER)
    sign = at + np.array([width / 2 - unit * 1.05, 0])
    _mark(canvas, sign, unit * 0.5, "unknown" if unknown else "wrong" if wrong else "fine", ink)


def _strut(canvas: Canvas, start: Floats, stop: Floats, colour: Colour, unit: float) -> None:
    """From what carries to what is carried."""
    canvas.path(np.array([start, stop]), PAPER, unit * 0.42, closed=False)
    canvas.path(np.array([start, stop]), colour, unit * 0.24, closed=False)
    canvas.fill(_circle(start, unit * 0.42), PAPER)
    canvas.fill(_circle(start, unit * 0.3), colour)


def _question(canvas: Canvas, corners: Floats) -> None:
    shape = _rounded(_grown(corners, 0.97))
    canvas.fill(shape, AMBER, 0.25)
    canvas.path(shape, PAPER, 0.5 * canvas.unit)
    canvas.dashes(shape, AMBER, 0.5 * canvas.unit, _height(corners) / 12)
    at, size = corners.mean(0), _height(corners) * 0.2
    canvas.fill(_circle(at, size * 1.12), PAPER)
    canvas.fill(_circle(at, size), AMBER)
    canvas.write("?", at, size * 1.5, INK)


def _beside(canvas: Canvas, reading: Reading) -> None:
    """Tokens stand out; what is no part of the pyramid has a quiet dashed outline."""
    inside = set(reading.slots.values())
    for number, piece in enumerate(reading.pieces):
        corners = np.array(piece.outline)
        if piece.kind == "token":
            canvas.path(_rounded(_grown(corners, 1.12), 0.3), PAPER, 0.55 * canvas.unit)
            canvas.path(_rounded(_grown(corners, 1.12), 0.3), INK, 0.3 * canvas.unit)
        elif number not in inside:
            canvas.dashes(_rounded(corners), QUIET, 0.22 * canvas.unit, canvas.unit * 0.7)


def _framed(canvas: Canvas, reading: Reading) -> Image:
    """The picture under its banner, and over its list of what is wrong or unsure."""
    height, width = canvas.image.shape[:2]
    unit = width / 100
    lines = list(_lines(reading))
    banner, footer = round(unit * 8), round(unit * (3.1 * len(lines) + 2)) if lines else 0
    word, colour = VERDICTS[reading.verdict]
    whole = np.full((banner + height + footer, width, 3), INK, np.uint8)
    whole[:banner] = colour
    whole[banner : banner + height] = canvas.image
    framed = Canvas(whole, canvas.unit, [(t, at + np.array([0, banner]), s, c, a) for t, at, s, c, a in canvas.words])
    ink = INK if reading.verdict == "unsure" else PAPER
    sign = {"legal": "fine", "illegal": "wrong", "unsure": "unknown"}[reading.verdict]
    framed.fill(_circle(np.array([unit * 5, banner / 2]), unit * 2.7), PAPER)
    _mark(framed, np.array([unit * 5, banner / 2]), unit * 1.4, sign, colour)
    framed.write(word, np.array([unit * 9.5, banner / 2]), unit * 4.4, ink, "lm")
    _points(framed, reading, np.array([width - unit * 3, banner / 2]), ink, unit)
    for number, (mark, text) in enumerate(lines):
        y = banner + height + unit * (2.5 + 3.1 * number)
        _mark(framed, np.array([unit * 4, y]), unit * 0.7, mark, RED if mark == "wrong" else AMBER)
        framed.write(_fitted(text, unit * 2, width - unit * 10), np.array([unit * 7, y]), unit * 2, PAPER, "lm")
    return framed.finish()


def _points(canvas: Canvas, reading: Reading, at: Floats, ink: Colour, unit: float) -> None:
    """The score at the banner's right end, and how it comes about."""
    if not len(reading.pyramid):
        return
    low, high = reading.score_range
    total = str(reading.score) if reading.score is not None else f"{low} to {high}"
    canvas.write(total, at, unit * 5.2, ink, "rm")
    left = at - (_font(round(unit * 5.2)).getlength(total) + unit * 2, 0)
    parts = "+".join(str(level) for level in reading.levels)
    canvas.write(f"levels {parts}", left - (0, unit * 1.25), unit * 2, ink, "rm")
    goals = [f"+{goal.points}" if goal.points is not None else "+?" for goal in reading.goals]
    canvas.write(
        f"goals {' '.join(goals)}" if goals else "no goals", left + np.array([0, unit * 1.25]), unit * 2, ink, "rm"
    )


def _lines(reading: Reading) -> Iterator[tuple[str, str]]:
    from vision.tables.giza import place_name  # noqa: PLC0415 - words only

    for violation in reading.violations:
        where = f"{place_name(violation.slot)}: " if violation.slot else ""
        yield "wrong", f"{where}{violation.text} ({violation.rule})"
    for item in reading.unsure:
        yield "unknown", f"{item.text}: {item.remedy}"


def _fitted(text: str, size: float, width: float) -> str:
    """The text, cut where it would run out of the picture."""
    while len(text) > 4 and _font(round(size)).getlength(text) > width:
        text = text[:-5].rstrip(" .,:") + "..."
    return text


def _mark(canvas: Canvas, at: Floats, size: float, mark: str, colour: Colour = PAPER) -> None:
    """A tick, a cross or a question mark, `size` px from its middle outwards."""
    width = size * 0.42
    if mark == "fine":
        canvas.path(at + np.array([[-0.9, 0.05], [-0.25, 0.7], [0.95, -0.65]]) * size, colour, width, closed=False)
    elif mark == "wrong":
        for way in (1, -1):
            ends = np.array([[-0.7, -0.7 * way], [0.7, 0.7 * way]]) * size
            canvas.path(at + ends, colour, width, closed=False)
    else:
        canvas.write("?", at, size * 2.2, colour)


@cache
def _font(size: int) -> FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415 - see finish

    # The printed cards' own typeface: a data file of the sibling wing, no code of it.
    with as_file(files("printables").joinpath("fonts", "Fredoka-SemiBold.ttf")) as path:
        return ImageFont.truetype(str(path), max(8, size))


def _on(corners: Floats, u: float, v: float) -> Floats:
    """A point of a card, u to its right and v down it from 0 to 1, as seen in the picture."""
    top = corners[0] + (corners[1] - corners[0]) * u
    bottom = corners[3] + (corners[2] - corners[3]) * u
    return np.asarray(top + (bottom - top) * v)


def _height(corners: Floats) -> float:
    return float(np.linalg.norm(corners[0] - corners[3]) + np.linalg.norm(corners[1] - corners[2])) / 2


def _grown(corners: Floats, factor: float) -> Floats:
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * factor)


def _rounded(corners: Floats, share: float = 0.09) -> Floats:
    """A quadrangle with its corners rounded off."""
    points = []
    t = np.linspace(0, 1, 7)[:, None]
    for i in range(4):
        corner = corners[i]
        start = corner + (corners[i - 1] - corner) * share
        stop = corner + (corners[(i + 1) % 4] - corner) * share
        points.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * stop)
    return np.concatenate(points)


def _circle(middle: Floats, radius: float) -> Floats:
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.asarray(middle + radius * np.stack([np.cos(angle), np.sin(angle)], 1))


def _pill(middle: Floats, width: float, height: float) -> Floats:
    around = _circle(np.zeros(2), height / 2)
    around[:, 0] += np.where(around[:, 0] >= 0, 1, -1) * max(0.0, width - height) / 2
    return np.asarray(middle + around)


def _dashes(points: Floats, dash: float) -> Iterator[tuple[Floats, Floats]]:
    """Pieces of a line, `dash` long, as far apart as 0.8 of that."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    at = 0.0
    while at < along[-1]:
        ends = np.minimum([at, at + dash], along[-1])
        start, stop = (np.array([np.interp(end, along, points[:, axis]) for axis in (0, 1)]) for end in ends)
        yield start, stop
        at += 1.8 * dash
