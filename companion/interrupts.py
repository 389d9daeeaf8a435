"""Ctrl-C ends a command wherever it arrives, even where Python loses it."""

from __future__ import annotations

import sys
from _thread import interrupt_main, start_new_thread
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FINALIZER_S = 0.01  # more than most finalizers take


def repeat_lost_interrupts() -> None:
    """From now on a KeyboardInterrupt that nobody could catch comes again a moment later.

    Python raises it wherever the main thread is. In a finalizer, in a weak reference's callback or in Python code that
    C calls, it can't go further: Python reports it to `sys.unraisablehook`, and the program would go on.
    """
    sys.unraisablehook = _hook


def _hook(lost: UnraisableHookArgs) -> None:
    if issubclass(lost.exc_type, KeyboardInterrupt):
        start_new_thread(_interrupt, ())  # a bare one: `threading` may be what was interrupted, holding its lock
    else:
        sys.__unraisablehook__(lost)


def _interrupt() -> None:
    sleep(FINALIZER_S)
    interrupt_main()


def is_interrupt(error: BaseException | None) -> bool:
    """Whether this is a KeyboardInterrupt, or came of one: Python and libraries make other errors of it.

    >>> is_interrupt(RuntimeError("no"))
    False
    """
    return isinstance(error, KeyboardInterrupt) or (
        error is not None and is_interrupt(error.__cause__ or error.__context__)
    )
