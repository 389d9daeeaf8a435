"""Someone's own cards, printed from the browser."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.manifest import Manifest
from web.doors import cards, press

PILE = "0123456789abcdef"


@pytest.fixture
def home(configured: Any) -> Iterator[Any]:
    """A browser on this computer; nothing of its pictures and prints is left after the test."""
    phone = configured(TRUST_LOOPBACK=True).phone()
    phone.address = "127.0.0.1"
    yield phone
    phone.post(f"/cards/{PILE}/remove", None)
    while press._prints:
        press._prints.popitem()[1].close()


def picture(width: int = 744, height: int = 1039) -> bytes:
    """A card's picture, a PNG."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (width % 256, 90, 60)).save(out, "PNG")
    return out.getvalue()


def add(phone: Any, name: str, data: bytes, side: str = "fronts", pile: str = PILE) -> Any:
    """The answer to a file, as the page sends it."""
    answer = phone.client.post(
        f"/cards/{pile}/{side}",
        data={"picture": (io.BytesIO(data), name)},
        base_url=phone.base,
        headers={"Accept": "application/json"},
        environ_base={"REMOTE_ADDR": phone.address},
    )
    answer.request.input_stream.close()
    return answer


def drawn(home: Any, **order: Any) -> Any:
    """The state of a print whose child has ended."""
    answer = home.post(f"/cards/{PILE}/print", order)
    assert answer.status_code == 201, answer.text
    press._prints[answer.json["id"]]._thread.join(60)
    return home.get(f"/print/{answer.json['id']}")


def folders(home: Any) -> list[Path]:
    """The folders of pictures on the disk."""
    piles = home.client.application.extensions.get("rookery.piles", {})
    return [pile.folders["fronts"].parent for pile in piles.values()]


def test_pictures_become_sheets(home: Any) -> None:
    """Counts by name, one back for all, and warnings in words."""
    assert add(home, "goblin x3.png", picture()).json == {"name": "goblin x3.png"}
    add(home, "C:\\cards\\elf.PNG", picture(300, 420))
    add(home, "back.png", picture(745), "backs")
    answer = drawn(home, size="poker", copies="2", paper="letter")
    result = answer.json["result"]
    assert (result["sheets"], result["contents"]) == (1, ["8 cards"])
    assert result["file"] == "my-own-cards-sheets.pdf"
    assert [note for note in result["notes"] if "elf.png: 121 dpi" in note]
    assert answer.json["done"] == answer.json["steps"]


def test_tags_cuts_and_counts(home: Any) -> None:
    """A spreadsheet says how many, a machine gets its paths, and a photo its manifest."""
    add(home, "wolf.png", picture())
    add(home, "elf.png", picture(745))
    add(home, "cards.csv", b"front,count\nwolf,12\n")
    answer = drawn(home, size="poker", tags="on", cutter="silhouette")
    result = answer.json["result"]
    assert result["contents"] == ["12 cards"]
    assert result["more"] == "my-own-cards-sheets.zip"
    sent = home.get(f"/print/{list(press._prints)[-1]}/file.zip")
    assert sent.headers["Content-Disposition"] == f'attachment; filename="{result["more"]}"'
    with zipfile.ZipFile(io.BytesIO(sent.data)) as archive:
        names = archive.namelist()
        listing = Manifest.from_json(archive.read(names[0]).decode())
        svg = archive.read(names[1]).decode()
    assert names[0] == "my-own-cards-sheets.manifest.json"
    assert [len(piece.tags) for piece in listing.pieces if piece.face == "front"] == [2] * 12
    assert svg.startswith(("<?xml", "<svg"))
    assert "path" in svg
    plain = drawn(home, size="poker").json["result"]
    assert plain["more"] == ""
    assert home.get(f"/print/{list(press._prints)[-1]}/file.zip").status_code == 404
    assert add(home, "more.csv", b"front,count\nwolf,2\n", "backs").json == {"name": "more.csv"}
    assert drawn(home, size="poker").json["result"]["contents"] == ["2 cards"]
    add(home, "more.csv", b"front,count\nwofl,2\n")
    assert "row 2, front" in drawn(home, size="poker").json["error"]["message"]


def test_what_cannot_be_printed_is_said(home: Any) -> None:
    """With the file's name, before and after it was taken."""
    assert add(home, "notes.txt", b"x").status_code == 400
    assert add(home, "x.png", b"").status_code == 400
    assert home.post(f"/cards/{PILE}/print", {}).status_code == 404
    add(home, "evil.png", b"not a picture")
    assert drawn(home).json["error"]["message"].startswith("'evil.png': ")
    for wrong in ({"copies": "x"}, {"copies": 51}, {"included": -1}, {"included": "nan"}):
        assert home.post(f"/cards/{PILE}/print", wrong).status_code == 400
    told = drawn(home, size="other", mm="big").json["error"]["message"]
    assert told.startswith("'big' is no size; use poker")


@pytest.mark.parametrize("name", ["../../up.png", "/etc/up.png", "..\\up.png", ".up.png"])
def test_a_name_leads_nowhere_else(home: Any, name: str) -> None:
    """The file lies in the folder of its side."""
    assert add(home, name, picture()).json == {"name": "up.png"}
    assert add(home, name, picture(700)).json == {"name": "up (2).png"}
    (folder,) = folders(home)
    assert sorted(path.name for path in folder.rglob("*.png")) == ["up (2).png", "up.png"]


def test_a_long_name_keeps_its_end(home: Any) -> None:
    """Which says how many, and which picture of a series it is."""
    for number in (1, 2):
        add(home, f"{'a knight in the rain, ' * 9}{number} x{number}.png", picture())
    assert drawn(home, size="poker").json["result"]["contents"] == ["3 cards"]


def test_pictures_are_kept_no_longer_than_their_page(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one, with the page, or when newer pages have taken their place; up to a limit."""
    monkeypatch.setattr(cards, "MOST_FILES", 2)
    for name in ("a.png", "b.png"):
        add(home, name, picture())
    assert add(home, "c.png", picture()).status_code == 413
    assert (
        home.post(f"/cards/{PILE}/remove", {"side": "fronts", "name": "a.png"}).status_code == 204
    )
    assert add(home, "c.png", picture()).status_code == 201
    first = folders(home)[0]
    for number in range(cards.MOST_PILES):
        add(home, "a.png", picture(), pile=f"{number:016x}")
    assert not first.exists()
    assert len(folders(home)) == cards.MOST_PILES
    left = folders(home)
    for number in range(cards.MOST_PILES):
        beacon = home.client.post(
            f"/cards/{number:016x}/remove", base_url=home.base,
            environ_base={"REMOTE_ADDR": home.address},
        )  # fmt: skip
        assert beacon.status_code == 204
    assert not any(folder.exists() for folder in left)


def test_only_this_computer_prints_its_cards(configured: Any) -> None:
    """Guests get none of it."""
    guest = configured().phone()
    assert guest.get("/cards").status_code == 403
    assert add(guest, "a.png", picture()).status_code == 403
