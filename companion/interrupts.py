"""Ctrl-C that ends a command wherever it arrives, even where Python or a library loses it."""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FINALIZER_S = 0.01  # more than most finalizers take


class Interrupts:
    """The state of Ctrl-C: whether it was `pressed`, and whether it waits.

    Python raises KeyboardInterrupt wherever the main thread is. In a finalizer, in a weak
    reference's callback or in Python code called by C, it can't go further: Python reports it to
    `sys.unraisablehook`, and the program would go on. It is then sent again a moment later.
    Libraries drop it too, mostly during their import, with a bare `except`: it waits until they are
    imported. Other code can check `pressed` at its end.
    """

    pressed = False
    _held = False

    def hear(self) -> None:
        """Lose no Ctrl-C from now on; if it is ignored, as in the background, it stays so."""
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._press)
            sys.unraisablehook = self._repeat

    def end(self) -> None:
        """End the process at once on Ctrl-C from now on: Python drops it while it shuts down."""
        if signal.getsignal(signal.SIGINT) == self._press:
            signal.signal(signal.SIGINT, signal.SIG_DFL)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Let Ctrl-C wait for the end of a short piece of work."""
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
            # `threading` may be what was interrupted, holding its lock
            start_new_thread(_interrupt, ())
        else:
            sys.__unraisablehook__(lost)


def _interrupt() -> None:
    sleep(FINALIZER_S)
    interrupt_main()


INTERRUPTS = Interrupts()  # a process has one Ctrl-C
