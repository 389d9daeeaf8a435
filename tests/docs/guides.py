"""The card games of docs/make-a-card-game.md, as files in a folder."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "make-a-card-game.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def write_games(folder: Path) -> list[str]:
    """Write each game that the page shows as a whole into a folder of its name; their names.

    A section has the text of `game.toml` and of the spreadsheets that it names, in their order, and
    then prints the folder.
    """
    names = []
    for section in PAGE.read_text("utf-8").split("\n## "):
        found = FENCE.findall(section)
        games = [text for kind, text in found if kind == "toml"]
        if not games:
            continue
        prose = FENCE.sub("", section)
        sheets = [text for kind, text in found if kind == "text"]
        (name,) = re.findall(r"^\$ rookery game print (\w+)$", section, re.MULTILINE)
        (folder / name).mkdir()
        files = {"game.toml": games[0]} | dict(
            zip(re.findall(r"`(\w+\.csv)`", prose), sheets, strict=True)
        )
        for file, text in files.items():
            (folder / name / file).write_text(text, "utf-8")
        names.append(name)
    return names
