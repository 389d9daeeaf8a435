"""The file formats for plays: ours, BG Stats' and CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from companion.errors import PlaysError
from companion.language import say
from companion.plays import bgstats, own, spreadsheet
from companion.plays.checked import ANOTHER, parsed
from companion.plays.play import Play

MOST_BYTES = 16_000_000  # about ten thousand plays
BOM = "\ufeff"  # spreadsheet programs recognise UTF-8 by it


@dataclass(frozen=True, slots=True)
class Form:
    """A file format: the suffix of its files, its MIME type, and the function that writes it."""

    suffix: str
    mime: str
    write: Callable[[Iterable[Play], tzinfo | None], str]


FORMS: Mapping[str, Form] = {
    "csv": Form(
        "csv", "text/csv; charset=utf-8", lambda plays, _zone: BOM + spreadsheet.write(plays)
    ),
    "json": Form("json", "application/json", lambda plays, _zone: own.write(plays)),
    "bgsplay": Form("bgsplay", "application/json", bgstats.write),
}


def read(data: bytes, source: str, zone: tzinfo | None) -> tuple[Play, ...]:
    """Return the plays in a file of ours or of BG Stats; raises `PlaysError`.

    Dates without a time zone are in `zone` (None: this computer's).
    """
    if len(data) > MOST_BYTES:
        problem = say("the file is larger than {most} MB", most=MOST_BYTES // 1_000_000)
        raise PlaysError(source, problem, remedy=say("export fewer plays at a time"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlaysError(source, say("the file isn't UTF-8 text"), remedy=ANOTHER) from error
    if text.startswith(",".join(spreadsheet.COLUMNS[:3])):
        problem = say("plays can't be imported from a spreadsheet")
        raise PlaysError(source, problem, remedy=say("export them as .json instead"))
    root = parsed(text, source)
    fields = root.value if isinstance(root.value, dict) else {}
    if "rookery" in fields:
        return own.read(root)
    if "plays" in fields:
        return bgstats.read(root, zone)
    if "sourcePlayId" in fields:
        return bgstats.read_pushed(root, zone)
    raise PlaysError(source, say("the file has no plays in it"), remedy=ANOTHER)
