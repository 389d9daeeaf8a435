from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import count

import pytest

from printables.output.progress import progress


class Terminal(io.StringIO):
    """A screen in memory."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def ticking(step: float) -> Iterator[float]:
    return (n * step for n in count())


@pytest.mark.parametrize(
    ("seconds", "terminal", "shown"), [(0.5, True, True), (0.001, True, False), (0.5, False, False)]
)
def test_a_bar_appears_for_long_work_on_a_terminal_only(
    seconds: float, terminal: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty steps of half a second are worth a bar, twenty of a millisecond are not, and a log
    file wants none.
    """
    screen = Terminal() if terminal else io.StringIO()
    times = ticking(seconds)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("printables.output.progress.monotonic", lambda: next(times))
    with progress(20, "drawing") as done:
        for _ in range(20):
            done()
    assert ("drawing" in screen.getvalue()) == shown


def test_the_bar_goes_away_when_the_work_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is reported on a clean line."""
    screen = Terminal()
    times = ticking(1)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("printables.output.progress.monotonic", lambda: next(times))

    def broken() -> None:
        with progress(9, "drawing") as done:
            done()
            raise RuntimeError("font")

    with pytest.raises(RuntimeError, match="font"):
        broken()
    assert "drawing" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[1A\x1b[2K")
