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
from web.games.base import HISTORY, edition_at, screens
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


def shown_deck(log: Log[Any]) -> Json:
    """A table's deck."""
    opening = log.events[0].payload
    row = screens(opening["game"])
    return row.shown_deck(row.table_deck(log), edition_at(opening))


def whole_view(log: Log[Any], viewer: str | None) -> Json:
    """What a game shows, made at once."""
    row, history = screens(log.events[0].payload["game"]), []
    for index in reversed(range(len(log.events))[-HISTORY:]):
        flags = {"undone": log.undone, "undoable": log.known_undoable}
        line = {name: log.events[index].version in them for name, them in flags.items()}
        barred = row.barred(log, index) if line["undoable"] else []
        history.append({**row.line(log, index), **({"barred": barred} if barred else {}), **line})
    shared = {**row.shared(log), "deck": shown_deck(log), "history": history}
    return {**shared, **row.personal(log, viewer, shared)}


@pytest.mark.parametrize("slug", slugs())
def test_each_seat_is_shown_the_view_of_its_game(slug: str) -> None:
    """For every game and viewer, undo and secrets included: the texts that are shared and kept
    change nothing.
    """
    log: Log[Any] = Log(screens(slug).tracker)
    state: StateTexts | None = None
    for event in played(slug, random.Random(7), TAPS, without={TAKE}).log.events:
        log = log.append(event)
        state = StateTexts("KIWI-42", log, state)
        for viewer in (None, *log.state.clockwise):
            for language in ("en", "de", "en"):
                shown = json.loads(
                    state.text(Recipient(viewer, language), NOW), object_pairs_hook=once
                )
                clock = (
                    {"now": NOW.isoformat(timespec="milliseconds")} if screens(slug).timed else {}
                )
                expected = {"code": "KIWI-42", **whole_view(log, viewer), **clock}
                assert shown.keys() == expected.keys()
                assert language == "de" or shown == plain(expected)


def test_a_line_of_the_history_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each language, whoever taps afterwards; a table of the same code has lines of its own."""
    row, written = screens("giza"), list[int]()
    whole_line = row.line

    def line(log: Log[Any], index: int) -> Json:
        written.append(index)
        return whole_line(log, index)

    monkeypatch.setattr(row, "line", line)
    everything, state = played("giza", random.Random(7), TAPS).log, None
    log: Log[Any] = Log(row.tracker)
    for event in everything.events:
        log = log.append(event)
        state = StateTexts("KIWI-42", log, state)
        for recipient in (ANNA, Recipient(None, "en"), Recipient("s2", "de")):
            state.text(recipient, NOW)
    assert sorted(written) == sorted([*range(log.version)] * 2)
    again = Log(row.tracker).extend([replace(event) for event in everything.events])
    StateTexts("KIWI-42", again, state).text(ANNA, NOW)
    assert len(written) == 3 * log.version


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
        shown_deck(Phones[Any]("giza", screens("giza").tracker, deck=text).log)
        for text in (ours, renamed)
    ]
    one, other = shown
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
