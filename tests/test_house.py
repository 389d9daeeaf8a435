"""What holds for the house as a whole: the wheel, the lazy command, the documents."""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from gettext import GNUTranslations
from io import BytesIO
from itertools import repeat
from pathlib import Path

import pytest

from companion.console import INTERRUPTED
from companion.errors import RookeryError
from companion.game import slugs
from companion.language import ENGLISH, LANGUAGES, catalogue, compiled
from hatch_build import project_urls, readable
from rookery import cli

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds nothing but what the built wheel brings."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    zipfile.ZipFile(wheel).extractall(site)
    return site


def _from_wheel(site: Path, empty: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(site), "COLUMNS": "120"}
    command = [sys.executable, "-m", "rookery", *argv]
    return subprocess.run(
        command, cwd=empty, env=environment, capture_output=True, text=True, check=False
    )


def test_wheel_runs_from_an_empty_folder(installed_wheel: Path, tmp_path: Path) -> None:
    """The built wheel alone, its data files included, lists every game from a folder that isn't
    the checkout.
    """
    found = _from_wheel(installed_wheel, tmp_path, "games", "--json")
    assert found.returncode == 0, found.stderr
    assert [row["game"] for row in json.loads(found.stdout)["games"]] == list(slugs())
    where = [sys.executable, "-c", "import companion; print(companion.__file__)"]
    environment = os.environ | {"PYTHONPATH": str(installed_wheel)}
    origin = subprocess.run(
        where, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert str(installed_wheel) in origin.stdout


def test_wheel_prints_and_scans(installed_wheel: Path, tmp_path: Path) -> None:
    """The demo runs from the wheel: it prints the set and reads the sample photo that
    came with it, which takes little of a download.
    """
    assert (installed_wheel / "vision" / "samples" / "giza.jpg").stat().st_size <= 300_000
    found = _from_wheel(installed_wheel, tmp_path, "demo", "--no-serve", "-o", "out")
    assert found.returncode == 0, found.stderr
    assert (tmp_path / "out" / "giza.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "out" / "overlay.jpg").read_bytes().startswith(b"\xff\xd8")
    assert "legal" in found.stdout.lower()


def test_wheel_holds_no_tests(installed_wheel: Path) -> None:
    """The wheel brings the four wings, the package `rookery` and nothing else."""
    names = {
        path.name for path in installed_wheel.iterdir() if not path.name.endswith(".dist-info")
    }
    assert names == {"companion", "printables", "rookery", "vision", "web"}


def test_wheel_has_a_free_name(installed_wheel: Path) -> None:
    """PyPI has another `rookery`: the distribution has a name of its own, the command keeps its
    short one.
    """
    (info,) = installed_wheel.glob("*.dist-info")
    assert (
        email.message_from_string((info / "METADATA").read_text("utf-8"))["Name"] == "rookery-games"
    )
    assert (
        "rookery = rookery.__main__:main"
        in (info / "entry_points.txt").read_text("utf-8").splitlines()
    )


def test_image_copies_every_package() -> None:
    """The hosted image is built from the same packages as the wheel, and its build context lets
    each of them in.
    """
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    hosting = ROOT / "docs" / "hosting"
    image = (hosting / "Dockerfile").read_text("utf-8").splitlines()
    context = (hosting / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = next(line for line in image if line.startswith("COPY pyproject.toml"))
    assert set(copied.split()[1:-1]) <= {line.removeprefix("!") for line in context}
    assert "hatch_build.py" in copied
    for package in build["targets"]["wheel"]["packages"]:
        assert f"COPY {package} /src/{package}" in image
        assert f"!{package}" in context


def test_wheel_speaks_every_language(installed_wheel: Path, tmp_path: Path) -> None:
    """It holds the catalogues compiled, with all texts and plural forms of the translators' files,
    which stay in the checkout; reading them needs no Babel.
    """
    assert list(installed_wheel.rglob("*.po")) == []
    for code in set(LANGUAGES) - {ENGLISH}:
        folder = Path("companion", "locale", code, "LC_MESSAGES")
        data = (installed_wheel / folder / "rookery.mo").read_bytes()
        assert data == compiled(ROOT / folder / "rookery.po")
        found = GNUTranslations(BytesIO(data))
        rocks = "{n} rock", "{n} rocks"
        assert {found.ngettext(*rocks, number) for number in (1, 2)}.isdisjoint(rocks)
        assert found.gettext("Undo") == catalogue(code).gettext("Undo") != "Undo"
    code = (
        "import sys; sys.modules['babel'] = None\n"
        "from companion.language import translated; print(translated('Undo', 'de'))"
    )
    environment = os.environ | {"PYTHONPATH": str(installed_wheel), "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, check=True
    ).stdout.decode()
    assert said.strip() == catalogue("de").gettext("Undo")


def test_index_shows_the_readme_without_dead_links(installed_wheel: Path) -> None:
    """What an index shows has no link into the checkout, and no address that isn't set."""
    (info,) = installed_wheel.glob("*.dist-info")
    metadata = email.message_from_string((info / "METADATA").read_text("utf-8"))
    text = str(metadata.get_payload())
    assert text.startswith("# Rookery\n")
    assert re.findall(r"\]\((?!https?://|#)[^)]*\)", text) == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    places = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["addresses"]
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert urls == project_urls(places)


def test_addresses_are_set_in_one_place() -> None:
    """With a repository, links and pictures of the README lead there; without, they are text."""
    text = "![A phone](docs/a.jpg) [how](docs/a.md#b), [up](#install), [uv](https://uv.example)\n"
    home = "https://forge.example/us/rookery"
    assert readable(text, home) == (
        f"![A phone]({home}/raw/main/docs/a.jpg) [how]({home}/blob/main/docs/a.md#b), "
        "[up](#install), [uv](https://uv.example)\n"
    )
    assert readable(text, "") == "A phone how, [up](#install), [uv](https://uv.example)\n"
    table = "| Print |\n|---|\n| ![A page](docs/page.jpg) |\n\n| [uv](docs/uv.md) |\n|---|\n"
    assert readable(table, "") == "\n| uv |\n|---|\n"
    assert project_urls({"repository": "", "site": "https://games.example/"}) == {
        "Documentation": "https://games.example/",
        "Download": "https://games.example/download.html",
    }


def test_help_is_light() -> None:
    """--help of no command imports a library for pictures, PDFs, servers, databases or tables."""
    code = (
        "import sys; from rookery.cli import names, run\n"
        "for name in ['', *names()]:\n"
        "    run([*name.split(), '--help'])\n"
        "    heavy = {'cv2', 'reportlab', 'numpy', 'PIL', 'flask', 'rich', 'sqlalchemy', "
        "'uvicorn'}\n"
        "    if found := heavy & set(sys.modules): sys.exit(f'{name} imported {found}')"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    for name in cli.COMMANDS:
        assert re.search(rf"^  {name} ", found.stdout, re.MULTILINE)


def test_every_command_is_documented() -> None:
    """docs/commands.md holds each command with its options as they are now; `make docs` writes it
    again.
    """
    code = "from docs import make_commands; print(make_commands.page(), end='')"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert page == found.stdout
    shown = [f"{each} " for each in re.findall(r"^`rookery ([^`]*)`", page, re.MULTILINE)]
    names = [f"{name} " for name in cli.names()]
    assert [name for name in names if not any(map(str.startswith, shown, repeat(name)))] == []


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["xyz"], 2, ["xyz: no such command; see 'rookery --help'"]),
        (["pirnt", "giza"], 2, ["pirnt: no such command; did you mean 'print'?"]),
        (["calibrate", "shet"], 2, ["shet: no such command; did you mean 'sheet'?"]),
        (["preview", "my.toml"], 2, ["preview: no such command; did you mean 'deck preview'?"]),
        (["games", "chess"], 2, ["chess: no such game; use one of: combust, giza"]),
        (["games", "Gize"], 2, ["Gize: no such game; did you mean 'giza'? use one of: combust"]),
        (["rules", "roks"], 2, ["did you mean 'rocks'?"]),
        (["print", "solitare"], 2, ["did you mean 'solitaire'?"]),
        (["print", "giza", "--paper", "LETER"], 2, ["did you mean 'letter'?"]),
        (
            ["print", "giza", "--papre", "a4"],
            2,
            ["--papre: no such option; did you mean '--paper'?"],
        ),
        (["scan", "photo.jpg", "--game", "gyza"], 2, ["did you mean 'giza'?"]),
        (["rules"], 2, ["rookery: rules: GAME is missing; use one of: combust,"]),
        (["games", "--deck"], 2, ["rookery: --deck: requires an argument"]),
        (["puzzle", "-o", ""], 2, ["-o: the value is empty; give one, or leave it out"]),
        (["scan", ""], 2, ["scan: the value is empty"]),
        (["calibrate", "show", ""], 2, ["show: the value is empty"]),
        (
            ["games", "giza", "--deck", "missing.toml"],
            2,
            ["missing.toml", "no such file", "check the name"],
        ),
    ],
)
def test_mistakes_end_in_one_line(
    argv: list[str], status: int, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A user's mistake ends in exit status 2 and one line that names input, problem and remedy."""
    assert cli.run(argv) == status
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in words), said


@pytest.mark.parametrize(
    "argv",
    [
        ["GAMES", "Giza"],
        ["games", "GIZA", "--JSON"],
        ["Calibrate", "LIST"],
        [
            "print",
            "Solitaire",
            "--plan",
            "--paper",
            "A4",
            "--sides",
            "LONG",
            "--ink",
            "Mono",
            "--board",
            "4X5",
        ],
        [
            "print",
            "giza",
            "--plan",
            "--only",
            "Penguin-07,CHIEF",
            "--cut",
            "SVG",
            "--language",
            "DE",
        ],
        ["print", "ALL", "--plan"],
        ["solve", "S,,/,,/,,M", "--finish", "Small"],
        [
            "simulate",
            "ROCKS",
            "--games",
            "1",
            "--jobs",
            "1",
            "--bots",
            "Random",
            "--variant",
            "Play-Out",
        ],
        [
            "scan",
            str(ROOT / "tests" / "photos" / "01-desk-legal.jpg"),
            "--game",
            "GIZA",
            "--goals",
            "Goal-Top",
        ],
    ],
    ids=" ".join,
)
def test_words_are_taken_in_any_case(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Commands, options, games, choices and ids."""
    try:
        status = cli.run(argv)
    except SystemExit as end:  # as `scan` does
        status = int(end.code or 0)
    assert (status, capsys.readouterr().err) == (0, "")


def test_an_internal_error_is_70(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unexpected exception ends in one line and exit status 70."""
    monkeypatch.setitem(
        cli.COMMANDS, "games", ("companion.errors:RookeryError", "no command at all")
    )
    assert cli.run(["games"]) == cli.INTERNAL_ERROR
    assert "internal error" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (
            PermissionError(13, "Permission denied", "DIR/x"),
            2,
            "DIR/x: permission denied; check the name",
        ),
        (OSError(36, "File name too long", "aaa"), 2, "aaa: file name too long; check the name"),
        (
            OSError(28, "No space left on device"),
            2,
            "output: the disk is full, so the output is incomplete; free some",
        ),
        (
            ConnectionResetError(104, "Connection reset by peer"),
            cli.INTERNAL_ERROR,
            "internal error",
        ),
    ],
)
def test_what_the_system_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: OSError,
    status: int,
    says: str,
) -> None:
    """A file that no command expected to fail, and a full disk, are one line with the file's name,
    and 2.
    """

    def refused(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.rookery, "main", refused)
    assert cli.run(["games"]) == status
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert says in said


@pytest.mark.parametrize(
    "argv", [["print", "giza", "-o"], ["print", "giza", "--shop"], ["puzzle", "-o"]]
)
def test_a_name_that_is_too_long(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """No file system takes 300 letters: the name is reported."""
    assert cli.run([*argv, f"{'a' * 300}.pdf"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "aaa.pdf" in said


def test_ctrl_c_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a command with status 130 and one line, no traceback."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.rookery, "main", interrupted)
    assert cli.run(["games"]) == INTERRUPTED
    assert capsys.readouterr().err.count("\n") == 1


def test_errors_name_source_place_and_remedy() -> None:
    """Every error's message is: input, place, problem, remedy."""
    error = RookeryError("photo.jpg", "is empty", at="byte 0", remedy="send it again")
    assert str(error) == "photo.jpg: byte 0: is empty; send it again"


def test_repository_names_no_registry_host_or_machine_path() -> None:
    """Nothing that is committed names a package registry's host: set-up works behind any mirror."""
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.(org|com)"])
    )
    texts = (
        ROOT / name
        for name in files
        if not name.endswith((".jpg", ".png", ".whl", ".ttf", ".woff2", ".pdf"))
    )
    assert not [
        str(path) for path in texts if hosts.search(path.read_text("utf-8", errors="replace"))
    ]


def test_a_rule_that_is_switched_off_has_its_reason_beside_it() -> None:
    """Of the linter: so that whoever reads knows whether it still holds."""
    bare = re.compile(r"noqa(: [A-Z0-9, ]+)?\s*$", re.MULTILINE)
    rooms = ("companion", "printables", "rookery", "vision", "web", "tests", "bench", "docs")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    assert files
    assert [str(path) for path in files if bare.search(path.read_text("utf-8"))] == []
