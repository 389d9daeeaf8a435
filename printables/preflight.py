"""What would spoil a print: checks of each face while it is drawn, and of the finished PDF.

The background must reach over the edge and pictures may; letters must not, because cutting may be
off by a millimetre. Every tag is read back as in a photo from afar: grey, blurred and small, at its
place in the manifest, which checks the manifest as well, and without OpenCV or NumPy, which take
longer to import than a deck takes to print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, combinations, groupby, product
from math import cos, dist, hypot, radians, sin
from operator import ne
from statistics import median
from typing import TYPE_CHECKING, TypeAlias, Unpack
from weakref import WeakKeyDictionary

from PIL import Image, ImageFilter
from reportlab.pdfgen.canvas import Canvas

from companion.errors import PrintError
from companion.fields import Art
from companion.game import Piece
from companion.language import Phrase, counted, decimal, say
from companion.layout import Size, TagSpot
from companion.manifest import Manifest, PrintedPiece
from companion.tags import BLACK_MODULES, FAMILY_SIZE, TagId, modules
from companion.wording import quoted
from printables.draw.chords import Run, distance, flattened, inside
from printables.draw.colours import Ink
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Box, Path, Point, Shape
from printables.draw.pen import BLEED, LINE, Brush, Pen, Tint, Words
from printables.draw.render import opened, patch

if TYPE_CHECKING:
    from pyapriltags import Detector


SAFE = 3.0  # between letters and the edge that is cut, mm
THINNEST = 0.1  # width of the thinnest line that printers draw without gaps, mm
POINT = 25.4 / 72  # mm
LEAST_TEXT = 5.0  # points: smaller letters are hard to read
MINIATURE = 0.35  # scale below which a drawing is a picture of a piece, with no text to read
DESCENT = 0.22  # how far letters such as g reach below the line, as a share of the size
SLACK = 0.01  # mm
PROBES = 6.0  # between two points at which the background is checked, mm
COARSE = 0.05  # tolerance of flattened outlines, mm
_HANGING = frozenset("gjpqyQ,;()/@$§|[]{}")

Outline: TypeAlias = tuple[Run, ...]


@dataclass(slots=True)
class _Watch:
    """The shared state of all inspectors of a canvas.

    `stamps` has the points of the bleed that each stamp covers, by its key and the outline. `small`
    has the texts below `LEAST_TEXT`, each with the first place that has it and its size in points.
    """

    stamps: dict[tuple[str, Outline], frozenset[Point]] = field(default_factory=dict)
    small: dict[str, tuple[str, float]] = field(default_factory=dict)


_WATCHES: WeakKeyDictionary[Canvas, _Watch] = WeakKeyDictionary()


class Inspector(Pen):
    """A pen that draws with another one, so only once; raises `PrintError` at the first problem."""

    def __init__(self, canvas: Canvas, pen: Pen, name: str, outline: Outline) -> None:
        self.ink: Ink = pen.ink
        self.language = pen.language
        self._canvas, self._pen, self._name, self._outline = canvas, pen, name, outline
        self._watch = _WATCHES.setdefault(canvas, _Watch())
        self._bare = set(_probes(outline))  # unpainted points of the bleed
        self._scale = 1.0
        self._place: Callable[[Point], Point] = lambda point: point  # on the face, mm
        self._clips: list[Outline] = []

    def finish(self) -> None:
        """Check a finished face; raises `PrintError` if part of its bleed isn't painted."""
        if self._bare:
            x, y = min(self._bare)
            where = f"as at x {x:.1f}, y {y:.1f} mm"
            problem = f"no ground reaches {BLEED:g} mm beyond the edge, {where}"
            remedy = "paint the ground over the bleed as well, if only white"
            raise PrintError(self._name, problem, remedy=remedy)

    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **brush: Unpack[Brush]
    ) -> None:
        """See `Pen.paint`."""
        width = brush.get("width", LINE) * self._scale
        if stroke and stroke != fill and width < THINNEST - 1e-6 and self._scale >= MINIATURE:
            problem = f"a line is {width:.2f} mm thin"
            raise PrintError(self._name, problem, remedy=f"draw it at least {THINNEST} mm wide")
        if fill and self._bare:
            shown = [flattened(path.transformed(self._place), COARSE), *self._clips]
            self._bare -= {
                probe for probe in self._bare if all(inside(probe, runs) for runs in shown)
            }
        self._pen.paint(path, fill, stroke, **brush)

    def write(self, words: Words) -> None:
        """See `Pen.write`."""
        self._pen.write(words)
        if not words.text.strip():
            return
        points = words.size * self._scale / POINT
        # the warning rounds to 0.1 pt
        if points < LEAST_TEXT - 0.05 and self._scale >= MINIATURE:
            self._watch.small.setdefault(words.text, (self._name, points))
        left, right, high = words.left, words.left + words.width, words.y - words.size * CAP_HEIGHT
        low = words.y + (words.size * DESCENT if _HANGING & set(words.text) else 0)
        corners = [self._place(corner) for corner in product((left, right), (low, high))]
        margin = min(  # negative outside the outline
            distance(corner, self._outline) * (1 if inside(corner, self._outline) else -1)
            for corner in corners
        )
        if margin < SAFE - SLACK:
            where = f"{margin:.1f} mm from the edge" if margin >= 0 else "over the edge"
            problem = f"the text {_short(words.text)} stands {where}"
            remedy = f"letters need {SAFE:g} mm: make it shorter or move it"
            raise PrintError(self._name, problem, remedy=remedy)

    def image(self, name: str, box: Box, *, grey: bool = False) -> bool:
        """See `Pen.image`; as it may be transparent, it doesn't count as painted background."""
        return self._pen.image(name, box, grey=grey)

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        """See `Pen.at`."""
        before = self._place, self._scale
        across, up = scale * cos(radians(turn)), scale * sin(radians(turn))

        def place(point: Point) -> Point:
            right, down = -point[0] if mirror else point[0], point[1]
            return before[0]((x + right * across - down * up, y + right * up + down * across))

        self._place, self._scale = place, self._scale * scale
        with self._pen.at(x, y, turn=turn, scale=scale, mirror=mirror):
            yield
        self._place, self._scale = before

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        """See `Pen.clip`."""
        shown = path.transformed(self._place) if self._bare else Path()
        self._clips.append(flattened(shown, COARSE))
        with self._pen.clip(path):
            yield
        self._clips.pop()

    def stamp(self, key: str, draw: Callable[[Pen], None]) -> None:
        """See `Pen.stamp`; a stamp is checked once, when it is drawn."""
        name = (key, self._outline)

        def watched(pen: Pen) -> None:
            inner = Inspector(self._canvas, pen, self._name, self._outline)
            inner._place, inner._scale = self._place, self._scale
            draw(inner)
            self._watch.stamps[name] = _probes(self._outline) - inner._bare

        self._pen.stamp(key, watched)
        if not self._clips:
            self._bare -= self._watch.stamps.get(name, frozenset())


def small_texts(canvas: Canvas) -> tuple[Phrase, ...]:
    """Return warnings about texts that are too small, each with its first place and a remedy."""
    return tuple(
        say(
            "{place}: {text} is set in {size} pt, hard to read; shorten it or the deck's title",
            place=place,
            text=_short(text),
            size=decimal(f"{points:.1f}"),
        )
        for text, (place, points) in _WATCHES[canvas].small.items()
    )


@cache
def outline_of(size: Size, shape: Shape | None = None, *, behind: bool = False) -> Outline:
    """Return the outlines of a face: its trim or its shape, mirrored for the back."""
    if shape is None:
        return flattened(Box.whole(size).path)
    cut = shape.cut.mapped(-1, 1, size.width, 0) if behind else shape.cut
    return tuple(run for run in flattened(cut, COARSE) if run.closed)


@cache
def _probes(outline: Outline) -> frozenset[Point]:
    """Return points along the outlines, as far outside as the background must reach."""
    reach, probes = BLEED - 2 * COARSE, list[Point]()
    for (ax, ay), (bx, by) in (edge for run in outline for edge in run.edges):
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        count = int(length / PROBES) + 1
        for step in range(count + 1):
            x, y = ax + ux * length * step / count, ay + uy * length * step / count
            probes += [(x - uy * reach, y + ux * reach), (x + uy * reach, y - ux * reach)]
    return frozenset(
        probe
        for probe in probes
        if not inside(probe, outline) and distance(probe, outline) > reach - COARSE
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def check_spots(piece: Piece, face: str, shape: Shape | None) -> None:
    """Raise `PrintError` if a tag's quiet zone is cut, folded, or overlaps another tag's."""
    outline = outline_of(piece.size, shape, behind=face != "front")
    creases: list[Run] = []
    for fold in shape.folds if shape else ():
        ends, width = [fold.start, fold.end], piece.size.width
        ends = ends if face == "front" else [(width - x, y) for x, y in ends]
        creases.append(Run(tuple(ends), closed=False))
    for spot in piece.faces[face]:
        # no corner is outside, and no edge of the outline enters it
        zone, slack = quiet_zone(spot), 1e-6
        corners = product((zone.x, zone.right), (zone.y, zone.bottom))
        strays = (each for each in corners if not inside(each, outline))
        if any(distance(each, outline) >= slack for each in strays) or _enter(
            outline, zone.grown(-slack)
        ):
            problem = f"tag {spot.id}: its quiet zone of one module reaches beyond the piece's edge"
            raise PrintError(piece.id, problem, remedy="move it inwards, or make it smaller")
        if _enter(creases, zone):
            problem = f"tag {spot.id}: a fold goes through it"
            raise PrintError(piece.id, problem, remedy="move it off the fold")
    for one, other in combinations(piece.faces[face], 2):
        if quiet_zone(one).overlaps(quiet_zone(other)):
            problem = f"tags {one.id} and {other.id} lie too close"
            raise PrintError(piece.id, problem, remedy="move them apart")


def quiet_zone(spot: TagSpot) -> Box:
    """Return the area of a tag with its white border of one module, mm."""
    side = spot.size * (1 + 2 / BLACK_MODULES)
    return Box(spot.x - side / 2, spot.y - side / 2, side, side)


def _enter(runs: Sequence[Run], box: Box) -> bool:
    corners = [*product((box.x, box.right), (box.y, box.bottom))]
    for (ax, ay), (bx, by) in (edge for run in runs for edge in run.edges):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners]
        across = min(ax, bx) < box.right and max(ax, bx) > box.x
        down = min(ay, by) < box.bottom and max(ay, by) > box.y
        if across and down and min(sides) < 0 < max(sides):
            return True
    return False


# px per mm in a photo of 12 megapixels from 70 cm, the largest distance at which photos must be
# readable
FAR = 4.2
SWEEP = FAR / 2  # the same at half the size, which the scanner searches first
# px per module needed for that; smaller tags are read at full size, where others show their place
LEAST = 2.5
BLUR = 0.8  # px: a hand-held photo in focus
CONTRAST = 128.0  # least difference of white and black, of 255
CLEAR = 0.12  # least distance of each module from the middle grey, as a share of the contrast
PALE = 0.2  # how much darker than white the quiet zone may be, as a share of the contrast

N = BLACK_MODULES + 2  # modules across, quiet zone included
Grid: TypeAlias = Sequence[Sequence[float]]  # N x N brightnesses, rows from the tag's top left
# maps a page's number (from 1) and a point on it, mm, to the point after corrections
Mover: TypeAlias = Callable[[int, Point], Point]


def check_tags(pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point) -> None:
    """Raise `PrintError` for the first piece with a tag that can't be read at its place."""
    faults = list(find_faults(pdf, manifest, moved))
    if faults:
        piece, tag, problem = faults[0]
        others = len({(each.id, each.face) for each, *_ in faults}) - 1
        more = f" (and {counted(others, 'more face')} like it)" if others else ""
        at = f"{piece.id}, {piece.face}, page {piece.page}"
        remedy = "leave it on white, with a white rim of one module, and nothing over it"
        raise PrintError("preflight", f"tag {tag.id}: {problem}{more}", at=at, remedy=remedy)


def find_faults(
    pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point
) -> Iterator[tuple[PrintedPiece, TagSpot, str]]:
    """Yield each tag that can't be read, with its piece and the problem."""
    with opened(pdf) as document:
        tags = [(piece, tag) for piece in manifest.pieces for tag in piece.tags]
        for number, on_it in groupby(tags, key=lambda pair: pair[0].page):
            page = document[number - 1]
            for piece, tag in on_it:
                x, y = moved(number, on_page(piece, tag))
                scale = SWEEP if tag.size / BLACK_MODULES * SWEEP >= LEAST else FAR
                picture, place = patch(page, quiet_zone(replace(tag, x=x, y=y)), scale)
                edges = (place.x, place.y, place.right, place.bottom)
                extent, smooth = Image.Transform.EXTENT, Image.Resampling.BILINEAR
                soft = picture.filter(ImageFilter.GaussianBlur(BLUR))
                values = soft.transform((N, N), extent, edges, smooth).tobytes()
                grid: Grid = [list(values[row : row + N]) for row in range(0, N * N, N)]
                for _ in range(piece.rotation // 90):  # back upright
                    grid = [*zip(*grid, strict=True)][::-1]
                if problem := judge(grid, tag.id):
                    yield piece, tag, problem


def on_page(piece: PrintedPiece, tag: TagSpot) -> Point:
    """Return the middle of a tag on its page, mm."""
    return Box(*piece.trim).spot(tag.x, tag.y, piece.rotation)


def judge(grid: Grid, wanted: TagId) -> str:
    """Return the problem with a tag that should be `wanted`, or ""."""

    def ring(depth: int) -> list[float]:
        """Return the modules so far inside the quiet zone's edge."""
        low, high = depth, N - 1 - depth
        ends = [*grid[low][low : high + 1], *grid[high][low : high + 1]]
        return ends + [row[column] for row in grid[low + 1 : high] for column in (low, high)]

    quiet = ring(0)
    white, black = median(quiet), median(ring(1))
    contrast, middle = white - black, (white + black) / 2
    if contrast < CONTRAST:
        return (
            f"no black square on white stands there (white {white:.0f}, black {black:.0f} of 255)"
        )
    if min(quiet) < white - PALE * contrast:
        return "something lies in its quiet zone"
    inner = [row[1:-1] for row in grid[1:-1]]
    bits = tuple(tuple(value < middle for value in row) for row in inner)
    if bits != modules(wanted):
        other = next((tag for tag in range(FAMILY_SIZE) if modules(tag) == bits), None)
        if other is not None:
            return f"it reads as tag {other}"
        wrong = sum(map(ne, chain(*bits), chain(*modules(wanted))))
        return f"{wrong} of its {BLACK_MODULES**2} modules read wrong"
    if min(abs(value - middle) for value in chain(*inner)) < CLEAR * contrast:
        return "its modules are too small or too pale to be told apart from afar"
    return ""


# px per mm in a photo of a few cards; half of it is near the limit of what the scanner can read
NEAR = 8.0
OWN = 2.0  # how far a face's own tag may be detected from its place, mm
MOST_ERRORS = 2  # wrong bits that the scanner accepts in an isolated tag


def check_art(
    pdf: bytes,
    manifest: Manifest,
    art: Mapping[str, Art],
    source: str,
    moved: Mover = lambda _, point: point,
) -> None:
    """Raise `PrintError` for the first picture, by piece in `art`, that shows a tag."""
    faces = [piece for piece in manifest.pieces if piece.id in art and piece.copy == 1]
    if not faces:
        return
    import numpy as np  # noqa: PLC0415 - only decks with pictures need it

    with opened(pdf) as document:
        for piece in faces:
            trim, picture = Box(*piece.trim), art[piece.id]
            own = [(tag.id, moved(piece.page, on_page(piece, tag))) for tag in piece.tags]
            face, place = patch(document[piece.page - 1], trim, NEAR)
            for shrunk in (1, 2):
                scale = NEAR / shrunk
                for tag in _detector().detect(np.asarray(face.reduce(shrunk))):
                    x, y = tag.center
                    point = trim.x + x / scale - place.x / NEAR, trim.y + y / scale - place.y / NEAR
                    known = any(id_ == tag.tag_id and dist(point, at) < OWN for id_, at in own)
                    if tag.hamming > MOST_ERRORS or known:
                        continue
                    problem = say(
                        "{name} shows a tag (number {n}): photos of this card would be misread",
                        name=quoted(picture.name),
                        n=tag.tag_id,
                    )
                    remedy = say("crop the tag away, paint over it, or use another picture")
                    raise PrintError(source, problem, at=picture.at, remedy=remedy)


@cache
def _detector() -> Detector:
    from pyapriltags import Detector  # noqa: PLC0415 - as above

    return Detector(families="tag36h11", quad_decimate=1.0)
