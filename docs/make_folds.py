"""Draw how a standee and a pyramid are folded, from their pages (part of `make pictures`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from companion.layout import Size
from companion.rocks.pieces import STAND
from companion.solitaire.pieces import FRUSTUMS
from docs.drawn import TABLE, draw_number, drawn, print_page

TEXTURE_PX = 12.0  # a mm of a printed piece
Texture = NDArray[np.uint8]
Point3 = tuple[float, float, float]


def texture(folder: Path, slug: str, piece: str) -> Texture:
    """Return a printed piece's front, RGB, `TEXTURE_PX` a mm; what is white around it is table."""
    page, printed = print_page(folder, slug, piece, TEXTURE_PX)
    entry = next(each for each in printed.pieces if each.face == "front")
    x, y, w, h = (round(mm * TEXTURE_PX) for mm in entry.trim)
    picture = page.crop((x, y, x + w, y + h)).rotate(entry.rotation, expand=True)
    for corner in product((0, picture.width - 1), (0, picture.height - 1)):
        if picture.getpixel(corner) == (255, 255, 255):
            ImageDraw.floodfill(picture, corner, ImageColor.getrgb(TABLE), thresh=20)
    return np.asarray(picture)


class Scene:
    """Quadrangles of paper on a table, seen from the front and above."""

    def __init__(self, width: int, height: int, middle: Point3, px: float) -> None:
        self._picture = np.full((height, width, 3), tuple(bytes.fromhex(TABLE[1:])), np.uint8)
        self._middle, self._px = np.array(middle), px

    def project(self, at: Point3) -> tuple[float, float]:
        """Return where a point, mm (x right, y back, z up), is in the picture, px."""
        x, y, z = np.array(at) - self._middle
        lean = np.radians(32)  # from the horizon
        turn = np.radians(-24)
        x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        depth = y * np.cos(lean) - z * np.sin(lean)
        across, up = x, y * np.sin(lean) + z * np.cos(lean)
        near = self._px / (1 + depth / 420)
        height, width = self._picture.shape[:2]
        return width / 2 + across * near, height / 2 - up * near

    def lay(
        self,
        paper: Texture,
        outline: Sequence[tuple[float, float]],
        corners: Sequence[Point3],
        light: float = 1.0,
        *,
        rim: bool = True,
    ) -> None:
        """Lay the part of `paper` within `outline` (four points of it, mm) onto four corners."""
        source = np.array(outline, np.float32) * TEXTURE_PX
        target = np.array([self.project(each) for each in corners], np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        height, width = self._picture.shape[:2]
        size = (width, height)
        warped = (
            cv2.warpPerspective(paper, matrix, size, flags=cv2.INTER_AREA).astype(float) * light
        )
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        share = mask[..., None] / 255
        self._picture = np.asarray(self._picture * (1 - share) + warped * share, np.uint8)
        if rim:
            cv2.polylines(
                self._picture,
                [np.round(target * 16).astype(np.int32)],
                True,
                (60, 60, 60),
                2,
                cv2.LINE_AA,
                4,
            )

    def shadow(self, corners: Sequence[Point3]) -> None:
        """Darken the table within corners."""
        target = np.array([self.project(each) for each in corners], np.float32)
        mask = np.zeros(self._picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(target).astype(np.int32), 255)
        share = cv2.GaussianBlur(mask, (0, 0), 9)[..., None] / 255 * 0.35
        self._picture = np.asarray(self._picture * (1 - share), np.uint8)

    @property
    def picture(self) -> Image.Image:
        """The picture so far."""
        return Image.fromarray(self._picture)


def steps(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return pictures beside each other, with numbers."""
    width, height = pictures[0].size
    row = Image.new("RGB", (width * len(pictures), height))
    for number, picture in enumerate(pictures, 1):
        row.paste(picture, ((number - 1) * width, 0))
        sign = drawn(Size(9, 9), partial(draw_number, number=number))
        row.paste(sign.resize((54, 54)), ((number - 1) * width + 12, 12))
    return row


def standee(folder: Path) -> Image.Image:
    """A penguin's stand of rocks: cut out, folded, and glued."""
    paper = texture(folder, "rocks", "penguin-coral-1")
    w, (a, b, c) = STAND.size.width, STAND.creases
    end = STAND.size.height
    left, right = (w - STAND.tab.width) / 2, (w + STAND.tab.width) / 2
    foot = ((w - STAND.foot) / 2, (w + STAND.foot) / 2)
    head = ((w - STAND.fold) / 2, (w + STAND.fold) / 2)
    blank = np.full_like(paper, 246)

    def panels(up: float, back: float, lid: float) -> Image.Image:
        """The front leans by `up`, the back hangs from the head by `back`, the tab by `lid`,
        degrees.
        """
        scene = Scene(420, 420, (w / 2, 4, 22), 5.4)
        scene.shadow([(-2, -20, 0), (w + 6, -20, 0), (w + 8, 16, 0), (0, 16, 0)])
        tall = STAND.figure.height
        rise = np.radians(up)
        top = (tall * np.cos(rise), tall * np.sin(rise))  # y and z of the head
        fall = np.radians(back)
        low = (top[0] + tall * np.cos(fall), top[1] - tall * np.sin(fall))
        flat = np.radians(lid)
        far = (low[0] + STAND.tab.height * np.cos(flat), low[1] + STAND.tab.height * np.sin(flat))
        if lid < 170:
            scene.lay(
                blank,
                [(0, 0), (9, 0), (9, 9), (0, 9)],
                [(left, *far), (right, *far), (foot[1], *low), (foot[0], *low)],
                0.9,
            )
        if back < 85:
            scene.lay(
                blank,
                [(0, 0), (9, 0), (9, 9), (0, 9)],
                [(head[0], *top), (head[1], *top), (foot[1], *low), (foot[0], *low)],
                0.8,
            )
        scene.lay(
            paper,
            [(head[0], b), (head[1], b), (foot[1], c), (foot[0], c)],
            [(head[0], *top), (head[1], *top), (foot[1], 0, 0), (foot[0], 0, 0)],
        )
        base = STAND.base.height
        scene.lay(
            paper,
            [(0, c), (w, c), (w, end), (0, end)],
            [(0, 0, 0), (w, 0, 0), (w, -base, 0), (0, -base, 0)],
        )
        return scene.picture

    flat = Scene(420, 420, (w / 2, end / 2, 0), 3.6)
    for outline in (
        [(left, 0), (right, 0), (foot[1], a), (foot[0], a)],
        [(foot[0], a), (foot[1], a), (head[1], b), (head[0], b)],
        [(head[0], b), (head[1], b), (foot[1], c), (foot[0], c)],
        [(0, c), (w, c), (w, end), (0, end)],
    ):
        flat.lay(paper, outline, [(x, end - y, 0) for x, y in outline])
    return steps([flat.picture, panels(82, 62, -12), panels(90, 89, 180)])


def pyramid(folder: Path) -> Image.Image:
    """A pyramid of solitaire: cut out, folded, and glued."""
    paper = texture(folder, "solitaire", "pyramid-large-ruby")
    form = FRUSTUMS["L"]
    side, t, half = form.size.width, form.top, form.base / 2
    inset = (side - t) / 2  # of the top in the net
    edge = (side - form.base) / 2

    def folded(lean: float) -> Image.Image:
        """Faces hang from the top by `lean`, degrees below the horizon."""
        scene = Scene(420, 420, (0, 0, form.height / 2), 7.5)
        down, out = form.slant * np.sin(np.radians(lean)), form.slant * np.cos(np.radians(lean))
        low, reach = max(0.0, form.height - down), t / 2 + out
        scene.shadow(
            [(-reach, -reach, 0), (reach + 5, -reach, 0), (reach + 5, reach, 0), (-reach, reach, 0)]
        )
        z, q = form.height, t / 2
        faces = {  # net outline from the top's edge outwards, corners
            "back": (
                [(inset, inset), (inset + t, inset), (edge + form.base, 0), (edge, 0)],
                [(-q, q, z), (q, q, z), (half, reach, low), (-half, reach, low)],
                0.85,
            ),
            "left": (
                [(inset, inset + t), (inset, inset), (0, edge), (0, edge + form.base)],
                [(-q, -q, z), (-q, q, z), (-reach, half, low), (-reach, -half, low)],
                0.9,
            ),
            "right": (
                [
                    (inset + t, inset),
                    (inset + t, inset + t),
                    (side, edge + form.base),
                    (side, edge),
                ],
                [(q, q, z), (q, -q, z), (reach, -half, low), (reach, half, low)],
                0.72,
            ),
            "front": (
                [
                    (inset + t, inset + t),
                    (inset, inset + t),
                    (edge, side),
                    (edge + form.base, side),
                ],
                [(q, -q, z), (-q, -q, z), (-half, -reach, low), (half, -reach, low)],
                0.95,
            ),
            "top": (
                [(inset, inset), (inset + t, inset), (inset + t, inset + t), (inset, inset + t)],
                [(-q, q, z), (q, q, z), (q, -q, z), (-q, -q, z)],
                1.0,
            ),
        }
        for outline, corners, light in faces.values():
            scene.lay(paper, outline, corners, light)
        return scene.picture

    flat = Scene(420, 420, (side / 2, side / 2, 0), 4.6)
    flat.lay(
        paper,
        [(0, 0), (side, 0), (side, side), (0, side)],
        [(0, side, 0), (side, side, 0), (side, 0, 0), (0, 0, 0)],
        rim=False,
    )
    upright = np.degrees(np.arctan2(form.height, half - t / 2))
    return steps([flat.picture, folded(48), folded(float(upright))])
