"""Ctrl-C ends a command wherever it arrives."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import cli

HEARD = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # also where tests run unheard
FINALIZER = """
import threading, weakref
from companion import cli

class Page: pass

def work():
    page = Page()
    weakref.finalize(page, signal.raise_signal, signal.SIGINT)
    del page  # here Ctrl-C arrives, where nobody can catch it
    threading.Event().wait(5)
    return 0

cli.run = work
cli.main()
"""
DEL = """
import threading
from companion import cli

class Page:
    def __del__(self): signal.raise_signal(signal.SIGINT)

def work():
    Page()
    threading.Event().wait(5)
    return 0

cli.run = work
cli.main()
"""
EXEC = """
from companion import cli

def work():
    try:
        exec("raise KeyboardInterrupt")  # as dataclasses do
    except KeyboardInterrupt:
        return cli.INTERRUPTED

cli.run = work
cli.main()
"""
IMPORT = """
import sys
class Loader:
    def find_spec(self, name, *_):
        if name == "companion.cli": raise KeyboardInterrupt
sys.meta_path.insert(0, Loader())
import runpy
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an event's wait hears no Ctrl-C there")
@pytest.mark.parametrize("script", [FINALIZER, DEL, EXEC, IMPORT], ids=["finalizer", "del", "exec", "import"])
def test_ctrl_c_is_not_lost(script: str) -> None:
    """In a finalizer, as pypdfium2's of pages, where Python drops it; in code made from text; while importing."""
    command = [sys.executable, "-c", HEARD + script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (cli.INTERRUPTED, "")


def _press() -> None:
    raise KeyboardInterrupt


def test_other_errors_of_finalizers_are_still_reported() -> None:
    """Only Ctrl-C is taken from Python's report of what nobody could catch."""
    script = "class Page:\n    def __del__(self): 1 / 0\n\nPage()"
    code = f"from companion.interrupts import repeat_lost_interrupts\nrepeat_lost_interrupts()\n{script}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.parametrize("chained", ["cause", "context"])
def test_what_ctrl_c_turned_into_is_ctrl_c(
    chained: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python makes a RuntimeError of it while a class is made, libraries others: that is no fault of ours."""

    def interrupted(*_: object, **__: object) -> None:
        try:
            _press()
        except KeyboardInterrupt as error:
            if chained == "cause":
                raise RuntimeError("Error calling __set_name__") from error
            raise AssertionError  # noqa: B904 - as in a library

    monkeypatch.setattr(cli.rookery, "main", interrupted)
    assert cli.run(["games"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "rookery: stopped; nothing half-written was left\n"
