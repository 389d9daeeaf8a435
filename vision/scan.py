"""Scan: the whole chain from a photo's bytes to a reading, stage by stage.

load -> detect -> plane -> pieces (look again) -> layout -> tables.giza -> reading. A clear photo takes one look;
only what is missing is looked at harder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.giza.deck import Deck, Goal
from companion.giza.pieces import pieces as printed_pieces
from vision.detect import Floats, Grey, Sighting, sweep
from vision.layout import Frame, Laid, frame, laid
from vision.load import Photo, load
from vision.pieces import Catalogue, Clash, Found, assemble, catalogue, look_again, overlap, rigid
from vision.plane import OUTLIER, Plane, fit, misfits
from vision.predict import look_at
from vision.probe import Evidence, Prober, sharpness
from vision.reading import Outline, Reading, Unsure
from vision.tables.giza import Table, judge, overloaded_supporters, unread_places, unreadable
from vision.tables.giza_rows import Cell

ROUNDS = 3  # times that unread places are looked at; each card read may show where the next one is
FEW = 3  # tags; a photo with fewer is looked at harder as a whole


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and what it says."""

    photo: Photo
    reading: Reading


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Where everything lies: the plane, the pieces on it, and pairs of tags that contradict each other."""

    plane: Plane
    found: tuple[Found, ...]
    clashes: tuple[Clash, ...]
    frame: Frame

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The pieces in the frame, in the order of `found`."""
        return tuple(laid(piece, self.frame, self.plane) for piece in self.found)


def read_photo(data: bytes, name: str, deck: Deck, goals: Sequence[Goal] = ()) -> Scan:
    """Read one photo of a giza table; raises `PhotoError` for what is no photo.

    Without `goals` those that lie in the picture count.
    """
    photo = load(data, name)
    grey = np.asarray(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY), np.uint8)
    spots = catalogue(printed_pieces(deck))
    sightings = find_tags(grey, spots)
    if not sightings:
        return Scan(photo, unreadable(name, deck, goals, [_why_no_tags(grey, spots)]))
    return Scan(photo, _read_table(photo, grey, sightings, spots, deck, goals))


def find_tags(grey: Grey, spots: Catalogue) -> tuple[Sighting, ...]:
    """All tags of the whole picture: the cheap way, and harder ways only when that shows next to nothing."""
    known = frozenset(spots)
    best = sweep(grey, known=known)
    for side, sharpen in ((1008, False), (2016, True), (4032, False)):
        if len(best) >= FEW:
            break
        picture = _sharpened(grey) if sharpen else grey
        again = sweep(picture, known=known, max_side=side)
        best = max(best, again, key=len)
    return best


def settle(sightings: Sequence[Sighting], grey: Grey, spots: Catalogue, start: Plane | None = None) -> Settled:
    """The plane and the pieces that `sightings` show, second tags looked for where they must be."""
    size = (grey.shape[1], grey.shape[0])
    singles = [rigid(s, spots) for s in sightings]
    plane = fit(singles, size, start)
    flat = [s for s, off in zip(sightings, misfits(plane, singles), strict=True) if off < OUTLIER]
    found, _ = assemble(flat or sightings, plane, spots)
    plane = fit([piece.rigid() for piece in found], size, plane) if found else plane
    seen = (*flat, *look_again(grey, plane, found, spots))
    found, clashes = assemble(seen, plane, spots)
    plane = fit([piece.rigid() for piece in found], size, plane) if found else plane
    found, clashes = assemble(seen, plane, spots)
    found = _one_end(found)
    return Settled(plane, found, clashes, frame([piece.corners for piece in found]))


def _read_table(
    photo: Photo, grey: Grey, sightings: Sequence[Sighting], spots: Catalogue, deck: Deck, goals: Sequence[Goal]
) -> Reading:
    scene = settle(sightings, grey, spots)
    known = frozenset(spots)
    looked: list[Floats] = []
    for _ in range(ROUNDS):
        new: list[Sighting] = []
        for corners, evidence in _probed(photo, grey, scene).values():
            middle = scene.plane.to_px(corners.mean(0)[None])[0]
            if evidence.empty or any(np.linalg.norm(middle - other) < 20 for other in looked):
                continue
            looked.append(middle)
            new += _new(look_at(grey, scene.plane, _widened(corners), known), scene.found)
        if not new:
            break
        sightings = (*sightings, *new)
        scene = settle(sightings, grey, spots, scene.plane)
    reading = judge(_table(photo, grey, scene), deck, goals)
    again = _missed_tokens(reading, scene, grey, known)
    if again:
        scene = settle((*sightings, *again), grey, spots, scene.plane)
        reading = judge(_table(photo, grey, scene), deck, goals)
    return reading


def _probed(photo: Photo, grey: Grey, scene: Settled) -> dict[Cell, tuple[Floats, Evidence]]:
    """Each place that could hold an unread card: its corners, mm on the plane, and what it shows."""
    places = unread_places(scene.laid)
    asked = [scene.frame.to_plane(np.array(place.corners)) for place in places]
    if not asked:
        return {}
    prober = Prober.of(photo.image, grey, scene.plane, [piece.corners for piece in scene.found], asked)
    return {place.cell: (corners, prober.look(corners)) for place, corners in zip(places, asked, strict=True)}


def _table(photo: Photo, grey: Grey, scene: Settled) -> Table:
    """What the game's row judges: pieces, and evidence for each place without a tag."""
    probed = _probed(photo, grey, scene)
    evidence = {cell: (seen, _seen(scene.plane, corners)) for cell, (corners, seen) in probed.items()}
    return Table(photo.name, scene.laid, scene.clashes, evidence)


def _seen(plane: Plane, corners: Floats) -> Outline:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in plane.to_px(corners))


def _widened(corners: Floats, by: float = 1.3) -> Floats:
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * by)


def _new(sightings: Sequence[Sighting], found: Sequence[Found]) -> list[Sighting]:
    """Those that are not part of a known piece."""
    known = [(s.tag, s.centre) for piece in found for s in piece.sightings]
    return [
        s for s in sightings
        if not any(s.tag == tag and np.linalg.norm(s.centre - centre) < s.side for tag, centre in known)
    ]  # fmt: skip


def _missed_tokens(reading: Reading, scene: Settled, grey: Grey, known: frozenset[int]) -> list[Sighting]:
    new: list[Sighting] = []
    for index in overloaded_supporters(reading):
        new += _new(look_at(grey, scene.plane, scene.found[index].corners, known, thorough=False), scene.found)
    return new


def _one_end(found: Sequence[Found]) -> tuple[Found, ...]:
    """Greys seen by one tag: of the two places where they can lie, the one that is not taken."""
    fixed = [piece for piece in found if piece.other is None]
    settled = list(fixed)
    for piece in found:
        if piece.other is None:
            continue
        taken = [sum(overlap(c, p.corners) > 0.25 for p in fixed) for c in (piece.corners, piece.other)]
        settled.append(_swapped(piece) if taken[1] < taken[0] else piece)
    return tuple(settled)


def _swapped(piece: Found) -> Found:
    return piece if piece.other is None else replace(piece, corners=piece.other, other=piece.corners)


def _sharpened(grey: Grey) -> Grey:
    return np.asarray(cv2.addWeighted(grey, 2.5, cv2.GaussianBlur(grey, (0, 0), 4), -1.5, 0), np.uint8)


def _why_no_tags(grey: Grey, spots: Catalogue) -> Unsure:
    """Mirrored, dark, blurred, or simply without tags: each its own message."""
    flipped = np.asarray(cv2.flip(grey, 1), np.uint8)
    if sweep(flipped, known=frozenset(spots)):
        return Unsure(
            None, "the picture is mirrored", "legality",
            "switch off mirroring (selfie camera), or flip the picture, and send it again",
        )  # fmt: skip
    if float(np.percentile(grey, 98)) < 60:
        return Unsure(None, "the picture is too dark", "legality", "switch on more light")
    if sharpness(grey) < 0.05:
        return Unsure(None, "the picture is blurred", "legality", "hold still and tap on the pyramid to focus")
    return Unsure(
        None, "no card with printed tags is in the picture", "legality",
        "photograph the pyramid from above; photos work with sets printed by Rookery (black squares in the corners)",
    )  # fmt: skip


__all__ = ["Scan", "Settled", "find_tags", "read_photo", "settle"]
