from __future__ import annotations

import dataclasses
import io
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from companion import __version__
from companion.errors import PrintError
from companion.giza.deck import Deck, read_deck
from printables.marks.legend import OWN_DESIGN, SCALE
from printables.output.files import save
from printables.output.job import Job
from printables.output.printer import Printout, print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS

Way = tuple[str, str]
MakeJob = Callable[..., Job]
POINT = 25.4 / 72


def opened(printout: Printout) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(printout.pdf))


def texts(printout: Printout) -> list[str]:
    document = pypdfium2.PdfDocument(printout.pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def test_page_boxes_are_the_papers_size(way: Way, printed: Printout) -> None:
    """Media, crop and trim box of each page: the upright paper, to a hundredth of a mm.

    Drivers turn a landscape page onto the paper one way or the other, and a profile's correction
    would be off.
    """
    size = PAPERS[way[0]].size
    with opened(printed) as pdf:
        assert len(pdf.pages) == len(printed.pages)
        for page in pdf.pages:
            assert page.get("/Rotate", 0) == 0
            for box in ("/MediaBox", "/CropBox", "/TrimBox"):
                edges = [float(number) * POINT for number in page[box]]
                assert edges == pytest.approx([0, 0, size.width, size.height], abs=0.01)


def test_the_print_dialogue_is_told_how(way: Way, printed: Printout) -> None:
    """No scaling, the duplex of these sides, the tray by page size; a title in the window."""
    with opened(printed) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert wishes.PrintScaling == "/None"
        assert wishes.Duplex == f"/{SIDES[way[1]].duplex}"
        assert bool(wishes.PickTrayByPDFSize)
        assert bool(wishes.DisplayDocTitle)
        assert pdf.pdf_version == "1.7"


def test_metadata_say_what_it_is(a4_long: Printout, deck: Deck) -> None:
    """Title, author, language and the deck's full fingerprint, so that a PDF found later can be
    identified.
    """
    with opened(a4_long) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Giza: the penguin pyramid - print and play, A4"
        assert str(pdf.docinfo["/Author"]) == "Rookery"
        assert str(pdf.docinfo["/Creator"]) == f"Rookery {__version__}"
        assert str(pdf.docinfo["/Subject"]) == f"deck {deck.fingerprint}"
        assert str(pdf.Root.Lang) == "en"


def test_the_same_job_gives_the_same_bytes(a4_long: Printout, tmp_path: Path) -> None:
    """In another process, with another hash seed, in another time zone: none gets into the PDF or
    the manifest.
    """
    script = (
        "import sys; from rookery.cli import run; sys.exit(run(['print', 'giza', "
        "'--no-index', '--no-extras']))"
    )
    seeded = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati"}
    subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=seeded, check=True, capture_output=True
    )
    save(a4_long, tmp_path / "here.pdf")
    for kind in ("pdf", "manifest.json"):
        there, here = (tmp_path / f"{name}.{kind}" for name in ("giza-no-extras", "here"))
        assert there.read_bytes() == here.read_bytes()


def test_every_font_in_the_file_is_embedded(printed: Printout) -> None:
    """A print shop has none of ours, so even the library's default font may not be named."""
    with opened(printed) as pdf:
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"
        ]
        assert fonts
        for font in fonts:
            assert "Fredoka" in str(font.BaseFont)
            assert len(font.FontDescriptor.FontFile2.read_bytes()) > 1000


def test_small_print_says_which_page_of_what_this_is(
    way: Way, printed: Printout, deck: Deck
) -> None:
    """Read back as text on every page: game, side, page, deck, how to print, and whose design it
    is.
    """
    hint = SIDES[way[1]].hint
    for page, text in zip(printed.pages, texts(printed), strict=True):
        count = (
            f"{page.side} {page.sheet} of {printed.pages[-1].sheet} · page {page.number} of "
            f"{len(printed.pages)}"
        )
        for words in (
            "Giza: the penguin pyramid",
            count,
            deck.fingerprint[:8],
            SCALE,
            hint,
            OWN_DESIGN,
        ):
            assert words in text


def test_rules_on_the_cards_are_text(a4_long: Printout, deck: Deck) -> None:
    """A goal's name can be searched and copied: letters aren't outlines."""
    everything = " ".join(texts(a4_long))
    for goal in deck.goals:
        assert goal.name in everything


def test_copies_share_their_faces(job: MakeJob, a4_long: Printout) -> None:
    """A hundred copies draw each face once: the file grows by placements, not by pictures."""
    small = print_job(job(copies=2, pieces=job().pieces[:3]))
    large = print_job(job(copies=30, pieces=job().pieces[:3]))
    with opened(small) as one, opened(large) as many:
        assert forms(one) == forms(many) > 0
    assert len(large.pdf) < 2 * len(small.pdf)
    assert len(a4_long.pdf) < 1_000_000


def forms(pdf: pikepdf.Pdf) -> int:
    return sum(
        1
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
    )


def test_a_name_in_a_script_that_the_font_lacks_is_refused(job: MakeJob, deck: Deck) -> None:
    """It would vanish from the card without a word; the message names deck file, piece, text and
    character.
    """
    text = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    foreign = read_deck(text.replace(f'"{deck.goals[3].name}"', '"金字塔"'), "chinese.toml")
    with pytest.raises(PrintError) as caught:
        print_job(job(deck=foreign, source="chinese.toml"))
    assert caught.value.source == "chinese.toml"
    assert caught.value.at == f"{deck.goals[3].id}, front"
    assert "'金字塔'" in caught.value.problem
    assert caught.value.remedy


def test_a_long_name_is_drawn_smaller_and_markup_is_only_text(job: MakeJob, deck: Deck) -> None:
    """Names come from strangers' deck files: they stay on the card, and tags in them are printed as
    they are.
    """
    name = '<img src="file:x.png"/> & <b>' + "wide " * 30
    goals = (dataclasses.replace(deck.goals[0], name=name), *deck.goals[1:])
    strange = dataclasses.replace(deck, goals=goals)
    order = job(deck=strange)
    pieces = tuple(piece for piece in order.pieces if piece.id == deck.goals[0].id)
    read = texts(print_job(dataclasses.replace(order, pieces=pieces)))[0]
    assert '<img src="file:x.png"/> & <b>' in " ".join(read.split())


def test_a_deck_of_ones_own_says_so_on_paper(job: MakeJob, deck: Deck) -> None:
    """Other rules, another fingerprint: on each page, in the manifest, and in the second tags."""
    heavier = dataclasses.replace(deck.penguins[0], weight=5 - deck.penguins[0].weight)
    own = dataclasses.replace(deck, penguins=(heavier, *deck.penguins[1:]))
    order = job(deck=own)
    printout = print_job(dataclasses.replace(order, pieces=order.pieces[:1]))
    assert own.fingerprint != deck.fingerprint
    assert own.fingerprint[:8] in texts(printout)[0]
    assert printout.manifest.deck == own.fingerprint
    assert printout.manifest.pieces[0].tags[1].id == 52 + own.tag_rotation
