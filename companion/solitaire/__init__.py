"""Solitaire: Egyptian Solitaire, for one player, or up to 8 against each other."""

from companion.game import Game, Play
from companion.solitaire import rules
from companion.solitaire.board import read_board
from companion.solitaire.pieces import pieces
from companion.solitaire.simulate import BOTS, STUDY
from companion.solitaire.state import PLAYERS
from companion.solitaire.summary import details
from companion.solitaire.tracker import TRACKER

GAME = Game(
    slug="solitaire",
    title="Egyptian Solitaire",
    players=PLAYERS,
    package=__name__,
    deck_file="solitaire.toml",
    read_deck=read_board,
    pieces=pieces,
    play=Play(rules, BOTS, STUDY),
    tracker=TRACKER,
    details=details,
)
