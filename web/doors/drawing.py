"""A print drawn in a child process, page by page: progress first, then pictures and the PDF.

The parent sends a job as JSON. The answer is a series of parts: the number of steps, an empty part
for each page drawn, each page as a JPEG, then the PDF and what it needs, as JSON. Of a calibration
sheet (`sheet`) it is only the PDF.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from typing import Any, BinaryIO

from companion.errors import RookeryError
from companion.game import game as find_game
from companion.language import Phrase, as_data
from vision.sandbox.child import framed, limit, refusal, take

MEMORY = 3 * 2**30  # bytes of address space; PDFium and the fonts reserve a part of it
CPU = 120  # s; the largest game takes about 6
PX_PER_MM = 72 / 25.4  # 595 x 842 px for A4
QUALITY = 75  # of the JPEGs, about 60 KB each
JOB = ("game", "order", "deck")  # what is sent; `deck` is the text of a deck file, "" for ours


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
        else:
            slug, order, deck = (job[name] for name in JOB)
            _draw(slug, order, deck, send)
    except RookeryError as error:
        send(refusal(error))


def _draw_sheet(key: Any, language: str, send: Any) -> None:
    from companion.calibration import Key  # noqa: PLC0415 - see above
    from printables.calibration import print_sheet  # noqa: PLC0415 - see above

    send(print_sheet(Key(**key), language=language).pdf)
    send(json.dumps({"file": "printer-check.pdf"}).encode())


def _draw(slug: str, order: Any, deck: str, send: Any) -> None:
    from PIL import ImageStat  # noqa: PLC0415 - see below

    from printables.draw.render import opened, rendered  # noqa: PLC0415 - PDFium is heavy
    from printables.output.printer import make_job, plan, print_job  # noqa: PLC0415 - so is reportlab
    from printables.printing import file_name  # noqa: PLC0415 - see above
    from printables.sheets.imposition import sheets_of_paper  # noqa: PLC0415 - see above
    from printables.sheets.plan import hint, pieces_of, tally  # noqa: PLC0415 - see above

    job = make_job(find_game(slug), order, (deck, "deck") if deck else None)
    pages = plan(job)
    send(json.dumps({"steps": 2 * len(pages)}).encode())
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
                if each.id in names
            ]
            shown.append({"kinds": [pieces_of(*each) for each in kinds.items()], "cards": cards})
    send(printout.pdf)
    result = {
        "file": file_name(slug, order),
        "paper": job.paper.title,
        "sheets": sheets_of_paper(pages, job.sides),
        "contents": [pieces_of(*each) for each in tally(job.pieces, job.copies).items()],
        "hint": hint(pages, job.sides),
        "ink": round(100 * dark / max(1, len(pages))),
        "pages": shown,
    }
    send(json.dumps(as_data(result)).encode())


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
