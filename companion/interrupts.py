"""Handling of Ctrl-C so that it ends a command even where Python or a library loses it."""

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

FINALIZER_S = 0.01  # longer than most finalizers take


class Interrupts:
    """The state of Ctrl-C: whether it was `pressed`, and whether it is held back.

    Python raises KeyboardInterrupt wherever the main thread is. In a finalizer, a weak reference's
    callback or Python code called from C it can't propagate: Python passes it to
    `sys.unraisablehook`, and the program continues. So it is raised again a moment later. Libraries
    also drop it with a bare `except`, mostly during import, so `hold` it until they are imported.
    Other code can check `pressed` at its end.
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
    sleep(FINALIZER_S)
    interrupt_main()


INTERRUPTS = Interrupts()  # one for the process
