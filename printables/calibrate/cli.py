"""The command `rookery calibrate sheet`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.calibrate import COMMAND, say
from companion.calibration import TURNS, Key, Turn, ruler_lengths
from companion.choice import Choice
from companion.profilefile import load_profile
from printables.calibrate.sheet import print_sheet
from printables.output.files import check_target, manifest_path, save
from printables.output.options import LANGUAGE
from printables.output.profiles import UNCORRECTED, corrections
from printables.sheets.imposition import find_sides
from printables.sheets.paper import PAPERS, find_paper


@click.command()
@click.option(
    "-o",
    "--output",
    default="printer-check.pdf",
    show_default=True,
    metavar="FILE.pdf",
    help="Where to write.",
)
@click.option(
    "--paper",
    type=Choice(list(PAPERS)),
    default="a4",
    show_default=True,
    help="The paper you print on.",
)
@click.option(
    "--sides",
    type=Choice(TURNS),
    default="long",
    show_default=True,
    help="The edge your printer turns over.",
)
@click.option(
    "--profile",
    metavar="NAME",
    help="Undo what this profile says: the sheet then shows what is left.",
)
@LANGUAGE
def sheet(*, output: str, paper: str, sides: Turn, profile: str | None, language: str) -> None:
    """Print the two-sided sheet that shows what a printer does to a page: a photo of each side
    measures it.
    """
    target = check_target(Path(output))
    undone = (
        corrections(load_profile(profile), find_paper(paper), find_sides(sides))
        if profile
        else UNCORRECTED
    )
    key = Key(paper, sides, profiled=bool(profile))
    printout = print_sheet(key, undone, language)
    save(printout, target)
    across, down = ruler_lengths(key.size)
    say(
        str(target),
        f"{len(printout.pdf) / 1024:.0f} KiB, and what lies where in {manifest_path(target).name}",
    )
    say("print", f"at 100 % (actual size, not fit to page), {find_sides(sides).hint}")
    say(
        "then",
        "lay it on something dark, photograph both sides from straight above, all four edges in "
        "the picture",
    )
    say("measure", f"the rulers, which are {across:.0f} and {down:.0f} mm long")
    say("and", f"{COMMAND} read FRONT.jpg BACK.jpg{'' if profile else ' --save NAME'}")
