"""A game's rules (`rookery rules`): whole, short, marked, and never at odds with the deck."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from dataclasses import fields, replace
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import pytest
from click.testing import CliRunner

from companion import combust, giza, solitaire
from companion.commands import MARK, rules
from companion.deckfile import SUMMARY_FILE, load_deck, load_summary
from companion.errors import DeckError, UsageError
from companion.game import game, slugs
from companion.language import LANGUAGES, reworded, say, spoken, translated
from companion.summary import LEGEND, Item, Section, Summary, read_summary

LINES, COLUMNS, WORDS = 90, 100, 30  # and the longest sentence that everyone can follow
SENTENCE = re.compile(r"(?<=[.?!]) +")

every_game = pytest.mark.parametrize("slug", slugs())


def _template(slug: str) -> str:
    return files(game(slug).package).joinpath(SUMMARY_FILE).read_text("utf-8")


def _unfilled(slug: str) -> Summary:
    row = game(slug)
    return read_summary(_template(slug), SUMMARY_FILE, row.details(load_deck(row)))


def _texts(summary: Summary) -> list[str]:
    """Every text of the page, gathered by the one function that changes them all."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    reworded(summary, note)
    return found


def _shown(*arguments: str, columns: int = COLUMNS) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(
        rules, arguments, catch_exceptions=False
    )
    assert result.exit_code == 0
    return result.output


# --- every game's page ----------------------------------------------------------------------------


@every_game
def test_rules_are_short(slug: str) -> None:
    """They are at most 90 lines of 100 columns, and on a wide screen no wider."""
    for columns in (COLUMNS, 200):
        lines = _shown(slug, columns=columns).splitlines()
        assert len(lines) <= LINES
        assert max(map(len, lines)) <= COLUMNS


@every_game
def test_sentences_are_short(slug: str) -> None:
    """No sentence is longer than about 30 words, and each item is whole sentences."""
    for item in _unfilled(slug).items:
        assert re.fullmatch(r"[A-Z$].*\.", item.text), item.text
    for text in _texts(_unfilled(slug)):
        assert max(len(sentence.split()) for sentence in SENTENCE.split(text)) <= WORDS, text


@every_game
def test_numbers_come_from_the_deck(slug: str) -> None:
    """No figure is typed into a page: each is a $name, and every detail that the row offers is
    spoken of.
    """
    used: set[str] = set()
    for text in _texts(_unfilled(slug)):
        names = Template(text).get_identifiers()
        used.update(names)
        assert not re.search(r"\d", Template(text).substitute(dict.fromkeys(names, ""))), text
    used.update(re.findall(r'(?:when|unless) = "(\w+)"', _template(slug)))
    row = game(slug)
    assert used == set(row.details(load_deck(row)))


@every_game
def test_readings_are_marked(slug: str) -> None:
    """On the terminal just the readings of ours begin with the mark, which the page explains: no
    colour needed.
    """
    row = game(slug)
    summary = load_summary(row, load_deck(row))
    shown = _shown(slug)
    lines = [line for line in shown.splitlines() if line.startswith(f"  {MARK}")]
    readings = [item for item in summary.items if item.reading]
    assert len(lines) == len(readings) > 0
    for line, item in zip(lines, readings, strict=True):
        assert line.rstrip().endswith(item.numbers)
        text = line.removeprefix(f"  {MARK}").rstrip().removesuffix(item.numbers).strip()
        assert item.text.startswith(text)
    assert f"{MARK} {LEGEND}" in shown


@every_game
def test_the_page_tells_everything(slug: str) -> None:
    """The game's own title and all texts stand on the page in their order, and no $ is left."""
    row = game(slug)
    summary = load_summary(row, load_deck(row))
    assert summary.title == row.title
    shown = " ".join(re.sub(r"( R[0-9]+)+ *$", "", _shown(slug), flags=re.MULTILINE).split())
    places = [shown.index(text) for text in (summary.title, *(item.text for item in summary.items))]
    assert places == sorted(places)
    assert "$" not in shown


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_speak_every_language(slug: str, language: str) -> None:
    """`--language` translates texts, headings and the note on our interpretations, not
    the numbers.
    """
    row = game(slug)
    data = json.loads(_shown(slug, "--language", language, "--json"))
    summary = load_summary(row, spoken(load_deck(row), language), language)
    assert data["language"] == language
    assert [item["text"] for item in data["needs"]] == [item.text for item in summary.needs.items]
    assert data["legend"] == translated(LEGEND, language)
    shown = _shown(slug, "--language", language)
    assert translated(say("You need"), language) in shown
    assert set(re.findall(r"R[0-9]+$", shown, re.MULTILINE)) == set(
        re.findall(r"R[0-9]+$", _shown(slug), re.MULTILINE)
    )


def test_rules_of_another_board() -> None:
    """`--board` counts its squares, pyramids and hops; a game with one board says so."""
    assert "4x5 squares and 60 pyramids" in _shown("solitaire", "--board", "4X5")
    assert "takes 59 hops" in _shown("solitaire", "--board", "4x5")
    assert "here 35" in _shown("solitaire")
    with pytest.raises(UsageError, match="giza has no boards of other sizes"):
        _shown("giza", "--board", "4x5")


@every_game
def test_json_is_the_structure(slug: str) -> None:
    """`--json` gives what the dataclasses hold, with players and legend: enough to print the page
    elsewhere.
    """
    row = game(slug)
    summary = load_summary(row, load_deck(row))
    data = json.loads(_shown(slug, "--json"))
    assert (data["rookery"], data["game"], tuple(data["players"]), data["legend"]) == (
        1,
        slug,
        row.players,
        LEGEND,
    )
    sections = tuple(Section(s["title"], s["kind"], _items(s["items"])) for s in data["sections"])
    needs = replace(summary.needs, items=_items(data["needs"]))
    again = Summary(data["title"], data["aim"], tuple(data["minutes"]), needs, sections)
    plain = tuple(replace(section, figure="") for section in summary.sections)
    # the others go to paper and browser only
    assert again == replace(summary, sections=plain, reference=(), pad=None)


def _items(rows: list[dict[str, Any]]) -> tuple[Item, ...]:
    items = tuple(Item(row["text"], tuple(row["rules"]), row.get("name", "")) for row in rows)
    assert [item.reading for item in items] == [row["reading"] for row in rows]
    return items


@every_game
def test_every_text_can_be_translated(slug: str) -> None:
    """`mapped` reaches every text of a page: what it leaves alone is numbers and the names of
    rules.
    """
    summary = reworded(_unfilled(slug), lambda _: "x")
    asides = [item for section in summary.reference for item in section.items]
    figures = {f"'{section.figure}'" for section in summary.sections}
    assert set(re.findall(r'"[^"]*"|\'[^\']*\'', repr(summary))) <= {
        "'x'", "''", *figures, *(f"'{kind}'" for kind in ("steps", "points", "table")),
        *(f"'{word}'" for item in (*summary.items, *asides) for word in (*item.rules, item.icon)),
    }  # fmt: skip
    assert {field.name for field in fields(summary)} == {
        "title",
        "aim",
        "minutes",
        "needs",
        "sections",
        "reference",
        "pad",
    }


def test_a_deck_of_ones_own_tells_its_own_numbers(tmp_path: Path) -> None:
    """More tokens in the deck file are more tokens on the page."""
    own = tmp_path / "my.toml"
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    assert text.count("[token]\ncount = 10 ") == 1
    own.write_text(text.replace("[token]\ncount = 10 ", "[token]\ncount = 14 "), "utf-8")
    assert "10 strength tokens" in _shown("giza")
    assert "14 strength tokens" in _shown("giza", "--deck", str(own))


@pytest.mark.parametrize(
    ("shortest", "longest", "words"),
    [
        (60, 300, "for 1 to 5 minutes,"),
        (10, 45, "for 10 to 45 seconds,"),
        (45, 300, "for 45 seconds to 5 minutes,"),
        (60, 90, "for 1 minute to 90 seconds,"),
        (60, 60, "for 1 minute,"),
        (30, 30, "for 30 seconds,"),
    ],
)
def test_times_are_told_in_minutes_or_seconds(shortest: int, longest: int, words: str) -> None:
    """solitaire R6: a board file may limit them to less than a minute, and to what isn't a whole
    one.
    """
    page = load_summary(
        solitaire.GAME, replace(load_deck(solitaire.GAME), limits=(shortest, longest))
    )
    assert any(words in item.text for item in page.items)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Add 1 second for", "1 strength token (", "and 1 event.")),
        ("de", ("kostet 1 Sekunde.", "1 Kraftmarker (", "und 1 Ereignis.")),
        ("es", ("Sumad 1 segundo por", "1 ficha de fuerza (", "y 1 evento.")),
    ],
)
def test_one_is_told_as_one(language: str, words: tuple[str, ...]) -> None:
    """Your own deck may have a single token or event, a board one second for each point; in any
    language.
    """
    deck = load_deck(combust.GAME)
    pages = (
        load_summary(solitaire.GAME, replace(load_deck(solitaire.GAME), penalty=1), language),
        load_summary(giza.GAME, replace(load_deck(giza.GAME), tokens=1), language),
        load_summary(
            combust.GAME, replace(deck, events=(replace(deck.events[0], copies=1),)), language
        ),
    )
    for page, wanted in zip(pages, words, strict=True):
        assert any(wanted in item.text for item in page.items), wanted


def test_rocks_o_a_board_that_plays_the_round_out_says_who_wins_there(tmp_path: Path) -> None:
    """rocks O, R10: on page and card nobody wins by being first, and no rule is lost."""
    own, row = tmp_path / "my.toml", game("rocks")
    text = files("companion.rocks").joinpath("board.toml").read_text("utf-8")
    own.write_text(text.replace('finish = "at-once"', 'finish = "play-out"'), "utf-8")
    shown = " ".join(_shown("rocks", "--deck", str(own)).split())
    summary = load_summary(row, load_deck(row, str(own)))
    card = " ".join(item.text for section in summary.reference for item in section.items)
    for said in (shown, card):
        assert "last to finish" in said
        assert not re.search("Be the first|[Yy]ou win|can win|fairer|winning", said)
    assert {rule for item in summary.items for rule in item.rules} == {
        rule for item in _unfilled("rocks").items for rule in item.rules
    }
    assert "Be the first to build" in _shown("rocks")


def test_docs_hold_the_same_pages() -> None:
    """docs/rules.md is what its command writes now; `make docs` writes it again."""
    docs = Path(__file__).parents[2] / "docs"
    assert runpy.run_path(str(docs / "make_rules.py"))["page"]() == (docs / "rules.md").read_text(
        "utf-8"
    )


# --- the schema -----------------------------------------------------------------------------------

PAGE = """\
title = "Chess"
aim = "Catch the king."
minutes = [10, 60]

[[need]]
text = "A board of $squares squares."
rules = "R1"

[[section]]
title = "Moves"
kind = "steps"
items = [
    { text = "White begins.", rules = "R2 R3" },
    { text = "Be quick.", rules = "R2.D1" },
]

[[section]]
title = "Men"
kind = "table"
items = [
    { name = "King", text = "One step.", rules = "R4" },
    { text = "Kings are shy.", rules = "D1" },
]
"""


def test_a_good_page() -> None:
    """Texts keep their $names until they are filled in; a reading in a table needs no name."""
    page = read_summary(PAGE, "page.toml", {"squares": 64})
    assert page.items == (
        Item("A board of $squares squares.", ("R1",)),
        Item("White begins.", ("R2", "R3")),
        Item("Be quick.", ("R2.D1",)),
        Item("One step.", ("R4",), "King"),
        Item("Kings are shy.", ("D1",)),
    )
    assert [item.reading for item in page.items] == [False, False, True, False, True]
    filled = reworded(page, lambda text: Template(text).substitute(squares=64))
    assert filled.needs.items[0].text == "A board of 64 squares."


@pytest.mark.parametrize(
    ("blitz", "aim", "item"), [(0, "Catch the king.", "White begins."), (1, "Be quick.", "Run.")]
)
def test_a_text_may_be_for_some_decks_only(blitz: int, aim: str, item: str) -> None:
    """What it names in `when` is so of the deck, what in `unless` isn't; an aim is chosen of
    several in that way.
    """
    page = PAGE.replace('aim = "Catch the king."\n', "")
    page = page.replace(
        '"R2 R3" }',
        '"R2 R3", unless = "blitz" },\n    { text = "Run.", rules = "O", when = "blitz" }',
    )
    aims = (
        '[[aims]]\ntext = "Be quick."\nwhen = "blitz"\n[[aims]]\ntext = "Catch the '
        'king."\nunless = "blitz"\n'
    )
    found = read_summary(page + aims, "page.toml", {"squares": 64, "blitz": blitz})
    assert found.aim == aim
    assert [each.text for each in found.sections[0].items] == [item, "Be quick."]


@pytest.mark.parametrize(
    ("aims", "message"),
    [
        (
            '[[aims]]\ntext = "Win."\nwhen = "squares"\n[[aims]]\ntext = "Lose."',
            "aims: 2 of them for this deck; tell",
        ),
        ('[[aims]]\ntext = "Win."\nunless = "squares"', "aims: 0 of them for this deck; tell"),
        (
            '[[aims]]\ntext = "Win."\nwhen = "square"',
            ("aims[1].when: 'square' isn't allowed here; it must be 'squares'"),
        ),
        (
            '[[aims]]\ntext = "Win $n."\nunless = "squares"',
            ("aims[1].text: $n is no detail of the deck"),
        ),
    ],
)
def test_of_several_aims_one_is_for_the_deck(aims: str, message: str) -> None:
    """Neither none nor two; and one for other decks is checked as well."""
    with pytest.raises(DeckError) as caught:
        read_summary(
            PAGE.replace('aim = "Catch the king."', "") + aims, "page.toml", {"squares": 64}
        )
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[10, 60]", "[10]", "page.toml: line 3, minutes: [10] is not valid; use 2 whole numbers"),
        ("$squares", "$square", ("line 6, need[1].text: $square is no detail of the deck; use one "
                                "of: $squares")),
        ("$squares", "$ 64", "line 6, need[1].text: a $ without a name; use one of: $squares"),
        ('"R1"', '"R0"', "line 7, need[1].rules: 'R0' is no rule; name rules as in"),
        ('"steps"', '"dance"', ("line 11, section[1].kind: 'dance' is unknown; use one of: points, "
                               "steps, table")),
        ('"R2 R3"', '"R2, R3"', "line 13, section[1].items[1].rules: 'R2,' is no rule"),
        ('text = "Be', 'txet = "Be', "line 14, section[1].items[2].text: missing"),
        ('name = "King", ', "", "line 21, section[2].items[1].name: missing"),
        ('{ text = "Kings', '{ name = "K", text = "Kings', ("line 22, section[2].items[2].name: no "
                                                           "such field")),
        ('aim = "Catch the king."', "", "line 1, aim: missing"),
        ("minutes", "author = 'me'\nminutes", "line 3, author: no such field"),
    ],
)  # fmt: skip
def test_errors_name_file_line_and_field(old: str, new: str, message: str) -> None:
    """A mistake in a page is reported like one in a deck."""
    assert PAGE.count(old) == 1
    with pytest.raises(DeckError) as caught:
        read_summary(PAGE.replace(old, new), "page.toml", {"squares": 64})
    assert message in str(caught.value)
    assert str(caught.value).startswith("page.toml: line ")


# --- no rule is left out --------------------------------------------------------------------------


@every_game
def test_every_rule_and_reading_is_told(slug: str) -> None:
    """Every R of games.md is stated, every D is there as a reading, and no rule is named that is
    none.
    """
    known = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))[slug]
    stated = {rule for item in _unfilled(slug).items for rule in item.rules}
    assert stated - {"O"} == set(known) - {"O"}


@every_game
def test_nothing_in_the_rulebook_is_missing(slug: str) -> None:
    """Each R, and each thing that it says (rulebook.toml), is covered by a sentence
    that names it.
    """
    here, row = Path(__file__), game(slug)
    known = tomllib.loads(here.with_name("rules.toml").read_text("utf-8"))[slug]
    book = tomllib.loads(here.with_name("rulebook.toml").read_text("utf-8"))[slug]
    assert set(book) == {rule for rule in known if re.fullmatch("R[0-9]+", rule)}
    items = load_summary(row, load_deck(row)).items
    missing = [
        (rule, words)
        for rule, parts in book.items()
        for words in parts
        if not any(words in item.text for item in items if rule in item.numbers.split())
    ]
    assert missing == []
