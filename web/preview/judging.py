"""Check a deck file in a child process that may be killed; it draws each face.

A deck from the internet must not take for ever, nor all memory.
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from companion.errors import DeckError, RookeryError
from companion.game import Game
from companion.game import game as find_game
from companion.language import as_data, from_data, say
from printables.decks import report as deck_report
from printables.decks.report import Report, pictures_of
from vision.sandbox.child import NoAnswerError, TooSlowError, ask, framed, limit, refusal, take

MEMORY = 2 * 2**30  # bytes of address space; pictures are loaded, too
CPU = 60  # s
TIMEOUT_S = 30.0  # the slowest standard deck takes about 3 s
CHILD = ("-P", "-m", "web.preview.judging")
_SIMPLER = say("remove some pieces, or simplify them")


def report(game: Game, text: str, source: str) -> Report:
    """Return a report on a deck file; raise `DeckError` if it isn't TOML, or too much to draw."""
    try:
        parts = ask(CHILD, (json.dumps([game.slug, text, source]).encode(),), TIMEOUT_S)
    except TooSlowError:
        problem = say("drawing its pieces takes more than {n} seconds", n=f"{TIMEOUT_S:g}")
        raise DeckError(source, problem, remedy=_SIMPLER) from None
    except NoAnswerError:
        raise DeckError(source, say("its pieces couldn't be drawn"), remedy=_SIMPLER) from None
    answer = from_data(json.loads(parts[0]))
    if "error" in answer:
        raise DeckError(**answer["error"])
    if answer["faults"]:
        faults = (DeckError(source, what, at=at, remedy=how) for what, at, how in answer["faults"])
        return Report(game, None, tuple(faults))
    deck = game.read_deck(text, source)
    pictures, missing = pictures_of(deck, source)
    if missing:  # deleted meanwhile
        return Report(game, None, tuple(missing))
    return Report(game, deck, (), tuple(answer["differences"]), tuple(answer["advice"]), pictures)


# --- the child ------------------------------------------------------------------------------------


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Check the deck file on `stdin`; write the report to `stdout`."""
    limit(MEMORY, CPU)
    slug, text, source = json.loads(take(stdin))
    try:
        result = deck_report.report(find_game(slug), text, source)
    except RookeryError as error:
        stdout.write(framed(refusal(error)))
        return
    faults = tuple((fault.problem, fault.at, fault.remedy) for fault in result.faults)
    answer = {"faults": faults, "differences": result.differences, "advice": result.advice}
    stdout.write(framed(json.dumps(as_data(answer)).encode()))


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
