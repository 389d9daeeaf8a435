"""Jobs for the printer, made from the options of a command."""

from __future__ import annotations

from collections.abc import Sequence

from companion.deckfile import deck_text, resized
from companion.errors import UsageError
from companion.game import Game
from companion.language import ENGLISH
from printables.draw.colours import Ink
from printables.draw.pictures import load_pictures
from printables.extras.contents import NAMES, chosen, contents, for_players
from printables.output.printer import Job
from printables.output.profiles import UNCORRECTED, Corrections
from printables.sheets.imposition import Sides
from printables.sheets.paper import Paper


def make_job(
    game: Game,
    deck_file: str | None,
    paper: Paper,
    sides: Sides,
    *,
    board: str | None = None,
    only: Sequence[str] = (),
    players: int | None = None,
    copies: int = 1,
    extras: bool | None = None,
    address: str = "",
    weight: int = 250,
    ink: Ink = "full",
    bleed: bool = False,
    index: bool | None = None,
    corrections: Corrections = UNCORRECTED,
    registered: bool = False,
    language: str = ENGLISH,
) -> Job:
    """Read the deck (the standard one where `deck_file` is None) and choose its pieces.

    `board` is a size such as "4x5"; `only` and `players` choose pieces (see `selection`); `extras`,
    `address` and `weight` choose the extras (see `contents`); the rest is as in `Job`. By default a
    print with `only` has no index. Raises `DeckError` for the file and `UsageError` for an option
    that the game or the deck can't meet.
    """
    if extras is False and (named := sorted(NAMES & set(",".join(only).split(",")))):
        raise UsageError("--only", f"{named[0]!r} is an extra", remedy="leave out --no-extras")
    text, source = deck_text(game, deck_file)
    deck = resized(game, game.read_deck(text, source), board)
    everything = contents(
        game,
        deck,
        text,
        extras=extras,
        address=address,
        weight=weight,
        folded=sides.folded,
        players=players,
    )
    return Job(
        game=game,
        deck=deck,
        source=source,
        pieces=chosen(for_players(everything, game, players), only),
        paper=paper,
        sides=sides,
        copies=copies,
        ink=ink,
        bleed=bleed,
        index=not only if index is None else index,
        front=corrections.front,
        back=corrections.back,
        pictures=load_pictures(deck, deck_file),
        registered=registered,
        language=language,
    )
