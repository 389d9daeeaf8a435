"""The cards of your own deck, drawn in a child process that may be killed.

A deck's author decides how much is drawn, and a deck from the internet may take hours or gigabytes.
So all of its cards are drawn at once, when a table is opened with it or a phone requests one of
them, and are cached. Cards of the standard decks are drawn one by one on request.
"""

from __future__ import annotations

import gzip
import json
import math
import pickle
import sys
import threading
import time
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from companion.deckfile import load_deck
from companion.errors import DeckError, RookeryError, UsageError
from companion.game import Deck, game
from companion.language import from_data, say
from vision.sandbox.child import NoAnswerError, TooSlowError, ask, framed, limit, refusal, take
from web.games.base import screens
from web.own_art import NO_ART, OwnArt, load_art
from web.pictures.faces import draw_face

if TYPE_CHECKING:
    from printables.draw.pictures import Picture

MEMORY = 2**29  # bytes of address space; the largest standard deck takes less than a quarter
CPU = 30  # s; the slowest standard deck takes about 2
# the same for a deck with pictures, which only this computer's people open: 160 MB each while it is
# decoded, turned and reduced, and half a second
MEMORY_OF_PICTURES, CPU_OF_PICTURES = 2**31, 90
SIDE = 720  # px of a picture, on both sides of 62 cards about 20 MB; few phones show more of it
TIMEOUT_S = 120.0  # a busy computer needs many times as long as its processor works
MOST_BYTES = 40_000_000  # of all cards; the largest standard deck has 6 MB
# seconds after which a deck that wasn't drawn in time is tried again: the computer may be less busy
AGAIN_S = 60.0
KEPT = 16  # decks, each in one language, compressed; a standard one would be 0.6 MB
CHILD = ("-P", "-m", "web.pictures.own_cards")
_SIMPLER = say("use a deck with fewer or simpler cards")
Cards: TypeAlias = Mapping[tuple[str, str], bytes]  # by piece and face, as SVG in gzip

_child = threading.Lock()  # one at a time


def is_own(slug: str, deck: Deck) -> bool:
    """Return whether this isn't the standard deck."""
    return bool(deck != _ours(slug))


def own_card(
    slug: str, deck: Deck, piece: str, face: str, language: str, *, art: OwnArt = NO_ART
) -> str:
    """Return a printed face as SVG; raise `UsageError` for an unknown one, or `DeckError`."""
    packed = draw(slug, deck, language, art).get((piece, face))
    if packed is None:
        raise UsageError(f"{piece} {face}"[:60], "no such piece in that deck")
    return gzip.decompress(packed).decode()


def draw(slug: str, deck: Deck, language: str, art: OwnArt = NO_ART) -> Cards:
    """Return all cards of a deck; raise `DeckError` if one can't be drawn or takes too much."""
    return _drawing(slug, deck, language, art).cards()


def faults(slug: str, deck: Deck, language: str, art: OwnArt) -> list[DeckError]:
    """Draw a deck like `draw`; return errors for its damaged pictures."""
    drawing = _drawing(slug, deck, language, art)
    drawing.cards()
    return drawing.faults


class _Drawing:
    """A deck's cards in a language, drawn once, however many phones request them.

    A deck with an error isn't drawn again; one whose child didn't answer is, after `AGAIN_S`.
    """

    def __init__(self, slug: str, deck: Deck, language: str, art: OwnArt) -> None:
        self._request = (slug, deck, language, str(art.folder) if art.digest else "")
        self.faults: list[DeckError] = []
        self._lock = threading.Lock()
        self._result: Cards | DeckError | None = None
        self._again_at = math.inf

    def cards(self) -> Cards:
        """Return the cards; raise `DeckError`."""
        with self._lock:
            if self._result is None or time.monotonic() >= self._again_at:
                self._result = self._draw()
        if isinstance(self._result, DeckError):
            raise self._result
        return self._result

    def _draw(self) -> Cards | DeckError:
        self._again_at = math.inf
        try:
            with _child:
                parts = ask(CHILD, [pickle.dumps(self._request)], TIMEOUT_S)
            answer = from_data(json.loads(parts[0]))
            if "error" in answer:
                return DeckError(**answer["error"])
            self.faults = [DeckError(**fault) for fault in answer["faults"]]
            return dict(zip(map(tuple, answer["cards"]), parts[1:], strict=True))
        except TooSlowError:
            n = f"{TIMEOUT_S:g}"
            problem = say("drawing this deck's cards takes more than {n} seconds", n=n)
        except NoAnswerError:
            problem = say("this deck's cards couldn't be drawn")
        self._again_at = time.monotonic() + AGAIN_S
        return DeckError("deck", problem, remedy=_SIMPLER)


_drawing = lru_cache(maxsize=KEPT)(_Drawing)


@cache
def _ours(slug: str) -> object:
    return load_deck(game(slug))


# --- the child ------------------------------------------------------------------------------------


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Draw the deck on `stdin`; write its cards to `stdout`."""
    slug, deck, language, folder = pickle.loads(take(stdin))  # noqa: S301 - our parent packed it
    screens(slug)  # loads the game's libraries, which aren't the deck's fault
    limit(*((MEMORY_OF_PICTURES, CPU_OF_PICTURES) if folder else (MEMORY, CPU)))
    pictures, damaged = load_art(deck, Path(folder), SIDE) if folder else ({}, [])
    try:
        cards = _faces(slug, deck, language, pictures)
    except RookeryError as error:
        stdout.write(framed(refusal(error)))
        return
    told = [json.loads(refusal(error))["error"] for error in damaged]
    stdout.write(framed(json.dumps({"cards": list(cards), "faults": told}).encode()))
    stdout.writelines(map(framed, cards.values()))


def _faces(slug: str, deck: Deck, language: str, pictures: Mapping[str, Picture]) -> Cards:
    cards, size = dict[tuple[str, str], bytes](), 0
    for piece in game(slug).pieces(deck):
        for face in piece.faces:
            card = draw_face(slug, deck, piece.id, face, language, pictures=pictures).encode()
            size += len(card)
            if size > MOST_BYTES:
                problem = say("this deck's cards take more than {n} MB", n=MOST_BYTES // 1_000_000)
                raise DeckError("deck", problem, remedy=_SIMPLER)
            cards[piece.id, face] = gzip.compress(card, 5, mtime=0)
    return cards


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
