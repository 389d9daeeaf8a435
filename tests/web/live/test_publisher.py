"""What each device is shown of a table, as text that is made once and kept."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.events import Log
from companion.game import slugs
from companion.language import Phrase
from companion.tracking import TAKE
from tests.companion.phones import Phones, deck_text
from tests.companion.test_tracking import played
from web.games.base import screens
from web.live.publisher import Recipient, StateTexts
from web.services import services

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
TAPS = 30
Json = dict[str, Any]
ANNA = Recipient("s1", "en")


def once(members: list[tuple[str, Any]]) -> Json:
    """An object whose members have names of their own: of two with one name a page would know only
    the last.
    """
    assert len(dict(members)) == len(members), members
    return dict(members)


def plain(value: Any) -> Any:
    """A view as JSON in English gives it back."""
    if isinstance(value, Phrase):
        return str(value)
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("slug", slugs())
def test_each_seat_is_shown_the_view_of_its_game(slug: str) -> None:
    """For every game and viewer, undo and secrets included: the texts that are shared and kept
    change nothing.
    """
    log: Log[Any] = Log(screens(slug).tracker)
    for event in played(slug, random.Random(7), TAPS, without={TAKE}).log.events:
        log = log.append(event)
        state = StateTexts("KIWI-42", log)
        for viewer in (None, *log.state.clockwise):
            for language in ("en", "de", "en"):
                shown = json.loads(
                    state.text(Recipient(viewer, language), NOW), object_pairs_hook=once
                )
                clock = (
                    {"now": NOW.isoformat(timespec="milliseconds")} if screens(slug).timed else {}
                )
                expected = {"code": "KIWI-42", **screens(slug).view(log, viewer), **clock}
                assert shown.keys() == expected.keys()
                assert language == "de" or shown == plain(expected)


def test_an_address_to_join_at_is_shown_to_those_who_may_see_it() -> None:
    """The host's screen and the one for all, which share a viewer with nobody else."""
    state = StateTexts("KIWI-42", Phones[Any]("giza", screens("giza").tracker).log)
    host = Recipient(None, "en", "http://here/j/KIWI-42")
    assert json.loads(state.text(host, NOW))["join_url"] == host.join_url
    assert "join_url" not in json.loads(state.text(replace(host, join_url=""), NOW))
    for n in range(5):  # whoever calls the server by many names fills no memory
        state.text(replace(host, join_url=f"http://10.0.0.{n}/j/KIWI-42"), NOW)
    assert len(state._texts) == 1


def test_two_decks_of_the_same_rules_keep_their_own_words() -> None:
    """A German deck has the fingerprint of ours, and must not be shown at a table that plays with
    ours.
    """
    ours = deck_text("giza")
    renamed = ours.replace("Ruby", "Rubin")
    shown = [
        screens("giza").shared(Phones[Any]("giza", screens("giza").tracker, deck=text).log)
        for text in (ours, renamed)
    ]
    one, other = (view["deck"] for view in shown)
    assert one["fingerprint"] == other["fingerprint"]
    assert ("Ruby" in str(one), "Rubin" in str(one)) == (True, False)
    assert ("Ruby" in str(other), "Rubin" in str(other)) == (False, True)


def test_a_state_is_kept_until_a_newer_one_is_asked_for(configured: Any) -> None:
    """Whoever taps is answered with what all others are sent; a late look at an older state doesn't
    displace it.
    """
    house = configured()
    anna, _ = house.play()
    publisher, store = services(house.app).publisher, services(house.app).store
    older = store.log(house.code)
    anna.tap("chief.give", {"seat": "s2"})
    kept = publisher._states[house.code]
    assert json.loads(publisher.text(house.code, ANNA, older))["version"] == older.version
    assert publisher._states[house.code] is kept
    assert (
        json.loads(publisher.text(house.code, ANNA, store.log(house.code)))["version"]
        == older.version + 1
    )


def test_another_table_of_the_same_code_has_its_own_state(configured: Any) -> None:
    """The one before it was deleted, at whatever version."""
    house = configured()
    house.play()
    publisher, store = services(house.app).publisher, services(house.app).store
    publisher.text(house.code, ANNA, store.log(house.code))
    store.delete(house.code)
    first = store.create(house.code, "giza", screens("giza").opening(), "token")
    assert json.loads(publisher.text(house.code, ANNA, first))["version"] == 1
    assert publisher._states[house.code].table is first


def test_what_another_process_stored_is_found_with_a_heartbeat(configured: Any) -> None:
    """Two servers on one folder: a stream of one hears of a tap at the other, and ends with the
    table.
    """
    house, elsewhere = configured(), configured(HEARTBEAT_S=0.01)
    anna, ben = house.play()
    anna.client.application = elsewhere.app
    stream = anna.get(f"/t/{house.code}/stream")
    lines = (str(chunk, "utf-8") for chunk in stream.response)
    version = next(line for line in lines if line.startswith("id: ")).split()[1]
    assert ben.choose(1).status_code == 200
    assert next(line for line in lines if line.startswith("id: ")).split()[1] == str(
        int(version) + 1
    )
    assert house.host.post(f"/t/{house.code}/delete").status_code in (200, 303)
    assert all("heartbeat" in line for line in lines)
    stream.close()
