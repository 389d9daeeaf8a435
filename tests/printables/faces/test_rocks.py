"""What the faces of rocks show is what the board file says, a photo can read it, and paper can be
folded to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from math import dist

import cv2
import numpy as np
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import Size
from companion.rocks.board import Board, Drawing
from companion.rocks.boardfile import standard
from companion.rocks.pieces import (
    DIE,
    ROCK,
    STAND,
    Cell,
    board_tags,
    obstacles,
    paths,
    pieces,
    width,
)
from companion.tags import BLACK_MODULES
from printables.draw.colours import Ink
from printables.draw.paths import Path, Point, circle, line
from printables.draw.pen import PdfPen
from printables.draw.svg import SvgPen
from printables.faces.rocks import draw, shape
from printables.faces.rocks.pieces import sides
from printables.faces.rocks.room import MOST, Rooms, clearances, rooms, turn_of
from printables.faces.rocks.signs import SCENES, draw_pips, draw_scene
from tests.printables.faces.easel import Drawn, on_pages, rendered
from tests.printables.faces.recorder import Recorder

Vector = tuple[float, float, float]

SAFE = 3.0  # mm from the trim that no text comes nearer to


def named(board: Board, name: str) -> Piece:
    """The piece called so."""
    return next(piece for piece in pieces(board) if piece.id == name)


def faces(board: Board) -> list[Drawn]:
    """Every face of every piece."""
    return [(piece, face) for piece in pieces(board) for face in piece.faces]


def recorded(board: Board, piece: Piece, face: str = "front", ink: Ink = "full") -> Recorder:
    """What is drawn where."""
    pen = Recorder(ink)
    draw(pen, piece, face, board)
    return pen


def pdf(board: Board, drawn: Sequence[Drawn], ink: Ink = "full") -> bytes:
    """A page for each face, with its bleed on magenta."""
    return on_pages(draw, board, drawn, ink)


def large() -> Board:
    """The standard board blown up by a tenth and pushed about a little, so that nothing is
    symmetric any more.
    """
    plain = standard()
    places = tuple(
        replace(place, at=(round(place.at[0] * 1.1) + i % 5, round(place.at[1] * 1.1) - i % 3))
        for i, place in enumerate(plain.places)
    )
    return replace(plain, drawing=Drawing(450, 36, 70), places=places)


def test_the_same_bytes_each_time() -> None:
    """The board is placed by search, and found alike each time."""
    drawn = [(named(standard(), "board"), "front")]
    once = pdf(standard(), drawn)
    rooms.cache_clear()
    assert pdf(standard(), drawn) == once


# The board


@pytest.mark.parametrize("board", [standard(), large()], ids=["standard", "own"])
def test_each_place_is_drawn_where_the_file_says(board: Board) -> None:
    """A disc as wide as the file says with the place's name in it; and no further names."""
    pen, half = recorded(board, named(board, "board")), board.drawing.side / 2
    labels = {word.text: word for word in pen.words}
    for place in board.places:
        middle = (half + place.at[0], half + place.at[1])
        disc = circle(0, 0, width(board, place) / 2)
        assert any(
            p.path == disc and p.fill and dist(p.origin, middle) < 1e-6 for p in pen.painted
        ), place.id
        assert all(
            dist(corner, middle) < width(board, place) / 2 for corner in labels[place.id].corners
        ), place.id


def test_each_path_is_drawn() -> None:
    """A band leads from place to place wherever a trail does, and nowhere else."""
    board = standard()
    pairs = [line([one.at, other.at]) for one, other in paths(board)]
    bands = [
        painted.path
        for painted in recorded(board, named(board, "board")).painted
        if not painted.fill
    ]
    assert bands.count(sum(pairs, Path())) == 2  # an edge and the way
    nest_of = {name: nest.id for nest in board.nests for name in (nest.centre, *nest.ring)}
    within = sum(nest_of.get(one, one) == nest_of.get(other, other) for one, other in board.edges)
    assert len(pairs) == len(board.edges) - within


def test_nothing_lies_across_a_seam() -> None:
    """Rocks O: it prints as four quarters; spaces, piles, texts, tables, tags and scenery keep off
    the middle lines.
    """
    board = standard()
    half = board.drawing.side / 2
    for place in board.places:
        assert min(map(abs, place.at)) >= width(board, place) / 2 + 1
    for word in recorded(board, named(board, "board")).words:
        for axis in (0, 1):
            ends = [corner[axis] - half for corner in word.corners]
            assert min(ends) * max(ends) > 0, word.text
            assert max(map(abs, ends)) <= half - SAFE, word.text
    for tag in named(board, "board").faces["front"]:
        assert min(abs(tag.x - half), abs(tag.y - half)) > 9
    found = rooms(board)
    for disc in (*found.scenes, *found.trifles):
        assert min(abs(disc.x), abs(disc.y)) >= disc.radius
    for plate in found.plates:
        box = plate.box
        assert box.x * box.right > 0 < box.y * box.bottom


@pytest.mark.parametrize("board", [standard(), large()], ids=["standard", "own"])
def test_nothing_lies_on_a_place(board: Board) -> None:
    """Tables of rules and scenery keep off places, tags and each other."""
    found, around = rooms(board), obstacles(board)
    for disc in (*found.scenes, *found.trifles):
        assert min(one.distance((disc.x, disc.y)) for one in around) > disc.radius
        assert all(dist((disc.x, disc.y), tag) > disc.radius + 9 for tag in board_tags(board))
    for one, other in combinations((*found.scenes, *found.trifles), 2):
        assert dist((one.x, one.y), (other.x, other.y)) > one.radius + other.radius
    for plate in found.plates:
        for step in range(11):
            for edge in (
                (plate.box.x + plate.box.width * step / 10, plate.box.y + plate.box.height * side)
                for side in (0, 0.5, 1)
            ):
                assert min(one.distance(edge) for one in around) > 2


def wide() -> Board:
    """The standard board's places in the middle of a broader sea."""
    return replace(standard(), drawing=Drawing(560, 36, 60))


def test_spots_keep_clear_of_the_nearest_place_or_path() -> None:
    """Rooms are measured for all spots at once, as the board's tags are for one."""
    board = wide()
    around = obstacles(board)
    spots = [(x, y) for x in range(-280, 280, 37) for y in range(-280, 280, 41)]
    clear = clearances(board, *np.array(spots, float).T)
    assert clear.tolist() == pytest.approx(
        [min(one.distance(spot) for one in around) for spot in spots]
    )


def test_a_large_sea_stays_a_sea() -> None:
    """Scenery has its end: a board of a square metre would have a thousand ships, and take minutes
    to draw.
    """
    found = rooms(wide())
    assert len(rooms(standard()).scenes) < len(found.scenes) == MOST
    assert len(found.trifles) <= MOST


def test_texts_do_not_overlap() -> None:
    """No name, number or rule lies over another, and all are large enough to read."""
    board = standard()
    words = recorded(board, named(board, "board")).words
    assert min(word.size for word in words) >= 2
    boxes = [
        (min(xs), min(ys), max(xs), max(ys))
        for xs, ys in (list(zip(*word.corners, strict=True)) for word in words)
    ]
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert c <= e or g <= a or d <= f or h <= b


def test_the_board_looks_the_same_from_every_seat() -> None:
    """Rocks O: a quarter turn brings tables, scenery and tags onto each other."""
    found = rooms(standard())

    def turned(discs: Rooms) -> Iterator[tuple[float, float, float]]:
        for disc in (*discs.scenes, *discs.trifles):
            yield round(-disc.y, 3), round(disc.x, 3), disc.radius

    assert Counter(turned(found)) == Counter(
        (d.x, d.y, d.radius) for d in (*found.scenes, *found.trifles)
    )
    plates = {(plate.x, plate.y, plate.turn) for plate in found.plates}
    assert {(-y, x, (turn + 90) % 360) for x, y, turn in plates} == plates
    assert {(-y, x) for x, y in board_tags(standard())} == set(board_tags(standard()))


def test_a_table_is_turned_to_its_owner() -> None:
    """Rocks R2: the owner sits so that the pile is at the right, and each table stands by its
    nest's pile.
    """
    board = standard()
    assert [turn_of(board, nest) for nest in board.nests] == [0, 90, 180, 270]
    where = {place.id: place.at for place in board.places}
    for nest, plate in zip(board.nests, rooms(board).plates, strict=True):
        near = min(board.nests, key=lambda other: dist(where[other.pile], (plate.x, plate.y)))
        assert near is nest


def test_tables_of_rules_can_be_read() -> None:
    """Rocks R6: the hop and its landing are reported; the lines are 3 mm high, none is squeezed for
    a longer one.
    """
    board = standard()
    words = [word for word in recorded(board, named(board, "board")).words if " " in word.text]
    assert "Hop over penguins: 1 step, landing 1 more." in {word.text for word in words}
    assert {round(word.size, 2) for word in words} == {max(round(word.size, 2) for word in words)}
    assert min(word.size for word in words) >= 3


def test_a_board_without_room_for_tables_is_drawn_without() -> None:
    """On an own board broad piles may take the room of the tables; all places are there all the
    same.
    """
    board = replace(standard(), drawing=Drawing(400, 36, 116))
    assert rooms(board).plates == ()
    texts = [word.text for word in recorded(board, named(board, "board")).words]
    assert set(texts) == {*(place.id for place in board.places), "1", "2"}


def test_colour_is_never_the_only_sign() -> None:
    """With one ink for all, nests, start spaces and penguins of the four colours still look
    different.
    """
    plain = standard()
    board = replace(
        plain, nests=tuple(replace(nest, ink="#808080", name="Nest") for nest in plain.nests)
    )
    looks = set()
    for nest in board.nests:
        pen = SvgPen(STAND.size)
        draw(
            pen, replace(named(board, f"penguin-{nest.id}-1"), faces={"front": ()}), "front", board
        )
        looks.add(pen.to_svg("", ""))
    assert len(looks) == len(board.nests)


def test_missing_glyph_names_the_piece() -> None:
    """A colour's name that the font can't print is refused."""
    plain = standard()
    board = replace(plain, nests=(replace(plain.nests[0], name="金"), *plain.nests[1:]))
    with pytest.raises(PrintError, match=r"^board: .*U\+91D1"):
        draw(Recorder(), named(board, "board"), "front", board)


@pytest.mark.parametrize("name", SCENES)
def test_scenery_stays_in_its_room(name: str) -> None:
    """Each scene is drawn within its disc, but for the breadth of a line."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=(60 * mm, 60 * mm), invariant=1)
    draw_scene(PdfPen(canvas, Size(60, 60)), name, 30, 30, radius=20, turn=0, cloth="#d2553f")
    canvas.showPage()
    canvas.save()
    picture = next(rendered(file.getvalue(), 72)).min(axis=2)
    rows, columns = np.nonzero(picture < 250)
    far = np.hypot((columns + 0.5) * 25.4 / 72 - 30, (rows + 0.5) * 25.4 / 72 - 30)
    assert far.max() < 20 * 1.06


# Nets


def corners(path: Path) -> list[Point]:
    """Where the steps of an outline end."""
    return [(numbers[-2], numbers[-1]) for _, numbers in path.steps if numbers]


def flattened(path: Path) -> Iterator[Point]:
    """An outline as many short straight lines."""

    def between(t: float, a: float, b: float, c: float, d: float) -> float:
        s = 1 - t
        return s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d

    x, y = 0.0, 0.0
    for command, n in path.steps:
        if command == "C":
            for share in (i / 8 for i in range(1, 8)):
                yield between(share, x, n[0], n[2], n[4]), between(share, y, n[1], n[3], n[5])
        if n:
            x, y = n[-2], n[-1]
            yield x, y


def area(points: Sequence[Point]) -> float:
    """Of a polygon; above 0 when it runs clockwise."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]])) / 2


def test_only_nets_have_a_shape() -> None:
    """Penguins and the die are folded; the board and rocks are plain rectangles."""
    board = standard()
    shaped = {piece.kind for piece in pieces(board) if shape(piece, board)}
    assert shaped == {"penguin", "die"}


def test_a_figure_s_two_sides_are_alike() -> None:
    """Folded at the head, back and front lie on each other, left for left."""
    net = shape(named(standard(), "penguin-coral-1"), standard())
    assert net is not None
    _, head, feet = STAND.creases
    found = {
        (round(x, 3), round(y, 3))
        for x, y in corners(net.cut)
        if STAND.creases[0] - 0.01 <= y <= feet + 0.01
    }
    figure = {
        (x, y)
        for x, y in found
        if abs(x - STAND.size.width / 2) <= STAND.foot / 2 + 0.5 and y != feet
    }
    mirrored = {(x, round(2 * head - y, 3)) for x, y in figure if y != STAND.creases[0]}
    assert {(x, y) for x, y in figure if y != STAND.creases[0]} == mirrored
    middle = STAND.size.width
    assert {(round(middle - x, 3), y) for x, y in found} == found


def test_a_stand_s_folds_end_at_its_outline() -> None:
    """Each fold runs from edge to edge; back and front are folded away, the base towards the
    reader.
    """
    net = shape(named(standard(), "penguin-violet-2"), standard())
    assert net is not None
    edge = [(round(x, 3), round(y, 3)) for x, y in corners(net.cut)]
    for fold in net.folds:
        y = fold.start[1]
        on_line = sorted(x for x, at in edge if abs(at - y) < 1e-3)
        assert on_line[0] - 1e-3 <= fold.start[0] < fold.end[0] <= on_line[-1] + 1e-3
        assert any(abs(fold.start[0] - x) < 1e-3 for x in on_line), y
    assert [fold.crease for fold in net.folds] == ["mountain", "mountain", "valley"]
    assert STAND.tab.height < STAND.base.height
    assert STAND.tab.width < STAND.base.width
    assert [step for step, _ in net.cut.steps].count("Z") == 1


def test_nothing_of_a_stand_is_cut_off() -> None:
    """The number and the tag's window lie well inside the outline; so does the rock on its pad."""
    piece = named(standard(), "penguin-amber-2")
    net = shape(piece, standard())
    assert net is not None
    outline = np.array(list(flattened(net.cut)), np.float32)
    spots = [corner for word in recorded(standard(), piece).words for corner in word.corners]
    for spot in spots:
        assert cv2.pointPolygonTest(outline, spot, measureDist=True) >= SAFE
    (tag,) = piece.faces["front"]
    for (x, y), half in (
        (STAND.pad, ROCK.width / 2 - 0.3),
        ((tag.x, tag.y), tag.size / 2 + tag.size / BLACK_MODULES),
    ):
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            assert (
                cv2.pointPolygonTest(outline, (x + dx * half, y + dy * half), measureDist=True)
                >= 0.1
            )


@pytest.mark.parametrize("number", [1, 2])
def test_a_penguin_s_number_is_large_on_both_sides(number: int) -> None:
    """Its number stands on the belly and on the back, a centimetre high or more, and no other
    number.
    """
    words = recorded(standard(), named(standard(), f"penguin-jade-{number}")).words
    assert [word.text for word in words] == [str(number)] * 2
    assert all(word.size * 0.7 >= 9.5 for word in words)


def test_a_penguin_stands_on_its_fold_on_both_sides() -> None:
    """The number on the belly and the one on the back are as high above the feet; the back's is
    upside down.
    """
    under, head, feet = STAND.creases
    behind, before = recorded(standard(), named(standard(), "penguin-coral-2")).words
    assert (
        behind.corners[0][1]
        < behind.corners[2][1]
        < head
        < before.corners[2][1]
        < before.corners[0][1]
    )
    above = (behind.corners[0][1] - under, feet - before.corners[0][1])
    assert all(4 < height < 14 for height in above)
    assert above[0] == pytest.approx(above[1], abs=3)


def folded() -> dict[int, tuple[Vector, dict[str, frozenset[Vector]]]]:
    """The die by pips: where each face looks once it is folded, and the two ends of each of its
    sides.
    """

    def plus(*vectors: Vector) -> Vector:
        x, y, z = (sum(each) for each in zip(*vectors, strict=True))
        return (x, y, z)

    def minus(vector: Vector) -> Vector:
        x, y, z = vector
        return (-x, -y, -z)

    cells = {cell: pips for pips, cell in DIE.faces.items()}
    start = DIE.faces[1]
    todo: list[tuple[tuple[int, int], Vector, Vector, Vector, Vector]] = [
        (start, (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    found: dict[int, tuple[Vector, dict[str, frozenset[Vector]]]] = {}
    while todo:
        cell, origin, right, down, out = todo.pop()
        if cell not in cells or cells[cell] in found:
            continue
        a, b, c, d = origin, plus(origin, right), plus(origin, right, down), plus(origin, down)
        ends = dict(zip("nesw", map(frozenset, ((a, b), (b, c), (c, d), (d, a))), strict=True))
        found[cells[cell]] = (out, ends)
        column, row = cell
        todo += [
            ((column + 1, row), b, minus(out), down, right),
            ((column - 1, row), plus(a, minus(out)), out, down, minus(right)),
            ((column, row + 1), d, right, minus(out), down),
            ((column, row - 1), plus(a, minus(out)), right, out, minus(down)),
        ]
    return found


def test_opposite_faces_of_the_die_sum_to_seven() -> None:
    """Folded up, six faces look six ways, and those that look away from each other sum to 7."""
    ways = {out: pips for pips, (out, _) in folded().items()}
    assert len(ways) == 6
    for (x, y, z), pips in ways.items():
        assert pips + ways[-x, -y, -z] == 7


def test_the_die_closes_up() -> None:
    """Each tab meets the side that it is glued under; five folds and seven tabs are all twelve
    edges of the cube.
    """
    cells, found = {cell: pips for pips, cell in DIE.faces.items()}, folded()
    onto = [*((Cell(column, 1), side) for side in "ns" for column in (0, 3, 2)), (Cell(0, 1), "w")]
    glued = set()
    for flap, (under, side) in zip(DIE.flaps, onto, strict=True):
        one = found[cells[flap.cell]][1][flap.side]
        assert one == found[cells[under]][1][side]
        glued.add(one)
        a, b = sides(flap.cell)[flap.side]
        c, d = sides(under)[side]
        assert dist(a, b) == pytest.approx(dist(c, d)) == pytest.approx(DIE.edge)
    every = [ends for _, named_sides in found.values() for ends in named_sides.values()]
    assert Counter(every) == dict.fromkeys(every, 2)
    assert len(set(every)) == 12
    assert len(glued) == 7


def test_the_die_s_outline_holds_squares_and_tabs() -> None:
    """Its area is six squares and seven tabs, so no two lie on each other; each fold ends on it; it
    fits its box.
    """
    net = shape(named(standard(), "die"), standard())
    assert net is not None
    points = corners(net.cut)
    tabs = [corners(tab) for tab in net.glue]
    assert area(points) == pytest.approx(6 * DIE.edge**2 + sum(area(tab) for tab in tabs))
    assert len(tabs) == 7
    assert len(net.folds) == 12
    for fold in net.folds:
        assert all(
            any(dist(end, point) < 1e-6 for point in points) for end in (fold.start, fold.end)
        )
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(
        (0, 0, DIE.size.width, DIE.size.height)
    )


@pytest.mark.parametrize("pips", range(1, 7))
def test_pips_can_be_counted(pips: int) -> None:
    """As many pips as the face is worth, none over another, all inside the face."""
    pen = Recorder()
    draw_pips(pen, pips, DIE.edge, "#000000")
    spots = {painted.origin for painted in pen.painted}
    assert len(spots) == pips
    assert all(dist(one, other) > 0.23 * DIE.edge for one, other in combinations(spots, 2))
    assert all(max(map(abs, spot)) < 0.4 * DIE.edge for spot in spots)


def test_the_die_shows_its_faces_where_the_data_says() -> None:
    """What `rookery games` says of the net is what is drawn."""
    piece = named(standard(), "die")
    origins = Counter(painted.origin for painted in recorded(standard(), piece).painted)
    net = piece.data["net"]
    assert isinstance(net, list)
    for face in net:
        left, top = face["column"] * DIE.edge, DIE.flap + face["row"] * DIE.edge
        within = [x for x, y in origins if left < x < left + DIE.edge and top < y < top + DIE.edge]
        assert len(within) == face["pips"]
