"""A card game as data: `game.toml`, spreadsheets and pictures in a folder, without Python.

`game.toml` says what kinds of pieces there are, how large, and what lies where on them. A row of a
spreadsheet is a piece; `{name}` in a layout stands for the cell in the column "name", and in any
text for the icon of that name. The format is documented in docs/make-a-card-game.md.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path

from companion.deckfile import file_text
from companion.decks import CREDIT, RULES, Art, Faults, Table, line_of, near, parse, quoted
from companion.errors import DeckError, PrintError, UsageError
from companion.folders import near_file, stored
from companion.game import Game, Piece
from companion.layout import Size
from companion.text import name_key, one_line, slug_of
from printables.decks import rulespage
from printables.decks.boxes import Element, Ground, Icon, Icons, Part, Shown, Text, words
from printables.decks.ownfonts import add_font
from printables.decks.report import Report
from printables.decks.sizes import LEAST_DPI, parse_size
from printables.decks.spreadsheet import cells_of
from printables.decks.tagging import tagged
from printables.draw import fonts
from printables.draw.colours import INK, WHITE
from printables.draw.paths import Box, Shape, circle, polygon
from printables.draw.pen import BLEED, Pen, bled
from printables.draw.pictures import MAX_BYTES, Picture, load_picture
from printables.faces.artists import Faces
from printables.output.printer import Job, Order, bare_job, print_job
from printables.preflight import SAFE

GAME_FILE = "game.toml"
ICONS = "icons"  # the folder of pictures for texts
ENDINGS = (".png", ".jpg", ".jpeg")
WHAT = ("colour", "picture", "text", "icons")
ALIGN, VALIGN = ("left", "middle", "right"), ("top", "middle", "bottom")
COUNT = "count"  # the column that says how often a piece is printed
MOST_KINDS, MOST_BOXES, MOST_COPIES, MOST_PIECES, MOST_ICONS = 40, 60, 999, 1000, 30
LARGEST = 1200.0  # side of a piece, mm
LETTERS = 4.0  # size of letters if a box says nothing, mm
LONGEST = 2000  # characters of a text
LIKE_THIS = "use six hexadecimal digits, as in #c8334a"
_KIND = re.compile(r"[a-z]+(-[a-z]+)*")
_INK = re.compile(r"#[0-9a-fA-F]{6}")
_SLOT = re.compile(r"\{([^{}\n]+)\}")


@dataclass(frozen=True, slots=True, eq=False)
class CardGame:
    """A checked game: its pieces, what lies on each face, and how kinds are cut."""

    title: str
    credit: str
    fingerprint: str
    pieces: tuple[Piece, ...]
    faces: Mapping[tuple[str, str], tuple[Element, ...]]
    shapes: Mapping[str, Shape]
    pictures: Mapping[str, Picture]
    notes: tuple[str, ...]
    cells: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """A box of a face before a row fills it in; `line` is where game.toml has it."""

    what: str
    text: str
    line: int
    box: Box
    size: float = LETTERS
    ink: str = INK
    bold: bool = False
    align: str = "middle"
    valign: str = "middle"
    font: str = ""
    icon: str = ""
    round: float = 0.0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: a row of its spreadsheet `rows`, or `count` alike."""

    name: str
    size: Size
    shape: str
    rows: str
    count: int
    faces: Mapping[str, tuple[Layout, ...]]
    line: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a spreadsheet: where it is, and its cells by the key of their column."""

    source: str
    number: int
    cells: Mapping[str, str] = field(default_factory=dict)


def draw(pen: Pen, piece: Piece, face: str, deck: CardGame) -> None:
    """Draw a face."""
    pen.paint(bled(piece.size), WHITE)
    for element in deck.faces[piece.id, face]:
        element.draw(pen)


FACES: Faces[CardGame] = Faces(draw, lambda piece, deck: deck.shapes.get(piece.kind))


def game_file(place: str) -> Path:
    """Return the path of a game's file, given that or its folder; raises `UsageError`."""
    path = stored(Path(place))
    if path.is_dir():
        path /= GAME_FILE
    if not path.exists():
        start = "name a game's folder, or start one with 'rookery game new FOLDER'"
        remedy = near_file(path) or start
        raise UsageError(str(path), "no such file", remedy=remedy)
    return path


def read_card_game(place: str) -> tuple[CardGame | None, tuple[DeckError, ...]]:
    """Return the game, None after a mistake, and all mistakes in the order of their lines.

    Raises `DeckError` if the file can't be read or isn't TOML, and `UsageError` if it isn't there.
    """
    reader = _Reader(game_file(place))
    game = reader.read()
    return (None if reader.faults else game), tuple(
        sorted(reader.faults, key=lambda fault: (fault.source != reader.source, line_of(fault)))
    )


def report_card_game(place: str, *, drawn: bool = True) -> Report:
    """Return the report on a game; unless it is `drawn`, faults of drawing are left out."""
    game, faults = read_card_game(place)
    if game is None:
        return Report(_made(place), None, faults)
    job = card_game_job(game, place, {}, game.pieces)
    small: tuple[str, ...] = ()
    try:
        small = print_job(job).small if drawn else ()
    except PrintError as error:
        fault = DeckError(error.source, error.problem, at=error.at, remedy=error.remedy)
        return Report(job.game, None, (fault,))
    return Report(job.game, game, (), (), (*job.notes, *small), game.pictures, FACES)


def _made(place: str, game: CardGame | None = None) -> Game:
    """Return a game as all games are described, without rules and phones."""
    name = slug_of(game_file(place).resolve().parent.name)
    pieces = game.pieces if game else ()
    title = game.title if game else name

    def read_deck(_text: str, source: str, _faults: Faults | None = None, /) -> CardGame:
        found, faults = read_card_game(source)
        if found is None:
            raise faults[0]
        return found

    return Game(name, title, (1, 1), "", read_deck, lambda _: pieces)


def card_game_job(game: CardGame, place: str, order: Order, pieces: tuple[Piece, ...]) -> Job:
    """Return a job that prints `pieces` of a game, with tags if the order says so."""
    faces: Faces[CardGame] = FACES
    fields: Mapping[str, Mapping[str, str]] = {}
    if order.get("tags"):
        key = repr((_made(place).slug, game.title, game.credit))
        every, faces = tagged(game.pieces, key, FACES, game)
        chosen = {piece.id for piece in pieces}
        pieces, fields = tuple(piece for piece in every if piece.id in chosen), game.cells
    job = bare_job(_made(place, game), game, str(game_file(place)), pieces, order)
    return replace(
        job,
        pictures=game.pictures,
        credit=game.credit,
        faces=faces,
        notes=game.notes,
        fields=fields,
    )


class _Reader:
    """Reads a game and collects its mistakes and the pictures that it names."""

    def __init__(self, path: Path) -> None:
        self.source, self.faults = str(path), Faults()
        self._folder = path.parent
        self._pictures: dict[str, Picture] = {}
        self._icons = {name_key(Path(name).stem): name for name in self._icon_files()}
        self._notes: dict[str, None] = {}
        self._cells: dict[str, Mapping[str, str]] = {}

    def read(self) -> CardGame | None:
        """Return the game; what is returned after a mistake is of no use."""
        root = parse(file_text(self.source), self.source, faults=self.faults)
        title = root.take_str("title")
        credit = root.take_str(CREDIT) if root.has(CREDIT) else ""
        font = self._font(root) if root.has("font") else ""
        rules, seen = root.take_str("rules") if root.has("rules") else "", {RULES}
        kinds = [self._kind(row, font, seen) for row in root.take_tables("piece", 1, MOST_KINDS)]
        root.done()
        if self.faults:
            return None
        pieces: list[Piece] = []
        faces: dict[tuple[str, str], tuple[Element, ...]] = {}
        for kind in kinds:
            for piece, drawn in self._pieces(kind):
                pieces.append(piece)
                faces |= {(piece.id, face): elements for face, elements in drawn.items()}
        if rules and not self.faults:
            page = self._rules(rules, title, font)
            pieces.append(Piece(RULES, rulespage.KIND, rulespage.PAGE, dict.fromkeys(page, ())))
            faces |= {(RULES, face): elements for face, elements in page.items()}
        total = sum(piece.count for piece in pieces)
        if not self.faults and not 1 <= total <= MOST_PIECES:
            remedy = f"print up to {MOST_PIECES} of a game" if total else "raise a count"
            self._refuse(f"{total} pieces", remedy)
        digest = hashlib.sha256(repr((title, pieces, faces)).encode())
        for name, picture in self._pictures.items():
            digest.update(name.encode() + hashlib.sha256(picture.data).digest())
        shapes = {kind.name: shape for kind in kinds if (shape := _shape(kind))}
        return CardGame(
            title,
            credit,
            digest.hexdigest(),
            tuple(pieces),
            faces,
            shapes,
            self._pictures,
            tuple(self._notes),
            self._cells,
        )

    def _refuse(self, problem: str, remedy: str, at: str = "", source: str = "") -> None:
        self.faults.append(DeckError(source or self.source, problem, at=at, remedy=remedy))

    # --- game.toml --------------------------------------------------------------------------------

    def _kind(self, row: Table, font: str, seen: set[str]) -> Kind:
        name = row.take_str("kind")
        if row.sound and not _KIND.fullmatch(name):
            row.report("kind", f"{quoted(name)} isn't valid", "use a-z and -, as in my-card")
        row.only_once("kind", name, seen)
        shape = row.take_str("shape", ("card", "hex", "circle")) if row.has("shape") else "card"
        size = _size(row, shape)
        rows = row.take_str("rows") if row.has("rows") else ""
        count = row.take_int(COUNT, 1, MOST_COPIES) if row.has(COUNT) else 1
        if rows and row.has(COUNT):
            row.report(COUNT, "there are rows, too", f"head a column of {rows} count instead")
        faces = {
            face: tuple(self._layout(box, size, font) for box in row.take_rows(face, 1, MOST_BOXES))
            for face in ("front", "back")
            if face == "front" or row.has(face)
        }
        row.done()
        return Kind(name, size, shape, rows, count, faces, row.line)

    def _layout(self, row: Table, size: Size, font: str) -> Layout:
        given = [what for what in WHAT if row.has(what)]
        if len(given) != 1:
            problem = f"{' and '.join(given) or 'nothing to show'} in one box"
            row.report((given or ["box"])[-1], problem, f"give it one of: {', '.join(WHAT)}")
            return Layout("text", "", row.line, Box.whole(size))
        (what,) = given
        text, whole = row.take_str(what), Box.whole(size)
        lettered = what in {"text", "icons"}
        box = whole.grown(-SAFE - 1) if lettered else whole
        if row.has("at"):
            box = Box(*row.take_numbers("at", 4, 0, LARGEST))
            if not (box.width and box.height and whole.grown(0.01).holds(box)):
                problem = f"the box doesn't lie on the piece of {size.width:g} x {size.height:g} mm"
                row.report("at", problem, "use x, y, width, height in mm, from its top left corner")
        layout = Layout(what, text, row.line, box)
        if what == "colour" and row.has("round"):
            layout = replace(layout, round=row.take_number("round", 0, 100))
        if what == "picture":
            layout = replace(layout, whole=row.take_bool("whole"))
        if not (lettered or layout.round or layout.whole):
            layout = replace(layout, box=_over_edge(box, size))
        if lettered and row.has("align"):
            layout = replace(layout, align=row.take_str("align", ALIGN))
        if what == "icons":
            layout = replace(layout, icon=row.take_str("icon"))
        if what == "text":
            layout = replace(
                layout,
                size=row.take_number("size", 1.5, 200) if row.has("size") else LETTERS,
                ink=row.take_str("ink") if row.has("ink") else INK,
                bold=row.take_bool("bold"),
                valign=row.take_str("valign", VALIGN) if row.has("valign") else "middle",
                font=self._font(row) if row.has("font") else font,
            )
        for key, colour in (("colour", text if what == "colour" else INK), ("ink", layout.ink)):
            if not _SLOT.search(colour) and not _INK.fullmatch(colour):
                row.report(key, f"{quoted(colour)} isn't a colour", LIKE_THIS)
        row.done()
        return layout

    def _font(self, table: Table) -> str:
        """Return the name of the added font in a table's field "font"; "" after a mistake."""
        name = table.take_str("font")
        if not table.sound:
            return ""
        try:
            at = table.error("font", "", "").at
            data = self._path(name, at).read_bytes()[: MAX_BYTES + 1]
            if len(data) > MAX_BYTES:
                raise table.error("font", f"over {MAX_BYTES // 1_000_000} MB", "use a smaller font")
            return add_font(
                data, lambda problem, remedy: table.error("font", f"{name}: {problem}", remedy)
            )
        except DeckError as error:
            table.report("font", error.problem, error.remedy)
        except OSError:
            table.report("font", f"{name} can't be read", "check the file and its permissions")
        return ""

    # --- files ------------------------------------------------------------------------------------

    def _path(self, name: str, at: str) -> Path:
        """Return the path of a file in the game's folder; raises `DeckError` for any other."""
        folder = self._folder
        try:
            path = stored(folder / name).resolve(strict=True)
            inside = path.is_relative_to(folder.resolve()) and path.is_file()
        except (OSError, RuntimeError, ValueError) as error:
            remedy = near_file(folder / name) or f"put it into {folder.absolute()}"
            raise DeckError(self.source, f"{name} isn't there", at=at, remedy=remedy) from error
        if not inside:
            remedy = "put the file itself into the folder, and write only its name"
            problem = f"{quoted(name)} isn't a file in the game's folder"
            raise DeckError(self.source, problem, at=at, remedy=remedy)
        return path

    def _icon_files(self) -> list[str]:
        folder = self._folder / ICONS
        files = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
        return [name for name in files if name.lower().endswith(ENDINGS)]

    def _picture(self, name: str, at: str, source: str) -> str:
        """Return a picture's key in the print; raises `DeckError` for one that can't be read."""
        if name not in self._pictures:
            try:
                # whether it is large enough depends on where it is printed
                art = load_picture(Art(name, at), self.source)
                self._pictures[name] = replace(art, notes=())
            except DeckError as error:
                raise DeckError(source, error.problem, at=at, remedy=error.remedy) from error
        return name

    def _icon(self, name: str, at: str, source: str) -> Icon:
        if name_key(name) not in self._icons:
            known = list(self._icons)
            remedy = f"put {name}.png into the folder {ICONS}"
            raise DeckError(
                source,
                f"no icon is called {quoted(name)}",
                at=at,
                remedy=near(name, known) if known else remedy,
            )
        key = self._picture(f"{ICONS}/{self._icons[name_key(name)]}", at, source)
        return Icon(key, self._pictures[key].width / self._pictures[key].height)

    # --- rows -------------------------------------------------------------------------------------

    def _pieces(self, kind: Kind) -> Iterator[tuple[Piece, dict[str, tuple[Element, ...]]]]:
        """Yield a kind's pieces and what lies on their faces."""
        rows = self._rows(kind)
        for place, row in enumerate(rows, 1):
            text = row.cells.get(COUNT, "") or str(kind.count)
            if not re.fullmatch(r"[0-9]{1,3}", text):
                at = f"row {row.number}, {COUNT}"
                remedy = f"use a whole number from 0 to {MOST_COPIES}"
                self._refuse(f"{quoted(text)} is no count", remedy, at, row.source)
                continue
            if count := int(text):
                drawn = {
                    face: tuple(self._filled(layouts, row)) for face, layouts in kind.faces.items()
                }
                name = kind.name if len(rows) == 1 else f"{kind.name}-{place:02}"
                if row.cells:
                    self._cells[name] = row.cells
                yield Piece(name, kind.name, kind.size, dict.fromkeys(drawn, ()), count), drawn

    def _rows(self, kind: Kind) -> list[Row]:
        """Return the rows of a kind, none after a mistake in its spreadsheet or layout."""
        header: list[str] = []
        rows = [Row(self.source, kind.line)]
        if kind.rows:
            source = str(self._folder / kind.rows)
            try:
                self._path(kind.rows, f"line {kind.line}, rows")
                header, lines = cells_of(file_text(source), source)
            except DeckError as error:
                self.faults.append(error)
                return []
            keys = [name_key(name) for name in header]
            if twice := next((name for name in keys if keys.count(name) > 1), None):
                remedy = "give each its own name"
                self._refuse(f"two columns are called {twice!r}", remedy, "header", source)
                return []
            rows = [
                Row(source, number, dict(zip(keys, cells, strict=True))) for number, cells in lines
            ]
        before = len(self.faults)
        known = {name_key(name): name for name in header}
        for layout in [each for layouts in kind.faces.values() for each in layouts]:
            for text in (layout.text, layout.ink, layout.icon):
                for name in _SLOT.findall(text):
                    if name_key(name) not in known | self._icons:
                        names = [*known.values(), *self._icons]
                        columns = "head a column of a spreadsheet like this, and name it as rows"
                        remedy = near(name, names) if names else columns
                        problem = f"no column or icon is called {quoted(name)}"
                        self._refuse(problem, remedy, f"line {layout.line}, {layout.what}")
        return rows if len(self.faults) == before else []

    def _filled(self, layouts: Sequence[Layout], row: Row) -> Iterator[Element]:
        """Yield what a row puts into the boxes; a box without a text stays empty."""
        for layout in layouts:
            slots = [name for name in _SLOT.findall(layout.text) if name_key(name) in row.cells]
            at = f"row {row.number}, {', '.join(slots)}" if slots else f"line {layout.line}"
            source = row.source if slots else self.source
            try:
                if text := _put(layout.text, row.cells).strip():
                    element = self._element(layout, text, row, at, source)
                    if element:
                        yield element
            except DeckError as error:
                self.faults.append(error)
            except PrintError as error:  # a letter that no font has
                self._refuse(error.problem, error.remedy, at, source)

    def _element(self, layout: Layout, text: str, row: Row, at: str, source: str) -> Element | None:
        if layout.what == "colour":
            return Ground(layout.box, _colour(text, at, source), layout.round)
        if layout.what == "picture":
            key = self._picture(text, at, source)
            return self._shown(layout, key)
        if layout.what == "icons":
            if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > MOST_ICONS:
                remedy = f"use a whole number from 0 to {MOST_ICONS}"
                raise DeckError(
                    source, f"{quoted(text)} is no number of icons", at=at, remedy=remedy
                )
            icon = _put(layout.icon, row.cells).strip().strip("{}")
            if not (number := int(text)) or not icon:
                return None
            return Icons(layout.box, self._icon(icon, at, source), number, layout.align)  # type: ignore[arg-type]  # checked when read
        ink = _colour(_put(layout.ink, row.cells), at, source)
        return self._text(layout, text, ink, at, source)

    def _shown(self, layout: Layout, key: str) -> Shown:
        """Return a picture in its box, and note if it looks blurred there."""
        picture, box = self._pictures[key], layout.box
        scales = box.width / picture.width, box.height / picture.height  # mm per pixel
        dpi = 25.4 / (min(scales) if layout.whole else max(scales))
        if dpi < LEAST_DPI - 0.5:
            self._notes[f"{key}: {dpi:.0f} dpi, so it looks blurred; {LEAST_DPI} are sharp"] = None
        return Shown(box, key, picture.width / picture.height if layout.whole else None)

    def _text(self, layout: Layout, text: str, ink: str, at: str, source: str) -> Text:
        """Return a text in its box; raises `DeckError` or `PrintError`."""
        lines, lost = zip(*map(one_line, text.split("\n")), strict=True)
        if any(lost) or len(text) > LONGEST:
            problem = f"{len(text)} characters" if len(text) > LONGEST else "an invisible character"
            remedy = f"use up to {LONGEST}" if len(text) > LONGEST else "type the text again"
            raise DeckError(source, problem, at=at, remedy=remedy)

        def parts(word: str) -> Iterator[Part]:
            for number, part in enumerate(_SLOT.split(word)):
                if number % 2:
                    yield self._icon(part, at, source)
                elif part:
                    yield part

        with fonts.own_typeface(layout.font):
            for line in lines:
                fonts.check_glyphs(_SLOT.sub("", line), at)
        return Text(
            layout.box,
            words("\n".join(lines), lambda word: tuple(parts(word))),
            layout.size,
            ink,
            "semibold" if layout.bold else "medium",
            layout.align,  # type: ignore[arg-type]  # checked when read
            layout.valign,  # type: ignore[arg-type]  # checked when read
            layout.font,
        )

    def _rules(self, name: str, title: str, font: str) -> Mapping[str, tuple[Element, ...]]:
        """Return the rules page by face, empty after a mistake."""
        source = str(self._folder / name)
        try:
            self._path(name, "rules")
            whole = Layout("text", "", 0, Box.whole(rulespage.PAGE), font=font)

            def text(words: str, line: int, weight: fonts.Weight) -> Text:
                layout = replace(whole, bold=weight == "semibold")
                return self._text(layout, words, INK, f"line {line}", source)

            return rulespage.faces(title, file_text(source), text)
        except DeckError as error:
            self.faults.append(error)
        except PrintError as error:
            self._refuse(error.problem, error.remedy, error.source, source)
        return {}


def _put(text: str, cells: Mapping[str, str]) -> str:
    """Return a text with cells in the place of their columns' names; icons stay.

    >>> _put("{Name} {sword}", {"name": "Wolf"})
    'Wolf {sword}'
    """
    return _SLOT.sub(lambda slot: cells.get(name_key(slot[1]), slot[0]), text)


def _colour(text: str, at: str, source: str) -> str:
    if not _INK.fullmatch(text):
        raise DeckError(source, f"{quoted(text)} isn't a colour", at=at, remedy=LIKE_THIS)
    return text


def _size(row: Table, shape: str) -> Size:
    """Return a piece's size: hexes and circles have only a width."""
    size = None
    if shape != "card":
        width = row.take_number("width", 10, 200)
        size = Size(width, round(width * sqrt(3) / 2, 3) if shape == "hex" else width)
    elif text := row.take_str("size"):
        try:
            size = parse_size(text, upright=False) if row.sound else None
        except UsageError as error:
            remedy = error.remedy.replace(", if need be with --size", "")
            row.report("size", error.problem, remedy)
    # a stand-in that is large enough for all boxes
    return size if size and row.sound else Size(LARGEST, LARGEST)


def _over_edge(box: Box, size: Size) -> Box:
    """Return a box that reaches over each edge of the piece that it touches, for the bleed."""
    return Box.between(
        box.x - (BLEED if box.x <= 0 else 0),
        box.y - (BLEED if box.y <= 0 else 0),
        box.right + (BLEED if box.right >= size.width - 0.01 else 0),
        box.bottom + (BLEED if box.bottom >= size.height - 0.01 else 0),
    )


def _shape(kind: Kind) -> Shape | None:
    w, h = kind.size.width, kind.size.height
    if kind.shape == "circle":
        return Shape(circle(w / 2, h / 2, w / 2))
    if kind.shape == "hex":
        corners = ((w / 4, 0), (w * 3 / 4, 0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0, h / 2))
        return Shape(polygon(corners))
    return None
