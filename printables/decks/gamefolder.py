"""The folder of a card game as data: its pictures, icons and fonts, and mistakes in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.errors import DeckError
from companion.fields import Art, Faults, Table
from companion.folders import near_file, stored
from companion.text import name_key
from companion.wording import near, quoted
from printables.decks.boxes import Icon
from printables.decks.ownfonts import add_font
from printables.draw.pictures import MAX_BYTES, Picture, load_picture

ICONS = "icons"  # the folder of pictures for texts
ENDINGS = (".png", ".jpg", ".jpeg")


class GameFolder:
    """Finds the files of a game, and collects mistakes and the pictures that the game names."""

    def __init__(self, path: Path) -> None:
        self.source, self.faults = str(path), Faults()
        self.folder = path.parent
        self.pictures: dict[str, Picture] = {}
        names = sorted(each.name for each in (self.folder / ICONS).glob("*"))
        self.icons = {
            name_key(Path(name).stem): name for name in names if name.lower().endswith(ENDINGS)
        }

    def refuse(self, problem: str, remedy: str, at: str = "", source: str = "") -> None:
        """Add a mistake at a place in the game's file, or in another `source`."""
        self.faults.append(DeckError(source or self.source, problem, at=at, remedy=remedy))

    def font(self, table: Table) -> str:
        """Return the name of the added font in a table's field "font"; "" after a mistake."""
        name = table.take_str("font")
        if not table.sound:
            return ""
        try:
            at = table.error("font", "", "").at
            data = self.path(name, at).read_bytes()[: MAX_BYTES + 1]
            if len(data) > MAX_BYTES:
                raise table.error("font", f"over {MAX_BYTES // 1_000_000} MB", "use a smaller font")
            return add_font(
                data, lambda problem, remedy: table.error("font", f"{name}: {problem}", remedy)
            )
        except DeckError as error:
            table.report("font", error.problem, error.remedy)
        except OSError:
            table.report("font", f"{name} can't be read", "check the file and its permissions")
        return ""

    def path(self, name: str, at: str) -> Path:
        """Return the path of a file in the game's folder; raises `DeckError` for any other."""
        folder = self.folder
        try:
            path = stored(folder / name).resolve(strict=True)
            inside = path.is_relative_to(folder.resolve()) and path.is_file()
        except (OSError, RuntimeError, ValueError) as error:
            remedy = near_file(folder / name) or f"put it into {folder.absolute()}"
            raise DeckError(self.source, f"{name} isn't there", at=at, remedy=remedy) from error
        if not inside:
            remedy = "put the file itself into the folder, and write only its name"
            problem = f"{quoted(name)} isn't a file in the game's folder"
            raise DeckError(self.source, problem, at=at, remedy=remedy)
        return path

    def picture(self, name: str, at: str, source: str) -> str:
        """Return a picture's key in the print; raises `DeckError` for one that can't be read."""
        if name not in self.pictures:
            try:
                # whether it is large enough depends on where it is printed
                art = load_picture(Art(name, at), self.source)
                self.pictures[name] = replace(art, notes=())
            except DeckError as error:
                raise DeckError(source, error.problem, at=at, remedy=error.remedy) from error
        return name

    def icon(self, name: str, at: str, source: str) -> Icon:
        """Return the icon of a name; raises `DeckError`."""
        if name_key(name) not in self.icons:
            known = list(self.icons)
            remedy = f"put {name}.png into the folder {ICONS}"
            raise DeckError(
                source,
                f"no icon is called {quoted(name)}",
                at=at,
                remedy=near(name, known) if known else remedy,
            )
        key = self.picture(f"{ICONS}/{self.icons[name_key(name)]}", at, source)
        return Icon(key, self.pictures[key].width / self.pictures[key].height)
