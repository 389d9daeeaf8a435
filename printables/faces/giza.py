"""What giza's pieces look like: penguin cards, actions, goals, the Chief and the strength token.

The corners of a penguin card are four seals of one size: its two tags, its weight, its colour. The picture
between them says the same again: the body grows with the weight, the bracelets are the strength (giza R7).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.game import Piece
from companion.giza.deck import Action, Colour, Deck, Penguin
from companion.giza.pyramid import GREY_STRENGTH, GREY_WEIGHT
from companion.layout import CARD_TAG, CARD_TAG_INSET, Size
from printables.art.fiducial import QUIET, draw_window
from printables.art.giza_actions import draw_action_picture, rays
from printables.art.giza_goals import draw_goal_picture
from printables.art.giza_tokens import draw_bracelet, draw_strength
from printables.art.halo import Halo
from printables.art.headgear import HATS
from printables.art.palette import LINE, PLAIN, Palette
from printables.art.patterns import bricks, draw_pattern
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.colours import WHITE, at_lightness, contrast, luminance, mix, readable_on
from printables.fonts import paragraph
from printables.paths import circle, line, polygon, rectangle, rounded, star
from printables.pen import BLEED, Pen, bled

INK, PAPER = "#20232e", "#fffdf4"
SAND, SAND_DARK = "#f6e4bb", "#d9bd83"
GOLD, NIGHT = "#ffc93c", "#28305c"
STONE = "#4a4a4a"
FRAME = 0.7  # lines around seals, mm
SEAL = CARD_TAG + 2 * QUIET + FRAME  # side of the windows of tags, weight and symbol, mm
GROUND = 69.0  # where penguins stand, mm from the top
WALL = 66.0  # where the stones begin that they stand on

HAT_WARDROBE = ("", "nemes", "fez", "lotus", "sun disk", "feather", "turban", "circlet", "paper hat")
CHICK_HATS = ("tuft", "egg", "tuft", "")
FACES = ("open", "left", "happy", "bored", "stern", "wink", "kohl", "up", "sleepy", "wide", "shades")
CLOTHES = ("", "collar", "scarf", "ankh", "bow tie")


def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
    """Draw one face of a piece with its tags; the background reaches into the bleed, whoever calls clips.

    Raises `PrintError` for a text with a character that the font lacks.
    """
    _FACES[piece.kind, face](pen, piece, deck)


# Penguins


def _penguin_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    penguin = deck.by_id[piece.id]
    colour = next(c for c in deck.colours if c.id == penguin.colour)
    frame = _deep(colour.ink)
    pen.stamp(f"ground-{colour.id}", lambda shared: _coloured_ground(shared, piece.size, colour))
    _weight_seal(pen, penguin.weight, penguin.strength, frame)
    _stand(pen, _look(penguin, colour.ink), PAPER)
    _colour_seal(pen, colour, frame, penguin.weight)
    _tags_and_number(pen, piece, penguin, frame)


def _penguin_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    penguin = deck.by_id[piece.id]
    pen.stamp("ground-grey", lambda shared: _grey_ground(shared, piece.size))
    _weight_seal(pen, GREY_WEIGHT, GREY_STRENGTH, STONE, fill="#e4e4e4")
    _stand(pen, _look(penguin, STONE).petrified(), "#efefef")
    _tags_and_number(pen, piece, penguin, STONE)


def _look(penguin: Penguin, cloth: str) -> Look:
    """A penguin's character: the steps have no common divisor, so that no two of a colour look alike."""
    n = penguin.number
    palette = replace(PLAIN, cloth=cloth)
    if penguin.weight:
        hat = HAT_WARDROBE[n * 4 % len(HAT_WARDROBE)]
    else:  # chicks are downy brown
        hat = CHICK_HATS[n % len(CHICK_HATS)]
        palette = replace(palette, coat="#80654f", shade="#6c533f")
    face, wear = FACES[n * 3 % len(FACES)], CLOTHES[n * 2 % len(CLOTHES)]
    return Look(BUILDS[penguin.weight], penguin.arms, face, hat, wear, palette)


def _stand(pen: Pen, look: Look, rim: str) -> None:
    """The penguin in the middle of its card, set off from the ground by a light rim."""
    with pen.at(31.5, GROUND):
        draw_penguin(Halo(pen, rim, 0.9), look)
        draw_penguin(pen, look)


def _coloured_ground(pen: Pen, size: Size, colour: Colour) -> None:
    sky = colour.ink if pen.ink != "low" else WHITE
    pen.paint(bled(size), sky)
    light = WHITE if luminance(sky) < 0.7 else mix(colour.ink, INK, 0.4)
    draw_pattern(pen, colour.pattern, -BLEED, -BLEED, width=size.width + 2 * BLEED, height=WALL + BLEED,
                 ink=mix(sky, light, 0.22))  # fmt: skip
    draw_symbol(pen, colour.symbol, 31.5, 42, 58, fill=mix(sky, light, 0.55), detail=mix(sky, light, 0.4))
    _wall(pen, size, mix(SAND, colour.ink, 0.12), mix(SAND_DARK, colour.ink, 0.25))


def _grey_ground(pen: Pen, size: Size) -> None:
    pen.paint(bled(size), "#dcdcdc" if pen.ink != "low" else WHITE)
    joints = bricks(size.width + 2 * BLEED, WALL + BLEED, 8, 16)
    pen.paint(joints.moved(-BLEED, -BLEED), None, "#c6c6c6", width=0.6)
    _wall(pen, size, "#c9c9c9", "#a8a8a8")


def _wall(pen: Pen, size: Size, stone: str, joints: str) -> None:
    height = size.height - WALL + BLEED
    if pen.ink != "low":
        pen.paint(rectangle(-BLEED, WALL, size.width + 2 * BLEED, height), stone)
    pen.paint(bricks(size.width + 2 * BLEED, height, 6, 12).moved(-BLEED, WALL), None, joints, width=0.5)


def _weight_seal(pen: Pen, weight: int, strength: int, frame: str, fill: str = SAND) -> None:
    """The weight large enough to be read across a table, the strength below it."""
    left, top = 63 - CARD_TAG_INSET - SEAL / 2, CARD_TAG_INSET - SEAL / 2
    pen.paint(rounded(left, top, SEAL, SEAL + (6 if strength else 0), QUIET), fill, frame, width=FRAME)
    pen.text(left + SEAL / 2, top + 15.8, str(weight), 18.6, INK, weight="semibold")
    draw_strength(pen, left + SEAL / 2, top + 20.4, SEAL - 2, strength)


def _colour_seal(pen: Pen, colour: Colour, frame: str, weight: int) -> None:
    """Colour and weight once more at the lower left, for when cards overlap."""
    left, middle = CARD_TAG_INSET - SEAL / 2, 88 - CARD_TAG_INSET
    pen.paint(rounded(left, middle - SEAL / 2, SEAL, SEAL, QUIET), SAND, frame, width=FRAME)
    draw_symbol(pen, colour.symbol, left + 6.6, middle, 10.4, fill=colour.ink, detail=SAND, rim=INK)
    pen.text(left + 15.1, middle + 3.1, str(weight), 8.8, INK, weight="semibold")


def _tags_and_number(pen: Pen, piece: Piece, penguin: Penguin, frame: str) -> None:
    face = "front" if frame != STONE else "back"
    pen.text(31.5, 85.2, f"{penguin.number:02d}", 3.2, frame, weight="semibold")
    for tag in piece.faces[face]:
        draw_window(pen, tag, frame, width=FRAME)


# Actions


def _action_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    player, action = _player_action(piece, deck)
    deep = _deep(player.ink)
    _player_ground(pen, piece.size, player)
    pen.paint(rounded(5, 5, 53, 78, 4), PAPER, deep, width=FRAME)
    pen.text(16, 26.4, str(action.number), 27, deep, weight="semibold")
    pen.paint(circle(46.2, 17, 8.2), player.ink if pen.ink != "low" else WHITE, deep, width=FRAME)
    draw_symbol(pen, player.symbol, 46.2, 17, 11, fill=_on(player.ink, pen), detail=player.ink)
    with pen.at(31.5, 45.5):
        draw_action_picture(pen, action.number, player)
    pen.text(31.5, 71.4, action.verb, 8.6, deep, weight="semibold", fit=48)
    _lines(pen, action.text, 31.5, 77, size=3.5, width=48, height=8, fill=INK)


def _action_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """The same for all five of a player: what was chosen stays secret (giza R3)."""
    player, _ = _player_action(piece, deck)
    deep = _deep(player.ink)
    _player_ground(pen, piece.size, player)
    pen.paint(circle(31.5, 44, 22.5), PAPER, deep, width=FRAME)
    pen.paint(circle(31.5, 44, 20.3), player.ink if pen.ink != "low" else PAPER, deep, width=FRAME)
    draw_symbol(pen, player.symbol, 31.5, 44, 26, fill=_on(player.ink, pen), detail=player.ink)


def _player_action(piece: Piece, deck: Deck) -> tuple[Colour, Action]:
    player = next(p for p in deck.players if p.id == piece.data["player"])
    return player, next(a for a in deck.actions if a.number == piece.data["number"])


def _player_ground(pen: Pen, size: Size, player: Colour) -> None:
    pen.stamp(f"player-{player.id}", lambda shared: _symbols_all_over(shared, size, player))


def _symbols_all_over(pen: Pen, size: Size, player: Colour) -> None:
    ground = player.ink if pen.ink != "low" else WHITE
    pen.paint(bled(size), ground)
    tint = mix(ground, _on(player.ink, pen), 0.2)
    for row in range(9):
        for column in range(5 + row % 2):
            draw_symbol(pen, player.symbol, (column - row % 2 / 2) * 15.75, row * 11, 7, fill=tint, detail=ground)


# Goals


def _goal_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    goal = deck.goals_by_id[piece.id]
    pen.stamp("papyrus", lambda shared: _papyrus(shared, piece.size))
    pen.paint(star(50.25, 13.2, 12, 10.4, 8), GOLD, INK, width=FRAME)
    pen.text(50.25, 17.2, f"+{goal.points}", 11.4, INK, weight="semibold")
    pen.text(31.5, 30.6, goal.name, 6.6, INK, weight="semibold", fit=54)
    with pen.at(31.5, 48.6):
        draw_goal_picture(pen, goal, deck)
    _lines(pen, goal.text, 21.4, 75.4, size=4.6, width=34, height=18, fill=INK)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, INK, width=FRAME)


def _papyrus(pen: Pen, size: Size) -> None:
    pen.paint(bled(size), SAND if pen.ink != "low" else WHITE)
    pen.paint(rounded(1.8, 1.8, size.width - 3.6, size.height - 3.6, 3), None, SAND_DARK, width=0.8)


def _goal_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    pen.paint(bled(piece.size), SAND_DARK)
    pen.text(31.5, 46, deck.title, 12, INK, weight="semibold", fit=54)


# The Chief and the tokens


def _chief_front(pen: Pen, piece: Piece, deck: Deck) -> None:  # noqa: ARG001 - all faces are called alike
    pen.paint(bled(piece.size), NIGHT)
    pen.paint(rays(31.5, 44, 0, 80, 20), mix(NIGHT, GOLD, 0.3))
    look = Look(BUILDS[3], (3, 3), "kohl", "double crown", "collar")
    with pen.at(31.5, GROUND):
        draw_penguin(Halo(pen, PAPER, 0.9), look)
        draw_penguin(pen, look)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, GOLD)


def _chief_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    pen.paint(bled(piece.size), NIGHT)
    pen.text(31.5, 46, deck.title, 12, GOLD, weight="semibold", fit=54)


def _token_front(pen: Pen, piece: Piece, deck: Deck) -> None:  # noqa: ARG001 - all faces are called alike
    pen.paint(bled(piece.size), GOLD)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, INK, width=0.4, margin=1.7)


def _token_back(pen: Pen, piece: Piece, deck: Deck) -> None:  # noqa: ARG001 - all faces are called alike
    pen.paint(bled(piece.size), SAND)
    with pen.at(10, 10):
        draw_bracelet(pen, 8.4)
    pen.text(10, 12.6, "+1", 7.4, INK, weight="semibold")


# What faces share


def _deep(ink: str) -> str:
    """The colour, dark enough for lines and letters on paper."""
    return at_lightness(ink, min(luminance(ink), 0.06))


def _on(ink: str, pen: Pen) -> str:
    """What shows on a colour, or on the paper left white instead of it."""
    return readable_on(ink, INK, PAPER) if pen.ink != "low" else ink


def _lines(
    pen: Pen, text: str, x: float, middle: float, *, size: float, width: float, height: float, fill: str
) -> None:
    size, lines = paragraph(text, size, width, height)
    for i, each in enumerate(lines):
        pen.text(x, middle + size * (0.35 + 1.15 * (i - (len(lines) - 1) / 2)), each, size, fill)


_FACES: dict[tuple[str, str], Callable[[Pen, Piece, Deck], None]] = {
    ("penguin", "front"): _penguin_front, ("penguin", "back"): _penguin_back,
    ("action", "front"): _action_front, ("action", "back"): _action_back,
    ("goal", "front"): _goal_front, ("goal", "back"): _goal_back,
    ("chief", "front"): _chief_front, ("chief", "back"): _chief_back,
    ("token", "front"): _token_front, ("token", "back"): _token_back,
}  # fmt: skip
