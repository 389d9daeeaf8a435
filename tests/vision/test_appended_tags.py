"""A deck that outgrew its first tags is printed, and read from a photo, with those of a range that
was added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import tags
from companion.deckfile import deck_text
from companion.fields import Table
from companion.game import game
from companion.giza.deck import read_deck, standard
from companion.manifest import Manifest
from companion.tags import TagRange, registry
from rookery.cli import run
from vision.games.giza.reading import GizaReading
from vision.games.solitaire.sheets import pyramid_of
from vision.scan import search
from vision.scan.pipeline import read_photo
from vision.scan.search import games_of, tags_of_games
from vision.tags.detector import Sighting

LIMITS = {"penguin": (52, 60), "goal": (10, 12)}  # how many a deck may have here
MORE = (
    TagRange("giza", "goal", "front", "both", 400, 1),
    TagRange("giza", "penguin", "front", "first", 310, 8),
    TagRange("giza", "penguin", "back", "both", 330, 8),
    TagRange("giza", "penguin", "front", "second", 320, 8),
    TagRange("giza", "boat", "front", "both", 340, 2),
)
GOAL = (
    '\n[[goal]]\nid = "goal-eleven"\nname = "Eleven"\nkind = "total-weight"\namount = '
    "30\npoints = 2\n"
)


@pytest.fixture
def appended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry with more ranges, and rules that allow 60 penguins and 12 goals."""
    rows = (*registry(), *MORE)
    for module in (tags, search):
        monkeypatch.setattr(module, "registry", lambda: rows)
    take = Table.take_tables
    monkeypatch.setattr(
        Table,
        "take_tables",
        lambda self, key, low, high: take(self, key, *LIMITS.get(key, (low, high))),
    )
    search._owners.cache_clear()
    tags_of_games.cache_clear()
    yield
    search._owners.cache_clear()
    tags_of_games.cache_clear()


def larger() -> str:
    """Our deck file with eight more penguins, each unlike all others, and an eleventh goal."""
    ours = standard()
    taken = {(penguin.colour, penguin.weight, penguin.arms) for penguin in ours.penguins}
    ways = product([colour.id for colour in ours.colours], range(6), product(range(4), repeat=2))
    free = (way for way in ways if way not in taken)
    more = "".join(
        f'\n[[penguin]]\nid = "penguin-{number}"\ncolour = "{colour}"\nweight = {weight}\narms = '
        f"{list(arms)}\n"
        for number, (colour, weight, arms) in zip(range(53, 61), free, strict=False)
    )
    return deck_text(game("giza"))[0] + more + GOAL


@pytest.mark.usefixtures("appended")
def test_a_larger_deck_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its old cards keep their first tags; new ones have the added ids, and preflight reads each
    from the PDF.
    """
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(larger(), "utf-8")
    ids = "penguin-01,penguin-52,penguin-53,penguin-60,goal-corners,goal-eleven"
    assert run(["print", "giza", "--deck", "my.toml", "--only", ids, "-o", "out.pdf"]) == 0, (
        capsys.readouterr().err
    )
    manifest = Manifest.from_json(Path("out.manifest.json").read_text("utf-8"))
    found = {(piece.id, piece.face): [tag.id for tag in piece.tags] for piece in manifest.pieces}
    firsts = [found[f"penguin-{number}", "front"][0] for number in ("01", "52", "53", "60")]
    assert firsts == [0, 51, 310, 317]
    assert [found[f"penguin-{number}", "back"] for number in ("01", "60")] == [[104] * 2, [337] * 2]
    assert (found["goal-corners", "front"], found["goal-eleven", "front"]) == ([165] * 2, [400] * 2)
    seconds = {found[f"penguin-{number}", "front"][1] for number in ("01", "52", "53", "60")}
    assert len(seconds) == 4
    assert seconds <= {*range(52, 104), *range(320, 328)}
    assert run(["deck", "check", "my.toml"]) == 0, capsys.readouterr().err


@pytest.mark.usefixtures("appended")
def test_a_larger_deck_is_read_from_a_photo(
    studio: Any, camera: Callable[..., Any], as_jpeg: Callable[[Any], bytes]
) -> None:
    """A pyramid with new penguins: each is named, and the deck is known as the one that it is read
    with.
    """
    deck = read_deck(larger(), "my.toml")
    own = type(studio)(deck)
    layout = "53,54,55,60/01,52,56/02,57/58"
    reading = read_photo(
        as_jpeg(own.shoot(own.pyramid(layout), camera(tilt=12, turn=15))), "photo.jpg", "giza", deck
    )
    assert isinstance(reading.reading, GizaReading)
    assert str(reading.reading.pyramid) == layout
    assert reading.reading.deck == deck.fingerprint


@pytest.mark.usefixtures("appended")
def test_new_tags_tell_the_game() -> None:
    """Also those of a kind that no deck has yet."""
    square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], float)
    assert games_of([Sighting(tag, square, 0, 1.0) for tag in (400, 310, 341)]) == (("giza", 3),)


@pytest.mark.usefixtures("appended")
@pytest.mark.parametrize("points", [1, 3, 5, 9])
def test_a_printed_deck_keeps_its_tags(points: int) -> None:
    """With the larger registry an own deck of 52 has the second tags that it was printed with."""
    text = re.sub(r"(?m)^points = \d", f"points = {points}", deck_text(game("giza"))[0])
    deck = read_deck(text, "my.toml")
    turn = 1 + int(deck.fingerprint, 16) % 51
    seconds = [
        piece.faces["front"][1].id for piece in game("giza").pieces(deck) if piece.kind == "penguin"
    ]
    assert seconds == [52 + (number + turn) % 52 for number in range(52)]


@pytest.mark.usefixtures("appended")
def test_no_tags_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2, and nothing is written; not an error in Rookery."""
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(larger() + GOAL.replace("eleven", "twelve"), "utf-8")
    for command in (["print", "giza", "--deck", "my.toml"], ["deck", "check", "my.toml"]):
        assert run(command) == 2
        err = capsys.readouterr().err
        assert err.startswith(
            "rookery: giza goal: 12 pieces, but tags for only 11 are registered; leave some out"
        )
        assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["my.toml"]


def test_pyramids_of_solitaire_may_lie_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their numbers are those of the registry's order, also where ids leave a gap."""
    rows = [row for row in registry() if (row.game, row.kind) != ("solitaire", "pyramid")]
    parts = [
        TagRange("solitaire", "pyramid", "front", "both", start, count)
        for start, count in ((430, 7), (303, 8))
    ]
    monkeypatch.setattr(tags, "registry", lambda: (*rows, *parts))
    order = (*range(430, 437), *range(303, 311))
    assert [pyramid_of(tag, 5) for tag in order] == [divmod(number, 5) for number in range(15)]
    assert [pyramid_of(tag, 5) for tag in (288, 302, 437, 311)] == [None] * 4
