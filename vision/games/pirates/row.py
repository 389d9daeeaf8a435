"""Pirates: from pieces on the table to the map, the ships, the tracks and the verdict (pirates R1,
R4-R9).

A photo shows what lies there, not how it got there. `survey` interprets the pieces, `rules` finds
what no table can look like, `doubts` what the photo leaves open, and `looks` where to examine it
again. This module combines them into the reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.hexes import centre
from companion.language import say
from companion.pirates.boards import BOB
from companion.pirates.deck import Deck
from companion.pirates.measures import HEX_SIDE, SHIP, TRACKERS
from vision.games.base import Eye, Place, Row, Table, Wishes
from vision.games.pirates.doubts import doubts
from vision.games.pirates.looks import (
    about,
    fish_blurred,
    fish_cut_off,
    odd_squares,
    places,
    pool,
)
from vision.games.pirates.map import Rest, Tile, spot
from vision.games.pirates.pieces import (
    ANCHOR,
    BIG,
    BLACK,
    FISH,
    WHITE,
    base_corners,
    board_heart,
    middle,
    pictured,
)
from vision.games.pirates.reading import BoardRead, PiratesReading, ShipRead
from vision.games.pirates.rules import broken, lost
from vision.games.pirates.survey import Standing, Survey, hex_id, survey
from vision.games.pirates.words import marks, show
from vision.table.layout import Laid, Outline, wrapped

OWN_DECK = (
    "the tags don't show which deck a board belongs to; if it is your own, add --deck FILE.toml"
)
MOST_ODD = 8  # possible tags to examine again; if there are more, the table has a pattern
BESIDE, ON_THE_TABLE = say("beside the map"), say("on the table")


def judge(eye: Table, deck: Deck, _wishes: Wishes) -> PiratesReading:
    """Return the reading of a table."""
    table = survey(eye.pieces, deck)
    odd = odd_squares(table, eye)
    squares = [
        (_where(table, point), eye.eye.outline(about(point)) if eye.eye else ()) for point in odd
    ]
    violations, unsure = broken(table), doubts(table, eye, squares)
    matters = any(item.could_change == "legality" for item in unsure)
    return PiratesReading(
        photo=eye.photo,
        deck=deck.fingerprint,
        pieces=_in_map(table),
        violations=violations,
        unsure=unsure,
        verdict="illegal" if violations else "unsure" if matters else "legal",
        notes=tuple(_notes(table)),
        map=tuple(_boards(table)),
        white=_ship(table, WHITE),
        black=_ship(table, BLACK),
        pirates=_pirates(table),
        sails=table.gauges["sails"].value,
        speed=table.gauges["speed"].value,
        water=table.gauges["water"].value,
        fish=_fish(table, odd, eye.eye),
        bob=_bob(table),
        penguins=_penguins(table),
        captain=bool(table.numbers(BIG)),
        lost=lost(table),
        marked=tuple(_marked(table)),
        odd=odd,
    )


def _in_map(table: Survey) -> tuple[Laid, ...]:
    """Return the pieces in the map's frame, north up with the pier at zero; unchanged without a
    map.
    """
    if table.over is None or not table.anchored:
        return table.pieces
    chart = table.deck.chart
    zero, turn = table.over.to_table(centre(chart.spots[chart.pier], HEX_SIDE)), table.over.bearing
    return tuple(_turned(piece, zero, turn) for piece in table.pieces)


def _turned(piece: Laid, zero: complex, turn: float) -> Laid:
    at = (middle(piece) - zero) * np.exp(1j * np.radians(turn))
    rotation = round(wrapped(piece.rotation + turn), 1)
    return replace(piece, x=round(float(at.real), 1), y=round(float(at.imag), 1), rotation=rotation)


def look_harder(reading: PiratesReading, table: Table) -> tuple[Place, ...]:
    """Return possible tags that could not be read, and the area around the fish, to examine before
    the reading is reported.
    """
    odd = (Place(("odd", at), about(point)) for at, point in enumerate(reading.odd[:MOST_ODD]))
    return (*odd, *pool(table))


def _boards(table: Survey) -> Iterator[BoardRead]:
    """Yield the boards in the order of their places, those at no place last."""
    rests = table.over.rests if table.over else ()
    both = [(tile, rest) for tile, rest in zip(table.tiles, rests, strict=True)]
    last = len(table.deck.sites)
    for tile, rest in sorted(
        both, key=lambda each: last if each[1].place is None else each[1].place
    ):
        yield _board(table, tile, rest)


def _board(table: Survey, tile: Tile, rest: Rest) -> BoardRead:
    place = rest.place if table.anchored and rest.fits else None
    return BoardRead(
        board=tile.board.id if tile.up else None,
        back=tile.board.back,
        face="up" if tile.up else "down",
        place=None if place is None else table.deck.sites[place].id,
        turn=rest.turn if table.anchored and rest.square_on else None,
        off=rest.off,
        outline=board_heart(table.pieces[tile.piece], table.deck),
    )


def _only(table: Survey, name: str) -> Standing | None:
    """Return the one ship of this name if it is clearly in one hex or off the map."""
    ships = table.ships(name)
    return ships[0] if len(ships) == 1 and ships[0].clear else None


def _ship(table: Survey, name: str) -> ShipRead | None:
    ship = _only(table, name)
    if ship is None or ship.hex is None:
        return None
    return ShipRead(
        hex=table.deck.chart.spots[ship.hex],
        name=table.deck.chart.name(ship.hex),
        facing=ship.facing if ship.looks_clearly else None,
        outline=pictured(table.pieces[ship.piece], base_corners(), SHIP.size),
    )


def _pirates(table: Survey) -> bool | None:
    ship = _only(table, BLACK)
    return None if ship is None else ship.hex is not None


def _fish(table: Survey, odd: Sequence[complex], eye: Eye | None) -> int | None:
    """Return the number of fish with their tags up; None without any, or if there may be more that
    can't be read.

    A covered fish goes unnoticed: some are in the box, so the total isn't known.
    """
    count = len(table.numbers(FISH))
    missed = any(_where(table, point) in {BESIDE, ON_THE_TABLE} for point in odd)
    clear = not missed and not fish_cut_off(table, eye) and not fish_blurred(table, eye)
    return count if count and clear else None


def _bob(table: Survey) -> bool | None:
    """Return whether Bob is rescued, that is, the anchor lies on his hex (pirates R9), which is
    impossible while his board is face down.
    """
    anchors = table.anchors
    if len(anchors) == 1 and anchors[0].clear:
        here = anchors[0].hex
        return False if here is None else True if table.special_at(here) == BOB else None
    everything = table.anchored and not table.unread and not table.numbers(ANCHOR)
    return False if everything and not table.bob_hexes else None


def _penguins(table: Survey) -> tuple[str, ...]:
    ids = {
        piece.id.removeprefix("penguin-")
        for piece in table.pieces
        if piece.id.startswith("penguin-")
    }
    return tuple(look.id for look in table.deck.penguins if look.id in ids)


def _where(table: Survey, point: complex) -> str:
    """Return the location of a point of the table in words."""
    if table.over is None or not table.anchored:
        return ON_THE_TABLE
    here = hex_id(table.deck, spot(point, table.tiles, table.over, table.deck).hex)
    return BESIDE if here is None else say("on the map, in {hex}", hex=table.deck.chart.name(here))


def _marked(table: Survey) -> Iterator[tuple[str, Outline]]:
    """Yield labels and outlines of markers, labelled by their step, and of the anchor."""
    for gauge in table.gauges.values():
        if gauge.marker is not None and gauge.value is not None:
            yield str(gauge.value), table.pieces[gauge.marker].outline
    for at in table.numbers(ANCHOR)[:1]:
        yield "", table.pieces[at].outline


def _notes(table: Survey) -> Iterator[str]:
    """Yield what a player may want to know although it changes nothing."""
    if ended := lost(table):
        yield ended
    if table.tiles and not table.numbers(BLACK):
        yield "the pirates' ship was not read: it is not on the map, or its sail hides its tag"
    if _pirates(table) is False:
        yield "the pirates' ship stands beside the map: gone, or not there yet"
    missing = [name for name, verbs in TRACKERS.items() if table.gauges[verbs[0]].state == "absent"]
    missing += [] if table.numbers(FISH) else ["fish"]
    if missing:
        yield f"not in the picture: {', '.join(missing)}"
    if any(tile.up for tile in table.tiles):
        yield OWN_DECK


ROW = Row(game="pirates", places=places, judge=judge, show=show, marks=marks, again=look_harder)
