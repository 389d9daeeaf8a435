"""What a print shop gets."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import PrintError
from companion.layout import POKER, Size
from companion.tags import BLACK_MODULES
from printables.draw.pen import BLEED, Pen
from printables.output.job import Job
from printables.output.shop import PX, ShopFace, drawn_faces, shop_faces, write_faces
from vision.tags.detector import sweep

MakeJob = Callable[..., Job]
Say = Callable[..., tuple[int, str, str]]


def write(job: Job, folder: Path) -> None:
    with drawn_faces(job) as drawn:
        write_faces(drawn, folder)


def test_each_face_is_a_picture_with_bleed_at_300_dpi(rookery: Say, tmp_path: Path) -> None:
    """A poker card has 815 x 1110 px; dots an inch and sRGB stand in the file, and front and back
    match by number.
    """
    status, out, err = rookery("print", "giza", "--only", "penguin-07,token", "--shop", "shop")
    assert (status, err) == (0, "")
    assert "4 pictures at 300 dpi" in out
    assert sorted(path.name for path in (tmp_path / "shop").iterdir()) == [
        "001_penguin-07_back.png",
        "001_penguin-07_front.png",
        "002_token_x10_back.png",
        "002_token_x10_front.png",
    ]
    with Image.open(tmp_path / "shop" / "001_penguin-07_front.png") as picture:
        assert (picture.size, picture.mode, picture.format) == ((815, 1110), "RGB", "PNG")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert picture.info["srgb"] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["shop"]


def test_the_ground_reaches_all_four_edges(job: MakeJob, tmp_path: Path) -> None:
    """No white line round a card that is cut a little outside: the outermost pixels are as those
    further in.
    """
    write(job(pieces=job().pieces[:1]), tmp_path)
    with Image.open(tmp_path / "001_penguin-01_front.png") as picture:
        pixels = np.asarray(picture, int)
    for edge, inner in (
        (pixels[0], pixels[3]),
        (pixels[-1], pixels[-4]),
        (pixels[:, 0], pixels[:, 3]),
    ):
        assert np.abs(np.median(edge, 0) - np.median(inner, 0)).max() <= 6
        assert (edge.min(1) < 250).all()


def test_tags_lie_where_the_piece_says(job: MakeJob, tmp_path: Path) -> None:
    """Found by the scanner's own first look, to a tenth of a millimetre."""
    pieces = job().pieces[:2]
    write(job(pieces=pieces), tmp_path)
    for number, piece in enumerate(pieces, start=1):
        for face, tags in piece.faces.items():
            grey = cv2.imdecode(
                np.fromfile(tmp_path / f"{number:03d}_{piece.id}_{face}.png", np.uint8), 0
            )
            found = {
                (each.tag, *((each.centre + 0.5) / PX - BLEED).round(1)): each.side / PX
                for each in sweep(np.asarray(grey, np.uint8), known=frozenset(range(587)))
            }
            for tag in tags:
                near = [
                    side
                    for (name, x, y), side in found.items()
                    if name == tag.id and abs(x - tag.x) < 0.15 and abs(y - tag.y) < 0.15
                ]
                assert near
                assert near[0] == pytest.approx(tag.size, abs=tag.size / BLACK_MODULES / 8)


def test_copies_are_counted_in_the_name(job: MakeJob) -> None:
    """A shop is sent each face once, and told how many."""
    faces = shop_faces(job(copies=2, pieces=job().pieces[-1:]))
    assert faces[0].copies == 2 * faces[0].piece.count
    assert f"_x{faces[0].copies}_" in faces[0].name
    assert ShopFace(job().pieces[0], "front", 1, 1).pixels == (815, 1110)
    assert job().pieces[0].size == POKER != Size(0, 0)


def test_pictures_are_the_same_each_time(job: MakeJob, tmp_path: Path) -> None:
    """No clock gets into them."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write(job(pieces=job().pieces[:1]), tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
        assert BytesIO(path.read_bytes()).read(8) == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--shop", "full"),
            "full: has something in it; name a new folder with --shop, or empty this one",
        ),
        (("--shop", "full/x.txt"), "full/x.txt: not a folder; name another one with --shop"),
        (
            ("--shop", "no/where"),
            "no: no such folder; make it first, or name another one with --shop",
        ),
        (
            ("--shop", "new", "-o", "giza.pdf"),
            "-o: doesn't go together with --shop; leave one of them out",
        ),
        (
            ("--shop", "new", "--cut", "svg"),
            "--cut: doesn't go together with --shop; leave one of them out",
        ),
        (
            ("--shop", "new", "--profile", "desk"),
            "--profile: doesn't go together with --shop; leave one of them out",
        ),
        (("--cut", "pdf"), "pdf: no such format; did you mean 'dxf'? use one of: svg, dxf"),
    ],
)
def test_a_users_mistake_is_one_clear_line(
    rookery: Say, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    """Nothing that is there is touched."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x.txt").write_text("mine")
    status, out, err = rookery("print", "giza", *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "x.txt"]


def test_a_failed_preflight_leaves_no_folder(
    rookery: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: MakeJob
) -> None:
    """Half a set of pictures would be ordered by someone."""

    def draw(pen: Pen, *_: object) -> None:
        pen.text(0.5, 4, "edge", 3, "#000000", anchor="start")

    monkeypatch.setattr("printables.output.job.artist", lambda *_: draw)
    status, out, err = rookery("print", "giza", "--only", "chief", "--shop", "shop")
    assert (status, out) == (2, "")
    assert "chief, front: the text 'edge' stands 0.5 mm from the edge" in err
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(PrintError):
        write(job(), tmp_path)


def test_an_empty_folder_may_be_filled_and_all_games_get_their_own(
    rookery: Say, tmp_path: Path
) -> None:
    """A folder made beforehand works; so does a plan that writes nothing."""
    (tmp_path / "shop").mkdir()
    assert rookery("print", "giza", "--only", "chief", "--shop", "shop")[0] == 0
    assert len(list((tmp_path / "shop").iterdir())) == 2
    assert rookery("print", "giza", "--only", "chief", "--shop", "other", "--plan")[0] == 0
    assert not (tmp_path / "other").exists()


def test_cut_files_appear_beside_the_pdf(rookery: Say, tmp_path: Path) -> None:
    """One for each sheet, in the same breath as PDF and manifest."""
    status, out, err = rookery("print", "giza", "--only", "chief", "--cut", "svg", "--no-index")
    assert (status, err) == (0, "")
    assert "1 file, giza-chief.cut-01.svg: the number is the page's" in out
    names = ["giza-chief.cut-01.svg", "giza-chief.manifest.json", "giza-chief.pdf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
