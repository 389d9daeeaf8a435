"""The tile boards of pirates: fronts with hexes of sea, and backs.

On both sides, the thick end of the wooden border is in the north, away from Puerto Rico (R5).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

from companion.game import Piece
from companion.hexes import Hex, Point, centre, corners
from companion.language import say
from companion.pirates.boards import BOB, COUSIN, HOME, PETALS, SEXTANT, WHIRLWINDS, Board, Face
from companion.pirates.deck import Deck
from companion.pirates.pieces import HEX_SIDE, board_edges, board_hexes, board_middle
from companion.pirates.tracks import SPECIALS
from printables.art import drawings
from printables.art.patterns import draw_pattern
from printables.draw.colours import GOLD, INK, PAPER, WHITE, Colour, deep, mix
from printables.draw.paths import Box, Path, circle, ellipse, line, outline, polygon, rounded
from printables.draw.pen import BLEED, LINE, Pen, wash
from printables.faces.pirates import signs

FRAME, STERN = 1.6, 5.2  # width of a board's wooden border, and of its thick end, mm
DOTS = {"yellow": (GOLD, WHITE), "red": ("#d23b36", INK)}  # colours, and those of "mono"


def inset(points: Sequence[Point], depths: Sequence[float]) -> list[Point]:
    """Return a clockwise polygon with side i moved inwards by `depths[i]`, outwards if negative."""
    lines = []
    for i, depth in enumerate(depths):
        (ax, ay), (bx, by) = points[i], points[(i + 1) % len(points)]
        length = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / length, (by - ay) / length
        lines.append((ax - dy * depth, ay + dx * depth, dx, dy))
    corners_inside = []
    for (x, y, dx, dy), (u, v, du, dv) in zip([lines[-1], *lines], lines, strict=False):
        way = ((u - x) * dv - (v - y) * du) / (dx * dv - dy * du)
        corners_inside.append(Point(x + way * dx, y + way * dy))
    return corners_inside


def draw_frame(pen: Pen, points: Sequence[Point], thick: Sequence[int]) -> list[Point]:
    """Draw the wooden border, thick on some sides, and its bleed; return its inner edge."""
    outer = inset(points, [-BLEED] * len(points))
    inner = inset(points, [STERN if i in thick else FRAME for i in range(len(points))])
    pen.paint(polygon(outer), wash(pen, signs.WOOD))
    if pen.ink != "full":
        pen.paint(polygon(inset(points, [FRAME / 2] * len(points))), None, signs.WOOD, width=0.5)
    for i in thick:
        # the thick border along side i, into the bleed
        after = (i + 1) % len(points)
        band = [outer[i], outer[after], inner[after], inner[i]]
        pen.paint(polygon(band), signs.WOOD_DARK, signs.WOOD_DARK, width=0.1)
        # three chevrons that point out of the board
        (ax, ay), (bx, by), _, _ = band
        mid_x, mid_y = (sum(point[axis] for point in band) / 4 for axis in (0, 1))
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        for along in (-6.5, 0, 6.5):
            x, y = mid_x + ux * along - uy * 1.1, mid_y + uy * along + ux * 1.1
            left, right = (x - ux * 1.8, y - uy * 1.8), (x + ux * 1.8, y + uy * 1.8)
            chevron = line([left, (x + uy * 1.6, y - ux * 1.6), right])
            pen.paint(chevron, None, signs.WOOD_LIGHT, width=0.9)
    return inner


def draw_water(
    pen: Pen, spots: Sequence[Hex], side: float, shore: Sequence[Point], tint: Colour
) -> None:
    """Draw hexes of sea inside the polygon `shore`, lighter in their middles, with small waves."""
    deep, light = mix(tint, INK, 0.28), mix(tint, WHITE, 0.35)
    inside = polygon(shore)
    pen.paint(inside, wash(pen, tint))
    with pen.clip(inside):
        for spot in spots:
            x, y = centre(spot, side)
            if pen.ink == "full":
                shallow = polygon(corners(spot, side)).mapped(0.86, 0.86, x * 0.14, y * 0.14)
                pen.paint(shallow, light, light, width=2)
            # a few waves in the outer part, in other places for each hex
            waves = Path()
            for i in range(5):
                angle = radians(i * 72 + (spot.q * 37 + spot.r * 53) % 72)
                far = side * (0.58 + 0.09 * ((i + spot.q) % 3))
                wave = outline("M-2.6 0.6 Q-1.3 -1 0 0.6 Q1.3 -1 2.6 0.6")
                waves += wave.moved(far * cos(angle), far * sin(angle))
            foam = mix(tint, WHITE, 0.05 if pen.ink == "full" else 0.45)
            pen.paint(waves.moved(x, y), None, foam, width=0.7)
        for spot in spots:
            pen.paint(polygon(corners(spot, side)), None, deep, width=0.6)
    pen.paint(inside, None, INK)


def draw_dots(pen: Pen, yellow: int, red: int, pitch: float) -> None:
    """Draw a hex's dots on a plate about the origin, yellow ones first."""
    count = yellow + red
    width, height = count * pitch + pitch * 0.34, pitch * 1.22
    pen.paint(rounded(-width / 2, -height / 2, width, height, height / 2), PAPER, INK)
    for i in range(count):
        with pen.at((i - (count - 1) / 2) * pitch, 0, scale=pitch / 10):
            draw_dot(pen, "yellow" if i < yellow else "red", LINE * 10 / pitch)


def draw_dot(pen: Pen, name: str, w: float) -> None:
    """Draw a "yellow" dot, a coin with a hole, or a "red" one, a diamond; lines are `w` wide."""
    fill = DOTS[name][pen.ink == "mono"]
    drawings.draw(pen, signs.PACKAGE, "parts", f"{name} dot", {"fill": fill}, edge=w)


def draw_whirl(pen: Pen, radius: float, *, port: bool) -> None:
    """Draw a whirlwind, and arrows for the way it turns a ship; port is counter-clockwise."""
    deep = "#2b7f96"
    arms = Path()  # two, clockwise
    for half in (0, 180):
        ways = [(radius * 0.62 * (1 - t / 14), radians(half + t * 30)) for t in range(13)]
        arms += line([(far * cos(angle), far * sin(angle)) for far, angle in ways])
    with pen.at(mirror=port):
        for colour, width in ((deep, 1.5), (WHITE, 0.6)):
            pen.paint(arms, None, colour, width=width)
    pen.paint(ellipse(0, 0, 1.1, 1.1), deep)
    way = -1 if port else 1
    for i in range(3):
        start = i * 120 - 90 - way * 42
        span, fill = (start, start + way * 84), signs.PORT if port else signs.STARBOARD
        signs.draw_turn(pen, radius, span, fill=fill, width=radius * 0.19)


NORTH = PETALS.index("n")
FAR = 150.0  # more than the size of any board, mm
HIGH, LOW = -5.0, 8.5  # y of the special and the dots on a hex, mm
# how far they are moved to make room for the tag, mm
AWAY = {PETALS.index("ne"): -2.0, PETALS.index("se"): 2.0}
LEFT, RIGHT = -4.7, 2.6  # x of a special with a badge, and of one with a name, mm
BACK_WORDS = {"blue": say("blue"), "yellow": say("yellow"), "red": say("red")}
PATTERN = {"blue": "waves", "yellow": "dots", "red": "zigzag"}


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the side with the sea."""
    board = _board(piece, deck)
    spots, edges = board_hexes(deck, board), board_edges(deck, board)
    middle = board_middle(deck, board)
    with pen.at(*middle):
        shore = draw_frame(pen, [edge.start for edge in edges], _thick(deck, board))
        draw_water(pen, spots, HEX_SIDE, shore, signs.SEAS[board.back])
        for number, (spot, face) in enumerate(zip(spots, board.faces, strict=True)):
            with (
                pen.at(*centre(spot, HEX_SIDE)),
                pen.at(0, AWAY.get(number, 0) if face.special else 0),
            ):
                _hex(pen, face, pier=number == len(PETALS))
        pen.text(0, 17.8, board.id, 2.5, deep(signs.BACKS[board.back]), weight="semibold", fit=18)
    signs.windows(pen, piece.faces["front"])


def back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, the same for all boards of a colour."""
    board = _board(piece, deck)
    # the outline of the back, clockwise
    around = [Point(-edge.end.x, edge.end.y) for edge in reversed(board_edges(deck, board))]
    thick = [len(around) - 1 - i for i in _thick(deck, board)]
    colour = signs.BACKS[board.back]
    pale = mix(colour, WHITE, 0.3) if pen.ink == "full" else colour
    with pen.at(*board_middle(deck, board, "back")):
        shore = draw_frame(pen, around, thick)
        pen.paint(polygon(shore), wash(pen, colour), INK)
        with pen.clip(polygon(shore)):
            ground = Box(-FAR / 2, -FAR / 2, FAR, FAR)
            draw_pattern(pen, PATTERN[board.back], ground, mix(pale, WHITE, 0.25))
            for spot in board_hexes(deck, board):
                edge = polygon(corners(spot, HEX_SIDE)).scaled(-1, 1)
                ink = mix(colour, WHITE, 0.6) if pen.ink == "full" else deep(colour)
                pen.paint(edge, None, ink, width=0.9)
        pen.paint(polygon(shore), None, INK)
        # the medallion that shows which boards have the pier, Bob or home
        pen.paint(circle(0, 0, 14), PAPER, INK)
        pen.paint(circle(0, 0, 12.6), None, colour, width=1.2)
        if board.back == "yellow":
            with pen.at(0, -2):
                drawings.draw(pen, signs.PACKAGE, "parts", "ring")
        else:
            signs.draw_sign(pen, "palm" if board.back == "blue" else "igloo", 0, -2, 12.6)
        pen.text(0, 9.4, BACK_WORDS[board.back], 4.4, deep(colour), weight="semibold", fit=16)
        # how to turn the board; Puerto Rico is never face down (pirates R1)
        ink = deep(colour)
        home = board.back == "blue"
        words = (
            (say("this side down"),) if home else (say("this end away"), say("from Puerto Rico"))
        )
        with pen.at(*centre(Hex(0, -1), HEX_SIDE)):
            pen.paint(rounded(-15, -1, 30, 3.4 + 4.8 * len(words), 3), PAPER, INK)
            if not home:
                pen.paint(polygon([(0, -11.6), (6.4, -4.4), (-6.4, -4.4)]), PAPER, INK)
            for row, text in enumerate(words):
                pen.text(0, 4.3 + 4.8 * row, text, 3.6, ink, weight="semibold", fit=27)
    signs.windows(pen, piece.faces["back"])


def cut(piece: Piece, deck: Deck) -> Path:
    """Return the outline of the front."""
    board = _board(piece, deck)
    edge = polygon([edge.start for edge in board_edges(deck, board)])
    return edge.moved(*board_middle(deck, board))


def _board(piece: Piece, deck: Deck) -> Board:
    return deck.boards[deck.boards_by_id[piece.id.removeprefix("tile-")]]


def _thick(deck: Deck, board: Board) -> list[int]:
    """Return the numbers of the sides with the thick border, those of the northern hex."""
    return [i for i, edge in enumerate(board_edges(deck, board)) if edge.hex == NORTH]


def _hex(pen: Pen, face: Face, *, pier: bool) -> None:
    if pier:
        # Puerto Rico: an island and a pier
        drawings.draw(pen, signs.PACKAGE, "parts", "island")
        signs.draw_sign(pen, "palm", -5.6, -5.8, 11)
        signs.draw_sign(pen, "palm", 7.2, -4.6, 8)
        pen.text(0, 16.4, "Puerto Rico", 3.6, INK, weight="semibold")
    if face.special:
        with pen.at(0, HIGH):
            _special(pen, face.special)
    fuller = pier or face.special
    pitch = min(6.2 if fuller else 8, 27 / face.cost)
    with pen.at(0, LOW if fuller else 0):
        draw_dots(pen, face.yellow, face.red, pitch)


def _special(pen: Pen, special: str) -> None:
    if special in WHIRLWINDS:
        with pen.at(LEFT, 0):
            draw_whirl(pen, 5.9, port=WHIRLWINDS[special] < 0)
        # how often a ship turns, and which way
        turns = WHIRLWINDS[special]
        x, y = _pill(pen, f"{abs(turns)}x")
        way = -1 if turns < 0 else 1
        span, fill = (-90 - way * 85, -90 + way * 75), signs.PORT if way < 0 else signs.STARBOARD
        with pen.at(x - 0.4 * way, y + 0.8):
            signs.draw_turn(pen, 1.7, span, fill=fill, width=0.7, edge=0.35)
    elif special in PEOPLE:
        with pen.at(RIGHT, 0):
            if special == HOME:
                drawings.draw(pen, signs.PACKAGE, "parts", "ice")
                signs.draw_sign(pen, "igloo", 0.4, -0.6, 15)
            else:
                low, scale = (6, 0.37) if special == BOB else (5.6, 0.4)
                with pen.at(0.6, low, scale=scale):
                    signs.draw_castaway(pen, signs.BOB if special == BOB else signs.COUSIN)
            name = PEOPLE[special]  # to the left
            pen.text(-10.4 - RIGHT, 1.2, name, 3.1, INK, weight="semibold", fit=10)
    else:
        signs.draw_sign(pen, special, LEFT if special in SPECIALS else 0, 0.2, 14.8, rim=WHITE)
    for i, (verb, amount) in enumerate(SPECIALS.get(special, ())):
        # the change of a track, such as "-2" and a drop
        x, y = _pill(pen, f"{amount:+d}", -6 * i)
        signs.draw_sign(pen, signs.TRACK_SIGNS[verb], x, y, 4.4)
    if special == SEXTANT:
        signs.draw_sign(pen, "spyglass", 8.2, 4, 7, rim=WHITE)


def _pill(pen: Pen, amount: str, rise: float = 0) -> Point:
    """Draw an amount, and return the place for its sign; the pill ends before the tag."""
    x, y = 9.0, 4.5 + rise
    pen.paint(rounded(x - 6, y - 2.9, 12, 5.8, 2.9), PAPER, INK)
    pen.text(x - 2.7, y + 1.5, amount, 4.2, INK, weight="semibold", fit=5.4)
    return Point(x + 2.8, y)


PEOPLE: dict[str, str] = {BOB: "Bob", COUSIN: say("Cousin"), HOME: say("Home")}
