"""The documentation's site, opened from a folder in a real browser: accessible and searchable."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Browser, expect
from reportlab.pdfbase.ttfonts import TTFontFile

from docs.site_links import ALIASES
from tests.docs.releases import make_release
from tests.web.browser.axe import NARROW, OVERFLOW, RULES

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [path.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
     for path in (ROOT / "docs").rglob("*.md")]
    + ["project/index.html", "project/CONTRIBUTING.html", "project/CHANGELOG.html",
       "project/SECURITY.html", "project/CODE_OF_CONDUCT.html"]
)  # fmt: skip
# in the dark: one with each kind of content, such as code in several languages
KINDS = ["index.html", "download.html", "install.html", "rules.html", "calibrate.html",
         "commands.html", "first-photo.html",
         "formats.html", "balance/giza.html", "project/CONTRIBUTING.html"]  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, with a release."""
    folder, made = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("build")
    make_release(made)
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
    config.extra["build"] = str(made)
    build(config)
    return folder


@pytest.mark.parametrize(("scheme", "pages"), [("light", PAGES), ("dark", KINDS)])
def test_every_page_passes_axe(
    site: Path, browser: Browser, scheme: Literal["light", "dark"], pages: list[str]
) -> None:
    """WCAG 2.2 AA: contrast, links that don't depend on colour, tables that a keyboard scrolls; and
    nothing is wider than a narrow phone.
    """
    page = browser.new_context(color_scheme=scheme).new_page()
    for name in pages:
        page.goto((site / name).as_uri())
        wide = page.locator(".md-typeset__scrollwrap").first
        if page.locator("article table").count():
            expect(wide).to_have_attribute("tabindex", "0")
        expect(page.locator("body")).to_have_attribute(
            "data-md-color-scheme", "slate" if scheme == "dark" else "default"
        )
        found = Axe().run(page, options=RULES)
        assert found.violations_count == 0, f"{name}, {scheme}: {found.generate_report()}"
        size = page.viewport_size
        page.set_viewport_size(NARROW)
        assert page.evaluate(OVERFLOW) == [], name
        page.set_viewport_size(size or NARROW)
    page.context.close()


@pytest.mark.parametrize(
    ("words", "page", "section"),
    [
        ("iphone", "photograph.html", "photos-from-an-iphone"),
        ("ctrl-c", "play.html", "stop-with-ctrl-c"),
        ("lost card", "print.html", "replace-a-lost-card-or-piece"),
        ("add a game", "add-a-game.html", "a-game-in-python"),
        ("alpine", "install.html", "where-it-cant-be-installed"),
        ("download", "download.html", "programs"),
        ("uninstall", "install.html", "update-or-remove"),
        ("letter paper", "print.html", "paper-sizes"),
        ("low ink", "print.html", "ink-savings"),
        ("firewall", "troubleshooting.html", "phones"),
        ("backup", "play.html", "backups"),
        ("undo", "play.html", "undo"),
        ("docker", "hosting.html", "install-with-docker"),
    ],
)
def test_search_works_from_a_folder(
    site: Path, browser: Browser, words: str, page: str, section: str
) -> None:
    """The first page is the one that helps, its first section the answer; nothing is loaded from a
    server.
    """
    tab = browser.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((site / "balance" / "giza.html").as_uri())
    tab.locator("input.md-search__input").click()
    expect(tab.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    tab.keyboard.type(words)
    results = tab.locator("a.md-search-result__link")
    first = re.compile(re.escape((site / page).as_uri()) + r"(\?|$)")  # "fir" finds others
    expect(results.nth(0)).to_have_attribute("href", first)
    expect(results.nth(1)).to_have_attribute("href", re.compile(f"#{section}$"))
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    tab.close()


def test_search_knows_other_spellings(site: Path) -> None:
    """Whoever types them finds the sections that have ours."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    for ours, theirs in ALIASES.items():
        found = [one["text"] for one in index["docs"] if ours in one["text"]]
        assert found
        assert all(theirs in text for text in found)


def test_packages_that_cannot_be_installed_everywhere_are_ours() -> None:
    """Each that the install page names is in the lock file."""
    page = (ROOT / "docs/install.md").read_text("utf-8").partition("## Where it can't")[2]
    named = set(re.findall(r"`([a-z-]+)`", page.partition("\n## ")[0]))
    locked = re.findall(
        r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE
    )
    assert len(named) >= 5
    assert named <= set(locked)


LETTERS = {
    "French": "àâæçéèêëîïôœùûüÿ", "Portuguese": "áâãàçéêíóôõú", "Dutch": "ëïé", "Swedish": "åäö",
    "Norwegian": "æøå", "Finnish": "åäöšž", "Estonian": "äõöüšž", "Icelandic": "áðéíóúýþæö",
    "German": "äöüßÄÖÜ", "Italian": "àèéìòù", "Danish": "æøå", "Spanish": "áéíñóúü¿¡",
    "Polish": "ąćęłńóśźż", "Czech": "čďěňřšťůž", "Slovak": "ľĺŕ", "Hungarian": "őű",
    "Croatian": "čćđ", "Romanian": "ășț", "Turkish": "ğış", "Latvian": "āčēģ", "Maltese": "ċġħż",
    "Greek": "αβγ", "Cyrillic": "абв", "Vietnamese": "ạảấ",
}  # fmt: skip


LACKED = {
    "Arabic": "ع", "Hebrew": "א", "Georgian": "ა", "Chinese": "中", "Japanese": "あ",
}  # fmt: skip


def test_letters_that_can_be_printed_are_those_that_the_page_lists() -> None:
    """Each language's are all in one font; the page names the scripts that no font has."""
    page = (ROOT / "docs/install.md").read_text("utf-8").partition("## Alphabets that can't")[2]
    fonts = [
        TTFontFile(str(path)).charToGlyph for path in (ROOT / "printables/draw/fonts").glob("*.ttf")
    ]
    for language, letters in LETTERS.items():
        assert any(all(ord(letter) in font for letter in letters) for font in fonts), language
    lacks = page.partition("They lack")[2]
    for script, letter in LACKED.items():
        assert script in lacks
        assert not any(ord(letter) in font for font in fonts), script


def test_every_extra_is_on_the_install_page() -> None:
    """With its name as in pyproject.toml."""
    page = (ROOT / "docs/install.md").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [name for name in project["optional-dependencies"] if f"| `{name}` |" not in page] == []
