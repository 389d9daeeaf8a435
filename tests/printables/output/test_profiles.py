"""A profile undoes what its printer does: printed with it, everything lies where it belongs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.errors import UsageError
from companion.layout import Size
from companion.manifest import Manifest
from companion.profile import HOME, Drift, Profile, save_profile
from printables.output.job import Job
from printables.output.printer import Printout, print_job
from printables.output.profiles import NONE, Corrections, corrections, matrix, moved
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from rookery.cli import run
from tests.companion.profiles import EXAMPLE, profiles
from tests.printables.test_pages import Picture, find_tags, tag_places

A4 = Size(210, 297)
MM = 72 / 25.4

shares = st.floats(0, 1)
moves = st.builds(
    Drift,
    st.floats(0.97, 1.03),
    st.floats(0.97, 1.03),
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.floats(-2, 2),
)
points = st.tuples(st.floats(0, 297), st.floats(0, 297))


@given(profiles, shares, shares)
def test_printed_with_its_profile_a_page_is_ideal(
    profile: Profile, across: float, down: float
) -> None:
    """Correction, then printer: every point of either side comes out within 0.05 mm of where it
    belongs.

    That holds for a printer that errs by 6 mm, half a degree and 0.7 %.
    """
    paper = PAPERS[profile.paper]
    undone, page = corrections(profile, paper, SIDES[profile.sides]), paper.size
    at = (across * page.width, down * page.height)
    for correction, error in ((undone.front, profile.front), (undone.back, profile.back)):
        sent = moved(correction, *at, page)
        assert dist(moved(error, *sent, page), at) < 0.05


@given(profiles, shares, shares)
def test_backs_fall_behind_their_fronts(profile: Profile, across: float, down: float) -> None:
    """Front and back of one place, printed with the profile and seen through the paper, meet within
    0.1 mm.
    """
    paper = PAPERS[profile.paper]
    sides, page = SIDES[profile.sides], paper.size
    undone = corrections(profile, paper, sides)
    at = (across * page.width, down * page.height)
    front = moved(profile.front, *moved(undone.front, *at, page), page)
    behind = _through(at, page, profile.sides)
    back = moved(profile.back, *moved(undone.back, *behind, page), page)
    assert dist(front, _through(back, page, profile.sides)) < 0.1


def _through(at: tuple[float, float], page: Size, sides: str) -> tuple[float, float]:
    """The point of the other side's own page that lies behind this one."""
    return (page.width - at[0], at[1]) if sides == "long" else (at[0], page.height - at[1])


def test_a_printed_page_comes_out_ideal(
    job: Callable[..., Job], render: Callable[[Printout, int, float], Picture]
) -> None:
    """Real pages: printed with the profile and moved as the printer does, tags lie where the
    manifest says.
    """
    undone = corrections(EXAMPLE, PAPERS["a4"], SIDES["long"])
    printed = print_job(job(pieces=job().pieces[:9], corrections=undone))
    page = PAPERS["a4"].size
    for number, error in ((1, EXAMPLE.front), (2, EXAMPLE.back)):
        seen = find_tags(render(printed, number, 5.0), (210, 297))
        out = np.array([moved(error, *tag.centre, page) for tag in seen])
        pieces = [piece for piece in printed.manifest.pieces if piece.page == number]
        places = [
            (piece.trim[0] + tag.x, piece.trim[1] + tag.y) for piece in pieces for tag in piece.tags
        ]
        assert len(out) == len(places) == 18
        for place in places:
            assert np.linalg.norm(out - place, axis=1).min() < 0.1


def test_tags_of_own_cards_lie_right_after_calibration_by_photo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Printed with `impose --tags` and a profile that was read from two photos, on the printer of
    these photos, tags lie within 0.4 mm of where the manifest says; without it, they don't.
    """
    photos = Path(__file__).parents[2] / "photos" / "calibration"
    truth = json.loads((photos / "desk.truth.json").read_text("utf-8"))
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    sides = [str(photos / f"desk-{side}.jpg") for side in ("front", "back")]
    assert run(["calibrate", "read", *sides, "--save", "desk"]) == 0
    Path("cards").mkdir()
    for number in range(9):
        Image.new("RGB", (744, 1039), "teal").save(f"cards/{number}.png")
    off = {}
    for name, profile in (("with", ("--profile", "desk")), ("without", ())):
        words = ["impose", "cards", "--size", "poker", "--tags", "-o", f"{name}.pdf"]
        assert run([*words, *profile]) == 0
        listed = Manifest.from_json(Path(f"{name}.manifest.json").read_text("utf-8"))
        with pypdfium2.PdfDocument(f"{name}.pdf") as pdf:
            picture = np.asarray(pdf[0].render(scale=8 / MM, grayscale=True).to_pil())
        places = dict(place for piece in listed.pieces for place in tag_places(piece))
        seen = find_tags(picture, (A4.width, A4.height))
        assert {tag.id for tag in seen} == set(places)
        printed = [(tag.id, moved(Drift(*truth["front"]), *tag.centre, A4)) for tag in seen]
        off[name] = max(dist(at, places[tag]) for tag, at in printed)
    assert off["with"] < 0.4 < off["without"]


def test_single_sheets_all_go_through_as_fronts() -> None:
    """Backs on sheets of their own are printed on the first side of their paper."""
    undone = corrections(EXAMPLE, PAPERS["a4"], SIDES["single"])
    assert undone.front == undone.back != NONE


@pytest.mark.parametrize(
    ("paper", "sides", "words"),
    [
        ("letter", "long", "was made for a4, not for letter; print with --paper a4"),
        (
            "a4",
            "short",
            "was made for the long edge, not for the short one; print with --sides long",
        ),
        ("a4", "gutterfold", "--sides gutterfold has no back to align; print with --sides long"),
    ],
)
def test_a_profile_fits_its_paper_and_way_only(paper: str, sides: str, words: str) -> None:
    """Anything else is refused with what to do instead."""
    with pytest.raises(UsageError) as found:
        corrections(EXAMPLE, PAPERS[paper], SIDES[sides])
    assert f"--profile office: {words}" in str(found.value)


def test_print_takes_a_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`print --profile` moves the pages and leaves the manifest; an unknown or unfit one writes
    nothing.
    """
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    save_profile(EXAMPLE)
    short = ["print", "giza", "--only", "chief", "--no-index"]
    assert run([*short, "-o", "plain.pdf"]) == 0
    assert run([*short, "-o", "moved.pdf", "--profile", "office"]) == 0
    assert (tmp_path / "plain.pdf").read_bytes() != (tmp_path / "moved.pdf").read_bytes()
    paths = [tmp_path / f"{name}.manifest.json" for name in ("plain", "moved")]
    plain, moved_ = (replace(Manifest.from_json(path.read_text()), files={}) for path in paths)
    assert plain == moved_
    assert capsys.readouterr().out.count("corrected with office\n") == 1
    assert run([*short, "-o", "none.pdf", "--profile", "den"]) == 2
    assert "den: no such profile; use one of: office" in capsys.readouterr().err
    assert run([*short, "-o", "none.pdf", "--profile", "office", "--paper", "letter"]) == 2
    assert not (tmp_path / "none.pdf").exists()


@given(moves, points)
def test_the_pdfs_matrix_does_what_is_said_in_mm(
    correction: Drift, at: tuple[float, float]
) -> None:
    """Points are upside down: y grows up the page."""
    a, b, c, d, e, f = matrix(correction, A4, MM)
    x, y = at[0] * MM, (A4.height - at[1]) * MM
    found = ((a * x + c * y + e) / MM, A4.height - (b * x + d * y + f) / MM)
    assert found == pytest.approx(moved(correction, *at, A4), abs=1e-6)


@given(points)
def test_without_errors_nothing_moves(at: tuple[float, float]) -> None:
    """The default is the identity."""
    assert moved(NONE, *at, A4) == pytest.approx(at)


@pytest.mark.parametrize(
    ("side", "bleed"), [("front", False), ("back", False), ("front", True), ("back", True)]
)
def test_a_side_moves_as_a_whole_and_the_manifest_stays(
    *,
    job: Callable[..., Job],
    render: Callable[[Printout, int, float], Picture],
    side: str,
    bleed: bool,
) -> None:
    """Each tag of that side lies where the correction moves it; the other side and the manifest
    know nothing of it.

    The paper is the same where what is on it reads sideways, as eight cards with a bleed do: so is
    the correction.
    """
    error = Drift(1.01, 0.99, 1.5, -2, 0.5)
    changes: dict[str, Any] = {"pieces": job().pieces[: 8 if bleed else 9], "bleed": bleed}
    undone = Corrections(**{side: error})
    plain, shifted = print_job(job(**changes)), print_job(job(corrections=undone, **changes))
    assert shifted.manifest == plain.manifest
    assert {page.sideways for page in shifted.pages} == {bleed}
    for number, name in ((1, "front"), (2, "back")):
        correction = error if name == side else NONE
        seen = find_tags(render(shifted, number, 5.0), (210, 297))
        pieces = [piece for piece in shifted.manifest.pieces if piece.page == number]
        places = [moved(correction, *at, A4) for piece in pieces for _, at in tag_places(piece)]
        assert len(seen) == len(places) == (16 if bleed else 18)
        for place in places:
            assert (
                min(abs(one.centre[0] - place[0]) + abs(one.centre[1] - place[1]) for one in seen)
                < 0.12
            )
