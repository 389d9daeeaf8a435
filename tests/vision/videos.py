"""Short videos for tests, in memory, as OpenCV writes them."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def video(
    frames: Iterable[cv2.typing.MatLike], rate: float = 4.0, kind: str = "mp4", codec: str = "mp4v"
) -> bytes:
    """A file with these frames (BGR, all of one size)."""
    pictures = list(frames)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"video.{kind}"
        size = (pictures[0].shape[1], pictures[0].shape[0])
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), rate, size)
        for picture in pictures:
            writer.write(picture)
        writer.release()
        return path.read_bytes()


def turned(data: bytes) -> bytes:
    """The same video, flagged to be shown a quarter turn clockwise, as by a phone held upright."""
    at = data.index(b"tkhd") + 44
    matrix = struct.pack(">9i", 0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30)
    return data[:at] + matrix + data[at + 36 :]


def over_table(studio: Any, camera: Any, layouts: Iterable[Any]) -> list[NDArray[np.uint8]]:
    """A frame of each layout; the camera moves from frame to frame, and a finger from card to
    card.
    """
    frames = []
    for number, layout in enumerate(layouts):
        view = camera(tilt=14, turn=12 * number - 20, size=(1440, 1080))
        picture = studio.shoot(layout, view)
        card = layout[3 * number % len(layout)]
        place = np.array([(card["x"] + x, card["y"] + y) for x in (-40, 40) for y in (-50, 50)])
        hull = cv2.convexHull(view.to_px(place).round().astype(np.int32))
        cv2.fillConvexPoly(picture, hull, (110, 130, 190))
        frames.append(picture)
    return frames


def of_photo(
    path: Path, count: int = 5, taken: Sequence[Sequence[float]] = (), after: int = 5
) -> list[NDArray[np.uint8]]:
    """Frames of a photographed table as seen by a phone that moves over it, and a dark bar over
    another part of it in each; from frame `after` on, without what lies in the outline `taken`, px.
    """
    picture = cv2.imread(str(path))
    assert picture is not None
    hole = np.zeros(picture.shape[:2], np.uint8)
    if taken:
        cv2.fillConvexPoly(hole, np.array(taken).round().astype(np.int32), 255)
    hole = cv2.dilate(hole, np.ones((9, 9), np.uint8))
    emptied = cv2.inpaint(picture, hole, 3, cv2.INPAINT_TELEA) if taken else picture
    scale = 1600 / picture.shape[1]
    both = [
        cv2.resize(each, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for each in (picture, emptied)
    ]
    high, wide = both[0].shape[:2]
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    frames = []
    for number in range(count):
        lean = 0.1 * wide * (number / (count - 1) - 0.5)
        seen = whole + np.array([(lean, 0), (lean, lean), (-lean, -lean), (-lean, 0)], np.float32)
        matrix = cv2.getPerspectiveTransform(whole, np.asarray(seen, np.float32))
        covered = both[number >= after].copy()
        left = round(wide * (0.28 + 0.55 * number / count))
        covered[:, left : left + wide // 16] = (60, 70, 110)
        frames.append(
            np.asarray(
                cv2.warpPerspective(covered, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE),
                np.uint8,
            )
        )
    return frames
