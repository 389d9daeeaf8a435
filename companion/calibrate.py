"""The commands `rookery calibrate type`, `list`, `show` and `remove`; `sheet` and `read` are the wings'."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isnan
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from companion.calibration import TURNS, Key, Turn, ruler_lengths
from companion.choice import Choice
from companion.errors import RookeryError, UsageError
from companion.layout import PAPER_SIZES
from companion.profile import FARTHEST, MOST_TURNED, SCALES, Drift, Profile, Within, checked_name
from companion.profilefile import load_profile, profile_names, profile_path, remove_profile, save_profile

# How well people read, 19 times of 20; what they have not read is as unsure as printers differ.
READ_LIGHT = 0.2  # mm, on the sheet's scales
READ_RULER = 0.3  # mm
READ_TURN = 0.1  # degrees
UNREAD_PLACE, UNREAD_TURN, UNREAD_SCALE = 3.0, 0.5, 0.01

COMMAND = "rookery calibrate"
LINE_X, LINE_Y = "--line-x", "--line-y"


class Measured(click.FloatRange):
    """A number in a range; click lets "nan" pass, which is neither too small nor too large."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is no measure.", param, ctx)
        return number


@click.command("type")
@click.option("--save", "name", required=True, metavar="NAME", help="What to call the profile, as in office-a4.")
@click.option(
    "--back-x", type=Measured(-FARTHEST, FARTHEST), required=True, metavar="MM",
    help="How far the back lies to the right, seen from the front against the light; to the left is minus.",
)  # fmt: skip
@click.option(
    "--back-y", type=Measured(-FARTHEST, FARTHEST), required=True, metavar="MM",
    help="How far it lies down; upwards is minus.",
)  # fmt: skip
@click.option(
    "--back-turn", type=Measured(-MOST_TURNED, MOST_TURNED), metavar="DEGREES",
    help="How far it is turned clockwise: 0.4 for each mm by which it lies lower at the right target than at the left.",
)  # fmt: skip
@click.option(LINE_X, type=float, metavar="MM", help="What your own ruler says of the front's ruler across.")
@click.option(LINE_Y, type=float, metavar="MM", help="And of the one down.")
@click.option(
    "--paper", type=Choice(list(PAPER_SIZES)), default="a4", show_default=True, help="The paper of the sheet."
)
@click.option(
    "--sides", type=Choice(TURNS), default="long", show_default=True, help="The edge that it was turned over."
)
def type_(
    *, name: str, back_x: float, back_y: float, back_turn: float | None, line_x: float | None, line_y: float | None,
    paper: str, sides: Turn,
) -> None:  # fmt: skip
    """Make a printer's profile from what you read off the sheet by light and ruler."""
    checked_name(name)
    nominal = ruler_lengths(Key(paper, sides).size)
    scales = [
        checked_length(length, true, option) / true if length is not None else 1.0
        for length, true, option in zip((line_x, line_y), nominal, (LINE_X, LINE_Y), strict=True)
    ]
    known = [
        READ_RULER / true if length is not None else UNREAD_SCALE
        for length, true in zip((line_x, line_y), nominal, strict=True)
    ]
    seen = Drift(scales[0], scales[1], back_x, back_y, back_turn or 0)
    turn = UNREAD_TURN if back_turn is None else READ_TURN
    keep(Profile(
        name, paper, sides, today(), "typed", Drift(scales[0], scales[1]), seen.from_other_side(sides),
        side=Within(known[0], known[1], UNREAD_PLACE, UNREAD_PLACE, UNREAD_TURN),
        match=Within(known[0], known[1], READ_LIGHT, READ_LIGHT, turn),
    ))  # fmt: skip


@click.command("list")
def list_() -> int:
    """List the profiles of your printers."""
    names, status = profile_names(), 0
    for name in names:
        try:
            profile = load_profile(name)
        except RookeryError as error:  # one bad file hides no other
            click.echo(f"rookery: {error}", err=True)
            status = error.exit_code
        else:
            say(name, f"{_made_for(profile)}, made {profile.made}")
    if not names:
        say("none yet", "'rookery calibrate sheet -o sheet.pdf' is the first step")
    return status


@click.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what a profile says of its printer, and where it is kept."""
    tell(load_profile(name))
    say("kept in", str(profile_path(name)))


@click.command()
@click.argument("name")
def remove(name: str) -> None:
    """Forget a profile."""
    remove_profile(name)
    say("removed", name)


def keep(profile: Profile) -> None:
    """Save a profile and say what it holds and how to use it."""
    tell(profile)
    save_profile(profile)
    say("saved", f"{profile.name}: rookery print GAME --paper {profile.paper} --sides {profile.sides} "
                 f"--profile {profile.name}")  # fmt: skip


def tell(profile: Profile) -> None:
    """What a profile says, in words."""
    side, match, relative = profile.side, profile.match, profile.back_from_front
    say("made for", f"{_made_for(profile)}, {profile.made}, {_HOW[profile.how]}")
    for name, drift in (("front", profile.front), ("back", profile.back)):
        say(name, f"{100 * drift.scale_x:.2f} % across, {100 * drift.scale_y:.2f} % down, {place(drift)}")
    say("scale", f"known to {100 * side.scale_x:.1f} % across and {100 * side.scale_y:.1f} % down")
    say("backs", f"seen from the front: {place(relative)}; known to {match.dx:.1f} mm, {match.rotation_deg:.1f}°")


def place(drift: Drift) -> str:
    """Offset and turn in words.

    >>> place(Drift(dx=-1.7, dy=0.94, rotation_deg=0.4))
    '1.7 mm left, 0.9 mm down, 0.40° clockwise'
    """
    across = f"{abs(drift.dx):.1f} mm {'right' if drift.dx >= 0 else 'left'}"
    down = f"{abs(drift.dy):.1f} mm {'down' if drift.dy >= 0 else 'up'}"
    way = "clockwise" if drift.rotation_deg >= 0 else "counter-clockwise"
    return f"{across}, {down}, {abs(drift.rotation_deg):.2f}° {way}"


def checked_length(length: float, true: float, option: str) -> float:
    """A ruler's length as somebody measured it; raises `UsageError` when that can't be."""
    if not SCALES[0] <= length / true <= SCALES[1]:
        remedy = f"type the length in millimetres; a true one is {true:.0f}"
        raise UsageError(option, f"{length:g} mm can't be the ruler of {true:.0f} mm", remedy=remedy)
    return length


def today() -> str:
    """The date that a profile is made on."""
    return datetime.now(UTC).date().isoformat()


def say(head: str, words: str) -> None:
    """One line of plain text, because a name is not markup."""
    Console(highlight=False).print(Text.assemble((head, "bold"), "  ", words), soft_wrap=True)


_HOW = {"photos": "measured from photos", "typed": "typed in"}


def _made_for(profile: Profile) -> str:
    return f"{profile.paper}, {profile.sides} edge"
