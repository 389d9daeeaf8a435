"""Fills the boxes of a card game's faces with the rows of its spreadsheets, and checks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.deckfile import file_text
from companion.errors import DeckError, PrintError
from companion.game import Piece
from companion.text import name_key, one_line
from companion.wording import near, quoted
from printables.decks import rulespage
from printables.decks.boxes import Element, Ground, Icons, Part, Shown, Text, words
from printables.decks.gamefolder import GameFolder
from printables.decks.kinds import COLOUR, COUNT, LIKE_THIS, MOST_COPIES, SLOT, Kind, Layout
from printables.decks.sizes import LEAST_DPI
from printables.decks.spreadsheet import cells_of
from printables.draw import fonts
from printables.draw.colours import INK
from printables.draw.paths import Box

MOST_ICONS = 30
LONGEST = 2000  # characters of a text


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a spreadsheet: where it is, and its cells by the key of their column."""

    source: str
    number: int
    cells: Mapping[str, str] = field(default_factory=dict)


class Filler:
    """Makes pieces of kinds; collects their cells by piece, and notes on small pictures."""

    def __init__(self, files: GameFolder) -> None:
        self._files = files
        self.notes: dict[str, None] = {}
        self.cells: dict[str, Mapping[str, str]] = {}

    def pieces(self, kind: Kind) -> Iterator[tuple[Piece, dict[str, tuple[Element, ...]]]]:
        """Yield a kind's pieces and what lies on their faces."""
        rows = self._rows(kind)
        for place, row in enumerate(rows, 1):
            text = row.cells.get(COUNT, "") or str(kind.count)
            if not re.fullmatch(r"[0-9]{1,3}", text):
                at = f"row {row.number}, {COUNT}"
                remedy = f"use a whole number from 0 to {MOST_COPIES}"
                self._files.refuse(f"{quoted(text)} is no count", remedy, at, row.source)
                continue
            if count := int(text):
                drawn = {
                    face: tuple(self._filled(layouts, row)) for face, layouts in kind.faces.items()
                }
                name = kind.name if len(rows) == 1 else f"{kind.name}-{place:02}"
                if row.cells:
                    self.cells[name] = row.cells
                empty, data = dict.fromkeys(drawn, ()), {"stock": kind.stock}
                yield Piece(name, kind.name, kind.size, empty, count, data), drawn

    def _rows(self, kind: Kind) -> list[Row]:
        """Return the rows of a kind, none after a mistake in its spreadsheet or layout."""
        header: list[str] = []
        rows = [Row(self._files.source, kind.line)]
        if kind.rows:
            source = str(self._files.folder / kind.rows)
            try:
                self._files.path(kind.rows, f"line {kind.line}, rows")
                header, lines = cells_of(file_text(source), source)
            except DeckError as error:
                self._files.faults.append(error)
                return []
            keys = [name_key(name) for name in header]
            if twice := next((name for name in keys if keys.count(name) > 1), None):
                remedy = "give each its own name"
                self._files.refuse(f"two columns are called {twice!r}", remedy, "header", source)
                return []
            rows = [
                Row(source, number, dict(zip(keys, cells, strict=True))) for number, cells in lines
            ]
        before = len(self._files.faults)
        known = {name_key(name): name for name in header}
        for layout in [each for layouts in kind.faces.values() for each in layouts]:
            for text in (layout.text, layout.ink, layout.icon):
                for name in SLOT.findall(text):
                    if name_key(name) not in known | self._files.icons:
                        names = [*known.values(), *self._files.icons]
                        columns = "head a column of a spreadsheet like this, and name it as rows"
                        remedy = near(name, names) if names else columns
                        problem = f"no column or icon is called {quoted(name)}"
                        self._files.refuse(problem, remedy, f"line {layout.line}, {layout.what}")
        return rows if len(self._files.faults) == before else []

    def _filled(self, layouts: Sequence[Layout], row: Row) -> Iterator[Element]:
        """Yield what a row puts into the boxes; a box without a text stays empty."""
        for layout in layouts:
            slots = [name for name in SLOT.findall(layout.text) if name_key(name) in row.cells]
            at = f"row {row.number}, {', '.join(slots)}" if slots else f"line {layout.line}"
            source = row.source if slots else self._files.source
            try:
                if text := _put(layout.text, row.cells).strip():
                    element = self._element(layout, text, row, at, source)
                    if element:
                        yield element
            except DeckError as error:
                self._files.faults.append(error)
            except PrintError as error:  # a letter that no font has
                self._files.refuse(error.problem, error.remedy, at, source)

    def _element(self, layout: Layout, text: str, row: Row, at: str, source: str) -> Element | None:
        if layout.what == "colour":
            return Ground(layout.box, _colour(text, at, source), layout.round)
        if layout.what == "picture":
            key = self._files.picture(text, at, source)
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
            return Icons(layout.box, self._files.icon(icon, at, source), number, layout.align)  # type: ignore[arg-type]  # checked when read
        ink = _colour(_put(layout.ink, row.cells), at, source)
        return self._text(layout, text, ink, at, source)

    def _shown(self, layout: Layout, key: str) -> Shown:
        """Return a picture in its box, and note if it looks blurred there."""
        picture, box = self._files.pictures[key], layout.box
        scales = box.width / picture.width, box.height / picture.height  # mm per pixel
        dpi = 25.4 / (min(scales) if layout.whole else max(scales))
        if dpi < LEAST_DPI - 0.5:
            self.notes[f"{key}: {dpi:.0f} dpi, so it looks blurred; {LEAST_DPI} are sharp"] = None
        return Shown(box, key, picture.width / picture.height if layout.whole else None)

    def _text(self, layout: Layout, text: str, ink: str, at: str, source: str) -> Text:
        """Return a text in its box; raises `DeckError` or `PrintError`."""
        lines, lost = zip(*map(one_line, text.split("\n")), strict=True)
        if any(lost) or len(text) > LONGEST:
            problem = f"{len(text)} characters" if len(text) > LONGEST else "an invisible character"
            remedy = f"use up to {LONGEST}" if len(text) > LONGEST else "type the text again"
            raise DeckError(source, problem, at=at, remedy=remedy)

        def parts(word: str) -> Iterator[Part]:
            for number, part in enumerate(SLOT.split(word)):
                if number % 2:
                    yield self._files.icon(part, at, source)
                elif part:
                    yield part

        with fonts.own_typeface(layout.font):
            for line in lines:
                fonts.check_glyphs(SLOT.sub("", line), at)
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

    def rules(self, name: str, title: str, font: str) -> Mapping[str, tuple[Element, ...]]:
        """Return the rules page by face, empty after a mistake."""
        source = str(self._files.folder / name)
        try:
            self._files.path(name, "rules")
            whole = Layout("text", "", 0, Box.whole(rulespage.PAGE), font=font)

            def text(words: str, line: int, weight: fonts.Weight) -> Text:
                layout = replace(whole, bold=weight == "semibold")
                return self._text(layout, words, INK, f"line {line}", source)

            return rulespage.faces(title, file_text(source), text)
        except DeckError as error:
            self._files.faults.append(error)
        except PrintError as error:
            self._files.refuse(error.problem, error.remedy, error.source, source)
        return {}


def _put(text: str, cells: Mapping[str, str]) -> str:
    """Return a text with cells in the place of their columns' names; icons stay.

    >>> _put("{Name} {sword}", {"name": "Wolf"})
    'Wolf {sword}'
    """
    return SLOT.sub(lambda slot: cells.get(name_key(slot[1]), slot[0]), text)


def _colour(text: str, at: str, source: str) -> str:
    if not COLOUR.fullmatch(text):
        raise DeckError(source, f"{quoted(text)} isn't a colour", at=at, remedy=LIKE_THIS)
    return text
