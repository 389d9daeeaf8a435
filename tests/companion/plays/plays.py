"""Any plays, for laws; and one to change."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from companion.plays import UNITS, Outcome, Play, Result
from companion.plays.checked import stamp
from companion.text import one_line

_typed = st.text("ABz\u00c4\u00df\u6f22\u0301\U0001f427=+-@'\",;", min_size=1, max_size=6)
# as the door for texts lets them in
names = _typed.map(lambda text: one_line(text)[0]).filter(bool) | st.sampled_from(["Ana", "Bo"])
_scores = st.none() | st.integers(-999, 9999) | st.integers(0, 9999).map(lambda n: n + 0.125)
_times = st.datetimes(datetime(2020, 1, 1), datetime(2027, 1, 1)).map(  # noqa: DTZ001 - the zone comes next
    lambda moment: stamp(moment.replace(tzinfo=UTC, microsecond=0))
)
_results = st.lists(
    st.builds(Result, names, _scores, st.none() | st.integers(1, 4), st.booleans()),
    min_size=1,
    max_size=3,
).map(tuple)
_outcomes = st.builds(
    Outcome,
    _results,
    st.sampled_from(UNITS),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "King Tut 3x4"]),
    names,
)
plays = st.builds(
    Play, st.uuids().map(str), st.sampled_from(["Giza", "Rocks", "Chess"]), _times, _times,
    st.integers(0, 9999), _outcomes, st.sampled_from(["", "KIWI-42"]), names, st.just("ab12"),
)  # fmt: skip
some_plays = st.lists(plays, max_size=5, unique_by=lambda play: play.id)


def a_play(
    number: int, *winners: str, losers: tuple[str, ...] = (), game: str = "Giza", **outcome: object
) -> Play:
    """The play of a day: who has won in it has 20 points, each other one 10."""
    results = tuple(
        Result(name, 20 if name in winners else 10, 1 if name in winners else 2, name in winners)
        for name in (*winners, *losers)
    )
    day = f"2026-{1 + number // 28:02d}-{1 + number % 28:02d}T20:"
    found = Outcome(results, **outcome)  # type: ignore[arg-type]  # the fields of an outcome
    return Play(
        f"00000000-0000-4000-8000-{number:012d}", game, f"{day}00:00Z", f"{day}30:00Z", 1800, found
    )
