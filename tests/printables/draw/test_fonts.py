from __future__ import annotations

from contextlib import closing
from importlib.resources import files
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from companion.errors import PrintError
from companion.layout import Size
from printables.draw import fonts
from printables.draw.fonts import Weight
from printables.draw.pen import PdfPen

LETTERS = st.text(
    st.sampled_from("abcdefgMWil äöüßéèàçñøåæ0123456789+-.,'"), min_size=1, max_size=200
)


def test_covers_western_european_languages() -> None:
    """German, Italian, Danish, Spanish, French and their quotation marks can be printed."""
    marks = "«»„“”‚‘’–—…·×+−=%&@#!?"  # noqa: RUF001 - the point
    fonts.check_glyphs(f"ÄÖÜäöüß ÀÈÉÌÒÙàèéìòù ÆØÅæøå ÑñÁÍÓÚáíóú¿¡ ÇçŒœÊêËë {marks}", "a test")


def test_missing_glyph_names_place_text_and_character() -> None:
    """The message says which string of which piece has which character."""
    with pytest.raises(PrintError) as caught:
        fonts.check_glyphs("王様", "goal-top")
    assert str(caught.value).startswith("goal-top: the font has no '王' (U+738B) for '王様'; ")


@pytest.mark.parametrize("weight", ["medium", "semibold"])
def test_fonts_are_embedded_under_their_own_name(weight: Weight) -> None:
    """The PDF carries the outlines it needs: a printer has no Fredoka."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1)
    fonts.font(weight)
    canvas.setFont(fonts.NAMES[weight], 12)
    canvas.drawString(10, 10, "Giza")
    canvas.save()
    with pikepdf.open(file) as document:
        font_files = [
            o for o in document.objects if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o
        ]
    assert [fonts.NAMES[weight] in str(o.FontName) for o in font_files] == [True]


def test_licence_lies_beside_the_fonts() -> None:
    """The Open Font License asks for its text with every copy, and for no other licence."""
    licences = {"OFL.txt": "Fredoka", "OFL-MPLUS.txt": "M+ FONTS"}
    folder = files("printables.draw").joinpath("fonts")
    for name, whose in licences.items():
        text = folder.joinpath(name).read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert whose in text
    fonts_ = (*fonts.NAMES.values(), fonts.FALLBACK)
    assert {file.name for file in folder.iterdir()} == {
        *licences,
        *(f"{name}.ttf" for name in fonts_),
    }


NAMES_OF_COUNTRIES = {
    "Polish": "Żółw Grześ i gęś",
    "Czech": "Příliš žluťoučký kůň",
    "Slovak": "Ľúbivý vĺčik",
    "Hungarian": "Győző őrült űző",
    "Romanian": "Şopârlă țanțoșă ă",
    "Turkish": "Şeker İğdeli ığ",
    "Latvian": "Ķēniņš Ģirts ļoti",
    "Lithuanian": "Žąsų ėdžios ūį",
    "Vietnamese": "Chim cánh cụt ở Huế",
    "Greek": "Πιγκουίνος Αθήνα ώϊ",
    "Russian": "Королевский пингвин ё",
    "Ukrainian": "Пінгвін їжак ґанок є",
    "Serbian": "Ђорђе Љубица Џон",
}


@pytest.mark.parametrize("text", NAMES_OF_COUNTRIES.values(), ids=NAMES_OF_COUNTRIES)
def test_names_of_latin_greek_and_cyrillic_are_written_in_one_font(text: str) -> None:
    """Each letter is there, in one typeface, and a PDF's text reads back as it was written."""
    fonts.check_glyphs(text, "a name")
    file = BytesIO()
    canvas = Canvas(file, invariant=1)
    pen = PdfPen(canvas, Size(100, 20))
    pen.text(2, 12, text, 6, "#000000", anchor="start")
    canvas.save()
    with closing(pypdfium2.PdfDocument(file.getvalue())) as document:
        assert document[0].get_textpage().get_text_bounded().strip() == text
    with pikepdf.open(file) as document_:
        used = [str(o.FontName) for o in document_.objects
                if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o]  # fmt: skip
    assert len(used) == 1
    assert "Rounded" in used[0] or "MPLUS" in used[0]


def test_what_fredoka_has_stays_in_fredoka() -> None:
    """Other texts look as before, but all of a card whose name needs the fallback match."""
    assert fonts.typeface("Grand-mère", "semibold") == fonts.NAMES["semibold"]
    with fonts.one_typeface(["Żółw", "Wolf"]):
        assert fonts.typeface("Wolf", "medium") == fonts.FALLBACK
    with fonts.one_typeface(["Wolf", "王"]):
        assert fonts.typeface("Wolf", "medium") == fonts.NAMES["medium"]
    assert fonts.text_width("Wolf", 10) < fonts.text_width("Wölf and Fox", 10)


@given(LETTERS, st.floats(1, 20), st.floats(1, 60))
def test_fitted_text_is_never_wider_than_its_room(text: str, size: float, width: float) -> None:
    """Shrinking stops exactly at the width, and never enlarges."""
    found = fonts.fitted(text, size, width)
    assert found <= size
    assert fonts.text_width(text, found) <= width * (1 + 1e-9)


@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=2, max_size=30),
    st.floats(20, 60),
)
def test_no_word_is_left_over_for_the_last_line(words: list[str], width: float) -> None:
    """As many lines as before, none wider, and the last one is long enough unless that would take
    one line more.
    """

    def wrap(room: float) -> tuple[str, ...]:
        return fonts.filled(words, 3, room)

    def long(line: str) -> float:
        return fonts.text_width(line, 3)

    before, lines = wrap(width), fonts.evened(wrap, width, long, 0.4)
    assert " ".join(lines) == " ".join(words)
    assert len(lines) == len(before)
    assert max(map(long, lines)) <= max(map(long, before))
    longest = max(map(long, lines))
    narrower = wrap(longest * 0.999)
    assert long(lines[-1]) >= 0.4 * longest or len(narrower) > len(lines) or narrower == lines


def test_a_number_stays_with_what_it_counts() -> None:
    """No line ends between the two; the number of an action stays with its name."""
    assert fonts.counting("take 4 penguins, #3 Swap: and 1") == [
        "take",
        "4 penguins,",
        "#3 Swap:",
        "and",
        "1",
    ]


@given(LETTERS, st.floats(3, 60), st.floats(2, 30))
def test_paragraph_keeps_all_words_inside_its_box(text: str, width: float, height: float) -> None:
    """Whatever a deck says stays within the box, word by word, in order; only the smallest size may
    stand out.
    """
    size, lines = fonts.paragraph(text, 6, width, height)
    assert " ".join(lines) == " ".join(text.split())
    if size > fonts.SMALLEST:
        assert all(fonts.text_width(each, size) <= width for each in lines)
        assert size * (1 + fonts.LEADING * (len(lines) - 1)) <= height or not lines
