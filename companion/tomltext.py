"""Reading TOML from users, with limits on its size and depth.

The time and memory of `tomllib` grow with the square of the dots in a key, and it recurses for
nested brackets: 60 KB of them took half a minute and 3.6 GB. So size and depth are checked first.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.errors import DeckError
from companion.language import say

MAX_BYTES = 200_000  # of a file
MAX_DEPTH = 12  # of nested tables and lists, and of names in a dotted key

# Strings and comments, in which dots and brackets don't count. Open ones end with the line or with
# the text, as for the parser.
_QUIET = re.compile(
    r"""
      \"{3} (?: \\?. )*? (?: "{3,5} | \Z )
    | '{3} .*? (?: '{3,5} | \Z )
    | " (?: \\. | [^"\\\n] )* "?
    | ' [^'\n]* '?
    | \# [^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
_DOTTED = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MAX_DEPTH}}}")
_BRACKET = re.compile(r"[\[\]{}]")
_ENDLESS = re.compile(r"[0-9_]{1000}")


def read_toml(text: str, source: str) -> dict[str, Any]:
    """Return the data in a file's text; raises `DeckError` with the line if it is invalid or too
    deep.

    >>> read_toml("a.b = 1", "my.toml")
    {'a': {'b': 1}}
    """
    if len(text) > MAX_BYTES:
        raise DeckError(
            source, say("over {n} bytes", n=MAX_BYTES), remedy=say("a deck file can't be larger")
        )
    _check_depth(text, source)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"line (\d+), column (\d+)", str(error))
        at = f"line {match[1]}, column {match[2]}" if match else "end of file"
        problem = re.sub(r" \(at .*\)$", "", str(error))
        raise DeckError(
            source, say("not TOML: {problem}", problem=problem), at=at, remedy=say("fix the line")
        ) from error
    except ValueError as error:  # Python doesn't read numbers of thousands of digits
        match = _ENDLESS.search(text)
        at = _line(text, match.start()) if match else "some line"
        raise DeckError(
            source, say("a number without end"), at=at, remedy=say("write it with fewer digits")
        ) from error


def _check_depth(text: str, source: str) -> None:
    plain = _QUIET.sub(lambda match: "_" + "\n" * match[0].count("\n"), text)
    if match := _DOTTED.search(plain):
        problem = say("a key with more than {n} names", n=MAX_DEPTH)
        remedy = say("use fewer dots: no field of a deck has more than two names")
        raise DeckError(source, problem, at=_line(plain, match.start()), remedy=remedy)
    depth = 0
    for match in _BRACKET.finditer(plain):
        depth += 1 if match[0] in "[{" else -1
        if depth > MAX_DEPTH:
            problem = say("brackets nested too deeply")
            remedy = say("close the brackets that were left open")
            raise DeckError(source, problem, at=_line(plain, match.start()), remedy=remedy)


def _line(text: str, position: int) -> str:
    return f"line {text.count(chr(10), 0, position) + 1}"
