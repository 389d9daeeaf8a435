"""What no pirates table can look like, and how the game may be lost in this position: one function
per rule.

Only what was read with certainty counts as a violation; unclear places and hexes are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.pirates.boards import HexId, Place
from vision.games.pirates.pieces import BLACK, FISH, WHITE
from vision.games.pirates.survey import Survey
from vision.games.reading import Violation

PIER_PLACE: Place = 0  # Puerto Rico's board, the first site
HALF = 3  # sixths of a turn


def broken(table: Survey) -> tuple[Violation, ...]:
    """Return all violations of the rules."""
    map_ = (
        (*_backs(table), *_puerto_rico(table), *_turned(table), *_reached(table))
        if table.firm
        else ()
    )
    return (*_twice(table), *_fish(table), *map_, *_afloat(table), *_anchor(table))


def lost(table: Survey) -> str:
    """Return why the game is over in this position (pirates R9), "" if it isn't."""
    white, black = (_hex(table, name) for name in (WHITE, BLACK))
    if white is not None and white == black:
        return f"both ships are in {table.deck.chart.name(white)}: the game is lost (R9)"
    water = table.gauges["water"].value
    return (
        "the water is at the skull: the game is lost (R9)" if water == table.deck.most.water else ""
    )


def _twice(table: Survey) -> Iterator[Violation]:
    """Yield boards that are there more than once (pirates R1)."""
    counts = Counter(tile.board.id for tile in table.tiles if tile.up)
    for board, count in sorted(counts.items()):
        if count > 1:
            yield Violation("R1", None, f"board {board} lies there {count} times")


def _fish(table: Survey) -> Iterator[Violation]:
    count, most = len(table.numbers(FISH)), table.deck.most.fish
    if count > most:
        yield Violation("R1", None, f"{count} fish: never more than {most}")


def _backs(table: Survey) -> Iterator[Violation]:
    """Yield boards whose backs have the wrong colour for their place (pirates R1, O)."""
    for place, site in enumerate(table.deck.sites):
        tile = table.tile_at(place)
        if tile and tile.board.back != site.back:
            yield Violation(
                "R1", site.id, f"a {tile.board.back} board lies where a {site.back} one belongs"
            )


def _puerto_rico(table: Survey) -> Iterator[Violation]:
    tile = table.tile_at(PIER_PLACE)
    if tile and not tile.up and tile.board.back == table.deck.sites[PIER_PLACE].back:
        yield Violation("R1", table.deck.sites[PIER_PLACE].id, "Puerto Rico's board lies face down")


def _turned(table: Survey) -> Iterator[Violation]:
    """Yield face-up boards whose thick border doesn't point away from Puerto Rico (pirates R5)."""
    for place, site in enumerate(table.deck.sites):
        tile = table.tile_at(place)
        if tile and tile.up and (turns := (table.turn_at(place) - site.turn) % 6):
            way = (
                "half round"
                if turns == HALF
                else (f"{60 * min(turns, 6 - turns)} degrees {_side(turns)}")
            )
            yield Violation(
                "R5", site.id, f"{tile.board.id} is turned {way}: its thick border points wrongly"
            )


def _side(turns: int) -> str:
    return "clockwise" if turns < HALF else "counter-clockwise"


def _reached(table: Survey) -> Iterator[Violation]:
    """Yield face-up boards without a chain of face-up boards from Puerto Rico (pirates R5); unread
    boards may be links.
    """
    could = {
        place
        for place in range(len(table.deck.sites))
        if (t := table.tile_at(place)) is None or t.up
    }
    reached, border = {PIER_PLACE}, [PIER_PLACE]
    while border:
        near = {
            neighbour for neighbour in table.deck.chart.next_to[border.pop()] if neighbour in could
        } - reached
        reached |= near
        border += near
    for place in sorted(could - reached):
        if table.tile_at(place):
            text = "it is face up, and no chain of face-up boards leads to it from Puerto Rico"
            yield Violation("R5", table.deck.sites[place].id, text)


def _afloat(table: Survey) -> Iterator[Violation]:
    """Yield a violation if the penguins' ship is off the map or on a face-down board (pirates
    R7).
    """
    for ship in table.ships(WHITE) if table.firm and len(table.numbers(WHITE)) == 1 else ():
        if not ship.clear:
            continue
        if ship.hex is None:
            if not table.unread:
                yield Violation("R7", "white ship", "the penguins' ship stands beside the map")
            continue
        tile = table.tile_at(table.deck.chart.place[ship.hex])
        if tile and not tile.up:
            where = _name(table, ship.hex)
            yield Violation(
                "R7", "white ship", f"the penguins' ship stands on a face-down board, in {where}"
            )


def _anchor(table: Survey) -> Iterator[Violation]:
    """Yield a violation if the anchor isn't on a hex where someone is rescued (pirates R9)."""
    for anchor in table.anchors if table.firm and len(table.anchors) == 1 else ():
        if anchor.hex is None or not anchor.clear:
            continue
        place = table.deck.chart.place[anchor.hex]
        tile = table.tile_at(place)
        turned = tile is not None and tile.up and table.special_at(anchor.hex) is None
        if tile is None or turned or anchor.hex in table.bob_hexes:
            continue
        where = "a face-down board" if not tile.up else "a hex where nobody is rescued"
        yield Violation("R9", _name(table, anchor.hex), f"the anchor lies on {where}")


def _hex(table: Survey, name: str) -> HexId | None:
    """Return the hex of the one ship of this name, if it is certain."""
    ships = table.ships(name)
    return ships[0].hex if len(ships) == 1 and ships[0].clear else None


def _name(table: Survey, hex_id: HexId) -> str:
    return table.deck.chart.name(hex_id)
