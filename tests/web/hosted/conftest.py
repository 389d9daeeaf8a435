"""A Redis of the tests' own, and what a server made of it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.services import Redis
from tests.programs import need


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    """A running Redis; a test that kills it starts it again."""
    need("redis-server")
    with Redis() as running:
        yield running
