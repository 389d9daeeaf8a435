"""Print, read and try out tabletop games from Python (see docs/python.md).

A game is named by its slug ("giza"). `deck_file` is your own deck; None means the standard one.
Lengths are millimetres. Errors are `RookeryError`s, whose text names the place, the problem and a
remedy. Each function imports what it needs when it is called, so `import rookery` is fast.
"""

from __future__ import annotations

from companion import __version__
from companion.errors import RookeryError, UsageError

TYPE_CHECKING = False  # as in `typing`, whose import a Ctrl-C could hit before anything catches it
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path
    from typing import Literal

    from companion.game import Deck, Game, Piece
    from companion.simulation.report import Report
    from companion.solitaire.solver import Answer
    from companion.summary import Summary
    from printables.draw.colours import Ink
    from printables.output.printer import Printout
    from vision.games.reading import Reading

__all__ = [
    "RookeryError", "__version__", "games", "load_deck", "pieces", "print_game", "read_photo",
    "rules", "simulate", "solve",
]  # fmt: skip


def games() -> tuple[Game, ...]:
    """Return every game: its slug, title, numbers of players and what it offers.

    >>> [game.slug for game in games() if game.players[0] == 1]
    ['solitaire']
    """
    from companion import game

    return game.games()


def load_deck(game: str, deck_file: str | Path | None = None) -> Deck:
    """Read and check a deck; photos, manifests and reports identify it by its `fingerprint`.

    Raises `DeckError` for a mistake in the file, and `UsageError` for an unknown game.

    >>> load_deck("solitaire").title
    'Egyptian Solitaire'
    """
    from companion import deckfile
    from companion.game import game as find_game

    deck: Deck = deckfile.load_deck(find_game(game), _path(deck_file))
    return deck


def pieces(game: str, deck_file: str | Path | None = None) -> tuple[Piece, ...]:
    """Return a game's pieces: the id, kind, size in mm, copies, tags and rules data of each.

    Raises the errors of `load_deck`.

    >>> card = pieces("giza")[0]
    >>> card.id, card.size.width, card.size.height
    ('penguin-01', 63, 88)
    """
    from companion.game import game as find_game

    return find_game(game).pieces(load_deck(game, deck_file))


def rules(game: str, deck_file: str | Path | None = None, *, language: str = "en") -> Summary:
    """Return the rules on one page, with the deck's numbers in them.

    `language` is one of `companion.language.LANGUAGES`. Raises the errors of `load_deck`.

    >>> [section.title for section in rules("giza").sections][0]
    'Setup'
    """
    from companion.deckfile import load_summary
    from companion.game import game as find_game
    from companion.language import LANGUAGES, spoken

    _check_choice("language", language, LANGUAGES)
    return load_summary(find_game(game), spoken(load_deck(game, deck_file), language), language)


def print_game(
    game: str,
    pdf: str | Path,
    deck_file: str | Path | None = None,
    *,
    only: str | Sequence[str] = (),
    players: int | None = None,
    copies: int = 1,
    paper: str = "a4",
    sides: str = "long",
    ink: Ink = "full",
    language: str = "en",
    force: bool = False,
) -> Printout:
    """Write a PDF of a game's pieces and its manifest; return both, and the pages.

    `only` chooses by id, kind or pattern such as "penguin-*", or several of these; the options are
    those of `rookery print`. Without `force`, it replaces only an equal or smaller print that is as
    Rookery wrote it. Raises `DeckError`, `UsageError` for an unknown name, and `PrintError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     printout = print_game("giza", f"{folder}/goals.pdf", only=["goal"], paper="letter")
    >>> printout.manifest.page
    (215.9, 279.4)
    """
    from pathlib import Path
    from typing import get_args

    from companion.game import game_for
    from companion.language import LANGUAGES
    from printables.draw.colours import Ink
    from printables.output.files import check_replaced, check_target, save
    from printables.output.job import make_job
    from printables.output.printer import print_job

    _check_choice("ink", ink, get_args(Ink))
    _check_choice("language", language, LANGUAGES)
    _check_positive(copies=copies)
    target = check_target(Path(pdf))
    row = game_for("print", game)
    names = [only] if isinstance(only, str) else only
    job = make_job(
        row,
        {
            "deck_file": _path(deck_file),
            "paper": paper,
            "sides": sides,
            "only": names,
            "players": players,
            "copies": copies,
            "ink": ink,
            "language": language,
        },
    )
    printout = print_job(job)
    check_replaced(target, printout.manifest, force=force)
    save(printout, target)
    return printout


def read_photo(
    photo: str | Path,
    game: str | None = None,
    deck_file: str | Path | None = None,
    *,
    goals: Sequence[str] = (),
    cards: Sequence[int] = (),
    tokens: int | None = None,
    players: int | None = None,
    overlay: str | Path | None = None,
    force: bool = False,
) -> Reading:
    """Read a photo of a table: whether the pieces lie legally, and their score.

    Without `game`, it is recognized by the tags. `goals` are the ids or names of giza's goals in
    play, else those in the photo. `cards` in each pyramid (giza) or line (combust), strength
    `tokens` and `players` are how much there must be: what a photo can't show by itself is stated
    only if that is met (docs/photos.md). `overlay` is a JPEG to write: the photo with the reading
    drawn on it; it replaces a file only with `force`. The reading's class depends on the game; its
    `to_json()` is the scan result of docs/formats.md, "unsure" if the photo doesn't show enough.
    Raises `PhotoError` for a file that can't be read, `DeckError` and `UsageError`.

    >>> from importlib.resources import files
    >>> reading = read_photo(str(files("vision") / "samples" / "giza.jpg"))
    >>> reading.verdict, reading.to_json()["score"]
    ('legal', 11)
    """
    from companion.deckfile import game_of_file
    from companion.game import game as find_game
    from companion.wholefile import check_free, write_whole
    from vision.commands.scan import jpeg_path
    from vision.photo.loader import read_bytes
    from vision.scan.pipeline import read_photo as scan
    from vision.show.overlay import encode_overlay

    target = None if overlay is None else jpeg_path(overlay, "overlay")
    if target is not None:
        check_free(target, force=force)
    deck = None
    if deck_file is not None:
        game = game_of_file(str(deck_file), game).slug
        deck = load_deck(game, deck_file)
    slug = None if game is None else find_game(game).slug
    options = {
        "goals": list(goals) or None,
        "cards": list(cards) or None,
        "tokens": tokens,
        "players": players,
    }
    asked = {option: value for option, value in options.items() if value is not None}
    name = str(photo)
    result = scan(read_bytes(photo), name, slug, deck, asked)
    if target is not None:
        write_whole(target, encode_overlay(result, max_side=10_000))
    return result.reading


def solve(
    position: str = "",
    *,
    board: str = "3x4",
    finish: Literal["small", "medium", "large"] | None = None,
    limit: int | None = None,
) -> Answer:
    """Return solitaire's best reachable score, the hops to it, and whether it's proven.

    In `position`, rows are separated by /, squares by commas, and stacks listed from the bottom up;
    "" is the full board. `board` is its size, rows x columns, up to 5x6. With `finish`, the last
    pyramid must have that size. The search gives up after `limit` positions. Raises `UsageError`
    for a wrong size and `NotationError` for a wrong position.

    >>> answer = solve("S,S,S,/,,,/,,,")
    >>> answer.best, answer.proven, [str(hop) for hop in answer.line]
    (2, True, ['a1-c1'])
    """
    from companion.solitaire import solver
    from companion.solitaire.board import PYRAMIDS, read_size, standard
    from companion.solitaire.state import full, parse_position

    sized = standard().sized(*read_size(board))
    start = parse_position(position.upper(), sized) if position else full(sized)
    sizes = {name: pyramid for pyramid, name in PYRAMIDS.items()}
    if finish is not None:
        _check_choice("finish", finish, sizes)
    return solver.solve(start, sizes[finish] if finish else None, limit=limit)


def simulate(
    game: str,
    number: int = 200,
    deck_file: str | Path | None = None,
    *,
    bots: str | Sequence[str] = (),
    players: int | None = None,
    variant: str = "",
    seed: int = 0,
    jobs: int = 1,
) -> Report:
    """Let bots play `number` games; report who wins, how long they last, which cards are strong.

    `bots` are "sensible" (the default) or "random": one for all seats or one for each. `players` is
    by default the game's most common number. `jobs` is how many processes play, which doesn't
    change the report. Raises `DeckError`, and `UsageError` for a table or variant that the game
    doesn't have.

    >>> report = simulate("rocks", 20, bots=["sensible", "random"])
    >>> report.games, report.seats[0].value > report.seats[1].value
    (20, True)
    """
    from companion.deckfile import deck_text
    from companion.game import game_for
    from companion.simulation.command import seated
    from companion.simulation.farm import on_cores
    from companion.simulation.report import SENSIBLE, report
    from companion.simulation.run import Run, checked
    from companion.study import total

    _check_positive(number=number, jobs=jobs)
    row = game_for("simulate", game)
    text, source = deck_text(row, _path(deck_file))
    names = bots if isinstance(bots, str) else ",".join(bots)
    seats = seated(row, names or SENSIBLE, players)
    run = Run(game, text, source, seats, number, seed, variant)
    row, deck = checked(run)
    return report(row, deck, run, total(on_cores(run, jobs)))


def _path(deck_file: str | Path | None) -> str | None:
    return None if deck_file is None else str(deck_file)


def _check_choice(name: str, value: str, choices: Collection[str]) -> None:
    from companion.wording import near

    if value not in choices:
        raise UsageError(name, f"{value!r} is not a choice", remedy=near(value, choices))


def _check_positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise UsageError(name, f"{number} is too few", remedy="use 1 or more")
