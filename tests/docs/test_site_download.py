"""The download page: all that a release has, with checksums; without one, how it is made."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from PIL import Image

from companion import __version__
from companion.game import offering
from docs.site_download import find_release, first_page, tables
from docs.site_links import addressed
from tests.docs.releases import APP, WHEEL, make_release

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((files/[^)]+)\)")


def settings(folder: Path) -> MkDocsConfig:
    """Return the site's settings, with this build folder; the site is made beside it."""
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder / "site"))
    config.extra["build"] = str(folder / "build")
    return config


def test_every_file_of_a_release_is_on_the_page(tmp_path: Path) -> None:
    """Each PDF in its language's tab, a picture of each game, and programs with checksums; the
    links lead to files of the site.
    """
    make_release(tmp_path / "build")
    release = find_release(tmp_path / "build")
    assert release is not None
    text = tables(release)
    links = set(LINK.findall(text))
    assert {f"files/{row['file']}" for row in release.prints} <= links
    games = [game.slug for game in offering("print")]
    assert {f"files/{game}.jpg" for game in games} <= links
    assert {f"files/{name}" for name in (WHEEL, APP, "SHA256SUMS")} <= links
    german = text.partition('=== "Deutsch"')[2].partition("===")[0]
    assert {re.sub(r".*-(de)(-low)?\.pdf", r"\1", link) for link in LINK.findall(german)} == {"de"}
    digest = hashlib.sha256((tmp_path / "build" / "app" / APP).read_bytes()).hexdigest()
    assert f"{digest}  {APP}" in text
    assert f"| Linux, without Python | [{APP}](files/{APP}) | 1.2 MB |" in text
    assert "7 sheets and 93 pieces, about 25 minutes to cut" in text
    build(settings(tmp_path))
    assert [link for link in links if not (tmp_path / "site" / link).is_file()] == []


def test_without_a_release_the_page_says_how_one_is_made(tmp_path: Path) -> None:
    """And links to no file."""
    assert find_release(tmp_path) is None
    build(settings(tmp_path))
    page = (tmp_path / "site" / "download.html").read_text("utf-8")
    assert "make release" in page
    assert 'href="files/' not in page
    assert not (tmp_path / "site" / "files").exists()


def test_the_picture_of_a_game_is_its_first_page(tmp_path: Path) -> None:
    """A small JPEG of the page's shape."""
    make_release(tmp_path)
    picture = Image.open(BytesIO(first_page(tmp_path / "release" / "giza-tonight-a4-en.pdf")))
    assert (picture.format, picture.width, picture.height) == ("JPEG", 240, 340)


def test_version_and_date_are_in_the_footer(tmp_path: Path) -> None:
    """And nothing links to an address that isn't known."""
    build(settings(tmp_path))
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert re.search(rf"Rookery {re.escape(__version__)}, \d+ \w+ 20\d\d\. Copyright", page)
    assert "Edit this page" not in page


def test_pages_can_be_edited_once_the_repository_is_known() -> None:
    """A page of the site leads to its file, one from the top of the repository to that."""
    home = "https://forge.example/us/rookery/"
    config = addressed(load_config(str(ROOT / "mkdocs.yml")), home, "https://games.example")
    assert config.site_url == "https://games.example/"
    file = File("install.md", str(ROOT / "docs"), "site", use_directory_urls=False)
    page = Page("Install", file, config)
    assert page.edit_url == f"{home}edit/main/docs/install.md"
    plain = addressed(load_config(str(ROOT / "mkdocs.yml")), "", "")
    assert Page("Install", file, plain).edit_url is None


def test_pages_name_the_wheel_of_this_version() -> None:
    """Its file name is part of the commands that people copy."""
    for name in ("README.md", "docs/install.md"):
        named = re.findall(r"rookery_games-[^\s`\"\[]+", (ROOT / name).read_text("utf-8"))
        assert set(named) == {WHEEL}, name


def test_printing_without_installing_is_the_first_link() -> None:
    """Of the README and of the home page."""
    for name, place in (("README.md", "docs/download.md"), ("docs/index.md", "download.md")):
        text = (ROOT / name).read_text("utf-8")
        first = re.search(r"(?<!!)\[([^]]+)\]\(([^)]+)\)", text)
        assert first is not None
        assert first.groups() == ("Print tonight, install nothing", place)
