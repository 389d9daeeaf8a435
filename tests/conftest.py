"""Laws take the time they need: a busy machine fails no test."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("rookery", deadline=None)
settings.load_profile("rookery")
