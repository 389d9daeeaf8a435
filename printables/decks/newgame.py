"""The card game that `rookery game new` makes: a small one to change, with comments."""

from __future__ import annotations

import json
import re
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree

from companion.deckfile import CARD_GAME
from companion.errors import UsageError, reason
from companion.text import one_line
from printables.draw.fonts import drawable
from printables.output.files import check_folder

TITLE = "My game"  # of a folder whose name has no letter that can be printed


def make_game(folder: Path) -> list[Path]:
    """Make a folder with a game of its name, and return its files; raises `UsageError`."""
    if folder.exists():
        remedy = "choose another name: nothing that exists is changed"
        raise UsageError(str(folder), "already exists", remedy=remedy)
    check_folder(folder.absolute().parent)
    try:
        with as_file(files("printables.decks").joinpath("template")) as template:
            copytree(template, folder)
        game = folder / CARD_GAME
        title = json.dumps(_title(folder), ensure_ascii=False)
        text = game.read_text("utf-8").replace('"$title"', title)
        game.write_text(text, "utf-8")
    except OSError as error:
        remedy = "check the name and the folder's permissions"
        raise UsageError(str(folder), reason(error), remedy=remedy) from error
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [game, *(path for path in paths if path != game)]


def _title(folder: Path) -> str:
    r"""Return a title from a folder's name.

    >>> _title(Path("games/sea-otters")), _title(Path("--"))
    ('Sea otters', 'My game')
    """
    name = drawable(one_line(re.sub(r"[-_]+", " ", folder.name))[0])
    return f"{name[:1].upper()}{name[1:]}" or TITLE
