"""`rookery solve`: for people and for programs, from a full board, a position or a photo."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.errors import NotationError, PhotoError, UsageError
from companion.solitaire.board import standard
from companion.solitaire.solver import Answer, Progress
from companion.solitaire.state import parse_position
from rookery import solving
from rookery.cli import run
from rookery.solving import solve_

LATE = "S,S,S,/,,,/,,,"
HARD = "SMLL,SML,SM,S/SM,S,,S/SML,SM,SML,SMM"


def _run(*arguments: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(solve_, arguments, catch_exceptions=False, standalone_mode=False)
    assert (result.return_value or 0) == exit_code
    return result


def test_json_is_the_contract() -> None:
    """best, proven, line and states; the line is one that the rules know, and ends with
    that score.
    """
    data = json.loads(_run("--json").stdout)
    assert list(data) == ["best", "proven", "line", "states"]
    assert (data["best"], data["proven"], len(data["line"])) == (1, True, 35)
    position = parse_position("SML,SML,SML,SML/" * 2 + "SML,SML,SML,SML", standard())
    for text in data["line"]:
        position = position.after(next(hop for hop in position.hops if str(hop) == text))
    assert position.pips == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((LATE,), "3x4, 3 pyramids, 3 pips\nBest score: 2, proven.\n1 hop: a1-c1\n"),
        (("S,,,/,,,/,,,",), "3x4, 1 pyramid, 1 pip\nBest score: 1, proven.\n"),
        ((LATE, "--finish", "medium"), "You can't finish with a single medium pyramid: proven.\n"),
        (
            ("S,S,,/,,,/,,,", "--finish", "small"),
            "You can finish with a single small pyramid.\n1 hop: a1-c1\n",
        ),
        (("S,S,,,/,,,,/,,,,/,,,,",), "4x5, 2 pyramids, 2 pips\nBest score: 1, proven.\n"),
        ((HARD, "--limit", "1500"), "Best score: 2, not proven; a higher --limit may help.\n"),
        ((HARD, "--limit", "3"), "No line found; not proven; a higher --limit may help.\n"),
        ((LATE, "--hint"), "a1-c1\n"),
        (("3X4", "--limit", "3"), "3x4, 36 pyramids"),
        (("4x5", "--limit", "3"), "4x5, 60 pyramids"),
        (("s,sm,,/,,,/,,,",), "3x4, 3 pyramids"),
    ],
)
def test_what_people_read(arguments: tuple[str, ...], expected: str) -> None:
    """A verdict, how it is known, and the hops; the size of the board is that of the position."""
    assert expected in _run(*arguments).stdout


def test_all_openings() -> None:
    """A row for each class of hops that are images of each other."""
    rows = json.loads(_run("S,S,S,S/,,,/S,S,S,S", "--all-openings", "--json").stdout)["openings"]
    assert [row["hops"] for row in rows] == [
        ["a1-c1", "a3-c3", "d1-b1", "d3-b3"],
        ["b1-d1", "b3-d3", "c1-a1", "c3-a3"],
    ]
    assert [(row["best"], row["proven"]) for row in rows] == [(2, True), (4, True)]
    assert all(row["line"][0] == row["hops"][0] for row in rows)
    shown = _run(LATE, "--all-openings").stdout
    assert "a1-c1" in shown
    assert "proven" in shown


def test_hint_as_data() -> None:
    """The hint beside the rest; null when the game is over."""
    assert json.loads(_run(LATE, "--hint", "--json").stdout)["hint"] == "a1-c1"
    assert json.loads(_run("S,,,/,,,/,,,", "--hint", "--json").stdout)["hint"] is None


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("S,S",), NotationError, "not a position on a 3x4 board"),
        (("S,S,,/,,,/,,,", "--board", "4x5"), NotationError, "not a position on a 4x5 board"),
        (("S,,/,,,/,,,",), NotationError, "3x4 board: row 1 has 3 squares; write 3 rows separated"),
        (("SX,,,/,,,/,,,",), NotationError, "'SX' on a1 isn't a stack"),
        (("--board", "2x4"), UsageError, "2x4: no board for this game"),
        (
            ("--board", "24x24"),
            UsageError,
            "576 squares are too many to solve; use a board of up to 5x6",
        ),
        (("3x4", "--board", "4x5"), UsageError, "3x4: is another board than --board"),
        (("24x24",), UsageError, "576 squares are too many to solve"),
        (
            ("--board", "6x6"),
            UsageError,
            "36 squares are too many to solve; use a board of up to 5x6",
        ),
        (("--all-openings", "--hint"), UsageError, "leave one of them out"),
        ((LATE, "--photo", "x.jpg"), UsageError, "leave one of them out"),
        (("--photo", "nowhere.jpg"), PhotoError, "nowhere.jpg"),
        (("--flat",), UsageError, "--flat: is for photos; add --photo"),
        (("S,,,/,,,/,,,", "--hint"), NotationError, "the game is over with a score of 1"),
        ((LATE, "--finish", "large", "--hint"), NotationError, "no line was found"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], error: type[Exception], words: str) -> None:
    """Each is one clear line with its remedy."""
    with pytest.raises(error, match=words):
        _run(*arguments)


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C gives the best so far, not proven, and ends with 130."""

    def stopped(*_position: Any, report: Any, **_options: Any) -> Answer:
        report(Progress(2, 500, 64, 9, lambda: Answer(2, proven=False, line=(), states=500)))
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "solve", stopped)
    shown = _run(HARD, exit_code=130).stdout
    assert "Best score: 2, stopped before it was proven." in shown
    assert json.loads(_run(HARD, "--json", exit_code=130).stdout)["proven"] is False


def test_without_a_photo_no_opencv() -> None:
    """Nor reportlab, nor numpy, for a position that plain Python solves: it would cost more than
    the search.
    """
    code = (
        "import sys; from rookery.cli import run; run(['solve', 'S,S,,/,,,/,,,', '--json']); "
        "sys.exit(len({'cv2', 'numpy', 'reportlab', 'numba'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """`rookery solve` is this command; a mistake ends with 2 and one line."""
    assert run(["solve", "S,S,,/,,,/,,,", "--hint"]) == 0
    assert capsys.readouterr().out == "a1-c1\n"
    assert run(["solve", "nonsense"]) == 2
    assert capsys.readouterr().err.startswith("rookery: NONSENSE: not a position on a 3x4 board")


def test_a_photo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The position that the reading gives is solved; a board of another size than asked for is
    said.
    """
    board = standard()
    monkeypatch.setattr("vision.photo.loader.read_bytes", lambda _name: b"")
    monkeypatch.setattr(
        "vision.scan.pipeline.read_photo", lambda *_photo: type("Scan", (), {"reading": None})
    )
    monkeypatch.setattr(
        "vision.games.solitaire.reading.position_from",
        lambda *_reading, **_how: (board, parse_position(LATE, board)),
    )
    photo = str(tmp_path / "table.jpg")
    assert json.loads(_run("--photo", photo, "--json").stdout)["best"] == 2
    with pytest.raises(UsageError, match="the photo shows a 3x4 board; leave out --board 4x5"):
        _run("--photo", photo, "--board", "4x5")
