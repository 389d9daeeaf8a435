"""The event log: undo, redo, and the laws of any tracker's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.events import (
    NEWEST,
    UNDO,
    Event,
    Log,
    Refusal,
    canonical,
    chain,
    effective,
    find,
    step,
    target,
    undone,
)
from tests.companion.phones import fold

BARRED = ("s9", "spend")


class _Tally:
    """A tracker for tests: `add` counts up by `n`, `spend` counts down and makes no sense below
    zero.
    """

    def start(self) -> int:
        return 0

    def step(self, state: int, event: Event) -> int | Refusal:
        if event.kind not in ("add", "spend"):
            return Refusal("malformed", "no such event")
        number: int = event.payload["n"]
        if event.kind == "spend" and number > state:
            return Refusal("short", "not that many")
        return state + (number if event.kind == "add" else -number)

    def can_undo(self, state: int, event: Event) -> Refusal | None:
        del state
        return (
            Refusal("undo", "the first stays")
            if event.version == 1 and event.kind != UNDO
            else None
        )

    def bar(self, state: int, actor: str, event: Event) -> Refusal | None:
        del state
        return Refusal("yours", "not yours to spend") if (actor, event.kind) == BARRED else None


TALLY = _Tally()


def events(*rows: tuple[str, int]) -> tuple[Event, ...]:
    """Events 1, 2, ... of kind and number; the number of an undo is its target."""
    return tuple(
        Event(
            version, "", "s1", kind, {"target" if kind == UNDO else "n": number}, f"key-{version}"
        )
        for version, (kind, number) in enumerate(rows, start=1)
    )


def logged(*rows: tuple[str, int]) -> Log[int]:
    return Log[int](TALLY).extend(events(*rows))


@pytest.mark.parametrize(
    ("rows", "dead", "state"),
    [
        ([("add", 5)], set(), 5),
        ([("add", 5), ("add", 2), (UNDO, 2)], {2}, 5),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3)], {3}, 7),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3), (UNDO, 4)], {4, 2}, 5),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 2)], {2}, 5),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 2), (UNDO, 4)], {4, 2}, 5),
        ([("add", 5), (UNDO, 2)], set(), 5),
        ([("add", 5), (UNDO, 9)], set(), 5),
        ([(UNDO, 0), ("add", 5)], set(), 5),
    ],
    ids=[
        "plain",
        "undo",
        "redo",
        "undo the redo",
        "twice",
        "one of two",
        "itself",
        "the future",
        "nothing",
    ],
)
def test_an_undo_takes_back_its_target_and_an_undo_of_it_is_a_redo(
    rows: list[tuple[str, int]], dead: set[int], state: int
) -> None:
    """What is taken back, and the fold of the rest."""
    assert undone(events(*rows)) == dead
    assert fold(TALLY, events(*rows)) == state


def test_effective_events_are_in_order_without_undos_and_what_they_took_back() -> None:
    """Neither the undo nor its target counts."""
    kept = effective(events(("add", 1), ("add", 2), (UNDO, 1), ("add", 3)))
    assert [event.version for event in kept] == [2, 4]


@pytest.mark.parametrize("named", [None, "1", 1.0, True, -1, 0, 3, 99])
def test_an_undo_that_names_nothing_before_it_has_no_target(named: object) -> None:
    """Whatever a payload holds, only an earlier version is a target."""
    assert target(Event(3, "", "s1", UNDO, {"target": named})) is None


def test_an_event_that_makes_no_sense_changes_nothing() -> None:
    """A tracker's refusal leaves the state as it is."""
    assert step(TALLY, 3, *events(("spend", 4))) == 3
    assert step(TALLY, 3, *events(("sing", 4))) == 3


@pytest.mark.parametrize(
    ("rows", "undo", "code"),
    [
        ([("add", 1), ("add", 5)], 2, None),
        ([("add", 1), ("add", 5), ("spend", 4)], 3, None),
        ([("add", 1), ("add", 5), ("spend", 4)], 2, "undo"),
        ([("add", 1), ("add", 5), ("spend", 1)], 2, None),
        ([("add", 1), ("add", 5), (UNDO, 2)], 2, "undo"),
        ([("add", 1), ("add", 5), (UNDO, 2)], 3, None),
        ([("add", 1), ("add", 5), ("spend", 3), (UNDO, 3), ("spend", 6)], 4, "undo"),
        ([("add", 1)], 1, "undo"),
        ([("add", 1)], 7, "malformed"),
    ],
    ids=[
        "last",
        "last spent",
        "spent since",
        "still enough",
        "already",
        "redo",
        "redo strands",
        "never",
        "unknown",
    ],
)
def test_undo_is_refused_when_something_later_builds_on_it(
    rows: list[tuple[str, int]], undo: int, code: str | None
) -> None:
    """`check` says why, and `undoable` says it beforehand."""
    log = logged(*rows)
    refusal = log.check(Event(log.version + 1, "", "s1", UNDO, {"target": undo}))
    assert (refusal.code if refusal else None) == code
    assert log.undoable(undo) is (code is None)


class _Steps(_Tally):
    """`add` is taken back until a later `spend`: the state is a sum, and which event was the last
    to spend.
    """

    def __init__(self) -> None:
        self.spent = 0

    def step(self, state: int, event: Event) -> int | Refusal:
        after = super().step(state, event)
        if event.kind == "spend" and not isinstance(after, Refusal):
            self.spent = event.version
        return after

    def can_undo(self, state: int, event: Event) -> Refusal | None:
        del state
        return (
            Refusal("undo", "spent since")
            if event.kind == "add" and event.version < self.spent
            else None
        )


@pytest.mark.parametrize(
    ("rows", "undo", "why"),
    [
        ([("add", 5), ("add", 2), (UNDO, 2)], 3, ""),
        ([("add", 5), ("add", 2), (UNDO, 2), ("add", 1)], 3, ""),
        ([("add", 5), ("add", 2), (UNDO, 2), ("spend", 1)], 3, "spent since"),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3)], 4, ""),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3), ("spend", 1)], 4, "spent since"),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3), (UNDO, 4)], 5, ""),
        ([("add", 5), ("add", 2), (UNDO, 2), (UNDO, 3), (UNDO, 4), ("spend", 1)], 5, "spent since"),
        ([("add", 5), ("spend", 1), ("add", 2), (UNDO, 3)], 4, ""),
    ],
    ids=[
        "at once",
        "later",
        "spent since",
        "undo the redo",
        "but not then",
        "redo again",
        "nor then",
        "spent before",
    ],
)
def test_what_stays_when_it_is_there_stays_out_when_it_was_taken_back(
    rows: list[tuple[str, int]], undo: int, why: str
) -> None:
    """A tracker's rule holds for a redo as for an undo: what has been built since was built without
    it.
    """
    log = Log[int](_Steps()).extend(events(*rows))
    refusal = log.check(Event(log.version + 1, "", "s1", UNDO, {"target": undo}))
    assert (refusal.text if refusal else "") == why


@pytest.mark.parametrize(
    ("actor", "kind", "payload", "why"),
    [
        ("s9", "spend", {"n": 1}, "not yours to spend"),
        ("s9", "add", {"n": 1}, ""),
        ("s9", UNDO, {"target": 2}, "not yours to spend"),
        ("s9", UNDO, {"target": 4}, "not yours to spend"),
        ("s1", UNDO, {"target": 4}, ""),
        ("s9", UNDO, {"target": 5}, ""),
    ],
)
def test_who_may_not_send_an_event_may_not_undo_it(
    actor: str, kind: str, payload: dict[str, int], why: str
) -> None:
    """Nor redo it, however often it went back and forth; it counts in a log that has it."""
    log = logged(("add", 5), ("spend", 1), ("spend", 1), (UNDO, 3), ("add", 1))
    refusal = log.check(Event(log.version + 1, "", actor, kind, payload))
    assert (refusal.text if refusal else "") == why
    assert log.append(Event(log.version + 1, "", "s9", "spend", {"n": 1})).state == log.state - 1


def test_a_chain_leads_to_what_it_is_all_about() -> None:
    """From an undo to what it takes back, and on; one that names nothing ends where it is."""
    told = events(("add", 5), (UNDO, 1), (UNDO, 2), (UNDO, 9))
    assert [link.version for link in chain(told[2], told)] == [3, 2, 1]
    assert chain(told[3], told) == (told[3],)
    assert find(2, told[1:]) == told[1], "also in part of a log"
    assert find(7, told) is find(None, told) is None


def test_an_undo_with_more_in_it_than_a_target_is_refused() -> None:
    """A payload of another shape is malformed, not half understood."""
    refusal = logged(("add", 1), ("add", 1)).check(
        Event(3, "", "s1", UNDO, {"target": 2, "also": 1})
    )
    assert refusal is not None
    assert refusal.code == "malformed"


def test_a_log_remembers_the_state_after_each_event_as_it_was_at_the_time() -> None:
    """A history can tell what happened then, also of what was taken back since."""
    assert logged(("add", 5), ("spend", 2), (UNDO, 2), ("add", 1)).states == (0, 5, 3, 5, 6)


def test_appending_leaves_the_old_log_as_it_is() -> None:
    """Logs are values: a reader never sees one grow."""
    log = logged(("add", 5))
    longer = log.append(Event(2, "", "s1", "add", {"n": 1}))
    assert (log.version, log.state, longer.version, longer.state) == (1, 5, 2, 6)


def test_canonical_json() -> None:
    """Equal values give equal text, whatever the order of their keys."""
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1})


rows = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["add", "spend"]), st.integers(0, 6)),
        st.tuples(st.just(UNDO), st.integers(-1, 14)),
        st.tuples(st.just("sing"), st.just(1)),
    ),
    max_size=12,
)


def accepted(wanted: Sequence[tuple[str, int]]) -> Log[int]:
    """The log that keeps only what `check` lets pass, as a server does."""
    log = Log[int](TALLY)
    for kind, number in wanted:
        (event,) = events((kind, number))
        event = replace(event, version=log.version + 1)
        if log.check(event) is None:
            log = log.append(event)
    return log


@given(rows)
def test_a_log_and_the_fold_of_its_events_agree(wanted: list[tuple[str, int]]) -> None:
    """Growing event by event gives what folding all of them gives, for any sequence."""
    log = logged(*wanted)
    assert log.state == fold(TALLY, log.events)


@given(rows)
def test_taking_back_the_last_event_gives_the_state_before_and_a_redo_the_state_after(
    wanted: list[tuple[str, int]],
) -> None:
    """Undo and redo are exact inverses at the end of any accepted log."""
    log = accepted(wanted)
    last = log.version
    if last < 2 or log.events[-1].kind == UNDO:
        return
    taken = log.append(Event(last + 1, "", "s1", UNDO, {"target": last}))
    put_back = taken.append(Event(last + 2, "", "s1", UNDO, {"target": last + 1}))
    assert (taken.state, put_back.state) == (log.states[-2], log.state)


@given(rows, st.integers(1, 12))
def test_after_an_accepted_undo_every_event_that_counts_still_makes_sense(
    wanted: list[tuple[str, int]], named: int
) -> None:
    """`check` never lets an undo strand a later event."""
    log = accepted([*wanted, (UNDO, named)])
    state = TALLY.start()
    for event in effective(log.events):
        after = TALLY.step(state, event)
        assert not isinstance(after, Refusal)
        state = after
    assert state == log.state


def _breaks(log: Log[int], version: int) -> bool:
    """Whether undoing an event makes one that comes after the change impossible, played from the
    start.
    """
    dead = undone((*log.events, Event(log.version + 1, "", "", UNDO, {"target": version})))
    first, state = min(dead ^ log.undone), TALLY.start()
    for event in log.events:
        if event.kind == UNDO or event.version in dead:
            continue
        after = TALLY.step(state, event)
        if not isinstance(after, Refusal):
            state = after
        elif event.version >= first:
            return True
    return False


@given(st.lists(st.tuples(st.sampled_from(["add", "spend", UNDO]), st.integers(1, 9)), max_size=40))
def test_what_a_log_remembers_of_undo_is_what_a_fresh_look_finds(
    rows: list[tuple[str, int]],
) -> None:
    """A log that is asked after every tap answers as one that is asked once; in doubt
    `known_undoable` says no.
    """
    log, told = Log[int](TALLY), events(*rows)
    for event in told:
        log = log.append(event)
        known = log.known_undoable
        assert {
            v for v in range(1, log.version + 1) if log.undoable(v) and v > log.version - NEWEST
        } <= known
        assert all(log.undoable(v) for v in known)
    fresh = Log[int](TALLY).extend(told)
    for version in range(1, log.version + 1):
        links = chain(told[version - 1], told)
        # as this tracker says of the first; what can't be taken back again isn't put back either
        stays = links[-1] == told[0] and told[0].kind != UNDO
        sure = version not in fresh.undone and not stays and not _breaks(fresh, version)
        assert (log.undoable(version), fresh.undoable(version)) == (sure, sure)


class _Counting(_Tally):
    """A tally that counts what is played."""

    def __init__(self) -> None:
        self.played = 0

    def step(self, state: int, event: Event) -> int | Refusal:
        self.played += 1
        return super().step(state, event)


def test_taking_something_back_plays_only_what_came_after_it_anew() -> None:
    """A long log with many undos is read, and goes on, without being played from its beginning for
    each of them.
    """
    tracker, rows = _Counting(), [("add", 1)] * 500
    for version in range(501, 701, 2):
        rows += [("add", 2), (UNDO, version)]
    log = Log[int](tracker).extend(events(*rows))
    assert (log.state, tracker.played) == (500, 600)
    tracker.played = 0
    event = Event(log.version + 1, "", "s1", UNDO, {"target": 490})
    assert log.check(event) is None
    assert log.append(event).state == 499
    assert tracker.played == 2 * 10


def test_what_can_be_undone_costs_a_tap_one_step_for_each_of_the_newest_events() -> None:
    """A log that is asked after every tap replays nothing that it has replayed before."""
    tracker = _Counting()
    log = Log[int](tracker).extend(events(*[("add", 1)] * 40))
    assert len(log.known_undoable) == NEWEST
    tracker.played = 0
    log = log.append(Event(41, "", "s1", "add", {"n": 1}))
    assert log.known_undoable == set(range(41 - NEWEST + 1, 42))
    assert tracker.played == 1 + (NEWEST - 1)
