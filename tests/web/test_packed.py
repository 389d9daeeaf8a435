"""Packed pages: each module after those it needs, names that tell the content, and the plain form
of our sources.
"""

from __future__ import annotations

import gzip
import re
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from rjsmin import jsmin

from companion.game import offering
from docs.find_words import tokens_of
from web import packed

GAMES = [game.slug for game in offering("table")]
SOURCES = sorted(packed.STATIC.rglob("*.js"))
PLAIN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_our_modules_keep_to_the_form_that_packing_knows(path: Path) -> None:
    """Named imports, exported functions, classes and consts; no template inside another, which
    rjsmin can't read.
    """
    text = path.read_text("utf-8")
    known = {
        found.start()
        for pattern in (packed.IMPORT, packed.EXPORT)
        for found in pattern.finditer(text)
    }
    assert [found[0] for found in PLAIN.finditer(text) if found.start() not in known] == []
    assert not re.search(r"\bimport\(|\bimport\.meta|^await ", text, re.MULTILINE)
    assert re.findall(r"\$\{[^}]*`", text) == []
    assert words(text) == words(jsmin(text)), "minified it is another script"


def words(text: str) -> str:
    """The tokens of a script, with `a.b` as one of them wherever its lines break."""
    return " ".join(token.value for token in tokens_of(text)).replace(" .", ".").replace(". ", ".")


@pytest.mark.parametrize(
    ("game", "page"),
    [*product(GAMES, packed.SHEETS), ("js", "join"), ("preview", "preview")],
)
def test_each_module_comes_after_those_it_needs(game: str, page: str) -> None:
    """Packed modules run from top to bottom: a circle would find nothing there yet."""
    order = packed.modules(f"{game}/{page}.js")
    text = packed.pack(game, page, "js").text.decode()
    starts = [text.index(f"const m{number}=(()=>{{") for number in range(len(order))]
    for number, (name, (start, end)) in enumerate(
        zip(order, pairwise([*starts, len(text)]), strict=True)
    ):
        needed = [int(found) for found in re.findall(r"const\{[^}]*\}=m(\d+);", text[start:end])]
        assert all(other < number for other in needed), name
        assert len(needed) == len(
            packed.IMPORT.findall((packed.STATIC / name).read_text("utf-8"))
        ), name


def test_a_packed_file_is_good_for_ever_under_its_own_name_only(house: Any) -> None:
    """Its name is made of its content; an old name gets today's content, which isn't cached."""
    house.sit(1)
    for kind in ("js", "css"):
        with house.app.test_request_context():
            address = packed.address("rocks", "play", kind)
        answer = house.host.get(address, **{"Accept-Encoding": "gzip"})
        assert gzip.decompress(answer.data) == packed.pack("rocks", "play", kind).text
        assert "immutable" in answer.headers["Cache-Control"]
        old = house.host.get(re.sub(r"\.\w{16}\.", ".0123456789abcdef.", address))
        assert (old.headers["Cache-Control"], old.data) == (
            "no-cache",
            gzip.decompress(answer.data),
        )
    assert house.host.get("/packed/nothing/play.0.js").status_code == 404
    assert house.host.get("/packed/en/js/join.0.css").status_code == 404


def test_a_static_file_is_good_for_ever_under_its_own_version_only(house: Any) -> None:
    """As pages name it; without a version, or with an old one, browsers ask again."""
    page = house.phone().get("/").text
    (address,) = re.findall(r'"(/static/css/home\.css\?v=\w{8})"', page)
    for path, kept in (
        (address, packed.FOR_EVER),
        (address.replace("?v=", "?v=0"), "no-cache"),
        ("/static/css/home.css", "no-cache"),
    ):
        with house.phone().get(path) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept)


def test_a_static_file_is_compressed_once(house: Any) -> None:
    """A style sheet is the same for all browsers, though its address has no fingerprint."""
    asked, hits = {"Accept-Encoding": "gzip"}, packed._small.cache_info().hits
    bodies = set()
    for _ in range(2):
        with house.phone().get("/static/css/base.css", **asked) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            bodies.add(answer.data)
    assert len(bodies) == 1
    assert packed._small.cache_info().hits > hits
