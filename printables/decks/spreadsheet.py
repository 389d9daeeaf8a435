"""Rows of a deck file as a spreadsheet (CSV).

Columns have the names of the deck's fields; those without a column stay unchanged in the deck file.
A cell has the value in the deck file: a text without quotes, a list's numbers separated by blanks.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from companion.deckcode import to_toml
from companion.deckfile import Sizable, deck_text, file_text, resized
from companion.decks import examine, parse
from companion.differences import differences, naming_field
from companion.errors import DeckError, UsageError
from companion.game import Game
from companion.language import counted, say
from companion.tomltext import read_toml
from companion.wording import did_you_mean, near

Row: TypeAlias = dict[str, object]

ART = "art"  # a field that standard decks don't have
MAX_ROWS = 500
_DELIMITERS = ",;\t"  # spreadsheets in many countries use semicolons
# a first line, which Excel hides, that says which it is
_SEPARATOR = re.compile(r"\"?sep=([,;\t|])\"?\r?\n", re.IGNORECASE)
_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
# the remedy for too few or too many rows
_ROWS = re.compile(r"use (\d+(?: to \d+)?) rows headed .*")
# texts that a spreadsheet would take as a formula, perhaps already escaped
_FORMULA = re.compile(r"'?[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class CardList:
    """Rows of a spreadsheet as rows `[[key]]` of a deck file, with their row numbers.

    `unknown` are the columns that were left out, because no field has a name like theirs.
    """

    key: str
    rows: tuple[Row, ...]
    lines: tuple[int, ...]
    unknown: tuple[str, ...] = ()


def read_cards(
    text: str,
    source: str,
    deck: Mapping[str, object],
    key: str | None = None,
    like: Mapping[str, object] | None = None,
) -> CardList:
    """Return the rows in a CSV file's text, for `deck`, a deck file's data.

    `like` is a deck that defines the fields and their types, because `deck` may have mistakes.
    Raises `DeckError` naming the file, row and column, and `UsageError` for an unknown `key`.
    """
    header, lines = cells_of(text, source)
    tables = _tables_with(deck if like is None else like, key)
    fields = {name.lower(): name for rows in tables.values() for name in _kinds(rows)}
    header = [fields.get(name.lower(), name) for name in header]
    if twice := next((name for name in header if header.count(name) > 1), None):
        problem, remedy = f"two columns are called {twice!r}", "give each a name of its own"
        raise DeckError(source, problem, at="header", remedy=remedy)
    key = key or _key_of(header, [cells for _, cells in lines], source, tables)
    kinds, old = _kinds(tables[key]), _tables(deck).get(key, [])
    unknown = [name for name in header if name not in kinds]
    for name in unknown:
        if did_you_mean(name, kinds) or len(unknown) == len(header):
            remedy = near(name, kinds, say("columns may be: {names}", names=", ".join(kinds)))
            problem = f"no field of {key} is called {name!r}"
            raise DeckError(source, problem, at="header", remedy=remedy)
    field = naming_field(tables[key])
    known = {str(row.get(field) if field else place): row for place, row in enumerate(old, 1)}
    rows = []
    for place, (line, cells) in enumerate(lines, 1):
        given = {
            name: _value(cell, kinds[name], source, f"row {line}, column {name}")
            for name, cell in zip(header, cells, strict=True)
            if cell and name in kinds
        }
        # the old row, if there is one
        before = known.get(str(given.get(field, "") if field else place), {})
        kept = {name: value for name, value in before.items() if name not in header}
        rows.append(
            {name: {**kept, **given}[name] for name in kinds if name in kept or name in given}
        )
    return CardList(key, tuple(rows), tuple(line for line, _ in lines), tuple(unknown))


def write_cards(deck: Mapping[str, object], key: str | None = None) -> tuple[str, str]:
    """Return rows `[[key]]` of a deck as CSV, and the key: by default that with most rows."""
    tables = _tables_with(deck, key)
    key = key or max(tables, key=lambda name: len(tables[name]))
    fields = list(_kinds(tables[key]))
    if not any(ART in row for row in tables[key]):
        fields.remove(ART)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(fields)
    writer.writerows(
        [_cell(row[name]) if name in row else "" for name in fields] for row in tables[key]
    )
    return file.getvalue(), key


def with_rows(text: str, key: str, rows: Sequence[Row]) -> str:
    r"""Replace the rows `[[key]]` in a deck file's text; everything else stays as it is written.

    So do equal rows and comments between rows.

    >>> print(with_rows('[[a]]\nx = 1\n\n# b\n[[b]]\ny = 1\n', "a", [{"x": 2}, {"x": 3}]), end="")
    [[a]]
    x = 2
    <BLANKLINE>
    [[a]]
    x = 3
    <BLANKLINE>
    # b
    [[b]]
    y = 1
    """
    data, parts, kept = read_toml(text, "deck file"), list(_parts(text)), ""
    wanted, old = {**data, key: list(rows)}, _tables(data).get(key, [])
    places = [at for at, (name, _, _) in enumerate(parts) if name == key]
    for at, (name, part, rest) in enumerate(parts):
        if name == key:
            place = places.index(at)
            new = list(rows[place:] if at == places[-1] else rows[place : place + 1])
            if new and old[place : place + 1] == new[:1]:
                kept += part + ("\n" if new[1:] else "")
                new = new[1:]
            kept += to_toml({key: new}) if new else ""
        else:
            kept += part
        kept += rest
    # if rows are written in another way, the replacement may have failed
    return kept if read_toml(kept, "deck file") == wanted else to_toml(wanted)


def in_spreadsheet(error: DeckError, cards: CardList, source: str) -> DeckError:
    """Return an error in the deck file with its place in the spreadsheet."""
    if re.fullmatch(rf"line \d+, {re.escape(cards.key)}", error.at):  # about the number of rows
        wanted = _ROWS.fullmatch(error.remedy)
        if wanted is None:
            return DeckError(source, error.problem, remedy=error.remedy)
        return DeckError(source, f"{error.problem} of {cards.key}", remedy=f"use {wanted[1]}")
    match = re.fullmatch(rf"line \d+, {re.escape(cards.key)}\[(\d+)\]\.(\w+).*", error.at)
    if not match or int(match[1]) > len(cards.lines):
        return error
    at = f"row {cards.lines[int(match[1]) - 1]}, column {match[2]}"
    return DeckError(source, error.problem, at=at, remedy=error.remedy)


def cells_of(
    text: str, source: str, like: str = "id,name"
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the header, the first row that isn't empty, and the others, each with its number.

    An error shows a header `like` what is wanted.
    """
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    if separator := _SEPARATOR.match(text):
        delimiter, text = separator[1], text[separator.end() :]
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        numbered = enumerate(([cell.strip() for cell in row] for row in reader), 1)
        rows = [(number, row) for number, row in numbered if any(row)]
    except csv.Error as error:
        remedy = "save the spreadsheet as CSV (UTF-8) again"
        raise DeckError(source, f"no CSV: {error}", remedy=remedy) from error
    if not rows:
        remedy = f"begin with the names of the fields, as in {like}"
        raise DeckError(source, "has no row with names", at="header", remedy=remedy)
    (_, header), *lines = rows
    while not header[-1]:
        header.pop()
    for number, row in lines:
        if any(row[len(header) :]):
            remedy = "give each column a name, and put a cell with commas into quotes"
            problem = f"{counted(len(row), 'cell')} under {counted(len(header), 'name')}"
            raise DeckError(source, problem, at=f"row {number}", remedy=remedy)
    if not 1 <= len(lines) <= MAX_ROWS:
        problem = f"{len(lines)} rows below the header"
        raise DeckError(source, problem, remedy=f"use 1 to {MAX_ROWS}")
    return header, [(number, [*row, *[""] * len(header)][: len(header)]) for number, row in lines]


def _tables(deck: Mapping[str, object]) -> dict[str, list[Row]]:
    return {
        key: rows
        for key, rows in deck.items()
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)
    }


def _tables_with(deck: Mapping[str, object], key: str | None) -> dict[str, list[Row]]:
    """Return the rows of a deck, by key; raises `UsageError` if it has none, or no such `key`."""
    tables = _tables(deck)
    if not tables:
        remedy = "edit the deck file itself"
        raise UsageError("deck", "it has no rows for a spreadsheet", remedy=remedy)
    if key and key not in tables:
        raise UsageError(key, "no such rows", remedy=f"use --rows with one of: {', '.join(tables)}")
    return tables


def _kinds(rows: Sequence[Row]) -> dict[str, object]:
    """Return the fields of rows in the order of the file, each with an example value."""
    default: Row = {}
    for row in rows:
        for name, value in row.items():
            default.setdefault(name, value)
    return {**default, ART: ""}


def _key_of(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    source: str,
    tables: Mapping[str, list[Row]],
) -> str:
    """Return the key whose rows have these fields, or of several, also these ids."""
    fitting = {key: len(set(header) - set(_kinds(table))) for key, table in tables.items()}
    best = [key for key, strange in fitting.items() if strange == min(fitting.values())]
    if len(best) > 1 and "id" in header:
        ids = {row[header.index("id")] for row in rows}
        shared = {key: len(ids & {str(row.get("id")) for row in tables[key]}) for key in best}
        best = [key for key in best if shared[key] == max(shared.values())]
    fields = {name for table in tables.values() for name in _kinds(table)}
    if len(best) != 1 and (strange := [name for name in header if name not in fields]):
        problem = f"no kind of row has a column {strange[0]!r}"
        remedy = f"use the columns of one of: {', '.join(tables)}"
        raise DeckError(source, problem, at="header", remedy=remedy)
    if len(best) != 1:
        remedy = f"say which with --rows: {', '.join(best)}"
        raise DeckError(source, "may be rows of several kinds", at="header", remedy=remedy)
    return best[0]


def _value(cell: str, like: object, source: str, at: str) -> object:
    """Convert a cell to the type of `like`; raises `DeckError`."""
    if isinstance(like, str):
        return cell[1:] if cell[0] == "'" and _FORMULA.match(cell[1:]) else cell
    if isinstance(like, list) and like and isinstance(like[0], dict):
        try:
            text = cell if cell.startswith("[") else f"[{cell}]"
            return read_toml(f"cell = {text}", source)["cell"]
        except DeckError as error:
            problem = f"can't be read: {error.problem}"
            remedy = 'write it as in the deck file, as in { verb = "draw", count = 1 }'
            raise DeckError(source, problem, at=at, remedy=remedy) from error
    if isinstance(like, list):
        return [_number(each, 0, source, at) for each in re.split(r"[\s,;/]+", cell.strip("[] "))]
    return _number(cell, like, source, at)


def _number(text: str, like: object, source: str, at: str) -> float:
    """Convert a number, with a point or a comma; without a fraction unless `like` may have one."""
    fraction = r"[.,][0-9]{1,9}" if isinstance(like, float) else r"[.,]0+"
    if not re.fullmatch(rf"-?[0-9]{{1,9}}({fraction})?", text):
        kind = "number" if isinstance(like, float) else "whole number"
        raise DeckError(source, f"{text!r} isn't a {kind}", at=at, remedy="use digits only")
    value = float(text.replace(",", "."))
    return value if isinstance(like, float) else int(value)


def _cell(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return to_toml({"x": {"x": value}}).partition("= ")[2].strip()[1:-1]
    if isinstance(value, list):
        return " ".join(map(str, value))
    text = str(value)
    return f"'{text}" if isinstance(value, str) and _FORMULA.match(text) else text


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield parts of a file: a header's name, its body, and blanks and comments after it."""
    lines = text.splitlines(keepends=True)
    heads = [0, *(n for n, line in enumerate(lines) if n and _HEADER.match(line)), len(lines)]
    for start, end in pairwise(heads):
        body = end
        while body > start + 1 and (
            not lines[body - 1].strip() or lines[body - 1].lstrip().startswith("#")
        ):
            body -= 1
        header = _HEADER.match(lines[start]) if lines else None
        name = header[2] if header and header[1] == "[[" else ""
        yield name, "".join(lines[start:body]), "".join(lines[body:end])


PICTURES = """\
To use your own picture, put a PNG or JPEG into this file's folder and add a line to the card: \
art = "its-name.png"
# The picture replaces the drawing. Numbers, symbols and tags stay on top."""
NO_PICTURES = "docs/own-decks.md explains each step."


def new_deck(game: Game, file: str, board: str | None = None) -> str:
    """Return the text of a new deck file; raises `UsageError` if the game has no such board."""
    text, source = deck_text(game)
    deck = game.read_deck(text, source)
    if board is not None:
        deck = resized(game, deck, board)
        for fields in deck.amendments.values() if isinstance(deck, Sizable) else ():
            for field, value in fields.items():  # in its line, to keep the comments
                line = re.compile(rf"^ *{field} *= *\S+", re.MULTILINE)
                text = line.sub(f"{field} = {value}", text, count=1)
    more = PICTURES if hasattr(deck, "art") else NO_PICTURES
    head = files("printables.decks").joinpath("new-deck.txt").read_text("utf-8")
    return head.format(title=game.title, slug=game.slug, file=Path(file).name, more=more) + text


def import_rows(
    game: Game, cards: str, file: str, key: str | None
) -> tuple[str, CardList, Sequence[str], Sequence[DeckError]]:
    """Return a deck file's new text, the rows of the spreadsheet `cards`, what they change in the
    file (in words, a row each), and all mistakes.

    A deck file that doesn't exist yet starts as the standard deck.
    """
    before = file_text(file) if Path(file).exists() else new_deck(game, file)
    parse(before, file, game.slug)  # raises for what rows from a spreadsheet can't fix
    ours = read_toml(*deck_text(game))
    data = read_toml(before, file)
    rows = read_cards(file_text(cards), cards, data, key, like=ours)
    old_rows = {rows.key: _tables(data).get(rows.key, [])}
    changes = list(differences({rows.key: list(rows.rows)}, old_rows))
    text = with_rows(before, rows.key, rows.rows)
    _, faults = examine(game.read_deck, text, file)
    _, old = examine(game.read_deck, before, file) if faults else (None, ())
    # Each mistake gets its place in the spreadsheet or the old deck file: line numbers in the new
    # text would be misleading, because it isn't saved.
    known = {(each.problem, each.at.partition(", ")[2]): each for each in reversed(old)}
    placed = []
    for fault in faults:
        field, moved = fault.at.partition(", ")[2], in_spreadsheet(fault, rows, cards)
        if moved is fault:
            bare = DeckError(fault.source, fault.problem, at=field, remedy=fault.remedy)
            moved = known.get((fault.problem, field), bare)
        placed.append(moved)
    return text, rows, changes, placed
