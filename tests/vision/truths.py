"""What lies on the table in a photograph, held against what a reading says of it, statement by
statement.

A statement that the reading leaves open is missing; one that it makes wrongly is a misread. One row
a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product, zip_longest
from typing import Any, TypeAlias

from companion.giza.deck import standard as giza_deck
from companion.giza.pyramid import SLOTS, Placed, Pyramid
from companion.hexes import DIRECTION_NAMES
from companion.rocks.board import PENGUINS
from companion.rocks.boardfile import standard as rocks_board
from vision.games.reading import Reading

Truth: TypeAlias = Mapping[str, Any]

CLOSE = re.compile(r"lines (\d+) and (\d+) are close together")
DROPPED = re.compile(r"line (\d+): is another card under ([^?]*)\?")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a photo can tell: what the reading says (None: nothing) and what is true.

    `asked` is False for what a photo may leave open and still be read completely.
    """

    name: str
    said: object
    true: object
    asked: bool = True

    @property
    def wrong(self) -> bool:
        """Whether the reading says something untrue."""
        return self.said is not None and self.said != self.true

    @property
    def missing(self) -> bool:
        """Whether the reading leaves out what it should say."""
        return self.asked and self.said is None and self.true is not None


def counts(stored: Truth) -> dict[str, object]:
    """What a table that lies so would know before its photo is read, as options of a scan."""
    truth = stored["truth"]
    match stored["game"]:
        case "giza":
            built = [Pyramid.parse(so["pyramid"], giza_deck()) for so in truth["pyramids"]]
            placed = [card for pyramid in built for _, card in pyramid.placed()]
            tokens = sum(card.tokens for card in placed)
            sizes = [len(pyramid) for pyramid in built]
            return {"cards": sizes, "tokens": tokens, "players": len(built)}
        case "combust":
            lines = [line["cards"] for line in truth["lines"] if line["cards"]]
            return {"cards": [len(cards) for cards in lines], "players": len(lines)}
        case "rocks":
            seats = {name.rpartition("-")[0] for name in truth["penguins"]}
            return {"players": len(seats)}
        case "pirates":
            return {"fish": truth["tracks"]["fish"]} if "fish" in truth["tracks"] else {}
        case _:
            return {}


def statements(
    reading: Reading, truth: Truth, game: str, *, counted: bool = False
) -> list[Statement]:
    """Return all statements about the table that `truth` describes; only the game's, if the reading
    doesn't know the game. `counted` readings know the `counts`, so more is asked of them.
    """
    which = Statement("game", reading.game or None, game)
    if reading.game != game:
        return [which]
    return [which, *_accused(reading, truth), *_GAMES[game](reading, truth, counted)]


def _accused(reading: Reading, truth: Truth) -> Iterator[Statement]:
    """Tables lie as their games have left them, unless their truth says otherwise; nobody is to be
    accused.
    """
    if "pyramids" not in truth:
        said = "illegal" if reading.verdict == "illegal" else None
        yield Statement("accused", said, truth.get("verdict", "legal"), asked=False)


def _sure(reading: Reading) -> bool:
    return reading.verdict != "unsure"


# --- giza -----------------------------------------------------------------------------------------


def _giza(reading: Any, truth: Truth, counted: bool) -> Iterator[Statement]:
    """Each pyramid from the left, and what it is worth; of one that is not spoken of nothing is
    said.
    """
    true = truth["pyramids"]
    seen = list(getattr(reading, "pyramids", None) or ())
    if not seen and len(reading.pyramid):
        seen = [None] * _likest(reading.pyramid, true) + [reading]
    for number, (said, so) in enumerate(zip_longest(seen, true)):
        yield from _pyramid(f"pyramid {number + 1}", said, so, counted=counted)


def _likest(seen: Pyramid, true: Sequence[Mapping[str, Any]]) -> int:
    """Which of the true pyramids the only one that was seen has most cards of."""
    shared = [_shared(seen, Pyramid.parse(so["pyramid"], giza_deck())) for so in true]
    return shared.index(max(shared))


def _shared(seen: Pyramid, lies: Pyramid) -> int:
    names = {card.penguin.id for _, card in lies.placed()}
    return sum(card.penguin.id in names for _, card in seen.placed())


def _moved(seen: Pyramid, lies: Pyramid) -> Pyramid:
    """A pyramid of which more may lie beside or below, where most of its cards are the true."""
    ways = []
    for up, right in product(range(4), range(-3, 4)):
        at = {(level + up, place + right): card for (level, place), card in seen.placed()}
        if at.keys() <= set(SLOTS):
            there = Pyramid(tuple(map(at.get, SLOTS)))
            ways.append((sum(_alike_card(there.at(s), lies.at(s)) for s in SLOTS), there))
    return max(ways, key=lambda way: way[0])[1]


def _alike_card(one: Placed | None, other: Placed | None) -> bool:
    return one is not None and other is not None and one.penguin == other.penguin


def _pyramid(
    name: str, said: Any, so: Mapping[str, Any] | None, *, counted: bool
) -> Iterator[Statement]:
    """A pyramid slot by slot; a slot of which nothing is said is empty only in a complete one."""
    if so is None:
        yield Statement(name, str(said.pyramid), None)
        return
    lies = Pyramid.parse(so["pyramid"], giza_deck())
    closed = said is not None and said.complete is True
    seen = said.pyramid if closed else _moved(said.pyramid, lies) if said else Pyramid()
    doubts = {item.slot for item in said.unsure} if said is not None else set()
    for slot in SLOTS:
        there, card = seen.at(slot), lies.at(slot)
        told = str(there) if there else "empty" if closed else None
        if there and card and _alike_card(there, card) and there.tokens < card.tokens:
            told = None  # tokens are those that were read: one more can only help
        if there and not _alike_card(there, card) and slot in doubts:
            told = None
        yield Statement(
            f"{name} {slot}", told, str(card) if card else "empty", asked=card is not None
        )
    stated = said is not None and (
        said.verdict == "illegal" or (closed and said.verdict == "legal")
    )
    whole = len(lies) == len(SLOTS) or counted
    yield Statement(f"{name} verdict", said.verdict if stated else None, so["verdict"], asked=whole)
    yield Statement(
        f"{name} complete", (said.complete or None) if said else None, True, asked=whole
    )
    yield Statement(
        f"{name} score",
        said.score if said is not None else None,
        _worth(said, so),
        asked=so["score"] is not None and whole and so["verdict"] == "legal",
    )


def _worth(said: Any, so: Mapping[str, Any]) -> int | None:
    """The true score; with no goal named or seen, which a reading reports, it is that of the levels
    alone.
    """
    unseen = said is not None and not said.goals
    total: int | None = so["score"]
    return (
        total - sum(goal["points"] for goal in so["goals"])
        if unseen and total is not None
        else total
    )


# --- combust --------------------------------------------------------------------------------------


def _combust(reading: Any, truth: Truth, counted: bool) -> Iterator[Statement]:
    """The lines clockwise; which of them is the first depends on how the phone is held. Where more
    cards may lie at a line's ends, only the order of those that were read is stated.
    """
    true = [tuple(line["cards"]) for line in truth["lines"] if line["cards"]]
    whole = reading.complete is True
    asked = {
        (int(found[1]), card)
        for item in reading.unsure
        if (found := DROPPED.match(item.text))
        for card in found[2].split(", ")
    }
    seen = []
    for number, line in enumerate(reading.lines, 1):
        cards = tuple(None if (number, card) in asked else card for card in line.cards)
        seen.append(cards if line.complete else (None, *cards, None))
    ways = [seen, *(() if whole else _joined(seen, reading.unsure))]
    turned = [way[start:] + way[:start] for way in ways for start in range(len(way))] or [[]]
    laid = turned if whole else [found for lines in turned for found in _spread(lines, len(true))]
    seen = max(laid, key=lambda lines: sum(map(_alike, lines, true)))
    if whole:
        yield Statement("lines", len(seen), len(true))
    for number, so in enumerate(true):
        said = seen[number] if number < len(seen) else ()
        told, strangers = _in_order(said, so)
        for place, card in enumerate(so):
            yield Statement(f"line {number + 1}, card {place + 1}", told[place], card)
        for card in strangers if None in said else ():
            yield Statement(f"line {number + 1} has", card, None)
        if said and None not in said:
            yield Statement(f"line {number + 1}", said, so)
    worth = [line["sum"] for line in truth["lines"] if line["cards"]]
    for name, most in (("lowest", min), ("highest", max)):
        ranked = getattr(reading, name)
        told_sums = None if ranked is None else {reading.lines[n - 1].sum for n in ranked}
        yield Statement(name, told_sums, {most(worth)}, asked=counted)
    yield Statement("complete", reading.complete or None, True, asked=counted)
    yield Statement("discard", reading.discard, (truth["discard"] or [None])[0], asked=False)


def _joined(
    lines: Sequence[tuple[object, ...]], unsure: Sequence[Any]
) -> Iterator[list[tuple[object, ...]]]:
    """The lines with two made one that may be one clan's, as is asked of them."""
    for pair in filter(None, (CLOSE.match(item.text) for item in unsure)):
        one, other = sorted(int(number) - 1 for number in pair.groups())
        for parts in ((one, other), (other, one)):
            both = (*lines[parts[0]], None, *lines[parts[1]])
            yield [both if at == one else line for at, line in enumerate(lines) if at != other]


def _in_order(said: Sequence[object], true: Sequence[object]) -> tuple[list[object], list[object]]:
    """What is said of each card of a true line, and which cards it has not, in this order: where
    one may lie that was not read, none may, or more than one, so that nothing is said of how many
    lie before another one.
    """
    told, strangers, at = list[object]([None] * len(true)), list[object](), 0
    for card in said:
        if card in true[at:]:
            at = true.index(card, at) + 1
            told[at - 1] = card
        elif card is not None:
            strangers.append(card)
    return told, strangers


def _spread(lines: list[tuple[object, ...]], room: int) -> Iterator[list[tuple[object, ...]]]:
    """The lines in this order, with empty ones among them where there is room for more: any may be
    missing.
    """
    if len(lines) >= room:
        yield lines
    for at in combinations(range(room), len(lines)):
        found: list[tuple[object, ...]] = [()] * room
        for place, line in zip(at, lines, strict=True):
            found[place] = line
        yield found


def _alike(seen: Sequence[object], true: Sequence[object]) -> float:
    """How well a line as it was seen, None where a card may lie, fits a true one."""
    if None in seen or len(seen) != len(true):
        told, strangers = _in_order(seen, true)
        return 0.5 * (sum(card is not None for card in told) - len(strangers))
    return sum((a == b) - (a != b and a is not None) for a, b in zip(seen, true, strict=True))


# --- rocks ----------------------------------------------------------------------------------------


def _rocks(reading: Any, truth: Truth, counted: bool) -> Iterator[Statement]:
    """Penguins and what they carry; rocks on every place and in nests, exactly or with limits."""
    board = rocks_board()
    seen = {penguin.id: penguin for penguin in reading.penguins}
    for name in sorted({*seen, *truth["penguins"]}):
        said, so = seen.get(name), truth["penguins"].get(name, {})
        known = said is not None and said.place is not None
        yield Statement(name, said.place if said and known else None, so.get("place"))
        yield Statement(
            f"{name} carries",
            said.carries if said and known else None,
            so.get("carries"),
            asked=known,
        )
    lying = {**reading.rocks, **reading.piles}
    for place in sorted({*lying, *truth["rocks"]}):
        low, high = lying.get(place, (0, 0))
        so_many = truth["rocks"].get(place, 0)
        yield Statement(f"rocks on {place}", low if low == high else None, so_many)
        yield Statement(f"rocks on {place}, limits", low <= so_many <= high, True)
    graph = board.graph
    for nest, spaces in zip(board.nests, graph.nests, strict=True):
        (low, high) = reading.nests[nest.id]
        there = sum(truth["rocks"].get(graph.names[place], 0) > 0 for place in spaces.ring)
        yield Statement(f"nest {nest.id}", low if low == high else None, there)
        yield Statement(f"nest {nest.id}, limits", low <= there <= high, True)
    # nobody says how many play, unless all colours do
    everyone = len(truth["penguins"]) == PENGUINS * len(board.nests)
    asked = counted or everyone
    yield Statement("complete", reading.complete or None, not truth["hidden"], asked=asked)
    yield Statement("winner", reading.winner, (truth["won"] or [None])[0])


# --- pirates --------------------------------------------------------------------------------------


def _pirates(reading: Any, truth: Truth, counted: bool) -> Iterator[Statement]:
    """Each board by its place, ships and tracks; of fish those that show, of which more can lie
    under something.
    """
    seen = {board.place: board for board in reading.map if board.place}
    for place, so in truth.get("boards", {}).items():
        said = seen.get(place)
        facts = (said.board, said.back, said.face == "up") if said else None
        yield Statement(f"board {place}", facts, (so["board"], so["back"], so["up"]))
        yield Statement(f"turn of {place}", said.turn if said else None, so["turn"])
    for name, said, so in (
        ("white", reading.white, truth.get("ship")),
        ("black", reading.black, truth.get("pirate")),
    ):
        yield Statement(f"{name} ship", said.name if said else None, so["hex"] if so else None)
        facing = DIRECTION_NAMES[said.facing] if said and said.facing is not None else None
        yield Statement(f"{name} ship's bow", facing, so["facing"] if so else None)
    if "pirate" in truth:
        yield Statement("pirates", reading.pirates, truth["pirate"] is not None, asked=False)
    for verb, value in truth["tracks"].items():
        said = getattr(reading, verb)
        yield Statement(verb, said, value, asked=verb != "fish" or (counted and value > 0))
    if "rescued" in truth:
        yield Statement("Bob", reading.bob, "bob" in truth["rescued"], asked=False)


# --- solitaire ------------------------------------------------------------------------------------


def _solitaire(reading: Any, truth: Truth, _counted: bool) -> Iterator[Statement]:
    """The tops of a board, or the pyramids on the mat."""
    if truth["stage"] == "tally":
        count = (
            {size: reading.tally.count(size) for size in truth["count"]} if reading.tally else None
        )
        told = (
            count
            if _sure(reading) or any(count and count[s] > n for s, n in truth["count"].items())
            else None
        )
        yield Statement("tally", told, truth["count"])
        yield Statement("score", reading.score, truth["pips"])
        return
    yield Statement("board", reading.board, truth["board"])
    rows = [row.split(",") for row in truth["tops"].split("/")]
    for row, tops in enumerate(rows):
        for column, so in enumerate(tops):
            shown = reading.tops[row] if row < len(reading.tops) else ()
            said = shown[column] if column < len(shown) else "?"
            yield Statement(f"{'abcdefgh'[column]}{row + 1}", None if said == "?" else said, so)
    yield Statement("position", reading.position, truth["position"], asked=False)
    if "pips" in truth:
        yield Statement("score", reading.score, truth["pips"], asked=False)


_GAMES: Mapping[str, Callable[[Reading, Truth, bool], Iterator[Statement]]] = {
    "giza": _giza,
    "combust": _combust,
    "rocks": _rocks,
    "pirates": _pirates,
    "solitaire": _solitaire,
}
