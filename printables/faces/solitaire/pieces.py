"""The faces of solitaire's pieces: board, tally mat, tokens, and paper pyramids to fold.

Colours mean nothing in this game but help to sort the pieces, so each has a symbol and a pattern
too. A pyramid's size shows in its pips; paper ones also have a penguin for each size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.decks import Colour
from companion.game import Piece
from companion.language import say
from companion.layout import TagSpot
from companion.solitaire.board import Board, Pyramid
from companion.solitaire.pieces import (
    BANDS,
    FRUSTUMS,
    MAT,
    MAT_MARGIN,
    RIM,
    SQUARE,
    TOKEN_RIMS,
    TOKEN_WINDOW,
    WINDOW,
    Frustum,
    mat_places,
    square_centre,
)
from printables.art.codes import draw_code, draw_tag, link_code
from printables.art.patterns import draw_pattern, draw_symbol
from printables.art.penguins import BUILDS, CHICK, PLAIN, Look, stand
from printables.draw import fonts
from printables.draw.colours import GOLD, INK, PAPER, SAND, SAND_DARK, WHITE, deep, mix, readable_on
from printables.draw.paths import Box, Fold, Path, Point, Shape, line, polygon, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash
from printables.faces.artists import by_kind
from printables.faces.solitaire import signs

WINDOW_FRAME = 0.4
TRIM = 2.1  # mm that are free beside the symbols of tokens
# half the side of a square's stone; the joint between stones leaves room for the seams of panels
TILE = SQUARE / 2 - 0.7
# scale of penguins in doors; lines of smaller ones would be too thin to print
AT_HOME = 0.26
# room for the QR code of the companion, and height of the text beside it
ADDRESS_CODE, ADDRESS_TEXT = (15.6, 11.1)
PIP = 0.062  # radius of a pip on a paper pyramid, as a share of its base
SIZES = {"S": say("small"), "M": say("medium"), "L": say("large")}
EACH = {"S": say("Small: {n} each"), "M": say("Medium: {n} each"), "L": say("Large: {n} each")}
HATS = {"S": "tuft", "M": "fez", "L": "nemes"}  # of a chick, a grown penguin and a king
# on tokens, mm: from the upper edge down to the pyramid's top, and the radius of its pips
TOP, PIPS = {"S": 0.5, "M": 1.0, "L": 1.4}, {"S": 0.9, "M": 1.8, "L": 2.0}


def shape(piece: Piece, deck: Board) -> Shape | None:
    """Return a pyramid's net, or None for other pieces, which are rectangles."""
    return net(FRUSTUMS[_pyramid(piece)]) if piece.kind == "pyramid" else None


def _board_front(pen: Pen, piece: Piece, deck: Board) -> None:
    size, door = piece.size, str(piece.data.get("address", ""))
    pen.paint(bled(size), wash(pen, SAND))
    with pen.at(-BLEED, -BLEED):
        signs.draw_horizon(pen, size.width + 2 * BLEED, RIM + BLEED)
    for column in range(deck.columns):
        middle, name = RIM + (column + 0.5) * SQUARE, chr(ord("a") + column)
        with pen.at(middle, 0):
            signs.draw_far(pen, column, RIM - 3.4)
        signs.draw_label(pen, middle, RIM / 2, name)
        if not door or column < deck.columns - 1:
            with pen.at(middle, 0):
                signs.draw_near(pen, column, size.height - 4.2)
            signs.draw_label(pen, middle, size.height - RIM / 2, name)
    for row in range(deck.rows):
        top = RIM + row * SQUARE
        for left in (0.0, size.width - RIM):
            signs.draw_pillar(pen, left, top)
            signs.draw_label(pen, left + RIM / 2, top + SQUARE / 2, str(row + 1))
    field = rectangle(RIM, RIM, size.width - 2 * RIM, size.height - 2 * RIM)
    pen.paint(field, wash(pen, signs.STONE_DARK), INK, width=FRAME)
    for square in deck.grid.names:
        # a stone with a sign: a pyramid hops only to squares with the same sign
        row, column = divmod(deck.grid.number[square], deck.columns)
        x, y = square_centre(deck, square)
        stone = wash(pen, signs.SAND_LIGHT if (row + column) % 2 else SAND)
        left, top, side = x - TILE, y - TILE, 2 * TILE
        pen.paint(rounded(left, top, side, side, 2.6), stone, signs.STONE_DARK, width=0.5)
        panel = rounded(left + 1.6, top + 1.6, side - 3.2, side - 3.2, 1.6)
        pen.paint(panel, None, SAND_DARK, width=0.35)
        fill, ink = wash(pen, mix(stone, GOLD, 0.22)), mix(INK, signs.STONE_DARK, 0.45)
        sign = signs.sign_of(row, column)
        signs.draw_sign(pen, sign, x, y + 0.6, 20, line=signs.STONE_DARK, fill=fill)
        base = top + 3.2 + 3.8 * fonts.CAP_HEIGHT
        pen.text(left + 5.2, base, square, 3.8, ink, weight="semibold")
    _windows(pen, piece.faces["front"])
    if door:
        with pen.at(size.width - RIM - SQUARE, size.height - RIM):
            _door(pen, door)


def _door(pen: Pen, address: str) -> None:
    """Draw the companion's address and its QR code in the rim below the last column."""
    qr = link_code(address, "/s", ADDRESS_CODE)
    side, gap = qr.side, (RIM - qr.side) / 2
    pen.paint(rounded(1.2, gap - 0.7, SQUARE - 2.4, side + 1.4, 1.6), WHITE, INK, width=FRAME)
    draw_code(pen, qr, 2.2, gap)
    left, room = 2.2 + side + 0.4, SQUARE - 2.4 - side - 2.2
    words = pen.translate(say("Hints and puzzles on your phone"))
    link = f"{address.partition('://')[2].rstrip('/')}/s"

    def height(size: float) -> float:
        rows = len(fonts.address_lines(link, size, room))
        return fonts.height_of(words, size, room) + rows * size * fonts.LEADING

    def fits(size: float) -> bool:
        wide = max(fonts.text_width(each, size) for each in fonts.address_lines(link, size, room))
        return wide <= room and height(size) <= ADDRESS_TEXT

    size = fonts.shrunk(fits, 2.4, 1, "--address")
    down = (ADDRESS_TEXT - height(size)) / 2
    pen.heading(say("Stuck?"), left, 4.8 + down, 3.8, INK, fit=room)
    end = pen.lines(words, left, 5.4 + down, size=size, width=room)
    for number, each in enumerate(fonts.address_lines(link, size, room)):
        base = end + size * (fonts.ASCENT + (fonts.LEADING - 1) / 2 + number * fonts.LEADING)
        pen.text(left, base, each, size, INK, anchor="start")


def _mat_front(pen: Pen, piece: Piece, deck: Board) -> None:
    pen.paint(bled(MAT), wash(pen, SAND))
    for index, x in enumerate((28, 40, MAT.width - 40, MAT.width - 28)):
        signs.draw_traveller(pen, index, x, 16.4, 0.3)
    middle, advice = MAT.width / 2, say("Put each pyramid on its own place, from the left.")
    pen.text(middle, 10.4, say("What is left?"), 8.6, INK, weight="semibold", fit=92)
    pen.text(middle, 15.6, advice, 3.5, INK, fit=92)
    for band in BANDS:
        left, width = MAT_MARGIN - 1.4, MAT.width - 2 * MAT_MARGIN + 2.8
        # a gap between its frame and the next
        panel = rounded(left, band.top + 0.9, width, band.height + 0.3, 3)
        pen.paint(panel, wash(pen, PAPER), INK, width=0.6)
        form, pips = FRUSTUMS[band.pyramid], deck.pips[band.pyramid]
        base = band.top + 7.0
        with pen.at(MAT_MARGIN + 5, base):
            view = signs.side_view(form, 4.8 / FRUSTUMS["L"].height)
            pen.paint(view, wash(pen, GOLD), INK, width=0.45)
        words, room, end = say(EACH[band.pyramid], n=pips), width - 16, MAT.width - MAT_MARGIN - 3
        pen.heading(words, MAT_MARGIN + 11, base - 0.7, 5.4, INK, fit=room * 0.5)
        hint = say("the last number covered counts")
        pen.text(end, base - 1.1, hint, 3.5, INK, anchor="end", fit=room * 0.46)
    for place in mat_places(deck):  # its total stands above it, where a token doesn't cover it
        (x, y), half, form = place.at, place.side / 2, FRUSTUMS[place.pyramid]
        box = rounded(x - half, y - half, place.side, place.side, 2.2)
        pen.paint(box, wash(pen, signs.SAND_LIGHT), signs.STONE_DARK, width=0.5)
        shade = wash(pen, mix(signs.SAND_LIGHT, SAND_DARK, 0.35))
        pips, low, radius = place.total // place.number, -form.height * 0.2, form.base * PIP
        with pen.at(x, y + form.height * 0.5):
            pen.paint(signs.side_view(form), shade, signs.STONE_DARK, width=0.5)
            signs.draw_pips(pen, pips, 0, low, radius=radius, fill=PAPER, rim=signs.STONE_DARK)
        pen.text(x, y - half - 0.9, str(place.total), 4.0, INK, weight="semibold")
    # boxes to write the three numbers and their sum into
    names = [*(SIZES[band.pyramid] for band in BANDS), say("score")]
    top, height, width, gap = MAT.height - 16.6, 8.2, 27.0, 10.4
    left = (MAT.width - 4 * width - 3 * gap) / 2
    for index, (name, sign) in enumerate(zip(names, ("+", "+", "=", ""), strict=True)):
        x = left + index * (width + gap)
        panel = rounded(x, top, width, height, 2)
        pen.paint(panel, wash(pen, PAPER), INK, width=FRAME)
        pen.text(x + width / 2, top + height + 3.4, name, 3.4, INK, fit=width)
        pen.text(x + width + gap / 2, top + height / 2 + 2.4, sign, 7, INK, weight="semibold")
    _windows(pen, piece.faces["front"])


def _token_front(pen: Pen, piece: Piece, deck: Board) -> None:
    """Draw the pyramid from the side, with its pips above the tag, its door, and symbols beside."""
    pyramid, colour, size = _pyramid(piece), _colour(piece, deck), piece.size
    form, middle, low = FRUSTUMS[pyramid], size.width / 2, size.height + BLEED
    edge, side = size.height - TOKEN_RIMS[pyramid] - TOKEN_WINDOW, (size.width - TOKEN_WINDOW) / 2
    pen.paint(bled(size), wash(pen, signs.SAND_LIGHT))
    view = signs.side_view(form, (low - TOP[pyramid]) / form.height).moved(middle, low)
    pen.paint(view, wash(pen, colour.ink))
    with pen.clip(view):
        _pattern(pen, colour, Box.whole(size).grown(BLEED))
    pen.paint(view, None, INK, width=0.6)
    _windows(pen, piece.faces["front"], TOKEN_WINDOW)
    pips = deck.pips[pyramid]
    _pips(pen, pips, middle, (edge + TOP[pyramid]) / 2, min(PIPS[pyramid], size.width / 5 / pips))
    for x in (side / 2 + 0.5, size.width - side / 2 - 0.5) if pyramid != "S" else ():
        _symbol(pen, colour, x, edge + TOKEN_WINDOW * 0.8, side - TRIM)


def _pyramid_front(pen: Pen, piece: Piece, deck: Board) -> None:
    """Draw the outside of the net: the top with its tag in the middle, a face on each side."""
    pyramid, colour = _pyramid(piece), _colour(piece, deck)
    form, middle = FRUSTUMS[pyramid], piece.size.width / 2
    pen.paint(bled(piece.size), WHITE)
    for turn in (0, 90, 180, 270):
        with pen.at(middle, middle, turn=turn), pen.at(0, form.top / 2):
            _slope(pen, pyramid, colour, deck.pips[pyramid], door=turn in {0, 180})
    half = form.top / 2
    pen.paint(rectangle(middle - half, middle - half, form.top, form.top), WHITE)
    for tag in piece.faces["front"]:
        draw_tag(pen, tag)


def _slope(pen: Pen, pyramid: Pyramid, colour: Colour, pips: int, *, door: bool) -> None:
    """Draw a face below the origin; its colour extends a little onto tabs and below the base."""
    form = FRUSTUMS[pyramid]
    over, low = 1.2, form.slant + BLEED
    half, out = form.top / 2, (form.base - form.top) / 2 * low / form.slant
    upper, lower = half + over, half + out + over
    area = polygon([(-half - over, 0), (upper, 0), (lower, low), (-half - out - over, low)])
    radius = form.base * PIP
    band = form.slant - radius * 4.4
    foot = mix(colour.ink, INK, 0.4)
    with pen.clip(area):
        pen.paint(area, wash(pen, colour.ink))
        _pattern(pen, colour, Box(-form.base, 0, 2 * form.base, low))
        pen.paint(rectangle(-form.base, band, 2 * form.base, low), wash(pen, foot))
        pen.paint(line([(-form.base, band), (form.base, band)]), None, foot, width=0.5)
    if door:  # with a penguin in it
        palette = replace(CHICK if pyramid == "S" else PLAIN, cloth=colour.ink)
        look = Look(BUILDS["SML".index(pyramid)], hat=HATS[pyramid], palette=palette)
        wide, high = look.build.belly * AT_HOME + 1.4, band * 0.9
        with pen.clip(rectangle(-wide - 1, 0, 2 * wide + 2, band)):
            arch = rounded(-wide, band - high, 2 * wide, high + wide, wide)
            pen.paint(arch, wash(pen, mix(colour.ink, INK, 0.75)), INK, width=0.5)
            sunk = max(0, (look.build.height + 9.5) * AT_HOME - high)
            stand(pen, look, 0, band + sunk - 0.4, AT_HOME, rim=0.7)
    else:
        _symbol(pen, colour, 0, band * 0.54, min(band * 0.62, form.top * 0.85))
    _pips(pen, pips, 0, (band + form.slant) / 2, radius)


def _pips(pen: Pen, count: int, x: float, y: float, radius: float) -> None:
    """Draw pips that are light on colours and dark on white paper."""
    fill = wash(pen, PAPER, INK)
    signs.draw_pips(pen, count, x, y, radius=radius, fill=fill, rim=INK)


def _symbol(pen: Pen, colour: Colour, x: float, y: float, size: float) -> None:
    """Draw the colour's symbol, with a rim that sets it off from the pattern."""
    ground = wash(pen, colour.ink)
    fill = readable_on(ground, INK, PAPER) if pen.ink == "full" else deep(colour.ink)
    draw_symbol(pen, colour.symbol, x, y, size, fill=fill, detail=ground, rim=ground)


def net(form: Frustum) -> Shape:
    """Return a pyramid's net, a cross; a tab of each face is glued behind the next face."""
    middle, half, foot = form.size.width / 2, form.top / 2, form.base / 2
    corner, low, across = (half, half), (foot, half + form.slant), (-half, half)
    # the outer corners of the tab on the right side of the lower face, the top at the origin
    leg = ((form.base - form.top) / 2, form.slant)
    length = (leg[0] ** 2 + leg[1] ** 2) ** 0.5
    (along, down), deep = (leg[0] / length, leg[1] / length), form.tab
    tab = [
        (half + along * way + down * deep, half + down * way - along * deep)
        for way in (1.2 * deep, length - 0.6 * deep)
    ]
    points = [corner, *tab, low, (-foot, half + form.slant), across]
    cut: list[Point] = []
    folds: list[Fold] = []
    glue: list[Path] = []
    for _ in range(4):
        start, one, other, base, far, end = ((middle + x, middle + y) for x, y in points)
        cut += [start, one, other, base, far]
        folds += [Fold(start, end), Fold(start, base)]
        glue.append(polygon([start, one, other, base]))
        points = [(-y, x) for x, y in points]  # a quarter turn
    return Shape(polygon(cut), tuple(folds), tuple(glue))


def _pyramid(piece: Piece) -> Pyramid:
    return str(piece.data["pyramid"])


def _colour(piece: Piece, deck: Board) -> Colour:
    return next(colour for colour in deck.colours if colour.id == piece.data["colour"])


def _pattern(pen: Pen, colour: Colour, box: Box) -> None:
    """Draw the colour's pattern: faint on the colour, fine lines where the paper stays white."""
    if pen.ink == "full":
        ink = mix(colour.ink, readable_on(colour.ink, INK, PAPER), 0.2)
    else:
        ink = mix(WHITE, deep(colour.ink), 0.42)
    draw_pattern(pen, colour.pattern, box, ink)


def _windows(pen: Pen, tags: Iterable[TagSpot], side: float = WINDOW) -> None:
    """Draw tags in framed white windows `side` mm wide, which leave the quiet zone white."""
    half = side / 2 - WINDOW_FRAME / 2
    for tag in tags:
        edge = rounded(tag.x - half, tag.y - half, 2 * half, 2 * half, 0.9)
        pen.paint(edge, WHITE, INK, width=WINDOW_FRAME)
        draw_tag(pen, tag)


_FACES = {
    ("board", "front"): _board_front,
    ("mat", "front"): _mat_front,
    ("token", "front"): _token_front,
    ("pyramid", "front"): _pyramid_front,
}
draw = by_kind(_FACES, lambda _piece, deck: (deck.title,))
