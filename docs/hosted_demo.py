"""`make hosted-demo`: a whole game of giza through a hosted Rookery on this machine, with parts
killed in the middle.

Starts what docs/hosting.md sets up (PostgreSQL, Redis, two web workers, two photo workers, nginx
where it is installed) in a temporary folder, says step by step what happens, and leaves nothing
behind. The last line says whether it passed, and so does the exit status: 0, or 1 when a step
failed or all took longer than `LIMIT_S`.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from bench.services import wait_for
from docs.hosted_house import House
from docs.hosted_phones import Json, Phone, delays_ms, in_words

NAMES = {"Anna": "copper", "Ben": "violet", "Cleo": "rose", "Dora": "slate"}
PHOTO = files("vision").joinpath("samples/giza.jpg").read_bytes()
LIMIT_S = 300
TAPS_PAUSE_S = 0.05  # 20 a second: the limit on writes is 1,200 a minute
BACK_AGAIN = 4  # the action that takes all action cards back: the last that is left


class Evening:
    """One table: its host, its phones, and each acknowledged tap by version with the moment it was
    sent.
    """

    def __init__(self, server: str) -> None:
        self.host = Phone(server, "127.0.0.100", "the host")
        self.phones = [
            Phone(server, f"127.0.0.{101 + number}", name) for number, name in enumerate(NAMES)
        ]
        self.sent: dict[int, float] = {}
        self.lines: list[threading.Thread] = []

    def begin(self) -> str:
        """Open the table, sit down, open the streams and start; the table's code."""
        code = self.host.open("giza")
        for phone in self.phones:
            phone.sit(code, NAMES[phone.name])
        self.lines = [phone.follow() for phone in (self.host, *self.phones)]
        wait_for("every stream", lambda: all(phone.shown for phone in self.phones))
        for kind, payload in (
            ("goals.draw", {}),
            ("chief.give", {"seat": "s1"}),
            ("game.start", {}),
        ):
            self.tap(self.host, kind, payload)
        return code

    def tap(self, phone: Phone, kind: str, payload: Json, expects: Json | None = None) -> None:
        """One tap, noted when it is acknowledged."""
        at = time.perf_counter()
        self.sent[phone.tap(kind, payload, expects)] = at

    def round(self) -> None:
        """Everyone chooses in secret at once, then plays in order."""
        number = self.phones[0].state()["round"]
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda phone: self._choose(phone, number), self.phones))
        by_seat = {phone.seat: phone for phone in self.phones}
        for turn in self.phones[0].state()["order"]:
            # a photo may have shown that no strength token is left to take
            took = bool(self.phones[0].state()["supply"])
            done = {"seat": turn["seat"], "took": took}
            self.tap(
                by_seat[turn["seat"]], "turn.done", done, {"round": number, "seat": turn["seat"]}
            )

    def rounds(self, count: int) -> str:
        """Play so many rounds; how many taps that were and when the phones had them, in words."""
        before = set(self.sent)
        for _ in range(count):
            self.round()
        sent = {version: at for version, at in self.sent.items() if version not in before}
        self.wait_for_all(max(sent))
        return f"{len(sent)} taps; every phone had each: {in_words(delays_ms(sent, self.phones))}"

    def wait_for_all(self, version: int) -> None:
        """Until every stream has brought that version."""
        wait_for(
            "news at every phone", lambda: all(max(phone.shown) >= version for phone in self.phones)
        )

    def score(self) -> Json:
        """Type what no photo could tell, such as a goal that compares pyramids; the final state."""
        for number, phone in enumerate(self.phones):
            state = phone.state()
            seat = next(seat for seat in state["seats"] if seat["id"] == phone.seat)
            if not seat["score"] or seat["score"]["total"] is None:
                levels, goals = [1 + number, 3, 2, 1], {goal["id"]: 0 for goal in state["goals"]}
                typed = {"seat": phone.seat, "levels": levels, "goals": goals}
                self.tap(phone, "score.type", typed, {"version": seat["score_version"]})
        return self.phones[0].state()

    def leave(self) -> None:
        """Close all pages."""
        for phone in (self.host, *self.phones):
            phone.leaving = True

    def _choose(self, phone: Phone, number: int) -> None:
        hand = next(seat for seat in phone.state()["seats"] if seat["id"] == phone.seat)["hand"]
        card = min(hand, key=lambda action: (action == BACK_AGAIN, action))
        self.tap(phone, "action.choose", {"number": card}, {"round": number})


def main() -> None:
    """Play the evening, and say what happened; exit with 1 when it failed."""
    began = time.perf_counter()
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LIMIT_S)
    try:
        with tempfile.TemporaryDirectory(prefix="rookery-") as name, House(Path(name)) as house:
            _run(house)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the last line says what it was
        if not isinstance(error, SystemExit):
            traceback.print_exception(error)
        sys.exit(f"hosted-demo: FAILED after {time.perf_counter() - began:.0f} s: {error!s:.500}")
    say("All of it ended and was removed")
    print(f"\nhosted-demo: passed in {time.perf_counter() - began:.0f} s", flush=True)


def _give_up(*_: object) -> NoReturn:
    raise SystemExit(f"not done within {LIMIT_S} s")


def _run(house: House) -> None:
    try:
        evening = _start(house)
        _play(house, evening)
        _settle(house, evening)
        evening.leave()
    except (Exception, SystemExit):
        _tell_logs(house)
        raise


def _start(house: House) -> Evening:
    with step("Start what docs/hosting.md sets up"):
        say(house.postgres(), f"{house.redis()}, on sockets in {house.folder}")
        say(f"rookery migrate: {house.command('migrate')}")
        house.web()
        for _ in range(2):
            house.photo_worker()
        proxy = house.nginx() or "nginx is missing: phones come to the web server itself"
        say(
            proxy,
            f"web workers {_listed(house.web_workers())}; photo workers {_photo_workers(house)}",
        )
    evening = Evening(house.address)
    with step(f"Four phones sit down at http://{house.address}"):
        say(f"Table {evening.begin()} is open; a stream to each phone and one to the host's screen")
    return evening


def _play(house: House, evening: Evening) -> None:
    with step("Rounds 1 to 3, all well"):
        say(evening.rounds(3))
    with step("Anna sends a photo, and the worker that reads it is killed"):
        _photo_with_a_kill(house, evening)
    with step("Redis is killed, and rounds 4 to 6 go on"):
        house.queue.kill()
        say(evening.rounds(3))
        status, told = evening.phones[0].photo(PHOTO, secrets.token_hex(8))
        say(f"A photo meanwhile: {status}, {told['error']['message']!r}")
        assert status == 503, told
    with step("Redis is back, and a photo is read again"):
        house.queue.start()
        _photo_at_last(evening)
    with step("A web worker is killed, and rounds 7 and 8 go on"):
        victim = house.web_workers()[0]
        os.kill(victim, signal.SIGKILL)
        say(
            f"{evening.rounds(2)}",
            f"web workers now {_listed(house.web_workers())} ({victim} was killed)",
        )
        say(f"streams were opened {sum(phone.lines for phone in evening.phones)} times by 4 phones")
    with step("A backup while phones tap, put back elsewhere; then the last rounds"):
        _backup(house, evening)
        say(evening.rounds(2))


def _photo_with_a_kill(house: House, evening: Evening) -> None:
    began = time.perf_counter()
    with ThreadPoolExecutor() as pool:
        sending = pool.submit(evening.phones[0].photo_until_read, PHOTO, secrets.token_hex(8))
        victim = house.reader()
        house.kill_photo_worker(victim)
        after = time.perf_counter() - began
        say(f"Worker {victim.pid} was killed after {after:.1f} s, while it read")
        told = sending.result()
    evening.sent[told["version"]] = began
    taken_over = f"read after {time.perf_counter() - began:.1f} s, {_score(told['state'])}"
    say(f"The other worker took over: {taken_over}")
    house.photo_worker()
    say(f"systemd would start it again; so do we: photo workers {_photo_workers(house)}")


def _photo_at_last(evening: Evening) -> None:
    """Upload the same photo until it is read, as the page does; once more must change nothing."""
    anna, key, began = evening.phones[0], secrets.token_hex(8), time.perf_counter()
    told = anna.photo_until_read(PHOTO, key)
    evening.sent[told["version"]] = began
    assert anna.photo_until_read(PHOTO, key)["version"] == told["version"]
    say(f"Read after {time.perf_counter() - began:.1f} s, {_score(told['state'])}")
    say("Sent once more with the same key, it stays one event")


def _backup(house: House, evening: Evening) -> None:
    file, before = house.folder / "backup.zip", len(evening.sent)
    with ThreadPoolExecutor() as pool:
        making = pool.submit(house.command, "backup", "-o", str(file))
        while not making.done():
            evening.tap(evening.host, "chief.give", {"seat": f"s{1 + len(evening.sent) % 2}"})
            time.sleep(TAPS_PAUSE_S)
        said = making.result()
    say(f"{len(evening.sent) - before} taps meanwhile", f"rookery backup: {said}")
    environment, house.environment = house.environment, {**house.environment, "DATABASE_URL": ""}
    restored = house.command("restore", str(file), "--data", str(house.folder / "again"))
    say(f"rookery restore, into a folder: {restored}")
    house.environment = environment


def _settle(house: House, evening: Evening) -> None:
    with step("Score, and count"):
        final = evening.score()
        evening.wait_for_all(final["version"])
        winner = [seat["name"] for seat in final["seats"] if seat["id"] in (final["winner"] or [])]
        say(
            f"phase {final['phase']}: {', '.join(winner) or 'nobody'} won; {_score(final)} for Anna"
        )
        seats = len(evening.phones)
        # the opening, four who sat down, and each acknowledged tap
        expected = 1 + seats + len(evening.sent)
        say(
            f"{len(evening.sent)} taps acknowledged, {expected} events expected, "
            f"{final['version']} in the database"
        )
        assert expected == final["version"], "an acknowledged tap is missing, or one counts twice"
        say("Nothing lost, nothing doubled; every phone has the last event.")
        if traces := _faults(house):
            raise SystemExit(f"faults in the web server's log: {traces}")


def _faults(house: House) -> list[str]:
    return [line for line in house.log("web-1").splitlines() if '"event": "fault' in line]


def _score(state: Json) -> str:
    score = state["seats"][0]["score"]
    total = score["total"] if score else None
    return f"{total} points" if total is not None else "a doubt, to be settled by hand"


def _listed(pids: list[int]) -> str:
    return " and ".join(str(pid) for pid in pids)


def _photo_workers(house: House) -> str:
    return _listed([worker.pid for worker in house.photo_workers if worker.poll() is None])


def _tell_logs(house: House) -> None:
    for path in sorted(house.folder.glob("*.log")):
        print(f"--- {path.name}\n{path.read_text('utf-8', 'replace')[-3000:]}", file=sys.stderr)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Announce a step, and say how long it took."""
    began = time.perf_counter()
    print(f"\n{title}", flush=True)
    yield
    print(f"   ({time.perf_counter() - began:.1f} s)", flush=True)


def say(*lines: Any) -> None:
    """One line of the story each."""
    for line in lines:
        print(f"   {line}", flush=True)


if __name__ == "__main__":
    main()
