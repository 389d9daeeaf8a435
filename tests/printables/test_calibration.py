"""The calibration sheet, read back by programs that did not write it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest

from companion.calibration import FACES, Face, Key, keys, ruler_lengths, sheet_tags
from companion.manifest import Manifest
from companion.profile import HOME, Drift, save_profile
from printables.calibration import BACK_STEP, FINE, FRONT_STEP, LINES, RULER_INSET, print_sheet
from printables.output.profiles import Corrections
from rookery.cli import run
from tests.companion.profiles import EXAMPLE
from tests.printables.test_pages import Picture, find_tags

PX = 6.0
PLAIN = [key for key in keys().values() if not key.profiled]
A4 = Key("a4", "long")


@cache
def page(key: Key, face: Face, corrections: Corrections = Corrections()) -> Picture:  # noqa: B008 - frozen
    """A side as a grey picture, 6 px a mm."""
    document = pypdfium2.PdfDocument(print_sheet(key, corrections).pdf)
    picture = document[FACES.index(face)].render(scale=PX * 25.4 / 72, grayscale=True).to_numpy()
    document.close()
    return np.ascontiguousarray(picture.reshape(picture.shape[:2]))


@pytest.mark.parametrize("key", PLAIN, ids=str)
def test_tags_lie_where_reading_expects_them(key: Key) -> None:
    """Each of a side's 25 tags decodes, within a tenth of a millimetre of its place."""
    for face in FACES:
        seen = {
            tag.id: tag.centre
            for tag in find_tags(page(key, face), (key.size.width, key.size.height))
        }
        wanted = sheet_tags(key, face)
        assert set(seen) == {tag.id for tag in wanted}
        for tag in wanted:
            assert seen[tag.id] == pytest.approx((tag.x, tag.y), abs=0.1)


@pytest.mark.parametrize("key", PLAIN, ids=str)
def test_nothing_is_printed_near_the_edges(key: Key) -> None:
    """The outer 9 mm are white: there the paper's own edge is looked for."""
    for face in FACES:
        inner = page(key, face).copy()
        margin = int(9 * PX)
        inner[margin:-margin, margin:-margin] = 255
        assert (inner == 255).all()


@pytest.mark.parametrize("key", PLAIN, ids=str)
def test_nothing_runs_into_a_quiet_zone(key: Key) -> None:
    """One module of white lies about each tag."""
    for face in FACES:
        picture = page(key, face)
        for tag in sheet_tags(key, face):
            half, quiet = tag.size / 2, tag.size / 8
            box = [
                round(n * PX)
                for n in (
                    tag.x - half - quiet,
                    tag.x + half + quiet,
                    tag.y - half - quiet,
                    tag.y + half + quiet,
                )
            ]
            window = picture[box[2] : box[3], box[0] : box[1]].copy()
            edge = round(quiet * PX) - 2  # pixels aren't exact part of a page
            window[edge:-edge, edge:-edge] = 255
            assert (window > 250).all(), (face, tag)


@pytest.mark.parametrize("key", PLAIN, ids=str)
def test_rulers_are_as_long_as_said(key: Key) -> None:
    """From the middle of the first tick to the middle of the last one, across and down."""
    across, down = ruler_lengths(key.size)
    picture, row = page(key, "front"), round((RULER_INSET + 2.5) * PX)
    for line, length in ((picture[row], across), (picture[:, row], down)):
        dark = np.flatnonzero(line < 210) / PX
        inside = dark[np.abs(dark - len(line) / PX / 2) < length / 2 + 3]
        assert inside.max() - inside.min() == pytest.approx(length, abs=0.35)


@pytest.mark.parametrize("key", [A4, Key("letter", "short")], ids=str)
@pytest.mark.parametrize("number", [-12, -5, 2, 9])
@pytest.mark.parametrize("down", [False, True])
def test_the_scales_tell_how_far_the_back_has_drifted(key: Key, number: int, down: bool) -> None:
    """Held to the light, a back that has drifted by a number's value shows a line right behind that
    number's line.
    """
    drift = number * FINE
    seen = Drift(dx=0 if down else drift, dy=drift if down else 0)
    own = replace(seen, dx=-seen.dx) if key.sides == "long" else replace(seen, dy=-seen.dy)
    back = page(key, "back", Corrections(back=own))
    through = back[:, ::-1] if key.sides == "long" else back[::-1]
    front, axis = page(key, "front"), (key.size.width, key.size.height)
    meeting = []
    for line in (*range(-LINES, -1), *range(2, LINES + 1)):
        place = [axis[0] / 2, axis[1] / 2]
        place[down] += line * FRONT_STEP
        dark = [
            _darkest(side, place, down=down, beyond=beyond)
            for side, beyond in ((front, -3), (through, 3))
        ]
        if None not in dark and abs(dark[0] - dark[1]) < 0.08:  # type: ignore[operator]
            meeting.append(line)
    assert meeting == [number]
    assert BACK_STEP < FRONT_STEP


def _darkest(side: Picture, place: list[float], *, down: bool, beyond: float) -> float | None:
    """The middle of a line near `place`, mm along the scale; `beyond` is mm beside the axis, above
    or left as minus.
    """
    x, y = (place[0] + beyond, place[1]) if down else (place[0], place[1] + beyond)
    reach = 1.5
    along = y if down else x
    cells = slice(round((along - reach) * PX), round((along + reach) * PX) + 1)
    strip = 255.0 - (side[cells, round(x * PX)] if down else side[round(y * PX), cells])
    return (
        None
        if strip.max() < 60
        else float((strip * (np.arange(len(strip)) + cells.start)).sum() / strip.sum() / PX)
    )


def test_the_pdf_asks_for_true_size_and_both_sides() -> None:
    """No scaling, the duplex of the sheet's way, one page a side of the paper's size, fonts
    embedded.
    """
    for sides, duplex in (("long", "DuplexFlipLongEdge"), ("short", "DuplexFlipShortEdge")):
        with pikepdf.open(
            BytesIO(print_sheet(Key("letter", "short" if sides == "short" else "long")).pdf)
        ) as pdf:
            wishes = pdf.Root.ViewerPreferences
            assert (str(wishes.PrintScaling), str(wishes.Duplex)) == ("/None", f"/{duplex}")
            assert [[float(n) for n in page.mediabox[2:]] for page in pdf.pages] == [
                pytest.approx([612, 792], abs=0.01)
            ] * 2
            for one in pdf.pages:
                assert all(
                    "/FontFile2" in font.FontDescriptor for font in one.Resources.Font.values()
                )


def test_the_same_sheet_is_the_same_bytes() -> None:
    """No clock, no chance."""
    assert print_sheet(A4).pdf == print_sheet(A4).pdf


def test_the_command_writes_pdf_and_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The manifest holds both sides with their tags; the words tell what to do next."""
    monkeypatch.chdir(tmp_path)
    assert (
        run(["calibrate", "sheet", "-o", "check.pdf", "--paper", "letter", "--sides", "short"]) == 0
    )
    manifest = Manifest.from_json((tmp_path / "check.manifest.json").read_text())
    assert [(piece.face, piece.page, len(piece.tags)) for piece in manifest.pieces] == [
        ("front", 1, 25),
        ("back", 2, 25),
    ]
    assert manifest.page == (215.9, 279.4)
    said = capsys.readouterr().out
    assert "flip on the short edge" in said
    assert "rookery calibrate read FRONT.jpg BACK.jpg --save NAME" in said


def test_a_sheet_to_check_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a profile the sheet says so by its key tag, and its tags are moved by the profile's
    inverse.
    """
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    save_profile(EXAMPLE)
    assert run(["calibrate", "sheet", "-o", "check.pdf", "--profile", "office"]) == 0
    manifest = Manifest.from_json((tmp_path / "check.manifest.json").read_text())
    key = Key("a4", "long", profiled=True)
    assert [tag.id for tag in manifest.pieces[0].tags] == [
        tag.id for tag in sheet_tags(key, "front")
    ]
    undone = Drift(dx=-1.7)
    seen = {
        tag.id: tag.centre
        for tag in find_tags(page(key, "back", Corrections(back=undone)), (210, 297))
    }
    first = sheet_tags(key, "back")[0]
    assert seen[first.id] == pytest.approx((first.x - 1.7, first.y), abs=0.1)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["-o", "sheet.png"], ["sheet.png: not the name of a .pdf file"]),
        (["--profile", "den"], ["den: no such profile"]),
        (["--sides", "gutterfold"], ["gutterfold: no such edge; use one of: long, short"]),
    ],
)
def test_mistakes_end_in_one_line(
    argv: list[str],
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each names what is wrong, and nothing is written."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert run(["calibrate", "sheet", *argv]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in words), said
    assert not list(tmp_path.glob("*.pdf"))
