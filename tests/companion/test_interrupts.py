"""Ctrl-C ends a command wherever it arrives."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.console import INTERRUPTED

# also where tests run unheard
HEARD = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
FINALIZER = """
import threading, weakref
from rookery import cli

class Page: pass

def work(**_):
    page = Page()
    weakref.finalize(page, signal.raise_signal, signal.SIGINT)
    del page  # here Ctrl-C arrives, where nobody can catch it
    for _ in range(500):
        threading.Event().wait(0.01)
    return 0

cli.rookery.main = work
cli.main()
"""
DEL = """
import threading
from rookery import cli

class Page:
    def __del__(self): signal.raise_signal(signal.SIGINT)

def work(**_):
    Page()
    for _ in range(500):
        threading.Event().wait(0.01)
    return 0

cli.rookery.main = work
cli.main()
"""
CHANGED = """
from rookery import cli

def work(**_):
    class Page:
        # a RuntimeError
        kind = type("Kind", (), {"__set_name__": lambda *_: signal.raise_signal(signal.SIGINT)})()

cli.rookery.main = work
cli.main()
"""
DROPPED = """
from rookery import cli

def work(**_):
    try:
        signal.raise_signal(signal.SIGINT)
    except:
        pass

cli.rookery.main = work
cli.main()
"""
IMPORTED = """
import sys
from rookery import cli

class Loader:
    def find_spec(self, name, *_):
        if name == "companion.commands":
            try:
                signal.raise_signal(signal.SIGINT)
            except:
                pass

sys.meta_path.insert(0, Loader())
sys.argv = ["rookery", "games"]
cli.main()
"""
IMPORT = """
import sys
class Loader:
    def find_spec(self, name, *_):
        if name == "rookery.cli": raise KeyboardInterrupt
sys.meta_path.insert(0, Loader())
import runpy
runpy.run_module("rookery", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an event's wait hears no Ctrl-C there")
@pytest.mark.parametrize(
    "script",
    [FINALIZER, DEL, CHANGED, DROPPED, IMPORTED, IMPORT],
    ids=["finalizer", "del", "changed", "dropped", "imported", "import"],
)
def test_ctrl_c_is_not_lost(script: str) -> None:
    """It ends with status 130 and one line, even where Python or a library drops the exception.

    In a finalizer, as pypdfium2's of pages; in code made from text, as dataclasses'; while a class
    is made, where Python makes a RuntimeError of it; in a bare `except`, as reportlab's while it is
    imported; before the command line is even read.
    """
    command = [sys.executable, "-c", HEARD + script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    said = "rookery: stopped"
    if script != IMPORT:
        said += "; nothing was left half-written"
    assert (done.returncode, done.stderr.strip(), done.stdout) == (INTERRUPTED, said, "")


def test_little_is_imported_before_ctrl_c_is_heard() -> None:
    """Before `main` runs, a Ctrl-C prints a traceback, so its package imports next to nothing."""
    script = (
        "import sys; before = set(sys.modules); import rookery.__main__; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = {"rookery", "rookery.__main__", "companion", "companion.errors", "__future__"}
    assert set(done.stdout.split()) == ours


def test_other_errors_of_finalizers_are_still_reported() -> None:
    """Only Ctrl-C is taken from Python's report of what nobody could catch."""
    script = "class Page:\n    def __del__(self): 1 / 0\n\nPage()"
    code = f"{HEARD}from companion.console import INTERRUPTS\nINTERRUPTS.install()\n{script}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ZeroDivisionError" in done.stderr
