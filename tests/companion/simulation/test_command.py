"""`rookery simulate`: the same report wherever the games are played, and one clear line for what
goes wrong.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from functools import partial
from importlib.util import find_spec
from itertools import count
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest

from companion.deckfile import deck_text
from companion.game import game_for
from companion.simulation import chart, farm
from companion.simulation.run import Run
from companion.simulation.run import play as play_game
from companion.study import Played, Tally
from rookery.cli import run

SMALL = ("simulate", "combust", "--bots", "random", "--games", "30")


def _json(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    status = run([*argv, "--json"])
    said = capsys.readouterr()
    assert status == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def _process(*argv: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as its worker processes end with it."""
    command = [sys.executable, "-W", "error", "-m", "rookery", *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two worker processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as found:
        yield found.scheduler_address


def test_json_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Games played, seats' win rates, score and length quantiles, per-card figures."""
    found = _json(capsys, *SMALL, "--jobs", "1", "--players", "3", "--seed", "4")
    assert (found["rookery"], found["game"], found["games"], found["players"], found["seed"]) == (
        1,
        "combust",
        30,
        3,
        4,
    )
    assert found["bots"] == ["random"] * 3
    assert len(found["seats"]) == 3
    assert found["score"]["min"] <= found["score"]["p50"] <= found["score"]["max"]
    assert sum(found["length"]["histogram"].values()) == 30
    assert len(found["cards"]["penguins discarded"]) == 20
    assert found["targets"] == []


def test_your_own_cards_are_compared_with_the_standard_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """First, and only those whose rules differ; figures are those of the two decks alone."""
    monkeypatch.chdir(tmp_path)
    text = deck_text(game_for("simulate", "giza"))[0]
    own = text.replace("weight = 0", "weight = 1", 1).replace("points = 5", "points = 9", 1)
    Path("my.toml").write_text(own.replace("Heavy crown", "Crown"), "utf-8")
    words = ("simulate", "giza", "--bots", "random", "--games", "30", "--jobs", "1")
    standard, mine = _json(capsys, *words), _json(capsys, *words, "--deck", "my.toml")
    assert standard["compared"] == []
    assert [(card["name"], card["standard_name"]) for card in mine["compared"]] == [
        ("Featherweights (+9)", "Featherweights (+5)"),
        ("01 ruby 1/4", "01 ruby 0/4"),
    ]
    for card, group in zip(mine["compared"], ("goals", "penguins"), strict=True):
        for found, name in ((mine, "advantage"), (standard, "standard_advantage")):
            (figure,) = (each for each in found["cards"][group] if each["id"] == card["id"])
            assert figure["advantage"] == card[name]
        more = card["difference"]
        assert more["value"] == pytest.approx(
            card["advantage"]["value"] - card["standard_advantage"]["value"], abs=2e-6
        )
        settled = not more["low"] <= 0 <= more["high"]
        assert (card["settled_by"] <= 30) == settled
    assert run([*words, "--deck", "my.toml"]) == 0
    shown = capsys.readouterr().out
    assert 0 < shown.index("01 ruby 1/4") < shown.index("  was 01 ruby 0/4 ")
    assert shown.index("  was 01 ruby 0/4 ") < shown.index("Who wins")


def test_other_seeds_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same report, another one another."""
    first, again, other = (
        _json(capsys, *SMALL, "--jobs", "1", "--seed", seed) for seed in ("1", "1", "2")
    )
    assert first == again
    assert first["length"] != other["length"]


def test_jobs_do_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    """Two processes give the same JSON as one, to the letter, and say nothing else."""
    found = _process(*SMALL, "--jobs", "2", "--json")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout) == _json(capsys, *SMALL, "--jobs", "1")


def test_a_cluster_gives_the_same(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two Dask workers give the same JSON as one job, to the letter."""
    assert _json(capsys, *SMALL, "--cluster", cluster) == _json(capsys, *SMALL, "--jobs", "1")


def test_a_worker_with_another_rookery(
    cluster: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other rules would give other figures: a worker of another version is refused."""
    monkeypatch.setattr(farm, "__version__", "99")
    assert run([*SMALL, "--cluster", cluster]) == 2
    assert "install Rookery 99 for every worker" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("simulate", "chess"), ["chess: no such game; use one of: combust"]),
        (("simulate", "rocks", "--players", "5"), ["rocks: 5 players", "play with 2 to 4"]),
        (("simulate", "rocks", "--players", "9" * 40), ["--players", "is not a whole number"]),
        (("simulate", "rocks", "--jobs", "9" * 40), ["--jobs", "is not a whole number"]),
        (("simulate", "rocks", "--players", "1"), ["rocks: 1 player; play with 2 to 4"]),
        (
            ("simulate", "rocks", "--bots", "clever"),
            ["no bot is called 'clever'", "random, sensible"],
        ),
        (
            ("simulate", "rocks", "--bots", "random,sensible", "--players", "3"),
            ["--bots: names 2 bots for 3 players"],
        ),
        (
            ("simulate", "rocks", "--variant", "blitz"),
            ["no variant is called 'blitz'", "use one of: play-out"],
        ),
        (
            ("simulate", "giza", "--variant", "blitz"),
            ["no variant is called 'blitz'", "this game has none"],
        ),
        (("simulate", "giza", "--deck", "nowhere.toml"), ["nowhere.toml", "check the name"]),
        (("simulate", "giza", "--games", "0"), ["--games", "0"]),
        (("simulate", "giza", "--chart", "figure.jpg"), ["figure.jpg", ".svg or .png"]),
        (
            ("simulate", "giza", "--chart", "nowhere/figure.svg"),
            ["nowhere/figure.svg", "check the name"],
        ),
        (
            ("simulate", "giza", "--cluster", "nonsense"),
            ["nonsense", "no Dask scheduler answers", "dask scheduler"],
        ),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else None,
)
def test_mistakes(
    argv: tuple[str, ...], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each ends in status 2 and one line, before a game is played."""
    assert run(list(argv)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert all(word in said.err for word in words), said.err


def test_nobody_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An address where nothing listens is given up after a while, in one line."""
    monkeypatch.setattr(farm, "PATIENCE", 0.2)
    assert run([*SMALL, "--cluster", "tcp://127.0.0.1:9"]) == 2
    said = capsys.readouterr().err
    assert "no Dask scheduler answers there" in said
    assert said.count("\n") == 1


def test_a_cluster_without_workers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scheduler alone plays nothing: the remedy says how to start a worker."""
    from distributed import Client, LocalCluster

    wait = Client.wait_for_workers
    monkeypatch.setattr(
        Client, "wait_for_workers", lambda its, count, timeout: wait(its, count, timeout / 100)
    )
    with LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty:
        assert run([*SMALL, "--cluster", empty.scheduler_address]) == 2
        assert f"dask worker {empty.scheduler_address}" in capsys.readouterr().err


def test_a_cluster_that_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """When the scheduler goes while games are played, that is said in one line."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":0"
    ) as lost:

        def gone(_: object) -> str:
            raise CancelledError

        monkeypatch.setattr("distributed.Future.result", gone)
        assert run([*SMALL, "--cluster", lost.scheduler_address]) == 2
    said = capsys.readouterr().err
    assert "the cluster was lost while it played" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("missing", "option", "remedy"),
    [
        ("distributed", ("--cluster", "tcp://127.0.0.1:9"), "install it with: "),
        ("matplotlib", ("--chart", "x.svg"), "install it with: "),
    ],
)
def test_a_missing_extra(
    missing: str,
    option: tuple[str, str],
    remedy: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What is not installed is named with the command that installs it; without these options
    nothing needs it.
    """
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(
        chart, "find_spec", lambda name: None if name == missing else find_spec(name)
    )
    assert run([*SMALL, *option]) == 2
    said = capsys.readouterr().err
    assert remedy in said
    assert said.count("\n") == 1
    assert run([*SMALL, "--jobs", "1"]) == 0


def test_without_semaphores_one_process_plays() -> None:
    """As in containers without shared memory: Joblib's own warning is said in our words."""
    script = (
        "import _multiprocessing, sys\n"
        "class Refused(_multiprocessing.SemLock):\n"
        "    def __new__(*_, **__): raise OSError(30, 'Read-only file system')\n"
        "_multiprocessing.SemLock = Refused\n"
        "from rookery.cli import run\n"
        "sys.exit(run(['simulate', 'combust', '--bots', 'random', '--games', '2', '--jobs', '2']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    note = "note: this system has no semaphores, so one process plays all games\n"
    assert (done.returncode, done.stderr) == (0, note)
    assert "2 games, " in done.stdout


def test_a_process_that_is_killed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As by a system that runs out of memory: one line with a remedy (white-box)."""

    def killed(_: object) -> Tally:
        raise BrokenExecutor

    monkeypatch.setattr("joblib.Parallel", lambda **_: partial(map, killed))
    assert run([*SMALL, "--jobs", "2"]) == 2
    assert capsys.readouterr().err == (
        "rookery: --jobs: a process was killed, perhaps because memory ran out; "
        "use fewer processes\n"
    )


@pytest.mark.parametrize("slug", ["giza", "pirates"])
def test_a_report_for_people(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who wins, how long, which cards, what else, and the design targets; no line is cut off."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["simulate", slug, "--games", "2", "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    heads = (
        ["Length", "What else happened", "Design targets"]
        if slug == "pirates"
        else ["Who wins", "Actions"]
    )
    assert all(head in shown for head in heads)
    assert "…" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_ctrl_c_keeps_the_games_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped in the tenth game, it reports nine, just as if only so many had been asked for;
    status 130.
    """
    _stop_in(10, monkeypatch)
    assert run([*SMALL, "--jobs", "1", "--json"]) == 130
    said = capsys.readouterr()
    assert said.err == "rookery: stopped after 9 of 30 games; to repeat these, add --games 9\n"
    monkeypatch.undo()
    assert json.loads(said.out) == _json(capsys, *SMALL[:-1], "9", "--jobs", "1")


def test_ctrl_c_in_the_first_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of no games there is no report, but still valid JSON."""
    _stop_in(1, monkeypatch)
    assert run([*SMALL, "--jobs", "1", "--json"]) == 130
    said = capsys.readouterr()
    assert said.err == "rookery: stopped after 0 of 30 games\n"
    assert json.loads(said.out) == {"rookery": 1, "game": "combust", "games": 0}


def _stop_in(game: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Ctrl-C pressed while this game is played, the first of them 1."""
    games = count(1)

    def play(*arguments: Any) -> Played:
        if next(games) == game:
            raise KeyboardInterrupt
        return play_game(*arguments)

    monkeypatch.setattr("companion.simulation.run.play", play)


def test_each_game_is_told_when_it_is_over() -> None:
    """The bar moves, and Ctrl-C loses no more than the game that is played: fifty games of pirates
    take a while.
    """
    row = game_for("simulate", "combust")
    text, name = deck_text(row)
    found = Run("combust", text, name, ("random",) * 3, 30)
    assert [part.games for part in farm.on_cores(found, 1)] == [1] * 30


@pytest.mark.skipif(sys.platform == "win32", reason="signals of threads are POSIX")
def test_ctrl_c_while_processes_start() -> None:
    """They don't hear it, even after Python's own one, and this one hears it as soon as they are
    there.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), farm._shielded_from_ctrl_c():  # noqa: PT012 - what happens between start and end
            resource_tracker.ensure_running()
            assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(
    sys.platform == "win32", reason="pseudo-terminals and groups of processes are POSIX"
)
def test_ctrl_c_on_a_terminal_ends_all_processes() -> None:
    """A bar shows the games played; Ctrl-C, which the workers get too, ends all of them without a
    traceback.
    """
    terminal, end = os.openpty()
    # whoever runs the tests in the background may have Ctrl-C ignored, which a child would inherit
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);from rookery.cli "
        "import main; main()"
    )
    argv = [
        sys.executable,
        "-c",
        script,
        "simulate",
        "combust",
        "--games",
        "1000000",
        "--jobs",
        "2",
    ]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        argv, stdout=subprocess.DEVNULL, stderr=end, start_new_session=True, env=environment
    ) as process:
        os.close(end)
        shown = ""
        while not re.search(r"[1-9]\d*/1000000", shown):
            shown += os.read(terminal, 4096).decode()
        os.killpg(process.pid, signal.SIGINT)
        said = "".join(_rest(terminal))
    assert process.returncode == 130
    assert re.search(
        r"rookery: stopped after \d+ of 1000000 games; to repeat these, add --games "
        r"\d+",
        said,
    )
    assert "Traceback" not in said


def _rest(terminal: int) -> Iterator[str]:
    """What is still written, until every process has let go of the terminal."""
    try:
        while data := os.read(terminal, 4096):
            yield data.decode()
    except OSError:  # how Linux says that nobody holds the other end
        pass
    finally:
        os.close(terminal)


def test_chart_as_svg_is_the_same_every_time(tmp_path: Path) -> None:
    """An SVG that is well-formed, without a date, and the same bytes for the same report."""
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for path in (one, two):
        assert run([*SMALL, "--jobs", "1", "--json", "--chart", str(path)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert b"dc:date" not in one.read_bytes()
    assert ET.parse(one).getroot().tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own file
    assert {path.name for path in tmp_path.iterdir()} == {"one.svg", "two.svg"}


@pytest.mark.parametrize(
    ("slug", "bots"),
    [
        ("giza", "random"),
        ("rocks", "random,random"),
        ("pirates", "random"),
        ("combust", "sensible"),
    ],
)
def test_chart_as_png(slug: str, bots: str, tmp_path: Path) -> None:
    """Every game's report can be drawn, also of one single game."""
    path = tmp_path / "figure.png"
    assert (
        run(["simulate", slug, "--games", "1", "--bots", bots, "--jobs", "1", "--chart", str(path)])
        == 0
    )
    assert path.read_bytes().startswith(b"\x89PNG")
