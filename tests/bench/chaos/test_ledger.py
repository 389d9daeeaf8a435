"""The judge must find each kind of harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.chaos import ledger
from bench.chaos.ledger import Ledger, Tap
from companion.deckfile import deck_text
from companion.events import Event
from companion.rocks import GAME
from web.storage.store import Intent, Store

OPEN = Event(1, "", "server", "table.open", {}, "opening")
ONE = Event(2, "", "s1", "rock.drop", {"space": 0}, "key-one")
TWO = Event(3, "", "s1", "rock.take", {"space": 0}, "key-two")


def a_book() -> Ledger:
    """Two taps were sent; the first was acknowledged as event 2."""
    book = Ledger()
    for event in (ONE, TWO):
        book.send(Tap("T-1", event.kind, event.payload, event.key))
    book.acknowledge("key-one", 2)
    return book


def test_nothing_is_wrong_with_what_was_promised() -> None:
    """A tap whose answer was lost may lie there or not."""
    assert a_book().check({"T-1": [OPEN, ONE, TWO]}) == []
    assert a_book().check({"T-1": [OPEN, ONE]}) == []


@pytest.mark.parametrize(
    ("events", "harm"),
    [
        ([OPEN], "lost"),
        ([], "lost"),
        ([OPEN, TWO], "lost"),
        ([OPEN, ONE, Event(3, "", "s1", "rock.drop", {"space": 0}, "key-one")], "doubled"),
        ([OPEN, Event(2, "", "s1", "rock.drop", {"space": 1}, "key-one")], "changed"),
        ([OPEN, ONE, Event(3, "", "s1", "rock.drop", {}, "key-nobody's")], "from nowhere"),
        ([OPEN, ONE, Event(4, "", "s1", "rock.take", {"space": 0}, "key-two")], "a gap"),
    ],
)
def test_harm_is_found(events: list[Event], harm: str) -> None:
    """Each kind has a sentence of its own."""
    assert any(problem.startswith(harm) for problem in a_book().check({"T-1": events}))


def test_answers_that_contradict_each_other_are_found() -> None:
    """A tap has one version for ever, and is not refused once it counts."""
    book = a_book()
    book.acknowledge("key-one", 3)
    book.refuse("key-one", "409 no")
    assert len(book.check({"T-1": [OPEN, ONE, TWO]})) == 3


def test_a_database_is_read_past_the_store(tmp_path: Path) -> None:
    """What the store was given lies there, and makes sense from the beginning; the file
    is whole.
    """
    store = Store(tmp_path)
    store.create(
        "T-1", "rocks", {"game": "rocks", "options": {}, "deck": deck_text(GAME)[0]}, "secret"
    )
    store.append(
        "T-1",
        Intent("door", "seat.take", {"seat": "s1", "name": "Anna", "colour": "coral"}, "key-anna"),
    )
    found = ledger.read(tmp_path)
    assert found == {"T-1": list(store.log("T-1").events)}
    assert ledger.folded(found["T-1"])[1] == []
    assert ledger.folded(found["T-1"])[0].state == store.log("T-1").state
    assert len(ledger.folded([found["T-1"][0], ONE])[1]) == 1
    assert ledger.integrity(tmp_path) == []
    store.close()
