from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import get_args

import click
import pypdfium2
import pytest
from PIL import Image

from companion.errors import PrintError
from companion.game import slugs
from companion.giza.deck import Deck
from companion.manifest import Manifest
from companion.solitaire.puzzles import LEVELS, MOST_SEED
from printables import cli
from printables.draw.colours import Ink
from printables.output.plotter import WRITERS
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS

Say = Callable[..., tuple[int, str, str]]


def read_manifest(path: Path) -> Manifest:
    return Manifest.from_json(path.read_text("utf-8"))


def test_printing_says_what_lies_where_and_how_to_print_it(rookery: Say, tmp_path: Path) -> None:
    """File, pages, sheets, pieces; then scale, sides and the ruler: all that a person needs at the
    printer.
    """
    status, out, err = rookery("print", "giza")
    assert (status, err) == (0, "")
    assert (
        "giza  24 pages on 12 sheets of A4: 52 penguins, 20 action cards, 10 goal cards, 1 "
        "Chief card, 10 to"
    ) in out
    assert "giza.manifest.json" in out
    assert "at 100 % (actual size, not fit to page), both sides, flip on the long edge" in out
    assert "100 mm" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["giza.manifest.json", "giza.pdf"]


@pytest.mark.parametrize(
    ("words", "page", "summary"),
    [
        (
            ("--only", "goal", "--paper", "letter"),
            (215.9, 279.4),
            "4 pages on 2 sheets of US Letter",
        ),
        (("--only", "goal", "--sides", "gutterfold"), (210, 297), "3 pages on 3 sheets of A4"),
        (("--only", "goal", "--sides", "single"), (210, 297), "4 pages on 4 sheets of A4"),
        (("--only", "chief"), (210, 297), "2 pages on 1 sheet of A4: 1 Chief card\n"),
        (("--only", "chief", "--index"), (210, 297), "4 pages on 2 sheets of A4: 1 Chief card\n"),
        (
            ("--only", "token,penguin-07", "--only", " penguin-01"),
            (210, 297),
            "1 sheet of A4: 2 penguins, 10 tokens\n",
        ),
        (
            ("--only", "chief", "--copies", "9"),
            (210, 297),
            "2 pages on 1 sheet of A4: 9 Chief cards\n",
        ),
    ],
)
def test_options_change_what_is_printed(
    rookery: Say, tmp_path: Path, words: tuple[str, ...], page: tuple[float, float], summary: str
) -> None:
    """Paper, sides, choice and copies, seen in the summary and in the manifest."""
    status, out, _ = rookery("print", "giza", "-o", "out.pdf", *words)
    assert status == 0
    assert summary in out
    manifest = read_manifest(tmp_path / "out.manifest.json")
    assert manifest.page == page


def test_choices_are_complete() -> None:
    """The options list all there is without importing it."""
    choices = {
        param.name: param.type.choices
        for param in cli.print_.params
        if isinstance(param.type, click.Choice)
    }
    assert choices["sides"] == tuple(SIDES)
    assert choices["cut"] == tuple(WRITERS)
    assert choices["ink"] == get_args(Ink)


@pytest.mark.parametrize(("option", "most"), [("--level", LEVELS[-1]), ("--seed", MOST_SEED)])
def test_puzzles_have_these_limits(rookery: Say, option: str, most: int, tmp_path: Path) -> None:
    """The option's range is the one that puzzles have."""
    words = ("puzzle", "--count", "1", "--json", "--level", "1")
    assert rookery(*words, option, str(most + 1))[2].endswith(
        f"to {most}; see 'rookery puzzle --help'\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_all_games_go_to_a_folder_one_pdf_each(
    rookery: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`print all -o DIR` makes the folder and names the files after the games; three pieces of each
    game show it.
    """
    monkeypatch.setattr("printables.output.job.chosen", lambda pieces, _: pieces[:3])
    status, out, _ = rookery(
        "print", "all", "-o", "sheets", "--copies", "2", "--no-extras", "--no-index"
    )
    assert status == 0
    for slug in slugs():
        assert str(Path("sheets") / f"{slug}-no-extras.pdf") in out
        assert read_manifest(tmp_path / "sheets" / f"{slug}-no-extras.manifest.json").game == slug
    pieces = Counter(
        piece.kind
        for piece in read_manifest(tmp_path / "sheets" / "giza-no-extras.manifest.json").pieces
    )
    assert pieces["penguin"] == 2 * 2 * 3


def test_a_new_folder_goes_where_nothing_was_written(
    rookery: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full at once leaves no empty folder behind; one that was there
    before stays.
    """

    def full(*_: object) -> None:
        raise PrintError("giza.pdf", "the disk is full")

    monkeypatch.setattr("printables.output.job.chosen", lambda pieces, _: pieces[:1])
    monkeypatch.setattr("printables.output.files.save", full)
    (tmp_path / "old").mkdir()
    for folder in ("new", "old"):
        assert rookery("print", "all", "-o", folder, "--no-extras", "--no-index")[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_a_plan_makes_no_folder(rookery: Say, tmp_path: Path) -> None:
    """`--plan` writes nothing, folders included."""
    assert rookery("print", "all", "-o", "sheets", "--plan")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_deck_of_ones_own_is_printed(rookery: Say, tmp_path: Path, deck: Deck) -> None:
    """Its fingerprint stands in the manifest: other goals, another deck."""
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    points = deck.goals[0].points
    own = text.replace(f"points = {points}", f"points = {points % 9 + 1}", 1)
    (tmp_path / "own.toml").write_text(own, "utf-8")
    status, _, err = rookery("print", "giza", "--deck", "own.toml", "--only", deck.goals[0].id)
    assert (status, err) == (0, "")
    printed = read_manifest(tmp_path / f"giza-{deck.goals[0].id}.manifest.json")
    assert printed.deck != deck.fingerprint
    assert [piece.id for piece in printed.pieces] == [deck.goals[0].id] * 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("print", "chess"), "chess: no such game; use one of: combust, giza"),
        (("print", "giza", "-o", "giza.txt"), "giza.txt: not the name of a .pdf file; use a name"),
        (
            ("print", "giza", "-o", "giza.png"),
            (
                "giza.png: not the name of a .pdf file; use a name that ends in .pdf, such as -o "
                "giza.pdf"
            ),
        ),
        (("print", "giza", "-o", "no/giza.pdf"), "no: no such folder; make it first"),
        (("print", "all", "-o", "no/sheets"), "no: no such folder; make it first"),
        (
            ("print", "all", "--only", "chief"),
            "--only: is for one game, not for 'all'; name the game",
        ),
        (
            ("print", "all", "--deck", "x.toml"),
            "--deck: is for one game, not for 'all'; name the game",
        ),
        (
            ("print", "giza", "--deck", "x.toml"),
            "x.toml: no such file or directory; check the name and the folder",
        ),
        (
            ("print", "giza", "--only", "Penguin-7"),
            "--only: no piece is called 'penguin-7'; did you mean penguin-07?",
        ),
        (
            ("print", "giza", "--only", "pengin-07"),
            "--only: no piece is called 'pengin-07'; did you mean penguin-",
        ),
        (
            ("print", "giza", "--only", "zzz"),
            "--only: no piece is called 'zzz'; ids look like penguin-01, kinds like action",
        ),
        (
            ("print", "giza", "--only", ","),
            "--only: no piece is called ''; ids look like penguin-01, kinds like action",
        ),
        (("print", "giza", "--profile", ""), "--profile: the value is empty; give one"),
        (("print", "giza", "--shop="), "--shop: the value is empty; give one"),
        (("print", "giza", "--copies", "0"), "--copies: '0' is not a whole number from 1 to 50"),
        (("print", "giza", "--paper", "a5"), "a5: no such paper; use one of: a4, letter,"),
        (("print", "giza", "--sides", "both"), "both: no such way to print both sides; use"),
        (
            ("print", "giza", "--board", "4x5"),
            "--board: giza has no boards of other sizes; leave it out",
        ),
        (
            ("print", "all", "--board", "4x5"),
            "--board: is for one game, not for 'all'; name the game",
        ),
        (("print", "giza", "--players", "9"), "--players: giza is not for 9; use 2 to 4"),
        (("print", "giza", "--ink", "gold"), "gold: no such ink; use one of: full, low, mono"),
        (
            ("print", "giza", "--address", "notaurl", "--plan"),
            "--address: 'notaurl' isn't the address of a table; give the",
        ),
        (
            ("print", "all", "--address", "javascript:alert(1)"),
            "--address: 'javascript:alert(1)' isn't",
        ),
        (
            ("print", "giza", "--address", "http://[::1", "--shop", "out"),
            "isn't the address of a table",
        ),
        (("print", "giza", "--address", "http://kiwi.local:port"), "isn't the address of a table"),
        (("print", "giza", "--address", "http://my kiwi:8000"), "isn't the address of a table"),
        (("puzzle", "--address", "http:///s", "--json"), "isn't the address of a table"),
        (("print",), "rookery: print: GAME|all is missing; use one of: combust,"),
        (("deck", "import", "giza", "cards.csv"), "import: --output is missing; see"),
        (("deck", "export", "giza"), "export: --output is missing; see"),
    ],
)
def test_a_users_mistake_is_one_clear_line_and_writes_nothing(
    rookery: Say, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    """Status 2, and stderr names the input and the remedy."""
    status, out, err = rookery(*words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_the_font_lacks_is_a_users_mistake(
    rookery: Say, tmp_path: Path, deck: Deck
) -> None:
    """Found while drawing, before anything is written."""
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    (tmp_path / "deck.toml").write_text(
        text.replace(f'"{deck.goals[0].name}"', '"金字塔"'), "utf-8"
    )
    status, _, err = rookery("print", "giza", "--deck", "deck.toml")
    assert status == 2
    assert f"deck.toml: {deck.goals[0].id}, front: the font has no '金'" in err
    assert [path.name for path in tmp_path.iterdir()] == ["deck.toml"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no RLIMIT_FSIZE")
def test_a_full_disk_ends_in_one_line_and_keeps_the_old_print(rookery: Say, tmp_path: Path) -> None:
    """A real process that may write 20 kB to a file: the system itself says no in the middle of the
    PDF.
    """
    assert rookery("print", "giza", "--only", "chief", "-o", "giza.pdf")[0] == 0
    old = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000));"
        "from rookery.cli import run; sys.exit(run(['print', 'giza', '--only', 'goal', '-o', "
        "'giza.pdf']))"
    )
    # no bytecode either: it would be cut short and kept
    command = [sys.executable, "-B", "-c", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "rookery: giza.pdf: the disk is full; free some space or choose another disk with -o; "
        "nothing was written\n"
    )
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old


def test_printing_imports_neither_opencv_nor_numpy() -> None:
    """They cost more than the printing itself."""
    script = (
        "import sys, printables.printing; print(sorted({'cv2', 'numpy', 'flask'} & "
        "sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_plan_is_told_and_nothing_is_written(rookery: Say, tmp_path: Path) -> None:
    """`--plan` says how much paper it takes before any is used."""
    status, out, err = rookery("print", "giza", "--no-extras", "--paper", "a3", "--plan")
    assert (status, err) == (0, "")
    pieces = "52 penguins, 20 action cards, 10 goal cards, 1 Chief card, 10 tokens"
    assert out == f"giza  12 pages on 6 sheets of A3: {pieces}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_plan_is_told_before_drawing_begins(rookery: Say, tmp_path: Path, deck: Deck) -> None:
    """So that a person can stop it: here drawing fails, and the plan stands already."""
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    (tmp_path / "deck.toml").write_text(
        text.replace(f'"{deck.goals[0].name}"', '"\u91d1"'), "utf-8"
    )
    status, out, _ = rookery("print", "giza", "--no-extras", "--deck", "deck.toml")
    assert status == 2
    assert out.startswith("giza  22 pages on 11 sheets of A4")


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        (("--no-extras", "--no-index"), "20 pages on 10 sheets of A4"),
        (("--no-extras", "--bleed"), "24 pages on 12 sheets of A4"),
        (("--only", "penguin-0*,goal"), "6 pages on 3 sheets of A4: 9 penguins, 10 goal cards"),
        (("--only", "chief", "--players", "2"), "2 pages on 1 sheet of A4: 1 Chief card"),
        (
            ("--no-extras", "--paper", "tabloid", "--sides", "short"),
            "12 pages on 6 sheets of Tabloid",
        ),
        (("--ink", "low", "--only", "token"), "2 pages on 1 sheet of A4: 10 tokens"),
    ],
)
def test_more_options_change_how_much_paper_it_takes(
    rookery: Say, words: tuple[str, ...], summary: str
) -> None:
    """Without the index, with a bleed for each card, kinds and patterns, large paper."""
    status, out, _ = rookery("print", "giza", "--plan", *words)
    assert status == 0
    assert summary in out


def test_part_of_a_set_never_replaces_the_whole(rookery: Say, tmp_path: Path) -> None:
    """A lost card, or a set for fewer players, gets a name of its own; the complete print stays as
    it was.
    """
    assert rookery("print", "solitaire")[0] == 0
    whole = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for words in (
        ("--only", "tally"),
        ("--only", "stickers"),
        ("--players", "2"),
        ("--no-extras",),
    ):
        status, _, err = rookery("print", "solitaire", *words)
        assert (status, err) == (0, "")
    names = {"solitaire", "solitaire-2-players", "solitaire-no-extras"}
    names |= {"solitaire-stickers", "solitaire-tally"}
    assert {path.stem for path in tmp_path.glob("*.pdf")} == names
    assert {name: (tmp_path / name).read_bytes() for name in whole} == whole


@pytest.mark.parametrize(
    ("large", "small"),
    [
        (("giza", "--only", "chief", "--copies", "2"), ("giza", "--only", "chief")),
        (("giza", "--only", "goal"), ("giza", "--only", "chief", "--players", "2", "--no-extras")),
        (("combust", "--only", "event"), ("giza", "--only", "chief", "--sides", "single")),
    ],
)
def test_nothing_smaller_replaces_a_print_without_force(
    rookery: Say, tmp_path: Path, large: tuple[str, ...], small: tuple[str, ...]
) -> None:
    """Whatever makes it smaller: one line names the file, what it holds and the remedies, and
    nothing is touched.
    """
    assert rookery("print", *large, "-o", "out.pdf")[0] == 0
    held = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    status, out, err = rookery("print", *small, "-o", "out.pdf")
    assert (status, out) == (2, "")
    assert re.fullmatch(
        r"rookery: out.pdf: holds \d+ pieces \(\d+ [\w ]+ cards\), this print only 1; "
        r"replace it with --force, or name another file with -o\n",
        err,
    ), err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == held
    assert rookery("print", *small, "-o", "out.pdf", "--plan")[0] == 0
    assert rookery("print", *small, "-o", "out.pdf", "--force")[0] == 0
    assert read_manifest(tmp_path / "out.manifest.json").pieces[0].id == "chief"
    assert rookery("print", *large, "-o", "out.pdf")[0] == 0  # more than there is needs no word


def test_a_piece_in_parts_is_one_piece(rookery: Say) -> None:
    """A board takes four sheets of A4 and two of A3: the second print is not the smaller one."""
    for paper in ("a4", "a3"):
        status, _, err = rookery("print", "rocks", "--only", "board", "--paper", paper)
        assert (status, err) == (0, "")


def test_all_games_are_checked_before_any_is_printed(rookery: Say, tmp_path: Path) -> None:
    """One larger file in the folder, and none of the others is begun."""
    assert rookery("print", "rocks", "--only", "rock", "--copies", "4", "-o", "rocks.pdf")[0] == 0
    status, out, err = rookery("print", "all", "-o", ".")
    assert (status, out) == (2, "")
    assert "rocks.pdf: holds" in err
    assert [path.name for path in tmp_path.glob("*.pdf")] == ["rocks.pdf"]


LOST = [
    "giza penguin-07",
    "giza token",
    "combust regent",
    "rocks penguin-jade-1",
    "solitaire tally",
    "pirates tile-blue",
]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_lost_piece_takes_one_sheet_of_paper(rookery: Say, paper: str, sides: str) -> None:
    """Whatever the paper and the printer; no index, no rules, and a back on one-sided paper beside
    its front.
    """
    for slug, piece in map(str.split, LOST):
        _, out, err = rookery(
            "print", slug, "--only", piece, "--paper", paper, "--sides", sides, "--plan"
        )
        assert err == ""
        assert " on 1 sheet of " in out, (slug, piece, out)


def test_backs_beside_their_fronts_are_told_and_cut_out(rookery: Say, tmp_path: Path) -> None:
    """The words say where backs are, and a cutting machine finds both faces."""
    _, out, _ = rookery(
        "print", "pirates", "--only", "tile-blue", "--sides", "single", "--cut", "svg"
    )
    assert "one side: fronts and backs on the same sheet" in out
    cut = (tmp_path / "pirates-tile-blue.cut-01.svg").read_text("utf-8")
    assert cut.partition('id="CUT"')[2].partition("</g>")[0].count("<path") == 2
    manifest = read_manifest(tmp_path / "pirates-tile-blue.manifest.json")
    assert {piece.face: piece.page for piece in manifest.pieces} == {"front": 1, "back": 1}


def test_text_that_is_hard_to_read_is_told(rookery: Say, tmp_path: Path) -> None:
    """A long title becomes small on a reference card: one line on stderr names piece, text, size
    and remedy.
    """
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    own = re.sub(r"(?m)^title = .*", f'title = "{"Our long winter evenings " * 4}"', text, count=1)
    (tmp_path / "own.toml").write_text(own, "utf-8")
    for words in (("-o", "own.pdf"), ("--shop", "shop")):
        status, _, err = rookery(
            "print", "giza", "--deck", "own.toml", "--only", "reference,chief", *words
        )
        assert status == 0
        assert re.fullmatch(
            r"note: reference: 'Our long winter .*' is set in [1-4]\.\d pt, hard to read; "
            r"shorten it or the deck's title\n",
            err,
        ), err


def test_backs_of_combust_take_less_ink_than_fronts_unless_asked(
    rookery: Say, tmp_path: Path
) -> None:
    """Measured on the rendered pages; a shop and --back-ink full get the coloured backs."""

    def ink(*words: str) -> tuple[float, float]:
        """The mean darkness of fronts and of backs, of 255."""
        assert rookery("print", "combust", "--only", "hatchling,fisher", "--force", *words)[0] == 0
        with pypdfium2.PdfDocument(tmp_path / "combust-hatchling-fisher.pdf") as pdf:
            sides = [255 - page.render(scale=1).to_numpy().mean() for page in pdf]
        return sum(sides[::2]), sum(sides[1::2])

    light, full = ink(), ink("--back-ink", "full")
    assert light[0] == full[0]
    assert light[1] < light[0] < full[1]
    assert ink("--ink", "mono", "--back-ink", "full") == ink("--ink", "mono")
    assert rookery("print", "combust", "--only", "fisher", "--shop", "shop")[0] == 0
    with Image.open(next((tmp_path / "shop").glob("*_back.png"))) as back:
        assert back.convert("RGB").getpixel((3, 3)) != (255, 255, 255)


@pytest.mark.parametrize("sides", ["long", "short"])
def test_score_pad_and_label_are_on_the_back_of_the_first_page(
    rookery: Say, tmp_path: Path, sides: str
) -> None:
    """A duplex printer prints them on paper that nobody keeps; backs of cards stay behind fronts,
    and a cut file for that page has their outlines.
    """
    words = ("--only", "score-pad,box-label,chief", "--index", "--sides", sides, "--cut", "svg")
    assert rookery("print", "giza", *words, "-o", "a.pdf")[0] == 0
    pages: dict[int, list[str]] = {}
    for piece in read_manifest(tmp_path / "a.manifest.json").pieces:
        pages.setdefault(piece.page, []).append(f"{piece.id} {piece.face}")
    paper = ["score-pad front", "score-pad front", "box-label front"]
    assert pages == {2: paper, 3: ["chief front"], 4: ["chief back"]}
    assert (tmp_path / "a.cut-02.svg").is_file()
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as pdf:
        text = pdf[1].get_textpage().get_text_bounded()
    assert "page 2 of 4" in text
    assert "0 of" not in text


def test_tonight_prints_only_what_is_played_with(rookery: Say) -> None:
    """No extras and no index, by a name of its own; it doesn't go together with them."""
    status, out, _ = rookery("print", "giza", "--tonight")
    assert status == 0
    assert "20 pages on 10 sheets of A4: 52 penguins, 20 action cards" in out
    assert "giza-tonight.pdf" in out
    assert not {"label", "rules", "reference", "score"} & set(out.split())
    for option in ("--extras", "--index"):
        status, out, err = rookery("print", "giza", "--tonight", option)
        assert (status, out) == (2, "")
        assert err.startswith(f"rookery: {option}: is what --tonight leaves out")


def test_each_paper_gets_a_file_of_its_own(rookery: Say, tmp_path: Path) -> None:
    """Together they have every piece once; each says what to load, also in its small print."""
    status, out, err = rookery("print", "giza", "--extras", "--stock")
    assert (status, err) == (0, "")
    kinds = {
        "card": {"penguin", "action", "goal", "chief", "reference", "box"},
        "board": {"token"},
        "plain": {"label", "rules", "pad", "strip"},
        "labels": {"stickers"},
    }
    words = ("card of 200 g/m", "thick paper, to glue on board", "plain paper", "label paper")
    for (stock, held), load in zip(kinds.items(), words, strict=True):
        path = tmp_path / f"giza-on-{stock}.pdf"
        pieces = read_manifest(path.with_suffix(".manifest.json")).pieces
        assert {piece.kind for piece in pieces} == held
        assert f"load  {load}" in out
        with pypdfium2.PdfDocument(path) as document:
            fronts = [page.get_textpage().get_text_range() for page in document][::2]
        assert all(load[:10] in text for text in fronts)
    assert len(list(tmp_path.iterdir())) == 8
    status, out, err = rookery("print", "all", "--stock", "--plan")
    assert (status, err) == (0, "")
    assert len(re.findall(r"^pirates ", out, re.MULTILINE)) == 3
    assert sum(map(int, re.findall(r"(\d+) sheets? of A4:", out))) == int(
        re.findall(r"^all  (\d+) sheets", out, re.MULTILINE)[0]
    )
    assert "doesn't go together" in rookery("print", "giza", "--stock", "--shop", "x")[2]


def test_a_card_game_says_which_paper_its_pieces_need(rookery: Say, tmp_path: Path) -> None:
    """Hexes, round pieces and boards are on thick board, unless game.toml says otherwise."""
    assert rookery("game", "new", "otters")[0] == 0
    assert rookery("game", "print", "otters", "--stock")[0] == 0
    names = sorted(path.name for path in tmp_path.glob("*.pdf"))
    assert names == ["otters-on-board.pdf", "otters-on-card.pdf", "otters-on-plain.pdf"]
    toml = tmp_path / "otters" / "game.toml"
    toml.write_text(toml.read_text("utf-8").replace("width = 22", 'width = 22\nstock = "labels"'))
    status, out, _ = rookery("game", "print", "otters", "--stock", "--only", "token", "--plan")
    assert (status, out.count("\n")) == (0, 1)
    assert rookery("game", "print", "otters", "--stock", "--only", "token")[0] == 0
    assert (tmp_path / "otters-token-on-labels.pdf").is_file()
