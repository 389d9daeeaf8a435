"""The workbench of a deck's designer: a deck file as it is now, the last that had no mistake, and
both in JSON.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.deckfile import file_text, game_of_file, load_deck
from companion.errors import DeckError, RookeryError
from companion.game import Game
from companion.language import say
from printables.decks.report import Report
from printables.draw.pictures import art_of
from web.games.fixed import Json
from web.preview.judging import report

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
    "tile": say("Tiles"),
    "token": say("Tokens"),
    "tracker": say("Trackers"),
}
_ART = re.compile(r"""\bart\s*=\s*["']([^"'\n]{1,200})["']""")
_LINE = re.compile(r"line (\d+)(?:, (.+))?")


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A deck file as it was at one moment: what there is to say of it, or why it could not be read
    at all.
    """

    revision: str
    text: str
    found: Report | None
    faults: tuple[RookeryError, ...]


class Workbench:
    """One deck file and the pictures that it names, looked at whenever somebody asks."""

    def __init__(self, file: str, slug: str | None = None) -> None:
        self.file, self._slug = file, slug
        self._lock = threading.Lock()
        self._now: Seen | None = None
        self.good: Seen | None = None  # the newest without a mistake: its cards stay in sight

    def look(self) -> Seen:
        """The file as it is now; it is read again only when it or a picture has changed."""
        with self._lock:
            text, fault = self._read()
            revision = self._revision(text, fault)
            if self._now is None or self._now.revision != revision:
                self._now = self._judged(revision, text, fault)
                if self._now.found and not self._now.faults:
                    self.good = self._now
            return self._now

    def _read(self) -> tuple[str, RookeryError | None]:
        try:
            return file_text(self.file), None
        except DeckError as error:  # an editor may be about to replace it
            return "", error

    def _revision(self, text: str, fault: RookeryError | None) -> str:
        folder = Path(self.file).parent
        stamps = (
            f"{name} {_stamp(folder / name)}" for name in _ART.findall(text) if ".." not in name
        )
        return hashlib.sha256("\0".join([str(fault), text, *stamps]).encode()).hexdigest()[
            :REVISION
        ]

    def _judged(self, revision: str, text: str, fault: RookeryError | None) -> Seen:
        if fault:
            return Seen(revision, text, None, (fault,))
        try:
            found = report(game_of_file(self.file, self._slug), text, self.file)
        except RookeryError as error:
            return Seen(revision, text, None, (error,))
        return Seen(revision, text, found, found.faults)


def _stamp(path: Path) -> str:
    try:
        seen = path.stat()
    except (OSError, ValueError):
        return "gone"
    return f"{seen.st_mtime_ns} {seen.st_size}"


def state_of(bench: Workbench, seen: Seen) -> Json:
    """What the page shows: the mistakes of the file as it is now, and the pieces of the last good
    one.
    """
    good = bench.good
    found = good.found if good else None
    fresh = seen.found if not seen.faults else None
    return {
        "revision": seen.revision,
        "faults": [_fault(fault, seen.text) for fault in seen.faults],
        "differences": list(fresh.differences) if fresh else [],
        "advice": list(fresh.advice) if fresh else [],
        "game": found.game.title if found else "",
        "slug": found.game.slug if found else "",
        "count": found.pieces if found else 0,
        "deck": found.deck.fingerprint[:REVISION] if found else "",
        "shown": good.revision if good else "",
        "groups": list(_groups(found)) if found else [],
    }


def _fault(fault: RookeryError, text: str) -> Json:
    """A mistake with the line of the file in which it is."""
    place = _LINE.match(fault.at)
    lines = text.splitlines()
    number = int(place[1]) if place else 0
    return {
        "line": number,
        "field": (place[2] or "") if place else fault.at,
        "text": lines[number - 1].strip()[:120] if 0 < number <= len(lines) else "",
        "problem": fault.problem,
        "remedy": fault.remedy,
    }


def _groups(found: Report) -> Iterator[Json]:
    """The pieces kind by kind."""
    pieces = found.game.pieces(found.deck)
    usual = _usual(found.game)
    art = art_of(found.deck)
    for kind in dict.fromkeys(piece.kind for piece in pieces):
        own = [piece for piece in pieces if piece.kind == kind]
        yield {
            "kind": kind,
            "title": TITLES.get(kind, kind),
            "count": sum(piece.count for piece in own),
            "pieces": [
                {
                    "id": piece.id,
                    "count": piece.count,
                    "width": piece.size.width,
                    "height": piece.size.height,
                    "faces": list(piece.faces),
                    "yours": piece.id in art or usual.get(piece.id) != (piece.data, piece.count),
                }
                for piece in own
            ],
        }


def _usual(game: Game) -> dict[str, object]:
    return {piece.id: (piece.data, piece.count) for piece in game.pieces(load_deck(game))}
