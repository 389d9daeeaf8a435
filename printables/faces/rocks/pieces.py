"""Rocks' penguins, which fold into figures on a flat base (see `StandNet`), its rocks and die."""

from __future__ import annotations

from companion.game import Piece
from companion.rocks.board import Board, Nest
from companion.rocks.pieces import DIE, ROCK, STAND, Cell, Flap
from printables.art import drawings, penguins
from printables.art.codes import draw_tag
from printables.art.patterns import draw_pattern, draw_symbol
from printables.draw import paths
from printables.draw.colours import INK, PAPER, WHITE, Colour, deep, luminance, mix
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Box, Fold, Path, Point, Shape, arc, ellipse
from printables.draw.pen import BLEED, Halo, Pen, bled, wash
from printables.faces.rocks import signs

BUILD = penguins.BUILDS[1]
HATS = {1: "tuft", 2: "turban"}  # number 1 is bareheaded, number 2 waited in the nest and kept warm
EYES = {1: "happy", 2: "open"}
SCALE = 0.76
FEET = 3.4  # from the fold at their feet up to where penguins stand, mm


def draw_figure(pen: Pen, number: int, nest: Nest, pattern: str, *, behind: bool) -> None:
    """Draw one side of a standing penguin and its bleed, its foot at the origin."""
    cloth, symbol, height = nest.ink, nest.symbol, STAND.figure.height
    left, top = -STAND.figure.width / 2 - BLEED, -height - BLEED
    _draw_ground(pen, cloth, pattern, Box(left, top, -2 * left, height + 2 * BLEED))
    snow = paths.outline(
        f"M{left} -3.4 Q{left / 2} -6 0 -4.4 Q{-left / 2} -6 {-left} -3.2 L{-left} 3 L{left} 3 Z"
    )
    pen.paint(snow, wash(pen, PAPER), INK)
    palette = penguins.Palette(cloth=cloth)
    look = penguins.Look(BUILD, eyes=EYES[number], hat=HATS[number], palette=palette)
    for each in (Halo(pen, PAPER, 0.9), pen):
        with each.at(0, -FEET, scale=SCALE):
            if behind:
                drawings.draw(each, signs.PACKAGE, "behind", "penguin")
                with each.at(0, -BUILD.height, scale=BUILD.head / 10):
                    drawings.draw(each, signs.PACKAGE, "behind", look.hat, palette.colours)
            else:
                penguins.draw_penguin(each, look)
    if behind:
        # The number on the back, the symbol above it.
        middle = -FEET - BUILD.height * SCALE * 0.36
        draw_symbol(pen, symbol, 0, middle - 7.9, 6.2, fill=cloth, detail=PAPER, rim=PAPER)
        pen.text(0, middle + 14 * CAP_HEIGHT / 2 + 1.4, str(number), 14, PAPER, weight="semibold")
    else:
        # The number on the belly.
        size = 15.5
        middle = -FEET - BUILD.height * SCALE * 0.3
        base = middle + size * CAP_HEIGHT / 2
        pen.text(0, base, str(number), size, deep(cloth), weight="semibold")
        fill = wash(pen, PAPER, cloth)
        draw_symbol(pen, symbol, 0, -height + 5, 6, fill=fill, detail=wash(pen, cloth))


MIDDLE = STAND.size.width / 2
TAPER = 2.0  # how much narrower the tab is at its end, on each side, mm
MARGIN = 1.5  # of the words on the tab, mm
RIM = 0.6  # of colour around the snow on the base, mm


def stand_front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw the flat net; nothing is printed on the back of the paper."""
    seat = next(i for i, nest in enumerate(board.nests) if nest.id == piece.data["colour"])
    nest, number = board.nests[seat], int(str(piece.data["number"]))
    pattern = signs.NEST_PATTERNS[seat % len(signs.NEST_PATTERNS)]
    under, head, feet = STAND.creases
    pen.paint(bled(STAND.size), WHITE)
    for y, top, turn, behind in ((under, under, 180, True), (feet, head, 0, False)):
        half = paths.rectangle(-BLEED, top, STAND.size.width + 2 * BLEED, STAND.figure.height)
        with pen.clip(half), pen.at(MIDDLE, y, turn=turn):
            draw_figure(pen, number, nest, pattern, behind=behind)
    with pen.at(MIDDLE, feet):
        # the floe that the penguin stands on
        width, depth = STAND.base.width, STAND.base.height
        floe = Box(-width / 2 - BLEED, 0, width + 2 * BLEED, depth + BLEED)
        _draw_ground(pen, nest.ink, pattern, floe)
    # snow around the tag and the pad for the rock that it carries
    low = STAND.size.height - STAND.base.height
    snow = paths.rounded(RIM, low + RIM, STAND.base.width - 2 * RIM, STAND.base.height - 2 * RIM, 2)
    pen.paint(snow, wash(pen, signs.SNOW), INK, width=0.4)
    for tag in piece.faces["front"]:
        draw_tag(pen, tag)
    with pen.at(*STAND.pad):
        pen.paint(signs.boulder(ROCK.width - 2.4), wash(pen, signs.ICE), signs.RIPPLE, width=0.7)
        draw_symbol(pen, nest.symbol, 0, 0, 8, fill=nest.ink, detail=PAPER, rim=INK)


def _draw_ground(pen: Pen, cloth: Colour, pattern: str, box: Box) -> None:
    area, ground = box.path, wash(pen, cloth)
    pen.paint(area, ground)
    with pen.clip(area):
        light = mix(ground, WHITE if luminance(ground) < 0.7 else cloth, 0.32)
        draw_pattern(pen, pattern, box, light)


def stand_net() -> Shape:
    """Return the net of all stands: a clockwise outline, folds, and the tab to label."""
    under, head, feet = STAND.creases
    tab, fold, foot = STAND.tab.width / 2, STAND.fold / 2, STAND.foot / 2
    # the right half of the figure, from its foot up to its head
    h = STAND.figure.height
    edge = paths.outline(
        f"M{foot} 0 C{foot + 2.6} {-h * 0.14} {foot + 2.6} {-h * 0.48} {foot + 0.4} {-h * 0.62} "
        f"C{foot - 2.4} {-h * 0.84} {fold + 2.6} {-h * 0.98} {fold} {-h}"
    )
    # the base from above, from its rear right to its rear left corner
    w, low, r, k = STAND.base.width / 2, STAND.base.height, STAND.corner, STAND.corner * 0.4477
    base = paths.outline(
        f"M{w} 0 L{w} {low - r} C{w} {low - k} {w - k} {low} {w - r} {low} L{r - w} {low} "
        f"C{k - w} {low} {-w} {low - k} {-w} {low - r} L{-w} 0"
    )
    # down the right side from tab to base and up the left side
    back, face = edge.mapped(1, -1, MIDDLE, under), edge.reversed().moved(MIDDLE, feet)
    figure = Path((*back.steps, *face.steps[1:]))
    right = paths.joined(paths.line([(MIDDLE + tab - TAPER, 0.0), (MIDDLE + tab, under)]), figure)
    left = right.reversed().mapped(-1, 1, 2 * MIDDLE, 0)
    cut = paths.joined(right, base.moved(MIDDLE, feet), left)
    folds = (
        Fold((MIDDLE - tab, under), (MIDDLE + tab, under)),
        Fold((MIDDLE - fold, head), (MIDDLE + fold, head)),
        Fold((MIDDLE - foot, feet), (MIDDLE + foot, feet), "valley"),
    )
    words = Box(MIDDLE - tab + TAPER, 0, 2 * (tab - TAPER), STAND.tab.height).grown(-MARGIN)
    return Shape(Path((*cut.steps, ("Z", ()))), folds, tab=words)


SLANT = 0.8  # how much shorter a tab is at its end, on each side, as a share of its height
EDGE = 1.6  # of ice around the snow on each face of the die, mm
PIPS = {1: "#d2553f"}  # 1 is coral, the others are slate


def rock_front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw a tag as if it were carved into a pale stone that lies on ice."""
    pen.paint(bled(piece.size), wash(pen, signs.ICE))
    edge = piece.size.width / 2 - 0.25
    slab = paths.rounded(-edge, -edge, 2 * edge, 2 * edge, 0.9)
    lit = paths.rounded(-edge, -edge, 2 * edge - 0.4, 2 * edge - 0.4, 0.9)
    with pen.at(piece.size.width / 2, piece.size.height / 2):
        pen.paint(slab, wash(pen, signs.STONES[2]))
        pen.paint(lit, wash(pen, signs.CARVED))
        pen.paint(slab, None, signs.STONE_DARK, width=0.4)
    for tag in piece.faces["front"]:
        draw_tag(pen, tag)


def rock_back(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw a rock on snow."""
    pen.paint(bled(piece.size), wash(pen, signs.ICE))
    fill = wash(pen, signs.STONES[1])
    with pen.at(piece.size.width / 2, piece.size.height / 2):
        pen.paint(ellipse(0.4, 5.0, 6.2, 1.7), mix(signs.ICE, signs.RIPPLE, 0.45))
        pen.paint(signs.boulder(12.6), fill, INK, width=0.7)
        pen.paint(arc(0, 0, 4.1, 3.7, 190, 262), None, mix(fill, WHITE, 0.7), width=1.0)
        cracks = paths.outline("M2 -3.4 L3 -1.4 L2.2 0.4 M-2.6 2.2 L-0.6 3 L0.8 2.4")
        pen.paint(cracks, None, signs.STONE_DARK, width=0.6)


def die_front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw the flat net: pips on ice, whose colour reaches a little onto the tabs."""
    pen.paint(bled(piece.size), WHITE)
    ground, edge = wash(pen, signs.ICE), DIE.edge
    for flap in DIE.flaps:
        pen.paint(paths.polygon(_tab(flap, 1.5 / DIE.flap)), ground)
    for cell in DIE.faces.values():
        (x, y), side = DIE.corner(cell), edge - 2 * EDGE
        pen.paint(paths.rectangle(x, y, edge, edge), ground)
        snow = paths.rounded(x + EDGE, y + EDGE, side, side, 3.4)
        pen.paint(snow, wash(pen, PAPER), signs.RIPPLE, width=0.5)
    for pips, cell in DIE.faces.items():
        x, y = DIE.corner(cell)
        with pen.at(x + edge / 2, y + edge / 2):
            fill = PIPS.get(pips, "#3f4a63") if pen.ink == "full" else PAPER
            signs.draw_pips(pen, pips, 0.84 * edge, fill)


def die_net() -> Shape:
    """Return how the die is cut and folded; its seven tabs are glued inside."""
    flaps = {(flap.cell, flap.side): flap for flap in DIE.flaps}
    # the outline with tabs, clockwise from the leftmost square's top left
    cells = {0: Cell(0, 1), 2: Cell(2, 1), 3: Cell(3, 1), 5: Cell(1, 0), 6: Cell(1, 2)}
    way = "0n 5w 5n 5e 2n 3n 3e 3s 2s 6e 6s 6w 0s 0w"
    cut: list[Point] = []
    for step in way.split():
        cell, side = cells[int(step[0])], step[1]
        run = _tab(flaps[cell, side]) if (cell, side) in flaps else sides(cell)[side]
        cut += run[1:] if cut and cut[-1] == run[0] else run
    if cut[-1] == cut[0]:
        cut.pop()
    joints = [(Cell(column, 1), "e") for column in range(3)] + [(Cell(1, 1), side) for side in "ns"]
    folds = tuple(Fold(*sides(cell)[side]) for cell, side in (*joints, *flaps))
    return Shape(paths.polygon(cut), folds, tuple(paths.polygon(_tab(flap)) for flap in DIE.flaps))


def sides(cell: Cell) -> dict[str, tuple[Point, Point]]:
    """Return a square's sides by the direction they face (n, e, s, w), each clockwise."""
    (x, y), e = DIE.corner(cell), DIE.edge
    corners = ((x, y), (x + e, y), (x + e, y + e), (x, y + e))
    return {name: (corners[i], corners[(i + 1) % 4]) for i, name in enumerate("nesw")}


def _tab(flap: Flap, share: float = 1) -> list[Point]:
    """Return a tab's corners from one end of its side to the other, at a `share` of its height."""
    (ax, ay), (bx, by) = sides(flap.cell)[flap.side]
    e, h = DIE.edge, DIE.flap * share
    ux, uy = (bx - ax) / e, (by - ay) / e
    out, along = (uy, -ux), h * SLANT
    far = [
        (ax + ux * along + out[0] * h, ay + uy * along + out[1] * h),
        (bx - ux * along + out[0] * h, by - uy * along + out[1] * h),
    ]
    return [(ax, ay), *far, (bx, by)]
