from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
from PIL.Image import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.errors import PrintError
from companion.layout import Size
from printables.draw.paths import circle, rectangle
from printables.draw.pen import PdfPen, Pen
from printables.draw.svg import SvgPen

SIZE = Size(40, 20)
RED, BLUE = "#ff0000", "#0000ff"
SVG = "{http://www.w3.org/2000/svg}"


def pdf(draw: Callable[[Pen], None], ink: str = "full") -> bytes:
    """One page of the size of the piece with what `draw` does."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=(SIZE.width * mm, SIZE.height * mm), invariant=1)
    draw(PdfPen(canvas, SIZE, "mono" if ink == "mono" else "full"))
    canvas.save()
    return file.getvalue()


def pixels(data: bytes) -> Image:
    """The first page at 10 pixels a millimetre."""
    document = pypdfium2.PdfDocument(data)
    try:
        image: Image = document[0].render(scale=10 / mm).to_pil().convert("RGB")
        return image
    finally:
        document.close()


def colour_at(image: Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at x, y mm from the top left."""
    found = image.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(found, tuple)
    return found


def svg(draw: Callable[[Pen], None]) -> ET.Element:
    """What `draw` does as parsed SVG."""
    pen = SvgPen(SIZE)
    draw(pen)
    return ET.fromstring(pen.to_svg("a card", "p1"))  # noqa: S314 - our own output


def test_millimetres_from_the_top_left_on_paper() -> None:
    """A box at (1, 2) mm lies there on the page, y down, and nowhere else."""
    image = pixels(pdf(lambda pen: pen.paint(rectangle(1, 2, 6, 4), RED)))
    assert colour_at(image, 1.5, 2.5) == (255, 0, 0)
    assert colour_at(image, 6.5, 5.5) == (255, 0, 0)
    for x, y in ((0.5, 2.5), (1.5, 1.5), (7.5, 5.5), (6.5, 6.5)):
        assert colour_at(image, x, y) == (255, 255, 255)


@pytest.mark.parametrize(
    ("moves", "spot"),
    [
        ({"x": 10, "y": 5}, (12.5, 5.5)),
        ({"x": 10, "y": 5, "turn": 90}, (9.5, 7.5)),
        ({"x": 10, "y": 5, "scale": 2}, (15, 6.5)),
        ({"x": 10, "y": 5, "mirror": True}, (7.5, 5.5)),
    ],
)
def test_moves_are_the_same_on_paper_and_on_screen(
    moves: dict[str, float], spot: tuple[float, float]
) -> None:
    """A box 3 x 1 mm is moved, turned clockwise, scaled and mirrored; both backends agree by the
    SVG's definition.
    """

    def draw(pen: Pen) -> None:
        with pen.at(**moves):  # type: ignore[arg-type]
            pen.paint(rectangle(0, 0, 3, 1), RED)
        pen.paint(rectangle(0, 0, 2, 2), BLUE)

    image = pixels(pdf(draw))
    assert colour_at(image, *spot) == (255, 0, 0)
    assert colour_at(image, 1, 1) == (0, 0, 255), "the move ends with its block"
    group = svg(draw).find(f"{SVG}g")
    assert group is not None
    steps = {"turn": "rotate(90)", "scale": "scale(2 2)", "mirror": "scale(-1 1)"}
    expected = ["translate(10 5)", *(step for key, step in steps.items() if key in moves)]
    assert group.get("transform") == " ".join(expected)


def test_moves_nest() -> None:
    """A move within a move starts from where the outer one is, and leaves it untouched."""

    def draw(pen: Pen) -> None:
        with pen.at(10, 10):
            with pen.at(5, 5):
                pen.paint(rectangle(0, 0, 1, 1), RED)
            pen.paint(rectangle(0, 0, 1, 1), BLUE)

    image = pixels(pdf(draw))
    assert colour_at(image, 15.5, 15.5) == (255, 0, 0)
    assert colour_at(image, 10.5, 10.5) == (0, 0, 255)


def test_clip_keeps_the_inside_and_ends_with_its_block() -> None:
    """Only what lies in the circle is painted; after the block everything is."""

    def draw(pen: Pen) -> None:
        with pen.clip(circle(10, 10, 3)):
            pen.paint(rectangle(0, 0, 20, 20), RED)
        pen.paint(rectangle(30, 0, 5, 5), BLUE)

    image = pixels(pdf(draw))
    assert colour_at(image, 10, 10) == (255, 0, 0)
    assert colour_at(image, 14, 10) == (255, 255, 255)
    assert colour_at(image, 32, 2) == (0, 0, 255)
    clip = svg(draw).find(f"{SVG}clipPath")
    assert clip is not None
    assert clip.get("id") == "p1-clip-0"


def test_holes_stay_open_when_filled_even_odd() -> None:
    """A box in a box is a frame."""
    frame = rectangle(0, 0, 10, 10) + rectangle(3, 3, 4, 4)
    image = pixels(pdf(lambda pen: pen.paint(frame, RED, even_odd=True)))
    assert colour_at(image, 5, 5) == (255, 255, 255)
    assert colour_at(image, 1, 5) == (255, 0, 0)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_shrinks_to_fit(anchor: str) -> None:
    """A long text keeps within its width on paper, whichever side it hangs from."""
    image = pixels(pdf(lambda pen: pen.text(20, 12, "MMMMMMMMMMMM", 8, RED, anchor=anchor, fit=12)))  # type: ignore[arg-type]
    columns = [
        x
        for x in range(image.width)
        if any(image.getpixel((x, y)) != (255, 255, 255) for y in range(90, 121))
    ]
    left = {"start": 200, "middle": 140, "end": 80}[anchor]
    assert left - 2 <= columns[0]
    assert columns[-1] <= left + 122


@pytest.mark.parametrize("backend", ["pdf", "svg"])
def test_missing_glyph_is_an_error(backend: str) -> None:
    """Reportlab would drop the character without a word; both pens name it instead."""
    with pytest.raises(PrintError, match="U\\+4F60"):
        (pdf if backend == "pdf" else svg)(lambda pen: pen.text(1, 5, "Pinguin 你", 4, RED))


def test_text_and_titles_are_escaped() -> None:
    """Names from a deck file are text, never markup."""
    pen = SvgPen(SIZE)
    pen.text(1, 5, "<script>&", 4, RED)
    root = ET.fromstring(pen.to_svg('"><script>', 'a"b'))  # noqa: S314 - our own output
    assert [child.tag for child in root] == [f"{SVG}text"]
    assert root[0].text == "<script>&"
    assert root.get("aria-label") == '"><script>'


def test_words_stay_as_they_are_beside_clips() -> None:
    """A text that reads like the name of a clip is a text."""

    def draw(pen: Pen) -> None:
        with pen.clip(circle(10, 10, 3)):
            pen.text(1, 5, "Paperclip: a hero, clip:0", 4, RED)

    root = svg(draw)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["Paperclip: a hero, clip:0"]
    assert [group.get("clip-path") for group in root.iter(f"{SVG}g")] == ["url(#p1-clip-0)"]


def test_stamp_is_stored_once_and_placed_often() -> None:
    """What faces share is one form in the PDF; each place shows it where its own origin is."""

    def square(pen: Pen) -> None:
        pen.paint(rectangle(0, 0, 2, 2), RED)

    def draw(pen: Pen) -> None:
        pen.stamp("square", square)
        with pen.at(10, 5):
            pen.stamp("square", square)

    data = pdf(draw)
    image = pixels(data)
    assert colour_at(image, 1, 1) == colour_at(image, 11, 6) == (255, 0, 0)
    assert colour_at(image, 5, 5) == (255, 255, 255)
    with pikepdf.open(BytesIO(data)) as document:
        forms = [
            o
            for o in document.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"
        ]
    assert len(forms) == 1
    assert len(svg(draw).findall(f".//{SVG}path")) == 2


def test_mono_prints_greys() -> None:
    """Without colour ink red becomes a grey of the same lightness."""
    red, green, blue = colour_at(
        pixels(pdf(lambda pen: pen.paint(rectangle(0, 0, 9, 9), RED), "mono")), 4, 4
    )
    assert red == green == blue
    assert 60 <= red <= 90


def test_same_drawing_gives_identical_bytes() -> None:
    """A set printed twice is the same file, fonts included."""

    def draw(pen: Pen) -> None:
        pen.text(20, 10, "Giza 123", 5, RED, weight="semibold")
        pen.stamp("dot", lambda shared: shared.paint(circle(1, 1, 1), BLUE))

    assert pdf(draw) == pdf(draw)
