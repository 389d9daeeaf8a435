"""A summary of a game's rules: one text in `summary.toml` for terminal, paper and browser.

It has the rules sheet, the reference cards (`[[reference]]`, one for each side) and the score pad
(`[pad]`). The deck's numbers are written as `$name` and filled in from the game's details. Texts
with `when` or `unless` are only for some decks. So page and deck can't disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import Template
from typing import Literal, TypeAlias, cast, get_args

from companion.decks import parse
from companion.fields import Table
from companion.language import READ, say

# by name: numbers of the deck, and words printed on its pieces
Details: TypeAlias = Mapping[str, int | str]
Kind: TypeAlias = Literal["steps", "points", "table"]

KINDS: tuple[Kind, ...] = get_args(Kind)
LEGEND = say("Our interpretation: the rulebook doesn't say. Agree on something else if you like.")
# "R5" is a rule in the rulebook; "R5.D1" and all others are our interpretations
_RULEBOOK = re.compile(r"R[1-9][0-9]*")
_RULE_ID = re.compile(r"(R[1-9][0-9]*(\.D[1-9][0-9]*[a-z]?)?|D[1-9][0-9]*[a-z]?|O)")


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence or two, and the rules that they explain.

    In a table it has a `name`, unless it is a reading; elsewhere a name is for an example, which
    isn't numbered. `icon` is the name of a small picture beside it on paper (`printables.faces`).
    """

    text: str = field(metadata=READ)
    rules: tuple[str, ...]
    name: str = field(default="", metadata=READ)
    icon: str = ""

    @property
    def reading(self) -> bool:
        """True if it is our reading of the rules: the rulebook doesn't say all of it.

        >>> Item("Roll the die.", ("R3",)).reading, Item("Stay.", ("R6", "R6.D3")).reading
        (False, True)
        """
        return not all(map(_RULEBOOK.fullmatch, self.rules))

    @property
    def numbers(self) -> str:
        """The numbers of its rules, as `rookery scan` cites them.

        >>> Item("Stay.", ("R6.D3a", "R6.D3b", "R10")).numbers
        'R6 R10'
        """
        return " ".join(dict.fromkeys(rule.split(".")[0] for rule in self.rules if rule[0] == "R"))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: steps, points or a table; `figure` is the name of its drawing."""

    title: str = field(metadata=READ)
    kind: Kind
    items: tuple[Item, ...]
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Pad:
    """A sheet of the score pad: the names of `rows`, of a numbered row (`fill`), and the `total`.

    Numbered rows fill the page. If `by_player`, there is a column for each player, split into
    `columns` if there are any; otherwise `columns` are those of a list of games.
    """

    title: str = field(metadata=READ)
    note: str = field(metadata=READ)
    by_player: bool
    rows: tuple[str, ...] = field(metadata=READ)
    columns: tuple[str, ...] = field(metadata=READ)
    fill: str = field(default="", metadata=READ)
    total: str = field(default="", metadata=READ)


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary. `minutes` is about how long a game takes; `needs` are the things you need.

    `reference` are the sides of the reference card, `pad` is the sheet of the score pad.
    """

    title: str = field(metadata=READ)
    aim: str = field(metadata=READ)
    minutes: tuple[int, int]
    needs: Section
    sections: tuple[Section, ...]
    reference: tuple[Section, ...] = ()
    pad: Pad | None = None

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, from top to bottom."""
        return tuple(item for section in self.page for item in section.items)

    @property
    def page(self) -> tuple[Section, ...]:
        """The sections from top to bottom, beginning with `needs`."""
        return (self.needs, *self.sections)


def read_summary(text: str, source: str, details: Details) -> Summary:
    """Return the summary in a file, still with `$names`; raises `DeckError` (file, line, field)."""
    root = parse(text, source)
    low, high = root.take_ints("minutes", 2, 1, 600)
    sides = root.take_tables("reference", 1, 2) if root.has("reference") else ()
    summary = Summary(
        title=_text(root, "title", details),
        aim=_aim(root, details),
        minutes=(low, high),
        needs=Section(say("You need"), "points", _items(root.take_tables("need", 1, 12), details)),
        sections=tuple(_section(row, details) for row in root.take_tables("section", 1, 12)),
        reference=tuple(_section(row, details) for row in sides),
        pad=_pad(root.take_table("pad"), details) if root.has("pad") else None,
    )
    root.done()
    return summary


def _aim(root: Table, details: Details) -> str:
    """Return the aim, or the one in `[[aims]]` for this deck."""
    if not root.has("aims"):
        return _text(root, "aim", details)
    rows = [(_meant(row, details), _label(row, details)) for row in root.take_tables("aims", 1, 4)]
    texts = [text for meant, text in rows if meant]
    if len(texts) != 1:
        problem = f"{len(texts)} of them for this deck"
        raise root.error("aims", problem, "tell one of them `when`, the other `unless`")
    return texts[0]


def _section(row: Table, details: Details) -> Section:
    title, kind = _text(row, "title", details), cast("Kind", row.take_str("kind", KINDS))
    items = _items(row.take_rows("items", 1, 20), details, named=kind == "table")
    section = Section(title, kind, items, row.take_str("figure") if row.has("figure") else "")
    row.done()
    return section


def _items(rows: Iterable[Table], details: Details, *, named: bool = False) -> tuple[Item, ...]:
    """Return the items for this deck; those for other decks are checked too."""
    items = []
    for row in rows:
        meant, text = _meant(row, details), _text(row, "text", details)
        rules = tuple(row.take_str("rules").split(" "))
        for rule in rules:
            if not _RULE_ID.fullmatch(rule):
                remedy = 'name rules as in "R5 R8" or "R8.D2", or "O"'
                raise row.error("rules", f"{rule!r} is no rule", remedy)
        item = Item(text, rules)
        if not item.reading and (named or row.has("name")):
            item = replace(item, name=_text(row, "name", details))
        if row.has("icon"):
            item = replace(item, icon=row.take_str("icon"))
        row.done()
        if meant:
            items.append(item)
    return tuple(items)


def _meant(row: Table, details: Details) -> bool:
    """Return whether a text is for this deck: its `when` is true, and its `unless` isn't."""
    conditions = [(key, row.take_str(key, details)) for key in ("when", "unless") if row.has(key)]
    return all(bool(details[name]) == (key == "when") for key, name in conditions)


def _pad(row: Table, details: Details) -> Pad:
    rows, columns = (
        tuple(_label(label, details) for label in row.take_rows(key, 1, 12)) if row.has(key) else ()
        for key in ("rows", "columns")
    )
    fill, total = (_text(row, key, details) if row.has(key) else "" for key in ("fill", "total"))
    by_player = row.take_str("by", ("player", "game")) == "player"
    title, note = _text(row, "title", details), _text(row, "note", details)
    if not (rows or fill):
        raise row.error("rows", "no rows to write in", 'add rows, or fill = "Game"')
    row.done()
    return Pad(title, note, by_player, rows, columns, fill, total)


def _label(row: Table, details: Details) -> str:
    text = _text(row, "text", details)
    row.done()
    return text


def _text(row: Table, key: str, details: Details) -> str:
    """Return a text after checking that all its `$names` are details of the deck."""
    text = row.take_str(key)
    try:
        Template(text).substitute(details)
    except (KeyError, ValueError) as error:
        problem = "a $ without a name"
        if isinstance(error, KeyError):
            problem = f"${error.args[0]} is no detail of the deck"
        names = ", ".join(f"${name}" for name in sorted(details))
        raise row.error(key, problem, f"use one of: {names}") from error
    return text
