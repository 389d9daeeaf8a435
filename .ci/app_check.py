"""Check the built app as someone uses it; `make app` ends with this.

On Linux the app runs on a bare machine: a namespace whose files are glibc, libz, the app and a
browser that only notes what it was asked to open; no Python, no shell, no `/etc`, in a folder that
can't be written to and has spaces and umlauts in its name. A phone in a network of its own joins.
Elsewhere the app runs beside everything else, which shows less.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "build" / "app" / "rookery"
SAMPLE = APP / "_internal" / "vision" / "samples" / "giza.jpg"
BARE = sys.platform == "linux"
NAMESPACE = ("unshare", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child")
INSIDE = "inside"  # the argument of this script in the namespace
WIFI, PHONE = "192.168.178.23", "192.168.178.50"
IN_PHONE = ("nsenter", "--net=/run/netns/phone")
NEEDED = "ld-linux-x86-64 ld-linux-aarch64 libc libm libdl libpthread librt libutil libresolv libz"
PATIENCE_S = 60
# what a phone does: it opens the address in the QR code, sits down, and opens its own page
JOIN = """
import json, sys
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener
address, code = sys.argv[1:]
phone = build_opener(HTTPCookieProcessor(CookieJar()))
def get(path, body=None):
    headers = {"Content-Type": "application/json", "Accept": "text/html"}
    with phone.open(Request(address + path, body, headers), timeout=30) as answer:
        return answer.read().decode()
get(f"/j/{code}")
get(f"/t/{code}/seats", json.dumps({"name": "Ömer", "colour": "copper", "key": "k" * 16}).encode())
assert 'data-seat="s1"' in (page := get(f"/t/{code}")), page
print(json.loads(get(f"/t/{code}/state"))["seats"][0]["name"])
"""


def main() -> None:
    """Run the check, on Linux in a namespace."""
    if not BARE:
        with tempfile.TemporaryDirectory() as folder:
            check(Beside(Path(folder)))
    elif sys.argv[1:] == [INSIDE]:
        check(Bare(Path(tempfile.mkdtemp())))
    else:
        command = [*NAMESPACE, sys.executable, __file__, INSIDE]
        sys.exit(subprocess.run(command, check=False).returncode)


class Beside:
    """The app on this machine, beside everything else."""

    def __init__(self, folder: Path) -> None:
        self.app, self.folder, self.home = APP, folder, folder
        self.env = {**os.environ, "ROOKERY_DATA": str(folder / "data")}
        self.opened: Path | None = None
        self.prefix: tuple[str, ...] = ()
        self.address = ""  # of the server for a phone

    def command(self, *argv: str) -> list[str]:
        """Return the command that runs the app."""
        return [*self.prefix, str(self.app / "rookery"), *argv]

    def start(self, *argv: str, **env: str) -> subprocess.Popen[str]:
        """Start the app in the folder."""
        return subprocess.Popen(
            self.command(*argv), env=self.env | env, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, encoding="utf-8", cwd=None if self.prefix else self.folder,
        )  # fmt: skip

    def run(self, *argv: str, status: int = 0, **env: str) -> str:
        """Return what the app prints; it must end with that status."""
        process = self.start(*argv, **env)
        said, _ = process.communicate(timeout=4 * PATIENCE_S)
        assert process.returncode == status, f"{argv}: {process.returncode}: {said}"
        return said


class Bare(Beside):
    """A machine with nothing on it, in the namespace that this process is alone in."""

    def __init__(self, root: Path) -> None:
        sh("mount", "-t", "tmpfs", "none", str(root))
        super().__init__(root / "tmp")
        place = "/Spiele für Ölaf/rookery"
        for name in ("proc", "dev", "tmp", "browser", "home/anna", place[1:]):
            (root / name).mkdir(parents=True)
        self.app, self.root = Path(place), root
        self.prefix = (shutil.which("chroot") or "/usr/sbin/chroot", str(root))
        sh("mount", "--bind", str(APP), f"{root}{place}")
        sh("mount", "-o", "remount,bind,ro", f"{root}{place}")
        sh("mount", "-t", "proc", "none", f"{root}/proc")
        for name in ("null", "urandom", "shm"):
            target = root / "dev" / name
            target.mkdir() if name == "shm" else target.touch()
            sh("mount", "--bind", f"/dev/{name}", str(target))
        self._libraries()
        self._browser()
        self._networks()
        self.home = root / "home" / "anna"
        self.opened = root / "tmp" / "opened"
        self.address = WIFI
        self.env = {"HOME": "/home/anna", "PATH": "/browser", "DISPLAY": ":0"}

    def _libraries(self) -> None:
        """Copy what the start of a program needs to where Linux looks for it."""
        told = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
        for name in NEEDED.split():
            for path in re.findall(rf"{name}\.so\.\d+ .*=> (\S+)", told)[:1]:
                places = {path, f"/{'lib64' if 'x86' in name else 'lib'}/{Path(path).name}"}
                for place in places if name.startswith("ld-") else {path}:
                    (self.root / place[1:]).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, self.root / place[1:])

    def _browser(self) -> None:
        """Put a program there that notes the address, and the library path that it inherits."""
        shutil.copy(os.path.realpath("/bin/sh"), self.root / "browser" / "sh-of-the-browser")
        script = '#!/browser/sh-of-the-browser\necho "$1 ${LD_LIBRARY_PATH-none}" >> /tmp/opened\n'
        for name, text in (("xdg-open", script), ("xdg-settings", "#!/nothing\n")):
            (self.root / "browser" / name).write_text(text, "utf-8")
            (self.root / "browser" / name).chmod(0o755)

    def _networks(self) -> None:
        """Connect a network of a phone's own by a cable that plays the Wi-Fi."""
        sh("mount", "-t", "tmpfs", "tmpfs", "/run")
        for command in (
            "netns add phone",
            "link set lo up",
            "link add wlan0 type veth peer name wlan0 netns phone",
            "link set wlan0 up",
            f"address add {WIFI}/24 dev wlan0",
            "-n phone link set lo up",
            "-n phone link set wlan0 up",
            f"-n phone address add {PHONE}/24 dev wlan0",
        ):
            sh("ip", *command.split())


def check(machine: Beside) -> None:
    """Do everything that a user does, in turn; raises `AssertionError`."""
    began = time.monotonic()
    step("starts as a command", machine.run("--version").strip())
    prints(machine)
    reads(machine)
    step("plays simulations in two processes", simulates(machine))
    if isinstance(machine, Bare):
        has_no_home(machine)
        step("starts after three kills at the first start", killed(machine))
    serves(machine)
    print(f"the app works: {time.monotonic() - began:.0f} s")


def prints(machine: Beside) -> None:
    """The PDF of a game must be the one that Rookery prints from source, byte for byte."""
    machine.run("print", "giza", "-o", inside(machine, "giza.pdf"))
    ours = machine.folder / "source.pdf"
    command = [sys.executable, "-m", "rookery", "print", "giza", "-o", str(ours)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    printed, expected = (machine.folder / "giza.pdf").read_bytes(), ours.read_bytes()
    assert hashlib.sha256(printed).digest() == hashlib.sha256(expected).digest()
    step("prints giza", f"{len(printed):,} bytes, as from source")


def reads(machine: Beside) -> None:
    """The sample photo has a legal pyramid of 11 points."""
    shutil.copy(SAMPLE, machine.folder)
    said = machine.run("scan", inside(machine, SAMPLE.name), "--json")
    told = json.loads(said)
    assert told["score"] == 11, told
    step("reads the sample photo", f"{told['score']} points")


def simulates(machine: Beside) -> str:
    """Workers of joblib must start from the app, without a word about it."""
    said = machine.run("simulate", "rocks", "--games", "20", "--jobs", "2")
    assert "no such option" not in said, said
    assert "Traceback" not in said, said
    return said.strip().splitlines()[0]


def has_no_home(machine: Bare) -> None:
    """Without HOME and a known user it says so, also in the browser; it makes no folder `~`."""
    env, machine.env = machine.env, {k: v for k, v in machine.env.items() if k != "HOME"}
    said = machine.run(status=2)
    machine.env = env
    page, _ = opened(machine)
    assert "no home folder" in said, said
    text = (machine.root / page.removeprefix("file:///")).read_text("utf-8-sig")
    assert "no home folder" in text, text
    assert not (machine.root / "~").exists()
    step("without a home folder, the browser shows why", text.splitlines()[-1])


def killed(machine: Bare) -> str:
    """Kill the first start at once, with its folder and with its database: the next one works."""
    for name in ("", "*", "tables.sqlite3"):
        process = machine.start()
        if name:
            until(lambda name=name: any(machine.home.rglob(name)))
        process.kill()
        process.communicate()
    return ", ".join(sorted(path.name for path in machine.home.rglob("*") if path.is_file()))


def serves(machine: Beside) -> None:
    """From a double click to Quit, with a second double click, a print, a photo and a phone."""
    if machine.opened:
        machine.opened.unlink(missing_ok=True)
    first = machine.start(*([] if machine.opened else ["table", "--no-open", "--port", "8765"]))
    address = "http://localhost:8765"
    if machine.opened:
        address, libraries = opened(machine)
        assert libraries == "none", f"the browser inherits LD_LIBRARY_PATH={libraries}"
    page = until(lambda: ask(address, "/").decode())
    assert 'action="/quit"' in page, page
    step("opens its home page", address)
    if machine.opened:
        machine.opened.unlink()
        assert "runs already" in machine.run()
        assert opened(machine)[0] == address
        step("started again, opens the page that runs", address)
    printed = json.loads(ask(address, "/print", b'{"game": "rocks", "paper": "a4"}'))["id"]
    until(lambda: json.loads(ask(address, f"/print/{printed}"))["result"])
    assert ask(address, f"/print/{printed}/file.pdf").startswith(b"%PDF")
    step("prints rocks from the browser", "%PDF")
    table = json.loads(ask(address, "/tables", b'{"game": "giza"}'))["code"]
    port = address.rpartition(":")[2]
    phone = f"http://{machine.address or 'localhost'}:{port}"
    command = [*(IN_PHONE if machine.address else ()), sys.executable, "-c", JOIN, phone, table]
    joined = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    step("serves a phone", f"{joined.stdout.strip()} at {phone}")
    verdict = json.loads(photo(address))
    assert "11" in json.dumps(verdict), verdict
    step("reads the photo in the browser", "11 points")
    ask(address, "/quit", b"{}")
    said, _ = first.communicate(timeout=PATIENCE_S)
    assert (first.returncode, "Stopped" in said) == (0, True), said
    step("ends with Quit", "exit status 0")


def ask(
    address: str, path: str, body: bytes | None = None, kind: str = "application/json"
) -> bytes:
    """Return the body of an answer."""
    headers = {"Content-Type": kind, "Accept": "application/json"}
    try:
        request = Request(address + path, body, headers)  # noqa: S310 - http alone
        with urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - see above
            return bytes(answer.read())
    except HTTPError as error:
        raise AssertionError(f"{path}: {error.code}: {error.read()[:500]!r}") from error


def photo(address: str) -> bytes:
    """Return the verdict on the sample photo, sent as a browser sends it."""
    head = 'Content-Disposition: form-data; name="photo"; filename="giza.jpg"'
    body = f"--x\r\n{head}\r\nContent-Type: image/jpeg\r\n\r\n".encode() + SAMPLE.read_bytes()
    return ask(address, "/check/photo", body + b"\r\n--x--\r\n", "multipart/form-data; boundary=x")


def until(get: Callable[[], Any]) -> Any:
    """Return what a function returns once that is true and nothing fails."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            if found := get():
                return found
            problem: object = "nothing"
        except (OSError, AssertionError) as error:
            problem = error
        assert time.monotonic() < end, problem
        time.sleep(0.1)


def opened(machine: Beside) -> tuple[str, str]:
    """Return the newest address that the browser got, and its LD_LIBRARY_PATH."""
    note = machine.opened
    assert note is not None
    line = until(lambda: note.is_file() and note.read_text("utf-8").splitlines()[-1:])[0]
    address, _, libraries = line.partition(" ")
    return address, libraries


def inside(machine: Beside, name: str) -> str:
    """Return the path of a file in the machine's folder as the app sees it."""
    return f"/tmp/{name}" if isinstance(machine, Bare) else str(machine.folder / name)  # noqa: S108


def step(what: str, found: str) -> None:
    """Report a step."""
    print(f"  {what}: {found}", flush=True)


def sh(*command: str) -> None:
    """Run a command of the system."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
