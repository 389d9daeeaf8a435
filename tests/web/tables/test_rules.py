"""The Rules page: a game's rules with figures, in the visitor's language, with the table's own
deck.
"""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Any

import pytest

from companion.deckfile import deck_text, load_deck, load_summary
from companion.game import game, slugs
from companion.language import LANGUAGES, spoken
from companion.summary import Summary
from web.tables.rules import _page

MOST_BYTES = 100_000  # of a page on the wire


def _words(page: str) -> str:
    """What a page says, without its pictures."""
    text = re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def _rules(slug: str, language: str = "en") -> Summary:
    row = game(slug)
    return load_summary(row, spoken(load_deck(row), language), language)


@pytest.mark.parametrize("slug", slugs())
def test_the_page_has_all_rules_and_figures(house: Any, slug: str) -> None:
    """Every text with its numbers, every figure once, and an anchor for each rule that a scan
    cites.
    """
    answer = house.phone().get(f"/rules/{slug}")
    assert answer.status_code == 200
    words, summary = _words(answer.text), _rules(slug)
    for item in summary.items:
        assert " ".join(f"{item.text} {item.numbers}".split()) in words
    figures = [section for section in summary.sections if section.figure]
    assert answer.text.count("<svg ") == len(figures)
    for section in figures:
        assert f'role="img" aria-label="{section.title}"' in answer.text
    anchors = re.findall(r'<li id="(R\d+)"', answer.text)
    assert sorted(anchors) == sorted(
        {number for item in summary.items for number in item.numbers.split()}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_visitors_language(house: Any, language: str) -> None:
    """Texts and the words in figures."""
    page = house.phone().get("/rules/giza", **{"Accept-Language": language}).text
    words = _words(page)
    assert all(item.text in words for item in _rules("giza", language).items)
    assert ("goes first" in page) == (language == "en")


def test_the_page_of_another_board(house: Any) -> None:
    """`?board=4x5` counts that board's pyramids; a size that can't be is refused in words."""
    phone = house.phone()
    assert "4x5 squares and 60 pyramids" in phone.get("/rules/solitaire?board=4x5").text
    assert phone.get("/rules/solitaire?board=99x1").status_code == 400
    assert phone.get("/rules/giza?board=4x5").status_code == 400
    assert phone.get("/rules/chess").status_code == 404


def test_a_tables_page_counts_with_its_own_deck(configured: Any) -> None:
    """14 tokens in the deck are 14 on the page, for everyone at the table; a stranger reads the
    game's rules.
    """
    text = deck_text(game("giza"))[0].replace("[token]\ncount = 10 ", "[token]\ncount = 14 ")
    house = configured(READ_LABEL=lambda *_: ("giza", text))
    from tests.web.tables.test_pages import _with_label

    code = _with_label(house).headers["Location"].split("/")[2]
    player = house.phone()
    house.code = code
    assert player.join("Ana", "copper").status_code == 201
    page = player.get(f"/t/{code}/rules")
    assert "14 strength tokens" in _words(page.text)
    assert f'href="/t/{code}"' in page.text
    stranger = house.phone().get(f"/t/{code}/rules")
    assert (stranger.status_code, stranger.location) == (303, "/rules/giza")


def test_home_door_and_solo_link_to_the_rules(house: Any) -> None:
    """Home to each game's, the others to their own."""
    house.open()
    phone = house.phone()
    index = phone.get("/rules").text
    assert 'href="/rules"' in phone.get("/").text
    assert all(f'href="/rules/{slug}"' in index for slug in slugs())
    assert 'href="/rules/giza"' in phone.get(f"/j/{house.code}").text
    assert 'href="/rules/solitaire"' in phone.get("/s").text


@pytest.mark.parametrize(("page", "place"), [("play", "/rules"), ("host", "/rules?view=host")])
def test_every_game_page_links_to_the_rules(house: Any, page: str, place: str) -> None:
    """The script of phones and of the host's screen, in the lobby and in every phase."""
    house.play(2)
    shell = (house.phones[1] if page == "play" else house.host).get(
        f"/t/{house.code}" + "/host" * (page == "host")
    )
    script = re.search(r'src="(/packed/[^"]+\.js)"', shell.text)
    assert script is not None
    assert place in house.phone().get(script[1]).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
def test_a_page_of_rules_is_made_once_and_small(
    house: Any, slug: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each language, compressed; who has it gets 304, and who can't unpack it, all of it."""
    phone, path = house.phone(), f"/rules/{slug}"
    asked = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    first, made = phone.get(path, **asked), _page.cache_info().misses
    assert first.status_code == 200
    assert first.headers["Content-Encoding"] == "gzip"
    assert len(first.data) < MOST_BYTES
    monkeypatch.setattr("web.tables.rules.load_deck", None)  # nor is the deck read again
    again = phone.get(path, **asked, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(first.vary)
    plain = phone.get(f"{path}?other=query", **{"Accept-Language": language})
    assert plain.data == gzip.decompress(first.data)
    assert plain.headers["ETag"] != first.headers["ETag"]
    assert _page.cache_info().misses == made
