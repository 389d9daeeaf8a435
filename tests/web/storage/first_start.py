"""Starts `rookery table` in children, kills some, and reports the starts after that which fail:
`python -m tests.web.storage.first_start FOLDER SEED TIMES`.

A child does all but serve. It is killed at its n-th call of a function, so the moments are spread
over its work however busy the machine is.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from itertools import count
from pathlib import Path
from random import Random

from flask import Flask

import web.app
import web.backup.backup
import web.pictures.svg  # imported once, before the children
import web.serve
from web import cli

CALLS = "calls"  # a whole start's number of calls is written there


def start(folder: Path, last_call: int = 0) -> int:
    """Start in a child, and return its exit status; -9 if it was killed at its last call."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    calls = count(1)

    def step(_frame: object, event: str, _arg: object) -> None:
        if event in ("call", "c_call") and next(calls) == last_call:
            os.kill(os.getpid(), signal.SIGKILL)

    status = 70
    try:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - the child's
        sys.setprofile(step)
        cli.table.main(["--data", str(folder)], standalone_mode=False)
        sys.setprofile(None)
        (folder / CALLS).write_text(str(next(calls)), "ascii")
        status = 0
    finally:
        os._exit(status)


def end(app: Flask, listeners: list[socket.socket]) -> None:
    """Serve nobody."""
    for listener in listeners:
        listener.close()
    web.app.close(app)


def main() -> None:
    """Start once undisturbed, then so many times twice: killed, and to the end."""
    folder, seed, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    web.serve.serve = end
    if status := start(folder / "whole"):
        sys.exit(f"an undisturbed start ended with {status}")
    calls = int((folder / "whole" / CALLS).read_text("ascii"))
    failed = []
    for number in range(times):
        last = Random(f"{seed}-{number}").randrange(1, calls - 9)  # some starts need two fewer
        killed, after = start(folder / f"{number}", last), start(folder / f"{number}")
        if (killed, after) != (-signal.SIGKILL, 0):
            failed.append(f"call {last} of {calls}: {killed}, then {after}")
    sys.exit("\n".join(failed) or 0)


if __name__ == "__main__":
    main()
