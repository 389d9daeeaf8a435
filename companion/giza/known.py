"""What a giza table knows before its photo is read, and what that closes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import UsageError
from companion.giza.deck import PLAYERS, Deck, Goal
from companion.giza.pyramid import SLOTS
from companion.giza.state import GOALS_IN_PLAY
from companion.giza.table import TableState
from companion.known import Asked, number, numbers, whole
from companion.tracking import SeatId
from companion.wording import did_you_mean

OPTIONS = frozenset({"goals", "cards", "tokens", "players", "own_cards", "own_tokens"})


@dataclass(frozen=True, slots=True)
class Known:
    """The `goals` in play, cards in the pyramids (one number for each, or one for all), strength
    tokens on them, and players; None or () is unknown. `own_cards` and `own_tokens` are those of
    the pyramid if the photo shows only one.
    """

    goals: tuple[Goal, ...] = ()
    cards: tuple[int, ...] = ()
    tokens: int | None = None
    players: int | None = None
    own_cards: int | None = None
    own_tokens: int | None = None

    def of(self, count: int) -> Known:
        """Return what is known of a photo with so many pyramids."""
        if count != 1:
            return self
        cards = self.cards if self.own_cards is None else (self.own_cards,)
        tokens = self.tokens if self.own_tokens is None else self.own_tokens
        return replace(self, cards=cards, tokens=tokens)

    def complete(self, read: Sequence[int]) -> tuple[bool | None, ...]:
        """Return of pyramids with so many cards read whether that is all of each.

        Ten cards are a finished pyramid (giza R5, R8), unless there should be fewer.

        >>> Known().complete((10, 9)), Known(cards=(9,)).complete((10, 9))
        ((True, None), (False, True))
        """
        finished = (
            True if count == len(SLOTS) else None if count < len(SLOTS) else False for count in read
        )
        said = whole(read, self.of(len(read)).cards)
        return tuple(
            alone if met is None else met for met, alone in zip(said, finished, strict=True)
        )

    def expected(self, count: int) -> int | None:
        """Return how many cards each of `count` pyramids should have, None if that isn't known."""
        cards = self.of(count).cards
        alike = len(set(cards)) == 1 and len(cards) in {1, count}
        return cards[0] if alike else None


def known(asked: Asked, deck: Deck) -> Known:
    """Return the checked options; goals are given by id or printed name. Raises `UsageError`.

    One or two goals are accepted: the others then stay open (giza R1).
    """
    names, printed = asked.get("goals") or (), {goal.name.lower(): goal.id for goal in deck.goals}
    if not isinstance(names, (list, tuple)):
        raise UsageError("--goals", "goals are a list", remedy="name them one by one")
    ids = [printed.get(str(name).lower(), str(name)) for name in names]
    for name in ids:
        if name not in deck.goals_by_id:
            guess = did_you_mean(name, (*deck.goals_by_id, *printed))
            remedy = f"{guess} use ids of: {', '.join(deck.goals_by_id)}".strip()
            raise UsageError("--goals", f"no goal {name!r}", remedy=remedy)
        if ids.count(name) > 1:
            raise UsageError("--goals", f"{name!r} is named twice", remedy="name each goal once")
    if len(ids) > GOALS_IN_PLAY:
        raise UsageError(
            "--goals", f"{len(ids)} goals are named", remedy=f"name the {GOALS_IN_PLAY} in play"
        )
    return Known(
        goals=tuple(deck.goals_by_id[name] for name in ids),
        cards=numbers(asked, "cards", len(SLOTS)),
        tokens=number(asked, "tokens", deck.tokens),
        players=number(asked, "players", PLAYERS[1]),
        own_cards=number(asked, "own_cards", len(SLOTS)),
        own_tokens=number(asked, "own_tokens", deck.tokens),
    )


def at_table(state: TableState, seat: SeatId) -> Asked:
    """Return what the phones know of the pyramids: the cards placed by the round, tokens tapped."""
    tokens = [state.tokens_of(each) for each in state.seats]
    own = next(each for each in state.seats if each.id == seat)
    asked = {
        "goals": list(state.goal_ids),
        "players": len(state.seats),
        "cards": None if state.active else state.rounds_done or None,
        "tokens": None if None in tokens else sum(filter(None, tokens)),
        "own_cards": state.cards_of(own),
        "own_tokens": state.tokens_of(own),
    }
    return {name: value for name, value in asked.items() if value is not None}
