"""The edge where words leave for a terminal, a file or a pipe: no output makes a command fail."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

READER_GONE = 141  # the exit code of a program whose reader has closed the pipe: 128 + SIGPIPE

# replacements of our signs in encodings that lack them, as of a file that Windows writes
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
    """Write signs plainly from now on if standard output or standard error can't take them."""
    codecs.register_error(_ERRORS, _plainly)
    for stream in (sys.stdout, sys.stderr):
        # else someone collects the output, and takes every sign
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def say(head: str, words: str) -> None:
    """Write a line: its subject, then the rest."""
    click.echo(f"{click.style(head, bold=True)}  {words}")


def let_go() -> None:
    """Forget the output that can't be written, or Python would try once more at its end and
    complain.
    """
    with suppress(OSError, ValueError):  # a collector has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(
        PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]
    ), error.end
