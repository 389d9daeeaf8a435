"""The command: exit status, one JSON object a line, and one clear line for whatever a user gets
wrong.
"""

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from companion.errors import RookeryError
from companion.giza.deck import Deck
from companion.wholefile import write_whole
from vision.commands.scan import scan

Run = Callable[..., Result]


@pytest.fixture
def run(deck_toml: str, tmp_path: Path) -> Run:
    """`rookery scan` with the tests' deck, whose print isn't known, and no tokens."""
    file = tmp_path / "deck.toml"
    file.write_text(deck_toml)

    def call(*arguments: object) -> Result:
        told = ["--deck", str(file), "--tokens", "0"]
        return CliRunner().invoke(scan, [*map(str, arguments), *told])

    return call


@pytest.fixture
def photo(studio: Any, camera: Any, as_jpeg: Any, tmp_path: Path) -> Callable[..., Path]:
    """A photo file of a pyramid in notation."""

    def take(text: str, name: str = "photo.jpg", mirror: bool = False) -> Path:  # noqa: FBT002 - a test's own
        image = studio.shoot(studio.pyramid(text, jitter=2), camera(tilt=12))
        (tmp_path / name).write_bytes(as_jpeg(image[:, ::-1] if mirror else image))
        return tmp_path / name

    return take


ILLEGAL = "11,12,24,25/13,,/,/"


def test_exit_status_tells_the_verdict(run: Run, photo: Any, legal: str) -> None:
    """0 legal, 4 illegal, 3 can't tell, 2 unusable."""
    assert run(photo(legal)).exit_code == 0
    assert run(photo(ILLEGAL)).exit_code == 4
    assert run(photo(legal, mirror=True)).exit_code == 3
    assert run("nothing.jpg").exit_code == 2


@pytest.mark.parametrize(
    ("cards", "code", "complete", "scored"),
    [((), 0, None, None), (("--cards", "5"), 0, True, 3), (("--cards", "6"), 3, False, None),
     (("--cards", "5,4"), 3, False, None)],
)  # fmt: skip
def test_a_count_closes_the_reading(
    *,
    run: Run,
    photo: Any,
    cards: tuple[str, ...],
    code: int,
    complete: bool | None,
    scored: int | None,
) -> None:
    """An unfinished pyramid is legal so far, until it is said how many cards there are."""
    file = photo("01,02,14,15/10,,/,/")
    result = run("--json", file, *cards)
    data = json.loads(result.stdout)
    assert (result.exit_code, data["complete"], data["score"], data["cards_read"]) == (
        code, complete, scored, 5,
    )  # fmt: skip
    assert ("LEGAL SO FAR" in run(file, *cards).stdout) == (complete is None)


@pytest.mark.parametrize("text", ["five", "11", "-1", "9,x"])
def test_a_count_that_is_none_is_refused(run: Run, photo: Any, text: str) -> None:
    """Ten cards are the most that a pyramid has; the option is named."""
    result = run(photo("01,02,14,15/10,,/,/"), f"--cards={text}")
    assert result.exit_code != 0
    assert "cards" in str(result.exception) + result.output


def test_a_photo_comes_from_standard_input(
    photo: Any, legal: str, deck_toml: str, tmp_path: Path
) -> None:
    """Named "-", as for other programs."""
    (tmp_path / "deck.toml").write_text(deck_toml)
    data, deck = photo(legal).read_bytes(), str(tmp_path / "deck.toml")
    result = CliRunner().invoke(scan, ["-", "--json", "--deck", deck], input=data)
    assert (result.exit_code, json.loads(result.stdout)["photo"]) == (0, "-")


def test_what_a_game_knows_nothing_of_spoils_no_other_photo(tmp_path: Path) -> None:
    """Of a folder with two games' photos each is judged; the one that tokens mean nothing to is
    named.
    """
    photos = Path(__file__).parents[2] / "photos"
    for name in ("01-desk-legal.jpg", "rocks/tune/02-kitchen-four.jpg"):
        (tmp_path / Path(name).name).write_bytes((photos / name).read_bytes())
    told = CliRunner().invoke(scan, ["--json", "--tokens", "3", str(tmp_path)])
    assert told.exit_code == 2
    assert [json.loads(line)["game"] for line in told.stdout.splitlines()] == ["giza"]
    assert "a photo of rocks is read without it" in told.stderr
    assert "leave out --tokens" in told.stderr


@pytest.mark.parametrize(
    ("bad", "code"), [((), 4), (("mirrored",), 3), (("mirrored", "broken"), 2)]
)
def test_the_worst_of_several_counts_and_each_is_judged(
    *, run: Run, photo: Any, legal: str, tmp_path: Path, bad: tuple[str, ...], code: int
) -> None:
    """2 before 3 before 4 before 0; a broken file spares the others."""
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff")
    files = {"mirrored": photo(legal, "m.jpg", mirror=True), "broken": tmp_path / "broken.jpg"}
    result = run(
        "--json", photo(legal, "a.jpg"), photo(ILLEGAL, "b.jpg"), *(files[name] for name in bad)
    )
    assert result.exit_code == code
    readings = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reading["verdict"] for reading in readings] == ["legal", "illegal", "unsure"][
        : 2 + ("mirrored" in bad)
    ]
    assert ("cut short" in result.stderr) == ("broken" in bad)


def test_a_folder_is_all_its_photos(run: Run, photo: Any, legal: str, tmp_path: Path) -> None:
    """By name, files of other kinds left out; one without a photo is a mistake that is said."""
    for name in ("b.jpg", "a.jpg"):
        photo(legal, name)
    lines = run("--json", tmp_path).stdout.splitlines()
    assert [Path(json.loads(line)["photo"]).name for line in lines] == ["a.jpg", "b.jpg"]
    (tmp_path / "empty").mkdir()
    assert "no photos in this folder" in str(run(tmp_path / "empty").exception)


def test_hidden_files_and_overlays_of_ours_are_no_photos(
    run: Run, photo: Any, legal: str, tmp_path: Path
) -> None:
    """Whatever their names; a picture of yours called overlay.jpg is one, and a named overlay is
    read like any photo.
    """
    taken = photo(legal, "overlay.jpg")
    photo(legal, "._a.jpg")
    assert run(taken, "--overlay", tmp_path / "a.jpg").exit_code == 0
    lines = run("--json", tmp_path).stdout.splitlines()
    assert [Path(json.loads(line)["photo"]).name for line in lines] == ["overlay.jpg"]
    assert len(run("--json", tmp_path / "a.jpg").stdout.splitlines()) == 1


def test_a_video_in_a_folder_is_named_unless_a_live_photo_made_it(
    run: Run, photo: Any, legal: str, tmp_path: Path
) -> None:
    """A Live Photo is a photo and a video of the same name. The rest of the folder is read."""
    photo(legal, "a.jpg")
    for name in ("a.MOV", "b.MOV"):
        (tmp_path / name).write_bytes(b"\0\0\0\x14ftypqt  " + bytes(999))
    told = run("--json", tmp_path)
    assert (told.exit_code, len(told.stdout.splitlines())) == (2, 1)
    assert "b.MOV: a video, not a photo; take a photo" in told.stderr
    assert "a.MOV" not in told.stderr


RAW = b"\0\0\0\x18ftypcrx \0\0\0\1crx isom"


def test_pictures_that_cannot_be_read_are_named(
    run: Run, photo: Any, legal: str, tmp_path: Path
) -> None:
    """A format that Rookery can't read is named with what helps, and counts; texts and truths stay
    silent.
    """
    photo(legal, "IMG_2.JPG")
    for name, content in (("IMG_1.CR3", RAW), ("notes.txt", b"x"), ("IMG_2.truth.json", b"{}")):
        (tmp_path / name).write_bytes(content)
    result = run("--json", tmp_path)
    assert [Path(json.loads(line)["photo"]).name for line in result.stdout.splitlines()] == [
        "IMG_2.JPG"
    ]
    (line,) = result.stderr.splitlines()
    assert "IMG_1.CR3: a raw picture of a Canon camera" in line
    assert "send it as JPEG" in line
    assert result.exit_code == 2


def test_a_folder_of_nothing_else_names_them_all(run: Run, tmp_path: Path) -> None:
    """Each with what helps, instead of a word on endings."""
    for name in ("a.cr3", "b.CR3"):
        (tmp_path / name).write_bytes(RAW)
    result = run(tmp_path)
    assert result.exit_code == 2
    assert [line.count("send it as JPEG") for line in result.stderr.splitlines()] == [1, 1]


def test_what_may_not_be_looked_at_spares_the_others(run: Run, photo: Any, legal: str) -> None:
    """The system refuses already to tell whether such a name is a folder: one line for it, and the
    rest is read.
    """
    result = run("--json", photo(legal), f"{'a' * 300}.jpg")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert "a.jpg: can't be read" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_folder_that_may_not_be_opened(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that names it."""

    def refused(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", refused)
    result = run(tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"rookery: {tmp_path}: ")
    assert result.stderr.count("\n") == 1


def test_an_overlay_where_nothing_may_be_written(run: Run, photo: Any, legal: str) -> None:
    """Its name can't even be compared with the photo's; the photo is reported, and the overlay is
    named.
    """
    result = run(photo(legal), "--overlay", f"{'a' * 300}.jpg")
    assert result.exit_code == 2
    assert "a.jpg: can't be written" in result.stderr


def test_json_is_the_contract(run: Run, photo: Any, legal: str, deck: Deck) -> None:
    """One line, with the deck's fingerprint and the goals asked for."""
    goals = [goal.id for goal in deck.goals if not goal.compares][:3]
    told = json.loads(run("--json", "--goals", ", ".join(goals), photo(legal)).stdout)
    assert told["deck"] == deck.fingerprint
    assert [goal["id"] for goal in told["goals"]] == goals
    assert told["score"] == sum(told["levels"]) + sum(goal["points"] for goal in told["goals"])


def test_goals_can_be_named_as_they_are_printed(
    run: Run, photo: Any, legal: str, deck: Deck
) -> None:
    """In any case, also with their ids."""
    goals = deck.goals[:2]
    named = f"{goals[0].name.upper()},{goals[1].id}"
    told = json.loads(run("--json", "--goals", named, photo(legal)).stdout)
    assert [goal["id"] for goal in told["goals"]] == [goal.id for goal in goals]


def test_the_report_says_what_is_wrong_in_words(run: Run, photo: Any) -> None:
    """Verdict, arithmetic, names and score."""
    result = run(photo(ILLEGAL))
    assert "ILLEGAL" in result.stdout
    assert "this penguin weighs 5, but the two below it carry only 1 + 0" in result.stdout
    assert "penguin 13 (weight 5) stands on penguin 11 (1) and penguin 12 (0)" in result.stdout


@pytest.mark.parametrize(
    ("term", "arguments", "drawn"),
    [("xterm", (), True), ("dumb", (), False), ("xterm", ("--plain",), False)],
)
def test_a_pyramid_is_drawn_only_on_a_terminal_that_can(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    photo: Any,
    legal: str,
    *,
    term: str,
    arguments: tuple[str, ...],
    drawn: bool,
) -> None:
    """In a file, through a pipe, with TERM=dumb or --plain: a line for each place."""
    file = photo(legal)
    assert "row 1, place 1: 01 " in run(file).stdout  # not a terminal
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")  # rich takes any output for a terminal
    shown = run(file, *arguments).stdout
    assert ("│" in shown, "row 1, place 1: 01 " in shown) == (drawn, not drawn)


def test_the_overlay_is_written_whole_beside_nothing_else(
    run: Run, photo: Any, legal: str, tmp_path: Path
) -> None:
    """One for one photo; numbered for several, each of which is named; no temporary file stays."""
    first, second = photo(legal, "a.jpg"), photo(ILLEGAL, "b.jpg")
    before = set(tmp_path.iterdir())
    assert run(first, "--overlay", tmp_path / "out.jpg").stdout.endswith("out.jpg\n")
    told = run("--json", first, second, "--overlay", tmp_path / "many.jpg")
    assert told.stderr.splitlines() == [f"Saved {tmp_path / f'many-{n}.jpg'}" for n in (1, 2)]
    assert {path.name for path in set(tmp_path.iterdir()) - before} == {
        "out.jpg",
        "many-1.jpg",
        "many-2.jpg",
    }
    assert cv2.imread(str(tmp_path / "out.jpg")) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no umask")
@pytest.mark.parametrize(("mask", "rights"), [(0o022, 0o644), (0o077, 0o600)])
def test_the_overlay_may_be_read_by_whom_its_owner_wants(
    mask: int, rights: int, tmp_path: Path
) -> None:
    """Like any new file of theirs: it shows a home."""
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "out.jpg", b"jpeg")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.jpg").stat().st_mode) == rights


@pytest.mark.parametrize(("arguments", "says"), [
    (("--goals", "goal-none"), "goal-none"),
    (("--goals", "goal-topp"), "did you mean 'goal-top'? use ids of: "),
    (("--goals", "goal-top,goal-total,goal-corners,goal-rainbow"), ("4 goals are named; name the 3 "
                                                                   "in play")),
    (("--goals", "goal-top,goal-top"), "'goal-top' is named twice"),
    (("--overlay", "out.png"), "out.png"),
    (("--overlay", "no/such/folder/out.jpg"), "folder"),
])  # fmt: skip
def test_a_users_mistake_names_itself(
    run: Run, photo: Any, legal: str, arguments: tuple[str, ...], says: str
) -> None:
    """Each raises the error that the command line prints on one line with status 2."""
    result = run(photo(legal), *arguments)
    assert isinstance(result.exception, RookeryError)
    assert result.exception.exit_code == 2
    assert says in str(result.exception)


def test_an_overlay_never_lands_on_a_photo(run: Run, photo: Any, legal: str) -> None:
    """The original stays."""
    file = photo(legal)
    before = file.read_bytes()
    result = run(file, "--overlay", file)
    assert "overwrite" in str(result.exception)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "no such file"), ('game = "giza"\ntitle = 3', "deck"), (b"\xff\xfe\x00", "UTF-8")],
)
def test_a_deck_that_cannot_be_read(
    photo: Any, legal: str, tmp_path: Path, content: Any, says: str
) -> None:
    """A missing file, a wrong one and one that isn't a text."""
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = CliRunner().invoke(scan, [str(photo(legal)), "--deck", str(file)])
    assert isinstance(result.exception, RookeryError)
    assert says in str(result.exception)
    assert "mine.toml" in str(result.exception)
