"""`make hosted-demo`: a whole evening on PostgreSQL, Redis and web workers, with parts
killed in the middle.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from docs.hosted_demo import LIMIT_S
from docs.hosted_phones import PATIENCE_S
from tests.programs import need


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    """The demo in a process of its own, which ends by itself before this loses patience."""
    return subprocess.run(
        [sys.executable, "-m", "docs.hosted_demo"],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=2 * (LIMIT_S + PATIENCE_S),
    )


def test_the_hosted_demo_passes() -> None:
    """Every step is reached, no acknowledged tap is lost or doubled, and nothing complains."""
    need("postgresql", "redis-server")
    done = run()
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"hosted-demo: passed in \d+ s", last), last
    (counts,) = re.findall(r"(\d+) taps acknowledged, (\d+) events expected, (\d+) in", done.stdout)
    taps, expected, events = map(int, counts)
    assert events == expected == taps + 5  # the opening, and four who sat down
    for step in ("The other worker took over", "A photo meanwhile: 503", "it stays one event"):
        assert step in done.stdout
    assert done.stderr == ""


def test_a_failed_hosted_demo_says_so_in_its_last_line() -> None:
    """Without Redis, or without PostgreSQL, it ends with status 1 and the name of what
    is missing.
    """
    done = run(PATH="/nowhere")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert re.match(r"hosted-demo: FAILED after \d+ s: (Redis|PostgreSQL) is not installed", last)
