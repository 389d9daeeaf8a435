"""Print a game from the browser, on this computer only: each choice draws the pages at once.

A print is drawn by a child process (`drawing`) and kept in memory, until others replace it.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from io import BufferedReader
from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING, cast, get_args

from flask import Blueprint, Response, make_response, render_template, request

from companion.errors import RookeryError
from companion.game import game_for, offering
from companion.language import LANGUAGES, from_data, say
from companion.layout import PAPER_SIZES
from companion.profile import Profile, load_profile, profile_names
from printables.draw.colours import Ink
from printables.options import SIDES
from vision.sandbox.child import environment, framed, take
from web.auth.visits import require_home
from web.doors.decks import find_deck
from web.games.shapes import Json
from web.refusal import ApiError, read_json
from web.text.languages import request_language, short_title, translate_view

if TYPE_CHECKING:
    from printables.output.job import Order

press = Blueprint("press", __name__)
press.before_request(require_home)
CHILD = ("-P", "-m", "web.doors.drawing")
MOST = 4  # prints that are kept, about 4 MB each
MOST_PIECES = 200  # that can be chosen, and characters of each one's id
EXTRAS = {"usual": None, "all": True, "none": False}
PAPERS = {name: name.upper() if len(name) < 3 else name.title() for name in PAPER_SIZES}
PATIENCE_S = 60.0


class Print:
    """A print that a child process is drawing, or has drawn."""

    def __init__(self, job: Json) -> None:
        self.steps, self.done, self.pdf, self.more, self.pictures = 1, 0, b"", b"", list[bytes]()
        self.result: Json | None = None
        self.error: RookeryError | None = None
        self._child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, *CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment()},  # a profile may be where a variable says
        )
        self._thread = Thread(target=self._follow, args=[framed(json.dumps(job).encode())])
        self._thread.daemon = True
        self._thread.start()

    def wait(self) -> None:
        """Wait until all is drawn, and end the child if that takes too long."""
        self._thread.join(PATIENCE_S)
        self.close()

    def close(self) -> None:
        """End the child, if it still draws."""
        self._child.kill()
        self._thread.join()

    def _follow(self, job: bytes) -> None:
        with self._child as child, suppress(OSError, struct.error):  # it has ended
            assert child.stdin is not None  # noqa: S101 - it has pipes
            assert isinstance(child.stdout, BufferedReader)  # noqa: S101 - see above
            child.stdin.write(job)
            child.stdin.close()
            while True:
                self._note(take(child.stdout))
        if self.result is None and self.error is None:
            problem = say("these pages couldn't be drawn")
            self.error = RookeryError("print", problem, remedy=say("choose other settings"))

    def _note(self, part: bytes) -> None:
        """Note a part of the child's answer."""
        if part.startswith(b"%PDF"):
            self.pdf = part
        elif part.startswith(b"PK"):
            self.more = part
        elif part.startswith(b"{"):
            told = from_data(json.loads(part))
            if "steps" in told:
                self.steps = told["steps"]
            elif "error" in told:
                self.error = RookeryError(**told["error"])
            else:
                self.result = told
        else:
            self.done += 1
            self.pictures += [part] if part else []


_prints: dict[str, Print] = {}  # by id, the oldest first


@press.get("/print")
def page() -> str:
    """Show what can be chosen for a game's print, which a script draws."""
    deck = request.args.get("deck", "")
    own = find_deck(deck) if deck else None
    row = own.game if own else game_for("print", request.args.get("game", "giza"))
    return render_template(
        "print.html",
        games=() if own else offering("print"),
        row=row,
        deck=deck,
        title=own.deck.title if own else short_title(row.title),
        papers=PAPERS,
        own_language=request_language(),
        printers=list(printers()),
        printer=request.args.get("profile", ""),
    )


def printers() -> Iterator[Profile]:
    """Yield the profiles of printers that can be read."""
    for name in profile_names():
        with suppress(RookeryError):
            yield load_profile(name)


@press.post("/print")
def draw() -> tuple[Json, int]:
    """Start to draw a print; the one that it replaces (`before`) ends."""
    data, text, pictures = read_json(), "", ""
    if deck := data.get("deck"):
        own = find_deck(str(deck))
        slug, text = own.game.slug, own.text
        pictures = str(own.art.folder) if own.art.digest else ""
    else:
        slug = game_for("print", str(data.get("game", ""))).slug
    job = {"game": slug, "order": order(data), "deck": text, "pictures": pictures}
    drop_print(str(data.get("before", "")))
    return {"id": start_print(job)}, 201


def start_print(job: Json) -> str:
    """Start to draw a job of `drawing`, and return its id; only the newest few are kept."""
    for old in list(_prints)[: 1 - MOST]:
        drop_print(old)
    name = token_hex(8)
    _prints[name] = Print(job)
    return name


def drop_print(name: str) -> None:
    """End a print if it is still there."""
    if old := _prints.pop(name, None):
        old.close()


@press.get("/print/<name>")
def state(name: str) -> Json:
    """Return how far a print is, and what it needs once it is drawn."""
    found = _find(name)
    if found.error:
        raise found.error
    told = {"done": found.done, "steps": found.steps, "pictures": len(found.pictures)}
    return {**told, "result": translate_view(found.result) if found.pdf else None}


@press.get("/print/<name>/<int:number>.jpg")
def picture(name: str, number: int) -> Response:
    """Return the picture of a page, from 1."""
    pictures = _find(name).pictures
    if not 1 <= number <= len(pictures):
        raise ApiError(404, "not-found", say("There is nothing at this address."))
    return _file(pictures[number - 1], "image/jpeg")


@press.get("/print/<name>/file.<any(pdf, zip):ending>")
def file(name: str, ending: str) -> Response:
    """Return the PDF to save, or the ZIP of what belongs to it."""
    found = _find(name)
    data, key = (found.pdf, "file") if ending == "pdf" else (found.more, "more")
    if not data or not found.result:
        raise ApiError(404, "not-found", say("There is nothing at this address."))
    response = _file(data, f"application/{ending}")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.result[key]}"'
    return response


def order(data: Mapping[str, object]) -> Order:
    """Return the checked options of a print; raise `ApiError` 400."""
    only, players, extras = data.get("only", []), data.get("players"), data.get("extras", "usual")
    choices: Mapping[str, Collection[str]] = {
        "paper": PAPER_SIZES,
        "sides": SIDES,
        "ink": get_args(Ink),
        "language": LANGUAGES,
        "extras": EXTRAS,
        "profile": profile_names(),
    }
    good = (
        all(data.get(name, "") in ("", *known) for name, known in choices.items())
        and (players is None or type(players) is int)
        and isinstance(only, list)
        and len(only) <= MOST_PIECES
        and all(isinstance(each, str) and len(each) <= MOST_PIECES for each in only)
    )
    if not good:
        raise ApiError(400, "malformed", say("That didn't work."))
    named = ("paper", "sides", "ink", "language")
    checked = {
        **{name: data[name] for name in named if data.get(name)},
        "only": only,
        "players": players,
        "extras": EXTRAS.get(str(extras)),
        "profile_name": data.get("profile") or None,
    }
    return cast("Order", checked)


def _find(name: str) -> Print:
    if found := _prints.get(name):
        return found
    raise ApiError(404, "not-found", say("That print is gone. Choose again."))


def _file(data: bytes, kind: str) -> Response:
    response = make_response(data)
    response.mimetype = kind
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
