"""A Redis of the tests' own, and what a server made of it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.services import Redis
from tests.web.databases import needed


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    """A running Redis; a test that kills it starts it again."""
    needed(Redis)
    with Redis() as running:
        yield running
