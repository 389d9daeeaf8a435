"""Letters are large enough to be read: six points where they are small, and long names take lines,
not size.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator

import pikepdf
import pytest

from companion.deckfile import deck_text, load_deck
from companion.game import Piece, game, offering
from companion.giza import GAME as GIZA
from companion.language import LANGUAGES, listed, say, spoken
from printables.draw.colours import Ink
from printables.extras import stickers
from printables.extras.contents import contents
from printables.faces.artists import artist
from printables.marks.cuts import draw_cut_order
from printables.marks.index import Contents, draw_index
from printables.marks.legend import OWN_DESIGN, draw_legend, strips
from printables.output.job import Job
from printables.output.printer import print_job
from printables.sheets.imposition import SIDES, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS
from printables.sheets.plan import hint, steps
from tests.printables.faces.recorder import Recorder, Word
from tests.printables.workshop import BOARD, CARD, NET, area

FIVE_POINTS, SIX_POINTS = (points * 25.4 / 72 for points in (5, 6))  # mm
LONG = "Our dear aunt Wilhelmina of Sonderborg"
BLACK = (0.0, 0.0, 0.0)
TITLE = listed((say("index"), say("index"), say("page {n} of {all}", n=1, all=1)), " · ")
DECK = listed((say("deck {fingerprint}", fingerprint="0"), OWN_DESIGN), " · ")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(
    slug: str, piece: str, face: str = "front", language: str = "en", text: str = "", **data: str
) -> list[Word]:
    """All words of a piece's face, of a game's deck with this file."""
    row = game(slug)
    deck = row.read_deck(text, "my.toml") if text else load_deck(row)
    found = next(each for each in row.pieces(deck) if each.id == piece)
    found = Piece(found.id, found.kind, found.size, found.faces, data={**found.data, **data})
    pen = Recorder(language=language)
    artist(row)(pen, found, face, spoken(deck, language))
    return pen.words


def of(name: str, found: Iterable[Word]) -> list[Word]:
    """The lines of a name."""
    return [word for word in found if word.text and word.text in name]


def test_numbers_at_the_edges_have_six_points() -> None:
    """Those of the ruler, and those that tell the order of cuts; the ruler's keep within their
    strip.
    """
    (page, *_) = impose(copies_of([CARD]), PAPERS["a4"], SIDES["long"])
    pen = Recorder()
    draw_legend(pen, page, TITLE, DECK, say("index"))
    ruler = [word for word in pen.words if word.text.isdigit() and int(word.text) % 10 == 0]
    assert {"0", "50", "100"} <= {word.text for word in ruler}
    assert all(y >= area(strips(page.frame)[1]).y for word in ruler for _, y in word.corners)
    draw_cut_order(pen, page)
    assert len(pen.words) > 20
    assert min(word.size for word in pen.words) >= SIX_POINTS


@every_language
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("paper", PAPERS)
def test_small_print_can_be_read(paper: str, sides: str, language: str) -> None:
    """On upright, folded and sideways pages, whatever it says: a page on its side has the least
    room.
    """
    ways = [
        impose(copies_of(some), PAPERS[paper], SIDES[sides], index=True)
        for some in ([CARD], [NET, BOARD])
    ]
    pages = {page.frame: page for way in ways for page in way}
    pen = Recorder(language=language)
    for page in pages.values():
        for pieces in ways:
            draw_legend(pen, page, TITLE, DECK, hint(pieces, SIDES[sides]))
    assert len(pen.words) > 20
    assert min(word.size for word in pen.words) >= FIVE_POINTS


@every_language
def test_all_of_a_goal_has_six_points(language: str) -> None:
    """Also what stands beside the arrows: it takes two lines where it must."""
    for goal in load_deck(GIZA).goals:
        assert min(word.size for word in words("giza", goal.id, language=language)) >= SIX_POINTS, (
            goal.id
        )


def test_names_of_small_stickers_can_be_read() -> None:
    """The tags of small pyramids are narrower than their names: those have three lines."""
    row = game("solitaire")
    (sheet,) = stickers.pieces(row.pieces(load_deck(row)))
    pen = Recorder()
    stickers.draw(pen, sheet, "front", row, load_deck(row))
    assert [word.text for word in pen.words[-3:]] == ["pyramid", "small", "onyx"]
    assert min(word.size for word in pen.words) >= SIX_POINTS


@every_language
def test_an_address_on_the_board_takes_lines(language: str) -> None:
    """A long one beside the code is as large as the words before it; a short one and they have six
    points.
    """
    for address, least in (
        ("http://192.168.1.5:8000", SIX_POINTS),
        ("http://raspberrypi-wohnzimmer.local:8000", 1.6),
    ):
        found = words("solitaire", "board-3x4", language=language, address=address)
        link = of(f"{address.partition('//')[2]}/s", [word for word in found if len(word.text) > 2])
        assert "".join(word.text for word in link) == f"{address.partition('//')[2]}/s"
        assert min(word.size for word in found) >= least


@pytest.mark.parametrize(
    ("slug", "piece", "face", "least"),
    [
        ("pirates", "handicap-coral-01", "front", 1.9),
        ("pirates", "handicap-coral-01", "back", 2.5),
        ("rocks", "board", "front", 3.0),
    ],
)
def test_long_names_take_lines(slug: str, piece: str, face: str, least: float) -> None:
    """On a handicap's back and head, and on a nest's panel; nothing of them is lost."""
    text = re.sub(
        r'^name = "Coral"',
        f'name = "{LONG}"',
        deck_text(game(slug))[0],
        count=1,
        flags=re.MULTILINE,
    )
    found = [word for word in of(LONG, words(slug, piece, face, text=text)) if len(word.text) > 8]
    assert " ".join(word.text for word in found) == LONG
    assert len(found) > 1
    assert min(word.size for word in found) > least


@every_language
def test_a_number_stays_with_what_it_counts(language: str) -> None:
    """On the index no line ends within "100 mm"."""
    pages = impose(copies_of([CARD]), PAPERS["a4"], SIDES["long"])
    pen, kinds = Recorder(language=language), [(say("index"), [CARD])]
    told = steps(pages, PAPERS["a4"], SIDES["long"])
    plain = Contents("Giza", "", kinds, "A4", 1, DECK, told, lambda _: None, lambda _: None)
    draw_index(pen, PAPERS["a4"].size, plain)
    assert any("100 mm" in word.text for word in pen.words)
    assert not any(word.text.endswith(" 100") for word in pen.words)


@pytest.mark.parametrize(
    ("slug", "ink"),
    [("giza", "low"), *((row.slug, ink) for row in offering("print") for ink in ("full", "mono"))],
)
def test_dark_letters_are_pure_black(slug: str, ink: Ink) -> None:
    """On every piece, extra, first page and edge: a laser screens any other dark colour, and small
    type gets ragged.

    Only letters of more than 8 mm may be coloured, where there are colours.
    """
    row = game(slug)
    text, source = deck_text(row)
    deck = row.read_deck(text, source)
    one_each = {piece.kind: piece for piece in contents(row, deck, text, extras=True)}
    job = Job(
        row,
        deck,
        source,
        tuple(one_each.values()),
        PAPERS["a4"],
        SIDES["long"],
        ink=ink,
        index=True,
    )
    with pikepdf.open(io.BytesIO(print_job(job).pdf)) as pdf:
        forms = (
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        )
        found = {letter for stream in (*pdf.pages, *forms) for letter in letters(stream)}
    dark = {(colour, size) for colour, size in found if max(colour) < 0.5}
    assert min(size for colour, size in dark if colour == BLACK) < 3
    for colour, size in dark:
        assert colour == BLACK or (
            ink != "mono" and size > 8 and max(colour) - min(colour) > 0.1
        ), (colour, size)


def letters(stream: pikepdf.Page | pikepdf.Object) -> Iterator[tuple[tuple[float, ...], float]]:
    """The colours, red, green and blue, that a page or a form fills its letters with, and their
    sizes, mm.
    """
    colour, size, kept = BLACK, 0.0, []
    for instruction in pikepdf.parse_content_stream(stream):
        name = str(instruction.operator)
        if name == "q":
            kept.append(colour)
        elif name == "Q":
            colour = kept.pop()
        elif name == "rg":
            red, green, blue = (float(str(operand)) for operand in instruction.operands)
            colour = (red, green, blue)
        elif name in {"Tj", "TJ"}:
            yield colour, size
        elif name == "Tf":
            size = float(str(instruction.operands[1])) * 25.4 / 72
        assert name not in {"g", "k", "sc", "scn"}
