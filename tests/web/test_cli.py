"""`rookery table`: where it keeps its data, what it says, and what it says no to."""

from __future__ import annotations

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.errors import UsageError
from companion.folders import data_folder
from web import cli
from web.app import create_app


def test_without_a_folder_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither --data nor ROOKERY_DATA says otherwise, the system's place for
    programs' data.
    """
    monkeypatch.delenv("ROOKERY_DATA", raising=False)
    context = cli.table.make_context("table", [])
    assert context.params["folder"] == data_folder()


def greeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    """What the terminal shows; the server itself doesn't start."""
    served: list[Any] = []

    def serve(app: Any, listener: socket.socket) -> None:
        served.append(app)
        listener.close()
        app.extensions["rookery"].store.close()

    monkeypatch.setattr(cli, "serve", serve)
    result = CliRunner().invoke(
        cli.table, ["--data", str(tmp_path), *options], catch_exceptions=False
    )
    assert (result.exit_code, len(served)) == (0, 1)
    return result.output


def test_the_terminal_says_where_the_phones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address in the network, a QR code of it, and how to stop."""
    monkeypatch.setattr(cli, "lan_address", lambda: "192.168.7.7")
    shown = greeting(tmp_path, monkeypatch)
    assert "http://192.168.7.7:" in shown
    assert "http://localhost:" in shown
    assert "\u2588" in shown
    assert "Ctrl-C" in shown
    assert shown.endswith("run 'rookery table' again to go on.\n")


def test_without_a_network_the_terminal_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones would try 127.0.0.1 in vain, so there is no QR code either."""
    monkeypatch.setattr(cli, "lan_address", lambda: "127.0.0.1")
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


def test_a_port_that_is_taken_is_said_when_it_was_asked_for(tmp_path: Path) -> None:
    """Otherwise the next free one is used."""
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))  # noqa: S104 - as the server itself does
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match="--port"):
            cli.table.main(["--port", str(port), "--data", str(tmp_path)], standalone_mode=False)


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
