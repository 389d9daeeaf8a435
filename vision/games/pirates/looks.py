"""Where to examine a pirates table again: pieces that must be there, and possible tags."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hexes import Point, centre
from companion.layout import TOKEN_TAG
from companion.pirates.boards import Place as Spot
from companion.pirates.deck import Deck
from companion.pirates.pieces import HEX_SIDE
from companion.pirates.pieces import pieces as printed
from vision.games.base import Eye, Place, Table
from vision.games.pirates.pieces import BLACK, FISH, TILE, WHITE, on_table, size_of
from vision.games.pirates.survey import MARKERS, Survey, survey, track_corners
from vision.games.pose import pose
from vision.table.layout import Laid, Outline, as_outline

FLOWER = 62.4  # mm from a board's centre to its northern and southern side
# mm from a board's centre to the far side of its tag, however the board is turned
TAG_REACH = HEX_SIDE + 9.0
ROOM = 60.0  # margin around all pieces in which to look for loose tokens, mm
SAME_TAG = 8.0  # mm: a dark square nearer than this to a tag that was read is that tag
AROUND = 16.0  # mm to each side of a possible tag: room for the token that it is on
NEXT_FISH = 40.0  # mm around a fish within which the next may lie


def places(pieces: Sequence[Laid], deck: Deck) -> tuple[Place, ...]:
    """Return places of unread boards, of a missing penguins' ship, and tracks without a marker."""
    table = survey(tuple(pieces), deck)
    tags = {
        piece.id: frozenset(tag.id for face in piece.faces.values() for tag in face)
        for piece in printed(deck)
    }
    ships = tags[WHITE] | tags[BLACK]
    boards = ships.union(*(tags[name] for name in tags if name.startswith(TILE)))
    found = [
        Place((TILE, place), _square(table, place, TAG_REACH), must=True, ids=boards)
        for place in table.unread
    ]
    if not table.numbers(WHITE):  # it is always on the map; the pirates' may turn up, too
        found += [
            Place((WHITE, place), _square(table, place, FLOWER), ids=ships, thorough=False)
            for place in table.lying
        ]
    for verb, gauge in table.gauges.items():
        if gauge.state == "bare" and gauge.tracker is not None:
            corners = track_corners(verb, table.pieces[gauge.tracker], deck)
            found.append(Place((verb, gauge.tracker), corners, must=True, ids=tags[MARKERS[verb]]))
    return tuple(found)


def pool(table: Table) -> tuple[Place, ...]:
    """Return the area around the fish: there may be one more, which no rule would reveal."""
    fish = [pose(piece).at for piece in table.pieces if piece.id == FISH]
    return (Place(FISH, around(fish, NEXT_FISH), thorough=False),) if fish else ()


def odd_squares(table: Survey, eye: Eye | None) -> tuple[complex, ...]:
    """Return the centres, mm, of unread possible tags on and around the map.

    Places whose board wasn't read are left out, as they are examined anyway; so are squares that
    are plain inside, such as a tablecloth's.
    """
    if eye is None or not table.pieces:
        return ()
    points = []
    for piece in table.pieces:
        size = size_of(piece, table.deck)
        corners = (Point(x, y) for x in (0, size.width) for y in (0, size.height))
        points += [on_table(piece, corner, size) for corner in corners]
    known = [centre for _, centre in eye.tags]
    unread = [_middle(table, place) for place in table.unread]
    odd = []
    for at in eye.squares(around(points, ROOM), TOKEN_TAG, patterned=True):
        square = complex(*at)
        if all(abs(square - tag) > SAME_TAG for tag in known) and all(
            abs(square - place) > FLOWER for place in unread
        ):
            odd.append(square)
    return tuple(odd)


def around(points: Sequence[complex], reach: float = AROUND) -> Outline:
    """Return the upright rectangle that leaves `reach` mm around points of the table."""
    right, up = [point.real for point in points], [point.imag for point in points]
    left, high = min(right) - reach, max(up) + reach
    farthest, low = max(right) + reach, min(up) - reach
    return ((left, high), (farthest, high), (farthest, low), (left, low))


def _square(table: Survey, place: Spot, reach: float) -> Outline:
    """Return the square around the centre of a place, its sides `reach` mm away, north up."""
    middle = _middle(table, place)
    up = table.over.spin / abs(table.over.spin) * reach if table.over else complex(reach)
    return as_outline(middle + up * way for way in (-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j))


def _middle(table: Survey, place: Spot) -> complex:
    here = centre(table.deck.sites[place].middle, HEX_SIDE)
    return table.over.to_table(here) if table.over else complex(*here)
