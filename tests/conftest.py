"""Laws take the time they need (a busy machine fails no test) and try the same examples every time,
so that a run says something of the code; `--hypothesis-profile=long` looks for new ones.

The tests run in as many processes as there are cores, so OpenCV gets one thread in each: threads
that wait for a core spin. And glibc keeps the memory of pictures instead of giving each back to the
system, which costs as much time as reading them. Tests write into memory where there is enough of
it, for each tap is synced; and what they start keeps the byte code that it has compiled for the
next to be started. xdist's processes inherit all this from the first one, and what tests start from
those.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Error, sync_playwright

from bench.programs import FLAGS, find
from tests.programs import skip, summary

GIGABYTE = str(2**30)
ENOUGH = 4 * 2**30  # bytes
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of our own in it

# read when cv2 is first imported, which is after this file
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# these two are read when a process starts: not with -n0
os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", GIGABYTE)
os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", GIGABYTE)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("rookery", TIMELESS, derandomize=True)
settings.register_profile("long", TIMELESS, max_examples=10_000)  # --hypothesis-profile=long
settings.load_profile("rookery")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """An installed Chromium or Chrome, else Playwright's own; one for all tests of a process, as
    Playwright can't be started twice in it.
    """
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(
                executable_path=find("chromium"), args=list(FLAGS)
            )
        except Error:
            skip("chromium")
        yield chromium
        chromium.close()


def _skips(config: pytest.Config) -> list[str]:
    """Return the reasons of all skipped tests, on xdist's controller or in a single process."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return [str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is a failure: there every test has what it needs."""
    if os.environ.get("CI") and _skips(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """End with what was skipped for want of a program; in CI with every skip."""
    skips = _skips(config)
    for line in summary(skips):
        terminalreporter.write_line(line, yellow=True)
    if os.environ.get("CI") and skips:
        reasons = "; ".join(sorted(set(skips)))
        terminalreporter.write_line(f"CI: {len(skips)} tests were skipped: {reasons}", red=True)
