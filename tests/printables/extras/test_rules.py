"""The rules sheet: everything is on it, in even columns, and readable."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.language import LANGUAGES, spoken
from companion.summary import LEGEND, Item, Section
from printables.art.cover import cover
from printables.draw.paths import Box
from printables.extras import rules
from tests.printables.extras.drawn import drawn, pieces, words
from tests.printables.faces.recorder import Painted, Recorder

every_game = pytest.mark.parametrize("slug", slugs())


@every_game
def test_rules_sheet_says_everything(slug: str) -> None:
    """Every sentence, heading, name and rule number stands on the sheet, and what our
    sign means.
    """
    row = game(slug)
    sheet, (piece,) = drawn(slug, "rules"), pieces(slug, "rules")
    summary = load_summary(row, load_deck(row))
    said = " ".join(words(sheet, page) for page in range(len(piece.faces)))
    for section in summary.sections:
        assert section.title in said
    for item in summary.items:
        assert " ".join(item.text.split()) in said
        assert item.name in said
        assert item.numbers in said
    assert LEGEND in said
    assert " ".join(summary.aim.split()) in said


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_large_enough_to_read(slug: str, language: str) -> None:
    """The smallest letters of a shipped game's rules are 2.7 mm, 7.5 points, in every language."""
    row, (piece,) = game(slug), pieces(slug, "rules")
    sections = load_summary(row, spoken(load_deck(row), language), language).page
    size, _ = rules.set_columns(sections, cover(slug), [*piece.faces])
    assert size >= 2.7


@given(sections=st.integers(1, 9), columns=st.integers(1, 4))
def test_columns_hold_all_sections_in_order(sections: int, columns: int) -> None:
    """However they are divided; no column is empty if there are enough sections."""
    given_sections = tuple(Section(str(number), "points", ()) for number in range(sections))
    for divided in rules.divided(given_sections, columns):
        assert len(divided) == columns
        assert tuple(each for column in divided for each in column) == given_sections
        assert all(divided) or sections < columns


@every_game
def test_every_figure_of_the_rules_exists(slug: str) -> None:
    """Each figure that a section names is one that the game's cover can draw, and none is left
    over.
    """
    row = game(slug)
    named = {section.figure for section in load_summary(row, load_deck(row)).sections} - {""}
    assert named == set(cover(slug).figures)


@every_game
@pytest.mark.parametrize("face", rules.BANNERS)
def test_columns_of_rules_end_alike(slug: str, face: str) -> None:
    """Boxes are equally far apart, and each column, or the picture below it, ends where the foot
    begins.
    """
    row, pen = game(slug), Recorder()
    rules.draw(pen, pieces(slug, "rules")[0], face, row, load_deck(row))
    end, top = rules.PAGE.height - rules.MARGIN - rules.FOOT, rules.BANNERS[face]
    for left in (rules.MARGIN, (rules.PAGE.width + rules.GAP) / 2):
        found = [
            one
            for one in map(_extent, pen.painted)
            if one.x == pytest.approx(left) and one.y >= top
        ]
        spans = sorted(
            {
                (round(box.y, 2), round(box.bottom, 2))
                for box in found
                if box.width > 80 and box.height > 12
            }
        )
        assert spans[-1][1] == pytest.approx(end, abs=0.02)
        assert {round(low - high, 1) for (_, high), (low, _) in pairwise(spans)} <= {rules.GAP}


def _extent(one: Painted) -> Box:
    """The box round a path's points, handles included."""
    points = [number for _, numbers in one.path.steps for number in numbers] or [0, 0]
    (x, y), xs, ys = one.origin, points[::2], points[1::2]
    return Box.between(x + min(xs), y + min(ys), x + max(xs), y + max(ys))


@given(
    text=st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=30).map(
        " ".join
    ),
    name=st.sampled_from(["", "Name", "Long name"]),
    width=st.floats(25, 90),
)
def test_lines_keep_all_words_in_their_width(text: str, name: str, width: float) -> None:
    """Wrapping drops no word, changes no order, and a line is never wider than asked unless it is a
    single word.
    """
    lines = rules.lines_of(Item(text, ("R1",), name), 3, width)
    said = [word for line in lines for word, _ in line]
    assert said == [*(f"{name}:".split() if name else ()), *text.split()]
    for line in lines:
        assert len(line) == 1 or rules.length_of(line, 3) <= width + 1e-6
