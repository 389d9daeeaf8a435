"""The rocks board, drawn from the board file: nests, paths and piles in the sea."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, dist, hypot, radians, sin

from companion.game import Piece
from companion.language import reworded, say
from companion.layout import Size
from companion.rocks.board import RING, Board, Nest, Place
from companion.rocks.pieces import PATH, paths, width
from companion.rocks.state import HOP, LANDING, SECOND
from printables.art import drawings
from printables.art.codes import draw_windows
from printables.art.patterns import draw_pattern, draw_symbol
from printables.draw import colours
from printables.draw.colours import INK, PAPER, SAND, SAND_DARK, WHITE, Colour, mix
from printables.draw.fonts import CAP_HEIGHT, fitted
from printables.draw.paths import Box, Path, arc, circle, line, outline, rounded
from printables.draw.pen import BLEED, LINE, Pen, bled, wash
from printables.faces.rocks import signs
from printables.faces.rocks.room import Disc, Plate, rooms, turn_of

EDGE = 0.75  # lines round spaces, mm
NEST_RIM = 3.6  # how far a nest's ground reaches beyond its spaces, mm
LABEL = 2.7  # size of places' names, mm


def draw_space(pen: Pen, across: float, way: float) -> None:
    """Draw a floe on a path, with footprints in the path's direction `way`, in degrees."""
    r = across / 2
    tint = mix(signs.ICE, INK, 0.14)
    pen.paint(circle(0, 0, r), wash(pen, mix(signs.ICE, WHITE, 0.62)), INK, width=EDGE)
    pen.paint(circle(0, 0, r - 2), None, mix(signs.ICE, WHITE, 0.1), width=0.9)
    pen.paint(arc(0, 0, r - 4.2, r - 4.2, 200, 246), None, wash(pen, WHITE, signs.ICE), width=1.3)
    with pen.at(turn=way, scale=1.5):
        signs.draw_footprints(pen, 2, tint)


def draw_start(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw the start of a colour's penguin 1: its number between two of its symbols."""
    r = across / 2
    pen.paint(circle(0, 0, r), PAPER, INK, width=EDGE)
    if pen.ink == "low":
        pen.paint(circle(0, 0, r - 1.8), None, ink, width=1.2)
    else:
        pen.paint(circle(0, 0, r - 2.4), None, ink, width=3.4)
        pen.paint(circle(0, 0, r - 4.1), None, INK, width=0.45)
    pen.text(0, r * 0.34, "1", r * 1.0, colours.deep(ink), weight="semibold")
    for x in (-r * 0.46, r * 0.46):
        draw_symbol(pen, symbol, x, r * 0.02, r * 0.36, fill=ink, detail=PAPER, rim=INK)


def draw_outer(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw an outer space of a nest: a pale rock with the nest's symbol, as one is missing here."""
    r = across / 2
    pen.paint(circle(0, 0, r), wash(pen, mix(PAPER, ink, 0.1)), INK, width=EDGE)
    pen.paint(circle(0, 0, r - 1.7), None, ink, width=1.1)
    with pen.at(0, -0.6):
        pale = wash(pen, mix(PAPER, signs.STONES[1], 0.45))
        pen.paint(signs.boulder(r * 1.14), pale, mix(signs.STONE_DARK, PAPER, 0.25), width=0.7)
        draw_symbol(pen, symbol, 0, 0, r * 0.66, fill=ink, detail=PAPER, rim=INK)


def draw_centre(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw a nest's middle in its wall of pebbles, where penguin 2 is locked in at the start."""
    r = across / 2
    pen.paint(circle(0, 0, r), wash(pen, SAND_DARK), INK, width=EDGE)
    for index in range(17):
        angle, stone = 360 * index / 17, signs.STONES[index * 2 % len(signs.STONES)]
        x, y = (r - 2.6) * cos(radians(angle)), (r - 2.6) * sin(radians(angle))
        with pen.at(x, y, turn=angle + index * 67):
            fill = stone if pen.ink != "low" else WHITE
            pen.paint(signs.boulder(5.2 + index % 3 * 0.5), fill, INK, width=0.45)
    inner = r - 5.4
    pen.paint(circle(0, 0, inner), wash(pen, ink), INK, width=EDGE)
    on = colours.readable_on(ink, INK, PAPER) if pen.ink == "full" else colours.deep(ink)
    draw_symbol(pen, symbol, 0, -inner * 0.3, inner, fill=on, detail=wash(pen, ink))
    pen.text(-inner * 0.24, inner * 0.82, "2", inner * 0.78, on, weight="semibold")
    size = inner * 0.5
    with pen.at(inner * 0.3, inner * 0.52), pen.at(scale=size / 10):
        drawings.draw(pen, signs.PACKAGE, "signs", "padlock", edge=LINE * 10 / size)


# width of the sand around the water, and of shallow water, mm
SNOWLINE, SHELF = (2.5, 4.0)
RINGS = (4, 8, 12)  # radii of the ripples in the middle, mm
RULES = (
    say("Walk your whole roll, any way you like."),
    say("Into a pile: 1 step. Out of it: 1 step."),
    say("Take or drop a rock in passing, for free."),
    say("Hop over penguins: {hop} step, landing {landing} more.", hop=HOP, landing=LANDING),
    say("First rock at home: penguin {second} may go, too.", second=SECOND),
    say("{ring} rocks round a penguin at home: you win!", ring=RING),
)


def front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw the whole board."""
    # names are removed, so that boards in all languages share one cached survey
    side, survey = board.drawing.side, rooms(reworded(board, lambda _: ""))
    pen.paint(bled(Size(side, side)), wash(pen, signs.SNOW))
    with pen.at(side / 2, side / 2):
        # the coast from the outside: a line, sand, a line, shallow water, and deep water with waves
        all_of_it = sum((circle(disc.x, disc.y, disc.radius) for disc in survey.sea), Path())
        edge = SAND_DARK if pen.ink != "low" else SAND
        for beyond, colour in ((SNOWLINE + 0.5, edge), (SNOWLINE, wash(pen, SAND)), (0.8, INK)):
            pen.paint(all_of_it, colour, colour, width=2 * beyond)
        pen.paint(all_of_it, wash(pen, signs.SHALLOW))
        pools = (circle(d.x, d.y, d.radius - SHELF) for d in survey.sea if d.radius > 2 * SHELF)
        pen.paint(sum(pools, Path()), wash(pen, signs.SEA))
        pen.paint(_waves(survey.sea, side / 2 + BLEED), None, signs.RIPPLE, width=0.6)
        # scenes, large ones and small ones, one after the other in the free spots
        for scenes, free_discs in ((signs.LARGE, survey.scenes), (signs.SMALL, survey.trifles)):
            for index, room in enumerate(free_discs):
                spot = room.x, room.y
                near = min(board.nests, key=lambda nest: dist(_at(board, nest.centre), spot))
                name, turn = scenes[index // len(board.nests) % len(scenes)], turn_of(board, near)
                signs.draw_scene(pen, name, *spot, radius=room.radius, turn=turn, cloth=near.ink)
        draw_course(pen, board)
        for nest, plate in zip(board.nests, survey.plates, strict=False):
            _rules(pen, nest, plate)
    draw_windows(pen, piece.faces["front"], INK)


def draw_course(pen: Pen, board: Board) -> None:
    """Draw nests, paths, spaces and piles about the board's middle."""
    for seat, nest in enumerate(board.nests):
        x, y = _at(board, nest.centre)
        outer = [_at(board, name) for name in nest.ring]
        spots = [(to_x - x, to_y - y) for to_x, to_y in outer]
        pattern, ground = signs.NEST_PATTERNS[seat % len(signs.NEST_PATTERNS)], wash(pen, nest.ink)
        light = mix(ground, WHITE if colours.luminance(ground) < 0.7 else nest.ink, 0.45)
        # colour about the outer spaces, up to their middles, which leaves no gap to the pattern
        core, radius = sum(hypot(*spot) for spot in spots) / len(spots), board.drawing.space / 2
        ring = sum((circle(*spot, radius) for spot in spots), circle(0, 0, core))
        with pen.at(x, y):
            pen.paint(ring, INK, INK, width=2 * NEST_RIM + 1.4)
            pen.paint(ring, ground, ground, width=2 * NEST_RIM)
            with pen.clip(circle(0, 0, core)):
                draw_pattern(pen, pattern, Box(-core, -core, 2 * core, 2 * core), light)
    pairs = list(paths(board))
    tracks = sum((line([one.at, other.at]) for one, other in pairs), Path())
    for colour, broad in ((INK, PATH + 1.4), (SAND if pen.ink != "low" else WHITE, PATH)):
        pen.paint(tracks, None, colour, width=broad)
    for one, other in pairs:
        # footprints, halfway between the spaces' edges
        (ax, ay), (bx, by) = one.at, other.at
        reach, ends = dist(one.at, other.at), (width(board, one) + width(board, other)) / 2
        steps = int((reach - ends) / 4.6)
        middle = (width(board, one) / 2 + (reach - ends) / 2) / reach
        at, turn = (ax + (bx - ax) * middle, ay + (by - ay) * middle), atan2(by - ay, bx - ax)
        if steps > 1:
            with pen.at(*at, turn=degrees(turn)):
                signs.draw_footprints(pen, steps, mix(SAND_DARK, INK, 0.35))
    for place in board.places:
        _place(pen, board, place)


def _waves(water: Sequence[Disc], reach: float) -> Path:
    """Return small crests in rows, and rings about the middle, where the water is deep."""
    waves, step = Path(), 24.0
    crest = outline("M-4.5 0 Q-2.2 -2.6 0 0 Q2.2 -2.6 4.5 0")
    for row in range(int(2 * reach / step * 1.6) + 1):
        for column in range(int(2 * reach / step) + 1):
            x, y = -reach + (column + row % 2 / 2) * step, -reach + row * step / 1.6
            if hypot(x, y) > RINGS[-1] + 6 and _is_deep(water, x, y, 5):
                waves += crest.moved(x, y)
    for radius in RINGS:
        if _is_deep(water, 0, 0, radius):
            for turn in (0, 90, 180, 270):
                waves += arc(0, 0, radius, radius, turn + 20, turn + 70)
    return waves


def _is_deep(water: Sequence[Disc], x: float, y: float, reach: float) -> bool:
    return any(dist((x, y), (disc.x, disc.y)) + reach <= disc.radius - SHELF for disc in water)


def _place(pen: Pen, board: Board, place: Place) -> None:
    """Draw a space or a pile with its name; those of a nest are turned to its player."""
    across, name = width(board, place), place.id
    owner = next((n for n in board.nests if name in (n.centre, n.start, *n.ring)), None)
    low = across / 2 - LABEL * 1.35
    plate = True
    with pen.at(*place.at, turn=turn_of(board, owner) if owner else 0):
        if place.is_pile:
            fill = wash(pen, mix(SAND_DARK, signs.STONES[1], 0.4))
            pen.paint(circle(0, 0, across / 2), fill, INK, width=EDGE)
            signs.draw_scree(pen, across / 2 - 1.2)
            low = 0
        elif owner is None:
            # the direction through it from its first neighbour to the last
            ends = [
                other.at if one == place else one.at
                for one, other in paths(board)
                if place in (one, other)
            ]
            (ax, ay), (bx, by) = ends[0], ends[-1] if len(ends) > 1 else place.at
            draw_space(pen, across, degrees(atan2(by - ay, bx - ax)))
            plate = False
        elif name == owner.start and name not in (owner.centre, *owner.ring):
            draw_start(pen, across, owner.ink, owner.symbol)
        elif name == owner.centre:
            draw_centre(pen, across, owner.ink, owner.symbol)
        else:
            draw_outer(pen, across, owner.ink, owner.symbol)
            plate = False
    # the name, as written moves use it
    x, y, ink = place.at[0], place.at[1] + low, mix(INK, PAPER, 0.2 if plate else 0.3)
    if plate:
        pen.paint(circle(x, y, LABEL * 1.25), PAPER, INK, width=0.45)
    pen.text(x, y + LABEL * CAP_HEIGHT / 2, name, LABEL, ink, fit=LABEL * 2.2)


def _rules(pen: Pen, nest: Nest, plate: Plate) -> None:
    """Draw the rules in six lines below the nest's name, turned to its player."""
    w, h = plate.width, plate.height
    head = h * 0.24
    with pen.at(plate.x, plate.y, turn=plate.turn):
        pen.paint(rounded(-w / 2, -h / 2, w, h, 4), PAPER, INK, width=0.8)
        with pen.clip(rounded(-w / 2, -h / 2, w, h, 4)):
            strip = line([(-w / 2, -h / 2 + head / 2), (w / 2, -h / 2 + head / 2)])
            pen.paint(strip, None, wash(pen, nest.ink), width=head, cap="butt")
            pen.paint(line([(-w / 2, -h / 2 + head), (w / 2, -h / 2 + head)]), None, INK, width=0.6)
        pen.paint(rounded(-w / 2, -h / 2, w, h, 4), None, INK, width=0.8)
        on = colours.deep(nest.ink)
        if pen.ink == "full":
            on = colours.readable_on(nest.ink, INK, PAPER)
        middle = -h / 2 + head / 2
        for x in (head * 0.75 - w / 2, w / 2 - head * 0.75):
            detail = wash(pen, nest.ink)
            draw_symbol(pen, nest.symbol, x, middle, head * 0.66, fill=on, detail=detail)
        size, room, tall = head * 0.62, w - 3.4 * head, head * 0.9
        base = middle + size * CAP_HEIGHT / 2
        pen.title(nest.name, 0, base, size=size, width=room, height=tall, fill=on)
        # each rule on a line after a pebble
        step = (h - head - 3) / len(RULES)
        rules = [pen.translate(rule) for rule in RULES]
        size = min(fitted(text, step * 0.72, w - 12) for text in rules)
        for index, text in enumerate(rules):
            y = -h / 2 + head + 1.5 + step * (index + 0.5)
            stone = signs.STONES[index % len(signs.STONES)] if pen.ink != "low" else WHITE
            with pen.at(-w / 2 + 5, y, turn=index * 50):
                pen.paint(signs.boulder(2.6), stone, INK, width=0.4)
            pen.text(-w / 2 + 8.4, y + size * CAP_HEIGHT / 2, text, size, INK, anchor="start")


def _at(board: Board, name: str) -> tuple[int, int]:
    return next(place.at for place in board.places if place.id == name)
