"""Print your own cards from pictures or a PDF, on this computer only.

The pictures lie in a folder of the system's for temporary files until their page is closed or its
print is replaced, and at most until the server ends.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from flask import Blueprint, current_app, render_template, request

from companion.language import say
from companion.text import one_line
from printables.decks.sizes import SIZES
from printables.decks.sources import ENDINGS
from web.auth.visits import require_home
from web.doors.press import PAPERS, drop_print, order, printers, start_print
from web.games.shapes import Json
from web.photos import MAX_UPLOAD
from web.places import work_in
from web.refusal import ApiError, read_json
from web.text.languages import translate_text

cards = Blueprint("cards", __name__)
cards.before_request(require_home)
MOST_PILES = 3  # pages that are open at a time
MOST_FILES = 300
MOST_MB = 200  # of all pictures of a page together
MOST_COPIES, MOST_BLEED = 50, 20.0  # as of the command
LONGEST = 60  # letters of a file's name
SIDES = ("fronts", "backs")
TABLE = ".csv"
TAKEN = (*ENDINGS, ".pdf", TABLE)
CUTTERS = ("silhouette", "any")
TITLE = say("My own cards")
_ID = re.compile("[0-9a-f]{16}")
_RESERVED = re.compile(r'[<>:"/\\|?*]')  # on some systems


class Pile:
    """The pictures of a page, in a folder for each side, and the print that is made of them."""

    def __init__(self, title: str) -> None:
        self._folder = TemporaryDirectory(prefix="rookery-cards-")
        self._lock = Lock()
        self.folders = {
            "fronts": Path(self._folder.name, title),
            "backs": Path(self._folder.name, "backs"),
        }
        for folder in self.folders.values():
            folder.mkdir()
        self.print = ""

    def add(self, side: str, name: str, data: bytes) -> str:
        """Store a picture, or a table in place of the last; return its name. Raises `ApiError`."""
        with self._lock:
            if name.endswith(TABLE):
                side, last = "fronts", self.table()
                if last:
                    Path(last).unlink()
            files = [each for folder in self.folders.values() for each in folder.iterdir()]
            if len(files) >= MOST_FILES:
                problem = say("{n} pictures at most. Print these first.", n=MOST_FILES)
                raise ApiError(413, "too-large", problem)
            if sum(each.stat().st_size for each in files) + len(data) > MOST_MB * 2**20:
                problem = say("{n} MB of pictures at most. Print these first.", n=MOST_MB)
                raise ApiError(413, "too-large", problem)
            path, number = self.folders[side] / name, 1
            while path.exists() and path.read_bytes() != data:
                number += 1
                path = path.with_name(f"{Path(name).stem} ({number}){path.suffix}")
            path.write_bytes(data)
            return path.name

    def place(self, side: str) -> str | None:
        """Return the folder of a side, or its only PDF; None if there is nothing in it."""
        files = [each for each in self.folders[side].iterdir() if each.suffix != TABLE]
        if len(files) == 1 and files[0].suffix == ".pdf":
            return str(files[0])
        return str(self.folders[side]) if files else None

    def table(self) -> str | None:
        """Return the spreadsheet of counts that lies beside the fronts, if there is one."""
        return next((str(each) for each in self.folders["fronts"].glob(f"*{TABLE}")), None)

    def close(self) -> None:
        """Delete the pictures and their print."""
        drop_print(self.print)
        self._folder.cleanup()


def _piles() -> OrderedDict[str, Pile]:
    piles: OrderedDict[str, Pile] = current_app.extensions.setdefault(
        "rookery.piles", OrderedDict()
    )
    return piles


def _find(pile: str) -> Pile:
    if found := _piles().get(pile):
        return found
    raise ApiError(404, "not-found", say("These pictures are gone. Add them again."))


@cards.get("/cards")
def page() -> str:
    """Show where to drop pictures, and what can be chosen for their print."""
    return render_template(
        "cards.html",
        title=translate_text(TITLE),
        papers=PAPERS,
        printers=list(printers()),
        printer=request.args.get("profile", ""),
        sizes=SIZES,
        endings=",".join(TAKEN),
    )


@cards.get("/cards/<pile>/<any(fronts, backs):side>")
def may_add(pile: str, side: str) -> tuple[str, int]:  # noqa: ARG001 - part of the address
    """Return 204: a picture may be sent."""
    return "", 204


@cards.post("/cards/<pile>/<any(fronts, backs):side>")
def add(pile: str, side: str) -> tuple[Json, int]:
    """Take a picture or a PDF; return the name under which it is kept."""
    request.max_content_length = MAX_UPLOAD
    work_in("photos")
    if not _ID.fullmatch(pile):
        raise ApiError(404, "not-found", say("There is nothing at this address."))
    upload = request.files.get("picture")
    if upload is None:
        raise ApiError(400, "malformed", say("Choose a file first."))
    name = _file_name(upload.filename or "")
    data = upload.read()
    if not data:
        raise ApiError(400, "malformed", say("an empty file"))
    piles = _piles()
    if pile not in piles:
        piles[pile] = Pile(translate_text(TITLE))
    while len(piles) > MOST_PILES:
        piles.popitem(last=False)[1].close()
    return {"name": piles[pile].add(side, name, data)}, 201


@cards.post("/cards/<pile>/remove")
def remove(pile: str) -> tuple[str, int]:
    """Delete a picture, or without a name all of them, as a page does that is closed."""
    if request.is_json:
        data = read_json()
        folder, name = _find(pile).folders[_side(data.get("side"))], str(data.get("name"))
        for path in folder.iterdir():
            if path.name == name:
                path.unlink()
    elif found := _piles().pop(pile, None):
        found.close()
    return "", 204


@cards.post("/cards/<pile>/print")
def draw(pile: str) -> tuple[Json, int]:
    """Start to draw the sheets; those before end."""
    found, data = _find(pile), read_json()
    fronts = found.place("fronts")
    if fronts is None:
        raise ApiError(400, "malformed", say("Add the fronts of your cards first."))
    size = str(data.get("size", "poker"))[:40]
    chosen = str(data.get("mm", ""))[:40] if size == "other" else size
    wish = {
        **order(data),
        "fronts": fronts,
        "backs": found.place("backs"),
        "counts": found.table(),
        "size": None if chosen == "file" else chosen,
        "included": _number(data.get("included", 0), MOST_BLEED),
        "bleed": data.get("bleed") == "own",
        "tags": data.get("tags") == "on",
        "copies": max(1, int(_number(data.get("copies", 1), MOST_COPIES))),
    }
    drop_print(found.print)
    cutter = data.get("cutter")
    found.print = start_print({"cards": wish, "cutter": cutter if cutter in CUTTERS else None})
    return {"id": found.print}, 201


def _number(text: object, most: float) -> float:
    """Return a number from 0 to `most`; raise `ApiError` 400."""
    try:
        number = float(str(text)[:20].replace(",", ".") or 0)
    except ValueError:
        number = -1
    if not 0 <= number <= most:
        raise ApiError(400, "malformed", say("Use a number from 0 to {most}.", most=f"{most:g}"))
    return number


def _side(side: object) -> str:
    if side not in SIDES:
        raise ApiError(400, "malformed", say("That didn't work."))
    return str(side)


def _file_name(raw: str) -> str:
    """Return a name for a file of our own that says the same; raise `ApiError` 400."""
    bare = _RESERVED.sub("-", one_line(raw.replace("\\", "/").rpartition("/")[2])[0])
    path = Path(bare.lstrip("."))
    if path.suffix.lower() not in TAKEN:
        problem = say("not a picture that can be printed: PNG, JPEG, WebP, TIFF, BMP, GIF or PDF")
        raise ApiError(400, "malformed", problem)
    # the end says how many, and differs within a series
    return f"{path.stem[-LONGEST:].strip() or 'card'}{path.suffix.lower()}"
