"""Build and run docs/hosting/home.Dockerfile without Docker, step by step (Linux, root,
a network).

    python -m docs.home_container

Each stage is a copy-on-write view of this machine's disk, so the base image is this machine and
its Python, not the one that the file names. What runs then has what the container would have: the
copied files, a read-only disk, /tmp and one volume, processes of its own, an unprivileged user and
no capability. A table is opened, the container stopped as Docker does it and started again, and the
table must still be there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "hosting" / "home.Dockerfile"
PATH = f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
BUILD_S, START_S, STOP_S = 1200, 120, 10  # Docker kills after the last
SITE = "http://127.0.0.1:8000"
PASSED_ON = re.compile(r"PIP_|SSL_|REQUESTS_")  # how this machine reaches a package index


@dataclass(slots=True)
class Image:
    """What the instructions of a stage have set up so far."""

    root: Path
    env: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    user: str = "0"
    folder: str = "/"
    volume: str = ""
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def main() -> None:
    """Build, start, open a table, stop, start again."""
    if sys.platform != "linux" or os.geteuid():
        sys.exit("This needs Linux and root: it mounts a view of the disk.")
    if hadolint := shutil.which("hadolint"):
        subprocess.run([hadolint, FILE], check=True)
        print("hadolint: nothing to report")
    if "ROOKERY_NAMESPACE" not in os.environ:  # mounts that end with this process
        command = [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            sys.executable,
            "-m",
            "docs.home_container",
        ]
        os.execvpe(command[0], command, {**os.environ, "ROOKERY_NAMESPACE": "1"})  # noqa: S606 - itself
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _mount("-t", "tmpfs", "none", scratch)
        stack.callback(lambda: subprocess.run([_tool("umount"), "--lazy", scratch], check=True))
        image = build(scratch)
        volume = scratch / "volume"
        shutil.copytree(image.root / image.volume[1:], volume)  # as Docker fills a new volume
        for path in (volume, *volume.rglob("*")):
            os.chown(path, int(image.user), int(image.user))
        demo = [*_as_user(image), "rookery", "demo", "--no-serve", "--output", "/tmp/demo"]  # noqa: S108 - in there
        subprocess.run(demo, check=True, env=image.env, stdout=subprocess.DEVNULL)
        print("rookery demo: prints, and reads the sample photo", flush=True)
        code = ""
        for start in ("first", "second"):
            code = run(image, volume, code)
            print(f"{start} start: healthy, table {code} is there, stopped by SIGTERM", flush=True)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction of a Dockerfile with its arguments, continued lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in filter(None, lines.replace("\\\n", "").splitlines()):
        name, _, rest = line.partition(" ")
        yield name, rest.strip()


def context(names: list[str]) -> Iterator[Path]:
    """Yield what of the checkout is sent to Docker: the last pattern that fits a name decides."""
    for path in sorted(ROOT.iterdir()):
        sent = True
        for name in names:
            if fnmatch(path.name, name.removeprefix("!")):
                sent = name.startswith("!")
        if sent:
            yield path


def build(scratch: Path) -> Image:
    """Carry out each instruction; return the last stage."""
    ignored = FILE.with_name(f"{FILE.name}.dockerignore").read_text("utf-8").split()
    sent = {path.name: path for path in context(ignored)}
    stages: dict[str, Image] = {}
    image = Image(Path())
    for name, rest in instructions(FILE.read_text("utf-8")):
        print(f"{name} {rest[:90]}", flush=True)
        match name:
            case "FROM":
                image = Image(_view(scratch / f"stage{len(stages)}"))
                stages[rest.partition(" AS ")[2]] = image
            case "RUN":
                _inside(image, ["/bin/sh", "-ec", rest], BUILD_S)
            case "COPY":
                *sources, target = rest.split()
                if sources[0].startswith("--from="):
                    origin = stages[sources.pop(0).removeprefix("--from=")].root
                    _copy(origin / sources[0][1:], image.root / target[1:])
                for source in sources if not rest.startswith("--from=") else ():
                    place = image.root / target[1:]
                    _copy(
                        sent[Path(source).parts[0]],
                        place / source if target.endswith("/") else place,
                    )
            case "ENV":
                image.env |= dict(one.split("=", 1) for one in shlex.split(rest))
                image.env["PATH"] = image.env["PATH"].replace("$PATH", PATH)
            case "USER":
                image.user = rest
            case "WORKDIR":
                image.folder = rest
            case "VOLUME":
                image.volume = rest
            case "HEALTHCHECK":
                image.health = json.loads(rest.partition("CMD ")[2])
            case "CMD":
                image.command = json.loads(rest)
            case _:
                assert name in {"EXPOSE", "STOPSIGNAL"}, f"{name}: teach this script about it"
    return image


def _view(folder: Path) -> Path:
    """Mount this machine's disk, copy on write; return where."""
    for name in ("upper", "work", "root"):
        (folder / name).mkdir(parents=True)
    layers = f"lowerdir=/,upperdir={folder / 'upper'},workdir={folder / 'work'}"
    root = folder / "root"
    _mount("-t", "overlay", "overlay", "-o", layers, root)
    for name in ("dev", "proc"):
        _mount("--rbind", f"/{name}", root / name)
    python = Path(sys.base_prefix)
    for path in (python, *python.parents):  # a Python in root's own folder
        (root / path.relative_to("/")).chmod(0o755)
    return root


def _mount(*options: str | Path) -> None:
    subprocess.run([_tool("mount"), *options], check=True)


def _tool(name: str) -> str:
    """Return the path of one of the system's commands."""
    return shutil.which(name) or sys.exit(f"{name} is missing")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    skipped = shutil.ignore_patterns("__pycache__")
    if source.is_dir():
        shutil.copytree(source, target, ignore=skipped, symlinks=True, dirs_exist_ok=True)
    else:
        shutil.copy(source, target)


def _inside(image: Image, command: list[str], patience_s: float) -> None:
    passed = {name: value for name, value in os.environ.items() if PASSED_ON.match(name)}
    chroot = ["chroot", str(image.root), *command]
    subprocess.run(chroot, check=True, env=passed | image.env, timeout=patience_s)


def run(image: Image, volume: Path, code: str) -> str:
    """Start the container, wait until it is healthy, and stop it; return a table that it has.

    Opens one unless `code` is one that it must have kept.
    """
    read_only = (
        "set -e; root=$1; volume=$2; place=$3; user=$4; folder=$5; shift 5; "
        'mount --bind "$root" "$root"; mount --bind "$volume" "$root$place"; '
        'mount -t tmpfs -o mode=1777 none "$root/tmp"; mount -t proc proc "$root/proc"; '
        'mount -o remount,bind,ro "$root"; cd /; '
        'exec chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs '
        '--bounding-set=-all --inh-caps=-all /bin/sh -c \'cd "$0"; exec "$@"\' "$folder" "$@"'
    )
    command = [
        "unshare",
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "/bin/sh",
        "-c",
        read_only,
        "sh",
    ]
    command += [
        str(image.root),
        str(volume),
        image.volume,
        image.user,
        image.folder,
        *image.command,
    ]
    with subprocess.Popen(command, env=image.env, stdout=subprocess.PIPE, text=True) as started:
        first = _child(started)
        _wait(image, started)
        status = Path(f"/proc/{first}/status").read_text("ascii")
        assert f"Uid:\t{image.user}\t" in status, status
        assert re.search(r"CapEff:\t0+\n", status), status
        found = code or _open_table()
        page = f"{SITE}/j/{found}"  # 404 without that table
        assert urllib.request.urlopen(page, timeout=9).status == 200  # noqa: S310 - our own server
        os.kill(first, 15)
        assert started.wait(STOP_S) == 0, started.returncode
    return found


def _child(started: subprocess.Popen[str]) -> int:
    """Return the container's first process, as this machine numbers it."""
    listed = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    until = time.monotonic() + START_S
    while started.poll() is None and time.monotonic() < until:
        if found := listed.read_text("ascii").split():
            return int(found[0])
        time.sleep(0.1)
    sys.exit("The container didn't start.")


def _wait(image: Image, started: subprocess.Popen[str]) -> None:
    """Ask for its health, as Docker does, until it is well."""
    ask = [*_as_user(image), *image.health]
    until = time.monotonic() + START_S
    while subprocess.run(ask, env=image.env, check=False, capture_output=True).returncode:
        if started.poll() is not None or time.monotonic() > until:
            sys.exit("The container doesn't get healthy; is port 8000 free?")
        time.sleep(0.5)


def _as_user(image: Image) -> list[str]:
    return ["chroot", f"--userspec={image.user}:{image.user}", str(image.root)]


def _open_table() -> str:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{SITE}/tables", b'{"game": "rocks"}', headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=9) as answer:  # noqa: S310 - our own server
        return str(json.load(answer)["code"])


if __name__ == "__main__":
    main()
