"""Laws take the time they need (a busy machine fails no test), and CI tries the same examples every time."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("rookery", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "rookery")
