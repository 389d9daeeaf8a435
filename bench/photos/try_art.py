"""Try the second opinion (vision/art.py): cards of tests/photos with their tags covered, by what else is hard.

Every card that was read is covered at its tags, the photo made worse, and the card asked for at a place that is off
by up to 4 mm and 3 degrees. Prints how many were named rightly, wrongly, and not at all.

    python bench/photos/try_art.py [--photos FOLDER] [--seed 1] [--every 1]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.giza.deck import standard
from companion.layout import POKER, card_tags
from vision.album import Album, Face, album
from vision.art import Match, lighting, recognise
from vision.layout import Laid
from vision.reading import Outline
from vision.scan import read_photo
from vision.tables.giza.stack import corners_at

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
TINTS = ((120, 140, 190), (60, 60, 60), (150, 160, 170), (90, 120, 200), (200, 200, 205))
KNOWN = 4  # cards that the photo's colours are learnt from


@dataclass(frozen=True, eq=False)
class View:
    """A photo in the frame of its reading, by one homography."""

    image: Image
    matrix: Floats  # mm to px

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return (self.image.shape[1], self.image.shape[0])

    def to_px(self, points: Floats) -> Floats:
        """Table to photo."""
        return np.asarray(cv2.perspectiveTransform(np.asarray(points, float)[None], self.matrix)[0], float)

    def flat(self, corners: Outline, px_per_mm: float) -> Image:
        """A rectangle seen from straight above."""
        box = np.array(corners)
        size = [round(float(np.linalg.norm(box[i] - box[0])) * px_per_mm) for i in (1, 3)]
        ends = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - np.float32(0.5)
        back = cv2.getPerspectiveTransform(ends, self.to_px(box).astype(np.float32))
        return np.asarray(cv2.warpPerspective(self.image, back, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))


Worsen = Callable[[Image, np.random.Generator], Image]


def _blurred(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(1.5, 3.5)), np.uint8)


def _moved(image: Image, rng: np.random.Generator) -> Image:
    kernel, angle, far = np.zeros((31, 31), np.float32), rng.uniform(0, np.pi), rng.uniform(3, 7)
    ends = [(round(15 + s * far * np.cos(angle)), round(15 + s * far * np.sin(angle))) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _darkened(image: Image, rng: np.random.Generator) -> Image:
    small = rng.normal(0, 5, (image.shape[0], image.shape[1], 3)).astype(np.float32)
    return np.asarray(np.clip(image * np.float32(rng.uniform(0.15, 0.35)) + small, 0, 255), np.uint8)


WORSE: dict[str, Worsen] = {
    "as it is": lambda image, _: image, "blur": _blurred, "motion": _moved, "dark": _darkened,
}  # fmt: skip
COVERS = ("finger", "coins", "sheet", "glare")


def covered(view: View, card: Laid, how: str, rng: np.random.Generator) -> None:
    """Cover a card's tags in the picture: a finger along them, a coin on each, half the card, or a mirrored lamp."""
    tags = np.array([(tag.x, tag.y) for tag in card_tags(0, 0)])
    box = np.array(corners_at(np.array([card.x, card.y]), card.rotation))
    along, down = (box[1] - box[0]) / POKER.width, (box[3] - box[0]) / POKER.height
    spots = view.to_px(box[0] + tags[:, :1] * along + tags[:, 1:] * down)
    px = float(np.linalg.norm(view.to_px(box[:2])[1] - view.to_px(box[:2])[0]) / POKER.width)
    mask = np.zeros(view.image.shape[:2], np.uint8)
    a, b = ((round(float(x)), round(float(y))) for x, y in spots)
    if how == "finger":
        cv2.line(mask, a, b, 255, round(17 * px))
    elif how == "sheet":
        top = -0.2 + rng.choice((0.0, 0.7))
        side = np.array([(-0.2, top), (1.2, top), (1.2, top + 0.7), (-0.2, top + 0.7)])
        points = box[0] + side[:, :1] * (box[1] - box[0]) + side[:, 1:] * (box[3] - box[0])
        inside = np.zeros_like(mask)
        cv2.fillConvexPoly(inside, np.round(view.to_px(box)).astype(np.int32), 255)
        cv2.fillConvexPoly(mask, np.round(view.to_px(points)).astype(np.int32), 255)
        mask &= inside
    for spot in (a, b):
        cv2.circle(mask, spot, round(rng.uniform(9, 13) * px), 255, -1)
    _paint(view.image, mask, how, rng, px)


def _paint(image: Image, mask: Image, how: str, rng: np.random.Generator, px: float) -> None:
    tint = np.array((255, 255, 255) if how == "glare" else TINTS[rng.integers(len(TINTS))], np.float32)
    left, top, width, height = cv2.boundingRect(cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=round(9 * px)))
    part, shape = image[top : top + height, left : left + width], mask[top : top + height, left : left + width]
    soft = cv2.GaussianBlur(shape, (0, 0), (4 if how == "glare" else 0.2) * px).astype(np.float32)[..., None] / 255
    grain = rng.normal(0, 0 if how == "glare" else 8, (height, width, 1)).astype(np.float32)
    part[:] = np.clip(part * (1 - soft) + (tint + grain) * soft, 0, 255).astype(np.uint8)


def trials(photo: Path, book: Album, rng: np.random.Generator) -> Iterator[tuple[str, str, Face, Match | None]]:
    """Each card of a photo in each condition, with a cover drawn for it: condition, cover, truth, and the answer."""
    pieces = read_photo(photo.read_bytes(), photo.name, "giza").reading.pieces
    cards = [piece for piece in pieces if piece.kind == "penguin" and piece.source == "two-tags"]
    image = cv2.imread(str(photo))
    if image is None or len(cards) < 3:
        return
    matrix = _matrix(pieces)
    for name, worsen in WORSE.items():
        clear = View(worsen(np.asarray(image, np.uint8), rng), matrix)
        light = lighting(clear, [(_box(card), (card.id, card.face)) for card in cards[:KNOWN]], book)
        hidden = View(np.asarray(image.copy(), np.uint8), matrix)
        covers = [str(rng.choice(COVERS)) for _ in cards]
        for card, how in zip(cards, covers, strict=True):
            covered(hidden, card, how, rng)
        worse = View(worsen(hidden.image, rng), matrix)
        for card, how in zip(cards, covers, strict=True):
            others = [_box(other) for other in pieces if other is not card and other.kind == "penguin"]
            place = corners_at(np.array([card.x, card.y]) + rng.uniform(-4, 4, 2), card.rotation + rng.uniform(-3, 3))
            match = recognise(worse, np.array(place), book, light, allowed=book.faces, hidden=others)
            yield name, how, (card.id, card.face), match


def _matrix(pieces: Sequence[Laid]) -> Floats:
    cards = [piece for piece in pieces if piece.kind == "penguin"]
    flat = np.concatenate([_box(card) for card in cards])
    return np.asarray(cv2.findHomography(flat, np.concatenate([np.array(card.outline) for card in cards]))[0])


def _box(card: Laid) -> Floats:
    return np.array(corners_at(np.array([card.x, card.y]), card.rotation))


def main() -> None:
    """Print the tables."""
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--photos", type=Path, default=PHOTOS)
    cli.add_argument("--seed", type=int, default=1)
    cli.add_argument("--every", type=int, default=1, help="take only each so many-th photo")
    args = cli.parse_args()
    book = album("giza", standard())
    assert book is not None, "no album of the standard deck"
    counts: Counter[tuple[str, str]] = Counter()
    start, rng = time.process_time(), np.random.default_rng(args.seed)
    for photo in sorted(args.photos.glob("*.jpg"))[:: args.every]:
        for condition, cover, face, match in trials(photo, book, rng):
            answer = "none" if match is None else "right" if match.face == face else "wrong"
            if answer == "wrong" and match is not None:
                print(f"WRONG {photo.name}: {face} as {match.face}, lead {match.lead:.1f}, total {match.total:.0f}")
            for row in (condition, cover, "all"):
                counts[row, answer] += 1
    print(f"{'':10} trials  right  wrong   none")
    for row in (*WORSE, *COVERS, "all"):
        right, wrong, none = (counts[row, answer] for answer in ("right", "wrong", "none"))
        total = right + wrong + none
        print(f"{row:10} {total:6} {right / max(total, 1):6.1%} {wrong:6} {none / max(total, 1):6.1%}")
    print(f"{time.process_time() - start:.0f} s of processor time, reading the photos included")


if __name__ == "__main__":
    main()
