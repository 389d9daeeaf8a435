"""Rules sheet, reference cards, score pad and stickers: everything is on them, and readable."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck, load_summary
from companion.game import Piece, game, slugs
from companion.language import LANGUAGES
from companion.layout import POKER, Size, TagSpot
from companion.manifest import Manifest, PrintedPiece
from companion.summary import LEGEND, Item, Pad, Section
from companion.wording import spoken
from printables.art.cover import cover
from printables.draw.boxes import Box
from printables.draw.fonts import text_width
from printables.extras import pad, rules, stickers
from printables.extras.flow import lines_of
from printables.preflight.tags import find_faults
from tests.printables.extras.drawn import drawn, pieces, words
from tests.printables.faces.recorder import Painted, Recorder

every_game = pytest.mark.parametrize("slug", slugs())


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


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
        assert _plain(item.text) in said
        assert item.name in said
        assert item.numbers in said
    assert LEGEND in said
    assert _plain(summary.aim) in said


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
def test_reference_card_of_two_sides(slug: str) -> None:
    """A card for each player, with the sections of `[[reference]]` on front and back."""
    row = game(slug)
    summary, (card,) = load_summary(row, load_deck(row)), pieces(slug, "reference")
    assert (card.size, card.each, [*card.faces]) == (POKER, True, ["front", "back"])
    for page, section in enumerate(summary.reference):
        said = words(drawn(slug, "reference"), page)
        assert section.title in said
        for item in section.items:
            assert _plain(item.text) in said
            assert item.name in said


@every_game
def test_reference_pictures_exist(slug: str) -> None:
    """Each small picture that a summary names is one that the game's cover can draw."""
    row = game(slug)
    named = {
        item.icon
        for section in load_summary(row, load_deck(row)).reference
        for item in section.items
    } - {""}
    assert named <= set(cover(slug).icons)


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_pictures_of_sizes_tell_no_pips(name: str) -> None:
    """solitaire R4: a board file may count others, as the words beside them say; three faces are
    all.
    """
    pen = Recorder()
    cover("solitaire").icons[name](pen)
    assert len(pen.painted) == 3


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
    lines = lines_of(Item(text, ("R1",), name), 3, width)
    said = [word.text for line in lines for word in line]
    assert said == [*(f"{name}:".split() if name else ()), *text.split()]
    for line in lines:
        last = line[-1]
        assert len(line) == 1 or last.x + text_width(last.text, 3, last.weight) <= width + 1e-6


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


def test_names_of_columns_keep_off_the_rules() -> None:
    """A name that would fill its column stands on two lines, as large as the others."""
    row, pen = game("pirates"), Recorder()
    pad.draw(pen, pieces("pirates", "pad")[0], "front", row, load_deck(row))
    heads = {word.text: word.size for word in pen.words if word.size == pytest.approx(pad.HEADS)}
    assert {"Bob", "aboard", "Events", "left", "How it ended"} <= heads.keys()


@every_game
def test_pad_has_room_to_write(slug: str) -> None:
    """A column for each player, rows high enough for figures by hand, the total last; nothing
    leaves the sheet.
    """
    row = game(slug)
    sheet, table = pieces(slug, "pad")[0], load_summary(row, load_deck(row)).pad
    assert table is not None
    room = Box.between(pad.EDGE, 20, sheet.size.width - pad.EDGE, sheet.size.height - 14)
    grid = pad._grid(table, row.players[1], room)
    assert grid.height >= pad.LEAST_ROW
    assert room.holds(grid.box) or grid.box.bottom == pytest.approx(room.bottom)
    assert grid.lefts[-1] + grid.widths[-1] == pytest.approx(grid.box.right)
    assert grid.tops[-1] + grid.height == pytest.approx(grid.box.bottom)
    assert len(grid.columns) == (row.players[1] if table.by_player else len(table.columns))
    assert min(grid.widths) / max(1, len(grid.parts)) >= 8
    assert not table.total or grid.rows[-1] == table.total
    said = words(drawn(slug, "pad"))
    for text in (table.title, table.note, *table.rows, *table.columns, table.total):
        assert text in said


@given(rows=st.integers(0, 8), total=st.booleans(), fill=st.booleans(), seats=st.integers(1, 8))
def test_every_pad_fills_its_room(rows: int, seats: int, *, total: bool, fill: bool) -> None:
    """Whatever a summary asks for, rows are between the least and the most height and numbered
    without a gap.
    """
    names = tuple(f"row {n}" for n in range(rows)) or (() if fill else ("row",))
    table = Pad(
        "t", "n", by_player=True, rows=names, columns=(), fill="Game" * fill, total="Sum" * total
    )
    grid = pad._grid(table, seats, Box(4, 20, 180, 90))
    assert grid.height <= pad.ROW
    assert grid.box.bottom <= 110 + 1e-6
    counted = [row for row in grid.rows if row.startswith("Game")]
    assert counted == [f"Game {n + 1}" for n in range(len(counted))]
    assert bool(counted) == fill


@every_game
def test_all_tags_are_on_the_stickers(slug: str) -> None:
    """As many stickers of each id as there are tags of it on a printed set, tokens by the dozen
    apart.
    """
    row = game(slug)
    wanted: Counter[int] = Counter()
    for piece in row.pieces(load_deck(row)):
        for tags in piece.faces.values():
            for tag in tags:
                wanted[tag.id] += min(piece.count, stickers.MOST_COPIES)
    found = Counter(tag.id for sheet in pieces(slug, "stickers") for tag in sheet.faces["front"])
    assert found == wanted
    assert found


@every_game
def test_stickers_read_back(slug: str) -> None:
    """Every tag of the finished sheets decodes from afar, with its quiet zone."""
    sheets = pieces(slug, "stickers")
    printed = tuple(
        PrintedPiece(
            sheet.id,
            sheet.kind,
            "front",
            1,
            page,
            (0, 0, sheet.size.width, sheet.size.height),
            0,
            sheet.faces["front"],
        )
        for page, sheet in enumerate(sheets, 1)
    )
    manifest = Manifest(slug, "", "", (190, 252), printed)
    assert [fault.problem for fault in find_faults(drawn(slug, "stickers"), manifest)] == []


def test_sticker_cells_keep_apart() -> None:
    """Cells share cut lines and never overlap; none leaves the sheet."""
    tags = {"front": (TagSpot(1, 12.75, 12.75, 14), TagSpot(2, 50.25, 75.25, 14))}
    cards = [Piece(f"card-{n}", "card", POKER, tags) for n in range(60)]
    tokens = [Piece("token", "token", Size(20, 20), {"front": (TagSpot(3, 10, 10, 12),)}, count=90)]
    sheets = stickers.pieces([*cards, *tokens])
    assert len(sheets) == 2
    for sheet in sheets:
        spots = stickers._spots(sheet)
        boxes = [
            Box(spot.x, spot.y, spot.sticker.cell.width, spot.sticker.cell.height).grown(-1e-6)
            for spot in spots
        ]
        assert all(Box(0, 0, 190, 252).holds(box) for box in boxes)
        assert not any(one.overlaps(two) for i, one in enumerate(boxes) for two in boxes[i + 1 :])
    places = {spot.sticker.place for spot in stickers._spots(sheets[0])}
    assert {"nw", "se"} <= places
    assert (
        len(
            {
                min(spot.x for spot in stickers._spots(sheet) if spot.tag.size == size)
                for sheet in sheets
                for size in {spot.tag.size for spot in stickers._spots(sheet)}
            }
        )
        == 1
    )


def test_two_tags_of_one_quarter_are_told_apart() -> None:
    """Rocks' board has four tags near the corners and four near the middle: name and little card
    say which.
    """
    row = game("rocks")
    board = [
        each
        for each in stickers.stickers(row.pieces(load_deck(row)))
        if each.name.startswith("board")
    ]
    assert [each.name for each in board] == ["board, corner"] * 4 + ["board, middle"] * 4
    assert len({(each.place, each.inner) for each in board}) == 8


def test_names_of_stickers_are_alike() -> None:
    """All names of a sheet have one size, keep a millimetre off the cuts, and a single sheet has no
    number.
    """
    row = game("rocks")
    (sheet,) = pieces("rocks", "stickers")
    pen = Recorder()
    stickers.draw(pen, sheet, "front", row, load_deck(row))
    assert "Rocks: tags for your own set" in {word.text for word in pen.words}
    names = [word for word in pen.words if word.corners[0][1] > stickers.HEAD]
    assert len({round(word.size, 3) for word in names}) == 1
    spots = stickers._spots(sheet)
    cuts = {spot.x for spot in spots} | {spot.x + spot.sticker.cell.width for spot in spots}
    for word in names:
        (left, _), (right, _), *_ = word.corners
        assert min(abs(x - edge) for x in (left, right) for edge in cuts) >= 1
