"""A process that works or waits too long is told from one that is stopped, or gets no processor."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bench import watch
from bench.watch import Watch

WAITS, WORKS = "input()", "while True: pass"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, by hand."""
    now = [1000.0]
    monkeypatch.setattr(watch, "monotonic", lambda: now[0])
    return now


@pytest.fixture(params=[WAITS])
def process(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has told that it runs."""
    code = f"print('up', flush=True)\n{request.param}"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as made:
        assert made.stdout is not None
        assert made.stdout.readline() == b"up\n"
        yield made
        made.kill()


def looked(seen: Watch, clock: list[float], times: int, step: float) -> str:
    """What so many looks say."""
    for _ in range(times):
        clock[0] += step
        if why := seen.hangs():
            return why
    return ""


def test_who_waits_for_nothing_hangs(process: subprocess.Popen[bytes], clock: list[float]) -> None:
    """After the seconds that it may, and not before."""
    seen = Watch(process.pid, worked=5, idle=10)
    assert looked(seen, clock, 39, 0.25) == ""
    assert looked(seen, clock, 3, 0.25).startswith("waits for 10.")


def test_who_is_stopped_does_not(process: subprocess.Popen[bytes], clock: list[float]) -> None:
    """For it is not its fault; nor is it when we have been stopped ourselves, whatever the clock says then."""
    seen = Watch(process.pid, worked=5, idle=10)
    assert looked(seen, clock, 10, 3600) == ""
    os.kill(process.pid, signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    assert looked(seen, clock, 1000, 0.25) == ""


@pytest.mark.parametrize("process", [WORKS], indirect=True)
def test_who_works_without_end_hangs(process: subprocess.Popen[bytes]) -> None:
    """By its processor time."""
    seen = Watch(process.pid, worked=0.05)
    while not (why := seen.hangs()):
        assert process.poll() is None
    assert why == "over 0.05 s of processor time"
    assert seen.worked > 0.05


def test_who_is_gone_does_not_hang(process: subprocess.Popen[bytes], clock: list[float]) -> None:
    """Others find that out."""
    seen = Watch(process.pid, worked=5, idle=1)
    process.kill()
    process.wait()
    assert looked(seen, clock, 100, 1) == ""
