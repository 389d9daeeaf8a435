"""What has changed, told to who has the state before: put together they are the state that all others are told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.events import Log
from companion.game import slugs
from companion.solitaire.track_state import KING_TUT
from companion.tracking import TAKE
from tests.companion.phones import Phones, deck_text
from tests.companion.solitaire.test_tracker import Table
from tests.companion.test_tracking import played
from web.games.base import HISTORY
from web.games.screens import screens
from web.services import services
from web.tables.sight import Sight, Telling

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
TAPS = 30
Json = dict[str, Any]


def evening(slug: str, seed: int) -> Iterator[tuple[Telling, list[Sight]]]:
    """A game of random taps, told event by event to all who look on: the seats and a screen, in two languages."""
    log: Log[Any] = Log(screens(slug).tracker)
    telling = None
    for event in played(slug, random.Random(seed), TAPS, without={TAKE}).log.events:
        log = log.append(event)
        telling = Telling(log, slug, telling.told if telling else None)
        viewers = (None, *screens(slug).seats(log))
        sights = [Sight("KIWI-42", slug, viewer, tongue) for viewer in viewers for tongue in ("en", "de")]
        yield telling, sights
        for sight in sights:
            telling.text(sight, NOW)


def told(slug: str, seed: int) -> Iterator[tuple[Json, Json, Json]]:
    """Each state, what was told to who had it, and the state then."""
    states: dict[Sight, Json] = {}
    for telling, sights in evening(slug, seed):
        for sight in sights:
            state = json.loads(telling.text(sight, NOW))
            if sight in states and (news := telling.news(sight, NOW, states[sight]["version"])):
                yield states[sight], json.loads(news, object_pairs_hook=once), state
            states[sight] = state


def once(members: list[tuple[str, Any]]) -> Json:
    """An object whose members have names of their own: of two with one name the page would know only the last."""
    assert len(dict(members)) == len(members), members
    return dict(members)


def merged(before: Json, news: Json) -> Json:
    """As `Store.merge` in js/store.js; a test in the browser holds that against the same."""
    lines = {line["version"]: line for line in [*before["history"], *news.get("history", ())]}
    history = sorted(lines.values(), key=lambda line: -line["version"])[:HISTORY]
    rest = {name: value for name, value in news.items() if name not in ("held", "held_at")}
    return {**before, **rest, "history": history}


@pytest.mark.parametrize("slug", slugs())
def test_news_and_the_state_before_make_the_state(slug: str) -> None:
    """For every game, viewer and language, undo and secrets included; it is small, and names the version it is for."""
    sizes = []
    for before, news, after in told(slug, seed=7):
        assert merged(before, news) == after
        assert news["held"] == before["version"] < news["version"]
        assert "deck" not in news
        assert news["held_at"] == before["history"][0]["at"]
        assert not {"held", "held_at"} & {*after}, "the news' own words"
        sizes.append((len(json.dumps(news)), len(json.dumps(after))))
    assert len(sizes) > TAPS
    assert sum(small for small, _ in sizes) < sum(large for _, large in sizes) / 4


def test_a_clock_that_starts_is_news_with_its_time() -> None:
    """King Tut's stopwatch (solitaire R5): who is told only what is new knows when it began, too."""
    table = Table(2, KING_TUT)
    before, sight = Telling(table.log, "solitaire"), Sight("KIWI-42", "solitaire", None, "en")
    held = json.loads(before.text(sight, NOW))
    table.do("clock.start", seat="s1")
    after = Telling(table.log, "solitaire", before.told)
    news = json.loads(after.news(sight, NOW), object_pairs_hook=once)
    assert merged(held, news) == json.loads(after.text(sight, NOW))
    assert (news["since"], news["running"]) == (table.state.since, "s1") != (held["since"], held["running"])


def test_who_has_another_state_is_told_all() -> None:
    """One of two events ago, one that is not known, or the first one of all."""
    *_, (telling, (sight, *_)) = evening("giza", seed=7)
    version = telling.log.version
    assert telling.news(sight, NOW, version - 1)
    assert not telling.news(sight, NOW, version - 2)
    assert not telling.news(sight, NOW, 0)
    first, (sight, *_) = next(evening("giza", seed=7))
    assert not first.news(sight, NOW)


def test_who_was_told_nothing_before_is_told_all() -> None:
    """Nobody knows what it has."""
    *_, (telling, (sight, *_)) = evening("giza", seed=7)
    assert telling.news(sight, NOW)
    assert not telling.news(replace(sight, join_url="http://here"), NOW)


def test_two_decks_of_the_same_rules_keep_their_own_words() -> None:
    """A German deck has the fingerprint of ours, and must not be shown at a table that plays with ours."""
    ours = deck_text("giza")
    renamed = ours.replace("Ruby", "Rubin")
    shown = [
        screens("giza").shared(Phones[Any]("giza", screens("giza").tracker, deck=text).log) for text in (ours, renamed)
    ]
    one, other = (view["deck"] for view in shown)
    assert one["fingerprint"] == other["fingerprint"]
    assert ("Ruby" in str(one), "Rubin" in str(one)) == (True, False)
    assert ("Ruby" in str(other), "Rubin" in str(other)) == (False, True)


def test_a_bulletin_that_is_not_published_is_noticed_by_nobody(configured: Any) -> None:
    """What was reckoned of an event that did not come to be tells nobody anything, also not of what came instead."""
    house = configured()
    anna, _ = house.play()
    shared, stream = services(house.app), anna.get(f"/t/{house.code}/stream?changes=1")
    log, holders = shared.store.visit(house.code)
    before = json.loads(shared.herald.text(anna_sees(house.code), log))
    event = replace(log.events[-1], version=log.version + 1, kind="chief.give")
    given = {seat: replace(event, payload={"seat": seat}) for seat in ("s1", "s2")}
    shared.herald.bulletin(house.code, log.append(given["s1"]), holders)
    (seen,) = [each.seen for each in shared.live.streams(house.code)]
    assert seen == log.version
    instead = log.append(given["s2"])
    shared.herald.publish(shared.herald.bulletin(house.code, instead, holders))
    (seen,) = [each.seen for each in shared.live.streams(house.code)]
    news = json.loads(shared.herald.news(anna_sees(house.code), instead))
    assert (seen, news["held"], news["chief"]) == (instead.version, log.version, "s2")
    assert merged(before, news)["chief"] == "s2"
    stream.close()


def test_a_late_answer_of_an_older_state_holds_up_no_news(configured: Any) -> None:
    """A slow look at the table beside a tap: what is told next builds on what all have by then."""
    house = configured()
    anna, _ = house.play()
    herald, store, sight = services(house.app).herald, services(house.app).store, anna_sees(house.code)
    older = store.log(house.code)
    anna.tap("chief.give", {"seat": "s2"})
    assert json.loads(herald.text(sight, older))["version"] == older.version
    assert not herald.news(sight, older), "of an older state nobody is told the changes"
    anna.tap("chief.give", {"seat": "s1"})
    news = json.loads(herald.news(sight, store.log(house.code)))
    assert (news["held"], news["version"]) == (older.version + 1, older.version + 2)


def test_another_table_of_that_code_is_told_whole(configured: Any) -> None:
    """The one before it was deleted, at whatever version."""
    house = configured()
    house.play()
    herald, store, sight = services(house.app).herald, services(house.app).store, anna_sees(house.code)
    herald.text(sight, store.log(house.code))
    store.delete(house.code)
    first = store.create(house.code, "giza", screens("giza").opening(), "token")
    assert json.loads(herald.text(sight, first))["version"] == 1
    assert not herald.news(sight, first)
    assert herald._tellings[house.code].log is first


def anna_sees(code: str) -> Sight:
    return Sight(code, "giza", "s1", "en", merges=True)
