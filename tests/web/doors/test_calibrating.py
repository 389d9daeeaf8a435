"""Calibration from the browser."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from companion.profile import HOME, load_profile, profile_names

PHOTOS = Path(__file__).parents[2] / "photos" / "calibration"
PAIR = {face: (PHOTOS / f"desk-{face}.jpg").read_bytes() for face in ("front", "back")}


@pytest.fixture
def home(configured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A browser on this computer, whose printers are this test's own."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    phone = configured(TRUST_LOOPBACK=True).phone()
    phone.address = "127.0.0.1"
    return phone


def send(phone: Any, photos: dict[str, bytes], name: str, language: str = "en") -> Any:
    """The answer to two photos and a name, as the page sends them."""
    files = {side: (io.BytesIO(data), f"{side}.jpg") for side, data in photos.items()}
    answer = phone.client.post(
        "/calibrate/photos",
        data={"name": name, **files},
        base_url=phone.base,
        headers={"Accept-Language": language, "Accept": "application/json"},
        environ_base={"REMOTE_ADDR": phone.address},
    )
    answer.request.input_stream.close()
    return answer


def test_two_photos_become_a_printer(home: Any) -> None:
    """In words of the reader's language; then prints offer it, with its paper chosen."""
    answer = send(home, PAIR, "Grand-père's printer", "de")
    assert answer.json["name"] == "grand-peres-printer"
    assert (
        answer.json["back"] == "2,4 mm nach links, 0,5 mm nach oben, 0,56° gegen den Uhrzeigersinn"
    )
    profile = load_profile("grand-peres-printer")
    assert (profile.back.dx, profile.back.dy) == pytest.approx((1.7, -0.9), abs=0.1)
    page = home.get("/print?profile=grand-peres-printer").text
    assert 'name="profile" value="grand-peres-printer" checked' in page
    assert 'data-printers="grand-peres-printer a4 long;"' in page
    assert "grand-peres-printer" in home.get("/calibrate").text


def test_the_order_of_the_photos_does_not_matter(home: Any) -> None:
    """Tags say which side a photo shows; a name in another case is the same printer."""
    assert send(home, PAIR, "Office").status_code == 200
    swapped = {"front": PAIR["back"], "back": PAIR["front"]}
    assert send(home, swapped, "OFFICE").status_code == 200
    assert profile_names() == ("office",)


@pytest.mark.parametrize(
    ("photos", "name", "status", "words"),
    [
        (
            {**PAIR, "back": PAIR["front"]},
            "a",
            422,
            "Photo of the back: both photos show the front",
        ),
        ({**PAIR, "front": b"%PDF-1.7"}, "a", 422, "Photo of the front: a PDF, not a photo"),
        ({**PAIR, "back": b""}, "a", 422, "Photo of the back: an empty file"),
        ({"front": PAIR["front"]}, "a", 400, "No photo was sent"),
        (PAIR, " ", 400, "Give the printer a name"),
        (PAIR, "../..", 400, "Give the printer a name"),
        (PAIR, "\u043f\u0440", 400, "Give the printer a name"),
    ],
)
def test_what_cannot_be_measured_is_said(
    home: Any, photos: dict[str, bytes], name: str, status: int, words: str
) -> None:
    """With the photo that is wrong and the remedy; nothing is saved."""
    answer = send(home, photos, name)
    assert (answer.status_code, profile_names()) == (status, ())
    assert words in answer.json["error"]["message"]


def test_the_test_sheet(home: Any) -> None:
    """Two sides, for the paper and the edge that were chosen."""
    answer = home.get("/calibrate/sheet.pdf?paper=letter&sides=short")
    assert "printer-check-letter-short.pdf" in answer.headers["Content-Disposition"]
    document = PdfDocument(answer.data)
    assert [page.get_size() for page in document] == [pytest.approx((612, 792), abs=0.1)] * 2
    assert "short edge" in document[0].get_textpage().get_text_bounded()
    for wrong in ("paper=a9", "sides=single", "sides=gutterfold"):
        assert home.get(f"/calibrate/sheet.pdf?{wrong}").status_code == 400


def test_a_printer_is_deleted(home: Any) -> None:
    """And is then offered no more."""
    send(home, PAIR, "office")
    assert home.post("/calibrate/office/remove", {}).status_code == 303
    assert profile_names() == ()
    assert home.post("/calibrate/office/remove", {}).status_code == 400


def test_only_this_computer_calibrates(configured: Any) -> None:
    """Guests get none of it."""
    guest = configured().phone()
    for path in ("/calibrate", "/calibrate/sheet.pdf", "/calibrate/photos"):
        assert guest.get(path).status_code == 403
    assert send(guest, PAIR, "office").status_code == 403
