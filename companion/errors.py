"""The errors of Rookery; each message names the input, the place in it and the remedy."""

from __future__ import annotations


class RookeryError(Exception):
    """An error with a message for people: the problem, its place, and the remedy.

    `source` is the input (a file name, a position, a request), `at` the place in it, `remedy` what
    the person can do. The command line prints the message on one line and exits with `exit_code`.

    >>> str(RookeryError("deck.toml", "weight is 9", at="line 12", remedy="use 0 to 5"))
    'deck.toml: line 12: weight is 9; use 0 to 5'
    """

    exit_code = 2

    def __init__(self, source: str, problem: str, *, at: str = "", remedy: str = "") -> None:
        self.source, self.problem, self.at, self.remedy = source, problem, at, remedy
        where = f"{source}: {at}" if at else source
        text = f"{where}: {problem}; {remedy}" if remedy else f"{where}: {problem}"
        from companion.text import printable  # noqa: PLC0415 - little before Ctrl-C is heard

        super().__init__(printable(text))  # a file's name may control a terminal


def reason(error: OSError) -> str:
    """Return the reason of a system error, beginning with a lower-case letter."""
    text = error.strerror or str(error) or type(error).__name__
    return f"{text[0].lower()}{text[1:]}"


class UsageError(RookeryError):
    """A command or request that isn't possible."""


class DeckError(RookeryError):
    """A deck file with a wrong field; `at` names line and field."""


class NotationError(RookeryError):
    """A text that isn't a position or move; `source` quotes it."""


class PrintError(RookeryError):
    """A sheet that can't be printed: a missing glyph, a full disk, a piece that doesn't fit."""


class PhotoError(RookeryError):
    """A file that isn't a usable photo: empty, cut short, too large, or of another format."""


class TableError(RookeryError):
    """A request that a table refuses, without a change of its state."""


class PlaysError(RookeryError):
    """A file of plays with something wrong in it; `at` names the place."""
