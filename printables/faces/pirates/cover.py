"""Pirates' box: the captain in a boat on the open sea, and the black ship behind; the figures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.hexes import Direction, Hex, Point, centre, corners, neighbours
from companion.language import say
from companion.layout import Size
from companion.pirates.boards import PETALS
from companion.pirates.deck import Deck
from companion.pirates.pieces import HEX_SIDE, board_box, board_middle, first_move, map_size, pieces
from companion.pirates.tracks import Verb
from printables.art import drawings
from printables.art.cover import Cover, View
from printables.art.figures import NOTE, WIDTH, Figure, draw_arrow, draw_badge, draw_note
from printables.draw.colours import GOLD, INK, PAPER, WHITE, mix
from printables.draw.fonts import height_of
from printables.draw.paths import circle, line, outline, polygon, rounded
from printables.draw.pen import BLEED, LINE, Pen, bled, wash
from printables.faces.pirates import signs, tiles
from printables.faces.pirates.ships import draw_sailing_ship

MARK = "#c9304a"
MAP_HEIGHT, TILE_HEIGHT, SIGN = 60.0, 43.0, 7.6  # mm


def _draw_ship(pen: Pen, at: Point, facing: Direction, size: float, edge: float) -> None:
    with pen.at(*at, turn=60 * facing, scale=size / 9):
        signs.draw_hull(pen, edge * 9 / size, PAPER)


def _draw_map(pen: Pen, deck: Deck) -> None:
    """Draw all boards in their places, with thick borders in the north, and the ship."""
    chart, unit = deck.chart, map_size(deck, 1)
    side = min(MAP_HEIGHT / unit.height, 50 / unit.width)
    middles = [centre(spot, side) for spot in chart.spots]
    left = min(point.x for point in middles) - side - (WIDTH - unit.width * side) + 1
    top = min(point.y for point in middles) - side * 0.87 - 1
    with pen.at(-left, -top):
        for hex_id, spot in enumerate(chart.spots):
            site = chart.sites[chart.place[hex_id]]
            sea = signs.SEAS["blue"] if site.back == "blue" else signs.BACKS[site.back]
            pen.paint(polygon(corners(spot, side)), wash(pen, sea), WHITE, width=0.3)
        for place in range(len(chart.sites)):
            own = {spot for spot, at in zip(chart.spots, chart.place, strict=True) if at == place}
            for spot in own:
                around, north = corners(spot, side), spot == chart.spots[place * len(PETALS) + 1]
                for direction, other in enumerate(neighbours(spot)):
                    if other not in own:
                        edge = line([around[direction], around[(direction + 1) % 6]])
                        pen.paint(edge, None, signs.WOOD_DARK, width=1.3 if north else 0.5)
        _draw_ship(pen, centre(chart.spots[chart.pier], side), deck.pier_facing, side * 1.5, 0.5)
    # notes on what boards hide, beside their rows
    notes = {
        "red": (say("Home is on a red board"), "igloo"),
        "yellow": (say("Bob is on a yellow board"), ""),
        "blue": (say("Puerto Rico"), "palm"),
    }
    for back, (text, sign) in notes.items():
        heights = [centre(site.middle, side).y - top for site in deck.sites if site.back == back]
        room = height_of(pen.translate(text), NOTE, 24, "semibold")
        high = sum(heights) / len(heights) - (room + (SIGN if sign else 0)) / 2
        if sign:
            signs.draw_sign(pen, sign, 14, high + SIGN / 2, 7)
            high += SIGN
        pen.lines(text, 2, high, size=NOTE, width=24, weight="semibold", centred=True)


def _draw_sail(pen: Pen, deck: Deck) -> None:
    """Draw the blue board before and after the first move, with the tracks."""
    move = first_move(deck)
    if move is None:
        return
    board = deck.boards[0]
    tile = next(piece for piece in pieces(deck) if piece.id == f"tile-{board.id}")
    bare = replace(tile, faces=dict.fromkeys(tile.faces, ()))
    scale = TILE_HEIGHT / board_box(deck, board)[1].height
    verbs: tuple[Verb, ...] = ("sails", "speed", "water")
    before = (deck.chart.pier, deck.pier_facing, move.before)
    after = (move.entered, move.facing, move.after)
    for left, (hex_id, facing, tracks) in ((2.4, before), (43.4, after)):
        with pen.at(left, 1, scale=scale):
            tiles.front(pen, bare, deck)
            with pen.at(*board_middle(deck, board)):
                spot, middle = deck.chart.spots[hex_id], deck.sites[0].middle
                way = Hex(spot.q - middle.q, spot.r - middle.r)
                _draw_ship(pen, centre(way, HEX_SIDE), facing, 21, 1.4)
        for number, verb in enumerate(verbs):
            x, top = left + number * 12, TILE_HEIGHT + 2.4
            pen.paint(rounded(x, top, 11, 6, 1.6), PAPER, INK)
            signs.draw_sign(pen, signs.TRACK_SIGNS[verb], x + 3.4, top + 3, 4.6)
            draw_note(pen, str(getattr(tracks, verb)), x + 7.8, top + 3, 4, size=4)
    draw_arrow(pen, (37.6, 1 + TILE_HEIGHT * 0.82), (43, 1 + TILE_HEIGHT * 0.82), MARK)


def _draw_storm(pen: Pen, deck: Deck) -> None:
    """Show that red dots always bring water, and yellow ones only in a storm."""
    calm, storm = f"0-{deck.storm - 1}", f"{deck.storm}-{deck.most.sails}"
    rows = (
        (calm, "red", True),
        (storm, "red", True),
        (calm, "yellow", False),
        (storm, "yellow", True),
    )
    for number, (sails, dot, wet) in enumerate(rows):
        x, y = 6 + number % 2 * 38, 5 + number // 2 * 10
        signs.draw_sign(pen, signs.TRACK_SIGNS["sails"], x, y, 6)
        draw_note(pen, sails, x + 8.6, y, 9)
        with pen.at(x + 17, y, scale=0.6):
            tiles.draw_dot(pen, dot, 0.9)
        draw_arrow(pen, (x + 20.6, y), (x + 25, y))
        if wet:
            signs.draw_sign(pen, signs.TRACK_SIGNS["water"], x + 28.6, y, 6)
        else:
            draw_badge(pen, "0", x + 28.6, y, INK)


SKY, SEA, FOAM = "#bfe4f5", "#2f7fc1", "#a8daf4"


def _scene(pen: Pen, view: View) -> None:
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SKY))
    if not view.bare:
        # the sun and two clouds
        unit = view.unit
        pen.paint(circle(view.width * 0.78, view.low * 0.2, unit * 0.1), GOLD, INK)
        for x, y, size in ((0.2, 0.14, 0.16), (0.52, 0.24, 0.1)):
            with pen.at(view.width * x, view.low * y, scale=unit * size / 10):
                colours, edge = {"fill": wash(pen, PAPER)}, LINE * 10 / unit / size
                drawings.draw(pen, signs.PACKAGE, "parts", "cloud", colours, edge=edge)
    for seed, (top, foam) in enumerate(((0.56, 0.7), (0.7, 0.35), (0.86, 0))):
        if seed == 1 and not view.bare:
            for colour, x, scale in (("black", 0.16, 0.0135), ("white", 0.87, 0.012)):
                with pen.at(view.width * x, view.low * 0.68, scale=view.unit * scale):
                    draw_sailing_ship(pen, colour)
        # water from y down, with a crest every few millimetres
        step, y, low = 9.0, view.low * top, view.height + BLEED + 2
        fill = wash(pen, mix(SEA, FOAM, foam))
        x = -BLEED - step - seed * 2.5
        d = f"M{x} {y}"
        while x < view.width + BLEED:
            d += f" Q{x + step / 2} {y - 2.6} {x + step} {y}"
            x += step
        pen.paint(outline(f"{d} L{x} {low} L{-BLEED - 2 * step} {low} Z"), fill, INK)


def _hero(pen: Pen) -> None:
    # not shaded, because the boat would leave a stray stroke of the shading visible
    palette = replace(signs.CAPTAIN.look.palette, belly_shade=signs.CAPTAIN.look.palette.belly)
    with pen.at(0, -8.4):
        look = replace(signs.CAPTAIN.look, palette=palette)
        signs.draw_sailor(pen, replace(signs.CAPTAIN, look=look))
    drawings.draw(pen, signs.PACKAGE, "parts", "boat")


def _sign(pen: Pen, name: str) -> None:
    signs.draw_sign(pen, name, 0, 0, 10)


COVER = Cover(
    ground=SEA,
    deep="#1d3a66",
    tint="#e4f2fb",
    accent="#e0503f",
    scene=_scene,
    hero=_hero,
    motif=partial(_sign, name="anchor"),
    icons={name: partial(_sign, name=name) for name in signs.SIGNS},
    figures={
        "map": Figure(MAP_HEIGHT + 2, _draw_map),
        "sail": Figure(TILE_HEIGHT + 10, _draw_sail),
        "storm": Figure(20.0, _draw_storm),
    },
)
