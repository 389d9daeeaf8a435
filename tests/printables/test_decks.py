"""`rookery deck`: your own file, from the first line to the last mistake."""

from __future__ import annotations

import json
import os
import tomllib
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.deckfile import deck_text, load_deck
from companion.game import game, slugs
from companion.solitaire import GAME as SOLITAIRE
from printables.draw.render import opened
from rookery import cli
from tests.printables.own import picture, with_art

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in a folder of their own."""
    monkeypatch.chdir(tmp_path)


def deck(*argv: str) -> int:
    """The exit status of `rookery deck ...`."""
    return cli.run(["deck", *argv])


@pytest.mark.parametrize("slug", slugs())
def test_a_new_deck_is_ours_with_remarks(slug: str, capsys: Capture) -> None:
    """It reads as our own deck, says whose it is, begins with what to do next, and has a remark
    before each part.
    """
    assert deck("new", slug, "my.toml") == 0
    assert "next   rookery deck preview my.toml" in capsys.readouterr().out
    text = Path("my.toml").read_text("utf-8")
    row = game(slug)
    assert load_deck(row, "my.toml").fingerprint == load_deck(row).fingerprint
    assert "rookery deck preview my.toml" in text.splitlines()[4]
    assert f"rookery print {slug} --deck my.toml" in text
    assert deck("check", "my.toml") == 0
    assert "Same as the standard deck." in capsys.readouterr().out


def test_a_new_board(capsys: Capture) -> None:
    """Solitaire's board in another size, its remarks kept; no other game has one."""
    assert deck("new", "solitaire", "my.toml", "--board", "5x6") == 0
    text = Path("my.toml").read_text("utf-8")
    assert load_deck(SOLITAIRE, "my.toml").size == "5x6"
    assert all(
        line in text
        for line in deck_text(game("solitaire"))[0].splitlines()
        if line.startswith("#")
    )
    assert deck("new", "giza", "other.toml", "--board", "5x6") == 2
    assert "giza has no boards of other sizes" in capsys.readouterr().err
    assert not Path("other.toml").exists()


REFUSED: list[tuple[str, Callable[[Path], object], str]] = [
    (
        "my.toml",
        lambda path: path.write_text("mine"),
        "my.toml: already exists; choose another name",
    ),
    ("my.toml", lambda path: path.symlink_to("nowhere"), "my.toml: already exists"),
    ("my.toml", lambda path: path.mkdir(), "my.toml: already exists"),
    ("far/my.toml", lambda _: None, "far: no such folder; make it first, or choose another one\n"),
    ("my.txt", lambda _: None, "my.txt: not the name of a .toml file; use a name"),
]


@pytest.mark.parametrize(("name", "prepare", "words"), REFUSED)
def test_a_new_deck_never_replaces_anything(
    name: str, prepare: Callable[[Path], object], words: str, capsys: Capture, tmp_path: Path
) -> None:
    """What is there stays byte by byte, and nothing else is left behind."""
    prepare(Path(name))
    before = sorted(
        (path.name, path.is_file() and path.read_bytes()) for path in tmp_path.iterdir()
    )
    assert deck("new", "giza", name) == 2
    assert words in capsys.readouterr().err
    assert (
        sorted((path.name, path.is_file() and path.read_bytes()) for path in tmp_path.iterdir())
        == before
    )


def test_somebody_quicker_keeps_the_name(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A file that appears at the last moment is not replaced either."""
    link = os.link

    def slowly(draft: Path, target: Path) -> None:
        Path("my.toml").write_text("quicker", "utf-8")
        link(draft, target)

    monkeypatch.setattr(os, "link", slowly)
    assert deck("new", "giza", "my.toml") == 2
    assert "already exists" in capsys.readouterr().err
    assert Path("my.toml").read_text("utf-8") == "quicker"
    assert [path.name for path in Path().iterdir()] == ["my.toml"]


def test_a_disk_without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file system knows no links, a rename does."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    assert deck("new", "giza", "my.toml") == 0
    assert [path.name for path in Path().iterdir()] == ["my.toml"]


def change(slug: str, *pairs: tuple[str, str]) -> None:
    """A copy of our deck with these texts replaced where they come first."""
    text = deck_text(game(slug))[0]
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    Path("my.toml").write_text(text, "utf-8")


def test_differences_and_advice_are_told(capsys: Capture) -> None:
    """Which cards differ and how; what is allowed but hardly meant."""
    change("giza", ("arms = [2, 2]", "arms = [3, 2]"), ('kind = "most-zeroes"', 'kind = "no-grey"'))
    assert deck("check", "my.toml") == 0
    said = capsys.readouterr().out
    assert "my.toml  no mistakes: giza, 93 pieces, deck " in said
    assert "  penguin-01: arms 3 2, was 2 2\n" in said
    assert "goal-zeroes: kind no-grey, was most-zeroes" in said
    assert "Worth a second look:\n  goal-zeroes and goal-bright ask for the same" in said


CHECKS = [
    (
        "one mistake",
        [("weight = 5", "weight = 6")],
        ["line 221, penguin[13].weight: 6 is out of range"],
    ),
    (
        "alike",
        [("weight = 5", "weight = 4")],
        ["penguin[13].arms: same colour, weight and arms as penguin-12 (line "],
    ),
    (
        "several",
        [("weight = 5", "weight = 6"), ("points = 5", "pionts = 5"), ('"sun"', '"son"')],
        [
            "colour[1].symbol: 'son' is unknown; did you mean 'sun'?",
            "rename 'pionts' in line",
            "my.toml: 3 mistakes",
        ],
    ),
    ("no TOML", [("weight = 5", "weight =")], ["line 221, column 9: neither a number"]),
    (
        "no picture",
        [('id = "goal-top"', 'id = "goal-top"\nart = "fox.png"')],
        ["goal[4].art: 'fox.png' doesn't exist"],
    ),
    ("no letters", [('name = "Heavy crown"', 'name = "\\u738b"')], ["name: the font has no"]),
    (
        "no letters in a colour",
        [('name = "Lapis"', 'name = "Lapis 🐧"')],
        ["line 31, name: the font has no"],
    ),
    (
        "no letters in the credit",
        [('game = "giza"', 'game = "giza"\ncredit = "王"')],
        [", credit: the font has no"],
    ),
    ("another game", [('game = "giza"', 'game = "rocks"')], ["drawing: missing"]),
]


@pytest.mark.parametrize(
    ("pairs", "words"), [row[1:] for row in CHECKS], ids=[row[0] for row in CHECKS]
)
def test_mistakes_are_told_with_their_lines(
    pairs: list[tuple[str, str]], words: list[str], capsys: Capture
) -> None:
    """Each names file, line, field and remedy, and the exit status is 2."""
    change("giza", *pairs)
    assert deck("check", "my.toml") == 2
    said = capsys.readouterr().err
    for word in words:
        assert word.split(":", maxsplit=1)[0].split(", ")[-1] in said
    assert all(word.split(", ")[-1] in said for word in words), said


STRAY = [
    ("fu\u0308r Ke\u0323\u0301", "the accent U+0301 can't be printed on 'ẹ'; leave it out"),
    (
        "Gi\\u202Eza",
        "an invisible character, U+202E, after 'Gi'; delete it, or type the",
    ),
    ("Giza\u200b", "an invisible character, U+200B, after 'Giza'; delete it"),
    ("\\u0007Giza", "an invisible character, U+0007, after ''; delete it"),
]


@pytest.mark.parametrize(("title", "says"), STRAY, ids=[ascii(row[0])[:20] for row in STRAY])
@pytest.mark.parametrize("command", ["check", "print"])
def test_characters_that_paper_cannot_show_are_named(
    command: str, title: str, says: str, capsys: Capture
) -> None:
    """File, line and field are those of the text, wherever else lines end for Unicode."""
    change("giza", ('title = "Giza"', f'# a\u2028b\x85c\ntitle = "{title}"'))
    words = ["deck", "check", "my.toml"] if command == "check" else ["print", "giza", "--deck"]
    assert cli.run(words if command == "check" else [*words, "my.toml"]) == 2
    assert capsys.readouterr().err.startswith(f"rookery: my.toml: line 6, title: {says}")


@pytest.mark.parametrize("slug", ["giza", "combust"])
def test_both_normal_forms_look_the_same(slug: str) -> None:
    """Accents typed as characters of their own, or as escapes: each page is the same to the dot."""
    pages = []
    for form in ("NFC", "NFD", "escaped"):
        words = unicodedata.normalize("NFC" if form == "NFC" else "NFD", "Pyramiden für été")
        words = json.dumps(words, ensure_ascii=form == "escaped")[1:-1]
        text = deck_text(game(slug))[0]
        for key in ("title", "name"):
            text = text.replace(f'\n{key} = "', f'\n{key} = "{words} ')
        Path(f"{form}.toml").write_text(text, "utf-8")
        assert cli.run(["print", slug, "--deck", f"{form}.toml", "-o", f"{form}.pdf"]) == 0
        with opened(Path(f"{form}.pdf").read_bytes()) as pdf:
            pages.append([page.render(scale=1).to_numpy().tobytes() for page in pdf])
    assert pages[0] == pages[1] == pages[2]


def test_a_report_for_programs(capsys: Capture) -> None:
    """With --json, mistakes or differences are one object; the exit status is the same."""
    change("giza", ("arms = [2, 2]", "arms = [3, 2]"))
    assert deck("check", "my.toml", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["pieces"], data["faults"]) == ("giza", 93, [])
    assert data["deck"] == load_deck(game("giza"), "my.toml").fingerprint
    assert data["differences"] == ["penguin-01: arms 3 2, was 2 2"]
    change("giza", ("weight = 5", "weight = 6"))
    assert deck("check", "my.toml", "--json") == 2
    data = json.loads(capsys.readouterr().out)
    assert (data["deck"], data["pieces"]) == (None, 0)
    places = [fault["at"].partition(", ")[2] for fault in data["faults"]]
    assert places == ["penguin[13].weight"]


def test_many_mistakes_are_cut_short(capsys: Capture) -> None:
    """Twenty are enough to begin with."""
    Path("my.toml").write_text(
        deck_text(game("giza"))[0].replace("weight = ", "weight = 1"), "utf-8"
    )
    assert deck("check", "my.toml") == 2
    assert len(capsys.readouterr().err.splitlines()) == 21


def test_a_picture_is_no_spreadsheet(capsys: Capture) -> None:
    """It is refused by its name, before anything is written."""
    Path("anna.jpg").write_bytes(b"\xff\xd8\xff")
    assert deck("import", "giza", "anna.jpg", "-o", "my.toml") == 2
    assert "anna.jpg: not the name of a .csv file; save the" in capsys.readouterr().err
    assert not Path("my.toml").exists()


def test_a_long_name_is_told_to_be_small(capsys: Capture) -> None:
    """Words that shrink to fit are named with their size."""
    change(
        "combust",
        (
            'name = "Court Juggler"',
            'name = "The Right Honourable Lady Chief Juggler of Both Banks of the River Nile"',
        ),
    )
    assert deck("check", "my.toml") == 0
    said = capsys.readouterr().out
    assert "juggler: 'The Right Honourable" in said
    assert "mm high to fit" in said


def test_pictures_are_printed(capsys: Capture) -> None:
    """From the file to the PDF in one command, and a missing one stops it before anything is
    written.
    """
    with_art("giza", {"penguin-07": "fox.png"}, Path())
    print_it = ["print", "giza", "--deck", "giza.toml", "--only", "penguin-07", "--no-index"]
    assert cli.run(print_it) == 2
    assert "penguin[7].art: 'fox.png' doesn't exist" in capsys.readouterr().err
    assert not list(Path().glob("*.pdf"))
    Path("fox.png").write_bytes(picture())
    assert cli.run(print_it) == 0
    assert b"/Image" in Path("giza-penguin-07.pdf").read_bytes()


def test_only_csv_is_exported(capsys: Capture) -> None:
    """A spreadsheet program refuses an .xlsx that holds CSV: the name is refused here, and the
    right one told.
    """
    assert deck("export", "giza", "-o", "cards.xlsx") == 2
    said = capsys.readouterr().err
    assert "cards.xlsx: not the name of a .csv file; use a name that ends in .csv, such" in said
    assert not Path("cards.xlsx").exists()


def test_from_a_spreadsheet_and_back(capsys: Capture) -> None:
    """Out, changed, in: a new deck file begins as ours; a second time only those rows change,
    remarks stay.
    """
    assert deck("export", "giza", "-o", "cards.csv") == 0
    assert deck("export", "giza", "-o", "cards.csv") == 2
    assert "already exists" in capsys.readouterr().err
    cards = Path("cards.csv").read_text("utf-8-sig")
    Path("cards.csv").write_bytes(
        cards.replace("penguin-01,ruby,0,2 2", "penguin-01,ruby,0,3 3").encode()
    )
    assert deck("import", "giza", "cards.csv", "-o", "my.toml") == 0
    data = tomllib.loads(Path("my.toml").read_text("utf-8"))
    assert data["penguin"][0]["arms"] == [3, 3]
    mine = Path("my.toml").read_text("utf-8").replace('title = "Giza"', 'title = "Mine"  # so!')
    Path("my.toml").write_text(mine, "utf-8")
    Path("goals.csv").write_text(
        "id;points\n" + "".join(f"{g['id']};9\n" for g in data["goal"]), "utf-8"
    )
    assert deck("import", "giza", "goals.csv", "-o", "my.toml") == 0
    text = Path("my.toml").read_text("utf-8")
    found = tomllib.loads(text)
    assert 'title = "Mine"  # so!' in text
    assert {goal["points"] for goal in found["goal"]} == {9}
    assert found["penguin"] == data["penguin"]


def test_an_import_lists_what_it_changes(capsys: Capture) -> None:
    """Each row with its old values, so that rows of another deck can't undo yours in silence; rows
    that stay keep their letters.
    """
    assert deck("new", "giza", "my.toml") == 0
    mine = Path("my.toml").read_text("utf-8")
    card = 'id = "penguin-07"\ncolour = "ruby"\nweight = 2\n'
    assert card in mine
    mine = mine.replace(card, card.replace("2", "5")).replace("= [2, 2]", "= [ 2, 2 ] # strong", 1)
    Path("my.toml").write_text(mine, "utf-8")
    assert deck("export", "giza", "-o", "standard.csv") == 0
    assert "this is the standard deck; for yours, add --deck FILE" in capsys.readouterr().out
    assert deck("export", "giza", "--deck", "my.toml", "-o", "mine.csv") == 0
    assert "standard" not in capsys.readouterr().out
    assert deck("import", "giza", "mine.csv", "-o", "my.toml") == 0
    assert "52 rows of penguin from mine.csv, 0 changes\n" in capsys.readouterr().out
    assert Path("my.toml").read_text("utf-8") == mine
    assert deck("import", "giza", "standard.csv", "-o", "my.toml") == 0
    changed = "from standard.csv, 1 change:\n  penguin-07: weight 2, was 5\n"
    assert changed in capsys.readouterr().out
    assert "= [ 2, 2 ] # strong" in Path("my.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("id,weight\npenguin-01,9", "cards.csv: row 2, column weight: 9 is out of range"),
        ("id,weight\npenguin-01,2", "rookery: cards.csv: 1 row of penguin; use 52\n"),
        ("id,weight\npenguin-01,x", "cards.csv: row 2, column weight: 'x' isn't a whole number"),
        ("id,wait\npenguin-01,2", "header: no field of"),
    ],
)
def test_a_spreadsheet_with_a_mistake_changes_nothing(
    cards: str, words: str, capsys: Capture
) -> None:
    """The error names row and column; no deck file is written, and one that is there stays."""
    Path("cards.csv").write_text(cards, "utf-8")
    assert deck("import", "giza", "cards.csv", "-o", "new.toml", "--rows", "penguin") == 2
    assert words in capsys.readouterr().err
    assert not Path("new.toml").exists()


def exported(key: str = "penguin") -> None:
    """Our own rows as rows.csv."""
    assert deck("export", "giza", "-o", "rows.csv", "--rows", key) == 0


DAMAGE: dict[str, Callable[[str], str]] = {
    "a number out of range": lambda text: text.replace("weight = 0", "weight = 77", 1),
    "a text for a number": lambda text: text.replace("weight = 0", 'weight = "0"', 1),
    "a misspelt field": lambda text: text.replace("weight = 0", "wait = 0", 1),
    "an id twice": lambda text: text.replace('id = "penguin-01"', 'id = "penguin-02"', 1),
    "no id": lambda text: text.replace('id = "penguin-01"\n', "", 1),
    "no rows at all": lambda text: text.partition("[[penguin]]")[0],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_spreadsheet_mends_the_rows_that_it_replaces(damage: Callable[[str], str]) -> None:
    """What was wrong with them in the deck file is gone, and all else stays."""
    exported()
    ours = deck_text(game("giza"))[0]
    Path("my.toml").write_text(damage(ours), "utf-8")
    assert deck("check", "my.toml", "--game", "giza") == 2
    assert deck("import", "giza", "rows.csv", "-o", "my.toml") == 0
    assert tomllib.loads(Path("my.toml").read_text("utf-8")) == tomllib.loads(ours)


def test_what_is_wrong_elsewhere_is_told_where_it_stands(capsys: Capture) -> None:
    """A mistake in other rows keeps its line of the deck file, which stays; one in the spreadsheet
    its row.
    """
    exported()
    change("giza", ("points = 5", "points = 77"))
    text = Path("my.toml").read_text("utf-8")
    line = text[: text.index("points = 77")].count("\n") + 1
    short = "".join(Path("rows.csv").read_text("utf-8-sig").splitlines(keepends=True)[:-1])
    Path("rows.csv").write_text(short, "utf-8")
    capsys.readouterr()
    assert deck("import", "giza", "rows.csv", "-o", "my.toml") == 2
    told = capsys.readouterr().err.splitlines()
    assert (
        sum(
            each.startswith(f"my.toml: line {line}, goal[1].points: 77 is out of range")
            for each in told
        )
        == 1
    )
    assert "rows.csv: 51 rows of penguin; use 52" in told
    assert told[-1] == "rookery: rows.csv: 2 mistakes; fix them and check again"
    assert Path("my.toml").read_text("utf-8") == text


def test_a_mistake_that_the_new_rows_make_elsewhere_has_no_line(capsys: Capture) -> None:
    """No file has that line: the field shows what to fix."""
    exported("colour")
    cards = Path("rows.csv").read_text("utf-8-sig").replace("jade", "mint")
    Path("rows.csv").write_text(cards, "utf-8")
    capsys.readouterr()
    assert deck("import", "giza", "rows.csv", "-o", "my.toml") == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("my.toml: penguin[")
    assert "'jade' is unknown" in told[0]


def test_another_games_file_is_left_alone(capsys: Capture) -> None:
    """A deck file that says whose it is takes no rows of another game, nor does one that isn't
    TOML.
    """
    exported()
    Path("my.toml").write_text('game = "rocks"\n', "utf-8")
    assert deck("import", "giza", "rows.csv", "-o", "my.toml") == 2
    assert "'rocks' is another game than giza" in capsys.readouterr().err
    Path("my.toml").write_text("title = \n", "utf-8")
    assert deck("import", "giza", "rows.csv", "-o", "my.toml") == 2
    assert "my.toml: line 1, column 9: neither a number" in capsys.readouterr().err
