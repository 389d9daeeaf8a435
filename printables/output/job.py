"""Jobs: what is printed, and how, from the options of a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from companion.deckfile import deck_text, resized
from companion.decks import credit_of
from companion.errors import UsageError
from companion.fields import Art
from companion.game import Deck, Game, Piece, is_ours
from companion.language import ENGLISH, Phrase
from companion.profile import Drift, load_profile
from companion.tomltext import read_toml
from printables.art.cover import title_of
from printables.draw.colours import Ink
from printables.draw.paths import Shape
from printables.draw.pen import NO_PICTURES
from printables.draw.pictures import Picture, art_of, load_pictures
from printables.extras.contents import NAMES, chosen, contents, for_players
from printables.faces.artists import Draw, Faces, artist, shape_of
from printables.marks.legend import OWN_DESIGN
from printables.output.plotter import Format
from printables.output.profiles import UNCORRECTED, Corrections, corrections
from printables.sheets import imposition
from printables.sheets.cutter import Cutter
from printables.sheets.imposition import Page, Sides
from printables.sheets.paper import Paper, find_paper

CARDS_GSM = 250  # of the paper that most people print cards on


@dataclass(frozen=True, slots=True)
class Job:
    """A print of `pieces` of the game's `deck` (read from `source`), each `copies` times.

    With `bleed`, cards don't share cut lines. With `index`, the first page lists the pieces.
    `corrections` compensate the printer's errors. `pictures` has the deck owner's pictures by their
    names in the deck. `registered` adds registration marks for cutting machines. `credit` says in
    the small print whose design it is; "" if nobody said so. `faces` draws the pieces, by default
    the game's own part. `notes` are warnings about what is printed, `fields` what the manifest says
    about pieces. A `cutter` needs its own marks and sheets. `back_ink` is for backs that would take
    more ink than their fronts. All pieces are on paper of one `stock`, "" if they may not be.
    """

    game: Game
    deck: Deck
    source: str
    pieces: tuple[Piece, ...]
    paper: Paper
    sides: Sides
    copies: int = 1
    ink: Ink = "full"
    back_ink: Ink = "low"
    bleed: bool = False
    index: bool = False
    corrections: Corrections = UNCORRECTED
    pictures: Mapping[str, Picture] = field(default_factory=lambda: NO_PICTURES)
    registered: bool = False
    language: str = ENGLISH
    credit: Phrase | str = OWN_DESIGN
    faces: Faces[Any] | None = None
    notes: tuple[str, ...] = ()
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cutter: Cutter | None = None
    stock: str = ""

    @property
    def draw(self) -> Draw:
        """The function that draws its pieces."""
        return artist(self.game, self.faces)

    @property
    def shape(self) -> Callable[[Piece], Shape | None]:
        """The function that returns a piece's shape."""
        return shape_of(self.game, self.deck, self.faces)

    @property
    def title(self) -> Phrase | str:
        """The title of the deck, or of the game as a phrase to translate."""
        return title_of(self.game, self.deck)

    @property
    def art(self) -> Mapping[str, Art]:
        """The deck owner's pictures that are printed, by piece."""
        return {piece: art for piece, art in art_of(self.deck).items() if art.name in self.pictures}

    def correction(self, page: Page) -> Drift:
        """Return the correction of the printer's errors for a page."""
        return self.corrections.back if page.side == "back" else self.corrections.front


class Order(TypedDict, total=False):
    """The options of `rookery print`; those that are missing have its defaults."""

    output: str | None
    force: bool
    paper: str
    sides: str
    ink: Ink
    back_ink: str | None
    bleed: bool
    tags: bool
    index: bool | None
    deck_file: str | None
    board: str | None
    only: Sequence[str]
    players: int | None
    copies: int
    extras: bool | None
    tonight: bool
    address: str
    weight: int | None
    profile_name: str | None
    shop: str | None
    to: str | None
    cut: Format | None
    cutter: Cutter | None
    stock: bool
    language: str
    only_plan: bool


def make_job(game: Game, order: Order, read: tuple[str, str] | None = None) -> Job:
    """Choose the pieces; raises `DeckError` for a file and `UsageError` for an option.

    `read` is the deck file's text and name, if it has been read already.
    """
    only, players, extras = order.get("only", ()), order.get("players"), order.get("extras")
    sides, index = imposition.find_sides(order.get("sides", "long")), order.get("index")
    if extras is False and (named := sorted(NAMES & set(",".join(only).split(",")))):
        raise UsageError("--only", f"{named[0]!r} is an extra", remedy="leave out --no-extras")
    text, source = read or deck_text(game, order.get("deck_file"))
    deck = resized(game, game.read_deck(text, source), order.get("board"))
    everything = contents(
        game,
        deck,
        text,
        extras=extras,
        address=order.get("address", ""),
        weight=order.get("weight") or CARDS_GSM,
        folded=sides.folded,
        players=players,
    )
    pieces = chosen(for_players(everything, game, players), only)
    # a deck with all of Rookery's own design, and nobody else's
    ours = is_ours(game.slug) and read_toml(text, "") == read_toml(*deck_text(game))
    return replace(
        bare_job(game, deck, source, pieces, order),
        index=not (only or order.get("stock")) if index is None else index,
        pictures=load_pictures(deck, order.get("deck_file")),
        credit=credit_of(text, source) or (OWN_DESIGN if ours else ""),
    )


def bare_job(game: Game, deck: Deck, source: str, pieces: tuple[Piece, ...], order: Order) -> Job:
    """Return a job for pieces with all that an order says about paper and printer."""
    paper = find_paper(order.get("paper", "a4"))
    sides = imposition.find_sides(order.get("sides", "long"))
    profile, back = order.get("profile_name"), order.get("back_ink")
    away = order.get("shop") or order.get("to")
    back_ink: Ink = "full" if back == "full" or (away and not back) else "low"
    return Job(
        game=game,
        deck=deck,
        source=source,
        pieces=pieces,
        paper=paper,
        sides=sides,
        copies=order.get("copies", 1),
        ink=order.get("ink", "full"),
        back_ink=back_ink,
        bleed=order.get("bleed", False),
        corrections=corrections(load_profile(profile) if profile else None, paper, sides),
        registered=bool(order.get("cut")),
        cutter=order.get("cutter"),
        language=order.get("language", ENGLISH),
    )
