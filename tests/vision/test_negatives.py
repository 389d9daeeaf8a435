"""Negatives: busy pictures without any of our tags, in which nothing may be found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import cv2
import numpy as np
import pytest
import qrcode
from numpy.typing import NDArray

from vision.scan.pipeline import read_photo

Grey: TypeAlias = NDArray[np.uint8]
Rng: TypeAlias = np.random.Generator

FAMILIES = ["4X4_50", "5X5_100", "6X6_250", "7X7_1000"]
FAMILIES += ["APRILTAG_16H5", "APRILTAG_25H9", "APRILTAG_36H10"]
FONTS = [
    getattr(cv2, f"FONT_HERSHEY_{name}") for name in ("SIMPLEX", "DUPLEX", "COMPLEX", "TRIPLEX")
]


def negative(kind: str, size: tuple[int, int], seed: int) -> NDArray[np.uint8]:
    """A picture (BGR) of a kind of `KINDS`, seen at an angle, a little blurred and noisy."""
    rng = np.random.default_rng([seed, *kind.encode()])
    flat = KINDS[kind]((size[0] + size[0] // 4, size[1] + size[1] // 4), rng)
    soft = cv2.GaussianBlur(_aslant(flat, size, rng), (0, 0), float(rng.uniform(0.4, 1.2)))
    noisy = soft[..., None] * rng.uniform(0.75, 1, 3) + rng.normal(0, 4, (*soft.shape, 3))
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _aslant(flat: Grey, size: tuple[int, int], rng: Rng) -> Grey:
    wide, high = flat.shape[1], flat.shape[0]
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    inwards = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    moved = corners + rng.uniform(0, 0.12, (4, 2)) * (wide, high) * inwards
    whole = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    view = cv2.getPerspectiveTransform(moved.astype(np.float32), whole)
    return np.asarray(cv2.warpPerspective(flat, view, size, flags=cv2.INTER_AREA), np.uint8)


def _chequer(size: tuple[int, int], rng: Rng) -> Grey:
    """A board of 8 to 60 px squares, in part filled by lot: each is framed like a module."""
    cell = int(rng.integers(8, 60))
    rows, columns = -(-size[1] // cell), -(-size[0] // cell)
    board = np.indices((rows, columns)).sum(0) % 2
    by_lot = rng.random((rows, columns)) < rng.uniform(0, 0.6)
    board = np.where(by_lot, rng.integers(0, 2, (rows, columns)), board)
    full = np.kron(board, np.ones((cell, cell)))[: size[1], : size[0]]
    return np.asarray(20 + 215 * full, np.uint8)


def _text(size: tuple[int, int], rng: Rng) -> Grey:
    """A page of words, some in boxes, some white on black."""
    page = np.full(size[::-1], 245, np.uint8)
    y = 30
    while y < size[1]:
        scale, font = float(rng.uniform(0.4, 2.2)), FONTS[int(rng.integers(len(FONTS)))]
        letters = list("abcdefghMWHE8B0#@")
        line = " ".join("".join(rng.choice(letters, rng.integers(2, 9))) for _ in range(40))
        if rng.random() < 0.2:
            cv2.rectangle(page, (0, y - int(24 * scale)), (size[0], y + int(8 * scale)), (15,), -1)
            cv2.putText(page, line, (8, y), font, scale, (240,), int(rng.integers(1, 3)))
        else:
            cv2.putText(page, line, (8, y), font, scale, (20,), int(rng.integers(1, 4)))
        y += int(34 * scale) + 4
    for _ in range(20):
        x, top, side = (int(n) for n in rng.integers((0, 0, 20), (*size, 160)))
        cv2.rectangle(page, (x, top), (x + side, top + side), (10,), int(rng.integers(2, 14)))
    return page


def _foliage(size: tuple[int, int], rng: Rng) -> Grey:
    """Leaves over leaves, from light to dark."""
    page = np.full(size[::-1], 60, np.uint8)
    for _ in range(2500):
        x, y, long, wide = (int(n) for n in rng.integers((0, 0, 8, 3), (*size, 50, 20)))
        turn, grey = float(rng.uniform(0, 180)), int(rng.integers(10, 245))
        cv2.ellipse(page, (x, y), (long, wide), turn, 0, 360, (grey,), -1)
    return page


def _codes(size: tuple[int, int], rng: Rng) -> Grey:
    """QR codes of all sizes, on white labels."""
    page = np.full(size[::-1], 150, np.uint8)
    for _ in range(16):
        code = qrcode.QRCode(version=int(rng.integers(1, 7)), border=int(rng.integers(1, 5)))
        code.add_data(bytes(rng.integers(32, 127, 14, dtype=np.uint8)))
        modules = np.where(np.array(code.get_matrix()), 15, 245)
        _put(page, np.asarray(modules, np.uint8), int(rng.integers(2, 9)), rng)
    return page


def _strangers(size: tuple[int, int], rng: Rng) -> Grey:
    """Tags of other families, with and without a quiet zone."""
    page = np.full(size[::-1], 200, np.uint8)
    for _ in range(40):
        name = f"DICT_{FAMILIES[int(rng.integers(len(FAMILIES)))]}"
        family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
        cells = family.markerSize + 2
        tag = cv2.aruco.generateImageMarker(family, int(rng.integers(len(family.bytesList))), cells)
        framed = np.pad(np.asarray(tag, np.uint8), int(rng.integers(0, 2)), constant_values=255)
        _put(page, framed, int(rng.integers(4, 14)), rng)
    return page


def _bars(size: tuple[int, int], rng: Rng) -> Grey:
    """Barcodes, keyboards, windows: dark boxes in light frames in rows."""
    page = np.full(size[::-1], 225, np.uint8)
    y = 0
    while y < size[1]:
        high, x = int(rng.integers(14, 80)), 0
        while x < size[0]:
            wide = int(rng.integers(2, high + 6))
            cv2.rectangle(page, (x, y), (x + wide, y + high), (int(rng.integers(5, 90)),), -1)
            if wide > 16:
                letter, at = chr(int(rng.integers(65, 91))), (x + 3, y + high - 4)
                cv2.putText(page, letter, at, FONTS[0], high / 40, (235,), 2)
            x += wide + int(rng.integers(2, 9))
        y += high + int(rng.integers(3, 12))
    return page


def _put(page: Grey, stamp: Grey, scale: int, rng: Rng) -> None:
    large = np.kron(stamp, np.ones((scale, scale), np.uint8))
    high, wide = large.shape
    if high < page.shape[0] and wide < page.shape[1]:
        y, x = int(rng.integers(page.shape[0] - high)), int(rng.integers(page.shape[1] - wide))
        page[y : y + high, x : x + wide] = large


KINDS: Mapping[str, Callable[[tuple[int, int], Rng], Grey]] = {
    "chequer": _chequer,
    "text": _text,
    "foliage": _foliage,
    "codes": _codes,
    "strangers": _strangers,
    "bars": _bars,
}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_where_no_tag_is(kind: str) -> None:
    """Chequers, text, leaves, QR codes, strangers' tags: however busy, no piece is read."""
    picture = negative(kind, (800, 600), seed=1)
    assert picture.std() > 20
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    assert read_photo(data, "negative.jpg").reading.pieces == ()
