"""Clean names of players, and codes of tables that are easy to type."""

from __future__ import annotations

from random import Random

from companion.errors import UsageError
from companion.language import say
from companion.text import one_line, visible_length

MAX_NAME = 20

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
    name, _ = one_line(raw[:500]) if isinstance(raw, str) else ("", "")
    length = visible_length(name)
    if not 1 <= length <= MAX_NAME:
        long = say("that name is {n} characters long", n=length)
        problem = long if length else say("that name can't be shown")
        remedy = say("enter 1 to {n} visible characters", n=MAX_NAME)
        raise UsageError("name", problem, remedy=remedy)
    return name


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
