"""Two processes of one server, here two apps on one folder: what one does, the other notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.games.test_solitaire import ROUND, started
from web.hosted.bus import RIGHTS, receive_news
from web.services import Services, services
from web.upkeep import check_streams


class Pair:
    """A table with a stream of Anna's at the other process."""

    def __init__(self, configured: Any) -> None:
        self.house, elsewhere = configured(), configured()
        self.anna, self.ben = self.house.play()
        self.code: str = self.house.code
        self.other: Services = services(elsewhere.app)
        self.anna.client.application = elsewhere.app  # from now on, with the cookies that she has
        self.stream = self.anna.get(f"/t/{self.code}/stream")
        assert self.other.broadcaster.open_streams == 1

    @property
    def seen(self) -> list[int]:
        """What the streams there were given to send."""
        return [stream.version for stream in self.other.broadcaster.streams(self.code)]


@pytest.fixture
def pair(configured: Any) -> Iterator[Pair]:
    made = Pair(configured)
    yield made
    made.stream.close()


def receive(pair: Pair, version: int) -> None:
    receive_news(pair.other, pair.code, version)


def look(pair: Pair, _version: int) -> None:
    check_streams(pair.other)


@pytest.mark.parametrize("by", [receive, look])
def test_a_tap_elsewhere_reaches_the_streams_here(
    pair: Pair, by: Callable[[Pair, int], None]
) -> None:
    """When Redis says so, and also when it doesn't."""
    (before,) = pair.seen
    assert pair.ben.choose(1).status_code == 200
    assert pair.seen == [before]
    by(pair, before + 1)
    assert pair.seen == [before + 1]


@pytest.mark.parametrize("by", [receive, look])
def test_who_was_shut_out_elsewhere_hears_nothing_more_here(
    pair: Pair, by: Callable[[Pair, int], None]
) -> None:
    """Taking a right away needs no event of the log to be heard of."""
    services(pair.house.app).store.remove_holder(pair.code, "s2")
    by(pair, RIGHTS)
    assert len(pair.seen) == 1
    services(pair.house.app).store.remove_holder(pair.code, "s1")
    by(pair, RIGHTS)
    assert pair.seen == []


@pytest.mark.parametrize("by", [receive, look])
def test_the_streams_of_a_table_deleted_elsewhere_end(
    pair: Pair, by: Callable[[Pair, int], None]
) -> None:
    """Whoever looks again finds it gone."""
    assert pair.house.host.post(f"/t/{pair.code}/delete").status_code in (200, 303)
    by(pair, RIGHTS)
    assert pair.seen == []


def test_nothing_is_asked_for_tables_that_nobody_looks_at(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News of thousands of other tables cost a process nothing."""
    monkeypatch.setattr(pair.other.store, "visit", lambda _code: pytest.fail("asked"))
    receive_news(pair.other, "OTHER-42", 7)
    receive_news(pair.other, "OTHER-42", RIGHTS)
    receive_news(pair.other, pair.code, pair.seen[0])  # our own, come round


def test_cards_are_shown_by_a_process_that_has_not_seen_the_table(pair: Pair) -> None:
    """A page from one process asks another one for its pictures."""
    deck = pair.anna.state()["deck"]["edition"]
    pair.other.decks.clear()
    assert pair.anna.get(f"/art/giza/{deck}/penguin-01/front.svg").status_code == 200


def test_a_deadline_that_is_due_in_every_process_makes_one_event(configured: Any) -> None:
    """The sand runs out once: the store refuses who comes second."""
    house, elsewhere = configured(), services(configured().app)
    house.game = "solitaire"
    anna, _ = started(house, "quicksand")
    assert anna.tap("sand.start", {"limit": 60}, ROUND).status_code == 200
    elsewhere.deadlines.watch(house.code, elsewhere.store.log(house.code))
    due = elsewhere.deadlines._set[house.code].due
    version = elsewhere.store.standings([house.code])[house.code][0]
    for deadlines in (services(house.app).deadlines, elsewhere.deadlines):
        deadlines.fire(house.code, due)
        assert elsewhere.store.standings([house.code])[house.code][0] == version + 1
    assert anna.state()["sand"]["out"]
