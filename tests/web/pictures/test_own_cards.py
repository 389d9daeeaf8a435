"""The cards of your own deck are drawn in a child process: whatever it asks for, it takes so
much and no more.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion.deckfile import deck_text, load_deck
from companion.errors import DeckError, UsageError
from companion.game import game
from companion.language import ENGLISH
from tests.web.pictures.test_own_decks import at_home
from web.games.base import edition
from web.pictures import own_cards
from web.pictures.faces import draw_face
from web.services import services

TIGHT = (
    "import web.pictures.own_cards as w, sys; w.{} = {}; w.main(sys.stdin.buffer, "
    "sys.stdout.buffer)"
)
LIMITS = (
    ("MEMORY", 2**20, "this deck's cards couldn't be drawn"),
    ("CPU", 0, "this deck's cards couldn't be drawn"),
    ("MOST_BYTES", 99_999, "this deck's cards take more than"),
)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """Neither of what was drawn before, nor of a deck that failed here."""
    own_cards._drawing.cache_clear()
    yield
    own_cards._drawing.cache_clear()


def text() -> str:
    """A deck of combust's, which draws quickest, with a title of its own."""
    ours = deck_text(game("combust"))[0]
    assert ours.count("\ntitle = ") == 1
    return ours.replace("\ntitle = ", '\ntitle = "Ours" # ')


def deck() -> Any:
    return game("combust").read_deck(text(), "deck")


def test_they_are_what_would_be_drawn_here_and_are_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every face of every piece, the same to the byte; asked again, no child is asked. Ours need
    none.
    """
    cards = own_cards.draw("combust", deck(), ENGLISH)
    monkeypatch.setattr(own_cards, "CHILD", None)
    pieces = game("combust").pieces(deck())
    assert set(cards) == {(piece.id, face) for piece in pieces for face in piece.faces}
    (piece, face), packed = next(iter(cards.items()))
    drawn = own_cards.own_card("combust", deck(), piece, face, ENGLISH)
    assert drawn == gzip.decompress(packed).decode() == draw_face("combust", deck(), piece, face)
    with pytest.raises(UsageError, match="no such piece"):
        own_cards.own_card("combust", deck(), "none", "front", ENGLISH)
    assert own_cards.is_own("combust", deck())
    assert not own_cards.is_own("combust", load_deck(game("combust")))


@pytest.mark.parametrize(("limit", "value", "says"), LIMITS, ids=[row[0] for row in LIMITS])
def test_a_deck_that_wants_too_much_is_refused(
    limit: str, value: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the system stops the child or the child itself does: one error with the remedy."""
    monkeypatch.setattr(own_cards, "CHILD", ("-P", "-c", TIGHT.format(limit, value)))
    with pytest.raises(DeckError, match=f"{says}.*fewer or simpler"):
        own_cards.draw("combust", deck(), ENGLISH)


def test_a_deck_that_takes_too_long_opens_no_table(
    configured: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child is killed; whoever brought the deck hears what to do, and no phone asks for its
    cards in vain.
    """
    monkeypatch.setattr(own_cards, "TIMEOUT_S", 0.01)
    house = configured(READ_LABEL=lambda *_: ("combust", text()))
    with pytest.raises(
        AssertionError,
        match=r"takes more than 0\.01 seconds; use a deck with "
        r"fewer or simpler",
    ):
        at_home(house, text(), "combust")
    assert services(house.app).store.codes() == []


def test_a_deck_that_failed_is_not_drawn_again(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has one all the same, out of a backup say: its cards are refused at once, each
    in words.
    """
    monkeypatch.setattr(own_cards, "TIMEOUT_S", 0.01)
    services(house.app).decks["combust", edition(text())] = deck()
    first, *_ = game("combust").pieces(deck())
    address = f"/art/combust/{edition(text())}/{first.id}/front.svg"
    assert house.phone().get(address).status_code == 400
    monkeypatch.setattr(own_cards, "CHILD", None)
    again = house.phone().get(address)
    assert (again.status_code, again.json["error"]["code"]) == (400, "malformed")
    assert "fewer or simpler cards" in again.json["error"]["message"]


def test_a_deck_that_was_not_drawn_in_time_is_tried_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The computer may have been busy; what is wrong with a deck itself stays."""
    clock = [0.0]
    monkeypatch.setattr(own_cards, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with monkeypatch.context() as busy:
        busy.setattr(own_cards, "TIMEOUT_S", 0.01)
        for clock[0] in (0.0, own_cards.AGAIN_S - 1):
            with pytest.raises(DeckError, match="takes more than"):
                own_cards.draw("combust", deck(), ENGLISH)
            busy.setattr(own_cards, "CHILD", None)  # nobody is asked the second time
    clock[0] = own_cards.AGAIN_S
    assert own_cards.draw("combust", deck(), ENGLISH)
    own_cards._drawing.cache_clear()
    monkeypatch.setattr(own_cards, "CHILD", ("-P", "-c", TIGHT.format("MOST_BYTES", 99_999)))
    for clock[0] in (0.0, 9 * own_cards.AGAIN_S):
        with pytest.raises(DeckError, match="take more than"):
            own_cards.draw("combust", deck(), ENGLISH)
        monkeypatch.setattr(own_cards, "CHILD", None)
