"""The limit on wrong guesses."""

from __future__ import annotations

from web.throttle import CLIENTS, Throttle


def test_a_burst_is_free_and_then_one_more_each_interval() -> None:
    """Three at once, the fourth after ten seconds; a long pause fills the bucket again, and no further."""
    now = [100.0]
    throttle = Throttle(3, 10.0, lambda: now[0])
    for _ in range(3):
        assert throttle.wait_s("a") == 0
        throttle.miss("a")
    assert (throttle.wait_s("a"), throttle.wait_s("b")) == (10, 0)
    now[0] += 10
    assert throttle.wait_s("a") == 0
    throttle.miss("a")
    assert throttle.wait_s("a") == 10
    now[0] += 1000
    for _ in range(3):
        assert throttle.wait_s("a") == 0
        throttle.miss("a")
    assert throttle.wait_s("a") == 10


def test_it_forgets_those_who_waited_longest_when_there_are_too_many() -> None:
    """Memory is limited; who has just missed is remembered."""
    throttle = Throttle(1, 10.0, lambda: 0.0)
    for _ in range(5):
        throttle.miss("guesser")
    for n in range(CLIENTS + 10):
        throttle.miss(str(n))
    assert throttle.wait_s("guesser") == 50
