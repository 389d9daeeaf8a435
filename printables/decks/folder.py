"""Someone's own pictures as cards: a folder of them, or a PDF, becomes a job to print.

A picture fills its card, in the middle of it. Where it brings no bleed, its own edges are mirrored.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import product
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from companion.deckfile import file_text
from companion.decks import near
from companion.errors import DeckError, PrintError, UsageError, reason
from companion.folders import near_file, stored
from companion.game import Game, Piece
from companion.language import Phrase, counted, say
from companion.layout import POKER, Size
from companion.pictures import over_white
from companion.text import name_key, one_line
from printables.decks.spreadsheet import cells_of
from printables.decks.tagging import tagged
from printables.draw import fonts
from printables.draw.colours import WHITE
from printables.draw.embedding import head_of
from printables.draw.paths import Box
from printables.draw.pen import BLEED, Pen, bled
from printables.draw.pictures import MAX_PIXELS, TURNED, Picture, bare_jpeg, decoded, encoded
from printables.draw.render import POINTS, rendered
from printables.faces.artists import Faces
from printables.output.printer import Job, Order, bare_job
from printables.output.shop import DPI, PX

SIZES = {
    "poker": POKER,
    "bridge": Size(57, 88),
    "mini": Size(44, 68),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif")
FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF")
READ = "PNG, JPEG, WebP, TIFF, BMP and GIF are read"
JPEGS = {"JPEG", "MPO"}  # MPO is several JPEGs in a file, as some phones write
TITLE = "Cards"  # of a print whose folder's name can't be printed
MOST = 1000  # cards of one print
MOST_NOTES = 8  # more of them would hide the rest of the output
MOST_NAMED = 12  # names that an error lists
LEAST, LARGEST = 10.0, 1200.0  # sides of a card, mm
LEAST_DPI = 200  # below this, steps are seen while reading
CHOSEN_DPI = 100  # less is what programs write if nobody has chosen: 72 or 96
CUT_OFF = 0.5  # less than cutting may take from a side anyway, mm
ALIKE = 0.02  # how much two shapes may differ to be taken for the same
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "": 1.0}  # mm
_KNOWN = f"{', '.join(SIZES)}, or width x height in mm such as 63x88"
_SIZE = re.compile(r"([\d.]+) *[x*\u00d7] *([\d.]+) *(mm|cm|in|)")
# how often a card is printed, at the end or beginning of its name: "goblin x3", "3x goblin"
_COUNT = re.compile(
    r"(?:^(\d{1,3}) ?[x\u00d7][ _-]+)|(?:[ _-]+[x\u00d7] ?(\d{1,3})$)", re.IGNORECASE
)
_TURNS = {1: 0, 3: 180, 6: 90, 8: 270}  # degrees clockwise by EXIF's orientation


class ImposeOrder(Order, total=False):
    """The options of `rookery impose`."""

    fronts: str
    backs: str | None
    size: str | None
    included: float
    counts: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A picture's file, or `page` (from 1) of a PDF."""

    path: Path
    page: int = 0

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"{self.path.name}, page {self.page}" if self.page else self.path.name

    @property
    def key(self) -> str:
        """A name that no other picture has."""
        return f"{self.path}, {self.page}"

    @property
    def title(self) -> str:
        """What the card is called: the file's name without ending, count and side."""
        if self.page:
            return f"{self.path.stem} {self.page}"
        bare = _COUNT.sub("", one_line(self.path.stem)[0])
        return re.sub(r"[ _-]+(front|back)$", "", bare, flags=re.IGNORECASE) or self.path.stem

    @property
    def count(self) -> int:
        """How often its name says it is printed."""
        found = None if self.page else _COUNT.search(one_line(self.path.stem)[0])
        return int(found[1] or found[2]) if found else 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as it lies on a card, turned clockwise by `turn` degrees."""

    picture: str
    turn: int


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """The deck of an imposed print; `faces` has a picture for each piece and face."""

    title: str
    fingerprint: str
    faces: Mapping[tuple[str, str], Shown]
    included: float


def draw(pen: Pen, piece: Piece, face: str, deck: Cards) -> None:
    """Draw a card's picture, and mirror its edges where it has no bleed of its own."""
    shown, size = deck.faces[piece.id, face], piece.size
    pen.paint(bled(size), WHITE)
    w, h = size.width, size.height
    corner = {0: (0.0, 0.0), 90: (w, 0.0), 180: (w, h), 270: (0.0, h)}[shown.turn]
    if shown.turn % 180:
        w, h = h, w
    whole = Box(0, 0, w, h)
    box, edge = whole.grown(deck.included), whole.grown(BLEED)
    with pen.at(*corner, turn=shown.turn):
        if deck.included < BLEED:
            pen.image(shown.picture, edge)  # below the seams, so that no white shines through
            # from where to where each strip reaches, and the edge at which it is mirrored
            across = (
                (edge.x, box.x, box.x),
                (box.x, box.right, None),
                (box.right, edge.right, box.right),
            )
            down = (
                (edge.y, box.y, box.y),
                (box.y, box.bottom, None),
                (box.bottom, edge.bottom, box.bottom),
            )
            for (left, right, x), (top, low, y) in product(across, down):
                flip = (x is None) != (y is None)
                mirrored = pen.at(
                    2 * (x or 0), 2 * (y or 0), turn=0 if y is None else 180, mirror=flip
                )
                with pen.clip(Box.between(left, top, right, low).path), mirrored:
                    pen.image(shown.picture, box)
        pen.image(shown.picture, box)


FACES: Faces[Cards] = Faces(draw)


def impose_job(order: ImposeOrder, done: Callable[[], None] = lambda: None) -> Job:
    """Read the pictures, calling `done` after each, and return them as cards to print.

    Raises a `RookeryError` that names the file, what is wrong with it, and what to do.
    """
    fronts, backs, notes = sources(order)
    rows = [row for row in _rows(fronts, backs, order.get("counts")) if row[2]]
    total = sum(count for *_, count in rows) * order.get("copies", 1)
    if not 1 <= total <= MOST:
        remedy = f"print up to {MOST} at once" if total else "raise a count"
        raise UsageError(order["fronts"], f"{total} cards", remedy=remedy)
    size, included = parse_size(order.get("size")), order.get("included", 0.0)
    scans: dict[Source, _Scan] = {}
    pieces: list[Piece] = []
    faces: dict[tuple[str, str], Shown] = {}
    faults: dict[str, dict[str, None]] = {}
    for front, back, count in rows:
        names = (slug_of(front.title), *(f"{slug_of(front.title)}-{n}" for n in range(2, MOST)))
        piece = next(name for name in names if (name, "front") not in faces)
        sides = {"front": front} | ({"back": back} if back else {})
        for source in sides.values():
            if source not in scans:
                scans[source] = _scan(source)
                done()
        card = size or _own_size(front, scans[front], included)
        for face, source in sides.items():
            scan = scans[source]
            lies = scan.wide and card.width != card.height
            # behind, turned the other way: turned over like a page, both are upright
            aside = 0 if not lies else 90 if face == "front" else 270
            faces[piece, face] = Shown(source.key, (scan.turn + aside) % 360)
            for fault in _faults(source, scan, card, included):
                faults.setdefault(fault, {})[source.name] = None
        pieces.append(Piece(piece, "card", card, dict.fromkeys(sides, ()), count))
    sizes = Counter(f"{each.size.width:g} x {each.size.height:g} mm" for each in pieces)
    if len(sizes) > 1:
        listed = ", ".join(f"{number} of {name}" for name, number in sizes.most_common(4))
        notes.append(f"{len(sizes)} sizes of cards ({listed}): --size makes them all the same")
    for fault, files in [*faults.items()][:MOST_NOTES]:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        notes.append(f"{next(iter(files))}{more}: {fault}")
    if len(faults) > MOST_NOTES:
        notes.append(f"and {len(faults) - MOST_NOTES} more like these")
    pictures = {source.key: scan.picture for source, scan in scans.items()}
    digest = hashlib.sha256(
        repr((included, pieces, [each.turn for each in faces.values()])).encode()
    )
    for name in dict.fromkeys(shown.picture for shown in faces.values()):
        digest.update(hashlib.sha256(pictures[name].data).digest())
    deck = Cards(_title(Path(order["fronts"])), digest.hexdigest(), faces, included)
    game = Game("cards", TITLE, (1, 1), "", lambda *_: deck, lambda _: tuple(pieces))
    job = bare_job(game, deck, order["fronts"], tuple(pieces), order)
    faces_drawn: Faces[Cards] = FACES
    if order.get("tags"):
        key = repr((deck.title, [(piece.id, piece.size) for piece in pieces]))
        listed_pieces, faces_drawn = tagged(pieces, key, FACES, deck)
        job = replace(job, pieces=listed_pieces)
    return replace(job, pictures=pictures, credit="", faces=faces_drawn, notes=tuple(notes))


def _title(path: Path) -> str:
    """Return a folder's or PDF's name if it can be printed."""
    title = one_line(path.resolve().stem)[0]
    try:
        fonts.check_glyphs(title, TITLE)
    except PrintError:
        return TITLE
    return title or TITLE


def parse_size(text: str | None, *, upright: bool = True) -> Size | None:
    """Return the size of a card in mm, None without a text; raises `UsageError`.

    If it is `upright`, the longer side is its height.

    >>> parse_size("poker"), parse_size("3.5x2.5in")
    (Size(width=63, height=88), Size(width=63.5, height=88.9))
    """
    if text is None:
        return None
    name = text.strip().lower().replace(",", ".")
    if name in SIZES:
        return SIZES[name]
    if not (found := _SIZE.fullmatch(name)):
        raise UsageError("--size", f"{text!r} is no size", remedy=f"use {_KNOWN}")
    try:
        sides = [float(found[part]) * UNITS[found[3]] for part in (1, 2)]
    except ValueError as error:
        raise UsageError("--size", f"{text!r} is no size", remedy=f"use {_KNOWN}") from error
    low, high = sorted(round(side, 3) for side in sides)
    turned = sides[0] > sides[1] and not upright
    _checked(Size(low, high), "--size", repr(text))
    return Size(high, low) if turned else Size(low, high)


def sources(order: ImposeOrder) -> tuple[list[Source], list[Source], list[str]]:
    """Return the fronts, the backs, and notes on files that were left out."""
    notes: list[str] = []
    fronts = list(_files(order["fronts"], notes))
    backs = list(_files(order["backs"] or "", notes)) if order.get("backs") else []
    if rest := [each for each in fronts if each not in backs]:
        fronts = rest  # the back may lie in the folder of the fronts
    return fronts, backs, notes


def _files(place: str, notes: list[str]) -> Iterator[Source]:
    path = stored(Path(place))
    try:
        if path.is_dir():
            names = [each for each in path.iterdir() if not each.name.startswith(".")]
            files = sorted((each for each in names if each.is_file()), key=_natural)
        elif path.is_file():
            files = [path]
        else:
            remedy = near_file(path) or "name a folder of pictures, a picture or a PDF"
            raise UsageError(place, "no such file or folder", remedy=remedy)
    except OSError as error:
        raise UsageError(place, reason(error), remedy="check its permissions") from error
    pictures = [each for each in files if each.suffix.lower() in ENDINGS]
    if len(files) == 1 and files[0].suffix.lower() == ".pdf":
        with _pdf(files[0]) as document:
            count = len(document)
        yield from (Source(files[0], number) for number in range(1, count + 1))
        return
    others = [f"{each.name}" for each in files if each not in pictures]
    if not pictures:
        problem = f"{', '.join(others[:3]) or 'an empty folder'}: no pictures"
        raise UsageError(place, problem, remedy=f"name a folder of pictures or a PDF; {READ}")
    left_out = [name for name in others if not name.lower().endswith((".csv", ".txt"))]
    if left_out:
        more = f" and {len(left_out) - 3} more" if len(left_out) > 3 else ""
        notes.append(f"left out {', '.join(left_out[:3])}{more}: {READ}, and a PDF by itself")
    yield from (Source(each) for each in pictures)


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Return a key that sorts card 2 before card 10."""
    parts = re.findall(r"\d+|\D+", name_key(path.name))
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _rows(
    fronts: Sequence[Source], backs: Sequence[Source], table: str | None
) -> list[tuple[Source, Source | None, int]]:
    """Return the cards: a front, its back, and how often they are printed."""
    if not table:
        return [
            (front, back, front.count)
            for front, back in zip(fronts, _behind(fronts, backs), strict=True)
        ]
    header, lines = cells_of(file_text(table), table)
    names = [name.lower() for name in header]
    if "front" not in names:
        remedy = "head the columns front, count and, if each has its own, back"
        raise DeckError(table, "no column is called front", at="header", remedy=remedy)
    cards: list[tuple[Source, Source | None, int]] = []
    for line, row in lines:
        given = dict(zip(names, row, strict=True))
        front = _named(given["front"], fronts, f"{table}: row {line}, front")
        text = given.get("count", "") or "1"
        if not re.fullmatch(r"[0-9]{1,3}", text):
            remedy = "use a whole number from 0 to 999"
            raise DeckError(table, f"{text!r} is no count", at=f"row {line}, count", remedy=remedy)
        if name := given.get("back"):
            back: Source | None = _named(name, backs, f"{table}: row {line}, back")
        else:
            back = _behind([front], backs)[0]
        if int(text):
            cards.append((front, back, int(text)))
    return cards


def _named(name: str, known: Sequence[Source], place: str) -> Source:
    """Return the picture called `name`, with or without its ending; raises `UsageError`."""
    names = {name_key(part): each for each in known for part in (each.path.stem, each.name)}
    if found := names.get(name_key(name)):
        return found
    remedy = near(name, [each.name for each in known][:MOST_NAMED]) if known else "add BACKS"
    raise UsageError(place, f"no picture is called {name!r}", remedy=remedy)


def _behind(fronts: Sequence[Source], backs: Sequence[Source]) -> list[Source | None]:
    """Return the back of each front: the only one, by name, or in order."""
    if len(backs) < 2:
        return [backs[0] if backs else None] * len(fronts)
    names = {name_key(back.title): back for back in backs}
    found = [names.get(name_key(front.title)) for front in fronts]
    if not any(found) and len(fronts) == len(backs):
        return list(backs)
    if missing := next(
        (front for front, back in zip(fronts, found, strict=True) if not back), None
    ):
        problem = f"none for {missing.name}, of {len(backs)} for {counted(len(fronts), 'front')}"
        remedy = "name backs like their fronts, or give one for all, or as many in the same order"
        raise UsageError("BACKS", problem, remedy=remedy)
    return found


@dataclass(frozen=True, slots=True)
class _Scan:
    """A picture that was read, its turn that makes it upright, and its size in mm if it says so."""

    picture: Picture
    turn: int
    size: Size | None

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height as it is looked at."""
        sides = (self.picture.width, self.picture.height)
        return sides[::-1] if self.turn % 180 else sides

    @property
    def wide(self) -> bool:
        """Whether it is wider than high."""
        return self.pixels[0] > self.pixels[1]


def _scan(source: Source) -> _Scan:
    """Read a picture, so that a PDF can have it as it is if possible; raises `PrintError`."""
    where = str(source.path)
    if source.page:
        with _pdf(source.path) as document:
            page = document[source.page - 1]
            size = Size(*(round(side / POINTS, 1) for side in page.get_size()))
            _checked(size, where, f"page {source.page}")
            if size.width * size.height * PX**2 > MAX_PIXELS:
                remedy = "save it as a picture, or smaller"
                raise PrintError(where, f"page {source.page} is larger than A2", remedy=remedy)
            picture = _only_jpeg(page) or encoded(rendered(page, PX), "png")
            return _Scan(picture, 0, size)

    def unfit(problem: Phrase, remedy: str, **values: object) -> PrintError:
        return PrintError(where, say(problem, name="it", **values), remedy=remedy)

    try:
        data = source.path.read_bytes()
    except OSError as error:
        raise UsageError(where, reason(error), remedy="check its permissions") from error
    image = decoded(data, unfit, FORMATS, _skim)
    dpi, turn = image.info.get("dpi", (0, 0)), None
    width, height = Image.open(BytesIO(data)).size  # skimming shrinks JPEGs
    picture = Picture("png", data, width, height)
    if image.format in JPEGS:
        turn = _TURNS.get(image.getexif().get(TURNED, 1))
        picture = Picture("jpeg", bare_jpeg(data), width, height)
    elif image.format == "PNG" and "exif" not in image.info:
        turn = 0
    if turn is None or not head_of(picture):
        image = over_white(ImageOps.exif_transpose(decoded(data, unfit, FORMATS)))
        turn, picture = 0, encoded(image, "png")
    scan = _Scan(picture, turn, None)
    if min(dpi) < CHOSEN_DPI:
        return scan
    across, down = dpi if scan.pixels == (width, height) else dpi[::-1]
    wide, high = (
        round(float(n / d) * 25.4, 1) for n, d in zip(scan.pixels, (across, down), strict=True)
    )
    return replace(scan, size=Size(wide, high))


def _only_jpeg(page: pypdfium2.PdfPage) -> Picture | None:
    """Return the JPEG that fills a page, as PDFs made of pictures have; None for other pages."""
    found = list(page.get_objects())
    if len(found) != 1 or not isinstance(found[0], pypdfium2.PdfImage) or page.get_rotation():
        return None
    left, low, right, top = page.get_cropbox()
    spans = zip(
        found[0].get_matrix().get(), (right - left, 0, 0, top - low, left, low), strict=True
    )
    clear = pypdfium2.raw.FPDFPageObj_HasTransparency(found[0].raw)
    if found[0].get_filters() != ["DCTDecode"] or clear or any(abs(a - b) > 0.5 for a, b in spans):
        return None
    picture = Picture("jpeg", bare_jpeg(bytes(found[0].get_data())), *found[0].get_px_size())
    return picture if "/DeviceRGB" in head_of(picture) else None


def _skim(image: Image.Image) -> None:
    """Look for damage without decoding every pixel."""
    if image.format == "PNG":
        image.verify()
        return
    if image.format in JPEGS:
        image.draft(image.mode, (image.width // 8, image.height // 8))
    image.load()


@contextmanager
def _pdf(path: Path) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF; raises `PrintError` if it is damaged or asks for a password."""
    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError) as error:
        remedy = "open it in another program, and save it again without a password"
        raise PrintError(str(path), "no PDF, damaged, or locked", remedy=remedy) from error
    with closing(document):
        yield document


def _own_size(source: Source, scan: _Scan, included: float) -> Size:
    """Return the upright size of a card without its bleed; raises `UsageError` if unknown."""
    if scan.size is None:
        wide, high = sorted(scan.pixels)
        like = [
            name
            for name, size in SIZES.items()
            if abs(wide / high * size.height / size.width - 1) < ALIKE
        ]
        remedy = f"add --size {(like or ['poker'])[0]}, or another: {_KNOWN}"
        problem = f"{wide} x {high} pixels, but not how many mm"
        raise UsageError(source.name, problem, remedy=remedy)
    sides = sorted(round(side - 2 * included, 1) for side in (scan.size.width, scan.size.height))
    return _checked(Size(*sides), source.name, "its size")


def _checked(size: Size, source: str, what: str) -> Size:
    """Return a size that can be printed; raises `UsageError`."""
    if not LEAST <= size.width <= size.height <= LARGEST:
        problem = f"{what} is {size.width:g} x {size.height:g} mm"
        remedy = f"use {LEAST:g} to {LARGEST:g} mm a side, if need be with --size"
        raise UsageError(source, problem, remedy=remedy)
    return size


def _faults(source: Source, scan: _Scan, card: Size, included: float) -> Iterator[str]:
    """Yield warnings about a picture on its card."""
    wide, high = (side + 2 * included for side in (card.width, card.height))
    across, down = sorted(scan.pixels) if card.width != card.height else scan.pixels
    scale = max(wide / across, high / down)  # mm per pixel
    if not source.page and 25.4 / scale < LEAST_DPI - 0.5:
        best = f"{round(wide * PX)} x {round(high * PX)} pixels are {DPI}"
        yield f"{25.4 / scale:.0f} dpi on the card, so it looks blurred; {best}"
    lost = max(across * scale - wide, down * scale - high) / 2
    if lost > CUT_OFF:
        with_bleed = (card.width + 2 * BLEED) / (card.height + 2 * BLEED)
        other = (
            "; --bleed-included 3 if it brings its bleed"
            if not included and abs(across / down / with_bleed - 1) < ALIKE / 2
            else ""
        )
        sides = (
            "left and right" if across * scale - wide > down * scale - high else "top and bottom"
        )
        what = f"{lost:.1f} mm are cut off {sides}{other}"
        yield f"not the card's shape: {what}"


def slug_of(title: str) -> str:
    """Return a name in small letters, digits and hyphens for manifests and files.

    >>> slug_of("Grand-mère Élise!"), slug_of("\u0413")
    ('grand-mere-elise', 'card')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "card"
