"""The site's download page: what `make release` and `make app` have built, as tables with links and
checksums (a hook of mkdocs.yml). Without a release the page says how one is made.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from companion.deckfile import load_deck, load_summary
from companion.game import game as find_game
from companion.language import LANGUAGES

BLOCK = re.compile(r"<!-- downloads -->\n.*?<!-- /downloads -->\n", re.DOTALL)
FOLDER = "files"  # of the site
CUT_S = 15  # s a piece, with scissors; an estimate, and the page says so
PICTURE_WIDTH = 240  # px
APPS = ("*.zip", "*.tar.xz", "*.tar.gz", "*.dmg", "*.exe", "*.AppImage")
PAPERS = {"a4": "A4", "letter": "Letter"}
SYSTEMS = {"linux": "Linux", "macos": "macOS", "windows": "Windows"}


@dataclass(frozen=True, slots=True)
class Release:
    """The files of a build: PDFs, with what is known about each, and others."""

    version: str
    prints: tuple[Mapping[str, Any], ...]
    pdfs: Path
    files: tuple[Path, ...]

    @property
    def samples(self) -> dict[str, Mapping[str, Any]]:
        """One PDF of each game: the fewest sheets of A4 in English."""
        wanted = ("en", "a4", "full", True)
        keys = ("language", "paper", "ink", "tonight")
        return {row["game"]: row for row in self.prints if tuple(row[k] for k in keys) == wanted}


def find_release(build: Path) -> Release | None:
    """Return what lies in a checkout's `build` folder; None before `make release`."""
    folder = build / "release"
    if not (folder / "release.json").is_file():
        return None
    listed = json.loads((folder / "release.json").read_text("utf-8"))
    apps = [path for shape in APPS for path in (build / "app").glob(shape)]
    others = [path for path in folder.iterdir() if path.suffix not in {".pdf", ".json"}]
    files = (*sorted(apps), *sorted(others), *sorted(folder.glob("*.cdx.json")))
    return Release(listed["version"], tuple(listed["prints"]), folder, files)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the release's files to the site, and a picture of each game's first page."""
    if release := find_release(_build(config)):
        for path in (*release.files, *(release.pdfs / row["file"] for row in release.prints)):
            place = f"{FOLDER}/{path.name}"
            files.append(File.generated(config, place, abs_src_path=str(path)))
        for game, row in release.samples.items():
            picture = first_page(release.pdfs / row["file"])
            files.append(File.generated(config, f"{FOLDER}/{game}.jpg", content=picture))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Replace what the download page says about making a release by the release."""
    release = find_release(_build(config)) if page.file.src_uri == "download.md" else None
    return BLOCK.sub(lambda _: tables(release), markdown) if release else markdown


def _build(config: MkDocsConfig) -> Path:
    folder: str = config.extra["build"]
    return Path(config.config_file_path).parent / folder


def first_page(pdf: Path) -> bytes:
    """Return a small JPEG of a PDF's first page."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        picture = page.render(scale=PICTURE_WIDTH / page.get_width()).to_pil()
    written = BytesIO()
    picture.convert("RGB").save(written, "JPEG", quality=80)
    return written.getvalue()


def tables(release: Release) -> str:
    """Return all tables of a release, in Markdown: the games, their PDFs by language, programs."""
    lines = [f"## The games, version {release.version}", "", *_games(release), ""]
    for code, name in LANGUAGES.items():
        lines += [f'=== "{name}"', ""]
        for title, tonight in (("Tonight", True), ("Everything", False)):
            rows = [
                row
                for row in release.prints
                if (row["language"], row["tonight"]) == (code, tonight)
            ]
            lines += [f"    {line}".rstrip() for line in ("", f"**{title}**", "", *_prints(rows))]
    return "\n".join([*lines, "", *_programs(release.files), ""])


def _games(release: Release) -> Iterator[str]:
    """Yield a table of the games: a page, players, sheets and time."""
    yield from ("| first page | game |", "|---|---|")
    for slug, row in release.samples.items():
        game = find_game(slug)
        (low, high), (short, long) = game.players, load_summary(game, load_deck(game)).minutes
        players = "1 player" if high == 1 else f"{low} to {high} players"
        cut = max(5, round(row["pieces"] * CUT_S / 300) * 5)  # whole five minutes
        links = " · ".join(
            f"[{title}]({FOLDER}/{row['file'].replace('-a4-', f'-{paper}-')})"
            for paper, title in PAPERS.items()
        )
        yield (
            f"| ![First page of {slug}]({FOLDER}/{slug}.jpg){{ width=120 }} "
            f"| **{slug}**, {players}, {short} to {long} minutes<br>"
            f"{row['sheets']} sheets and {row['pieces']} pieces, about {cut} minutes to cut<br>"
            f"Print tonight: {links} |"
        )
    yield ""
    yield (
        f"The time to cut is an estimate, {CUT_S} seconds a piece with scissors, without folding "
        "and gluing. It hasn't been measured."
    )


def _prints(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table of PDFs, a line for each game."""
    found = {(row["game"], row["paper"], row["ink"]): row for row in rows}
    yield from ("| game | A4 | Letter | sheets |", "|---|---|---|---|")
    for game in dict.fromkeys(row["game"] for row in rows):
        cells = []
        for paper in PAPERS:
            full, low = (f"{FOLDER}/{found[game, paper, ink]['file']}" for ink in ("full", "low"))
            cells.append(f"[full ink]({full})<br>[low ink]({low})")
        sheets = sorted({found[game, paper, "full"]["sheets"] for paper in PAPERS})
        yield f"| {game} | {' | '.join(cells)} | {' or '.join(map(str, sheets))} |"


def _programs(files: Sequence[Path]) -> Iterator[str]:
    """Yield a table of everything else, with checksums."""
    yield from ("## Programs", "")
    yield "To play with phones and check photos, [install Rookery](install.md)."
    yield from ("", "| for | file | size |", "|---|---|---|")
    for path in files:
        yield f"| {_purpose(path.name)} | [{path.name}]({FOLDER}/{path.name}) | {_size(path)} |"
    yield from ("", "SHA-256 checksums; `SHA256SUMS` has those of the PDFs, too:", "", "```text")
    for path in files:
        if path.name != "SHA256SUMS":
            yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
    yield "```"


def _purpose(name: str) -> str:
    """Return what a file is for, by its name."""
    endings = {
        ".whl": "an installation with pipx or uv",
        "SHA256SUMS": "checking what you downloaded",
        ".cdx.json": "a list of all parts, with licences",
    }
    for ending, purpose in endings.items():
        if name.endswith(ending):
            return purpose
    for part, system in SYSTEMS.items():
        if part in name.lower():
            return f"{system}, without Python"
    return "the source"


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{max(1, round(size / 1e3))} KB"
