"""Output to a terminal, a file or a pipe that never makes a command fail."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

READER_GONE = 141  # the exit code after the reader closed the pipe: 128 + SIGPIPE

# replacements of signs in encodings that lack them, for instance in files on Windows
PLAIN = {
    **dict.fromkeys("╭╮╰╯╔╗╚╝", "+"),
    **dict.fromkeys("─┄", "-"),
    **dict.fromkeys("│┊║", "|"),
    "┆": ":",
    "═": "=",
    "●": "o",
    **dict(zip("▁▂▃▄▅▆▇█", ".:-=+*%#", strict=True)),
    "▓": "=",
    "░": "-",
    "✔": "OK",
    "✓": "OK",
    "✘": "X",
    "✗": "X",
    "→": "->",
    "·": "-",
    "≤": "<=",
    "±": "+-",
    "°": " degrees",
    "…": "...",
    "“": '"',
    "”": '"',
}
_ERRORS = "rookery.plain"


def make_lenient() -> None:
    """From now on, replace signs that standard output or standard error can't encode."""
    codecs.register_error(_ERRORS, _plainly)
    for stream in (sys.stdout, sys.stderr):
        # other streams collect the output, and take every sign
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def say(head: str, words: str) -> None:
    """Print a line: a bold subject, then the rest."""
    click.echo(f"{click.style(head, bold=True)}  {words}")


def drop_output() -> None:
    """Drop output that can't be written; else Python tries again when it exits, and complains."""
    with suppress(OSError, ValueError):  # a stream that collects output has no file number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in signs), error.end
