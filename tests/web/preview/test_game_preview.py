"""The preview of a card game as data: all files of its folder, and mistakes with theirs."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from printables.decks.newgame import make_game
from web.games.shapes import Json
from web.preview.views import create_preview
from web.preview.workbench import GameBench

HERE = "http://127.0.0.1:8100"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_game(tmp_path / "otters")
    return tmp_path / "otters"


@pytest.fixture
def browser(folder: Path) -> FlaskClient:
    return create_preview(GameBench(str(folder))).test_client()


def state(browser: FlaskClient) -> Json:
    found: Json = browser.get("/state", base_url=HERE).get_json()
    return found


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def picture(browser: FlaskClient, seen: Json, piece: str) -> str:
    answer = browser.get(f"/faces/{seen['shown']}/full/{piece}/front.svg", base_url=HERE)
    assert answer.status_code == 200
    return answer.text


def test_all_pieces_are_shown(browser: FlaskClient) -> None:
    """With their count, by kind, and nothing of a standard deck."""
    seen = state(browser)
    assert (seen["faults"], seen["game"], seen["count"]) == ([], "Otters", 40)
    assert [(each["title"], each["count"]) for each in seen["groups"]] == [
        ("card", 24), ("hex", 9), ("token", 6), ("rules page", 1)
    ]  # fmt: skip
    assert "Splash" in picture(browser, seen, "card-01")
    assert "<clipPath" in picture(browser, seen, "hex-01")
    page = browser.get("/", base_url=HERE).text
    assert "<h1>otters</h1>" in page
    assert "only your changes" not in page


def test_each_file_of_the_folder_is_watched(folder: Path, browser: FlaskClient) -> None:
    """A saved spreadsheet, picture, icon or page of rules is a new revision."""
    seen = {state(browser)["revision"]}
    for name in ("game.toml", "cards.csv", "otter.png", "icons/fish.png", "rules.txt"):
        with (folder / name).open("ab") as file:
            file.write(b"\n")
        seen.add(state(browser)["revision"])
    assert len(seen) == 6
    change(folder / "cards.csv", "Splash", "Splish")
    assert "Splish" in picture(browser, state(browser), "card-01")


def test_a_mistake_is_shown_with_its_file_and_the_last_good_pieces(
    folder: Path, browser: FlaskClient
) -> None:
    """In game.toml with its line, elsewhere with its file and row."""
    good = state(browser)["shown"]
    change(folder / "cards.csv", "#7fc4d6", "blue")
    seen = state(browser)
    assert [each["field"] for each in seen["faults"]] == ["cards.csv: row 2, colour"]
    assert seen["shown"] == good
    change(folder / "game.toml", "kind = ", "knid = ")
    (fault,) = state(browser)["faults"]
    assert (fault["line"], fault["text"]) == (19, "[[piece]]")
    change(folder / "game.toml", "knid = ", "kind = ")
    change(folder / "game.toml", "at = [17, 7, 29, 9]", "at = [0, 7, 9, 9], align = 'left'")
    change(folder / "cards.csv", "blue", "#7fc4d6")
    (fault,) = state(browser)["faults"]
    assert "letters need 3 mm" in fault["remedy"]


def test_an_own_font_comes_with_the_picture(folder: Path, browser: FlaskClient) -> None:
    """As an <img> has no other."""
    font = files("printables.draw").joinpath("fonts", "MPLUSRounded1c-Bold.ttf").read_bytes()
    (folder / "own.ttf").write_bytes(font)
    change(folder / "game.toml", "rules =", 'font = "own.ttf"\nrules =')
    svg = picture(browser, state(browser), "card-01")
    (name,) = {part.split('"')[0] for part in svg.split('font-family="')[1:]}
    assert name.startswith("own-")
    assert f"@font-face{{font-family:{name};" in svg


def test_a_removed_game_is_a_mistake_not_an_error(folder: Path, browser: FlaskClient) -> None:
    """An editor may be replacing it."""
    state(browser)
    (folder / "game.toml").unlink()
    assert len(state(browser)["faults"]) == 1
