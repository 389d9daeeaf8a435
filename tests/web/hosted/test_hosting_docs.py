"""docs/hosting: what an administrator copies is what this Rookery understands, and nginx does what
it says.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from itertools import chain
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it; it ships no types

from bench.wire import free_port
from docs.home_container import instructions
from rookery.cli import rookery
from tests.programs import need
from tests.web.hosted.servers import a_folder, until
from web.front import MAX_HEADER
from web.hosted.settings import from_environment
from web.photos import MAX_UPLOAD
from web.storage.database import LINES

HOSTING = Path(__file__).parents[3] / "docs" / "hosting"
GUIDE = HOSTING.with_suffix(".md").read_text("utf-8")
NAME = "games.example.org"
PIN = re.compile(r"^([\w-]+)==(\S+)", re.MULTILINE)
DEBIANS_NGINX = """worker_processes auto;
events {
\tworker_connections 768;
}
http {
\taccess_log /var/log/nginx/access.log;
}
"""
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="a server's commands, for Debian's sh and sed"
)


def variables(name: str) -> dict[str, str]:
    """What a file of settings sets, its lines that are switched off included."""
    lines = (HOSTING / name).read_text("utf-8").replace("#ROOKERY", "ROOKERY").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_guide_names_every_file() -> None:
    """Nothing lies there that nobody mentions; and each part of a command that it copies is
    there.
    """
    told = {
        path.name
        for path in HOSTING.iterdir()
        if path.name in GUIDE
        or any(path.match(shape) for shape in re.findall(r"docs/hosting/(\S*\*\S*)", GUIDE))
    }
    unnamed = {path.name for path in HOSTING.iterdir()} - told
    assert unnamed == {"Dockerfile.dockerignore", "home.Dockerfile.dockerignore"}


def test_the_settings_are_those_that_the_server_reads() -> None:
    """Every variable is one of them, with a value that it takes; photo workers know of Redis
    alone.
    """
    given = variables("web.env")
    source = (
        Path(str(import_module("web.hosted.settings").__file__)).read_text("utf-8")
        + "WEB_CONCURRENCY"
    )
    assert [name for name in given if name not in source] == []
    settings = from_environment({**given, "ROOKERY_METRICS_TOKEN": ""})
    assert (settings.hosts, settings.proxies) == ((NAME,), 1)
    assert variables("photos.env") == {"REDIS_URL": given["REDIS_URL"]}


def test_postgresqls_connections_are_reckoned_with_what_a_process_opens() -> None:
    """What one process opens at most, and eight."""
    each, spare = 2 * LINES, 10
    assert f"Each web process opens up to {each}, photo workers none." in GUIDE
    assert (
        f"`max_connections` to {each} for each web\nprocess on all machines, plus {spare}" in GUIDE
    )
    assert f"eight need {8 * each + spare}:" in GUIDE
    assert f"max_connections = {8 * each + spare}" in GUIDE


def test_units_and_containers_start_what_there_is() -> None:
    """The web server, the function that Dramatiq calls, and our own commands."""
    texts = [path.read_text("utf-8") for path in HOSTING.iterdir() if path.is_file()]
    found = [re.findall(r'-m"?,? "?(web[\w.]+)', text) for text in texts]
    assert {*chain(*found)} == {"web.hosted.serve"}
    assert callable(import_module("web.hosted.serve").main)
    (worker,) = {place for text in texts for place in re.findall(r"web\.[\w.]+:\w+", text)}
    module, _, function = worker.partition(":")
    assert callable(getattr(import_module(module), function))
    commands = {
        word for text in texts for word in re.findall(r"/rookery (\w+)|\[rookery, (\w+)\]", text)
    }
    assert {one or other for one, other in commands} == {"migrate", "backup"}


def test_the_containers_fit_together() -> None:
    """One image; what each waits for is there; the photo workers reach Redis and nothing else."""
    services = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))["services"]
    assert set(services) == {"postgres", "redis", "migrate", "web", "photos", "nginx"}
    assert all(set(service.get("depends_on", {})) <= set(services) for service in services.values())
    photos = services["photos"]
    assert (photos["networks"], photos.get("volumes"), set(photos["environment"])) == (
        ["photos"], None, {"REDIS_URL", "dramatiq_queue_prefetch"},
    )  # fmt: skip
    assert [
        name for name, service in services.items() if "photos" in service.get("networks", ())
    ] == [
        "redis",
        "photos",
    ]
    settings = {**services["web"]["environment"], "ROOKERY_DATA": "/data", "ROOKERY_HOSTS": NAME}
    unset = dict.fromkeys(("ROOKERY_PROXIES", "ROOKERY_METRICS_TOKEN", "ROOKERY_KEEP"), "")
    assert from_environment({**settings, **unset}).proxies == 1


def stages(name: str) -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage of a Dockerfile."""
    steps = list(instructions((HOSTING / name).read_text("utf-8")))
    begins = [number for number, (word, _) in enumerate(steps) if word == "FROM"]
    return [steps[start:end] for start, end in zip(begins, [*begins[1:], len(steps)], strict=True)]


def test_the_home_container_is_the_kitchen_table_in_one_volume() -> None:
    """It starts `rookery table` on all addresses, without privileges, keeps everything in its one
    volume, which that user owns, and asks the port that it opens for its health.
    """
    final = stages("home.Dockerfile")[-1]
    steps = dict(final)
    assert [word for word, _ in final].count("VOLUME") == 1
    assert steps["USER"].isdecimal()
    assert int(steps["USER"]) > 0
    assert f"--uid {steps['USER']} " in steps["RUN"]
    settings = dict(part.split("=", 1) for part in steps["ENV"].split())
    assert {settings["ROOKERY_DATA"], settings["ROOKERY_HOME"]} == {steps["VOLUME"]}
    assert f"-m 0700 {steps['VOLUME']}" in steps["RUN"]
    program, command, *options = json.loads(steps["CMD"])
    assert program == "rookery"
    chosen = rookery.get_command(click.Context(rookery), command)
    assert chosen is not None
    found = chosen.make_context(command, list(options))
    assert (found.params["port"], found.params["host"]) == (int(steps["EXPOSE"]), "")
    health = json.loads(steps["HEALTHCHECK"].partition("CMD ")[2])
    assert f"http://127.0.0.1:{steps['EXPOSE']}/" in health[-1]
    compile(health[-1], "health", "exec")


def test_both_images_are_built_alike() -> None:
    """But for their pins and what they start: the same steps, and the same folder is sent."""
    hosted, home = (stages(name)[0] for name in ("Dockerfile", "home.Dockerfile"))
    lock = "docs/hosting/requirements.lock"
    assert [(word, rest.replace(lock, "requirements.lock")) for word, rest in hosted] == home
    sent = [(HOSTING / f"{name}.dockerignore").read_text("utf-8") for name in
            ("Dockerfile", "home.Dockerfile")]  # fmt: skip
    assert set(sent[0].replace(lock, "requirements.lock").split()) == set(sent[1].split())
    copied = {part for word, rest in home if word == "COPY" for part in rest.split()[:-1]}
    assert copied == {line[1:] for line in sent[1].split() if line.startswith("!")}


def test_each_container_may_die_and_come_back_by_itself() -> None:
    """None lives in another one's network, which ends with that one; nginx alone is seen from
    outside.
    """
    services = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))["services"]
    assert [name for name, service in services.items() if "network_mode" in service] == []
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]
    assert [name for name, service in services.items() if "outside" in service["networks"]] == [
        "nginx"
    ]


@on_linux
@pytest.mark.parametrize(
    ("proxies", "who", "how"),
    [
        ("1", "$remote_addr;", "$scheme;"),
        ("2", "$proxy_add_x_forwarded_for;", '"$http_x_forwarded_proto, $scheme";'),
    ],
)
def test_the_container_of_nginx_makes_the_example_its_own(
    proxies: str, who: str, how: str, tmp_path: Path
) -> None:
    """It looks for `web` by name, logs to Docker, and adds to what a proxy before it says; also on
    its second start.
    """
    service = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))["services"]["nginx"]
    script = (
        service["command"][2]
        .replace("$$", "$")
        .replace("exec nginx", "echo")
        .replace("/etc/nginx", str(tmp_path))
    )
    script = script.replace("/rookery.conf", str(HOSTING / "nginx.conf"))
    (tmp_path / "conf.d").mkdir()
    main = tmp_path / "nginx.conf"
    main.write_text(
        "worker_processes  auto;\nevents {\n    worker_connections  1024;\n}\n", "utf-8"
    )
    for _ in range(2):
        subprocess.run(
            ["sh", "-e", "-c", script],
            check=True,
            env={"ROOKERY_PROXIES": proxies, "PATH": os.defpath},
        )
    site = (tmp_path / "conf.d" / "default.conf").read_text("utf-8")
    assert re.findall(r"server (\S+:\d+ \w+)", site) == ["web:8000 resolve"]
    assert re.findall(r"_log (\S+)", site) == ["/dev/stdout", "/dev/stderr"]
    assert re.findall(r"X-Forwarded-(?:For|Proto) (.*?;)", site) == [who, how]
    (whose,) = re.findall(r"^map (\S+) \$rookery_household", site, re.MULTILINE)
    assert whose == ("$remote_addr" if proxies == "1" else "$http_x_forwarded_for")
    assert main.read_text("utf-8").count("worker_rlimit_nofile 20000;") == 1
    assert "worker_connections 8192;" in main.read_text("utf-8")


@on_linux
def test_the_guides_changes_of_files_may_be_made_twice(tmp_path: Path) -> None:
    """Whoever goes through the guide again, since something failed, has nginx and Redis as after
    the first time.
    """
    (tmp_path / "nginx.conf").write_text(DEBIANS_NGINX, "utf-8")
    (tmp_path / "redis.conf").write_text("port 6379\n", "utf-8")
    changes = re.findall(
        r"^(?:sed|grep|echo) .*/etc/(?:nginx/nginx|redis/redis)\.conf$", GUIDE, re.MULTILINE
    )
    once, twice = (_changed(changes, tmp_path) for _ in range(2))
    assert once == twice
    assert once[0].startswith("worker_processes auto;\nworker_rlimit_nofile 20000;\n")
    assert "\tworker_connections 8192;\n" in once[0]
    # it would hold table codes: of the server that certbot adds, for one
    assert "\taccess_log off;\n" in once[0]
    assert once[1].endswith("\ninclude /etc/redis/rookery.conf\n")


def _changed(commands: list[str], folder: Path) -> tuple[str, str]:
    """What nginx.conf and redis.conf say after these commands of the guide."""
    for command in commands:
        there = re.sub(
            r"/etc/(nginx/nginx|redis/redis)\.conf",
            lambda found: f"{folder}/{found[1][:5]}.conf",
            command,
        )
        subprocess.run(["sh", "-e", "-c", there], check=True)
    nginx, redis = (
        folder.joinpath(name).read_text("utf-8") for name in ("nginx.conf", "redis.conf")
    )
    return nginx, redis


def test_photo_workers_reach_no_other_machine() -> None:
    """They decode what strangers send, and see no folder and no database socket; with Docker Redis
    alone.
    """
    unit = (HOSTING / "rookery-photos.service").read_text("utf-8")
    found = dict(
        re.findall(r"^(IPAddress\w+|DynamicUser|InaccessiblePaths)=(.*)$", unit, re.MULTILINE)
    )
    assert (found["IPAddressDeny"], found["IPAddressAllow"]) == ("any", "localhost")
    assert found["DynamicUser"] == "yes"
    assert {"-/run/postgresql", "-/var/lib/rookery"} <= set(found["InaccessiblePaths"].split())
    compose = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))
    inside = [
        name for name, service in compose["services"].items() if "photos" in service["networks"]
    ]
    assert (compose["networks"]["photos"], inside) == ({"internal": True}, ["redis", "photos"])


@pytest.mark.parametrize("name", ["web", "photos"])
def test_systemd_never_gives_up(name: str) -> None:
    """A server whose database is away for a minute ends and is started again, oftener than
    systemd's own limit.
    """
    _, unit, service, _ = re.split(
        r"^\[\w+\]$", (HOSTING / f"rookery-{name}.service").read_text("utf-8"), flags=re.MULTILINE
    )
    assert "\nStartLimitIntervalSec=0\n" in unit
    assert "\nRestart=always\n" in service


@pytest.mark.parametrize("name", ["web", "photos"])
def test_a_process_that_takes_too_much_is_ended_at_once(name: str) -> None:
    """Above a `MemoryHigh` (or in swap) it would live on, and slow its whole unit down until no
    stream opens.
    """
    unit = (HOSTING / f"rookery-{name}.service").read_text("utf-8")
    limits = dict(re.findall(r"^(Memory\w+|OOMPolicy)=(\w+)$", unit, re.MULTILINE))
    assert set(limits) == {"MemoryMax", "MemorySwapMax", "OOMPolicy"}
    assert (limits["MemorySwapMax"], limits["OOMPolicy"]) == ("0", "continue")


def test_a_server_installs_what_was_tested() -> None:
    """Its own list of pins is a part of the large one, version by version, and lacks nothing of the
    extra.
    """
    ours = set(PIN.findall((HOSTING / "requirements.lock").read_text("utf-8")))
    assert ours <= set(
        PIN.findall((HOSTING.parents[1] / "requirements-dev.lock").read_text("utf-8"))
    )
    names = {name for name, _ in ours}
    assert {
        "dramatiq",
        "uvicorn",
        "psycopg-binary",
        "redis",
        "flask",
        "hatchling",
    } <= names
    assert not {"pytest", "playwright", "mypy"} & names


def test_a_server_needs_no_compiler() -> None:
    """Each pin comes as a wheel (`--only-binary :all:`). PyPI takes none for plain `linux`: those
    were built here.
    """
    built = []
    for name, _ in PIN.findall((HOSTING / "requirements.lock").read_text("utf-8")):
        try:
            wheel = distribution(name).read_text("WHEEL") or ""
        except PackageNotFoundError:  # of another system or another Python
            continue
        built += [name] if re.search(r"^Tag: \S+-linux_\w+$", wheel, re.MULTILINE) else []
    assert built == []


# --- nginx, the real one --------------------------------------------------------------------------


class Upstream(BaseHTTPRequestHandler):
    """What nginx talks to: it shows what it was asked, and its streams say one thing and wait."""

    protocol_version, disable_nagle_algorithm = "HTTP/1.1", True
    gone = threading.Event()
    may_send = 204

    def do_GET(self) -> None:
        """A stream, or the request's own headers."""
        if self.path.endswith("/stream"):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(b"data: hello\n\n")
            self.gone.wait()
            return
        if re.fullmatch("/tables|/t/[^/]+/photos", self.path):  # may this device send a photo?
            self._tell({"refused": self.path}, Upstream.may_send)
            return
        self._tell(dict(self.headers))

    def do_POST(self) -> None:
        """How much came."""
        self._tell({"length": len(self.rfile.read(int(self.headers["Content-Length"])))})

    def _tell(self, found: Any, status: int = 200) -> None:
        body = b"" if status == 204 else json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing on the screen."""


@pytest.fixture(scope="module")
def nginx() -> Iterator[tuple[int, Path]]:
    """nginx with the example in front of `Upstream`: its port, and its log."""
    need("nginx")
    program = "nginx"
    Upstream.gone.clear()  # of an nginx before, in the same process
    ThreadingHTTPServer.request_queue_size = 1000
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    with a_folder() as folder:
        folder.chmod(0o755)
        port = _started(program, folder, upstream.server_address[1])
        yield port, folder / "rookery.log"
        Upstream.gone.set()
        subprocess.run(
            [program, "-c", folder / "nginx.conf", "-s", "stop", "-e", "stderr"], check=True
        )
        upstream.shutdown()
        upstream.server_close()


def _started(program: str, folder: Path, upstream: int) -> int:
    """The example as it is but for ports and folders. nginx goes to the background once
    it listens.
    """
    port = free_port()
    site = (HOSTING / "nginx.conf").read_text("utf-8").replace("    listen [::]:80;\n", "")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};").replace(
        "127.0.0.1:8000", f"127.0.0.1:{upstream}"
    )
    (folder / "site.conf").write_text(site.replace("/var/log/nginx", str(folder)), "utf-8")
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    lines = "worker_processes 1; events { worker_connections 2000; }"
    main = f"pid {folder}/pid; {lines} http {{ {places} include {folder}/site.conf; }}"
    (folder / "nginx.conf").write_text(main, "utf-8")
    command = [program, "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t", "-q"], check=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return port


def ask(
    port: int, method: str, path: str, body: bytes | None = None, headers: Any = ()
) -> tuple[int, Any]:
    """Status and JSON, or text."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request(method, path, body, {"Host": NAME, **dict(headers)})
        answer = line.getresponse()
        data = answer.read()
    finally:
        line.close()
    return answer.status, json.loads(data) if data[:1] == b"{" else data


def test_nginx_tells_who_asks_and_believes_nobody(nginx: tuple[int, Path]) -> None:
    """The address is the line's own, the Host goes on as it came, and each request has an id."""
    port, _ = nginx
    claimed = {
        "X-Forwarded-For": "198.51.100.7",
        "X-Forwarded-Proto": "https",
        "X-Request-ID": "mine",
    }
    status, told = ask(port, "GET", "/t/KIWI-42/state", headers=claimed)
    assert status == 200
    assert (told["X-Forwarded-For"], told["X-Forwarded-Proto"], told["Host"]) == (
        "127.0.0.1",
        "http",
        NAME,
    )
    assert re.fullmatch("[0-9a-f]{32}", told["X-Request-ID"])


@pytest.mark.parametrize("path", ["/metrics", "/ready"])
def test_nginx_shows_the_world_nothing_of_the_machine(path: str, nginx: tuple[int, Path]) -> None:
    """404, as for any address that there isn't."""
    assert ask(nginx[0], "GET", path)[0] == 404


def test_nginx_takes_photos_and_no_other_large_thing(nginx: tuple[int, Path]) -> None:
    """A photo of 30 MB with what is around it goes through; the app itself says no to a little
    more.
    """
    port, _ = nginx
    photo = b"\0" * (MAX_UPLOAD + 2**16)
    assert ask(port, "POST", "/t/KIWI-42/photos", photo) == (200, {"length": len(photo)})
    assert ask(port, "POST", "/t/KIWI-42/events", b"\0" * 2**17)[0] == 413


@pytest.mark.parametrize(
    ("status", "seen"), [(403, 403), (404, 404), (429, 429), (503, 503), (500, 503)]
)
def test_nginx_reads_no_photo_of_a_device_that_may_not_send_one(
    nginx: tuple[int, Path], monkeypatch: pytest.MonkeyPatch, status: int, seen: int
) -> None:
    """Only the header is sent, and the refusal comes back as JSON."""
    monkeypatch.setattr(Upstream, "may_send", status)
    line = http.client.HTTPConnection("127.0.0.1", nginx[0], timeout=30)
    line.putrequest("POST", "/t/KIWI-42/photos", skip_host=True)
    for name, value in (("Host", NAME), ("Content-Length", str(2**20)), ("Cookie", "a=b")):
        line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    assert (answer.status, set(json.loads(answer.read()))) == (seen, {"error"})
    line.close()


def statuses(port: int, source: str, paths: list[str]) -> list[int]:
    """Return the statuses of these requests from that address, sent at once over one connection."""
    request = "".join(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\n\r\n" for path in paths)
    with socket.create_connection(("127.0.0.1", port), 30, (source, 0)) as line:
        line.sendall(request.encode())
        found = list[int]()
        with line.makefile("rb") as answers:
            while len(found) < len(paths) and (first := answers.readline()):
                found.append(int(first.split()[1]))
                length = 0
                while (row := answers.readline().strip()) != b"":
                    name, _, value = row.partition(b": ")
                    length = int(value) if name.lower() == b"content-length" else length
                answers.read(length)
    return found


def test_nginx_refuses_no_club_behind_one_address(nginx: tuple[int, Path]) -> None:
    """Thirty phones with six connections each, which ask for forty files at once; a flood is
    refused, others aren't.
    """
    port, _ = nginx
    club, flood = "127.0.0.77", "127.0.0.66"
    with contextlib.ExitStack() as held:
        for _ in range(30 * 6 - 1):
            line = held.enter_context(socket.create_connection(("127.0.0.1", port), 30, (club, 0)))
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        found = [
            status for _ in range(30) for status in statuses(port, club, ["/static/x.js"] * 40)
        ]
    assert set(found) == {200}
    assert 429 in [status for _ in range(60) for status in statuses(port, flood, ["/x"] * 100)]
    assert statuses(port, club, ["/x"]) == [200]


def test_nginx_limits_the_connections_of_an_address(nginx: tuple[int, Path]) -> None:
    """Each that holds a stream counts; others still come in."""
    port, _ = nginx
    with contextlib.ExitStack() as held:
        streams = f"GET /t/KIWI-42/stream HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode()
        first = list[bytes]()
        for _ in range(301):
            line = held.enter_context(
                socket.create_connection(("127.0.0.1", port), 30, ("127.0.0.99", 0))
            )
            line.sendall(streams)
            first.append(line.recv(12)[9:12])
        assert (set(first[:300]), first[300]) == ({b"200"}, b"429")
        assert statuses(port, "127.0.0.88", ["/x"]) == [200]


@pytest.mark.parametrize(("size", "status"), [(25_000, 200), (40_000, 400)])
def test_nginx_takes_headers_of_32_kb(nginx: tuple[int, Path], size: int, status: int) -> None:
    """In all, however many lines they have."""
    rows = {f"X-{n}": "x" * 4990 for n in range(size // 5000)}
    assert ask(nginx[0], "GET", "/", headers=rows)[0] == status


def test_nginx_takes_all_cookies_that_a_browser_keeps(nginx: tuple[int, Path]) -> None:
    """180 of a site are the most that one keeps; those of before, with longer secrets, are 95 bytes
    each.
    """
    cookies = "; ".join(f"rookery-screen-KIWISWAN-{n}={'0' * 64}" for n in range(1000, 1180))
    status, told = ask(nginx[0], "GET", "/", headers={"Cookie": cookies})
    assert status == 200
    assert told["Cookie"] == cookies
    assert len(cookies) < MAX_HEADER


def test_nginx_passes_streams_on_at_once(nginx: tuple[int, Path]) -> None:
    """The first words come while the stream is open."""
    line = http.client.HTTPConnection("127.0.0.1", nginx[0], timeout=30)
    line.request("GET", "/t/KIWI-42/stream", headers={"Host": NAME})
    answer = line.getresponse()
    assert answer.readline() == b"data: hello\n"
    answer.close()
    line.close()


def test_nginx_writes_no_tables_code_into_its_log(nginx: tuple[int, Path]) -> None:
    """Nor a pass nor an address; what was asked is logged by its place."""
    port, log = nginx
    for path in (
        "/j/KIWI-42?pass=123456",
        "/t/KIWI-42/events?view=host",
        "/t/KIWI-42",
        "/KIWI-42",
        "/",
    ):
        ask(port, "GET", path)
    asked = ["/j", "/t/*/events", "/t/*", "(other)", "/"]
    # it writes after it has answered
    assert until(lambda: [line.split()[2] for line in lines(log)[-5:]] == asked)
    # without ids, which are random
    told = "\n".join(line.rpartition(" ")[0] for line in lines(log))
    assert not re.search(r"KIWI|123456|127\.0\.0\.1|view", told)


def lines(log: Path) -> list[str]:
    """The lines that are whole."""
    return log.read_text("utf-8").rpartition("\n")[0].splitlines()
