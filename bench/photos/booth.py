"""The photo booth as our shots use it: pieces cut to their shapes, folded pyramids, photographs of a size that fits.

The booth is a path tracer, a program of its own beside this repository (see `shoot.py`). It cuts rectangles out of a
printed PDF; here its pieces are cut along the outline that scissors follow, in memory, and only the pages that a
layout needs are rendered. `scene.py` is what Blender runs.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias
from unittest.mock import patch

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from companion.game import Piece, game
from companion.pirates.measures import SHIP
from companion.rocks.measures import STAND
from printables.draw.flatten import flattened

Picture: TypeAlias = NDArray[np.uint8]
Cut: TypeAlias = tuple[Picture, float, float]  # BGR or BGRA, width and height in mm

BASE = "/base"  # behind an id: only the flat base of a standee
DPI = 450
MOST_BYTES = 790_000
FADE = 31  # from the full picture to the bare table round it, px
STEP = 8  # by which the quality of a photograph sinks until it fits


@dataclass(frozen=True)
class Print:
    """A printed game: its PDF with the manifest beside it, and the deck that it was printed from."""

    slug: str
    pdf: Path
    deck: Any

    @classmethod
    def of(cls, slug: str, deck: Any, folder: Path, *options: str) -> Print:
        """A game printed into `folder`, unless it has been."""
        pdf = folder / f"{'-'.join([slug, *(o.lstrip('-').replace(',', '-') for o in options)])}.pdf"
        if not pdf.exists():
            command = [sys.executable, "-m", "rookery", "print", slug, "--no-extras", *options, "-o", str(pdf)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return cls(slug, pdf, deck)

    @cached_property
    def manifest(self) -> list[dict[str, Any]]:
        """The pieces, each on its page."""
        found: list[dict[str, Any]] = json.loads(self.pdf.with_suffix(".manifest.json").read_text("utf-8"))["pieces"]
        return found

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces as the game knows them, by id."""
        return {piece.id: piece for piece in game(self.slug).pieces(self.deck)}

    def faces(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Cut]:
        """The picture of each (id, face), upright, transparent beyond its outline; kept beside the PDF."""
        kept = self.pdf.with_suffix(f".{DPI}dpi")
        kept.mkdir(exist_ok=True)
        rows = {(row["id"], row.get("face", "front")): row for row in reversed(self.manifest)}
        found = {}
        for name, face in sorted(set(wanted)):
            row, file = rows[name.removesuffix(BASE), face], kept / f"{name.removesuffix(BASE)}-{face}.npy"
            if not file.exists():
                picture, _, _ = self._shaped(_upright(self._page(row["page"]), row), row["id"], face)
                np.save(file, picture)
            cut = (np.load(file), *_size(row))
            found[name, face] = _base(cut, row["id"]) if name.endswith(BASE) else cut
        self._pages.clear()
        return found

    @cached_property
    def _pages(self) -> dict[int, Picture]:
        return {}

    def _page(self, number: int) -> Picture:
        """A page of the PDF, drawn once."""
        if number not in self._pages:
            document = pypdfium2.PdfDocument(str(self.pdf))
            self._pages[number] = document[number - 1].render(scale=DPI / 72).to_numpy()[:, :, :3]
        return self._pages[number]

    def _shaped(self, cut: Cut, name: str, face: str) -> Cut:
        """The picture with an alpha channel when scissors cut more than a rectangle."""
        piece = self.pieces.get(name)
        shape = import_module(f"printables.faces.{self.slug}")
        outline = shape.shape(piece, self.deck) if piece and hasattr(shape, "shape") else None
        if outline is None:
            return cut
        picture, width, height = cut
        mask = np.zeros(picture.shape[:2], np.uint8)
        scale = DPI / 25.4
        runs = [np.array(run.points) * scale for run in flattened(outline.cut) if run.closed]
        cv2.fillPoly(mask, [np.round(run * 16).astype(np.int32) for run in runs], 255, cv2.LINE_AA, 4)
        if face == "back":
            mask = np.ascontiguousarray(mask[:, ::-1])
        return np.ascontiguousarray(np.dstack([picture, mask])), width, height


def _upright(page: Picture, row: Mapping[str, Any]) -> Cut:
    """A piece cut out of its page and turned upright."""
    px = DPI / 25.4
    x, y, width, height = row["trim"]
    picture = page[round(y * px) : round((y + height) * px), round(x * px) : round((x + width) * px)]
    return np.ascontiguousarray(np.rot90(picture, _turns(row))), *_size(row)


def _turns(row: Mapping[str, Any]) -> int:
    """Quarters that a piece was turned clockwise on its page."""
    quarters: int = round(row.get("rotation", 0) / 90)
    return quarters % 4


def _size(row: Mapping[str, Any]) -> tuple[float, float]:
    """Width and height of the upright piece, mm."""
    _, _, width, height = row["trim"]
    return (height, width) if _turns(row) % 2 else (width, height)


def _base(cut: Cut, name: str) -> Cut:
    """The flat base at the lower end of a standee's net."""
    net = SHIP if name.startswith("ship-") else STAND
    picture, width, height = cut
    px = picture.shape[1] / width
    left, across, down = (width - net.base.width) / 2, net.base.width, net.base.height
    part = picture[round((height - down) * px) :, round(left * px) : round((left + across) * px)]
    return np.ascontiguousarray(part), across, down


class Booth:
    """The booth's program at `path`."""

    def __init__(self, path: Path, samples: int) -> None:
        spec = importlib.util.spec_from_file_location("photo_booth", path)
        assert spec, path
        assert spec.loader, path
        self._module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self._module)
        self._samples = samples
        self._scene = path.with_name("scene.py")

    def photograph(self, layout: Mapping[str, Any], shot: Mapping[str, Any], printed: Print, out: Path) -> None:
        """Write `out` (.jpg): the layout seen as the shot says. Minutes of both cores."""
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            pieces = [_named(piece) for piece in layout["pieces"]]
            pyramids = [self._folded(item, printed, work, n) for n, item in enumerate(layout.get("pyramids", []))]
            faces = printed.faces((piece["id"], piece["face"]) for piece in pieces)
            (work / "layout.json").write_text(json.dumps({**layout, "pieces": pieces, "pyramids": pyramids}))
            raw = work / "photo.jpg"
            words = ["booth", "--pdf", "-", "--manifest", "-", "--layout", str(work / "layout.json"), "-o", str(raw),
                     *_options(shot), "--samples", str(shot.get("samples", self._samples))]  # fmt: skip
            with _lent(self._module, faces, self._scene), patch.object(sys, "argv", words):
                if self._module.main():
                    raise SystemExit(f"{shot['name']}: the booth could not photograph it")
            out.write_bytes(raw.read_bytes())

    @staticmethod
    def _folded(item: Mapping[str, Any], printed: Print, work: Path, number: int) -> dict[str, Any]:
        """A paper pyramid with the picture of its net; one of plastic as it is."""
        if "id" not in item:
            return dict(item)
        picture, width, _ = printed.faces([(item["id"], "front")])[item["id"], "front"]
        png = work / f"net{number}.png"
        cv2.imwrite(str(png), picture[:, :, :3])
        return {**item, "png": str(png), "net": width}


def _named(piece: Mapping[str, Any]) -> dict[str, Any]:
    return {**piece, "id": piece["id"] + (BASE if piece.get("part") == "base" else "")}


def _options(shot: Mapping[str, Any]) -> list[str]:
    options = {"seed": shot["seed"], "look": shot["look"], "size": shot.get("size", "4032x3024"),
               "height": shot["height"], "tilt": shot["tilt"], "turn": shot["turn"], "focus": shot.get("focus", 1.0),
               "motion": shot.get("motion", 0), "noise": shot.get("noise", 0.006),
               "quality": shot.get("quality", 58)}  # fmt: skip
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


def _lent(module: ModuleType, faces: Mapping[tuple[str, str], Cut], scene: Path) -> Any:
    """The booth with our cut pieces, our scene, and photographs of at most `MOST_BYTES`."""
    develop = module.develop

    def developed(  # noqa: PLR0917 - the booth's own function has six
        picture: Any, rng: Any, blur: float, noise: float, quality: int, bend: float
    ) -> bytes:
        state = rng.bit_generator.state
        while True:
            rng.bit_generator.state = state
            data: bytes = develop(picture, rng, blur, noise, quality, bend)
            if len(data) <= MOST_BYTES or quality <= STEP:
                return data
            quality -= STEP

    os.environ["PHOTO_BOOTH_SCENE"] = str(scene)
    return patch.multiple(
        module, faces=lambda _pdf, _manifest: faces, develop=developed, __file__=str(Path(__file__).resolve()),
        subprocess=SimpleNamespace(run=_traced),
    )  # fmt: skip


def _traced(command: Sequence[str], **options: Any) -> Any:
    """Run Blender, then put its two pictures together: see `scene.py`."""
    found = subprocess.run(command, check=False, **options)
    out = Path(command[-1])
    whole, sharp = cv2.imread(str(out.with_name(f"{out.stem}-whole.png"))), cv2.imread(str(out), cv2.IMREAD_UNCHANGED)
    if whole is not None and sharp is not None and sharp.shape[2] == 4:
        share = cv2.erode(sharp[:, :, 3], np.ones((2 * FADE + 1, 2 * FADE + 1), np.uint8), borderValue=255)
        share = cv2.blur(share, (FADE, FADE))[:, :, None].astype(np.float32) / 255
        table = cv2.resize(whole, sharp.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        cv2.imwrite(str(out), (table + share * (sharp[:, :, :3].astype(np.float32) - table)).astype(np.uint8))
    return found
