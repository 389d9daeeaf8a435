"""The Python API: light to import, fully typed, and its guide runs as it stands."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

import rookery
from companion.errors import UsageError
from companion.game import slugs
from rookery.cli import run

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "vision" / "samples" / "giza.jpg"
FUNCTIONS = [name for name in rookery.__all__ if inspect.isfunction(getattr(rookery, name))]


def test_import_is_light() -> None:
    """`import rookery` loads no wing but the errors' module, and no library of ours."""
    code = (
        "import sys; before = set(sys.modules); import rookery; new = set(sys.modules) - before\n"
        "print(*sorted({name.split('.')[0] for name in new} - set(sys.stdlib_module_names)))\n"
        "print(*sorted(name for name in new if name.startswith('companion')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["companion rookery", "companion companion.errors"]


@pytest.mark.parametrize(
    ("call", "absent"),
    [
        ("rookery.read_photo(sys.argv[1])", {"reportlab", "flask", "sqlalchemy"}),
        ("rookery.print_game('giza', sys.argv[2], only=['goal'])", {"cv2", "flask", "sqlalchemy"}),
        (
            "rookery.simulate('giza', 1), rookery.rules('giza'), rookery.pieces('giza')",
            {"cv2", "reportlab", "flask"},
        ),
    ],
    ids=["photo", "print", "rules"],
)
def test_a_call_imports_only_its_wing(call: str, absent: set[str], tmp_path: Path) -> None:
    """Reading a photo needs no PDF library, printing no OpenCV, and playing neither."""
    code = f"import sys, rookery; {call}; print({absent} & set(sys.modules))"
    command = [sys.executable, "-c", code, str(SAMPLE), str(tmp_path / "goals.pdf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_is_typed_and_has_an_example(name: str) -> None:
    """No `Any` in a signature, every parameter annotated, and an example in the docstring, which
    runs as a doctest.
    """
    function = getattr(rookery, name)
    signature = inspect.signature(function)
    annotations = [each.annotation for each in signature.parameters.values()] + [
        signature.return_annotation
    ]
    assert inspect.Signature.empty not in annotations
    assert not [
        annotation for annotation in annotations if re.search(r"\b(Any|object)\b", annotation)
    ]
    assert f">>> {name}(" in function.__doc__ or f"{name}(" in function.__doc__.partition(">>>")[2]


def test_the_guide_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The blocks of docs/python.md run one after the other; each function is in one, and a photo
    takes five lines.
    """
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAMPLE, "table.jpg")
    shutil.copy(str(files("companion") / "giza" / "deck.toml"), "my.toml")
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text("utf-8"), re.DOTALL
    )
    assert [name for name in FUNCTIONS if f"rookery.{name}(" not in "".join(blocks)] == []
    photo = next(block for block in blocks if "read_photo" in block)
    assert len([line for line in photo.splitlines() if line]) <= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)  # noqa: S102 - our own guide
    said = capsys.readouterr().out
    assert "legal 11\n" in said
    assert "goal-top front on page" in said
    assert re.search(r"^\d+ True a\d", said, re.MULTILINE)
    assert re.search(r"\['\d+%', '\d+%', '\d+%'\]", said)
    assert {path.name for path in tmp_path.iterdir()} >= {
        "judged.jpg",
        "goals.pdf",
        "goals.manifest.json",
    }


def test_the_api_prints_what_the_command_prints(tmp_path: Path) -> None:
    """The same bytes, with all options at their defaults and with others."""
    rookery.print_game(
        "solitaire", tmp_path / "api.pdf", paper="letter", sides="single", ink="mono", language="de"
    )
    options = ["--paper", "letter", "--sides", "single", "--ink", "mono", "--language", "de"]
    assert run(["print", "solitaire", *options, "-o", str(tmp_path / "command.pdf")]) == 0
    for kind in ("pdf", "manifest.json"):
        assert (tmp_path / f"api.{kind}").read_bytes() == (
            tmp_path / f"command.{kind}"
        ).read_bytes()


def test_a_smaller_print_replaces_a_larger_one_only_by_force(tmp_path: Path) -> None:
    """As on the command line."""
    pdf = tmp_path / "giza.pdf"
    rookery.print_game("giza", pdf, only="goal")
    with pytest.raises(UsageError, match="holds 10 pieces"):
        rookery.print_game("giza", pdf, only="chief")
    forced = rookery.print_game("giza", pdf, only="chief", force=True)
    assert pdf.read_bytes() == forced.pdf


def test_bots_and_players_are_named_as_on_the_command_line() -> None:
    """One name is for all seats; lists and texts with commas say the same."""
    played = [
        rookery.simulate("rocks", 2, bots="random", players=3),
        rookery.simulate("rocks", 2, bots=["random"] * 3),
        rookery.simulate("rocks", 2, bots="random,random,random"),
    ]
    assert [report.run.bots for report in played] == [("random",) * 3] * 3


def test_players_settle_the_goals_that_compare() -> None:
    """A photo of all players' pyramids scores them."""
    photo = ROOT / "tests" / "photos" / "giza" / "held" / "16-cloth-two-players.jpg"
    goals = ["Featherweights", "goal-most", "goal-bright"]
    readings = [rookery.read_photo(photo, goals=goals, players=n) for n in (None, 2)]
    assert [
        [pyramid["score"] is None for pyramid in reading.to_json()["pyramids"]]
        for reading in readings
    ] == [[True, True], [False, False]]


def test_the_games_are_all_there() -> None:
    """In the order of the command."""
    assert tuple(game.slug for game in rookery.games()) == slugs()


def test_a_deck_of_your_own(tmp_path: Path) -> None:
    """It is named by its fingerprint wherever it was used."""
    own = tmp_path / "own.toml"
    text = (ROOT / "companion" / "solitaire" / "solitaire.toml").read_text("utf-8")
    own.write_text(text.replace("rows = 3", "rows = 4"), "utf-8")
    deck = rookery.load_deck("solitaire", own)
    assert deck.fingerprint != rookery.load_deck("solitaire").fingerprint
    assert (
        rookery.print_game("solitaire", tmp_path / "own.pdf", own).manifest.deck == deck.fingerprint
    )
    assert rookery.simulate("solitaire", 1, own).deck == deck.fingerprint
    assert (
        rookery.read_photo(SAMPLE, "giza", ROOT / "companion" / "giza" / "deck.toml").verdict
        == "legal"
    )


def test_jobs_change_no_figure() -> None:
    """The report of the same seed is the same."""
    one, two = (rookery.simulate("combust", 6, jobs=jobs) for jobs in (1, 2))
    assert one == two == rookery.simulate("combust", 6)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rookery.load_deck("chess"), "chess: no such game"),
        (lambda: rookery.load_deck("gize"), "gize: no such game; did you mean 'giza'? use one of"),
        (
            lambda: rookery.print_game("giza", "giza.pdf", paper="leter"),
            "leter: no such paper; did you mean 'letter'? use one of: a4, letter",
        ),
        (lambda: rookery.pieces("giza", "missing.toml"), "missing.toml: no such file"),
        (
            lambda: rookery.rules("giza", language="xx"),
            "language: 'xx' is not a choice; use one of: en, de",
        ),
        (lambda: rookery.print_game("giza", "giza.txt"), "giza.txt: not the name of a .pdf file"),
        (lambda: rookery.print_game("giza", "giza.pdf", paper="a9"), "a9: no such paper"),
        (lambda: rookery.print_game("giza", "giza.pdf", sides="both"), "both: no such way"),
        (lambda: rookery.print_game("giza", "giza.pdf", ink="neon"), "ink: 'neon' is not a choice"),  # type: ignore[arg-type]  # as untyped code may
        (
            lambda: rookery.print_game("giza", "giza.pdf", copies=0),
            "copies: 0 is too few; use 1 or more",
        ),
        (lambda: rookery.print_game("giza", "giza.pdf", only=["fox"]), "no piece is called 'fox'"),
        (lambda: rookery.read_photo("missing.jpg"), "missing.jpg: no such file"),
        (lambda: rookery.read_photo(SAMPLE, "chess"), "chess: no such game"),
        (lambda: rookery.solve("S", board="9x9"), "9x9: no board for this game"),
        (lambda: rookery.solve("X"), "X: not a position"),
        (lambda: rookery.solve(finish="huge"), "finish: 'huge' is not a choice"),  # type: ignore[arg-type]  # see above
        (lambda: rookery.simulate("giza", 0), "number: 0 is too few"),
        (lambda: rookery.simulate("giza", 1, jobs=0), "jobs: 0 is too few"),
        (lambda: rookery.simulate("giza", 1, bots=["clever"] * 2), "no bot is called 'clever'"),
        (lambda: rookery.simulate("giza", 1, bots=["random"] * 5), "giza: 5 players"),
        (lambda: rookery.simulate("giza", 1, bots="clever"), "no bot is called 'clever'"),
    ],
)
def test_mistakes_are_errors_of_rookery(
    call: Callable[[], object], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One exception class for all, whose text names the input, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(rookery.RookeryError, match=re.escape(words)):
        call()
    assert list(tmp_path.iterdir()) == []


def test_rules_name_cards_in_their_language() -> None:
    """As the command and the phones do: "Führen", not "Lead"."""
    texts = [
        item.text
        for section in rookery.rules("giza", language="de").sections
        for item in section.items
    ]
    assert not [text for text in texts if re.search(r"\b(Lead|Gather|Copper)\b", text)]


def test_one_word_is_enough_to_choose_pieces(tmp_path: Path) -> None:
    """A text is one word, not its letters."""
    printout = rookery.print_game("giza", tmp_path / "goals.pdf", only="goal")
    assert {piece.id.partition("-")[0] for piece in printout.manifest.pieces} == {"goal"}


def test_an_overlay_is_a_jpeg(tmp_path: Path) -> None:
    """A name that says otherwise is refused before the photo is read."""
    with pytest.raises(UsageError, match=r"isn't the name of a JPEG"):
        rookery.read_photo(tmp_path / "none.jpg", overlay=tmp_path / "x.png")
