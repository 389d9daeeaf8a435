"""The command `rookery calibrate sheet`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.calibration import TURNS, Key, Turn, ruler_lengths
from companion.console import say
from companion.profilefile import load_profile
from printables.output.options import LANGUAGE, PAPER, choice, output, profile


@click.command()
@output("The PDF to write.", default="printer-check.pdf")
@PAPER
@choice("--sides", TURNS, "edge", "long", "The edge your printer flips the paper on.")
@profile("Print with this profile, so that the sheet shows the errors that remain.")
@LANGUAGE
def sheet(*, output: str, paper: str, sides: Turn, profile_name: str | None, language: str) -> None:
    """Print a two-sided sheet that measures your printer from a photo of each side."""
    from printables.calibrate.sheet import print_sheet
    from printables.output.files import check_target, describe_files, save
    from printables.output.profiles import UNCORRECTED, corrections
    from printables.sheets.imposition import find_sides
    from printables.sheets.paper import find_paper

    target, turning, corrected = check_target(Path(output)), find_sides(sides), UNCORRECTED
    if profile_name:
        corrected = corrections(load_profile(profile_name), find_paper(paper), turning)
    key = Key(paper, sides, profiled=bool(profile_name))
    printout = print_sheet(key, corrected, language)
    save(printout, target)
    across, down = ruler_lengths(key.size)
    say(str(target), describe_files(printout, target))
    say("print", f"at 100 % (actual size, not fit to page), {turning.hint}")
    say(
        "photograph",
        "both sides from straight above, on something dark, all four edges in the picture",
    )
    say("measure", f"the rulers, which should be {across:.0f} and {down:.0f} mm long")
    save_as = "" if profile_name else " --save NAME"
    say("next", f"rookery calibrate read FRONT.jpg BACK.jpg{save_as}")
