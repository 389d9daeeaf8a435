"""What a server deletes by itself: undone photos after an hour, and expired tables."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import START, House, Server, damage
from tests.web.hosted.servers import Hosted, a_folder, until
from web import upkeep
from web.app import close
from web.hosted.settings import Settings
from web.hosted.wsgi import close as close_hosted
from web.hosted.wsgi import hosted_app
from web.services import services

HOUR, DAY = 3600.0, 86400.0


def look(house: House, *, daily: bool = False) -> None:
    upkeep.look(services(house.app), house.app.config["KEEP"], daily=daily)


def files(configured: Any) -> list[str]:
    """The ids of the photos on disk."""
    return sorted(path.name[:32] for path in configured.folder.rglob("*.photo.jpg"))


def test_an_undone_photo_is_gone_from_disk_after_an_hour(
    configured: Any, clock: list[float]
) -> None:
    """Also after a restart; one that counts stays, and one that was redone in time."""
    house = configured()
    anna, ben = house.play()
    kept = anna.photo("s1").json["photo"]
    ids = [ben.photo("s2", bytes(number)).json["photo"] for number in range(3)]
    version = ben.state()["version"]
    for undone in (version, version - 1):
        assert ben.tap("undo", {"target": undone}).status_code == 200
    clock[0] = HOUR - 1
    assert ben.tap("undo", {"target": version + 2}).status_code == 200
    look(house)
    assert files(configured) == sorted([kept, *ids])
    close(house.app)
    clock[0] = HOUR
    look(configured())
    assert files(configured) == sorted([kept, ids[0], ids[1]])


def test_files_that_no_event_names_go_after_an_hour(configured: Any, clock: list[float]) -> None:
    """They are of an upload that a crash cut short, or of a deleted table."""
    house = configured()
    anna, _ = house.play()
    named = anna.photo("s1").json["photo"]
    folder = services(house.app).photos
    clock[0] = 2 * HOUR
    stray = {
        code: [folder.keep(code, b"1", b"2") for _ in range(2)] for code in (house.code, "GONE-10")
    }
    for code, (old, new) in stray.items():
        for name, age in ((old, HOUR), (new, HOUR - 1)):
            for which in ("photo", "overlay"):
                time = START.timestamp() + clock[0] - age
                os.utime(folder.path(code, name, which), (time, time))
    look(house)
    assert files(configured) == sorted([named, *(new for _, new in stray.values())])


def test_a_damaged_table_keeps_its_photos(configured: Any, clock: list[float]) -> None:
    """And those of the others are swept all the same."""
    house = configured()
    photos, codes, undo = [], [], 0
    for _ in range(2):
        anna, _ben = house.play()
        read = anna.photo("s1").json
        anna.tap("undo", {"target": read["version"]})
        photos.append(read["photo"])
        codes.append(house.code)
        undo = read["version"] + 1
    damage(configured.folder / "data", codes[0], undo)
    clock[0] = HOUR
    look(configured())
    assert files(configured) == [photos[0]]


def test_tables_expire_with_their_photos(configured: Any, clock: list[float]) -> None:
    """Nobody touched them for so long; open pages close, and a table in use stays."""
    house = configured(KEEP=timedelta(days=30))
    codes, hosts = [], []
    for _ in range(3):
        anna, _ben = house.play()
        anna.photo("s1")
        codes.append(house.code)
        hosts.append(house.host)
    clock[0] = DAY
    house.code = codes[1]
    assert hosts[1].tap("table.lock", {"locked": True}).status_code == 200
    streams = [host.get(f"/t/{code}/stream") for host, code in zip(hosts, codes, strict=True)]
    clock[0] = 30 * DAY + 1
    look(house)
    assert services(house.app).store.codes() == codes[::-1]  # tables are looked at once a day
    look(house, daily=True)
    assert services(house.app).store.codes() == [codes[1]]
    assert [path.name for path in (configured.folder / "data" / "photos").iterdir()] == [codes[1]]
    assert services(house.app).broadcaster.codes() == [codes[1]]
    for stream in streams:
        stream.close()


def test_tables_are_kept_for_ever_unless_the_settings_say_otherwise(
    configured: Any, clock: list[float]
) -> None:
    """A kitchen table forgets nothing by itself."""
    house = configured()
    house.play()
    clock[0] = 10_000 * DAY
    look(house, daily=True)
    assert services(house.app).store.codes() == [house.code]


def test_a_table_that_somebody_uses_just_now_does_not_expire(
    house: House, clock: list[float]
) -> None:
    """A tap between the look and the deletion saves it; one deleted meanwhile harms nothing."""
    store = services(house.app).store
    house.play()
    gone = house.code
    anna, _ = house.play()
    clock[0] = 2 * DAY
    idle = upkeep.find_expired(store, timedelta(days=1))
    assert sorted(idle) == sorted([gone, house.code])
    assert anna.choose(1).status_code == 200
    store.delete(gone)
    assert upkeep.delete(store, idle) == []
    assert store.codes() == [house.code]


def test_a_server_sweeps_as_soon_as_it_starts(
    configured: Any, clock: list[float], tmp_path: Path
) -> None:
    """And ends in peace, also where a look fails."""
    house = configured()
    anna, _ = house.play()
    anna.photo("s1")
    anna.tap("undo", {"target": anna.state()["version"]})
    clock[0] = HOUR
    made, _ = house.app.extensions["rookery.threads"]
    made.start()
    made.close()  # after the first look
    assert files(configured) == []
    assert (tmp_path / "data" / "tables.sqlite3").exists()


def test_rookery_table_looks_after_its_folder(server: Server) -> None:
    """From its start on."""
    server.end(signal.SIGTERM)
    stray = server.data / "photos" / "KIWI-42" / f"{'0' * 32}.photo.jpg"
    stray.parent.mkdir(parents=True)
    stray.touch()
    os.utime(stray, (0, 0))
    server.start()
    assert server.visitor().ask("GET", "/t/KIWI-42/state")[0] == 404  # it is up
    server.end(signal.SIGTERM)
    assert not stray.exists()


def test_a_hosted_server_keeps_tables_as_long_as_its_settings_say(tmp_path: Path) -> None:
    """For ever where they say nothing."""
    month = timedelta(days=30)
    for keep in (month, None):
        app = hosted_app(Settings(data=tmp_path, keep=keep))
        assert app.config["KEEP"] == keep
        close_hosted(app)


def test_a_hosted_worker_sweeps_from_its_start_on() -> None:
    """Without Redis or PostgreSQL, too."""
    with a_folder() as folder:
        stray = folder / "photos" / "KIWI-42" / f"{'0' * 32}.photo.jpg"
        stray.parent.mkdir(parents=True)
        stray.touch()
        os.utime(stray, (0, 0))
        running = Hosted(folder, {"WEB_CONCURRENCY": "1"})
        swept = until(lambda: not stray.exists())
        assert running.stop() == 0
        assert swept


def test_a_look_that_fails_is_logged_and_no_end(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as one while the database is away."""
    monkeypatch.setattr(upkeep, "SWEEP_S", 0.001)
    made, looks = upkeep.upkeep_thread(services(house.app), None), []

    def fail(*_: object, daily: bool) -> None:
        looks.append(daily)
        if len(looks) == 2:
            made.close()
        raise OSError("away")

    monkeypatch.setattr(upkeep, "look", fail)
    made.run()
    assert looks == [True, False]
    assert caplog.text.count("upkeep") >= 2
