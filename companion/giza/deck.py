"""The giza deck: the reader of deck files, and the deck that ships with Rookery."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

from companion.decks import Colour, fingerprint, parse, shipped, take_colours
from companion.fields import Art, Faults, Table
from companion.language import READ, Phrase, say, say_many

PenguinId: TypeAlias = str
ColourId: TypeAlias = str

PENGUINS, ACTIONS, COLOURS = 52, 5, 4
PLAYERS = (2, 4)  # fewest and most; each has a colour
GOALS = (10, 10)  # fewest and most; the fewest stays 10, because existing decks have as many
MAX_WEIGHT, MAX_BRACELETS = 5, 3
ROTATIONS = 51  # of second tags; printed decks rely on it, so it never changes
CHIEF, TOKEN = "chief", "token"  # the ids of these pieces

# The text of each kind of goal, as printed (giza R12).
GOAL_TEXTS = {
    "most-zeroes": say("The most penguins that weigh 0"),
    "level-colour": say("A level of {amount} or more in one colour"),
    "base-colours": say("{amount} colours in the base"),
    "top-weight": say("The top penguin weighs {amount} or more"),
    "no-grey": say("No grey penguin"),
    "most-colour": say("The most {colour} penguins"),
    "triangle": say_many(
        "A triangle of three neighbours in one colour",
        "{amount} triangles of three neighbours, each in one colour; they may overlap",
        1,
    ),
    "outweigh": say_many(
        "On at least one level, a penguin is heavier than any on the level below",
        "On {amount} or more levels, a penguin is heavier than any on the level below",
        1,
    ),
    "total-weight": say("All weights add up to {amount} or more"),
    "corners": say("All three corners in one colour"),
}
COMPARISONS = frozenset({"most-zeroes", "most-colour"})
GOALS_WITH_AMOUNT = {"level-colour": (2, 4), "base-colours": (2, 4), "top-weight": (1, 5),
                     "triangle": (1, 3), "outweigh": (1, 3), "total-weight": (1, 50)}  # fmt: skip
PATTERNS = frozenset({"dots", "waves", "zigzag", "leaves"})
SYMBOLS = frozenset({"sun", "wave", "pyramid", "palm", "fish", "star", "moon", "feather"})


@dataclass(frozen=True, slots=True)
class Penguin:
    """A penguin card's colour side. `arms` are the bracelets on its left and right arm."""

    id: PenguinId
    number: int
    colour: ColourId
    weight: int
    arms: tuple[int, int]

    def __hash__(self) -> int:
        return self.number  # unique in a deck, and fast: each view hashes all penguins face down

    @property
    def name(self) -> Phrase:
        """What people call it, by the number printed on it."""
        return say("penguin {number}", number=self.number)

    @property
    def strength(self) -> int:
        """The strength without tokens: the bracelets on both arms (giza R7)."""
        return sum(self.arms)


@dataclass(frozen=True, slots=True)
class Action:
    """One of the five actions that every player holds (giza R9)."""

    number: int
    verb: str = field(metadata=READ)
    text: str = field(metadata=READ)


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal card, worth `points`; its `kind` is a condition on one pyramid, or compares all."""

    id: str
    name: str = field(metadata=READ)
    kind: str
    points: int
    amount: int = 0
    colour: ColourId = ""
    colour_name: str = field(default="", metadata=READ)

    @property
    def compares(self) -> bool:
        """True if its points depend on every player's pyramid (giza O)."""
        return self.kind in COMPARISONS

    @property
    def text(self) -> Phrase:
        """The rule as printed on the card."""
        text, values = GOAL_TEXTS[self.kind], {"amount": self.amount, "colour": self.colour_name}
        return Phrase(text.template, values, text.many, self.amount)


@dataclass(frozen=True)
class Deck:
    """A giza deck; its `fingerprint` covers the rules, not art and names.

    `art` holds your own pictures by the id of the penguin or goal.
    """

    title: str = field(metadata=READ)
    colours: tuple[Colour, ...]
    players: tuple[Colour, ...]
    penguins: tuple[Penguin, ...]
    actions: tuple[Action, ...]
    goals: tuple[Goal, ...]
    tokens: int
    art: Mapping[str, Art] = field(default_factory=dict, compare=False)

    @cached_property
    def by_id(self) -> dict[PenguinId, Penguin]:
        """The penguins by id."""
        return {penguin.id: penguin for penguin in self.penguins}

    @cached_property
    def goals_by_id(self) -> dict[str, Goal]:
        """The goals by id."""
        return {goal.id: goal for goal in self.goals}

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the fields that matter in the rules."""
        return fingerprint(
            {
                "game": "giza",
                "penguins": [[p.id, p.colour, p.weight, p.arms] for p in self.penguins],
                "goals": [[g.id, g.kind, g.points, g.amount, g.colour] for g in self.goals],
                "players": [player.id for player in self.players],
                "tokens": self.tokens,
            }
        )

    @cached_property
    def tag_rotation(self) -> int:
        """The rotation of this deck's second tags: 0 for the standard deck, 1 to 51 for others."""
        if self.fingerprint == standard().fingerprint:
            return 0
        return 1 + int(self.fingerprint, 16) % ROTATIONS


@cache
def standard() -> Deck:
    """Return the deck that ships with Rookery."""
    return read_deck(*shipped("companion.giza", "deck.toml"))


def read_deck(text: str, source: str, faults: Faults | None = None) -> Deck:
    """Read a deck file; raises `DeckError`, or collects all errors in `faults`."""
    root = parse(text, source, "giza", faults)
    colours = take_colours(root, "colour", COLOURS, SYMBOLS, PATTERNS)
    token = root.take_table("token")
    art: dict[str, Art] = {}
    players = take_colours(root, "player", PLAYERS[1], SYMBOLS)
    penguins = tuple(_penguins(root, [colour.id for colour in colours], art))
    actions = []
    for number, row in enumerate(root.take_tables("action", ACTIONS, ACTIONS), start=1):
        row.take_int("number", number, number)
        actions.append(Action(number, row.take_str("verb"), row.take_str("text")))
        row.done()
    others = {
        CHIEF,
        TOKEN,
        *(p.id for p in penguins),
        *(action_id(p, a) for p in players for a in actions),
    }
    deck = Deck(
        title=root.take_str("title"),
        colours=colours,
        players=players,
        penguins=penguins,
        actions=tuple(actions),
        goals=tuple(_goals(root, {colour.id: colour.name for colour in colours}, art, others)),
        tokens=token.take_int("count", 1, 40),
        art=art,
    )
    token.done()
    root.done()
    return deck


def action_id(player: Colour, action: Action) -> str:
    """Return the id of a player's card of that action."""
    return f"action-{player.id}-{action.number}"


def _penguins(root: Table, colours: list[ColourId], art: dict[str, Art]) -> Iterable[Penguin]:
    seen: dict[object, tuple[PenguinId, int]] = {}
    ids = [f"penguin-{number:02d}" for number in range(1, PENGUINS + 1)]
    rows = list(root.take_tables("penguin", PENGUINS, PENGUINS))
    for number, row in enumerate(rows, start=1):
        left, right = row.take_ints("arms", 2, 0, MAX_BRACELETS)
        penguin = Penguin(
            # if a row is missing, don't complain about every id after it
            row.take_str("id", ids if len(rows) < PENGUINS else {f"penguin-{number:02d}"}),
            number,
            row.take_str("colour", colours),
            row.take_int("weight", 0, MAX_WEIGHT),
            (left, right),
        )
        if picture := row.take_art():
            art[penguin.id] = picture
        row.done()
        shown = (penguin.colour, penguin.weight, penguin.arms)
        if shown in seen:
            card, line = seen[shown]
            problem = say("same colour, weight and arms as {card} (line {n})", card=card, n=line)
            row.report("arms", problem, say("change the weight or arms of one of the two"))
        if row.sound:
            seen.setdefault(shown, (penguin.id, row.line))
        yield penguin


def _goals(
    root: Table, colours: Mapping[ColourId, str], art: dict[str, Art], others: set[str]
) -> Iterable[Goal]:
    """Read the goals; `others` are the ids of all other pieces, which a goal can't have."""
    seen: set[str] = set()
    for row in root.take_tables("goal", *GOALS):
        kind = row.take_str("kind", GOAL_TEXTS)
        amount = (
            row.take_int("amount", *GOALS_WITH_AMOUNT[kind]) if kind in GOALS_WITH_AMOUNT else 0
        )
        colour = row.take_str("colour", colours) if kind == "most-colour" else ""
        goal = Goal(
            row.take_piece_id(others), row.take_str("name"), kind, row.take_int("points", 1, 9),
            amount, colour, colours.get(colour, ""),
        )  # fmt: skip
        if picture := row.take_art():
            art[goal.id] = picture
        row.done()
        row.only_once("id", goal.id, seen)
        yield goal
