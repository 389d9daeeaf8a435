"""The door for texts from people: deck files, names, spreadsheets, plays of other programs.

Inside, a text is one line in the composed normal form (NFC), so that what looks the same is the
same, without characters that nobody sees or that turn or cover what stands around them.
"""

from __future__ import annotations

import re
import unicodedata

# more accents in a row would cover the lines above
MARKS_IN_A_ROW = 2
# Unicode's stream-safe limit (UAX 15): sorting more of them takes time that grows with the square
_MOST_MARKS = 30
_ZERO_WIDTH_JOINER = "\u200d"  # joins emoji of several people
# letters and symbols that are invisible
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")


def one_line(raw: str, marks: int = MARKS_IN_A_ROW) -> tuple[str, str]:
    r"""Return a text as it is stored, and the characters that it lost.

    It keeps letters of all scripts, emoji, and up to `marks` accents in a row that no letter has.

    >>> one_line("  Anna\u202e \t Maria "), one_line("Zoe\u0308"), one_line("x\u0301", marks=0)
    (('Anna Maria', '\u202e'), ('Zoë', ''), ('x', '́'))
    """
    if raw.isascii() and raw.isprintable():
        return " ".join(raw.split()), ""
    kept, lost, row, text = "", "", 0, composed(raw)
    for index, char in enumerate(text):
        if char.isspace():
            kept, row = f"{kept} ", 0
        elif is_mark(char) and char not in _BLANKS and row < (marks if kept.strip() else 0):
            kept, row = kept + char, row + 1
        elif is_mark(char) or char in _BLANKS or not (_is_seen(char) or _joins(text, index)):
            lost += char
        else:
            kept, row = kept + char, 0
    return " ".join(composed(kept).split()), lost


def composed(text: str) -> str:
    r"""Return a text of any length in the composed normal form (NFC).

    >>> composed("fu\u0308r")
    'für'
    """
    if text.isascii():
        return text
    kept, row = "", 0
    for char in text:
        row = row + 1 if is_mark(char) else 0
        kept += char if row <= _MOST_MARKS else ""
    return unicodedata.normalize("NFC", kept)


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8 or UTF-16; raises `UnicodeDecodeError`.

    Some spreadsheets write UTF-16, which shows by its mark, or by the zero byte that each plain
    letter has there: the first character of our files is one.

    >>> decoded("Zoë".encode("utf-16")), decoded("Zoë".encode("utf-16-le"))
    ('Zoë', 'Zoë')
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if 0 in data[:2]:
        return data.decode("utf-16-le" if data[0] else "utf-16-be")
    return data.decode("utf-8-sig")


def printable(text: str) -> str:
    r"""Return a text on one line, without characters that could control a terminal.

    >>> printable("a\x1b[31m\u202eb\nc")
    'a?[31m?b c'
    """
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def name_key(name: str) -> str:
    """Return what two spellings of a name share: they may differ in case, blanks and normal form.

    >>> name_key(" ZOE\u0308 ") == name_key("Zo\u00eb")
    True
    """
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def is_mark(char: str) -> bool:
    """Return whether a character is an accent or another sign on the letter before it."""
    return unicodedata.category(char).startswith("M")


def visible_length(line: str) -> int:
    """Return the number of characters that take room: accents and joiners take none."""
    return sum(not is_mark(char) and char != _ZERO_WIDTH_JOINER for char in line)


def _is_seen(char: str) -> bool:
    return not unicodedata.category(char).startswith("C")


def _joins(text: str, index: int) -> bool:
    """Return whether a character joins the two emoji around it."""
    around = text[max(0, index - 1) : index] + text[index + 1 : index + 2]
    emoji = len(around) == 2 and all(unicodedata.category(c) in ("So", "Sk", "Mn") for c in around)
    return emoji and text[index] == _ZERO_WIDTH_JOINER


def slug_of(title: str, otherwise: str = "card") -> str:
    """Return a name in small letters, digits and hyphens for manifests and files.

    `otherwise` is for a title without any of them. An apostrophe joins, typed or typographic.

    >>> slug_of("Grand-mère Élise's!"), slug_of("\u0413")
    ('grand-mere-elises', 'card')
    """
    letters = unicodedata.normalize("NFKD", title.replace("'", "")).encode("ascii", "ignore")
    return re.sub(r"[^a-z0-9]+", "-", letters.decode().lower()).strip("-")[:40] or otherwise
