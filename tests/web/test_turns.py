"""What takes a core is done in turn, and only so many wait for theirs."""

from __future__ import annotations

import threading

import pytest

from web.refusal import BUSY_S, ApiError
from web.turns import Turns

PATIENCE_S = 30


def busy() -> ApiError:
    return ApiError(503, "busy", "Others wait.", BUSY_S)


def room(turns: Turns) -> int:
    """How many more may come, to work or to wait."""
    return int(turns._room._value)


def work(
    turns: Turns, begun: threading.Event, done: threading.Event, order: list[str], name: str
) -> None:
    """Take a turn until it may end."""
    with turns.hold():
        order.append(name)
        begun.set()
        assert done.wait(PATIENCE_S)


def test_who_finds_no_place_to_wait_is_told_at_once() -> None:
    """One works, one waits, the third hears in its own words to come again; then the second has its
    turn.
    """
    turns, done, order = (
        Turns(1, PATIENCE_S, 1, refusal=busy),
        threading.Event(),
        list[str](),
    )
    begun = [threading.Event(), threading.Event()]
    threads = [
        threading.Thread(target=work, args=(turns, each, done, order, str(n)))
        for n, each in enumerate(begun)
    ]
    threads[0].start()
    assert begun[0].wait(PATIENCE_S)
    threads[1].start()
    while room(turns):  # until the second one waits
        pass
    with pytest.raises(ApiError, match="Others wait") as refused, turns.hold():
        pytest.fail("a third one had a turn")
    assert (refused.value.status, refused.value.code, refused.value.retry_after_s) == (
        503,
        "busy",
        BUSY_S,
    )
    assert order == ["0"]
    done.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert order == ["0", "1"]
    with turns.hold():
        assert room(turns) == 1


def test_who_has_waited_too_long_comes_again() -> None:
    """And leaves its place in the queue to others; what fails leaves its turn, too."""
    turns = Turns(1, 0.0, 5, refusal=busy)
    with turns.hold():
        for _ in range(9):
            with pytest.raises(ApiError), turns.hold():
                pytest.fail("two had a turn")
    with pytest.raises(ZeroDivisionError), turns.hold():
        raise ZeroDivisionError
    with turns.hold():
        assert room(turns) == 5
