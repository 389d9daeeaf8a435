"""A Redis of the tests' own, and what a server made of it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.hosted.servers import Redis, a_folder


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    """A running Redis; a test that kills it starts it again."""
    with a_folder() as folder:
        running = Redis(folder)
        yield running
        running.kill()
