"""Cards of other people's games, printed with --tags, in photos: all are listed, none is wrong."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bench.photos.lab import take
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Scene
from companion.manifest import Manifest
from companion.owntags import MOST, own_ids, turn_between, turn_of
from rookery.cli import run
from tests.docs.guides import write_games
from vision.games.owngame import OwnReading, own_game
from vision.scan.pipeline import read_own

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def rookery(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Say:
    """The command in an empty folder: its exit status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run([*words])
        return (status, *capsys.readouterr())

    return call


SIZE = (2688, 2016)
SCENES: list[dict[str, Any]] = [
    {},
    {"table": "checked"},
    {"tilt": 30.0},
    {"height": 600.0},
    {"turn": 140.0, "light": 0.8},
    {"noise": 0.03, "light": 0.7},
    {"motion": 2.0},
    {"tilt": 38.0, "roll": 20.0},
    {"height": 450.0, "table": "plain"},
    {"warmth": 0.8, "gradient": 0.4},
]


def imposed(folder: Path, count: int, seed: int = 0) -> Path:
    """A print of pictures of someone's cards, full of detail up to their edges."""
    rng = np.random.default_rng(seed)
    (folder / "cards").mkdir(parents=True)
    for number in range(count):
        coarse = rng.integers(0, 255, (22, 16, 3), dtype=np.uint8)
        picture = Image.fromarray(coarse).resize((504, 704), Image.Resampling.NEAREST)
        picture.save(folder / "cards" / f"card {number}.png")
    pdf = folder / "cards.pdf"
    assert run(["impose", str(folder / "cards"), "--size", "poker", "--tags", "-o", str(pdf)]) == 0
    return pdf


@pytest.fixture(scope="module")
def otters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("game")
    game, pdf = str(folder / "otters"), folder / "otters.pdf"
    assert run(["game", "new", game]) == 0
    assert run(["game", "print", game, "--tags", "-o", str(pdf)]) == 0
    return pdf


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hex game of the guide, whose small cards have tags."""
    folder = tmp_path_factory.mktemp("hexes")
    write_games(folder)
    pdf = folder / "islands.pdf"
    assert run(["game", "print", str(folder / "islands"), "--tags", "-o", str(pdf)]) == 0
    return pdf


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return imposed(tmp_path_factory.mktemp("cards"), 24)


def listed(pdf: Path) -> Manifest:
    return Manifest.from_json(pdf.with_suffix(".manifest.json").read_text("utf-8"))


def photograph(pdf: Path, seed: int, more: Mapping[str, Any] = {}) -> tuple[list[str], bytes]:
    """Twelve cards of a shuffled print on a table, and the photo of them."""
    rng, printed = random.Random(seed), listed(pdf).pieces
    deck = [piece.id for piece in printed if piece.tags]
    dealt = rng.sample(deck, 12)
    lays = [
        {
            "id": name,
            "x": (place % 4 - 1.5) * 98 + rng.uniform(-4, 4),
            "y": (place // 4 - 1) * 102 + rng.uniform(-4, 4),
            "rotation": rng.choice([0, 0, 90, 180]) + rng.uniform(-9, 9),
        }
        for place, name in enumerate(dealt)
    ]
    prints = Prints(pdf, {(piece.id, piece.face): piece for piece in reversed(printed)}, {})
    return dealt, take({"pieces": lays}, prints, Scene(size=SIZE, **more), seed)


def read(photo: bytes, pdf: Path, field: str = "") -> OwnReading:
    reading = read_own(photo, "photo.jpg", own_game(listed(pdf), str(pdf), field)).reading
    assert isinstance(reading, OwnReading)
    return reading


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_all_cards_of_a_game_as_data_are_listed_with_their_sum(otters: Path, scene: int) -> None:
    """Counts by card and kind, and what a column of the spreadsheet adds up to."""
    dealt, photo = photograph(otters, scene, SCENES[scene])
    reading = read(photo, otters, "Fish")
    assert (reading.verdict, reading.unsure) == ("legal", ())
    assert reading.cards == dict(sorted(Counter(dealt).items()))
    assert reading.kinds == {"card": 12}
    fish = {
        name: int(cells["fish"]) for name, cells in listed(otters).fields.items() if "fish" in cells
    }
    assert reading.sum == sum(fish[name] for name in dealt)


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_all_cards_of_a_hex_game_are_listed(islands: Path, scene: int) -> None:
    """Mini cards, of which several are alike, beside its hexes without tags."""
    dealt, photo = photograph(islands, 200 + scene, SCENES[scene])
    reading = read(photo, islands)
    assert (reading.verdict, reading.unsure) == ("legal", ())
    assert reading.kinds == {"find": 12}
    assert reading.cards == dict(sorted(Counter(dealt).items()))


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_all_imposed_pictures_are_listed(cards: Path, scene: int) -> None:
    """Pictures full of dark squares up to the tags' windows change nothing."""
    dealt, photo = photograph(cards, 100 + scene, SCENES[scene])
    reading = read(photo, cards)
    assert (reading.verdict, reading.unsure) == ("legal", ())
    assert reading.cards == dict(sorted(Counter(dealt).items()))
    assert {piece.source for piece in reading.pieces} == {"two-tags"}


def test_two_strangers_with_200_cards_each_dont_collide(
    tmp_path: Path, otters: Path, cards: Path
) -> None:
    """The same first ids, other second ones: with the other's manifest nothing is listed."""
    ours, theirs = imposed(tmp_path / "ours", 200), imposed(tmp_path / "theirs", 201)
    pairs = [
        {tuple(tag.id for tag in piece.tags) for piece in listed(pdf).pieces if piece.tags}
        for pdf in (ours, theirs, otters, cards)
    ]
    assert [len(each) for each in pairs] == [200, 201, 8, 24]
    assert len(set.union(*pairs)) == sum(map(len, pairs))
    dealt, photo = photograph(ours, 7)
    assert read(photo, ours).cards == dict.fromkeys(sorted(dealt), 1)
    for other in (theirs, otters):
        reading = read(photo, other)
        assert (reading.verdict, reading.pieces) == ("unsure", ())


def test_a_photo_of_giza_has_no_own_cards(cards: Path) -> None:
    """Rookery's games use the same ids, but no pair of a stranger's."""
    giza = Path(__file__).parents[1] / "photos" / "01-desk-legal.jpg"
    reading = read(giza.read_bytes(), cards)
    assert (reading.verdict, reading.pieces) == ("unsure", ())


def test_the_command_lists_which_card_lies_where(
    rookery: Say, tmp_path: Path, otters: Path
) -> None:
    """In words and as JSON, from the manifest beside the PDF."""
    dealt, photo = photograph(otters, 3)
    (tmp_path / "photo.jpg").write_bytes(photo)
    manifest = str(otters.with_suffix(".manifest.json"))
    status, out, err = rookery("scan", "photo.jpg", "--game", manifest, "--sum", "fish")
    assert (status, err) == (0, "")
    assert out.startswith("✔ 12 x card  photo.jpg\n")
    assert sorted(line.split()[0] for line in out.splitlines()[1:13]) == sorted(dealt)
    assert "fish in all: " in out
    status, out, _ = rookery("scan", "photo.jpg", "--game", manifest, "--json")
    said = json.loads(out)
    assert (said["game"], said["cards"]) == ("otters", dict(sorted(Counter(dealt).items())))
    assert len(said["pieces"]) == 12


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sum", "fish"), "--sum: is for cards that a manifest lists"),
        (("--game", "none.json"), "none.json: no such file"),
        (("--game", "MANIFEST", "--sum", "pearls"), "has no column 'pearls'; use one of: art, "),
        (("--game", "MANIFEST", "--sum", "name"), "card-01 has 'Splash' there"),
        (("--game", "MANIFEST", "--overlay", "o.jpg"), "--overlay: is for Rookery's own games"),
    ],
)
def test_mistakes_are_one_clear_line(
    rookery: Say, tmp_path: Path, otters: Path, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"")
    manifest = str(otters.with_suffix(".manifest.json"))
    status, out, err = rookery(
        "scan", "photo.jpg", *(manifest if word == "MANIFEST" else word for word in words)
    )
    assert (status, out) == (2, "")
    assert said in err


def test_every_number_has_its_own_pair() -> None:
    """No card of a game shares a tag with another, at either end, whatever the turn."""
    for turn in (0, 1, 100, MOST - 1):
        ids = [own_ids(number, turn) for number in range(MOST)]
        assert len({tag for pair in ids for tag in pair}) == 2 * MOST
        assert {turn_between(*pair) for pair in ids} == {turn}
    assert len({turn_of(str(key)) for key in range(200)}) > 120
