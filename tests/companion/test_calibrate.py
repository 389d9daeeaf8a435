"""`rookery calibrate type`, `list`, `show`, `remove`, and where profiles are kept."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from companion.calibration import ruler_lengths
from companion.errors import RookeryError, UsageError
from companion.folders import settings_folder
from companion.layout import PAPER_SIZES
from companion.profile import HOME, Profile, folder, load_profile, profile_names, save_profile
from rookery.cli import run
from tests.companion.profiles import EXAMPLE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return tmp_path / "home"


def test_what_is_typed_is_what_is_seen_from_the_front() -> None:
    """A back that lies right and up is kept as such, its scale as the ruler says; a turn that was
    not read is open.
    """
    assert (
        run(
            [
                "calibrate",
                "type",
                "--save",
                "den",
                "--back-x",
                "1.7",
                "--back-y",
                "-0.9",
                "--line-x",
                "159.2",
            ]
        )
        == 0
    )
    profile = load_profile("den")
    seen = profile.back_from_front
    assert (seen.dx, seen.dy, seen.rotation_deg) == pytest.approx((1.7, -0.9, 0))
    assert profile.front.scale_x == profile.back.scale_x == pytest.approx(0.995)
    assert profile.front.scale_y == 1
    assert profile.match.dx == 0.2
    assert profile.match.rotation_deg == 0.5
    assert profile.side.scale_x < 0.002 < profile.side.scale_y


@pytest.mark.parametrize("sides", ["long", "short"])
def test_typed_for_other_paper(sides: str) -> None:
    """Paper and turn are kept, and lengths are those of that paper's rulers."""
    across, down = ruler_lengths(PAPER_SIZES["letter"])
    argv = [
        "calibrate",
        "type",
        "--save",
        "den",
        "--paper",
        "letter",
        "--sides",
        sides,
        "--back-x",
        "0",
        "--back-y",
        "1",
    ]
    assert (
        run(
            [
                *argv,
                "--line-x",
                f"{across * 1.01}",
                "--line-y",
                f"{down * 0.99}",
                "--back-turn",
                "0.4",
            ]
        )
        == 0
    )
    profile = load_profile("den")
    assert (profile.paper, profile.sides) == ("letter", sides)
    assert (profile.back.scale_x, profile.back.scale_y) == pytest.approx((1.01, 0.99))
    assert profile.back_from_front.dy == pytest.approx(1)
    assert profile.back_from_front.rotation_deg == pytest.approx(0.4)


def test_listed_shown_removed(capsys: pytest.CaptureFixture[str]) -> None:
    """A profile is listed, shown in words, and gone when removed; an empty list says
    how to begin.
    """
    save_profile(EXAMPLE)
    assert run(["calibrate", "list"]) == 0
    assert "office  a4, long edge, made 2026-11-21" in capsys.readouterr().out
    assert run(["calibrate", "show", "office"]) == 0
    said = capsys.readouterr().out
    assert "99.50 % across, 100.30 % down, 0.6 mm right, 0.4 mm up, 0.15° clockwise" in said
    assert (
        "seen from the front: 2.3 mm left, 0.5 mm up, 0.55° counter-clockwise; known to 0.2 mm"
        in said
    )
    assert run(["calibrate", "remove", "office"]) == 0
    assert run(["calibrate", "list"]) == 0
    assert "rookery calibrate sheet" in capsys.readouterr().out
    assert profile_names() == ()


def test_profiles_for_programs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, `list` and `show` give all numbers of a profile."""
    save_profile(EXAMPLE)
    assert run(["calibrate", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"rookery": 1, "profiles": [asdict(EXAMPLE)]}
    assert run(["calibrate", "show", "OFFICE", "--json"]) == 0
    file = str(home / "profiles" / "office.toml")
    assert json.loads(capsys.readouterr().out) == {"rookery": 1, "file": file, **asdict(EXAMPLE)}


def test_a_bad_file_hides_no_profile(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list names it with its mistake and shows the rest; 2 shows scripts that something is
    wrong.
    """
    save_profile(EXAMPLE)
    bad = home / "profiles" / "den.toml"
    bad.write_text(
        (home / "profiles" / "office.toml").read_text("utf-8").replace("dx = 0.6", "dx = nan"),
        "utf-8",
    )
    (home / "profiles" / "my printer.toml").write_text("", "utf-8")
    assert run(["calibrate", "list"]) == 2
    said = capsys.readouterr()
    assert "office  a4, long edge" in said.out
    first, second = said.err.splitlines()
    assert f"{bad}: line" in first
    assert "front.dx: nan is out of range" in first
    assert "my printer: not a valid profile name" in second


def test_saved_anew_is_replaced() -> None:
    """A printer that is measured again has one profile, the new one, and nothing half-written lies
    about.
    """
    save_profile(EXAMPLE)
    newer = Profile(
        EXAMPLE.name,
        "a4",
        "short",
        "2026-12-01",
        "typed",
        EXAMPLE.front,
        EXAMPLE.back,
        EXAMPLE.side,
        EXAMPLE.match,
    )
    path = save_profile(newer)
    assert load_profile("office") == newer
    assert list(folder().iterdir()) == [path]


def test_replacing_a_profile_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """By its name in any case; where the back lies is said as seen from both sides."""
    for name, done in (("den", "saved  den; "), ("DEN", "replaced  DEN; ")):
        run(["calibrate", "type", "--save", name, "--back-x", "1.2", "--back-y", "0"])
        said = capsys.readouterr().out
        assert said.splitlines()[-1].startswith(done)
        assert "1.2 mm left, 0.0 mm down, 0.00° clockwise, seen from the back\n" in said
        assert "seen from the front: 1.2 mm right" in said


def test_without_a_home_the_users_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where ROOKERY_HOME is not set, the system's place for programs' data."""
    monkeypatch.delenv(HOME)
    assert folder() == settings_folder() / "profiles"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["show", "den"], ["den: no such profile", "use one of: office"]),
        (["remove", "den"], ["den: no such profile", "use one of: office"]),
        (["show", "../office"], ["../office: not a valid profile name"]),
        (
            ["type", "--save", "a/b", "--back-x", "0", "--back-y", "0"],
            [("a/b: not a valid profile name")],
        ),
        (["type", "--save", "den", "--back-x", "0"], ["--back-y"]),
        (["type", "--save", "den", "--back-x", "70", "--back-y", "0"], ["70", "20"]),
        (
            ["type", "--save", "den", "--back-x", "0", "--back-y", "0", "--line-x", "80"],
            ["--line-x: 80 mm is too far from the ruler's 160 mm; measure again"],
        ),
        (
            ["type", "--save", "den", "--back-x", "0", "--back-y", "0", "--line-x", "nan"],
            ["--line-x: nan mm"],
        ),
        (
            ["type", "--save", "den", "--back-x", "nan", "--back-y", "0"],
            ["--back-x", "'nan' is not a number"],
        ),
        (
            ["type", "--save", "den", "--back-x", "0", "--back-y=-NaN"],
            ["--back-y", "'-NaN' is not a number"],
        ),
        (
            ["type", "--save", "den", "--back-x", "0", "--back-y", "0", "--back-turn", "nan"],
            ["--back-turn", "'nan'"],
        ),
        (
            ["type", "--save", "den", "--back-x", "inf", "--back-y", "0"],
            ["--back-x", "'inf' is not"],
        ),
    ],
)
def test_mistakes_end_in_one_line(
    argv: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each names what is wrong and what to do, and saves nothing."""
    save_profile(EXAMPLE)
    assert run(["calibrate", *argv]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in words), said
    assert profile_names() == ("office",)


def test_a_first_profile_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has no profile yet reads how to make one."""
    assert run(["calibrate", "show", "den"]) == 2
    assert "rookery calibrate sheet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("profiles", "says"),
    [
        ((), "den: no such profile; there are no profiles yet\n"),
        (("office",), "den: no such profile; use one of: office\n"),
        (("dne", "office"), "den: no such profile; did you mean 'dne'? use one of: dne, office\n"),
    ],
)
def test_who_removes_is_not_told_to_make_one(
    profiles: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The profiles that there are are listed instead, the one first that may be meant."""
    for name in profiles:
        save_profile(replace(EXAMPLE, name=name))
    assert run(["calibrate", "remove", "den"]) == 2
    assert capsys.readouterr().err == f"rookery: {says}"


def test_names_in_any_case() -> None:
    """A profile is found, replaced and removed by its name in any case, so that no two differ in
    that alone.
    """
    save_profile(EXAMPLE)
    assert load_profile("OFFICE") == EXAMPLE
    save_profile(replace(EXAMPLE, name="Office"))
    assert profile_names() == ("office",)
    assert run(["calibrate", "remove", "OfficE"]) == 0
    assert profile_names() == ()


def test_damaged_files_are_named(home: Path) -> None:
    """A file that isn't a text, and a home that isn't a folder."""
    path = save_profile(EXAMPLE)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RookeryError, match=r"office\.toml: isn't UTF-8 text"):
        load_profile("office")
    path.unlink()
    (home / "profiles").rmdir()
    (home / "profiles").write_text("in the way")
    with pytest.raises(RookeryError, match="can't be written"):
        save_profile(EXAMPLE)
    with pytest.raises(UsageError):
        load_profile("../office")
