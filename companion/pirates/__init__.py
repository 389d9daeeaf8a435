"""Pirates: the way home, for 3 or 4 players who win or lose together."""

from companion.game import Game, Play
from companion.pirates import rules
from companion.pirates.deck import read_deck
from companion.pirates.pieces import details, pieces
from companion.pirates.simulate import BOTS, STUDY
from companion.pirates.state import PLAYERS
from companion.pirates.tracker import TRACKER

GAME = Game(
    slug="pirates",
    title="Pirates: the way home",
    players=PLAYERS,
    package=__name__,
    deck_file="pirates.toml",
    read_deck=read_deck,
    pieces=pieces,
    play=Play(rules, BOTS, STUDY),
    tracker=TRACKER,
    details=details,
)
