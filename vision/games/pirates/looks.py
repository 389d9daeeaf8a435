"""Where to examine a pirates table again: pieces that must be there, and possible tags that weren't
read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from companion.hexes import Point, centre
from companion.layout import TOKEN_TAG
from companion.pirates.boards import Place as Spot
from companion.pirates.deck import Deck
from companion.pirates.measures import HEX_SIDE, TRACKERS, tracker_plan
from companion.pirates.pieces import pieces as printed
from companion.tags import TagId
from vision.games.base import Eye, Place, Table
from vision.games.pirates.pieces import BLACK, FISH, TILE, WHITE, middle, on_table, size_of
from vision.games.pirates.survey import Survey, survey
from vision.games.pirates.tracks import MARKERS, Gauge, band
from vision.table.layout import Laid, Outline

FLOWER = 62.4  # mm from a board's centre to its northern and southern side
# mm from a board's centre to the far side of its tag, however the board is turned
TAG_REACH = HEX_SIDE + 9.0
ROOM = 60.0  # margin around all pieces in which to look for loose tokens, mm
SAME_TAG = 8.0  # mm: a dark square nearer than this to a tag that was read is that tag
AROUND = 16.0  # mm to each side of a possible tag: room for the token that it is on
NEXT_FISH = 40.0  # mm around a fish within which the next may lie
CRISP = 0.93  # agreement of a clearly read tag; photos in focus measured 0.97 and more
FINE = 3.0  # px per mm at which a square's pattern is examined
INSIDE = 4.2  # mm from a tag's centre: data without the border, however it is turned
PLAIN = 0.25  # share of light or dark below which a square shows no pattern


def places(pieces: Sequence[Laid], deck: Deck) -> tuple[Place, ...]:
    """Return places of unread boards, places for the penguins' ship if it is missing, and tracks
    without a marker.
    """
    table = survey(pieces, deck)
    return (*_boards(table), *_ships(table), *_markers(table))


def odd_squares(table: Survey, eye: Table) -> tuple[complex, ...]:
    """Return the centres, mm, of unread possible tags on and around the map: a ship or token may be
    missing.

    Places whose board wasn't read are left out, as they are examined anyway.
    """
    if eye.eye is None or not table.pieces:
        return ()
    squares = [complex(x, y) for x, y in eye.eye.squares(_everything(table), TOKEN_TAG)]
    known = [complex(*np.array(tag).mean(0)) for _, tag in eye.eye.tags]
    return tuple(
        each
        for each in squares
        if all(abs(each - tag) > SAME_TAG for tag in known)
        and all(abs(each - _middle(table, place)) > FLOWER for place in table.unread)
        and _patterned(eye.eye, each)
    )


def _patterned(eye: Eye, point: complex) -> bool:
    """Return whether a square is both dark and light inside, as a tag is, unlike a plain check of a
    tablecloth.
    """
    flat = eye.flat_grey(_about(point, TOKEN_TAG * 0.75), FINE).astype(float)
    side = np.arange(len(flat)) - (len(flat) - 1) / 2
    inner = flat[np.hypot(*np.meshgrid(side, side)) < INSIDE * FINE]
    light = inner > (np.percentile(flat, 5) + np.percentile(flat, 95)) / 2
    return bool(PLAIN < light.mean() < 1 - PLAIN)


def cut_off(table: Survey, eye: Eye | None, gauge: Gauge) -> bool:
    """Return whether part of a track is outside the photo."""
    return eye is not None and gauge.tracker is not None and not _within(eye, _band(table, gauge))


def fish_cut_off(table: Survey, eye: Eye | None) -> bool:
    """Return whether a fish lies so near the edge of the photo that another may lie beyond it."""
    fish = [table.pieces[at] for at in table.numbers(FISH)]
    return eye is not None and not all(
        _within(eye, _about(middle(piece), NEXT_FISH)) for piece in fish
    )


def pool(table: Table) -> Iterator[Place]:
    """Yield the area around all fish that were read: at full resolution there may be one more,
    which no rule would reveal.
    """
    fish = [piece for piece in table.pieces if piece.id == FISH]
    right, up = [piece.x for piece in fish], [piece.y for piece in fish]
    if fish:
        corners = _rectangle(
            min(right) - NEXT_FISH, max(right) + NEXT_FISH, min(up) - NEXT_FISH, max(up) + NEXT_FISH
        )
        yield Place(FISH, corners, thorough=False)


def fish_blurred(table: Survey, eye: Eye | None) -> bool:
    """Return whether fish were read so barely that another could have been missed."""
    if eye is None:
        return False
    read = [
        sighting.agreement
        for at in table.numbers(FISH)
        for sighting in eye.detections[at].sightings
    ]
    return min(read, default=1.0) < CRISP


def _within(eye: Eye, corners: Outline) -> bool:
    px = eye.to_px(np.array(corners))
    return bool(((px >= 0) & (px <= eye.size)).all())


def about(point: complex) -> Outline:
    """Return the rectangle, mm, to examine for a token whose tag is about here."""
    return _about(point, AROUND)


def _about(point: complex, reach: float) -> Outline:
    return _rectangle(
        point.real - reach, point.real + reach, point.imag - reach, point.imag + reach
    )


def _boards(table: Survey) -> Iterator[Place]:
    tags = _tags(table.deck)
    ids = frozenset(
        tag for name in tags for tag in tags[name] if name.startswith((TILE, WHITE, BLACK))
    )
    for place in table.unread:
        yield Place((TILE, place), _square(table, place, TAG_REACH), must=True, ids=ids)


def _ships(table: Survey) -> Iterator[Place]:
    """Yield boards to search for ships while the penguins' is missing, as it is always on the map.

    The pirates' ship may turn up in the same search.
    """
    if table.numbers(WHITE):
        return
    ids = _tags(table.deck)[WHITE] | _tags(table.deck)[BLACK]
    for place in table.lying:
        yield Place((WHITE, place), _square(table, place, FLOWER), ids=ids, thorough=False)


def _markers(table: Survey) -> Iterator[Place]:
    for verb, gauge in table.gauges.items():
        if gauge.state == "bare" and gauge.tracker is not None:
            ids = _tags(table.deck)[MARKERS[verb]]
            yield Place((verb, gauge.tracker), _band(table, gauge), must=True, ids=ids)


def _band(table: Survey, gauge: Gauge) -> Outline:
    """Return the corners of a track on its tracker, mm in the frame."""
    verbs = next(verbs for verbs in TRACKERS.values() if gauge.verb in verbs)
    plan = tracker_plan(table.deck, verbs)
    low, high = band(plan, gauge.verb)
    piece = table.pieces[gauge.tracker or 0]
    corners = (low, Point(high.x, low.y), high, Point(low.x, high.y))
    return tuple(
        (at.real, at.imag) for at in (on_table(piece, corner, plan.size) for corner in corners)
    )


def _square(table: Survey, place: Spot, reach: float) -> Outline:
    """Return the square around the centre of a place, its sides `reach` mm away, north up."""
    middle = _middle(table, place)
    up = table.over.spin / abs(table.over.spin) * reach if table.over else complex(reach)
    corners = (middle + up * way for way in (-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j))
    return tuple((at.real, at.imag) for at in corners)


def _middle(table: Survey, place: Spot) -> complex:
    here = centre(table.deck.sites[place].middle, HEX_SIDE)
    return table.over.to_table(here) if table.over else complex(*here)


def _everything(table: Survey) -> Outline:
    """Return a rectangle around all pieces that were read."""
    points = [
        on_table(piece, Point(x, y), size)
        for piece in table.pieces
        for size in (size_of(piece, table.deck),)
        for x in (0, size.width)
        for y in (0, size.height)
    ]
    right, up = [at.real for at in points], [at.imag for at in points]
    return _rectangle(min(right) - ROOM, max(right) + ROOM, min(up) - ROOM, max(up) + ROOM)


def _rectangle(left: float, right: float, low: float, high: float) -> Outline:
    return ((left, high), (right, high), (right, low), (left, low))


@cache
def _tags(deck: Deck) -> dict[str, frozenset[TagId]]:
    """Return the tags of each piece, of both faces."""
    return {
        piece.id: frozenset(tag.id for face in piece.faces.values() for tag in face)
        for piece in printed(deck)
    }
