"""Tabletop Simulator: pictures of a job's pieces, and a saved object that puts them on the table.

The fields are those of the game's public save format. Cards lie on sheets of at most 4096 pixels.
Pictures are named by where they lie on this computer, until they are uploaded in the game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image

from companion.errors import UsageError
from companion.game import Piece
from companion.language import counted
from companion.layout import Size
from printables.output.job import Job
from printables.output.shop import PX, DrawnFaces, ShopFace

Object: TypeAlias = dict[str, Any]

MOST_PX = 4096  # of a picture's side
MOST_COLUMNS, MOST_ROWS = 10, 7
# the shortest and the longest side of a card; others are tokens or boards, mm
CARDS = (35.0, 130.0)
CARD = Size(63.5, 88.9)  # at a scale of 1, mm
TOKEN = 50.8  # width at a scale of 1, about, mm
APART = 4.0  # between two things on the table, as the game counts
QUALITY = 92  # of JPEGs
THICK = 0.1  # of tokens
PAPER = {"label", "pad", "box", "stickers"}  # kinds of extras that are of no use there


@dataclass(slots=True)
class _Table:
    """What is collected while pictures are written to `folder`, to be used at `home`."""

    drawn: DrawnFaces
    folder: Path
    home: Path
    objects: list[Object] = field(default_factory=list)
    sheets: int = 0

    @property
    def name(self) -> str:
        """The name of the saved object."""
        return self.drawn.job.game.slug

    def add(
        self, kind: str, nickname: str, scale: tuple[float, float], more: Mapping[str, object]
    ) -> Object:
        """Put a thing beside the others."""
        row, column = divmod(len(self.objects), 8)
        spot = ((column - 3.5) * APART, (row - 1) * -APART)
        thing = _thing(kind, nickname, len(self.objects), spot, scale, more)
        self.objects.append(thing)
        return thing

    def save(self, picture: Image.Image, name: str) -> str:
        """Write a picture, and return its address."""
        file = f"{self.name}-{name}.{'png' if picture.mode == 'RGBA' else 'jpg'}"
        picture.save(self.folder / file, quality=QUALITY, dpi=(300, 300))
        return (self.home / file).as_uri()


def write_table(drawn: DrawnFaces, folder: Path, home: Path) -> list[str]:
    """Write the pictures and the saved object to `folder`, which will be called `home`.

    Return what was written. Raises `UsageError` if there is nothing that the game could show.
    """
    job, table, left_out = drawn.job, _Table(drawn, folder, home), dict[str, None]()
    fronts = [face for face in drawn.faces if face.face == "front"]
    cards = 0
    for (kind, size, backed, _), group in groupby(fronts, lambda face: _likeness(job, face.piece)):
        faces = list(group)
        shape = job.shape(faces[0].piece)
        if (shape and shape.folds) or (kind in PAPER and job.faces is None):
            left_out[kind] = None
        elif shape is None and CARDS[0] <= min(size) and max(size) <= CARDS[1]:
            _add_deck(table, kind, faces, backed=backed)
            cards += sum(face.copies for face in faces)
        else:
            for face in faces:
                _add_token(table, face)
    if not table.objects:
        remedy = "print them on paper instead"
        raise UsageError("--to tts", f"nothing to show of: {', '.join(left_out)}", remedy=remedy)
    save = {**_fields()["save"], "SaveName": table.name, "ObjectStates": table.objects}
    (folder / f"{table.name}.json").write_text(json.dumps(save, indent=1), "utf-8")
    thumbnail = drawn.picture(fronts[0])
    thumbnail.thumbnail((256, 256))
    thumbnail.save(folder / f"{table.name}.png")
    says = f"{counted(cards, 'card')} and {counted(len(table.objects), 'object')}"
    missing = [f"left out, as they are of no use there: {', '.join(left_out)}"] if left_out else []
    return [f"{table.name}.json, {says} for Tabletop Simulator", *missing]


def _likeness(job: Job, piece: Piece) -> tuple[str, tuple[float, float], bool, bool]:
    """Return what the pieces of a deck have in common."""
    size = (piece.size.width, piece.size.height)
    return piece.kind, size, "back" in piece.faces, job.shape(piece) is None


def _back_of(drawn: DrawnFaces, front: ShopFace) -> ShopFace:
    return next(each for each in drawn.faces if each.number == front.number and each.face == "back")


def _pixels(size: Size) -> tuple[int, int]:
    return round(size.width * PX), round(size.height * PX)


def _add_deck(table: _Table, kind: str, faces: Sequence[ShopFace], *, backed: bool) -> None:
    """Add a deck of cards, or the only card."""
    size = faces[0].piece.size
    wide, high = _pixels(size)
    columns, rows = min(MOST_COLUMNS, MOST_PX // wide), min(MOST_ROWS, MOST_PX // high)
    backs = [_back_of(table.drawn, face) for face in faces] if backed else []
    pictures = (table.drawn.picture(back, (wide, high)).tobytes() for back in backs)
    same = len({hashlib.sha256(picture).digest() for picture in pictures}) < 2
    blank = Image.new("RGB", (wide, high), "white")
    one = table.drawn.picture(backs[0], (wide, high)) if backs else blank
    behind = table.save(one, f"{kind}-back") if same else ""
    sheets: dict[str, Object] = {}
    cards: list[Object] = []
    scale = (size.width / CARD.width, size.height / CARD.height)
    aside = {"SidewaysCard": size.width > size.height}
    for start in range(0, len(faces), columns * rows):
        part = slice(start, start + columns * rows)
        table.sheets += 1
        name, count = f"{kind}-{table.sheets}", len(faces[part])
        grid = (min(columns, count), -(-count // columns))
        custom = {
            "FaceURL": table.save(_sheet(table.drawn, faces[part], grid), f"{name}-front"),
            "BackURL": behind or table.save(_sheet(table.drawn, backs[part], grid), f"{name}-back"),
            "NumWidth": grid[0],
            "NumHeight": grid[1],
            "BackIsHidden": True,
            "UniqueBack": not behind,
            "Type": 0,
        }
        sheets[str(table.sheets)] = custom
        for at, face in enumerate(faces[part]):
            which = {"CardID": 100 * table.sheets + at, "CustomDeck": {str(table.sheets): custom}}
            for copy in range(face.copies):
                number = 1000 * (start + at + 1) + copy
                cards.append(_thing("Card", face.piece.id, number, (0, 0), scale, which | aside))
    if len(cards) == 1:  # the game knows no deck of one card
        only = {"CardID": cards[0]["CardID"], "CustomDeck": sheets, **aside}
        table.add("Card", cards[0]["Nickname"], scale, only)
        return
    deck = {
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": cards,
        **aside,
    }
    table.add("DeckCustom", f"{table.drawn.job.title}: {kind}", scale, deck)


def _sheet(drawn: DrawnFaces, faces: Sequence[ShopFace], grid: tuple[int, int]) -> Image.Image:
    wide, high = _pixels(faces[0].piece.size)
    sheet = Image.new("RGB", (grid[0] * wide, grid[1] * high), "white")
    for at, face in enumerate(faces):
        row, column = divmod(at, grid[0])
        sheet.paste(drawn.picture(face, (wide, high)), (column * wide, row * high))
    return sheet


def _add_token(table: _Table, face: ShopFace) -> None:
    """Add a token, or a board that nothing moves, as often as it is printed."""
    piece = face.piece
    shape, name = table.drawn.job.shape(piece), piece.id
    scale = min(1.0, MOST_PX / max(_pixels(piece.size)))
    front = table.save(table.drawn.cut_out(face, shape, scale=scale), f"{name}-front")
    back = ""
    if "back" in piece.faces:
        behind = table.drawn.cut_out(_back_of(table.drawn, face), shape, scale=scale)
        back = table.save(behind, f"{name}-back")
    image: Object = {"ImageURL": front, "ImageSecondaryURL": back, "WidthScale": 0.0}
    if shape:
        kind = "Custom_Token"
        image["CustomToken"] = {"Thickness": THICK, "MergeDistancePixels": 15.0, "Stackable": True}
    elif max(piece.size.width, piece.size.height) > CARDS[1]:
        kind = "Custom_Board"
    else:
        kind = "Custom_Tile"
        image["CustomTile"] = {"Type": 0, "Thickness": THICK, "Stackable": True, "Stretch": True}
    size = 1.0 if kind == "Custom_Board" else piece.size.width / TOKEN
    more = {"CustomImage": image, "Locked": kind == "Custom_Board"}
    thing = table.add(kind, name, (size, size), more)
    for copy in range(1, face.copies):
        place = {**thing["Transform"], "posY": 1.0 + copy * THICK * 2}
        guid = _guid(f"{table.name} {name} {copy}")
        table.objects.append({**thing, "GUID": guid, "Transform": place})


@cache
def _fields() -> Mapping[str, Object]:
    """Return what a "save" and each "thing" in it have, as the game writes them."""
    fields: Mapping[str, Object] = json.loads(
        files("printables.output").joinpath("tabletop.json").read_text("utf-8")
    )
    return fields


def _guid(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:6]


def _thing(  # noqa: PLR0917 - what differs between things, in a fixed order
    kind: str,
    nickname: str,
    number: int,
    spot: tuple[float, float],
    scale: tuple[float, float],
    more: Mapping[str, object],
) -> Object:
    """Return an object with the fields that all have; `scale` is its width's and its height's."""
    thing = _fields()["thing"]
    (x, z), (across, down) = spot, scale
    place = {**thing["Transform"], "posX": x, "posZ": z, "scaleX": across, "scaleZ": down}
    guid = _guid(f"{kind} {nickname} {number}")
    own = {"GUID": guid, "Name": kind, "Transform": place, "Nickname": nickname}
    return {**thing, **own, **more}
