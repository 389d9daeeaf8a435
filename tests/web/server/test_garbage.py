"""Garbage: seldom looked for, and found all the same."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from web.server.garbage import PACE, seldom


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Other tests keep Python's own pace."""
    pace = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*pace)


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


def test_what_is_there_at_the_start_is_looked_through_once() -> None:
    """Knots go at once; what stays is not searched again."""
    knot = weakref.ref(Knot())
    gc.unfreeze()
    seldom()
    assert knot() is None
    assert gc.get_freeze_count() > 10_000


def test_knots_that_come_later_are_found_in_the_end() -> None:
    """A server that runs for months keeps none: once so much more is there than before, it is searched."""
    seldom()
    assert gc.get_threshold() == PACE
    knot = weakref.ref(Knot())
    kept = [[] for _ in range(PACE[0] + 1000)]  # type: ignore[var-annotated]  # anything that Python counts
    assert len(kept) > PACE[0]
    assert knot() is None
