"""The laws of every game's tracker: the fold is total, undo and redo are exact, no payload breaks a
check.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import UNDO, Event, Log, Refusal, chain, effective
from companion.game import game, slugs
from tests.companion.phones import STARTS, Phones, fold, lobby, started, tracker, values

ACTORS = ("s1", "s2", "s3", "host", "server", "nobody")
TRIES = 20  # taps of a kind by a random hand, for one that the table accepts
games = pytest.mark.parametrize("slug", slugs())
chances = st.integers(0, 2**32).map(
    random.Random
)  # cheaper than hypothesis' own, and a seed is enough to find it again
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(ACTORS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=4,
)


@cache
def fitting(slug: str, kind: str, name: str) -> tuple[object, ...]:
    """The values that have the form of that field."""
    return tuple(value for value in values(slug) if tracker(slug).kinds[kind].fields[name](value))


def payload(slug: str, kind: str, chance: random.Random, last: int) -> dict[str, Any]:
    """One of the right form; an undo names one of the last few events."""
    if kind == UNDO:
        return {"target": max(1, last - chance.randrange(4))}
    fields = tracker(slug).kinds[kind].fields
    return {name.removesuffix("?"): chance.choice(fitting(slug, kind, name)) for name in fields}


def tap(slug: str, chance: random.Random, last: int) -> tuple[str, dict[str, Any]]:
    """Any event of the right form."""
    kind = chance.choice([*tracker(slug).kinds, UNDO])
    return kind, payload(slug, kind, chance, last)


def derived(slug: str) -> list[str]:
    """What the table's state holds beside its fields."""
    table = type(tracker(slug).start())
    return [name for name in dir(table) if isinstance(getattr(table, name), property)]


def accepted(play: Phones[Any], slug: str, kind: str, chance: random.Random) -> Event | None:
    """An event of that kind that the table accepts now, if a few tries find one."""
    for _ in range(TRIES):
        event = play.event(
            kind, chance.choice(ACTORS), **payload(slug, kind, chance, play.log.version)
        )
        if play.log.check(event) is None:
            return event
    return None


def played(
    slug: str, chance: random.Random, length: int, *, without: Collection[str] = ()
) -> Phones[Any]:
    """A log as a server keeps it: a game that has begun, and what the table accepts of random taps
    of all kinds.
    """
    play = started(slug, chance.randrange(9))
    kinds = [kind for kind in (*tracker(slug).kinds, UNDO) if kind not in without]
    for _ in range(length):
        chance.shuffle(kinds)
        found = next(
            (event for kind in kinds if (event := accepted(play, slug, kind, chance))), None
        )
        play.log = play.log.append(found) if found else play.log
    return play


def test_every_game_is_played_here() -> None:
    """A game that is new among the slugs needs a start."""
    assert set(STARTS) >= set(slugs())


@games
def test_values_fit_every_field(slug: str) -> None:
    """The laws below reach every kind of event: for each field there is a value that fits, and one
    that doesn't.
    """
    for kind, row in tracker(slug).kinds.items():
        for name in row.fields:
            fits = fitting(slug, kind, name)
            assert fits, f"{kind}: {name}"
            assert len(fits) < len(values(slug)), f"{kind}: {name}"


@games
def test_random_taps_come_far(slug: str) -> None:
    """The laws below are not about refusals alone: random taps do most of what there is to do
    before long.
    """
    kinds = {
        event.kind
        for seed in range(4)
        for event in played(slug, random.Random(seed), 30).log.events
    }
    assert UNDO in kinds
    assert len(kinds) > len(tracker(slug).kinds) / 2


@games
@settings(max_examples=25)
@given(st.booleans(), chances, st.lists(st.tuples(st.text(max_size=8), anything), max_size=3))
def test_any_sequence_of_events_folds(
    slug: str,
    begun: bool,
    chance: random.Random,
    strange: list[tuple[str, object]],
) -> None:
    """Total and exact: nothing raises, what is refused changes nothing, and a log has one state
    however it is read.
    """
    head = started(slug, chance.randrange(9)).log.events if begun else ()
    rows: list[tuple[str, dict[str, Any]]] = [(kind, {"seat": junk}) for kind, junk in strange]
    rows += [tap(slug, chance, len(head) + n) for n in range(10)]
    chance.shuffle(rows)
    log = Log(tracker(slug))
    for version, (kind, payload) in enumerate(
        [(e.kind, dict(e.payload)) for e in head] + rows, start=1
    ):
        event = Event(version, "", chance.choice(ACTORS), kind, payload)
        accepted, before = log.check(event) is None, log.state
        log = log.append(event)
        assert accepted or kind == UNDO or log.state == before
        assert log.undoable(version) in (True, False)
    state = fold(tracker(slug), log.events)
    assert {name: getattr(state, name) for name in derived(slug)}, (
        "all that a screen may ask can be answered"
    )
    assert STARTS[slug].law(state)
    assert len({seat.id for seat in state.seats}) == len(state.seats) <= game(slug).players[1]
    assert state == log.state
    assert state == fold(tracker(slug), effective(log.events))


@games
@settings(max_examples=25)
@given(st.booleans(), chances, anything)
def test_no_payload_breaks_a_check(
    slug: str,
    begun: bool,
    chance: random.Random,
    junk: object,
) -> None:
    """Every field of every kind may hold anything that JSON can: the answer is a refusal or none,
    never a fault.
    """
    play = started(slug, chance.randrange(9)) if begun else lobby(slug, 2)
    for kind, row in tracker(slug).kinds.items():
        right = {
            name.removesuffix("?"): chance.choice(fitting(slug, kind, name)) for name in row.fields
        }
        for name in (*right, "more"):
            event = play.event(kind, "s1", **{**right, name: junk})
            refusal = play.log.check(event)
            assert refusal is None or refusal.text.endswith(".")
            objection = tracker(slug).can_undo(play.state, event)
            assert objection is None or objection.code == "undo"


@games
@settings(max_examples=25)
@given(chances, st.integers(0, 20))
def test_undo_then_redo_gives_the_same_state(slug: str, chance: random.Random, length: int) -> None:
    """Whatever may be taken back may be put back, also rounds later, and then nothing
    has changed. At giza it may be that only one of two players can, who doesn't own the pyramid.
    """
    log = played(slug, chance, length).log
    for version in range(1, log.version + 1):
        if not log.undoable(version):
            continue
        taken = log.append(Event(log.version + 1, "", "s1", UNDO, {"target": version}))
        redos = [
            Event(log.version + 2, "", seat, UNDO, {"target": taken.version})
            for seat in ("s1", "s2")
        ]
        possible = [redo for redo in redos if taken.check(redo) is None]
        assert possible
        assert all(taken.append(redo).state == log.state for redo in possible)


@games
@settings(max_examples=25)
@given(chances, st.integers(0, 20))
def test_nothing_is_put_back_that_could_not_be_taken_back(
    slug: str, chance: random.Random, length: int
) -> None:
    """What is out while play goes on stays out: else a redo would change all that has
    come since.
    """
    log = played(slug, chance, length).log
    for undo in log.events:
        links = chain(undo, log.events)
        # as if it had been done where it was taken back
        late = replace(links[-1], version=undo.version)
        if len(links) % 2 == 0 and tracker(slug).can_undo(log.state, late):
            assert not log.undoable(undo.version)
            assert log.check(Event(log.version + 1, "", "s1", UNDO, {"target": undo.version}))


@games
@settings(max_examples=25)
@given(chances, st.integers(0, 20))
def test_play_can_be_taken_back_to_its_beginning(
    slug: str, chance: random.Random, length: int
) -> None:
    """The last thing done may be taken back unless its own rule forbids it, and leaves no trace in
    the state.
    """
    log = played(slug, chance, length, without={UNDO}).log
    for event, before in reversed([*zip(log.events, log.states, strict=False)]):
        undo = Event(log.version + 1, "", "s1", UNDO, {"target": event.version})
        if tracker(slug).can_undo(log.state, event):
            assert log.check(undo)
            break
        assert log.check(undo) is None
        log = log.append(undo)
        assert log.state == before


@games
@settings(max_examples=25)
@given(chances, st.integers(0, 20))
def test_every_event_that_counts_makes_sense_in_its_place(
    slug: str, chance: random.Random, length: int
) -> None:
    """What a server accepts never comes to nothing later."""
    state = tracker(slug).start()
    for event in effective(played(slug, chance, length).log.events):
        after = tracker(slug).step(state, event)
        assert not isinstance(after, Refusal)
        state = after


@games
def test_an_unknown_kind_and_an_unknown_seat_are_refused(slug: str) -> None:
    """Whatever the game: nobody sits there, and there is no such event."""
    play = started(slug)
    assert play.refused("penguin.fly") == "malformed"
    for kind, row in tracker(slug).kinds.items():
        if "seat" in row.fields and kind != "seat.take":
            right: dict[str, Any] = {
                name.removesuffix("?"): fitting(slug, kind, name)[0] for name in row.fields
            }
            assert play.refused(kind, **(right | {"seat": "nobody"})) == "malformed"
