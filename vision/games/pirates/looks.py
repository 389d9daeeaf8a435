"""Where to examine a pirates table again: pieces that must be there, and the next fish."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hexes import centre
from companion.pirates.boards import Place as Spot
from companion.pirates.deck import Deck
from companion.pirates.known import Known
from companion.pirates.pieces import HEX_SIDE
from companion.pirates.pieces import pieces as printed
from vision.games.base import Place, Table
from vision.games.pirates.pieces import BLACK, FISH, TILE, WHITE
from vision.games.pirates.survey import MARKERS, Survey, survey, track_corners
from vision.games.pose import pose
from vision.table.layout import Laid, Outline, as_outline

FLOWER = 62.4  # mm from a board's centre to its northern and southern side
# mm from a board's centre to the far side of its tag, however the board is turned
TAG_REACH = HEX_SIDE + 9.0
NEXT_FISH = 40.0  # mm around a fish within which the next may lie


def places(pieces: Sequence[Laid], deck: Deck, _known: Known) -> tuple[Place, ...]:
    """Return places of unread boards, of a missing penguins' ship, and tracks without a marker."""
    table = survey(tuple(pieces), deck)
    tags = {
        piece.id: frozenset(tag.id for face in piece.faces.values() for tag in face)
        for piece in printed(deck)
    }
    ships = tags[WHITE] | tags[BLACK]
    boards = ships.union(*(tags[name] for name in tags if name.startswith(TILE)))
    found = [
        Place((TILE, place), square(table, place, TAG_REACH), ids=boards) for place in table.unread
    ]
    if not table.numbers(WHITE):  # it is always on the map; the pirates' may turn up, too
        found += [
            Place((WHITE, place), square(table, place, FLOWER), ids=ships, thorough=False)
            for place in table.lying
        ]
    for verb, gauge in table.gauges.items():
        if gauge.state == "bare" and gauge.tracker is not None:
            corners = track_corners(verb, table.pieces[gauge.tracker], deck)
            found.append(Place((verb, gauge.tracker), corners, ids=tags[MARKERS[verb]]))
    return tuple(found)


def pool(table: Table) -> tuple[Place, ...]:
    """Return the area around the fish: there may be one more, which no rule would reveal."""
    fish = [pose(piece).at for piece in table.pieces if piece.id == FISH]
    if not fish:
        return ()
    right, up = [at.real for at in fish], [at.imag for at in fish]
    left, low = min(right) - NEXT_FISH, min(up) - NEXT_FISH
    farthest, high = max(right) + NEXT_FISH, max(up) + NEXT_FISH
    corners = ((left, high), (farthest, high), (farthest, low), (left, low))
    return (Place(FISH, corners, thorough=False),)


def square(table: Survey, place: Spot, reach: float) -> Outline:
    """Return the square around the centre of a place, its sides `reach` mm away, north up."""
    middle = _middle(table, place)
    up = table.over.spin / abs(table.over.spin) * reach if table.over else complex(reach)
    return as_outline(middle + up * way for way in (-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j))


def _middle(table: Survey, place: Spot) -> complex:
    here = centre(table.deck.sites[place].middle, HEX_SIDE)
    return table.over.to_table(here) if table.over else complex(*here)
