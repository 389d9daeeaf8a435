"""Reading TOML from users, with limits on its size and depth.

The time and memory of `tomllib` grow with the square of the dots in a key, and it recurses for
nested brackets: 60 KB of them took half a minute and 3.6 GB. So size and depth are checked first.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.errors import DeckError
from companion.language import Phrase, say

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
    """Return the data in a file's text; raises `DeckError` with the line if invalid or too deep."""
    if len(text) > MAX_BYTES:
        remedy = say("a deck file can't be larger")
        raise DeckError(source, say("over {n} bytes", n=MAX_BYTES), remedy=remedy)
    _check_depth(text, source)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"line (\d+), column (\d+)", str(error))
        at = f"line {match[1]}, column {match[2]}" if match else "end of file"
        number = int(match[1]) if match else text.count("\n") + 1
        problem, remedy = _in_words(re.sub(r" \(at .*\)$", "", str(error)), text, number)
        raise DeckError(source, problem, at=at, remedy=remedy) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        match = _ENDLESS.search(text)
        at = _line(text, match.start()) if match else "some line"
        remedy = say("write it with fewer digits")
        raise DeckError(source, say("a number without end"), at=at, remedy=remedy) from error


def _in_words(message: str, text: str, number: int) -> tuple[Phrase, Phrase]:
    """Return problem and remedy for the parser's message, for people who don't know TOML."""
    line = text.split("\n")[number - 1]
    name = re.match(r"\s*(?:\[+\s*)?([\w-]+)", line)
    key = name[1] if name else ""
    if message == r"Illegal character '\n'" or message.startswith("Unterminated string"):
        return say("a text isn't closed"), say('add a straight " at its end')
    if message == "Invalid value":
        problem = say("neither a number nor a text in quotes")
        return problem, say('put texts in straight quotes, as in "ruby"')
    if comma := re.search(r"=\s*([-+]?\d+),(\d+)", line):
        problem = say("{value} has a decimal comma", value=f"{comma[1]},{comma[2]}")
        return problem, say("use a point, as in {value}", value=f"{comma[1]}.{comma[2]}")
    if message == "Cannot overwrite a value" and key:
        remedy = say("write it once, or start a new row above it")
        return say("{value} is there twice", value=repr(key)), remedy
    if message.startswith("Cannot declare") and key:
        remedy = say("write {head} for each row, or leave out one of the two", head=f"[[{key}]]")
        return say("{value} is there twice", value=f"[{key}]"), remedy
    lines = enumerate(quiet(text).split("\n")[:number], 1)
    opened = [n for n, line in lines if re.search(r"=\s*\[", line)]
    if message == "Unclosed array" and opened:
        problem = say("the [ in line {n} isn't closed", n=opened[-1])
        return problem, say("put a comma between values, and a ] at the end")
    return say("not TOML: {problem}", problem=message), say("fix the line")


def quiet(text: str) -> str:
    """Return the text without strings and comments, its lines where they were."""
    return _QUIET.sub(lambda match: "_" + "\n" * match[0].count("\n"), text)


def _check_depth(text: str, source: str) -> None:
    plain = quiet(text)
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
