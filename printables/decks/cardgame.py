"""A card game as data: `game.toml`, spreadsheets and pictures in a folder, without Python.

`game.toml` says what kinds of pieces there are, how large, and what lies where on them. A row of a
spreadsheet is a piece; `{name}` in a layout stands for the cell in the column "name", and in any
text for the icon of that name. The format is documented in docs/make-a-card-game.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from companion.deckfile import CARD_GAME, file_text
from companion.decks import CREDIT, line_of, parse
from companion.errors import DeckError, PrintError, UsageError
from companion.fields import RULES, Faults
from companion.folders import near_file, stored
from companion.game import Game, Piece
from companion.owntags import LEAST_SIDE, own_tags, takes_tags, turn_of
from companion.summary import Summary
from companion.text import slug_of
from printables.art.codes import draw_windows
from printables.art.cover import Cover
from printables.decks import rulespage
from printables.decks.about import ABSENT, About, extras, made_look, read_about
from printables.decks.boxes import Element
from printables.decks.filling import Filler
from printables.decks.gamefolder import GameFolder
from printables.decks.kinds import read_kind, shape_of
from printables.decks.report import Report
from printables.draw.colours import WHITE
from printables.draw.paths import Shape
from printables.draw.pen import Pen, bled
from printables.draw.pictures import Picture
from printables.extras.contents import chosen
from printables.faces.artists import Faces
from printables.output.job import Job, Order, bare_job
from printables.output.printer import print_job
from printables.sheets.imposition import find_sides

MOST_KINDS, MOST_PIECES = 40, 1000
MARGIN = 1.6  # white around a tag's black square, mm; a module is 1.25
FRAME_INK = "#8a8a8a"  # around a tag


@dataclass(frozen=True, eq=False)
class CardGame:
    """A checked game: its pieces, what lies on each face, and how kinds are cut.

    `notes` are warnings, and `cells` what the spreadsheets say about pieces.
    """

    title: str
    credit: str
    pieces: tuple[Piece, ...]
    faces: Mapping[tuple[str, str], tuple[Element, ...]]
    pictures: Mapping[str, Picture]
    notes: tuple[str, ...] = ()
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    about: About = ABSENT

    @cached_property
    def fingerprint(self) -> str:
        """What only equal games have in common, in hexadecimal digits."""
        digest = hashlib.sha256(repr((self.title, [*self.pieces], self.faces)).encode())
        for name, picture in self.pictures.items():
            digest.update(name.encode() + hashlib.sha256(picture.data).digest())
        return digest.hexdigest()

    @property
    def summary(self) -> Summary:
        """What label, box, score pad and reference cards say."""
        return self.about.summary

    @property
    def look(self) -> Cover:
        """The look of the box."""
        return made_look(self.about.colour, self.pieces, self.faces, self.shapes)


def draw(pen: Pen, piece: Piece, face: str, deck: CardGame) -> None:
    """Draw a face, with its tags if it has any."""
    pen.paint(bled(piece.size), WHITE)
    for element in deck.faces[piece.id, face]:
        element.draw(pen)
    draw_windows(pen, piece.faces[face], FRAME_INK, margin=MARGIN)


FACES: Faces[CardGame] = Faces(draw, lambda piece, deck: deck.shapes.get(piece.kind))


def game_file(place: str) -> Path:
    """Return the path of a game's file, given that or its folder; raises `UsageError`."""
    path = stored(Path(place))
    if path.is_dir():
        path /= CARD_GAME
    if not path.exists():
        start = "name a game's folder, or start one with 'rookery game new FOLDER'"
        remedy = near_file(path) or start
        raise UsageError(str(path), "no such file", remedy=remedy)
    return path


def read_card_game(place: str) -> tuple[CardGame | None, tuple[DeckError, ...]]:
    """Return the game, None after a mistake, and all mistakes in the order of their lines.

    Raises `DeckError` if the file can't be read or isn't TOML, and `UsageError` if it isn't there.
    """
    files = GameFolder(game_file(place))
    game = _read(files)
    by_line = sorted(files.faults, key=lambda each: (each.source != files.source, line_of(each)))
    # one picture may be missing on all cards
    return (None if files.faults else game), tuple({str(each): each for each in by_line}.values())


def report_card_game(place: str, *, drawn: bool = True) -> Report:
    """Return the report on a game; unless it is `drawn`, faults of drawing are left out."""
    game, faults = read_card_game(place)
    if game is None:
        return Report(_made(place), None, faults)
    job = card_game_job(game, place, {}, game_pieces(game, place, {"extras": True}))
    small: tuple[str, ...] = ()
    try:
        small = print_job(job).small if drawn else ()
    except PrintError as error:
        fault = DeckError(error.source, error.problem, at=error.at, remedy=error.remedy)
        return Report(job.game, None, (fault,))
    return Report(job.game, game, (), (), (*job.notes, *small), game.pictures, FACES)


def _made(place: str, game: CardGame | None = None) -> Game:
    """Return a game as all games are described, without rules and phones."""
    name = slug_of(game_file(place).resolve().parent.name)
    pieces = game.pieces if game else ()
    title = game.title if game else name

    def read_deck(_text: str, source: str, _faults: Faults | None = None, /) -> CardGame:
        found, faults = read_card_game(source)
        if found is None:
            raise faults[0]
        return found

    players = game.about.players if game else (1, 1)
    return Game(name, title, players, "", read_deck, lambda _: pieces)


def game_pieces(game: CardGame, place: str, order: Order) -> tuple[Piece, ...]:
    """Return the pieces that an order chooses; raises `UsageError` for an unknown name."""
    folded = find_sides(order.get("sides", "long")).folded
    every = (*game.pieces, *extras(_made(place, game), game, game.about, folded=folded))
    if order.get("extras"):
        every = tuple(replace(piece, extra=False) for piece in every)
    return chosen(every, order.get("only", ()))


def card_game_job(game: CardGame, place: str, order: Order, pieces: tuple[Piece, ...]) -> Job:
    """Return a job that prints `pieces` of a game."""
    made, source = _made(place, game), str(game_file(place))
    return deck_job(made, game, source, pieces, order, repr((made.slug, game.title, game.credit)))


def deck_job(  # noqa: PLR0917 - what is printed, and how
    game: Game, deck: CardGame, source: str, pieces: tuple[Piece, ...], order: Order, key: str
) -> Job:
    """Return a job that prints `pieces`, if the order says so with the tags that `key` stands for.

    Raises `UsageError` if there is no room for tags.
    """
    fields: Mapping[str, Mapping[str, str]] = {}
    if order.get("tags"):
        by_id = {piece.id: piece for piece in tagged(deck, key)}
        pieces = tuple(by_id.get(piece.id, piece) for piece in pieces)
        fields = deck.cells
    job = bare_job(game, deck, source, pieces, order)
    job = replace(job, pictures=deck.pictures, credit=deck.credit, notes=deck.notes)
    return replace(job, faces=FACES, fields=fields)


def tagged(deck: CardGame, key: str) -> tuple[Piece, ...]:
    """Return the pieces with tags on the fronts of cards, so that `rookery scan` can list them.

    `key` names the game: another one has other pairs of tags. Raises `UsageError` if there are too
    many cards, or none with room for tags.
    """
    room = (p.id for p in deck.pieces if takes_tags(p.size) and p.kind not in deck.shapes)
    numbers, turn = {name: number for number, name in enumerate(room)}, turn_of(key)
    if not numbers:
        problem = f"no card has a side of {LEAST_SIDE:g} mm or more, which two tags need"
        raise UsageError("--tags", problem, remedy="print them without --tags")

    def with_tags(piece: Piece) -> Piece:
        spots = own_tags(numbers[piece.id], turn, piece.size)
        return replace(piece, faces={**piece.faces, "front": spots})

    return tuple(with_tags(piece) if piece.id in numbers else piece for piece in deck.pieces)


def _read(files: GameFolder) -> CardGame | None:
    """Return the game; what is returned after a mistake is of no use."""
    root = parse(file_text(files.source), files.source, faults=files.faults)
    title = root.take_str("title")
    credit = root.take_str(CREDIT) if root.has(CREDIT) else ""
    font = files.font(root) if root.has("font") else ""
    rules, seen = root.take_str("rules") if root.has("rules") else "", {RULES}
    about = ABSENT
    if root.has("about"):
        row = root.take_table("about")
        try:
            about = read_about(
                row, title, file_text(str(files.path(rules, "rules"))) if rules else ""
            )
        except DeckError as error:
            files.faults.append(error)
    kinds = [read_kind(row, font, seen, files) for row in root.take_tables("piece", 1, MOST_KINDS)]
    root.done()
    if files.faults:
        return None
    filler = Filler(files)
    pieces: list[Piece] = []
    faces: dict[tuple[str, str], tuple[Element, ...]] = {}
    for kind in kinds:
        for piece, drawn in filler.pieces(kind):
            pieces.append(piece)
            faces |= {(piece.id, face): elements for face, elements in drawn.items()}
    if rules and not files.faults:
        page = filler.rules(rules, title, font)
        pieces.append(Piece(RULES, rulespage.KIND, rulespage.PAGE, dict.fromkeys(page, ())))
        faces |= {(RULES, face): elements for face, elements in page.items()}
    total = sum(piece.count for piece in pieces)
    if not files.faults and not 1 <= total <= MOST_PIECES:
        remedy = f"print up to {MOST_PIECES} of a game" if total else "raise a count"
        files.refuse(f"{total} pieces", remedy)
    shapes = {kind.name: shape for kind in kinds if (shape := shape_of(kind))}
    parts, notes = tuple(pieces), tuple(filler.notes)
    return CardGame(title, credit, parts, faces, files.pictures, notes, shapes, filler.cells, about)
