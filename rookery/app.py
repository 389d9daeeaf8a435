"""The entry of the app that `make app` builds: a double click opens the home page.

With arguments the app is the command `rookery`. It is also `sys.executable`, so the children that
read photos, draw prints and play simulations come in here as they would start Python: only the
modules in `CHILDREN` and loky's resource tracker are run.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import runpy
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr, suppress
from itertools import takewhile
from pathlib import Path
from typing import NoReturn, TextIO

CHILDREN = (
    "vision.sandbox.worker",
    "web.doors.drawing",
    "web.pictures.own_cards",
    "web.preview.workbench",
    "joblib.externals.loky.backend.popen_loky_posix",  # a worker of `simulate`
)
TRACKER = "from joblib.externals.loky.backend.resource_tracker import main"
LIBRARIES = "LD_LIBRARY_PATH"
STOPPED = 130  # the exit status after Ctrl-C, which needs no explanation
LONGEST = 10_000  # characters of a problem that are shown


def main() -> NoReturn:
    """Be the child that the arguments ask for, the command line, or the double-clicked app."""
    multiprocessing.freeze_support()
    restore_libraries()
    argv = sys.argv[1:]
    if module := child_module(argv):
        sys.argv = [module, *argv[argv.index(module) + 1 :]]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        sys.exit()
    if "-c" in argv and argv[-1].startswith(TRACKER):
        exec(argv[-1], {"__name__": "__main__"})  # noqa: S102 - loky's own line, as Python runs it
        sys.exit()
    if argv:
        from rookery.__main__ import main as command_line  # noqa: PLC0415 - children don't need it

        command_line()
        sys.exit()
    sys.exit(open_home())


def restore_libraries() -> None:
    """Give back the library path that PyInstaller's start has replaced by the app's own folder.

    The loader of this process has read it already. A browser that inherited it would load our
    libraries instead of its own; children that are the app set it for themselves again.
    """
    if not getattr(sys, "frozen", False):
        return
    os.environ.pop(LIBRARIES, None)
    if before := os.environ.pop(f"{LIBRARIES}_ORIG", None):
        os.environ[LIBRARIES] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # children are starts of their own


def child_module(argv: Sequence[str]) -> str:
    """Return the module of `CHILDREN` that arguments for Python name; "" for any other arguments.

    >>> child_module(["-P", "-m", "vision.sandbox.worker"]), child_module(["-m", "http.server"])
    ('vision.sandbox.worker', '')
    """
    flags = list(takewhile(lambda each: each != "-m", argv))
    module = argv[len(flags) + 1] if len(argv) > len(flags) + 1 else ""
    python = all(each.startswith("-") for each in flags)
    return module if python and module in CHILDREN else ""


def open_home() -> int:
    """Run the server until someone quits, with its home page in the browser; return the status.

    Whoever double-clicks may have no terminal, or one that closes with the app, so a problem is
    shown in the browser as well.
    """
    from rookery.cli import run  # noqa: PLC0415 - children don't need it

    heard = Overheard(sys.stderr)
    with redirect_stderr(heard):
        status = run(["table", "--open"])
    if status not in (0, STOPPED):
        show_problem(heard.getvalue()[-LONGEST:])
    return status


class Overheard(io.StringIO):
    """A stream that hands everything on to another one, and remembers it."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        """Hand on the text."""
        self._stream.write(text)
        return super().write(text)

    def flush(self) -> None:
        """Hand on what is buffered."""
        self._stream.flush()


def show_problem(text: str) -> None:
    """Show a text in the browser, as a file that the system deletes some day."""
    from web.cli import show_page  # noqa: PLC0415 - children don't need it

    with suppress(OSError):  # no folder to write to
        page = Path(tempfile.mkdtemp(prefix="rookery-"), "Rookery.txt")
        page.write_text(f"Rookery couldn't start.\n\n{text}", "utf-8-sig")
        show_page(page.as_uri(), wait=True)


if __name__ == "__main__":
    main()
