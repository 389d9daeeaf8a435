"""The commands `rookery calibrate type`, `list`, `show` and `remove`."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

import click

from companion.calibration import TURNS, Turn, ruler_lengths
from companion.console import say
from companion.errors import RookeryError, UsageError
from companion.layout import PAPER_SIZES, Size
from companion.options import JSON, Choice, complete_profiles, number
from companion.profile import (
    FARTHEST,
    MOST_TURNED,
    SCALES,
    Drift,
    Profile,
    Within,
    checked_name,
    load_profile,
    profile_names,
    profile_path,
    remove_profile,
    save_profile,
)

# 95% precision of readings by hand; values not read can be anywhere in the range of printers
READ_LIGHT = 0.2  # mm, on the sheet's scales
READ_RULER = 0.3  # mm
READ_TURN = 0.1  # degrees
UNREAD_PLACE, UNREAD_TURN, UNREAD_SCALE = 3.0, 0.5, 0.01

NAME = click.argument("name", metavar="NAME", shell_complete=complete_profiles)
LINE_X = click.option(
    "--line-x",
    type=float,
    metavar="MM",
    help="The length of the front's horizontal ruler, by your own ruler.",
)
LINE_Y = click.option("--line-y", type=float, metavar="MM", help="The length of the vertical one.")


@click.command("type")
@click.option(
    "--save", "name", required=True, metavar="NAME", help="The profile's name, such as office-a4."
)
@click.option(
    "--back-x",
    type=number(-FARTHEST, FARTHEST),
    required=True,
    metavar="MM",
    help="How far the back lies to the right of the front, held against the light and seen from "
    "the front; negative for left.",
)
@click.option(
    "--back-y",
    type=number(-FARTHEST, FARTHEST),
    required=True,
    metavar="MM",
    help="How far the back lies down; negative for up.",
)
@click.option(
    "--back-turn",
    type=number(-MOST_TURNED, MOST_TURNED),
    metavar="DEGREES",
    help="How far the back is turned clockwise: 0.4 for each mm by which it lies lower at the "
    "right target than at the left.",
)
@LINE_X
@LINE_Y
@click.option(
    "--paper",
    type=Choice(PAPER_SIZES, "paper"),
    default="a4",
    show_default=True,
    help="The paper of the sheet.",
)
@click.option(
    "--sides",
    type=Choice(TURNS, "edge"),
    default="long",
    show_default=True,
    help="The edge it was flipped on.",
)
def type_(
    *,
    name: str,
    back_x: float,
    back_y: float,
    back_turn: float | None,
    line_x: float | None,
    line_y: float | None,
    paper: str,
    sides: Turn,
) -> None:
    """Make a profile from what you read off the calibration sheet with light and ruler."""
    checked_name(name)
    lengths = checked_rulers(PAPER_SIZES[paper], line_x, line_y)
    (scale_x, known_x), (scale_y, known_y) = (
        (1.0, UNREAD_SCALE) if length is None else (length / true, READ_RULER / true)
        for length, true in zip((line_x, line_y), lengths, strict=True)
    )
    front, back = Drift(scale_x, scale_y), Drift(scale_x, scale_y, back_x, back_y, back_turn or 0)
    turn = UNREAD_TURN if back_turn is None else READ_TURN
    side = Within(known_x, known_y, UNREAD_PLACE, UNREAD_PLACE, UNREAD_TURN)
    match = Within(known_x, known_y, READ_LIGHT, READ_LIGHT, turn)
    back = back.from_other_side(sides)
    keep(Profile(name, paper, sides, today(), "typed", front, back, side, match))


@click.command("list")
@JSON
def list_(*, as_json: bool) -> int:
    """List your printer profiles."""
    profiles, status = [], 0
    for name in profile_names():
        try:
            profiles.append(load_profile(name))
        except RookeryError as error:  # list the others anyway
            click.echo(f"rookery: {error}", err=True)
            status = error.exit_code
    if as_json:
        click.echo(json.dumps({"rookery": 1, "profiles": list(map(asdict, profiles))}, indent=1))
        return status
    for profile in profiles:
        say(profile.name, f"{_made_for(profile)}, made {profile.made}")
    if not profiles and not status:
        say("no profiles yet", "to make one, start with: rookery calibrate sheet")
    return status


@click.command()
@NAME
@JSON
def show(name: str, *, as_json: bool) -> None:
    """Show what a profile says about its printer, and where it is saved."""
    profile, path = load_profile(name), str(profile_path(name))
    if as_json:
        click.echo(json.dumps({"rookery": 1, "file": path, **asdict(profile)}, indent=1))
    else:
        describe(profile)
        say("saved in", path)


@click.command()
@NAME
def remove(name: str) -> None:
    """Delete a profile."""
    remove_profile(name)
    say("removed", name)


def keep(profile: Profile) -> None:
    """Save and describe a profile, and show how to use it."""
    done = "replaced" if profile_path(profile.name).exists() else "saved"
    save_profile(profile)
    describe(profile)
    options = f"--paper {profile.paper} --sides {profile.sides} --profile {profile.name}"
    say(done, f"{profile.name}; use it with: rookery print GAME {options}")


def describe(profile: Profile) -> None:
    """Show what a profile says."""
    side, match, relative = profile.side, profile.match, profile.back_from_front
    how = {"photos": "measured from photos", "typed": "typed in"}[profile.how]
    say("made for", f"{_made_for(profile)}, {profile.made}, {how}")
    for name, drift in (("front", profile.front), ("back", profile.back)):
        scale = f"{100 * drift.scale_x:.2f} % across, {100 * drift.scale_y:.2f} % down"
        say(name, f"{scale}, {drift.in_words}" + ", seen from the back" * (name == "back"))
    say("scale", f"known to {100 * side.scale_x:.1f} % across, {100 * side.scale_y:.1f} % down")
    known = f"known to {match.dx:.1f} mm, {match.rotation_deg:.1f}°"
    say("backs", f"seen from the front: {relative.in_words}; {known}")


def checked_rulers(page: Size, *measured: float | None) -> tuple[float, float]:
    """Return the true lengths of rulers; raises `UsageError` if a measured one is far from it."""
    lengths = ruler_lengths(page)
    for option, length, true in zip(("--line-x", "--line-y"), measured, lengths, strict=True):
        if length is not None and not SCALES[0] <= length / true <= SCALES[1]:
            problem = f"{length:g} mm is too far from the ruler's {true:.0f} mm"
            raise UsageError(option, problem, remedy="measure again, in millimetres")
    return lengths


def today() -> str:
    """Return the date for a new profile."""
    return datetime.now(UTC).date().isoformat()


def _made_for(profile: Profile) -> str:
    return f"{profile.paper}, {profile.sides} edge"
