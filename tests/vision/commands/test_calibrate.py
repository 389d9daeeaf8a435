"""`rookery calibrate read`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from companion.calibration import Key
from companion.profile import HOME, Drift, load_profile, profile_names
from rookery.cli import run
from tests.vision.sheets import shoot

PHOTOS = Path(__file__).parents[2] / "photos" / "calibration"
FRONT, BACK = str(PHOTOS / "desk-front.jpg"), str(PHOTOS / "desk-back.jpg")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return tmp_path / "home"


def test_photos_become_a_profile(capsys: pytest.CaptureFixture[str]) -> None:
    """Saved under its name, told in words, with the command that uses it and a hint about the
    scale.
    """
    assert run(["calibrate", "read", FRONT, BACK, "--save", "office", "--line-x", "159.2"]) == 0
    said = capsys.readouterr().out
    profile = load_profile("office")
    assert (profile.paper, profile.sides, profile.how) == ("a4", "long", "photos")
    assert profile.front.scale_x == pytest.approx(0.995)
    assert (profile.back.dx, profile.back.dy) == pytest.approx((1.7, -0.9), abs=0.1)
    assert "backs  seen from the front: 2.4 mm left, 0.5 mm up" in said
    assert "rookery print GAME --paper a4 --sides long --profile office" in said
    assert "--line-x and --line-y" in said


def test_without_a_name_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """It only says."""
    said = set()
    for pair in ((FRONT, BACK), (BACK, FRONT)):  # in any order
        assert run(["calibrate", "read", *pair]) == 0
        said.add(capsys.readouterr().out)
    assert len(said) == 1
    assert "seen from the front" in said.pop()
    assert profile_names() == ()


def test_a_sheet_printed_with_a_profile_is_no_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows what is left; saving that would undo the profile."""
    monkeypatch.chdir(tmp_path)
    key = Key("a4", "long", profiled=True)
    for face in ("front", "back"):
        cv2.imwrite(
            f"{face}.png", shoot(key, "front" if face == "front" else "back", Drift(dx=0.2)).image
        )
    assert run(["calibrate", "read", "front.png", "back.png"]) == 0
    assert "0.4 mm left" in capsys.readouterr().out
    assert run(["calibrate", "read", "front.png", "back.png", "--save", "office"]) == 2
    said = capsys.readouterr().err
    assert "front.png: this sheet was printed with a profile" in said
    assert "without a profile" in said
    assert profile_names() == ()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([FRONT, FRONT], ["both photos show the front", "photograph its other side too"]),
        ([FRONT, "nowhere.jpg"], ["nowhere.jpg: no such file"]),
        ([FRONT, BACK, "--save", "a b"], ["a b: not a valid profile name"]),
        (
            [FRONT, BACK, "--save", "office", "--line-x", "16"],
            ["--line-x: 16 mm is too far from the ruler's 160 mm"],
        ),
        ([FRONT], ["BACK.jpg"]),
    ],
)
def test_mistakes_end_in_one_line(
    argv: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each names what is wrong and what to do, and saves nothing."""
    assert run(["calibrate", "read", *argv]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in words), said
    assert profile_names() == ()


@pytest.mark.parametrize(
    ("argv", "heavy"),
    [
        (["calibrate", "--help"], {"cv2", "reportlab", "numpy", "rich"}),
        (["calibrate", "list"], {"cv2", "reportlab", "numpy"}),
        (["calibrate", "sheet", "-o", "sheet.pdf"], {"cv2", "vision"}),
        (["calibrate", "read", FRONT, BACK], {"reportlab", "printables"}),
    ],
    ids=["help", "list", "sheet", "read"],
)
def test_each_command_imports_its_own_wing_only(
    argv: list[str], heavy: set[str], tmp_path: Path
) -> None:
    """The sheet needs no OpenCV, reading no reportlab, the list neither."""
    code = (
        f"import sys; from rookery.cli import run; status = run({argv!r});"
        f"found = {sorted(heavy)!r} and sorted(set({sorted(heavy)!r}) & set(sys.modules));"
        "sys.exit(f'imported {found}' if found else status)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
