"""Pirates: from pieces on the table to the verdict on map, ships and tracks (pirates R1, R4-R9).

A photo shows what lies there, not how it got there. `survey` interprets the pieces, and `doubts`
finds what the photo leaves open. Only what was read with certainty counts as a violation.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.hexes import centre
from companion.pirates.boards import BOB
from companion.pirates.deck import Deck
from companion.pirates.known import OPTIONS, Known, known
from companion.pirates.pieces import HEX_SIDE, TRACKERS, pieces
from vision.games.base import Row, Table
from vision.games.foreign_cards import of_two_sets
from vision.games.pirates.doubts import doubts
from vision.games.pirates.pieces import ANCHOR, BIG, BLACK, FISH, WHITE, base_outline, board_heart
from vision.games.pirates.reading import BoardRead, PiratesReading, ShipRead, marks, show
from vision.games.pirates.survey import Survey, survey
from vision.games.pose import Pose, moved
from vision.games.reading import Unsure, Violation
from vision.table.layout import Laid

OWN_DECK = (
    "the tags don't show which deck a board belongs to; if it is your own, add --deck FILE.toml"
)
PIER_PLACE = 0  # Puerto Rico's board, the first site
HALF = 3  # sixths of a turn


def judge(photo: Table, deck: Deck, known: Known) -> PiratesReading:
    """Return the reading of a table."""
    table = survey(photo.pieces, deck)
    violations = tuple(broken(table))
    unsure = tuple(doubts(table, photo, known))
    matters = any(item.could_change == "legality" for item in unsure)
    black = table.only(BLACK)
    # a covered fish goes unnoticed: some are in the box, so only the phones know how many there are
    fish = len(table.numbers(FISH))
    read = [gauge for gauge in table.gauges.values() if gauge.value is not None]
    marked = [(str(gauge.value), gauge.marker) for gauge in read]
    marked += [("", at) for at in table.numbers(ANCHOR)[:1]]
    ids = {piece.id for piece in table.pieces}
    return PiratesReading(
        photo=photo.photo,
        deck=deck.fingerprint,
        pieces=_in_map(table),
        violations=violations,
        unsure=unsure,
        verdict="illegal" if violations else "unsure" if matters else "legal",
        notes=tuple(_notes(table)),
        map=_boards(table),
        white=_ship(table, WHITE),
        black=_ship(table, BLACK),
        pirates=None if black is None else black.hex is not None,
        sails=table.gauges["sails"].value,
        speed=table.gauges["speed"].value,
        water=table.gauges["water"].value,
        fish=fish if known.fish == fish else None,
        fish_range=(fish, deck.most.fish if known.fish != fish else fish),
        complete=table.anchored and not (table.unread or matters),
        bob=_bob(table),
        penguins=tuple(look.id for look in deck.penguins if f"penguin-{look.id}" in ids),
        captain=bool(table.numbers(BIG)),
        marked=tuple((label, table.pieces[at].outline) for label, at in marked if at is not None),
    )


def broken(table: Survey) -> Iterator[Violation]:
    """Yield all violations of the rules."""
    if not table.firm:
        return
    yield from _map(table)
    chart, ship, anchor = table.deck.chart, table.only(WHITE), table.only(ANCHOR)
    if ship and ship.hex is None and not table.unread:
        yield Violation("R7", "white ship", "the penguins' ship stands beside the map")
    if ship and ship.hex is not None:
        tile = table.tile_at(chart.place[ship.hex])
        if tile and not tile.up:
            where = chart.name(ship.hex)
            text = f"the penguins' ship stands on a face-down board, in {where}"
            yield Violation("R7", "white ship", text)
    if anchor and anchor.hex is not None and anchor.hex not in table.bob_hexes:  # nobody is rescued
        tile = table.tile_at(chart.place[anchor.hex])
        # what is on a board that is turned wrongly is unknown
        if tile and (not tile.up or table.special_at(anchor.hex) is not None):
            where = "a hex where nobody is rescued" if tile.up else "a face-down board"
            yield Violation("R9", chart.name(anchor.hex), f"the anchor lies on {where}")


def _map(table: Survey) -> Iterator[Violation]:
    sites = table.deck.sites
    tiles = [table.tile_at(place) for place in range(len(sites))]
    for site, tile in zip(sites, tiles, strict=True):
        if tile and tile.board.back != site.back:  # also face down (O)
            text = f"a {tile.board.back} board lies where a {site.back} one belongs"
            yield Violation("R1", site.id, text)
    site, tile = sites[PIER_PLACE], tiles[PIER_PLACE]
    if tile and not tile.up and tile.board.back == site.back:
        yield Violation("R1", site.id, "Puerto Rico's board lies face down")
    for place, (site, tile) in enumerate(zip(sites, tiles, strict=True)):
        if tile and tile.up and (turns := (table.turn_at(place) - site.turn) % 6):
            side = "clockwise" if turns < HALF else "counter-clockwise"
            way = "half round" if turns == HALF else f"{60 * min(turns, 6 - turns)} degrees {side}"
            text = f"{tile.board.id} is turned {way}: its thick border points wrongly"
            yield Violation("R5", site.id, text)
    # a chain of face-up boards leads from Puerto Rico to each other one; unread ones may be links
    links = {place for place, tile in enumerate(tiles) if tile is None or tile.up}
    reached, border = {PIER_PLACE}, [PIER_PLACE]
    while border:
        near = links.intersection(table.deck.chart.next_to[border.pop()]) - reached
        reached |= near
        border += near
    for place in sorted(links - reached):
        if tiles[place]:
            text = "it is face up, and no chain of face-up boards leads to it from Puerto Rico"
            yield Violation("R5", sites[place].id, text)


def lost(table: Survey) -> str:
    """Return why the game is over in this position (pirates R9), "" if it isn't."""
    white, black = table.only(WHITE), table.only(BLACK)
    if white and black and white.hex is not None and white.hex == black.hex:
        return f"both ships are in {table.deck.chart.name(white.hex)}: the game is lost (R9)"
    at_skull = table.gauges["water"].value == table.deck.most.water
    return "the water is at the skull: the game is lost (R9)" if at_skull else ""


def _in_map(table: Survey) -> tuple[Laid, ...]:
    """Return the pieces in the map's frame, north up with the pier at zero, if there is a map."""
    if table.over is None or not table.anchored:
        return table.pieces
    chart = table.deck.chart
    zero = table.over.to_table(centre(chart.spots[chart.pier], HEX_SIDE))
    return moved(table.pieces, Pose(zero, -table.over.bearing))


def _boards(table: Survey) -> tuple[BoardRead, ...]:
    """Return the boards in the order of their places, those at no place last."""
    sites, found = table.deck.sites, []
    for tile in table.tiles:
        place = tile.place if table.anchored and tile.fits else None
        board = BoardRead(
            board=tile.board.id if tile.up else None,
            back=tile.board.back,
            face="up" if tile.up else "down",
            place=None if place is None else sites[place].id,
            turn=tile.turn if table.anchored and tile.square_on else None,
            off=tile.off,
            outline=board_heart(table.pieces[tile.piece], table.deck),
        )
        found.append((len(sites) if tile.place is None else tile.place, board))
    return tuple(board for _, board in sorted(found, key=lambda each: each[0]))


def _ship(table: Survey, name: str) -> ShipRead | None:
    """Return the one ship of this name if it is clearly in one hex."""
    ship = table.only(name)
    if ship is None or ship.hex is None:
        return None
    return ShipRead(
        hex=table.deck.chart.spots[ship.hex],
        name=table.deck.chart.name(ship.hex),
        facing=ship.facing if ship.looks_clearly else None,
        outline=base_outline(table.pieces[ship.piece]),
    )


def _bob(table: Survey) -> bool | None:
    """Return whether Bob is rescued: the anchor lies on his hex on a face-up board (R9)."""
    if anchor := table.only(ANCHOR):
        if anchor.hex is None:
            return False
        return True if table.special_at(anchor.hex) == BOB else None
    everything = table.anchored and not table.unread and not table.numbers(ANCHOR)
    return False if everything and not table.bob_hexes else None


def _notes(table: Survey) -> Iterator[str]:
    if ended := lost(table):
        yield ended
    if table.tiles and not table.numbers(BLACK):
        yield "the pirates' ship was not read: it is not on the map, or its sail hides its tag"
    black = table.only(BLACK)
    if black and black.hex is None:
        yield "the pirates' ship stands beside the map: gone, or not there yet"
    missing = [name for name, verbs in TRACKERS.items() if table.gauges[verbs[0]].state == "absent"]
    missing += [] if table.numbers(FISH) else ["fish"]
    if missing:
        yield f"not in the picture: {', '.join(missing)}"
    if any(tile.up for tile in table.tiles):
        yield OWN_DECK


def contradiction(table: Table, deck: Deck) -> Unsure | None:
    """Return why the photo isn't of one table."""
    return of_two_sets(table.pieces, pieces(deck))


ROW = Row("pirates", known, judge, show, marks, contradiction, OPTIONS)
