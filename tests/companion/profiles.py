"""Strategies: what printers do, and profiles of them."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.calibration import TURNS
from companion.layout import PAPER_SIZES
from companion.profile import Drift, Profile, Within

scales = st.floats(0.993, 1.007)
places = st.floats(-6, 6)
turns = st.floats(-0.5, 0.5)
drifts = st.builds(Drift, scales, scales, places, places, turns)
withins = st.builds(
    Within,
    st.floats(0, 0.02),
    st.floats(0, 0.02),
    st.floats(0, 3),
    st.floats(0, 3),
    st.floats(0, 1),
)
names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", fullmatch=True)
profiles = st.builds(
    Profile, name=names, paper=st.sampled_from(sorted(PAPER_SIZES)), sides=st.sampled_from(TURNS),
    made=st.dates().map(lambda day: day.isoformat()), how=st.sampled_from(["photos", "typed"]),
    front=drifts, back=drifts, side=withins, match=withins,
)  # fmt: skip

EXAMPLE = Profile(
    "office",
    "a4",
    "long",
    "2026-11-21",
    "photos",
    Drift(0.995, 1.003, 0.6, -0.4, 0.15),
    Drift(0.996, 1.002, 1.7, -0.9, 0.4),
    Within(0.01, 0.007, 0.11, 0.11, 0.07),
    Within(0.0015, 0.001, 0.16, 0.16, 0.1),
)
