"""Decks from photos of box labels: as a phone takes them, and said clearly where it
can't be done.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import qrcode
from click.testing import CliRunner

from companion.deckcode import pack
from companion.deckfile import deck_text, load_deck
from companion.errors import DeckError, PhotoError
from companion.game import game, slugs
from rookery.cli import run
from tests.printables.extras.drawn import drawn, picture
from tests.vision.conftest import photo_of
from vision.commands.deck import read
from vision.photo.label import read_label
from vision.photo.loader import Photo

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Shot:
    """How a photo is taken: px a mm, degrees off the vertical and round it, px of blur, grey levels
    of noise.
    """

    px_per_mm: float
    tilt: float
    turn: float
    blur: float
    noise: float


def _photo(label: Picture, shot: Shot) -> Photo:
    """The label (16 px a mm) on a table, seen from aside by a phone: perspective, uneven light,
    blur, noise, JPEG.
    """
    scale = shot.px_per_mm / 16
    h, w = (length * scale for length in label.shape)
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    t, a, far = np.radians(shot.tilt), np.radians(shot.turn), 2.2 * w
    deep = corners[:, 1:] * np.sin(t)
    flat = np.c_[corners[:, :1], corners[:, 1:] * np.cos(t)] * far / (far + deep)
    spin = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    size = (int(1.5 * w), int(1.5 * w))
    aim = (flat @ spin + np.array(size) / 2).astype(np.float32)
    source = np.array(
        [[0, 0], [label.shape[1], 0], label.shape[::-1], [0, label.shape[0]]], np.float32
    )
    soft = cv2.GaussianBlur(label, (0, 0), 0.4 / scale)
    table = np.full(size[::-1], 120, np.uint8)
    seen = cv2.warpPerspective(
        soft,
        cv2.getPerspectiveTransform(source, aim),
        size,
        dst=table,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    light = np.linspace(0.6, 1.05, size[0])[None, :]
    lit = cv2.GaussianBlur(seen * light, (0, 0), shot.blur)
    grainy = lit + np.random.default_rng(1).normal(0, shot.noise, lit.shape)
    done, jpeg = cv2.imencode(
        ".jpg", np.clip(grainy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85]
    )
    assert done
    image = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert image is not None
    return photo_of(image.astype(np.uint8), "label.jpg")


def _label(slug: str) -> Picture:
    return picture(drawn(slug, "label"), 16)


EASY = (Shot(12, 0, 0, 0.6, 4), Shot(12, 25, 15, 1.2, 8))
HARD = (Shot(10, 30, 200, 1.0, 6), Shot(8, 15, -70, 0.8, 6))


@pytest.mark.parametrize(
    ("slug", "shot"),
    [("giza", EASY[0]), ("giza", EASY[1]), *product(slugs(), HARD)],
)
def test_photos_of_labels_give_the_deck(slug: str, shot: Shot) -> None:
    """A label held before a phone, tilted, turned, soft and grainy, gives back the very deck."""
    found, text = read_label(_photo(_label(slug), shot))
    row = game(slug)
    assert found == slug
    assert row.read_deck(text, "photo") == load_deck(row)


def _code(text: str) -> Photo:
    made: qrcode.QRCode = qrcode.QRCode()  # type: ignore[type-arg]
    made.add_data(text)
    made.make()
    grey = np.kron(np.where(np.array(made.get_matrix(), bool), 0, 255), np.ones((8, 8))).astype(
        np.uint8
    )
    return photo_of(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8), "code.png")


def test_no_code_is_said() -> None:
    """A photo without a code says what to do, as does one of the way to the table."""
    with pytest.raises(
        PhotoError,
        match=r"grey\.jpg: no deck code can be read; hold the phone "
        r"still",
    ):
        read_label(photo_of(np.full((400, 400, 3), 128, np.uint8), "grey.jpg"))
    with pytest.raises(
        PhotoError,
        match=r"holds a different code, 'http://192\.168\.1\.5:8000'; "
        r"photograph the large",
    ):
        read_label(_code("http://192.168.1.5:8000"))


def test_a_strange_deck_is_said() -> None:
    """A code that says it is ours but is not whole names the photo and the remedy."""
    with pytest.raises(
        DeckError,
        match=r"code\.png: deck code.*checksum doesn't match; retake "
        r"the photo of the label",
    ):
        read_label(_code("ROOKERY1:GIZA:00000000:ABCDEFGHI"))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A sharp picture of solitaire's label."""
    path = tmp_path / "label.png"
    assert cv2.imwrite(str(path), picture(drawn("solitaire", "label"), 10))
    return path


def test_command_shows_the_deck(photo: Path) -> None:
    """`rookery deck read LABEL` prints a deck file, and says on stderr which deck it is."""
    result = CliRunner().invoke(read, [str(photo)], catch_exceptions=False)
    row = game("solitaire")
    assert row.read_deck(result.stdout, "shown") == load_deck(row)
    assert load_deck(row).fingerprint[:8] in result.stderr


def test_command_writes_no_file_over_another(photo: Path, tmp_path: Path) -> None:
    """`-o` writes a new file; one that is there is kept unless `--force` is given."""
    target = tmp_path / "my.toml"
    runner = CliRunner()
    assert runner.invoke(read, [str(photo), "-o", str(target)]).exit_code == 0
    row = game("solitaire")
    assert row.read_deck(target.read_text("utf-8"), "x").fingerprint
    target.write_text("mine", "utf-8")
    refused = runner.invoke(read, [str(photo), "-o", str(target)])
    assert "already exists; replace it with --force, or name another file with -o" in str(
        refused.exception
    )
    assert target.read_text("utf-8") == "mine"
    assert runner.invoke(read, [str(photo), "-o", str(target), "--force"]).exit_code == 0
    assert target.read_text("utf-8") != deck_text(row)[0]
    assert row.read_deck(target.read_text("utf-8"), "x") == load_deck(row)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The code of a deck whose first two penguins have pictures of their own, in a folder without
    them.
    """
    text = deck_text(game("giza"))[0]
    for name, art in (("penguin-01", "my-\N{SNOWMAN}.jpg"), ("penguin-02", "foxes/one.png")):
        text = text.replace(f'id = "{name}"\n', f'id = "{name}"\nart = "{art}"\n')
    path = tmp_path / "label.png"
    assert cv2.imwrite(str(path), _code(pack("giza", text)).image)
    return path


def test_a_deck_with_pictures_prints_elsewhere(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its label doesn't hold them: their names are remarks, which is said, and the deck is checked
    and printed.
    """
    monkeypatch.chdir(tmp_path)
    assert run(["deck", "read", str(own), "-o", "back.toml"]) == 0
    assert "note: the label doesn't hold the deck's 2 pictures" in capfd.readouterr().err
    text = (tmp_path / "back.toml").read_text("utf-8")
    assert '\n# art = "my-\N{SNOWMAN}.jpg"\n' in text
    assert '\n# art = "foxes/one.png"\n' in text
    assert run(["deck", "check", "back.toml"]) == 0
    assert "Same as the standard deck." in capfd.readouterr().out
    assert run(["print", "giza", "--deck", "back.toml", "--only", "penguin-01", "--no-index"]) == 0
    assert (tmp_path / "giza-penguin-01.pdf").is_file()


def test_a_deck_goes_through_a_pipe_as_it_is(own: Path) -> None:
    """UTF-8, as deck files are, also where other words are written in another encoding."""
    script = [sys.executable, "-m", "rookery", "deck", "read", str(own)]
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(script, env=environment, capture_output=True, check=True)
    assert '# art = "my-\N{SNOWMAN}.jpg"' in done.stdout.decode()
