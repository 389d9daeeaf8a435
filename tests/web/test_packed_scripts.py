"""A page's script carries its texts in the language of the phone that asks, and the rest of it
stays as it is.
"""

from __future__ import annotations

from importlib.resources import files

import pytest

from companion.events import NEWEST
from companion.language import ENGLISH, catalogue
from docs.find_words import in_script
from tests.catalogues import german, speaking
from web import packed
from web.packed import translated
from web.photos import MAX_UPLOAD

SOURCE = """const a = t("one \\"quoted\\"", { b: t('two') });
const c = `${tn("{n} tap", "{n} taps", n, { d })} kept`;
x.t("a method"); start("a function"); t("nobody has translated this");
"""
GERMAN = {
    'one "quoted"': "eins \\ `eins`",
    "two": 'zwei "Dinge"',
    "{n} tap": "{n} Tipp",
    "{n} taps": "{n} Tipps",
}


def test_texts_become_translations() -> None:
    """Also in calls within calls and within templates, whatever signs are in them; a plural becomes
    all its forms.
    """
    with speaking(german(GERMAN)):
        rule, _, script = translated(SOURCE, "de").partition("\n")
    assert script.splitlines() == [
        r"""const a = t("eins \\ `eins`", { b: t("zwei \"Dinge\"") });""",
        'const c = `${tn(["{n} Tipp","{n} Tipps"],"", n, { d })} kept`;',
        'x.t("a method"); start("a function"); t("nobody has translated this");',
    ]
    assert rule.startswith('globalThis.rookeryWords={plurals:"1011')
    assert translated(SOURCE, ENGLISH) == SOURCE


@pytest.mark.parametrize(
    ("game", "name", "least"), [("giza", "play", 50), ("js", "join", 3), ("preview", "preview", 5)]
)
def test_a_packed_page_has_no_english_left(game: str, name: str, least: int) -> None:
    """Each text of its modules that German has is in the page in German, and no other
    call is left.
    """
    known = catalogue("de")
    english, other = (packed.pack(game, name, "js", code).text.decode() for code in (ENGLISH, "de"))
    asked = {one.one for one in in_script("play.js", english) if not one.many}  # type: ignore[union-attr]  # no fault is
    told = {one.one for one in in_script("play.js", other) if hasattr(one, "one")}
    assert len(asked) >= least
    assert told == {known.gettext(text) for text in asked}


@pytest.mark.parametrize(
    ("script", "name", "value"),
    [
        ("history.js", "NEW", NEWEST),
        ("photos.js", "MOST_MB", MAX_UPLOAD // 2**20),
    ],
)
def test_scripts_and_server_have_the_same_numbers(script: str, name: str, value: int) -> None:
    """What a script must know of the server stands in both, and is the same in both."""
    text = files("web").joinpath("static", "js", script).read_text("utf-8")
    assert f"const {name} = {value};" in text
