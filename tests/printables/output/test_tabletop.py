"""What Tabletop Simulator loads: the saved object, and the pictures that it names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image

Say = Callable[..., tuple[int, str, str]]
Object = dict[str, Any]

# The fields of the game's public description of saves, and of each kind of object.
SAVE = {"SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript",
        "LuaScriptState", "XmlUI", "VersionNumber", "ObjectStates"}  # fmt: skip
COMMON = {"Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Locked", "Grid", "Snap",
          "Autoraise", "Sticky", "Tooltip", "GUID"}  # fmt: skip
OWN = {
    "DeckCustom": {"DeckIDs", "CustomDeck", "ContainedObjects", "SidewaysCard"},
    "Card": {"CardID", "CustomDeck", "SidewaysCard"},
    "Custom_Tile": {"CustomImage"},
    "Custom_Token": {"CustomImage"},
    "Custom_Board": {"CustomImage"},
}
SHEET = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
PLACE = {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}


def load(folder: Path) -> list[Object]:
    """The objects of a save, after all that every one of them must have."""
    (file,) = folder.glob("*.json")
    assert file.with_suffix(".png").is_file()  # what the game shows in its list
    save: Object = json.loads(file.read_text("utf-8"))
    assert set(save) == SAVE
    objects: list[Object] = save["ObjectStates"]
    for each in (
        *objects,
        *(card for deck in objects for card in deck.get("ContainedObjects", ())),
    ):
        assert set(each) == COMMON | OWN[each["Name"]]
        assert set(each["Transform"]) == PLACE
        assert len(each["GUID"]) == 6
        assert int(each["GUID"], 16) >= 0
    guids = Counter(each["GUID"] for each in objects)
    assert guids.most_common(1)[0][1] == 1
    return objects


def picture(url: str) -> Image.Image:
    """The picture at a file's address."""
    parts = urlsplit(url)
    assert parts.scheme == "file"
    with Image.open(unquote(parts.path).removeprefix("/" if ":" in parts.path else "")) as image:
        image.load()
    assert max(image.size) <= 4096
    assert image.mode in {"RGB", "RGBA"}  # the game refuses CMYK
    return image


def faces(deck: Object) -> Iterator[tuple[Image.Image, Image.Image]]:
    """The front and the back of each card, as the game cuts them out of their sheets."""
    known = {
        key: (sheet, picture(sheet["FaceURL"]), picture(sheet["BackURL"]))
        for key, sheet in deck["CustomDeck"].items()
    }
    for number in deck["DeckIDs"]:
        sheet, front, back = known[str(number // 100)]
        assert set(sheet) == SHEET
        columns, rows = sheet["NumWidth"], sheet["NumHeight"]
        assert (columns <= 10, rows <= 7) == (True, True)
        row, column = divmod(number % 100, columns)
        assert row < rows
        wide, high = front.width // columns, front.height // rows
        box = (column * wide, row * high, (column + 1) * wide, (row + 1) * high)
        yield front.crop(box), back.crop(box) if sheet["UniqueBack"] else back


def colour(image: Image.Image) -> tuple[int, ...]:
    found = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
    assert isinstance(found, tuple)
    return tuple(round(part / 40) for part in found)


def test_each_card_of_a_deck_is_where_its_number_says(rookery: Say, tmp_path: Path) -> None:
    """35 cards fill three sheets; copies share a place; every front has its own back."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "backs").mkdir()
    hues = {f"card {n:02}": (n % 6 * 40 + 40, n // 6 * 40 + 40, 120) for n in range(35)}
    for name, hue in hues.items():
        Image.new("RGB", (744, 1039), hue).save(tmp_path / "cards" / f"{name} x2.png")
        Image.new("RGB", (744, 1039), hue[::-1]).save(tmp_path / "backs" / f"{name}.png")
    words = ("impose", "cards", "backs", "--size", "poker", "--to", "tts", "--shop", "a table")
    status, out, err = rookery(*words)
    assert (status, err) == (0, "")
    assert "cards.json, 70 cards and 1 object for Tabletop Simulator" in out
    (deck,) = load(tmp_path / "a table")
    assert deck["Name"] == "DeckCustom"
    assert len(deck["CustomDeck"]) == 3
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert len(set(deck["DeckIDs"])) == 35
    found = [(colour(front), colour(back)) for front, back in faces(deck)]
    wanted = [tuple(round(part / 40) for part in hue) for hue in hues.values() for _ in range(2)]
    assert found == [(hue, hue[::-1]) for hue in wanted]
    front, _ = next(faces(deck))
    assert front.size == (744, 1039)  # 300 dpi, without bleed


def test_one_back_for_all_is_one_picture_and_one_card_is_no_deck(
    rookery: Say, tmp_path: Path
) -> None:
    """The game knows no deck of one card."""
    (tmp_path / "cards").mkdir()
    Image.new("RGB", (744, 1039), "teal").save(tmp_path / "back.png")
    for name in ("a", "b"):
        Image.new("RGB", (744, 1039), "gold").save(tmp_path / "cards" / f"{name}.png")
    assert rookery("impose", "cards", "back.png", "--size", "poker", "--to", "tts")[0] == 0
    (deck,) = load(tmp_path / "cards-tts")
    (sheet,) = deck["CustomDeck"].values()
    assert (sheet["UniqueBack"], sheet["BackIsHidden"]) == (False, True)
    assert picture(sheet["BackURL"]).size == (744, 1039)
    assert rookery("print", "giza", "--only", "chief", "--to", "tts")[0] == 0
    (card,) = load(tmp_path / "giza-chief-tts")
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("Card", 100, "chief")


def test_boards_tokens_and_paper_models(rookery: Say, tmp_path: Path) -> None:
    """A board stays where it is, tokens are as many as are printed, a die to fold is left out."""
    status, out, _ = rookery("print", "rocks", "--only", "board,rock,die", "--to", "tts")
    assert status == 0
    assert "left out, as they are of no use there: die" in out
    kinds: dict[str, list[Object]] = {}
    for each in load(tmp_path / "rocks-board-rock-die-tts"):
        kinds.setdefault(each["Name"], []).append(each)
    assert {name: len(each) for name, each in kinds.items()} == {
        "Custom_Board": 1,
        "Custom_Tile": 24,
    }
    (board,) = kinds["Custom_Board"]
    assert board["Locked"]
    assert set(picture(board["CustomImage"]["ImageURL"]).size) == {4096}
    tile = kinds["Custom_Tile"][0]["CustomImage"]
    assert set(tile["CustomTile"]) == {"Type", "Thickness", "Stackable", "Stretch"}
    assert picture(tile["ImageSecondaryURL"]).size == picture(tile["ImageURL"]).size


def test_hexes_and_round_tokens_of_a_card_game_are_cut_out(rookery: Say, tmp_path: Path) -> None:
    """What lies outside of their shape is transparent."""
    assert rookery("game", "new", "otters")[0] == 0
    assert rookery("game", "print", "otters", "--only", "hex,token", "--to", "tts")[0] == 0
    tokens = load(tmp_path / "otters-hex-token-tts")
    assert {each["Name"] for each in tokens} == {"Custom_Token"}
    assert len(tokens) == 15
    for image in (picture(each["CustomImage"]["ImageURL"]) for each in tokens):
        alpha = image.getchannel("A")
        assert (alpha.getpixel((0, 0)), alpha.getpixel((image.width // 2, image.height // 2))) == (
            0,
            255,
        )


@pytest.mark.parametrize("only", ["die", "label"])
def test_nothing_to_show_is_refused(rookery: Say, tmp_path: Path, only: str) -> None:
    """No empty save is left behind."""
    status, out, err = rookery("print", "rocks", "--only", only, "--to", "tts")
    assert (status, out) == (2, "")
    assert err == f"rookery: --to tts: nothing to show of: {only}; print them on paper instead\n"
    assert list(tmp_path.iterdir()) == []
