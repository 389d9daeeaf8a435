"""New tables: which code they get, and what is said where there is none to be had."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.refusal import ApiError
from web.services import services
from web.storage.errors import RefusedError
from web.tables import pages
from web.tables.pages import CODES_TRIED, open_table


def _codes(monkeypatch: pytest.MonkeyPatch, *codes: str) -> list[str]:
    """The codes that chance gives next, of which the last one comes again and again; those that
    were tried.
    """
    left, tried = list(codes), list[str]()

    def draw(*_: Any, **__: Any) -> str:
        tried.append(left.pop(0) if len(left) > 1 else left[0])
        return tried[-1]

    monkeypatch.setattr(pages, "new_code", draw)
    return tried


def test_a_code_in_use_is_passed_over(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table gets the next one that chance gives; where all are in use, that is said."""
    tried = _codes(monkeypatch, "KIWI-42", "KIWI-42", "DODO-10")
    with house.app.app_context():
        assert [open_table("giza")[0] for _ in range(2)] == ["KIWI-42", "DODO-10"]
        with pytest.raises(ApiError, match="All table codes are in use"):
            open_table("giza")
    assert tried == ["KIWI-42", "KIWI-42", *["DODO-10"] * (CODES_TRIED + 1)]


def test_a_button_tapped_twice_opens_one_table(house: Any) -> None:
    """By the page's key; another game, another page and a program without a key open another."""
    phone = house.phone()
    (key,) = {*re.findall(r'name="key" value="([\w-]{22})"', phone.get("/").text)}
    opened = [
        (phone.post("/tables", {"game": game, "key": each}).json or {})["code"]
        for game, each in (("giza", key), ("giza", key), ("rocks", key), ("giza", ""), ("giza", ""))
    ]
    assert opened[0] == opened[1]
    assert len({*opened}) == 4


def test_an_opening_that_the_table_refuses_is_told_as_such(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first try: no other code would make it better, and no code is in use."""
    tried = _codes(monkeypatch, "KIWI-42")
    with house.app.app_context(), pytest.raises(RefusedError, match="isn't a giza deck"):
        open_table("giza", "a cake recipe")
    assert tried == ["KIWI-42"]
    assert services(house.app).store.codes() == []
