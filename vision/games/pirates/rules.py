"""What no pirates table can look like, and how the game may be lost in this position.

Only what was read with certainty counts as a violation; unclear places and hexes are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.pirates.boards import Place
from vision.games.pirates.pieces import ANCHOR, BLACK, FISH, WHITE
from vision.games.pirates.survey import Survey
from vision.games.reading import Violation

PIER_PLACE: Place = 0  # Puerto Rico's board, the first site
HALF = 3  # sixths of a turn


def broken(table: Survey) -> Iterator[Violation]:
    """Yield all violations of the rules."""
    counts = Counter(tile.board.id for tile in table.tiles if tile.up)
    for board, count in sorted(counts.items()):
        if count > 1:
            yield Violation("R1", None, f"board {board} lies there {count} times")
    fish, most = len(table.numbers(FISH)), table.deck.most.fish
    if fish > most:
        yield Violation("R1", None, f"{fish} fish: never more than {most}")
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
    """Yield boards that can't lie where they do, or as they do."""
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
