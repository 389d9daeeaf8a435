from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibration import TURNS, Turn
from companion.errors import DeckError, UsageError
from companion.profile import DIGITS, Drift, Profile, checked_name, read_profile
from tests.companion.profiles import EXAMPLE, drifts, profiles


@given(profiles)
def test_a_profiles_file_reads_back(profile: Profile) -> None:
    """Text and profile say the same, to the digit that is written; written again it is the same
    text.
    """
    again = read_profile(profile.to_toml(), "profile.toml")
    assert again.to_toml() == profile.to_toml()
    assert (again.name, again.paper, again.sides, again.made, again.how) == (
        profile.name, profile.paper, profile.sides, profile.made, profile.how,
    )  # fmt: skip
    assert _numbers(again) == pytest.approx(_numbers(profile), abs=10.0**-DIGITS)


def _numbers(profile: Profile) -> list[float]:
    return [
        *astuple(profile.front),
        *astuple(profile.back),
        *astuple(profile.side),
        *astuple(profile.match),
    ]


@given(drifts, st.sampled_from(TURNS))
def test_seen_from_the_other_side_twice_is_the_same(drift: Drift, sides: Turn) -> None:
    """Turning the sheet over and back again changes nothing."""
    assert drift.from_other_side(sides).from_other_side(sides) == drift


@given(drifts)
def test_nothing_differs_from_itself(drift: Drift) -> None:
    """A back that does what its front does, seen through the paper, lies right behind it."""
    front = drift.from_other_side("long")
    profile = Profile(
        "p", "a4", "long", "2026-11-21", "typed", front, drift, EXAMPLE.side, EXAMPLE.match
    )
    assert profile.back_from_front == Drift()


@given(drifts)
def test_undone_twice_is_the_same(drift: Drift) -> None:
    """The inverse of the inverse, but for the little that a drift can't say."""
    assert astuple(drift.undone().undone()) == pytest.approx(astuple(drift), abs=2e-3)


def test_the_back_as_seen_from_the_front() -> None:
    """A back 1.7 mm to the right on its own page lies to the left behind a front that drifts the
    other way.
    """
    seen = EXAMPLE.back_from_front
    assert (seen.dx, seen.dy, seen.rotation_deg) == pytest.approx((-2.3, -0.5, -0.55))


GOOD = EXAMPLE.to_toml()


@pytest.mark.parametrize(
    ("wrong", "right", "words"),
    [
        ("scale_x = 1.5", "scale_x = 0.995", ("line 10, front.scale_x: 1.5 is out of range; use a "
                                             "number from 0.9")),
        ('dx = "far"', "dx = 0.6", ("line 12, front.dx: 'far' is not valid; use a number from -20 "
                                   "to 20")),
        ("dx = nan", "dx = 0.6", "line 12, front.dx: nan is out of range"),
        (f"dx = {'9' * 400}", "dx = 0.6", f"line 12, front.dx: {'9' * 77}... is out of range"),
        (f"dx = 0x{'9' * 9000}", "dx = 0.6", ("line 12, front.dx: a number without end is out of "
                                             "range")),
        ("dx = true", "dx = 0.6", "line 12, front.dx: true is not valid"),
        ("dz = 0.6", "dx = 0.6", "front.dx: missing; add a number"),
        ('paper = "a5"', 'paper = "a4"', ("line 4, paper: 'a5' is unknown; use one of: a3, a4, "
                                         "letter, tabloid")),
        ('sides = "gutterfold"', 'sides = "long"', "line 5, sides: 'gutterfold' is unknown"),
        ('made = "today"', 'made = "2026-11-21"', "line 6, made: 'today' isn't a date"),
        ('name = "../x"', 'name = "office"', "line 3, name: '../x' isn't a valid profile name"),
        ("rookery = 2", "rookery = 1", "line 2, rookery: 2 is out of range"),
        ("scale_x 0.995", "scale_x = 0.995", "not TOML"),
        ('how = "photos"\ninkjet = 1', 'how = "photos"', "inkjet: no such field"),
    ],
)  # fmt: skip
def test_mistakes_name_file_line_and_field(wrong: str, right: str, words: str) -> None:
    """A profile edited by hand is checked like a deck."""
    assert right in GOOD
    with pytest.raises(DeckError) as found:
        read_profile(GOOD.replace(right, wrong, 1), "office.toml")
    assert str(found.value).startswith("office.toml: ")
    assert words in str(found.value)


@pytest.mark.parametrize("name", ["", "a b", "../a", "-a", "ä", "x" * 41, "a.b"])
def test_names_are_safe_for_files(name: str) -> None:
    """Nothing that leads out of the folder, hides, or looks like an option."""
    with pytest.raises(UsageError, match="not a valid profile name"):
        checked_name(name)
