"""The terminal: output that never makes a command fail, and Ctrl-C."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from time import sleep
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 130  # the exit code after Ctrl-C: 128 + SIGINT
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
    """From now on, replace signs that standard output or standard error can't encode.

    A standard stream that is closed (`<&-`) or missing, as without a console, is empty.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)  # has the number of the closed stream
            os.set_inheritable(nothing, True)
            setattr(sys, name, open(nothing, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - kept
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


class Interrupts:
    """The state of Ctrl-C: whether it was `pressed`, and whether it is held back.

    In a finalizer, a weak reference's callback or Python code called from C, KeyboardInterrupt
    can't propagate: Python passes it to `sys.unraisablehook`, so it is raised again a moment later.
    Libraries drop it with a bare `except`, mostly during import, so `hold` it meanwhile.
    """

    pressed = False
    _held = False

    def install(self) -> None:
        """Handle Ctrl-C from now on, unless it is ignored, as in a background process."""
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._press)
            sys.unraisablehook = self._repeat

    def end(self) -> None:
        """From now on, let Ctrl-C kill the process, because Python drops it while it shuts down."""
        if signal.getsignal(signal.SIGINT) == self._press:
            signal.signal(signal.SIGINT, signal.SIG_DFL)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Delay Ctrl-C until the end of a short piece of work."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self.pressed:
            raise KeyboardInterrupt

    def _press(self, *_: object) -> None:
        self.pressed = True
        if not self._held:
            raise KeyboardInterrupt

    def _repeat(self, lost: UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            # not `threading`, because that may be interrupted while it holds its lock
            start_new_thread(_interrupt, ())
        else:
            sys.__unraisablehook__(lost)


def _interrupt() -> None:
    sleep(0.01)  # longer than most finalizers take
    interrupt_main()


INTERRUPTS = Interrupts()  # one for the process
