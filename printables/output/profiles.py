"""Corrections from a printer's profile that matches the job."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from companion.errors import UsageError
from companion.profile import Drift, Profile
from printables.output.correction import NONE, Correction
from printables.sheets.imposition import Sides
from printables.sheets.paper import Paper


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrections of the printer's errors for both sides."""

    front: Correction = NONE
    back: Correction = NONE


UNCORRECTED = Corrections()


def corrections(profile: Profile, paper: Paper, sides: Sides) -> Corrections:
    """Return the corrections of `profile`; raises `UsageError` if it is for other paper or sides.

    Backs that are printed as separate sheets get the correction of fronts.
    """
    source = f"--profile {profile.name}"
    if profile.paper != paper.slug:
        remedy = (
            f"print with --paper {profile.paper}, or calibrate the printer with {paper.slug} too"
        )
        raise UsageError(
            source, f"was made for {profile.paper}, not for {paper.slug}", remedy=remedy
        )
    if sides.folded:
        remedy = f"print with --sides {profile.sides}, or leave out --profile"
        raise UsageError(source, f"--sides {sides.slug} has no back to align", remedy=remedy)
    front = _correction(profile.front)
    if sides.cut_apart:
        return Corrections(front, front)
    if profile.sides != sides.slug:
        problem = f"was made for the {profile.sides} edge, not for the {sides.slug} one"
        remedy = (
            f"print with --sides {profile.sides}, "
            f"or calibrate the printer with --sides {sides.slug} too"
        )
        raise UsageError(source, problem, remedy=remedy)
    return Corrections(front, _correction(profile.back))


def _correction(drift: Drift) -> Correction:
    return Correction(**asdict(drift.undone()))
