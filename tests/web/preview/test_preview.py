"""The preview of a deck: for this computer only, always of the file as it is, and the last good
cards in sight.
"""

from __future__ import annotations

import re
import socket
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.deckfile import deck_text
from companion.errors import UsageError
from companion.game import Game, game, slugs
from companion.language import translated
from printables.decks.report import Report, report
from tests.printables.own import picture
from web.preview import cli, workbench
from web.preview.views import create_preview
from web.preview.workbench import Workbench
from web.preview.workbench import report as report_from_child

HERE = "http://127.0.0.1:8100"
Json = dict[str, Any]


def write(path: Path, *pairs: tuple[str, str], slug: str = "combust") -> str:
    """Our own deck with these texts replaced where they come first; the file's path."""
    text = deck_text(game(slug))[0]
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A deck file of combust's, which draws quickest."""
    write(tmp_path / "my.toml")
    return tmp_path / "my.toml"


@pytest.fixture(autouse=True)
def _ours_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every face is drawn to judge a deck, which takes a second; for our own deck, once
    is enough.
    """
    monkeypatch.setattr(workbench, "report", _report)


def _report(row: Game, text: str, source: str) -> Report:
    ours = text == deck_text(row)[0]
    return _of_ours(row.slug) if ours else report(row, text, source)


@cache
def _of_ours(slug: str) -> Report:
    row = game(slug)
    return report(row, *deck_text(row))


@pytest.fixture
def browser(file: Path) -> FlaskClient:
    return create_preview(Workbench(str(file))).test_client()


def state(browser: FlaskClient) -> Json:
    """What the page is sent."""
    answer = browser.get("/state", base_url=HERE)
    assert answer.status_code == 200
    found: Json = answer.get_json()
    return found


def pieces(seen: Json) -> dict[str, Json]:
    """The pieces of a state by id."""
    return {piece["id"]: piece for group in seen["groups"] for piece in group["pieces"]}


def face(seen: Json, piece: str, side: str = "front", ink: str = "full") -> str:
    """The address of a picture."""
    return f"/faces/{seen['shown']}/{ink}/{piece}/{side}.svg"


def test_the_page(browser: FlaskClient) -> None:
    """It names the file and may run our own scripts only."""
    answer = browser.get("/", base_url=HERE)
    assert "my.toml" in answer.text
    assert "script-src 'self';" in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=", answer.text)


@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_shown(slug: str, tmp_path: Path) -> None:
    """Each piece with its faces, each face as a picture that stands alone, one in each ink."""
    row: Game = game(slug)
    browser = create_preview(Workbench(write(tmp_path / "my.toml", slug=slug))).test_client()
    seen = state(browser)
    assert seen["faults"] == []
    assert list(pieces(seen)) == [piece.id for piece in row.pieces(row.read_deck(*deck_text(row)))]
    assert not any(piece["yours"] for piece in pieces(seen).values())
    for number, group in enumerate(seen["groups"]):
        piece = group["pieces"][0]
        for side in piece["faces"]:
            for ink in ("full",) if number else ("full", "low", "mono"):
                answer = browser.get(face(seen, piece["id"], side, ink), base_url=HERE)
                assert answer.mimetype == "image/svg+xml"
                ET.fromstring(answer.text)  # noqa: S314 - our own picture
                assert not re.search(r'(href|src)="(?!data:|#)', answer.text)


def test_nothing_new_is_told_in_no_bytes(browser: FlaskClient) -> None:
    """The page looks often; as long as nothing has changed the answer is empty."""
    tag = browser.get("/state", base_url=HERE).headers["ETag"]
    again = browser.get("/state", base_url=HERE, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_saved_change_is_seen(browser: FlaskClient, file: Path) -> None:
    """New state, new pictures, the changed card marked as the owner's; the old pictures
    are gone.
    """
    before = state(browser)
    write(
        file, ('name = "Reed Hatchling"', 'name = "Tiny Hatchling"'), ("copies = 8", "copies = 7")
    )
    after = state(browser)
    assert after["revision"] != before["revision"]
    assert after["count"] == before["count"] - 1
    assert [name for name, piece in pieces(after).items() if piece["yours"]] == ["hatchling"]
    assert after["differences"] == [
        "penguin hatchling: name Tiny Hatchling, was Reed Hatchling; copies 7, was 8"
    ]
    assert "Tiny Hatchling" in browser.get(face(after, "hatchling"), base_url=HERE).text
    assert pieces(after)["hatchling"]["usual"]
    standard = browser.get("/faces/standard/full/hatchling/front.svg", base_url=HERE).text
    assert ("Reed Hatchling" in standard, "Tiny" in standard) == (True, False)
    assert browser.get(face(before, "hatchling"), base_url=HERE).status_code == 404


FAULTS = [
    (
        "a field",
        ("copies = 8", "copies = 80"),
        ("copies = 80", "penguin[1].copies", "80 is out of range"),
    ),
    ("a missing field", ("copies = 8", ""), ("[[penguin]]", "penguin[1].copies", "missing")),
    ("no TOML", ("copies = 8", "copies ="), ("copies =", "column 9", "in quotes")),
    (
        "no game",
        ('game = "combust"', ""),
        ("# Combust: the card list", "game", "doesn't say which game"),
    ),
    (
        "no picture",
        ("copies = 8", 'copies = 8\nart = "fox.png"'),
        ('art = "fox.png"', "penguin[1].art", "'fox.png' doesn't exist"),
    ),
    (
        "no letters",
        ('"Reed Hatchling"', '"\u738b"'),
        ('name = "\u738b"', "name", "the font has no"),
    ),
]


@pytest.mark.parametrize(
    ("change", "told"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_a_mistake_is_shown_with_its_line_and_the_cards_stay(
    change: tuple[str, str], told: tuple[str, str, str], browser: FlaskClient, file: Path
) -> None:
    """Line, field, the line's own words, problem and remedy; the cards are those before; once
    fixed all is well.
    """
    before = state(browser)
    write(file, change)
    seen = state(browser)
    (fault,) = seen["faults"]
    text, field, problem = told
    line = next(
        n for n, each in enumerate(file.read_text("utf-8").splitlines(), 1) if each.startswith(text)
    )
    assert (fault["line"], fault["field"]) == (line, field)
    assert fault["text"].startswith(text)
    assert problem in fault["problem"]
    assert fault["remedy"]
    assert seen["groups"] == before["groups"]
    assert browser.get(face(seen, "hatchling"), base_url=HERE).status_code == 200
    write(file)
    assert state(browser)["faults"] == []


def test_all_mistakes_are_shown(browser: FlaskClient, file: Path) -> None:
    """Not one after the other."""
    write(file, ("copies = 8", "copies = 80"), ("copies = 6", "copies = 60"))
    assert [fault["text"] for fault in state(browser)["faults"]] == ["copies = 80", "copies = 60"]


def test_a_deck_that_is_too_much_to_draw_is_said(
    browser: FlaskClient, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that judges it is killed; the old cards stay, and the file can be fixed."""
    before = state(browser)
    monkeypatch.setattr(workbench, "report", report_from_child)
    monkeypatch.setattr(workbench, "TIMEOUT_S", 0.01)
    write(file, ("title", "# more\ntitle"))
    (fault,) = state(browser)["faults"]
    assert (fault["problem"], fault["remedy"]) == (
        "drawing its pieces takes more than 0.01 seconds", "remove some pieces, or simplify them",
    )  # fmt: skip
    assert state(browser)["groups"] == before["groups"]


def said(found: Report) -> tuple[str, ...]:
    return (*found.differences, *(fault.problem for fault in found.faults))


@pytest.mark.parametrize("pair", [("title = ", "titel = "), ('title = "', 'title = "Our ')])
def test_a_child_says_the_same_of_a_file(pair: tuple[str, str], tmp_path: Path) -> None:
    """Its mistakes with their places, or how it differs and what is worth a second look; also in
    other languages.
    """
    path = write(tmp_path / "my.toml", pair)
    text = Path(path).read_text("utf-8")
    told, here = report_from_child(game("combust"), text, path), report(game("combust"), text, path)
    assert list(map(str, told.faults)) == list(map(str, here.faults))
    assert (told.differences, told.advice, told.read) == (here.differences, here.advice, here.read)
    assert bool(told.faults) != bool(told.differences)
    for one, other in zip(said(told), said(here), strict=True):
        assert translated(one, "de") == translated(other, "de") != one


def test_a_file_that_is_gone_may_come_back(browser: FlaskClient, file: Path) -> None:
    """Editors replace files: for a moment there is none."""
    before = state(browser)
    file.unlink()
    assert state(browser)["faults"][0]["problem"] == "no such file or directory"
    write(file)
    assert state(browser)["revision"] == before["revision"]


def test_a_file_that_was_never_good_shows_no_cards(tmp_path: Path) -> None:
    """The page stays, says what is wrong, and waits."""
    browser = create_preview(
        Workbench(write(tmp_path / "my.toml", ("copies = 8", "copies = 80")))
    ).test_client()
    seen = state(browser)
    assert (seen["groups"], seen["shown"], len(seen["faults"])) == ([], "", 1)
    assert browser.get("/faces/x/full/hatchling/front.svg", base_url=HERE).status_code == 404


def test_a_new_picture_is_seen(browser: FlaskClient, file: Path) -> None:
    """A picture that is put there, or painted again, changes the page as the deck file does."""
    write(file, ("copies = 8", 'copies = 8\nart = "fox.png"'))
    assert state(browser)["faults"]
    (file.parent / "fox.png").write_bytes(picture())
    first = state(browser)
    assert first["faults"] == []
    assert pieces(first)["hatchling"]["yours"]
    assert "data:image/png;base64," in browser.get(face(first, "hatchling"), base_url=HERE).text
    (file.parent / "fox.png").write_bytes(picture(500, 400))
    assert state(browser)["revision"] != first["revision"]


@pytest.mark.parametrize("host", ["127.0.0.1:8100", "localhost:8100", "[::1]:8100"])
def test_this_computer_may_look(browser: FlaskClient, host: str) -> None:
    """By each of its own names."""
    assert browser.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/state", "/faces/x/full/hatchling/front.svg", "/static/css/base.css"]
)
@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.7:8100", "localhost.evil.example", "0.0.0.0:8100", ""]
)
def test_nobody_else_may_look(browser: FlaskClient, host: str, path: str) -> None:
    """A name of another site's that leads here (DNS rebinding), or an address in the network, is
    refused.
    """
    assert browser.get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
@pytest.mark.parametrize("path", ["/", "/state"])
def test_nothing_can_be_written(browser: FlaskClient, method: str, path: str) -> None:
    """The preview takes nothing."""
    assert getattr(browser, method)(path, base_url=HERE).status_code == 405


@pytest.mark.parametrize(
    ("piece", "side", "ink"),
    [("nobody", "front", "full"), ("hatchling", "top", "full"), ("hatchling", "front", "red")],
)
def test_what_is_not_there(browser: FlaskClient, piece: str, side: str, ink: str) -> None:
    """No such piece, face or ink: a plain 404."""
    assert browser.get(face(state(browser), piece, side, ink), base_url=HERE).status_code == 404


def test_the_command_listens_on_this_computer_only(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says where the page is, and takes no connection from the network."""
    addresses: list[Any] = []

    def serve(server: Any) -> None:
        addresses.append(server.socket.getsockname())
        server.server_close()

    monkeypatch.setattr("werkzeug.serving.BaseWSGIServer.serve_forever", serve)
    shown = CliRunner().invoke(cli.preview, [str(file)], catch_exceptions=False).output
    (address,) = addresses
    assert address[0] == "127.0.0.1"
    assert f": http://127.0.0.1:{address[1]}\n" in shown
    assert shown.endswith("\nPreview ended.\n")


def test_a_taken_port_is_said(file: Path) -> None:
    """One line with the remedy."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with pytest.raises(UsageError, match="choose another --port"):
            CliRunner().invoke(cli.preview, [str(file), "--port", port], catch_exceptions=False)
