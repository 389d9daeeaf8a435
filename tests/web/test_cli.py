"""`rookery table`: where it keeps its data, what it says, and what it says no to."""

from __future__ import annotations

import re
import socket
import webbrowser
from datetime import timedelta
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner
from PIL import Image

from companion.deckfile import deck_text
from companion.errors import DeckError, RookeryError, UsageError
from companion.folders import data_folder
from companion.game import game
from web import cli, machine
from web.app import create_app
from web.backup.cli import backup, restore
from web.plays.cli import delete as delete_plays
from web.plays.cli import export, import_
from web.storage.database import claim
from web.tables.cli import delete, expire, list_


def test_without_a_folder_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither --data nor ROOKERY_DATA says otherwise, the system's place for
    programs' data.
    """
    monkeypatch.delenv("ROOKERY_DATA", raising=False)
    context = cli.table.make_context("table", [])
    assert context.params["folder"] == data_folder()


@pytest.mark.parametrize(
    "command", [cli.table, list_, delete, expire, backup, restore, export, import_, delete_plays]
)
def test_a_relative_folder_is_taken_from_where_the_command_runs(
    command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By option or variable. Flask would look for its photos in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    by_option = command.make_context("x", ["--data", "games"], resilient_parsing=True)
    monkeypatch.setenv("ROOKERY_DATA", "games")
    by_variable = command.make_context("x", [], resilient_parsing=True)
    folders = [each.params["folder"] for each in (by_option, by_variable)]
    assert folders == [tmp_path / "games"] * 2


def greeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    """What the terminal shows; the server itself doesn't start."""
    served: list[Any] = []

    def serve(app: Any, listeners: list[socket.socket]) -> None:
        served.append(app)
        for listener in listeners:
            listener.close()
        app.extensions["rookery"].store.close()

    monkeypatch.setattr("web.serve.serve", serve)
    result = CliRunner().invoke(
        cli.table, ["--data", str(tmp_path), *options], catch_exceptions=False
    )
    assert (result.exit_code, len(served)) == (0, 1)
    return result.output


def test_the_terminal_says_where_the_phones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All addresses in the network, a QR code of the first, and how to stop."""
    monkeypatch.setattr(machine, "addresses", lambda: ("192.168.7.7", "10.5.0.2", "fd00::7"))
    shown = greeting(tmp_path, monkeypatch)
    assert "open at  http://192.168.7.7:" in shown
    assert "http://localhost:" in shown
    assert "If phones fail, try         http://10.5.0.2:" in shown
    assert "http://[fd00::7]:" in shown
    assert "\u2588" in shown
    assert "Ctrl-C" in shown
    assert shown.endswith("run 'rookery table' again to go on.\n")


DESKTOP = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("option", "place", "opened"),
    [
        (("--open",), DESKTOP, "http://localhost:"),
        (("--open", "--host", "127.0.0.1"), DESKTOP, "http://127.0.0.1:"),
        ((), DESKTOP, ""),  # there is no terminal
        (("--no-open",), DESKTOP, ""),
        (("--open",), {}, ""),
        (("--open",), {**DESKTOP, "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, ""),
    ],
)
def test_the_home_page_opens_where_somebody_sees_it(
    option: tuple[str, ...],
    place: dict[str, str],
    opened: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not over SSH or without a desktop; white-box, for a Linux."""
    shown = Queue[str]()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: Mock(open=shown.put))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in place.items():
        monkeypatch.setenv(name, value)
    greeting(tmp_path, monkeypatch, *option)
    if opened:
        assert shown.get(timeout=600).startswith(opened)
    assert shown.empty()


def test_a_second_start_opens_the_page_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a double click on a program that is open; a script still gets the error."""
    shown = Queue[str]()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: Mock(open=shown.put))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    with claim(tmp_path, "http://localhost:8123"):
        options = ["--data", str(tmp_path)]
        again = CliRunner().invoke(cli.table, [*options, "--open"], catch_exceptions=False)
        assert (again.exit_code, again.output) == (
            0,
            "Rookery runs already: http://localhost:8123\n",
        )
        assert shown.get(timeout=600) == "http://localhost:8123"
        with pytest.raises(RookeryError, match=r"uses it already.*8123.*play there"):
            CliRunner().invoke(cli.table, options, catch_exceptions=False)
    assert shown.empty()


def test_no_browser_of_the_terminal_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`webbrowser` would start w3m, and wait until it ends; without any browser nothing happens."""
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    text, started = webbrowser.GenericBrowser("w3m"), list[str]()
    monkeypatch.setattr(text, "open", started.append)
    monkeypatch.setattr(webbrowser, "get", lambda: text)
    greeting(tmp_path, monkeypatch, "--open")
    monkeypatch.setattr(webbrowser, "get", Mock(side_effect=webbrowser.Error))
    assert "Stop with" in greeting(tmp_path, monkeypatch, "--open")
    assert started == []


def test_a_table_with_your_own_deck_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page is checked before the table opens."""
    file = tmp_path / "my.toml"
    file.write_text(deck_text(game("giza"))[0], "utf-8")
    shown = greeting(tmp_path, monkeypatch, "--deck", str(file))
    assert re.search(r"Your deck is at http://localhost:\d+/deck/[0-9a-f]+\n", shown)
    file.write_text('game = "giza"', "utf-8")
    with pytest.raises(DeckError):
        greeting(tmp_path, monkeypatch, "--deck", str(file))


def test_a_decks_own_pictures_come_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table gets copies of them; one that is missing is said, and is the standard drawing."""
    text, cards = deck_text(game("giza"))[0], list[str]()
    for number, name in enumerate(("fox.png", "gone.png"), 1):
        line = f'id = "penguin-0{number}"\n'
        text = text.replace(line, f'{line}art = "{name}"\n', 1)
    (tmp_path / "my.toml").write_text(text, "utf-8")
    Image.new("RGB", (70, 100), "red").save(tmp_path / "fox.png")

    def play(app: Any, listeners: list[socket.socket]) -> None:
        (name,) = app.extensions["rookery.decks"]
        with app.test_client() as client:
            host = client.post(f"/deck/{name}/play").location
            (tmp_path / "fox.png").unlink()
            state = client.get(host.replace("host", "state") + "?view=host").json
            for number in (1, 2):
                path = f"/art/giza/{state['deck']['edition']}/penguin-0{number}/front.svg"
                cards.append(client.get(path).text)
        for listener in listeners:
            listener.close()
        app.extensions["rookery"].store.close()

    monkeypatch.setattr("web.serve.serve", play)
    options = ["--data", str(tmp_path / "data"), "--deck", str(tmp_path / "my.toml")]
    result = CliRunner().invoke(cli.table, options, catch_exceptions=False)
    assert re.search(r"standard drawing: .*my\.toml: .*'gone\.png' doesn't exist", result.output)
    assert [svg.count("<image") for svg in cards] == [1, 0]
    assert len(list((tmp_path / "data" / "photos").glob("*/*.art"))) == 1


def test_without_a_network_the_terminal_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones would try 127.0.0.1 in vain, so there is no QR code either."""
    monkeypatch.setattr(machine, "addresses", tuple)
    shown = greeting(tmp_path, monkeypatch)
    assert "No network found. Connect this computer to Wi-Fi" in shown
    assert "\u2588" not in shown


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_table_for_this_computer_alone_says_so(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It isn't the Wi-Fi that keeps phones out, and the remedy is named; no QR code
    leads nowhere.
    """
    shown = greeting(tmp_path, monkeypatch, "--host", host)
    assert f"Only this computer can join. To let phones in, leave out --host {host}." in shown
    assert "Wi-Fi" not in shown
    assert "\u2588" not in shown


@pytest.mark.parametrize("place", ["0.0.0.0", "::"])  # noqa: S104 - as the server itself does
def test_a_port_that_is_taken_is_said_when_it_was_asked_for(tmp_path: Path, place: str) -> None:
    """For IPv4 or IPv6. Otherwise the next free one is used."""
    family = socket.AF_INET6 if ":" in place else socket.AF_INET
    with socket.create_server((place, 0), family=family) as other:
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=rf"^port {port}: [^()]*; choose another --port"):
            cli.table.main(["--port", str(port), "--data", str(tmp_path)], standalone_mode=False)


def test_only_addresses_at_which_it_listens_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With IPv4 alone, no phone is sent to an IPv6 address."""
    monkeypatch.setattr(machine, "addresses", lambda: ("fd00::7", "192.168.7.7"))
    shown = greeting(tmp_path, monkeypatch, "--host", "0.0.0.0")  # noqa: S104 - see above
    assert "open at  http://192.168.7.7:" in shown
    assert "fd00" not in shown


@pytest.mark.parametrize(("options", "days"), [([], None), (["--keep", "1y"], 365)])
def test_tables_are_kept_as_long_as_the_host_wants(
    options: list[str], days: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For ever by default."""
    apps: list[Any] = []
    create = create_app

    def spy(config: dict[str, Any]) -> Any:
        apps.append(create(config))
        return apps[-1]

    monkeypatch.setattr("web.app.create_app", spy)
    greeting(tmp_path, monkeypatch, *options)
    assert apps[0].config["KEEP"] == (timedelta(days=days) if days else None)


@pytest.mark.parametrize("port", ["0", "65536", "x"])
def test_a_port_is_a_number_from_1_to_65535(port: str) -> None:
    """A usage error of the command line."""
    assert CliRunner().invoke(cli.table, ["--port", port]).exit_code == 2
