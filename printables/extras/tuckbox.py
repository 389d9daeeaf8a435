"""A tuck box to fold and glue, of the size of its contents, with lids, dust flaps and thumb
notch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from companion.deckfile import load_summary
from companion.decks import TUCK_BOX
from companion.game import Deck, Game, Piece
from companion.language import Phrase, say
from companion.layout import Size
from printables.art.cover import (
    FRAME,
    GREY,
    HERO,
    INK,
    PAPER,
    Cover,
    cover,
    draw_hero,
    draw_motif,
)
from printables.art.palette import LINE
from printables.draw.boxes import Box
from printables.draw.colours import WHITE
from printables.draw.fonts import text_width
from printables.draw.paths import QUARTER, Path, arc, line, polygon, rectangle, rounded
from printables.draw.pen import BLEED, Pen, bled, translate_for, wash
from printables.draw.shapes import Fold, Shape
from printables.draw.text import draw_heading, draw_lines, draw_title, height_of, middle, shrunk
from printables.extras.boxes import GLUE, Net, Stock, nets
from printables.extras.style import deck_mark, facts
from printables.extras.titles import name_and_subtitle

ID, KIND = TUCK_BOX, "box"
THUMB = 9.0  # radius of the notch, mm
TAPER = 3.0  # at the ends of the glue flap
EASE = 0.6  # on each side of flaps, so that they slide in
ROUND = 6.0  # radius of the corners of the tongues
MOTIF = 5.4  # size of the game's sign on the ground, mm
WRAP = 2.0  # how far the box's colour extends onto the glue flap


def pieces(game: Game, deck: Deck, contents: Iterable[Piece], stock: Stock) -> tuple[Piece, ...]:
    """Return the boxes for the `contents`."""
    tuck_boxes = nets(game, deck, contents, stock)
    if not tuck_boxes:
        return ()
    net = tuck_boxes[0]
    data = {"width": net.width, "height": net.height, "depth": net.depth, "holds": net.holds}
    return (
        Piece(
            TUCK_BOX, KIND, net.size, {"front": ()}, count=len(tuck_boxes), data=data, extra=True
        ),
    )


def net_of(piece: Piece) -> Net:
    """Return the net stored in a piece."""
    width, height, depth = (float(str(piece.data[name])) for name in ("width", "height", "depth"))
    holds = piece.data["holds"]
    return Net(width, height, depth, holds if isinstance(holds, Phrase) else say(str(holds)))


def shape(piece: Piece) -> Shape:
    """Return the outline, folds and glue area of the box."""
    net = net_of(piece)
    return Shape(_outline(net), tuple(_folds(net)), (_flap(net),))


def _folds(net: Net) -> Iterator[Fold]:
    """Yield the folds, all away from the printed side, which is outside."""
    back, side, _, other, _ = net.columns
    top, low = net.top, net.top + net.height
    for x in net.columns[:-1]:
        yield Fold((x, top), (x, low))
    for y, way in ((top, -1), (low, 1)):
        for lid in (y, y + way * net.depth):
            yield Fold((back, lid), (side, lid))
        for left in (side, other):
            yield Fold((left, y), (left + net.depth, y))


def _flap(net: Net) -> Path:
    """Return the glue flap, which goes under the last side."""
    top, low = net.top, net.top + net.height
    return polygon([(GLUE, top), (0, top + TAPER), (0, low - TAPER), (GLUE, low)])


def _outline(net: Net) -> Path:
    """Return the outline, whose lower edge mirrors the upper one without the notch."""
    top, low = net.top, net.top + net.height
    back, side, front, other, right = net.columns
    ends = (_lid(net, back), _dust(net, side)), (_dust(net, other),)
    upper = [line([(0, top + TAPER), (back, top)]), *ends[0], _notch(net, front), *ends[1]]
    straight = [
        line([(0, top + TAPER), (back, top)]),
        *ends[0],
        line([(front, top), (other, top)]),
        *ends[1],
    ]
    lower = _join(straight).mapped(1, -1, 0, top + low)
    return Path(
        (*_join([*upper, line([(right, top), (right, low)]), lower.reversed()]).steps, ("Z", ()))
    )


def _lid(net: Net, x: float) -> Path:
    """Return a lid and its tongue from fold to fold, above the back."""
    y = net.top
    left, right = x + EASE, x + net.width - EASE
    shoulder, end, r = y - net.depth, 0.0, ROUND
    near, far, k = left + EASE, right - EASE, r * (1 - QUARTER)
    return Path(
        (
            ("M", (x, y)),
            ("L", (left, y)),
            ("L", (left, shoulder)),
            ("L", (near, end + r)),
            ("C", (near, end + k, near + k, end, near + r, end)),
            ("L", (far - r, end)),
            ("C", (far - k, end, far, end + k, far, end + r)),
            ("L", (right, shoulder)),
            ("L", (right, y)),
            ("L", (x + net.width, y)),
        )
    )


def _dust(net: Net, x: float) -> Path:
    """Return a dust flap from fold to fold, above a side, with its corners cut off."""
    y, reach, slant = net.top, net.dust, min(4.0, net.depth / 4)
    left, right = x + EASE, x + net.depth - EASE
    return line(
        [
            (x, y),
            (left, y),
            (left, y - reach * 0.4),
            (left + slant, y - reach),
            (right - slant, y - reach),
            (right, y - reach * 0.4),
            (right, y),
            (x + net.depth, y),
        ]
    )


def _notch(net: Net, x: float) -> Path:
    """Return the front's upper edge with a notch for a thumb."""
    y, r, centre = net.top, min(THUMB, net.width / 4), x + net.width / 2
    bow = arc(centre, y, r, r, 180, 0)
    return _join(
        [line([(x, y), (centre - r, y)]), bow, line([(centre + r, y), (x + net.width, y)])]
    )


def _join(paths: Sequence[Path]) -> Path:
    """Return open paths joined into one."""
    first, *rest = [step for path in paths for step in path.steps]
    return Path(
        (
            first,
            *(
                ("L", numbers) if command == "M" else (command, numbers)
                for command, numbers in rest
            ),
        )
    )


# the print


def draw(pen: Pen, piece: Piece, game: Game, deck: Deck) -> None:
    """Draw all faces; the glue flap is white except for a strip."""
    look, net, title = (
        cover(game.slug),
        net_of(piece),
        name_and_subtitle(game, deck, pen.language)[0],
    )
    back, side, front, other, right = net.columns
    top = net.top
    pen.paint(bled(net.size), WHITE)
    ground = rectangle(GLUE - WRAP, -BLEED, net.size.width, net.size.height + 2 * BLEED)
    with pen.clip(ground):
        cut = _outline(net)
        pen.paint(cut, wash(pen, look.ground), wash(pen, look.ground), width=2 * BLEED)
    with _panel(pen, Box.between(front, top, other, top + net.height), below=True):
        _draw_front(pen, look, game, deck, net)
    with _panel(pen, Box.between(back, top, side, top + net.height)):
        _draw_back(pen, look, game, deck, net)
    for left, edge in ((side, front), (other, right)):
        with _panel(pen, Box.between(left, top, edge, top + net.height)):
            _draw_side(pen, look, title, net)
    for y, turn in ((top - net.depth, 180), (top + net.height, 0)):
        with _panel(pen, Box(back, y, net.width, net.depth)):
            _draw_lid(pen, look, title, net, turn)


@contextmanager
def _panel(pen: Pen, box: Box, *, below: bool = False) -> Iterator[None]:
    """In a `with` block, draw inside a panel; with `below` also on its upper and lower bleed."""
    more = BLEED if below else 0
    with pen.at(box.x, box.y), pen.clip(rectangle(0, -more, box.width, box.height + 2 * more)):
        yield


def _draw_front(pen: Pen, look: Cover, game: Game, deck: Deck, net: Net) -> None:
    """Draw the hero and the title on the front."""
    width, height = net.width, net.height
    name, subtitle = name_and_subtitle(game, deck, pen.language)
    plate = 19.0 if subtitle else 15.0
    look.backdrop(pen, width, height, plate=plate + 4)
    top = height - plate - 4
    scale = min(width / (HERO[0] + 14), (top - THUMB - 9) / HERO[1], 1.1)
    draw_hero(pen, look, width / 2, top + 2.4, scale)
    pen.paint(rounded(4, top, width - 8, plate, 3), PAPER, INK, width=FRAME)
    draw_title(pen, name, width / 2, top + 8.8, size=9.6, width=width - 14, fill=look.deep)
    y = top + 13
    if subtitle:
        pen.text(width / 2, y, subtitle, 3.7, INK, weight="semibold", fit=width - 14)
        y += 4.2
    pen.text(width / 2, y, facts(game, load_summary(game, deck).minutes), 3, INK, fit=width - 14)


def _draw_back(pen: Pen, look: Cover, game: Game, deck: Deck, net: Net) -> None:
    """Draw the aim of the game and the contents of the box."""
    width, height = net.width, net.height
    summary = load_summary(game, deck, pen.language)
    _draw_motifs(pen, look, Size(width, height), Size(width - 10, height - 10))
    pen.paint(rounded(5, 5, width - 10, height - 10, 3), PAPER, INK, width=FRAME)
    inner, name = width - 18, name_and_subtitle(game, deck, pen.language)[0]
    draw_title(pen, name, width / 2, 15.5, size=8, width=inner, fill=look.deep)
    holds = translate_for(pen, net.holds)

    def fits(size: float) -> bool:
        return (
            height_of(summary.aim, size, inner) + height_of(holds, size * 0.8, inner) <= height - 62
        )

    size = shrunk(fits, 4.2, 1.8, "tuck-box")
    y = draw_lines(pen, summary.aim, 9, 20, size=size, width=inner, fill=INK, centred=True)
    draw_hero(pen, look, width / 2, height - 22, min(0.5, (height - 26 - y) / HERO[1]))
    pen.paint(line([(12, height - 20.6), (width - 12, height - 20.6)]), None, look.deep, width=LINE)
    y = draw_lines(pen, holds, 9, height - 19, size=size * 0.8, width=inner, fill=INK, centred=True)
    pen.text(width / 2, height - 8.4, deck_mark(deck), 2.6, GREY, fit=inner)


def _draw_side(pen: Pen, look: Cover, name: str, net: Net) -> None:
    """Draw the title upwards, as on the spine of a book."""
    size, sign, gap = min(net.depth * 0.46, 9.0), 1.05, 0.4
    size *= min(1, (net.height - 24) / (text_width(name, size, "semibold") + (sign + gap) * size))
    half = (text_width(name, size, "semibold") + (sign + gap) * size) / 2
    _draw_motifs(pen, look, Size(net.depth, net.height), Size(size * 1.56, 2 * half + 6))
    with pen.at(net.depth / 2, net.height / 2, turn=-90):
        panel = rounded(-half - 3, -size * 0.78, 2 * half + 6, size * 1.56, size * 0.5)
        pen.paint(panel, PAPER, INK, width=FRAME)
        draw_motif(pen, look, -half + sign * size / 2, 0, sign * size)
        draw_heading(pen, name, half, middle(size), size, look.deep, anchor="end")


def _draw_lid(pen: Pen, look: Cover, name: str, net: Net, turn: float) -> None:
    size = min(net.depth * 0.42, 8.0)
    size *= min(1, (net.width - 16) / text_width(name, size, "semibold"))
    half = text_width(name, size, "semibold") / 2 + 4
    _draw_motifs(pen, look, Size(net.width, net.depth), Size(2 * half, size * 1.56))
    with pen.at(net.width / 2, net.depth / 2, turn=turn):
        pen.paint(
            rounded(-half, -size * 0.78, 2 * half, size * 1.56, size * 0.5), PAPER, INK, width=FRAME
        )
        pen.text(0, middle(size), name, size, look.deep, weight="semibold")


def _draw_motifs(pen: Pen, look: Cover, size: Size, plate: Size) -> None:
    """Draw a background full of the game's sign, with none cut by the plate in the middle."""
    pen.paint(rectangle(0, 0, size.width, size.height), wash(pen, look.ground))
    if pen.ink != "full":
        return
    step = 11.0
    columns, rows = round(size.width / step) + 1, round(size.height / step) + 1
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = (column - columns / 2 + row % 2 / 2) * step, (row - rows / 2) * step * 0.9
            if abs(x) > plate.width / 2 + MOTIF * 0.6 or abs(y) > plate.height / 2 + MOTIF * 0.6:
                draw_motif(pen, look, size.width / 2 + x, size.height / 2 + y, MOTIF)
