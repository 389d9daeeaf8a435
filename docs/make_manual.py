"""Draw the pictures of the manual (part of `make pictures`): the figures of the rules, how to
print, cut, fold and glue, and good and bad photos beside each other.

What the reader says of each photo goes into docs/photograph.md, between its marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw

from companion.deckfile import load_deck, load_summary
from companion.game import Deck, game, slugs
from companion.layout import Size
from docs.drawn import TABLE, draw_number, drawn, print_page
from docs.make_folds import pyramid, standee
from printables.art.cover import cover
from printables.art.figures import WIDTH, Figure
from printables.draw.colours import INK
from printables.draw.paths import rectangle, rounded
from printables.draw.pen import Pen
from rookery import read_photo
from vision.games.words import VERDICTS

ROOT = Path(__file__).parents[1]
PICTURES = Path(__file__).with_name("pictures")
PAGE = Path(__file__).with_name("photograph.md")
PAPER, GREY, GREEN = "#ffffff", "#c9c9c9", "#2f7d4f"
PHOTOS = {  # of tests/photos: what can be seen in each
    "01-desk-legal": "Sharp, bright, all in view",
    "03-evening-illegal": "A lamp is enough",
    "08-cloth-finger": "A finger on a card",
    "objects-held/26-giza-cloth-mug": "A mug on a card",
    "19-kitchen-out-of-focus": "Out of focus",
    "10-kitchen-mirrored": "A selfie camera mirrors",
}
EDGE = 3.0  # mm of paper around a figure
PHOTO_WIDTH = 520  # px


def main() -> None:
    """Draw all of them."""
    (PICTURES / "rules").mkdir(parents=True, exist_ok=True)
    for name, (size, draw) in figures().items():
        keep(drawn(size, draw), f"rules/{name}.webp")
    keep(drawn(Size(120, 62), dialog), "printer-dialog.webp")
    with TemporaryDirectory() as folder:
        keep(cutting(Path(folder)), "cutting.webp")
        keep(standee(Path(folder)), "standee.webp")
        keep(pyramid(Path(folder)), "pyramid.webp")
    photos()


def keep(picture: Image.Image, name: str) -> None:
    """Save a picture as WebP."""
    picture.convert("RGB").save(PICTURES / name, quality=82, method=6)


# --- the rules' figures ---------------------------------------------------------------------------


def figures() -> dict[str, tuple[Size, Callable[[Pen], None]]]:
    """Return size and drawing of each figure of the rules sheets, by game and name."""
    found: dict[str, tuple[Size, Callable[[Pen], None]]] = {}
    for slug in slugs():
        deck = load_deck(game(slug))
        for section in load_summary(game(slug), deck).page:
            if section.figure:
                figure = cover(slug).figures[section.figure]
                size = Size(WIDTH + 2 * EDGE, figure.height + 2 * EDGE)
                found[f"{slug}-{section.figure}"] = (size, partial(_figure, figure, deck))
    return found


def _figure(figure: Figure, deck: Deck, pen: Pen) -> None:
    with pen.at(EDGE, EDGE):
        figure.draw(pen, deck)


# --- printing and cutting -------------------------------------------------------------------------


def dialog(pen: Pen) -> None:
    """A printer's dialog, with the three settings that matter."""
    pen.paint(rectangle(0, 0, 120, 62), TABLE)
    pen.paint(rounded(6, 5, 108, 52, 3), PAPER, INK, width=0.4)
    pen.text(60, 13, "Print", 5, INK, weight="semibold")
    rows = (
        ("Scale", ("Fit to page", "Actual size, 100 %")),
        ("Two-sided", ("Off", "Flip on long edge")),
        ("Paper", ("A4 or Letter", "as in --paper")),
    )
    for row, (label, (wrong, right)) in enumerate(rows):
        y = 20 + row * 12
        pen.text(11, y + 6, label, 4, INK, anchor="start")
        _choice(pen, 36, y, 34, wrong, chosen=False)
        _choice(pen, 73, y, 38, right, chosen=True)


def _choice(pen: Pen, x: float, y: float, width: float, text: str, *, chosen: bool) -> None:
    pen.paint(
        rounded(x, y, width, 9, 2),
        "#e3f1e8" if chosen else PAPER,
        GREEN if chosen else GREY,
        width=0.6,
    )
    pen.text(
        x + width / 2,
        y + 5.8,
        text,
        2.5,
        INK,
        weight="semibold" if chosen else "medium",
        fit=width - 3,
    )


def cutting(folder: Path) -> Image.Image:
    """A printed sheet of nine cards with its eight cuts in order, and the cards."""
    sheet = Image.new("RGB", (1180, 800), TABLE)
    page, printed = print_page(folder, "giza", "penguin", 2.5)
    sheet.paste(page, (60, (sheet.height - page.height) // 2))
    cards = [each for each in printed.pieces if each.page == 1]
    top = (sheet.height - page.height) // 2
    columns = sorted({each.trim[0] for each in cards}), 2.5 * cards[0].trim[2]
    rows = sorted({each.trim[1] for each in cards}), 2.5 * cards[0].trim[3]
    pen = ImageDraw.Draw(sheet)
    ends = [top + 2.5 * row for row in rows[0]]
    for number, y in enumerate([*ends, ends[-1] + rows[1]], 1):
        pen.line([(30, y), (60 + page.width + 16, y)], INK, 2)
        _badge(sheet, number, 32, y)
    ends = [60 + 2.5 * column for column in columns[0]]
    for number, x in enumerate([*ends, ends[-1] + columns[1]], 5):
        pen.line([(x, top - 8), (x, top + page.height)], INK, 2)
        _badge(sheet, number, x, top + 2)
    for each in cards:
        x, y, w, h = (round(2.5 * mm) for mm in each.trim)
        card = page.crop((x, y, x + w, y + h)).resize((w, h))
        place = columns[0].index(each.trim[0]), rows[0].index(each.trim[1])
        sheet.paste(card, (650 + place[0] * (card.width + 18), 38 + place[1] * (card.height + 22)))
    return sheet


def _badge(sheet: Image.Image, number: int, x: float, y: float) -> None:
    sign = drawn(Size(9, 9), lambda pen: draw_number(pen, number)).resize((40, 40))
    disc = Image.new("L", sign.size, 0)
    ImageDraw.Draw(disc).ellipse((1, 1, 38, 38), fill=255)
    sheet.paste(sign, (round(x) - 20, round(y) - 20), disc)


# --- photos ---------------------------------------------------------------------------------------


def photos() -> None:
    """Read each photo, keep a small picture of what was read, and write what was said."""
    rows = []
    for name, title in PHOTOS.items():
        short = name.rpartition("/")[2]
        with TemporaryDirectory() as folder:
            overlay = Path(folder) / "overlay.jpg"
            reading = read_photo(ROOT / "tests" / "photos" / f"{name}.jpg", "giza", overlay=overlay)
            picture = Image.open(overlay).convert("RGB")
        picture.thumbnail((PHOTO_WIDTH, PHOTO_WIDTH))
        keep(picture, f"photo-{short}.webp")
        said = [each.text for each in reading.violations]
        said += [f"{each.text}; {each.remedy}" for each in reading.unsure]
        first = ": ".join([VERDICTS[reading.verdict], *said[:1]])
        alt = f"{title}: {VERDICTS[reading.verdict].lower()}"
        rows.append(f"| ![{alt}](pictures/photo-{short}.webp) | **{title}**<br>{first} |")
    table = "\n".join(["| photo | the reader says |", "|---|---|", *rows])
    text = PAGE.read_text("utf-8")
    pattern = r"(<!-- made: photos -->\n).*?(<!-- end -->)"
    PAGE.write_text(
        re.sub(pattern, lambda found: f"{found[1]}{table}\n{found[2]}", text, flags=re.DOTALL),
        "utf-8",
    )


if __name__ == "__main__":
    main()
