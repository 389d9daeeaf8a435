"""The map of pirates for its screens: where hexes and boards are, and what is known of them."""

from __future__ import annotations

from companion.hexes import centre
from companion.layout import Size
from companion.pirates.boards import Board
from companion.pirates.deck import Deck
from companion.pirates.pieces import HEX_SIDE, board_box
from companion.pirates.sight import course
from companion.pirates.state import FACE_DOWN, scoutable
from companion.pirates.table import TableState
from web.games.shapes import Json, pick

SHIP = Size(34, 40)  # mm, of a ship on the map
WATERLINE = 34.0  # mm from its top
RIGS = {"ship-penguins": "white", "ship-pirates": "black"}


def map_of(state: TableState) -> Json:
    """Return boards and ships as far as they are known, and where the ship can sail."""
    ids = [None if board == FACE_DOWN else state.deck.boards[board].id for board in state.boards]
    way = course(state) if state.phase == "sail" else ()
    return {
        "boards": ids,
        "ship": state.ship and pick(state.ship, "hex facing"),
        "pirate": state.pirate and pick(state.pirate, "hex facing"),
        "dark": state.dark,
        "near": list(scoutable(state.deck, state.face_up)) if state.started else [],
        "course": [
            {
                **pick(step, "hex end"),
                "speed": state.tracks.speed - step.tracks.speed,
                "water": step.tracks.water - state.tracks.water,
            }
            for step in way
        ],
    }


def geometry(deck: Deck) -> Json:
    """Return where hexes and boards are on the map, mm; of hexes also the name and the corners."""
    middles = [centre(spot, HEX_SIDE) for spot in deck.chart.spots]
    return {
        "side": HEX_SIDE,
        "hexes": [
            [deck.chart.name(n), round(x, 2), round(y, 2)] for n, (x, y) in enumerate(middles)
        ],
        "sites": [[site.id, 60 * site.turn, site.back] for site in deck.sites],
        "boards": {board.id: _board(deck, board) for board in deck.boards},
    }


def _board(deck: Deck, board: Board) -> Json:
    (left, top), size = board_box(deck, board)
    return {
        "box": [round(length, 2) for length in (left, top, size.width, size.height)],
        "faces": [[face.yellow, face.red, face.special] for face in board.faces],
    }


def ship_art(piece: str, language: str) -> str:
    """Return a ship as SVG as it sails on the map, "" for other pieces."""
    from printables.draw.svg import SvgPen  # noqa: PLC0415 - reportlab is heavy
    from printables.faces.pirates.ships import draw_sailing_ship  # noqa: PLC0415 - see above

    if piece not in RIGS:
        return ""
    pen = SvgPen(SHIP, language=language)
    with pen.at(SHIP.width / 2, WATERLINE):
        draw_sailing_ship(pen, RIGS[piece])
    return pen.to_svg(piece, piece)
