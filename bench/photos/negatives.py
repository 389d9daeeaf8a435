"""Negatives: busy pictures without any of our tags, in which nothing may be found.

python -m bench.photos.negatives             # all kinds, so many of each, and how long they took
python -m bench.photos.negatives FOLDER      # all JPEG, PNG and WebP files in a folder, too
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import qrcode
from numpy.typing import NDArray

from companion.errors import PhotoError
from vision.scan import read_photo

Grey: TypeAlias = NDArray[np.uint8]
Rng: TypeAlias = np.random.Generator

STRANGERS = (
    cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_APRILTAG_16H5, cv2.aruco.DICT_APRILTAG_25H9, cv2.aruco.DICT_APRILTAG_36H10,
)  # fmt: skip
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def negative(kind: str, size: tuple[int, int], seed: int) -> NDArray[np.uint8]:
    """A picture (BGR) of a kind of `KINDS`, seen at an angle, a little blurred and noisy."""
    rng = np.random.default_rng([seed, *kind.encode()])
    flat = KINDS[kind]((size[0] + size[0] // 4, size[1] + size[1] // 4), rng)
    seen = cv2.GaussianBlur(_aslant(flat, size, rng), (0, 0), float(rng.uniform(0.4, 1.2)))
    noisy = seen[..., None] * rng.uniform(0.75, 1, 3) + rng.normal(0, 4, (*seen.shape, 3))
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _aslant(flat: Grey, size: tuple[int, int], rng: Rng) -> Grey:
    wide, high = flat.shape[1], flat.shape[0]
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    moved = corners + rng.uniform(0, 0.12, (4, 2)) * (wide, high) * [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    whole = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    view = cv2.getPerspectiveTransform(moved.astype(np.float32), whole)
    return np.asarray(cv2.warpPerspective(flat, view, size, flags=cv2.INTER_AREA), np.uint8)


def _chequer(size: tuple[int, int], rng: Rng) -> Grey:
    """A board of 8 to 60 px squares, in part filled by lot: every square is framed like a tag's module."""
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
        line = " ".join("".join(rng.choice(list("abcdefghMWHE8B0#@"), rng.integers(2, 9))) for _ in range(40))
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
        cv2.ellipse(page, (x, y), (long, wide), float(rng.uniform(0, 180)), 0, 360, (int(rng.integers(10, 245)),), -1)
    return page


def _codes(size: tuple[int, int], rng: Rng) -> Grey:
    """QR codes of all sizes, on white labels."""
    page = np.full(size[::-1], 150, np.uint8)
    for _ in range(16):
        code = qrcode.QRCode(version=int(rng.integers(1, 7)), border=int(rng.integers(1, 5)))
        code.add_data(bytes(rng.integers(32, 127, 14, dtype=np.uint8)))
        modules = np.array(code.get_matrix())
        _put(page, np.asarray(np.where(modules, 15, 245), np.uint8), int(rng.integers(2, 9)), rng)
    return page


def _strangers(size: tuple[int, int], rng: Rng) -> Grey:
    """Tags of other families, with and without a quiet zone."""
    page = np.full(size[::-1], 200, np.uint8)
    for _ in range(40):
        family = cv2.aruco.getPredefinedDictionary(STRANGERS[int(rng.integers(len(STRANGERS)))])
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
                cv2.putText(page, chr(int(rng.integers(65, 91))), (x + 3, y + high - 4), FONTS[0], high / 40, (235,), 2)
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
    "chequer": _chequer, "text": _text, "foliage": _foliage, "codes": _codes, "strangers": _strangers, "bars": _bars,
}  # fmt: skip


def found_in(data: bytes, name: str) -> tuple[str, ...] | None:
    """The ids of the pieces that a scan finds in a picture's file; None when it says that the file is no photo."""
    try:
        return tuple(piece.id for piece in read_photo(data, name).reading.pieces)
    except PhotoError:
        return None


def _made(number: int, size: tuple[int, int]) -> Iterator[tuple[str, bytes]]:
    for seed in range(number):
        for kind in KINDS:
            yield f"{kind} {seed}", cv2.imencode(".jpg", negative(kind, size, seed))[1].tobytes()


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}:
            yield str(path.relative_to(folder)), path.read_bytes()


def main() -> None:
    """Read all of them; whatever is found is printed."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("folder", nargs="?", type=Path)
    cli.add_argument("--number", type=int, default=4, help="pictures of each kind")
    cli.add_argument("--size", default="2016x1512")
    args = cli.parse_args()
    wide, high = (int(side) for side in args.size.split("x"))
    pictures = _files(args.folder) if args.folder else _made(args.number, (wide, high))
    count = refused = wrong = 0
    slowest, start = ("", 0.0), time.monotonic()
    for name, data in pictures:
        began = time.monotonic()
        pieces = found_in(data, name)
        slowest = max(slowest, (name, time.monotonic() - began), key=lambda each: each[1])
        count, refused, wrong = count + 1, refused + (pieces is None), wrong + bool(pieces)
        if pieces:
            print(f"{name}: {', '.join(pieces)}", flush=True)
    passed = time.monotonic() - start
    print(f"{count} pictures, {refused} refused, {wrong} with something found, {passed:.0f} s; slowest {slowest}")


if __name__ == "__main__":
    main()
