"""Whoever sets the computer's clock changes no score and no waiting time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from tests.web.conftest import START
from web import machine as clocks
from web.auth.throttle import Pace
from web.services import services


class Wall(datetime):
    """A time of day that tests set."""

    shown = START

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        """Return what the wall shows."""
        return cls.shown.astimezone(tz)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds since the start; the time of day is `Wall.shown`, whatever they say."""
    passed = [0.0]
    monkeypatch.setattr(Wall, "shown", START)
    monkeypatch.setattr(clocks, "datetime", Wall)
    monkeypatch.setattr(clocks, "steady_s", lambda: passed[0])
    for module in ("web.auth.throttle", "web.storage.store"):
        monkeypatch.setattr(
            f"{module}.time", SimpleNamespace(monotonic=lambda: passed[0]), raising=False
        )
    monkeypatch.setattr("web.storage.store.datetime", Wall)
    return passed


STEPS = [timedelta(hours=2), timedelta(hours=-2)]


@pytest.mark.parametrize("step", STEPS)
def test_a_set_clock_changes_no_king_tut(
    configured: Any, seconds: list[float], step: timedelta
) -> None:
    """Ninety seconds of play are ninety seconds, whatever the computer's clock says meanwhile."""
    house = configured(NOW=None)
    house.game = "solitaire"
    anna, _ = house.sit(2)
    assert house.host.tap("game.start", {"mode": "king-tut", "rounds": 1}).status_code == 200
    assert anna.tap("clock.start", {"seat": "s1"}, {"round": 1}).status_code == 200
    Wall.shown = START + step
    seconds[0] += 3 + 90  # three are counted down
    answer = anna.tap("clock.stop", {"seat": "s1"}, {"round": 1})
    assert answer.status_code == 200, answer.text
    assert services(house.app).store.log(house.code).events[-1].payload["ms"] == 90_000


@pytest.mark.parametrize("step", STEPS)
def test_a_set_clock_changes_no_pass_and_no_waiting_time(
    configured: Any, seconds: list[float], step: timedelta
) -> None:
    """A pass ends after ten minutes, and a limit's wait passes second by second."""
    house = configured(NOW=None)
    host = house.open()
    given = host.post(f"/t/{house.code}/passes/screen").json["pass"]
    pace = Pace(1, 60)
    pace.count("anna")
    Wall.shown = START + step
    seconds[0] += 59
    assert pace.wait_s("anna") == 1
    use = f"/t/{house.code}/seats/return"
    assert house.phone().post(use, {"pass": given}).status_code == 200
    late = host.post(f"/t/{house.code}/passes/screen").json["pass"]
    seconds[0] += 601
    assert house.phone().post(use, {"pass": late}).status_code == 403


def test_the_time_is_right_at_the_start_and_grows_with_the_seconds(seconds: list[float]) -> None:
    """Events keep the time of day, for the history."""
    now = clocks.steady_clock()
    assert now() == START
    Wall.shown = START + timedelta(days=1)
    seconds[0] += 5
    assert now() == START + timedelta(seconds=5)


def test_seconds_only_grow() -> None:
    """The real ones, on this system."""
    first = clocks.steady_s()
    assert first <= clocks.steady_s()
    assert abs(clocks.steady_clock()() - datetime.now(UTC)) < timedelta(minutes=1)
