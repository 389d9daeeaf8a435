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
from companion.layout import CARD_TAG, POKER, TOKEN_TAG, card_tags
from companion.tags import FAMILY_SIZE
from vision.detect import Floats, Grey, Sighting, sweep
from vision.layout import Frame, Laid, frame, laid
from vision.load import Photo, load
from vision.pieces import Catalogue, Clash, Found, assemble, catalogue, look_again, overlap, rigid
from vision.plane import OUTLIER, Plane, fit, misfits
from vision.predict import look_at, squares
from vision.probe import BLURRED, Evidence, Prober, sharpness
from vision.reading import Outline, Reading, Unsure
from vision.tables.giza import (
    Place,
    Seen,
    Table,
    doubted,
    judge,
    order,
    overloaded_supporters,
    reach,
    unread_places,
    unreadable,
)

TAKEN = 0.25  # of a card under or over another: cards in a pyramid overlap less
ROUNDS = 3  # times that unread places are looked at; each card read may show where the next one is
FEW = 3  # tags; a photo with fewer is looked at harder as a whole
SHOWN = 5  # ids that a message names at most


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and what it says."""

    photo: Photo
    reading: Reading


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Where everything lies: the plane, the pieces on it, and pairs of tags that contradict each other.

    `adrift` are pieces that could lie at either of two places.
    """

    plane: Plane
    found: tuple[Found, ...]
    clashes: tuple[Clash, ...]
    adrift: tuple[str, ...] = ()

    @property
    def frame(self) -> Frame:
        """The table's frame."""
        return frame([piece.corners for piece in self.found])

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The pieces in the frame, in the order of `found`."""
        table = self.frame
        return tuple(laid(piece, table, self.plane) for piece in self.found)


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
    return Scan(photo, _read_table(photo, grey, sightings, deck, goals))


def find_tags(grey: Grey, spots: Catalogue) -> tuple[Sighting, ...]:
    """All tags of the whole picture: the cheap way, and harder ways only when that shows next to nothing."""
    known = frozenset(spots)
    best = sweep(grey, known=known)
    for side, sharpen in ((1008, False), (2016, True), (4032, False)):
        if len(best) >= FEW:
            return best
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
    return _one_end(Settled(plane, found, clashes))


def _read_table(photo: Photo, grey: Grey, sightings: Sequence[Sighting], deck: Deck, goals: Sequence[Goal]) -> Reading:
    spots = catalogue(printed_pieces(deck))
    known = frozenset(spots)
    scene = settle(sightings, grey, spots)
    looked: list[Floats] = []
    for _ in range(ROUNDS):
        new: list[Sighting] = []
        for _, corners, evidence in _probed(photo, grey, scene):
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
    return doubted(reading, _unread_tokens(reading, scene, grey))


def _probed(photo: Photo, grey: Grey, scene: Settled) -> list[tuple[Place, Floats, Evidence]]:
    """Each place that could hold an unread card: its corners, mm on the plane, and what it shows."""
    places = unread_places(scene.laid)
    asked = [scene.frame.to_plane(np.array(place.corners)) for place in places]
    if not asked:
        return []
    pieces = scene.laid
    wide = [scene.frame.to_plane(np.array(corners)) for corners in reach(pieces)]
    prober = Prober.of(photo.image, grey, scene.plane, [piece.corners for piece in scene.found], wide)
    return [(place, corners, prober.look(corners)) for place, corners in zip(places, asked, strict=True)]


def _table(photo: Photo, grey: Grey, scene: Settled) -> Table:
    """What the game's row judges: pieces, and evidence for each place without a tag."""
    seen = {
        place.cell: Seen(place.must, evidence, _outline(scene.plane, corners))
        for place, corners, evidence in _probed(photo, grey, scene)
    }
    return Table(photo.name, scene.laid, scene.clashes, seen, scene.adrift)


def _outline(plane: Plane, corners: Floats) -> Outline:
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
    """Tags read at a second, harder look: on cards with a dark square too many, and on all that carry too much."""
    new: list[Sighting] = []
    suspects = {at for at in reading.slots.values() if _has_odd_square(scene, at, grey)}
    for at in sorted(suspects | set(overloaded_supporters(reading))):
        corners = scene.found[at].corners
        new += _new(look_at(grey, scene.plane, corners, known, thorough=at in suspects), scene.found)
    return new


def _unread_tokens(reading: Reading, scene: Settled, grey: Grey) -> list[int]:
    """Pieces of the pyramid on which something lies that looks like a token's tag but can not be read."""
    return [at for at in reading.slots.values() if _has_odd_square(scene, at, grey)]


def _has_odd_square(scene: Settled, at: int, grey: Grey) -> bool:
    """Whether a dark square on a card is neither a tag that was read nor something at the card's own corners."""
    piece = scene.found[at]
    known = [s.centre for other in scene.found for s in other.sightings]
    known += [scene.plane.to_px(end[None])[0] for end in _corner_places(piece)]
    near = 0.6 * CARD_TAG * scene.plane.px_per_mm(piece.centre)
    middles = scene.plane.to_px(squares(grey, scene.plane, piece.corners, TOKEN_TAG))
    return any(all(np.linalg.norm(middle - place) > near for place in known) for middle in middles)


def _corner_places(piece: Found) -> Floats:
    """A card's four corners, mm on the plane: its own tags, and large figures (a 0 is a dark frame too)."""
    along, down = (
        (piece.corners[1] - piece.corners[0]) / POKER.width,
        (piece.corners[3] - piece.corners[0]) / POKER.height,
    )
    (left, top), (right, bottom) = ((tag.x, tag.y) for tag in card_tags(0, 0))
    return np.array([piece.corners[0] + x * along + y * down for x in (left, right) for y in (top, bottom)])


def _one_end(scene: Settled) -> Settled:
    """Greys seen by one tag: of the two places where they can lie, the one that is free and makes a pyramid."""
    for index, piece in enumerate(scene.found):
        if piece.other is None:
            continue
        ways = [replace(piece, other=None), replace(piece, corners=piece.other, other=None)]
        rest = [*scene.found[:index], *scene.found[index + 1 :]]
        scenes = [replace(scene, found=(*scene.found[:index], way, *scene.found[index + 1 :])) for way in ways]
        taken = [sum(overlap(way.corners, p.corners) > TAKEN for p in rest if p.kind != "token") for way in ways]
        ranks = [(-n, order(s.laid)) for n, s in zip(taken, scenes, strict=True)]
        scene = scenes[ranks.index(max(ranks))]
        if ranks[0] == ranks[1] and piece.kind == "penguin":
            scene = replace(scene, adrift=(*scene.adrift, piece.piece))
    return scene


def _sharpened(grey: Grey) -> Grey:
    return np.asarray(cv2.addWeighted(grey, 2.5, cv2.GaussianBlur(grey, (0, 0), 4), -1.5, 0), np.uint8)


def _why_no_tags(grey: Grey, spots: Catalogue) -> Unsure:
    """Mirrored, with tags of nobody's, dark, blurred, or simply without tags: each its own message."""
    flipped = np.asarray(cv2.flip(grey, 1), np.uint8)
    if sweep(flipped, known=frozenset(spots)):
        return Unsure(
            None, "the picture is mirrored", "legality",
            "switch off mirroring (selfie camera), or flip the picture, and send it again",
        )  # fmt: skip
    if strangers := sorted({sighting.tag for sighting in sweep(grey, known=frozenset(range(FAMILY_SIZE)))}):
        text = f"no piece of this game carries the tags seen: {', '.join(map(str, strangers[:SHOWN]))}"
        return Unsure(None, text, "legality", "lay out this game's cards, or update Rookery if they are newer")
    if float(np.percentile(grey, 98)) < 60:
        return Unsure(None, "the picture is too dark", "legality", "switch on more light")
    if sharpness(grey) < BLURRED:
        return Unsure(None, "the picture is blurred", "legality", "hold still and tap on the pyramid to focus")
    return Unsure(
        None, "no card with printed tags is in the picture", "legality",
        "photograph the pyramid from above; photos work with sets printed by Rookery (black squares in the corners)",
    )  # fmt: skip
