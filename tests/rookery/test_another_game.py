"""A sixth game, in a package that Rookery doesn't know (`otters/`): it prints, is listed and its
pieces are found.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

from printables.marks.legend import OWN_DESIGN

OTTERS = Path(__file__).parent / "otters"
DPI = 100


def rookery(*words: str | Path, packages: Path = OTTERS) -> subprocess.CompletedProcess[str]:
    """Run the command where the packages are installed beside Rookery."""
    paths = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "rookery", *map(str, words)]
    return subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # a table that opens all the same would stay open
    )


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cards as a PDF."""
    target = tmp_path_factory.mktemp("otters") / "otters.pdf"
    done = rookery("print", "otters", "-o", target)
    assert done.returncode == 0, done.stderr
    return target


def test_it_is_listed_with_what_it_offers() -> None:
    """`rookery games` names it after the five; it offers printing only."""
    listed = json.loads(rookery("games", "--json").stdout)["games"]
    assert [game["game"] for game in listed][-1] == "otters"
    assert len(listed) == 6
    assert listed[-1]["offers"] == ["print"]
    assert len(listed[-1]["pieces"]) == 12


def test_its_cards_are_printed(printed: Path) -> None:
    """All twelve are in the manifest, each with its two tags; there are no extras without rules and
    a cover.
    """
    manifest: dict[str, Any] = json.loads(
        printed.with_name("otters.manifest.json").read_text("utf-8")
    )
    assert manifest["game"] == "otters"
    assert [piece["id"] for piece in manifest["pieces"]] == [f"otter-{n:02}" for n in range(1, 13)]
    assert all(len(piece["tags"]) == 2 for piece in manifest["pieces"])
    document = pypdfium2.PdfDocument(printed)
    small_print = document[0].get_textpage().get_text_range()
    document.close()
    assert "deck" in small_print
    assert OWN_DESIGN not in small_print  # another package's


def test_its_cards_are_found_in_a_photo(printed: Path, tmp_path: Path) -> None:
    """Without being told which game it is; that nothing more is known of them is said."""
    pages = pypdfium2.PdfDocument(printed)
    index = (
        json.loads(printed.with_name("otters.manifest.json").read_text("utf-8"))["pieces"][0][
            "page"
        ]
        - 1
    )
    page = np.asarray(pages[index].render(scale=DPI / 72).to_numpy())
    pages.close()
    photo = tmp_path / "page.png"
    cv2.imwrite(
        str(photo),
        cv2.copyMakeBorder(page, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 120, 150)),
    )
    done = rookery("scan", photo, "--json", "--overlay", tmp_path / "seen.jpg")
    reading = json.loads(done.stdout)
    assert done.returncode == 3, done.stderr
    assert reading["game"] == "otters"
    assert {piece["id"] for piece in reading["pieces"]} == {f"otter-{n:02}" for n in range(1, 10)}
    assert "no rules for photos" in reading["unsure"][0]["text"]
    assert (tmp_path / "seen.jpg").stat().st_size > 0
    assert "otter-01" in rookery("scan", photo).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "otters"], "add `play` to its Game"),
        (["rules", "otters"], "add summary.toml"),
        (["print", "otters", "--extras", "-o", "{}/x.pdf"], '"otters.cover"'),
        (["print", "otters", "--board", "3x4", "-o", "{}/x.pdf"], "no boards of other sizes"),
    ],
)
def test_what_it_lacks_is_named(words: list[str], message: str, tmp_path: Path) -> None:
    """A command that the game can't have ends in one line that says what to add; there is no
    traceback.
    """
    done = rookery(*(word.format(tmp_path) for word in words))
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("entry", "words", "message"),
    [
        ("otters = otters:Deck", ["games"], "otters:Deck is not a Game"),
        ("otters = otters:Deck", ["table", "--data", "{}/data"], "otters:Deck is not a Game"),
        ("otters = otters:GAMES", ["games"], "can't load otters:GAMES"),
        ("badgers = otters:GAME", ["games"], "its Game has the slug 'otters'"),
        ("otters.faces = otters.faces", ["print", "otters", "-o", "{}/x.pdf"], "not a Faces"),
        ("otters.cover = nowhere", ["print", "otters", "--extras", "-o", "{}/x.pdf"], "a Cover"),
        ("otters.photo = otters:GAME", ["scan", "{}/x.png", "--game", "otters"], "is not a Row"),
    ],
)
def test_an_entry_point_for_something_else_is_named(
    entry: str, words: list[str], message: str, tmp_path: Path
) -> None:
    """The one line says which it is and what it should name."""
    shutil.copytree(OTTERS, tmp_path, dirs_exist_ok=True)
    entries = tmp_path / "otters-1.0.dist-info" / "entry_points.txt"
    name = entry.partition(" ")[0]
    kept = [line for line in entries.read_text("utf-8").splitlines() if line.split(" ")[0] != name]
    entries.write_text("\n".join([*kept, entry, ""]), "utf-8")
    cv2.imwrite(str(tmp_path / "x.png"), np.full((400, 600, 3), 200, np.uint8))
    done = rookery(*(word.format(tmp_path) for word in words), packages=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert f'"{name}"' in done.stderr or f"{name}:" in done.stderr
    assert len(done.stderr.splitlines()) == 1
