"""A deck file for its designer: as it is now, and its last version without errors.

It is checked in a child process that may be killed, which draws each face: a deck from the internet
must not take for ever, nor all memory.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from companion.deckfile import file_text, game_of_file, load_deck
from companion.decks import short_id
from companion.errors import DeckError, RookeryError
from companion.game import Game
from companion.game import game as find_game
from companion.language import as_data, from_data, say
from printables.decks import report as deck_report
from printables.decks.cardgame import game_file, report_card_game
from printables.decks.report import Report
from printables.draw.pictures import art_of, pictures_of
from vision.sandbox.child import NoAnswerError, TooSlowError, ask, framed, limit, refusal, take
from web.games.shapes import Json

MEMORY = 2 * 2**30  # bytes of address space; pictures are loaded, too
CPU = 30  # s; the slowest standard deck takes about 3
TIMEOUT_S = 120.0  # a busy computer needs many times as long as its processor works
CHILD = ("-P", "-m", "web.preview.workbench")
_SIMPLER = say("remove some pieces, or simplify them")
REVISION = 16  # digits
TITLES: Mapping[str, str] = {
    "action": say("Actions"),
    "board": say("Boards"),
    "chief": say("Chief"),
    "die": say("Die"),
    "event": say("Events"),
    "goal": say("Goals"),
    "handicap": say("Handicaps"),
    "mat": say("Tally mat"),
    "penguin": say("Penguins"),
    "pyramid": say("Pyramids"),
    "rock": say("Rocks"),
    "standee": say("Standees"),
    "strip": say("Pyramid strip"),
    "tile": say("Tiles"),
    "token": say("Tokens"),
    "tracker": say("Trackers"),
}
_ART = re.compile(r"""\bart\s*=\s*["']([^"'\n]{1,200})["']""")
_LINE = re.compile(r"line (\d+)(?:, (.+))?")


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A deck file at one moment: a report on it, or why it couldn't be read."""

    revision: str
    text: str
    report: Report | None
    faults: tuple[RookeryError, ...]


class Workbench:
    """A deck file and the pictures that it names; `own` says that all is of its owner."""

    own = False

    def __init__(self, file: str, slug: str | None = None) -> None:
        self.file, self._slug = file, slug
        self._lock = threading.Lock()
        self._now: Seen | None = None
        self.good: Seen | None = None  # the newest without errors: its cards stay visible

    @property
    def name(self) -> str:
        """What people call it."""
        return Path(self.file).name

    @property
    def command(self) -> str:
        """The command that starts its preview."""
        return f"rookery deck preview {self.name}"

    def look(self) -> Seen:
        """Return the file as it is now; it is read again only if it or a picture has changed."""
        with self._lock:
            text = ""
            fault: RookeryError | None = None
            try:
                text = file_text(self.file)
            except DeckError as error:  # an editor may be replacing it
                fault = error
            content = "\0".join([str(fault), text, *self._stamps(text)])
            revision = hashlib.sha256(content.encode()).hexdigest()[:REVISION]
            if self._now is None or self._now.revision != revision:
                result = None
                if not fault:
                    try:
                        result = self._report(text)
                    except RookeryError as error:
                        fault = error
                faults = (fault,) if fault else result.faults if result else ()
                self._now = Seen(revision, text, result, faults)
                if result and not faults:
                    self.good = self._now
            return self._now

    def _stamps(self, text: str) -> Iterator[str]:
        """Yield what changes with the pictures."""
        for name in [name for name in _ART.findall(text) if ".." not in name]:
            yield from stamp(Path(self.file).parent / name)

    def _report(self, text: str) -> Report:
        return report(game_of_file(self.file, self._slug), text, self.file)


class GameBench(Workbench):
    """A card game as data, and all files in its folder."""

    own = True

    def __init__(self, folder: str) -> None:
        super().__init__(str(game_file(folder)))
        self._folder = folder

    @property
    def name(self) -> str:
        """The name of its folder."""
        return Path(self.file).resolve().parent.name

    @property
    def command(self) -> str:
        """The command that starts its preview."""
        return f"rookery game preview {self._folder}"

    def _stamps(self, text: str) -> Iterator[str]:
        del text
        files = sorted(Path(self.file).parent.glob("*"))
        for path in (*files, *sorted(Path(self.file).parent.glob("icons/*"))):
            yield from stamp(path)

    def _report(self, text: str) -> Report:
        faults, _, advice = examined("", text, self.file)
        result = report_card_game(self.file, drawn=False)
        if faults or result.faults:
            return Report(result.game, None, faults or result.faults)
        return replace(result, advice=advice)


def stamp(path: Path) -> Iterator[str]:
    """Yield what changes with a file, nothing for one that is gone."""
    with suppress(OSError, ValueError):
        file_status = path.stat()
        yield f"{path.name} {file_status.st_mtime_ns} {file_status.st_size}"


def state_of(bench: Workbench, look: Seen) -> Json:
    """Return what the page shows: the file's errors now, and the last pieces without any."""
    good = bench.good
    result = good.report if good else None
    fresh = look.report if not look.faults else None
    return {
        "revision": look.revision,
        "faults": [_fault(fault, look.text) for fault in look.faults],
        "differences": list(fresh.differences) if fresh else [],
        "advice": list(fresh.advice) if fresh else [],
        "game": result.game.title if result else "",
        "slug": result.game.slug if result else "",
        "count": result.pieces if result else 0,
        "deck": short_id(result.deck.fingerprint) if result else "",
        "shown": good.revision if good else "",
        "groups": list(_groups(result)) if result else [],
    }


def _fault(fault: RookeryError, text: str) -> Json:
    place = _LINE.match(fault.at)
    lines = text.split("\n")
    number = int(place[1]) if place else 0
    return {
        "line": number,
        "field": (place[2] or "") if place else fault.at,
        "text": lines[number - 1].strip()[:120] if 0 < number <= len(lines) else "",
        "problem": fault.problem,
        "remedy": fault.remedy,
    }


def _groups(result: Report) -> Iterator[Json]:
    pieces = result.game.pieces(result.deck)
    standard = () if result.faces else result.game.pieces(load_deck(result.game))
    usual = {piece.id: (piece.data, piece.count) for piece in standard}
    art = art_of(result.deck)
    for kind in dict.fromkeys(piece.kind for piece in pieces):
        own = [piece for piece in pieces if piece.kind == kind]
        yield {
            "kind": kind,
            "title": kind if result.faces else TITLES.get(kind, kind),
            "count": sum(piece.count for piece in own),
            "pieces": [
                {
                    "id": piece.id,
                    "count": piece.count,
                    "width": piece.size.width,
                    "height": piece.size.height,
                    "faces": list(piece.faces),
                    "usual": piece.id in usual,
                    "yours": not result.faces
                    and (piece.id in art or usual.get(piece.id) != (piece.data, piece.count)),
                }
                for piece in own
            ],
        }


def report(game: Game, text: str, source: str) -> Report:
    """Return a report on a deck file; raise `DeckError` if it isn't TOML, or too much to draw."""
    faults, changes, advice = examined(game.slug, text, source)
    if faults:
        return Report(game, None, faults)
    deck = game.read_deck(text, source)
    pictures, missing = pictures_of(deck, source)
    if missing:  # deleted meanwhile
        return Report(game, None, tuple(missing))
    return Report(game, deck, (), changes, advice, pictures)


def examined(
    slug: str, text: str, source: str
) -> tuple[tuple[DeckError, ...], tuple[str, ...], tuple[str, ...]]:
    """Return a file's mistakes, differences and advice, found by a child process.

    Without a slug, it is the file of a card game as data.
    """
    try:
        parts = ask(CHILD, (json.dumps([slug, text, source]).encode(),), TIMEOUT_S)
    except TooSlowError:
        problem = say("drawing its pieces takes more than {n} seconds", n=f"{TIMEOUT_S:g}")
        raise DeckError(source, problem, remedy=_SIMPLER) from None
    except NoAnswerError:
        raise DeckError(source, say("its pieces couldn't be drawn"), remedy=_SIMPLER) from None
    answer = from_data(json.loads(parts[0]))
    if "error" in answer:
        raise DeckError(**answer["error"])
    faults = (DeckError(source, what, at=at, remedy=how) for what, at, how in answer["faults"])
    return tuple(faults), tuple(answer["differences"]), tuple(answer["advice"])


# --- the child ------------------------------------------------------------------------------------


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Check the deck file on `stdin`; write the report to `stdout`."""
    limit(MEMORY, CPU)
    slug, text, source = json.loads(take(stdin))
    try:
        result = (
            deck_report.report(find_game(slug), text, source) if slug else report_card_game(source)
        )
    except RookeryError as error:
        stdout.write(framed(refusal(error)))
        return
    faults = tuple((each.problem, _at(each, source), each.remedy) for each in result.faults)
    answer = {"faults": faults, "differences": result.differences, "advice": result.advice}
    stdout.write(framed(json.dumps(as_data(answer)).encode()))


def _at(fault: DeckError, source: str) -> str:
    """Return a mistake's place, with its file if that is another than `source`."""
    other = fault.source != source
    return f"{Path(fault.source).name}: {fault.at}" if other else fault.at


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
