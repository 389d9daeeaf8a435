"""The files of someone's own cards: which pictures there are, and which are a card's two sides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.deckfile import file_text
from companion.errors import DeckError, PrintError, UsageError, reason
from companion.folders import near_file, stored
from companion.language import counted
from companion.text import name_key, one_line
from companion.wording import near
from printables.decks.spreadsheet import cells_of

if TYPE_CHECKING:
    import pypdfium2

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif")
READ = "PNG, JPEG, WebP, TIFF, BMP and GIF are read"
MOST_NAMED = 12  # names that an error lists
LIKE = "front,count,back,stock"  # the first row of a table of counts
# how often a card is printed, at the end or beginning of its name: "goblin x3", "3x goblin"
_COUNT = re.compile(
    r"(?:^(\d{1,3}) ?[x\u00d7][ _-]+)|(?:[ _-]+[x\u00d7] ?(\d{1,3})$)", re.IGNORECASE
)
_OF_SYSTEMS = re.compile(r"\.|(thumbs\.db|desktop\.ini)$", re.IGNORECASE)  # not of people
_SIDE = re.compile(r"[ _-]+(front|back)$", re.IGNORECASE)


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
    def title(self) -> str:
        """What the card is called: the file's name without ending, count and side."""
        if self.page:
            return f"{self.path.stem} {self.page}"
        return _SIDE.sub("", _COUNT.sub("", self._bare)) or self.path.stem

    @property
    def count(self) -> int:
        """How often its name says it is printed."""
        found = None if self.page else _COUNT.search(self._bare)
        return int(found[1] or found[2]) if found else 1

    @property
    def _bare(self) -> str:
        return _SIDE.sub("", one_line(self.path.stem)[0])


def sources(fronts: str, backs: str | None) -> tuple[list[Source], list[Source], list[str]]:
    """Return the fronts and backs in two places, and notes on files that were left out."""
    notes: list[str] = []
    before = list(_files(fronts, notes))
    behind = list(_files(backs, notes)) if backs else []
    # the back may lie in the folder of the fronts
    return [each for each in before if each not in behind] or before, behind, notes


def _files(place: str, notes: list[str]) -> Iterator[Source]:
    path = stored(Path(place))
    try:
        if path.is_dir():
            names = [each for each in path.iterdir() if not _OF_SYSTEMS.match(each.name)]
            files = sorted((each for each in names if each.is_file()), key=_natural)
            folders = [f"{each.name}/" for each in sorted(names) if each.is_dir()]
        elif path.is_file():
            files, folders = [path], []
        else:
            remedy = near_file(path) or "name a folder of pictures, a picture or a PDF"
            raise UsageError(place, "no such file or folder", remedy=remedy)
    except OSError as error:
        raise UsageError(place, reason(error), remedy="check its permissions") from error
    pictures = [each for each in files if each.suffix.lower() in ENDINGS]
    if len(files) == 1 and files[0].suffix.lower() == ".pdf":
        with open_pdf(files[0]) as document:
            count = len(document)
        yield from (Source(files[0], number) for number in range(1, count + 1))
        return
    others = [each.name for each in files if each not in pictures]
    if not pictures:
        problem = f"{', '.join([*folders, *others][:3]) or 'an empty folder'}: no pictures"
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


class Card(NamedTuple):
    """A card's sides, how often they are printed, and on what paper, "" for the usual."""

    front: Source
    back: Source | None
    copies: int
    stock: str = ""


def cards_of(fronts: Sequence[Source], backs: Sequence[Source], table: str | None) -> list[Card]:
    """Return the cards that are printed at least once."""
    if not table:
        behind = zip(fronts, _behind(fronts, backs), strict=True)
        return [Card(front, back, front.count) for front, back in behind if front.count]
    from printables.sheets.plan import STOCKS  # noqa: PLC0415 - see `open_pdf`

    header, lines = cells_of(file_text(table), table, LIKE)
    names = [name.lower() for name in header]
    if "front" not in names:
        remedy = f"name the columns in the first row, as in {LIKE}"
        raise DeckError(table, "no column is called front", at="header", remedy=remedy)
    cards: list[Card] = []
    for line, row in lines:
        given = dict(zip(names, row, strict=True))
        front = _named(given["front"], fronts, f"{table}: row {line}, front")
        text = given.get("count", "") or "1"
        if not re.fullmatch(r"[0-9]{1,3}", text):
            remedy = "use a whole number from 0 to 999"
            raise DeckError(table, f"{text!r} is no count", at=f"row {line}, count", remedy=remedy)
        stock = given.get("stock", "").lower()
        if stock not in ("", *STOCKS):
            remedy, at = f"use {', '.join(STOCKS)}, or nothing", f"row {line}, stock"
            raise DeckError(table, f"{stock!r} is no paper", at=at, remedy=remedy)
        if name := given.get("back"):
            back: Source | None = _named(name, backs, f"{table}: row {line}, back")
        else:
            back = _behind([front], backs)[0]
        if int(text):
            cards.append(Card(front, back, int(text), stock))
    return cards


def _named(name: str, known: Sequence[Source], place: str) -> Source:
    """Return the picture called `name`, with or without its ending; raises `UsageError`."""
    key = name_key(name)
    found = [each for each in known if name_key(each.name) == key]
    found = found or [each for each in known if name_key(each.path.stem) == key]
    if len(found) == 1:
        return found[0]
    if found:
        remedy = f"write the whole name, as in {found[0].name}"
        raise UsageError(place, f"{len(found)} pictures are called {name!r}", remedy=remedy)
    remedy = near(name, [each.name for each in known][:MOST_NAMED]) if known else "add BACKS"
    raise UsageError(place, f"no picture is called {name!r}", remedy=remedy)


def _behind(fronts: Sequence[Source], backs: Sequence[Source]) -> list[Source | None]:
    """Return the back of each front: the only one, by name, or in order."""
    if len(backs) < 2:
        return [backs[0] if backs else None] * len(fronts)
    # of the same ending, if there are several
    names = {name: back for back in backs for name in _names(back)}
    found = [next(filter(None, map(names.get, _names(front))), None) for front in fronts]
    if not any(found) and len(fronts) == len(backs):
        return list(backs)
    if missing := next(
        (front for front, back in zip(fronts, found, strict=True) if not back), None
    ):
        problem = f"none for {missing.name}, of {len(backs)} for {counted(len(fronts), 'front')}"
        remedy = "name backs like their fronts, or give one for all, or as many in the same order"
        raise UsageError("BACKS", problem, remedy=remedy)
    return found


def _names(source: Source) -> tuple[str, str]:
    return name_key(source.title + source.path.suffix), name_key(source.title)


@contextmanager
def open_pdf(path: Path) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF; raises `PrintError` if it is damaged or asks for a password."""
    import pypdfium2  # noqa: PLC0415 - heavy, and a phone table knows only the endings

    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError) as error:
        remedy = "open it in another program, and save it again without a password"
        raise PrintError(str(path), "no PDF, damaged, or locked", remedy=remedy) from error
    with closing(document):
        yield document
