"""The command `rookery scan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion.errors import PhotoError, RookeryError, UsageError
from companion.game import game_for
from companion.giza.deck import Deck, Goal, standard
from vision.load import encode_jpeg, read_bytes
from vision.output import write_whole
from vision.scan import Scan, read_photo

WORST_FIRST = (2, 3, 4, 0)
PICTURES = (".jpg", ".jpeg")


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--game", default="giza", show_default=True, help="The game that lies on the table.")
@click.option("--deck", "deck_file", metavar="FILE.toml", help="The deck of your own that the cards were printed from.")
@click.option("--goals", default="", metavar="ID,ID,ID", help="The goals of this game; else goal cards in the picture.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, a line a photo.")
@click.option("--overlay", metavar="OUT.jpg", help="Also write the photo with the reading drawn on it.")
def scan(
    photos: tuple[str, ...], game: str, deck_file: str | None, goals: str, *, as_json: bool, overlay: str | None
) -> None:
    """Read photos of a table: is the pyramid legal, and what is it worth?

    Ends with 0 for a legal pyramid, 4 for an illegal one, 3 where the photo does not tell (and says how to shoot
    again), 2 for an unusable file. Several photos are judged each by itself, and the worst of 2, 3, 4, 0 counts.
    """
    game_for("scan", game)
    deck = _deck(deck_file)
    wanted = _goals(goals, deck)
    targets = _overlay_names(overlay, photos)
    codes = [_one(photo, deck, wanted, target, as_json) for photo, target in zip(photos, targets, strict=True)]
    sys.exit(next(code for code in WORST_FIRST if code in codes))


def _one(photo: str, deck: Deck, goals: Sequence[Goal], target: Path | None, as_json: bool) -> int:  # noqa: FBT001
    """Read, report and draw one photo; an unusable one is said on stderr and spares the others."""
    try:
        found = read_photo(read_bytes(photo), photo, deck, goals)
        if target is not None:
            _draw(found, target)
    except RookeryError as error:
        click.echo(f"rookery: {error}", err=True)
        return error.exit_code
    if as_json:
        click.echo(json.dumps(found.reading.to_json(), ensure_ascii=False))
    else:
        from vision.explain import show  # noqa: PLC0415 - rich costs 0.1 s that --json need not pay

        show(found.reading, deck)
    return found.reading.exit_code


def _draw(found: Scan, target: Path) -> None:
    from vision.overlay import draw  # noqa: PLC0415 - Pillow and fonts are for pictures only

    write_whole(target, encode_jpeg(draw(found), max_side=10_000))


def _deck(name: str | None) -> Deck:
    if name is None:
        return standard()
    try:
        text = Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a UTF-8 text"
        raise UsageError(name, f"the deck can not be read ({reason})", remedy="name a deck's TOML file") from error
    deck = game_for("scan", "giza").read_deck(text, name)
    if not isinstance(deck, Deck):
        raise TypeError("giza's deck is a giza deck")
    return deck


def _goals(text: str, deck: Deck) -> tuple[Goal, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in deck.goals_by_id:
            raise UsageError("--goals", f"no goal {name!r}", remedy=f"use ids of: {', '.join(deck.goals_by_id)}")
    return tuple(deck.goals_by_id[name] for name in dict.fromkeys(names))


def _overlay_names(overlay: str | None, photos: Sequence[str]) -> list[Path | None]:
    """Where each photo's overlay goes: OUT.jpg, or OUT-1.jpg, OUT-2.jpg for several; never onto a photo."""
    if overlay is None:
        return [None] * len(photos)
    out = Path(overlay)
    if out.suffix.lower() not in PICTURES:
        raise UsageError("--overlay", f"{overlay} is no JPEG name", remedy="use a name that ends in .jpg")
    if not out.parent.is_dir():
        raise UsageError("--overlay", f"there is no folder {out.parent}", remedy="make it first")
    several = len(photos) > 1
    names = [out.with_stem(f"{out.stem}-{number}") if several else out for number in range(1, len(photos) + 1)]
    for name in names:
        if any(Path(photo).exists() and name.exists() and name.samefile(photo) for photo in photos):
            raise PhotoError(str(name), "the overlay would overwrite a photo", remedy="choose another name")
    return list(names)
