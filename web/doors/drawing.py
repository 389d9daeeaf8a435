"""A print drawn in a child process, page by page: progress first, then pictures and the PDF.

The parent sends a job as JSON. The answer is a series of parts: the number of steps, an empty part
for each page drawn, each page as a JPEG, then the PDF, a ZIP of what belongs to it if there
is any, and what it needs, as JSON. Of a calibration sheet (`sheet`) it is only the PDF. Someone's
own cards (`cards`) are read first, a step each.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from companion.errors import RookeryError
from companion.game import game as find_game
from companion.language import Phrase, as_data, say
from companion.text import slug_of
from companion.wording import quoted
from vision.sandbox.child import framed, limit, refusal, take
from web.own_art import load_art

if TYPE_CHECKING:
    from printables.decks.folder import ImposeOrder
    from printables.output.job import Job, Order
    from printables.output.printer import Printout
    from web.games.shapes import Json

MEMORY = 3 * 2**30  # bytes of address space; PDFium and the fonts reserve a part of it
CPU = 120  # s; the largest game takes about 6
PX_PER_MM = 72 / 25.4  # 595 x 842 px for A4
QUALITY = 75  # of the JPEGs, about 60 KB each
CARDS = "cards"  # of your own, which can't be chosen by a tap
Send: TypeAlias = Callable[[bytes], None]
# what is sent: `deck` is the text of a deck file, `pictures` the folder of its own; both may be ""
JOB = ("game", "order", "deck", "pictures")


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Draw the job on `stdin`."""
    limit(MEMORY, CPU)
    job = json.loads(take(stdin))

    def send(part: bytes) -> None:
        stdout.write(framed(part))
        stdout.flush()

    try:
        if "sheet" in job:
            _draw_sheet(job["sheet"], job["language"], send)
        elif "cards" in job:
            _draw_cards(job["cards"], job["cutter"], send)
        else:
            slug, order, deck, pictures = (job[name] for name in JOB)
            _draw_game(slug, order, deck, pictures, send)
    except RookeryError as error:
        send(refusal(error))


def _draw_sheet(key: Json, language: str, send: Send) -> None:
    from companion.calibration import Key  # noqa: PLC0415 - see above
    from printables.calibration import print_sheet  # noqa: PLC0415 - see above

    send(print_sheet(Key(**key), language=language).pdf)
    send(json.dumps({"file": "printer-check.pdf"}).encode())


def _draw_cards(order: ImposeOrder, cutter: str | None, send: Send) -> None:
    from printables.decks.folder import impose_job  # noqa: PLC0415 - see above
    from printables.decks.sources import sources  # noqa: PLC0415 - see above
    from printables.sheets.cutter import find_cutter  # noqa: PLC0415 - see above

    try:
        fronts, backs, _ = sources(order["fronts"], order["backs"])
        reading = len({*fronts, *backs})
        send(json.dumps({"steps": 3 * reading}).encode())
        found = find_cutter(cutter) if cutter else None
        job = impose_job({**order, "cutter": found}, lambda: send(b""))
    except RookeryError as error:  # its source is a path that nobody has seen
        name, problem = Path(error.source).name, error.problem
        if error.at:
            name = f"{name}, {error.at}"
        if Path(name).suffix:
            problem = say("{name}: {problem}", name=quoted(name), problem=problem)
        raise RookeryError(error.source, problem, remedy=error.remedy) from error
    _draw(job, f"{slug_of(Path(order['fronts']).stem, CARDS)}-sheets.pdf", send, reading)


def _draw_game(slug: str, order: Order, deck: str, pictures: str, send: Send) -> None:
    from printables.output.job import make_job  # noqa: PLC0415 - reportlab is heavy
    from printables.printing import file_name  # noqa: PLC0415 - see above

    job = make_job(find_game(slug), order, (deck, "deck") if deck else None)
    if pictures:
        job = replace(job, pictures=load_art(job.deck, Path(pictures))[0])
    _draw(job, file_name(slug, order), send)


def _draw(job: Job, file: str, send: Send, read: int = 0) -> None:
    """Draw a job after so many steps of reading."""
    from PIL import ImageStat  # noqa: PLC0415 - see below

    from printables.draw.pictures import notes  # noqa: PLC0415 - see above
    from printables.draw.render import opened, rendered  # noqa: PLC0415 - PDFium is heavy
    from printables.output.printer import plan, print_job  # noqa: PLC0415 - so is reportlab
    from printables.sheets.imposition import sheets_of_paper  # noqa: PLC0415 - see above
    from printables.sheets.plan import hint, pieces_of, tally  # noqa: PLC0415 - see above

    pages = plan(job)
    send(json.dumps({"steps": read + 2 * len(pages)}).encode())
    printout = print_job(job, pages, lambda: send(b""))
    names = {piece.id: str(piece.data.get("name") or piece.id) for piece in job.pieces}
    paper, dark, shown = printout.manifest.page, 0.0, list[object]()  # a box is in % of the paper
    with opened(printout.pdf) as document:
        for number, page in enumerate(document, 1):
            picture, out = rendered(page, PX_PER_MM).convert("RGB"), io.BytesIO()
            picture.save(out, "JPEG", quality=QUALITY)
            send(out.getvalue())
            dark += 1 - ImageStat.Stat(picture.convert("L")).mean[0] / 255
            placed = [each for each in printout.manifest.pieces if each.page == number]
            kinds = Counter(each.kind for each in placed)
            cards = [
                {
                    "id": each.id,
                    "name": Phrase(names[each.id]),
                    "box": [100 * n / side for n, side in zip(each.trim, paper * 2, strict=True)],
                }
                for each in placed
                if each.id in names and job.game.slug != CARDS
            ]
            shown.append({"kinds": [pieces_of(*each) for each in kinds.items()], "cards": cards})
    send(printout.pdf)
    more = job.cutter or any(piece.tags for piece in printout.manifest.pieces)
    if own := more and job.game.slug == CARDS:
        send(_beside(file, printout, job))
    result = {
        "file": file,
        "more": f"{Path(file).stem}.zip" if own else "",
        "paper": job.paper.title,
        "sheets": sheets_of_paper(pages, job.sides),
        "contents": [pieces_of(*each) for each in tally(job.pieces, job.copies).items()],
        "hint": hint(pages, job.sides),
        "ink": round(100 * dark / max(1, len(pages))),
        "pages": shown,
        "notes": [*printout.small, *job.notes, *notes(job.pictures)],
    }
    send(json.dumps(as_data(result)).encode())


def _beside(file: str, printout: Printout, job: Job) -> bytes:
    """Return a ZIP of the manifest, which a photo's tags need, and a cutting machine's paths."""
    from printables.output.files import cut_path, manifest_path  # noqa: PLC0415 - see above
    from printables.output.plotter import WRITERS, cut_sheets  # noqa: PLC0415 - see above

    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr(str(manifest_path(Path(file))), printout.manifest.to_json())
        for each in cut_sheets(printout.pages, job.cutter) if job.cutter else ():
            archive.writestr(str(cut_path(Path(file), each.page, "svg")), WRITERS["svg"](each))
    return made.getvalue()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
