"""Clean names of players, and codes of tables that are easy to type."""

from __future__ import annotations

import unicodedata
from random import Random

from companion.errors import UsageError
from companion.language import say

MAX_NAME = 20
MARKS_IN_A_ROW = 2  # more would stack accents over the lines above
ZERO_WIDTH_JOINER = "\u200d"  # joins emoji of several people
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that are invisible

# Birds and places of four letters, easy to hear and to type, and not rude in any of our languages,
# alone or in pairs. Existing codes stay valid, whatever their words are.
_FOUR_LETTERS = """
    ALPS COOT CROW DODO DOVE DUCK EMUS ERNE GULL HAWK HENS HERN IBIS JAYS KITE KIWI KNOT LARK LOON
    LORY MINA MYNA NENE NILE OSLO OWLS RAIL RHEA ROOK RUFF SKUA SMEW SORA TEAL TERN TODY WREN
"""
WORDS = tuple(_FOUR_LETTERS.split())


def clean_name(raw: object) -> str:
    r"""Return a name of 1 to 20 visible characters, without control characters.

    Raises `UsageError`.

    >>> clean_name("  Anna\u202e \t Maria ")
    'Anna Maria'
    """
    text = unicodedata.normalize("NFC", raw[:500]) if isinstance(raw, str) else ""
    kept = "".join(_visible(text, index) for index in range(len(text)))
    name = " ".join(kept.split())
    length = sum(
        not unicodedata.category(char).startswith("M") and char != ZERO_WIDTH_JOINER
        for char in name
    )
    if not 1 <= length <= MAX_NAME:
        long = say("that name is {n} characters long", n=length)
        problem = long if length else say("that name can't be shown")
        remedy = say("enter 1 to {n} visible characters", n=MAX_NAME)
        raise UsageError("name", problem, remedy=remedy)
    return name


def _visible(text: str, index: int) -> str:
    char, kind = text[index], unicodedata.category(text[index])
    if char.isspace():
        return " "
    if char == ZERO_WIDTH_JOINER:
        around = text[max(0, index - 1) : index] + text[index + 1 : index + 2]
        emoji = all(unicodedata.category(c) in ("So", "Sk", "Mn") for c in around)
        return char if emoji and len(around) == 2 else ""
    if kind.startswith("M"):
        before = text[max(0, index - MARKS_IN_A_ROW) : index]
        stacked = len(before) == MARKS_IN_A_ROW and all(
            unicodedata.category(c).startswith("M") for c in before
        )
        return "" if stacked or index == 0 else char
    return "" if kind.startswith("C") or char in BLANKS else char


def new_code(random: Random, *, long: bool = False) -> str:
    """Return a code for a table: KIWI-42, one of three thousand, or KIWISWAN-4217, one of twelve
    million, where there are so many tables that a guess could hit one.
    """
    if long:
        return f"{random.choice(WORDS)}{random.choice(WORDS)}-{random.randrange(1000, 10_000)}"
    return f"{random.choice(WORDS)}-{random.randrange(10, 100)}"


def read_code(typed: str) -> str:
    """Return a typed code in its usual form, whatever the case and spacing.

    >>> read_code(" kiwi 42"), read_code("Kiwi42"), read_code("kiwi swan-4217")
    ('KIWI-42', 'KIWI-42', 'KIWISWAN-4217')
    """
    plain = "".join(char for char in typed.upper()[:40] if char.isascii() and char.isalnum())
    word = plain.rstrip("0123456789")
    return f"{word}-{plain[len(word) :]}" if 0 < len(word) < len(plain) else plain
