"""A tuck box to fold and glue, of the size of its contents, with lids and a thumb notch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import cast

from companion.deckfile import load_summary
from companion.fields import TUCK_BOX
from companion.game import Deck, Game, Piece
from companion.language import say
from companion.layout import POKER, Size
from printables.art.cover import HERO, Cover, Hollow, deck_mark, facts, look_of, name_and_subtitle
from printables.draw import paths
from printables.draw.colours import GREY, INK, PAPER, WHITE
from printables.draw.fonts import height_of, middle, text_width
from printables.draw.paths import QUARTER, Box, Fold, Path, Shape
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash

CARD = 0.32  # thickness of a card of 250 g/m2, mm
LOOSE = 1.6  # a heap of small pieces takes this many times their own volume
SMALL = 60.0  # pieces up to this length are put on the cards, mm
PLAY = 1.0  # room around the cards, mm in each direction
# depth, mm: thinner, a tongue can't bend; thicker, nets don't fit A4 and Letter
THINNEST, THICKEST = (12.0, 40.0)
GLUE = 11.0  # width of the glue flap
TONGUE = 12.0  # length of a lid's tongue behind the front
ROOM = Size(257.0, 195.5)  # for a net on A4 or Letter, mm


@dataclass(frozen=True, slots=True)
class Net(Hollow):
    """The net of a tuck box, which is as large between its folds.

    From the left: glue flap, back, side, front, side. The lids are attached to the back, the dust
    flaps to the sides.
    """

    @property
    def size(self) -> Size:
        """The size of the net, including tongues and the glue flap."""
        return Size(GLUE + 2 * (self.width + self.depth), self.height + 2 * (self.depth + TONGUE))

    @property
    def top(self) -> float:
        """The top of the body, mm."""
        return TONGUE + self.depth

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The x of the left edges of back, side, front and side, and of the right edge."""
        back = GLUE
        first, front = back + self.width, back + self.width + self.depth
        return (back, first, front, front + self.width, front + self.width + self.depth)

    @property
    def dust(self) -> float:
        """The length of a dust flap, mm, so that two don't meet under the lid."""
        return min(self.width / 2 - 2, self.depth + TONGUE - 3, 24)


HOLDS = {  # by whether there are several boxes, and small pieces
    (False, False): say("{cards} cards"),
    (False, True): say("{cards} cards, {small} small pieces"),
    (True, False): say("{cards} cards in {boxes} boxes"),
    (True, True): say("{cards} cards, {small} small pieces in {boxes} boxes"),
}


def nets(
    game: Game,
    deck: Deck,
    pieces: Iterable[Piece],
    thickness: float,
    *,
    folded: bool = False,
    size: Size = POKER,
) -> tuple[Net, ...]:
    """Return the boxes for pieces, the largest cards of a `size`, on paper of a `thickness`, mm.

    Pieces with backs have two layers if sheets are `folded`.
    """
    inside = tuple(piece for piece in pieces if not piece.extra)
    if hollows := look_of(game, deck).hollows:
        spaces = hollows(deck, inside)
        return tuple(Net(h.width + PLAY, h.height + PLAY, h.depth, h.holds) for h in spaces)

    def height_of_stack(piece: Piece) -> float:
        return piece.count * thickness * (2 if folded and "back" in piece.faces else 1)

    # equal stacks of cards, with smaller pieces on top
    small = [
        piece
        for piece in inside
        if max(piece.size.width, piece.size.height) <= SMALL and piece.size != size
    ]
    cards = [
        piece
        for piece in inside
        if piece not in small
        and piece.size.width <= size.width
        and piece.size.height <= size.height
    ]
    volume = sum(height_of_stack(each) * each.size.width * each.size.height for each in small)
    height = sum(map(height_of_stack, cards))
    width, high = size.width + PLAY, size.height + PLAY
    thickest = min(THICKEST, (ROOM.width - GLUE) / 2 - width, (ROOM.height - high) / 2 - TONGUE)
    if thickest < THINNEST:
        return ()  # cards so large that no net fits the paper
    depth = height + volume * LOOSE / (size.width * size.height) + PLAY
    boxes = ceil(depth / thickest)
    amounts = {"cards": sum(each.count for each in cards), "boxes": boxes}
    amounts["small"] = sum(each.count for each in small)
    holds = say(HOLDS[boxes > 1, bool(small)], **amounts)
    deep = max(THINNEST, round(depth / boxes, 1))
    return (Net(width, high, deep, holds),) * boxes


ID, KIND = TUCK_BOX, "box"
THUMB = 9.0  # radius of the notch, mm
TAPER = 3.0  # at the ends of the glue flap
EASE = 0.6  # on each side of flaps, so that they slide in
ROUND = 6.0  # radius of the corners of the tongues
MOTIF = 5.4  # size of the game's sign on the ground, mm
WRAP = 2.0  # how far the box's colour extends onto the glue flap


def pieces(boxes: Sequence[Net]) -> tuple[Piece, ...]:
    """Return the boxes, which are all alike."""
    return tuple(
        Piece(
            TUCK_BOX, KIND, net.size, {"front": ()}, data={"net": net}, count=len(boxes), extra=True
        )
        for net in boxes[:1]
    )


def net_of(piece: Piece) -> Net:
    """Return the net of a piece."""
    return cast("Net", piece.data["net"])


def shape(piece: Piece) -> Shape:
    """Return the outline, the folds away from the printed side, and the glue flap."""
    net = net_of(piece)
    back, side, _, other, _ = net.columns
    top, low = net.top, net.top + net.height
    folds = [Fold((x, top), (x, low)) for x in net.columns[:-1]]
    for y, way in ((top, -1), (low, 1)):
        folds += [Fold((back, lid), (side, lid)) for lid in (y, y + way * net.depth)]
        folds += [Fold((left, y), (left + net.depth, y)) for left in (side, other)]
    flap = paths.polygon([(GLUE, top), (0, top + TAPER), (0, low - TAPER), (GLUE, low)])
    return Shape(_outline(net), tuple(folds), (flap,))


def _outline(net: Net) -> Path:
    """Return the outline, whose lower edge mirrors the upper one without the notch."""
    top, low, width = net.top, net.top + net.height, net.width
    back, side, front, other, right = net.columns
    # the lid and its tongue, above the back
    left, end, shoulder = back + EASE, back + width - EASE, top - net.depth
    near, far, k = left + EASE, end - EASE, ROUND * (1 - QUARTER)
    lid = paths.outline(
        f"M{back} {top} L{left} {top} L{left} {shoulder} L{near} {ROUND} "
        f"C{near} {k} {near + k} 0 {near + ROUND} 0 L{far - ROUND} 0 "
        f"C{far - k} 0 {far} {k} {far} {ROUND} L{end} {shoulder} L{end} {top} L{back + width} {top}"
    )

    def dust(x: float) -> Path:
        """Return a dust flap above a side, with its corners cut off."""
        slant, reach = min(4.0, net.depth / 4), top - net.dust
        near, far = x + EASE, x + net.depth - EASE
        low = top - net.dust * 0.4
        tip = [(near, low), (near + slant, reach), (far - slant, reach), (far, low)]
        return paths.line([(x, top), (near, top), *tip, (far, top), (x + net.depth, top)])

    def edge(*above_front: Path) -> Path:
        start = paths.line([(0, top + TAPER), (back, top)])
        return paths.joined(start, lid, dust(side), *above_front, dust(other))

    # the front has a notch for a thumb
    r, middle = min(THUMB, width / 4), front + width / 2
    upper = edge(
        paths.line([(front, top), (middle - r, top)]),
        paths.arc(middle, top, r, r, 180, 0),
        paths.line([(middle + r, top), (other, top)]),
    )
    lower = edge(paths.line([(front, top), (other, top)])).mapped(1, -1, 0, top + low).reversed()
    whole = paths.joined(upper, paths.line([(right, top), (right, low)]), lower)
    return Path((*whole.steps, ("Z", ())))


def draw(pen: Pen, piece: Piece, _face: str, game: Game, deck: Deck) -> None:
    """Draw all faces; the glue flap is white except for a strip."""
    look, net = look_of(game, deck), net_of(piece)
    title = name_and_subtitle(game, deck, pen.language)[0]
    back, side, front, other, right = net.columns
    top = net.top
    pen.paint(bled(net.size), WHITE)
    ground = paths.rectangle(GLUE - WRAP, -BLEED, net.size.width, net.size.height + 2 * BLEED)
    with pen.clip(ground):
        pen.paint(_outline(net), wash(pen, look.ground), wash(pen, look.ground), width=2 * BLEED)
    with _panel(pen, Box.between(front, top, other, top + net.height), below=True):
        _draw_front(pen, look, game, deck, net)
    with _panel(pen, Box.between(back, top, side, top + net.height)):
        _draw_back(pen, look, game, deck, net)
    for left, edge in ((side, front), (other, right)):
        with _panel(pen, Box.between(left, top, edge, top + net.height)):
            _draw_side(pen, look, title, net)
    # lids
    size = min(net.depth * 0.42, 8.0)
    size *= min(1, (net.width - 16) / text_width(title, size, "semibold"))
    half = text_width(title, size, "semibold") / 2 + 4
    plate = Size(2 * half, size * 1.56)
    for y, turn in ((top - net.depth, 180), (top + net.height, 0)):
        with _panel(pen, Box(back, y, net.width, net.depth)):
            _draw_motifs(pen, look, Size(net.width, net.depth), plate)
            with pen.at(net.width / 2, net.depth / 2, turn=turn):
                panel = paths.rounded(-half, -size * 0.78, plate.width, plate.height, size * 0.5)
                pen.paint(panel, PAPER, INK, width=FRAME)
                pen.text(0, middle(size), title, size, look.deep, weight="semibold")


@contextmanager
def _panel(pen: Pen, box: Box, *, below: bool = False) -> Iterator[None]:
    """In a `with` block, draw inside a panel; with `below` also on its upper and lower bleed."""
    more = BLEED if below else 0
    room = paths.rectangle(0, -more, box.width, box.height + 2 * more)
    with pen.at(box.x, box.y), pen.clip(room):
        yield


def _draw_front(pen: Pen, look: Cover, game: Game, deck: Deck, net: Net) -> None:
    width, height = net.width, net.height
    name, subtitle = name_and_subtitle(game, deck, pen.language)
    plate = 19.0 if subtitle else 15.0
    look.backdrop(pen, width, height, plate=plate + 4)
    top = height - plate - 4
    scale = min(width / (HERO[0] + 14), (top - THUMB - 9) / HERO[1], 1.1)
    look.draw_hero(pen, width / 2, top + 2.4, scale)
    pen.paint(paths.rounded(4, top, width - 8, plate, 3), PAPER, INK, width=FRAME)
    pen.title(name, width / 2, top + 8.8, size=9.6, width=width - 14, fill=look.deep)
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
    pen.paint(paths.rounded(5, 5, width - 10, height - 10, 3), PAPER, INK, width=FRAME)
    inner, name = width - 18, name_and_subtitle(game, deck, pen.language)[0]
    pen.title(name, width / 2, 15.5, size=8, width=inner, fill=look.deep)
    holds = pen.translate(net.holds)
    picture = height > 82  # smaller boxes have no room for it

    def fits(size: float) -> bool:
        aim, below = height_of(summary.aim, size, inner), height_of(holds, size * 0.8, inner)
        return aim + below <= height - 62 if picture else aim <= height - 42

    # without the aim, if that would be too small to read
    size = next((tenths / 10 for tenths in range(42, 21, -1) if fits(tenths / 10)), 0.0)
    y = pen.lines(summary.aim, 9, 20, size=size, width=inner, centred=True) if size else 20
    if picture:
        look.draw_hero(pen, width / 2, height - 22, min(0.5, (height - 26 - y) / HERO[1]))
    pen.paint(paths.line([(12, height - 20.6), (width - 12, height - 20.6)]), None, look.deep)
    pen.lines(holds, 9, height - 19, size=max(size * 0.8, 2.2), width=inner, centred=True)
    pen.text(width / 2, height - 8.4, deck_mark(deck), 2.6, GREY, fit=inner)


def _draw_side(pen: Pen, look: Cover, name: str, net: Net) -> None:
    """Draw the title upwards, as on the spine of a book, if thin with its tails off the edge."""
    size, sign, gap = min(net.depth * 0.46, 9.0, (net.depth / 2 - BLEED) / 0.58), 1.05, 0.4
    size *= min(1, (net.height - 24) / (text_width(name, size, "semibold") + (sign + gap) * size))
    half = (text_width(name, size, "semibold") + (sign + gap) * size) / 2
    _draw_motifs(pen, look, Size(net.depth, net.height), Size(size * 1.56, 2 * half + 6))
    with pen.at(net.depth / 2, net.height / 2, turn=-90):
        panel = paths.rounded(-half - 3, -size * 0.78, 2 * half + 6, size * 1.56, size * 0.5)
        pen.paint(panel, PAPER, INK, width=FRAME)
        look.draw_motif(pen, -half + sign * size / 2, 0, sign * size)
        pen.heading(name, half, middle(size), size, look.deep, anchor="end")


def _draw_motifs(pen: Pen, look: Cover, size: Size, plate: Size) -> None:
    """Draw a background full of the game's sign, with none cut by the plate in the middle."""
    pen.paint(paths.rectangle(0, 0, size.width, size.height), wash(pen, look.ground))
    if pen.ink != "full":
        return
    step = 11.0
    columns, rows = round(size.width / step) + 1, round(size.height / step) + 1
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = (column - columns / 2 + row % 2 / 2) * step, (row - rows / 2) * step * 0.9
            if abs(x) > plate.width / 2 + MOTIF * 0.6 or abs(y) > plate.height / 2 + MOTIF * 0.6:
                look.draw_motif(pen, size.width / 2 + x, size.height / 2 + y, MOTIF)
