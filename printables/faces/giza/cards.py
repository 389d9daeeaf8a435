"""The faces of giza's pieces: penguins, actions, goals, the Chief and the strength token.

In its corners a penguin card has two tags, its weight and strength, and its colour. The picture
repeats them: the body grows with the weight, and the bracelets are the strength (giza R7). Corners
are drawn over the picture, so that no hat hides a number or a quiet zone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.decks import Colour
from companion.game import Piece
from companion.giza.deck import Action, Deck, Penguin
from companion.giza.pyramid import GREY_STRENGTH, GREY_WEIGHT, SLOTS
from companion.language import say
from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER, Size
from printables.art import penguins
from printables.art.codes import QUIET, draw_windows
from printables.art.patterns import bricks, draw_pattern, draw_portrait, draw_symbol, draw_symbols
from printables.art.penguins import BUILDS, CHICK, PLAIN, STATUE, Look, Palette
from printables.draw import colours
from printables.draw.colours import GOLD, INK, NIGHT, PAPER, SAND, SAND_DARK, WHITE
from printables.draw.paths import Box, circle, rays, rectangle, rounded, star
from printables.draw.pen import BLEED, FRAME, Halo, Pen, bled, wash
from printables.faces.artists import by_kind
from printables.faces.giza import goals
from printables.faces.giza.strip import draw_strip

STONE, PLAQUE = "#4a4a4a", "#e4e4e4"
STONES = ("#e3bd6c", "#d3a850")  # the colours of the pyramid on the backs of goals
CORNER = 1.8  # radius of their corners, mm
SEAL = CARD_TAG + 2 * QUIET + FRAME  # side of the windows for tags and weights, mm
INSET = CARD_TAG_INSET - SEAL / 2  # from the trim to what is in corners, mm
MIDDLE = POKER.width / 2
GROUND = 69.0  # where penguins stand, mm from the top
WALL = 66.0  # top of the stones that they stand on
PORTRAIT = Box(4.2, 4.2, POKER.width - 8.4, 76.4)  # your own picture, behind the corners
GOAL_PORTRAIT = Box(6.0, 33.4, POKER.width - 12, 30.4)

HATS = ("", "nemes", "fez", "lotus", "sun disk", "feather", "turban", "circlet", "paper hat")
CHICK_HATS = ("tuft", "egg", "tuft", "")
EYES = ("open", "left", "happy", "bored", "stern", "wink", "kohl", "up", "sleepy", "wide", "shades")
CLOTHES = ("", "collar", "scarf", "ankh", "bow tie")


def _penguin_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    penguin = deck.by_id[piece.id]
    colour = next(c for c in deck.colours if c.id == penguin.colour)
    frame = colours.deep(colour.ink)
    pen.stamp(f"ground-{colour.id}", lambda shared: _coloured_ground(shared, piece.size, colour))
    if not draw_portrait(pen, deck.art.get(piece.id), PORTRAIT, frame):
        pen.stamp(f"emblem-{colour.id}", lambda shared: _emblem(shared, colour))
        penguins.stand(pen, _look(penguin, colour.ink), MIDDLE, GROUND)
    _weight_seal(pen, penguin.weight, penguin.strength, frame)
    # colour and weight again at the lower left, because cards overlap
    left, height = INSET, 13
    middle = POKER.height - INSET - height / 2
    pen.paint(rounded(left, middle - height / 2, 25, height, CORNER), SAND, frame, width=FRAME)
    draw_symbol(pen, colour.symbol, left + 7.4, middle, 10, fill=colour.ink, detail=SAND, rim=INK)
    pen.text(left + 18.6, middle + 4.2, str(penguin.weight), 12, INK, weight="semibold")
    # the card's number, to find out which one is lost
    pen.text(34.6, 84.6, f"{penguin.number:02d}", 3.4, frame, weight="semibold")
    draw_windows(pen, piece.faces["front"], frame)


def _penguin_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    penguin = deck.by_id[piece.id]

    def stone(shared: Pen) -> None:
        width = piece.size.width + 2 * BLEED
        shared.paint(bled(piece.size), wash(shared, "#dcdcdc"))
        joints = bricks(width, WALL + BLEED, 8, 16).moved(-BLEED, -BLEED)
        shared.paint(joints, None, "#c6c6c6", width=0.6)
        _wall(shared, piece.size, "#c9c9c9", "#a8a8a8")

    pen.stamp("stone", stone)
    art = deck.art.get(piece.id)
    if not draw_portrait(pen, art, PORTRAIT, STONE, grey=True):
        penguins.stand(pen, _look(penguin, STONE).petrified(), MIDDLE, GROUND, light="#efefef")
    _weight_seal(pen, GREY_WEIGHT, GREY_STRENGTH, STONE, stone=True)
    # all greys weigh the same, so that their number and their clothes tell them apart
    pen.paint(rounded(INSET, POKER.height - INSET - 13, 25, 13, CORNER), PLAQUE, STONE, width=FRAME)
    number, base = f"#{penguin.number:02d}", POKER.height - INSET - 3.4
    pen.text(INSET + 12.5, base, number, 9, STONE, weight="semibold")
    draw_windows(pen, piece.faces["back"], STONE)


def _look(penguin: Penguin, cloth: str) -> Look:
    """Return a penguin's look; the lengths of the cycles are coprime, so hardly two look alike."""
    n = penguin.number
    palette = replace(PLAIN, cloth=cloth)
    if penguin.weight:
        hat = HATS[n * 4 % len(HATS)]
    else:  # chicks are downy brown
        hat = CHICK_HATS[n % len(CHICK_HATS)]
        palette = replace(CHICK, cloth=cloth)
    eyes, wear = EYES[n * 3 % len(EYES)], CLOTHES[n * 2 % len(CLOTHES)]
    return Look(BUILDS[penguin.weight], penguin.arms, eyes, hat, wear, palette)


def _sky(pen: Pen, colour: Colour) -> tuple[str, str]:
    """Return the colour of the sky, and the one to mix it with for what is in front."""
    sky = wash(pen, colour.ink)
    front = WHITE if colours.luminance(sky) < 0.7 else colours.mix(colour.ink, INK, 0.4)
    return sky, front if pen.ink == "full" else colour.ink


def _emblem(pen: Pen, colour: Colour) -> None:
    sky, light = _sky(pen, colour)
    with pen.clip(rectangle(0, 0, POKER.width, WALL)):
        fill, detail = colours.mix(sky, light, 0.55), colours.mix(sky, light, 0.3)
        draw_symbol(pen, colour.symbol, MIDDLE, 42, 58, fill=fill, detail=detail)


def _coloured_ground(pen: Pen, size: Size, colour: Colour) -> None:
    sky, light = _sky(pen, colour)
    pen.paint(bled(size), sky)
    box = Box.between(-BLEED, -BLEED, size.width + BLEED, WALL)
    draw_pattern(pen, colour.pattern, box, colours.mix(sky, light, 0.22))
    _wall(pen, size, colours.mix(SAND, colour.ink, 0.12), colours.mix(SAND_DARK, colour.ink, 0.25))


def _wall(pen: Pen, size: Size, stone: str, joints: str) -> None:
    height = size.height - WALL + BLEED
    if pen.ink == "full":
        pen.paint(rectangle(-BLEED, WALL, size.width + 2 * BLEED, height), stone)
    lines = bricks(size.width + 2 * BLEED, height, 6, 12).moved(-BLEED, WALL)
    pen.paint(lines, None, joints, width=0.5)


def _weight_seal(pen: Pen, weight: int, strength: int, frame: str, *, stone: bool = False) -> None:
    """Draw the weight, large enough to be read across a table, with the strength below it."""
    left, top = POKER.width - INSET - SEAL, INSET
    fill, ink, palette = (PLAQUE, "#262626", STATUE) if stone else (SAND, INK, PLAIN)
    seal = rounded(left, top, SEAL, SEAL + (7 if strength else 0), CORNER)
    pen.paint(seal, fill, frame, width=FRAME)
    pen.text(left + SEAL / 2, top + 15.8, str(weight), 18.6, ink, weight="semibold")
    draw_strength(pen, left + SEAL / 2, top + 20.8, strength, width=SEAL - 2, palette=palette)


def draw_strength(
    pen: Pen, x: float, y: float, strength: int, *, width: float, palette: Palette = PLAIN
) -> None:
    """Draw a small bracelet for each point of strength, centred on (x, y)."""
    rows = [strength] if strength <= 4 else [strength - strength // 2, strength // 2]
    pitch = min(6.0, width / max(rows[0], 1)) if len(rows) == 1 else width / 3.6
    radius = min(2.4, pitch * 0.43) if len(rows) == 1 else 1.65
    for i, count in enumerate(rows):
        for j in range(count):
            cx = x + (j - (count - 1) / 2) * pitch
            cy = y + (i - (len(rows) - 1) / 2) * 2 * (radius + 0.25)
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.line, width=radius * 0.78)
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.gold, width=radius * 0.42)


def _action_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    player, action = _player_action(piece, deck)
    dark = colours.deep(player.ink)
    _player_ground(pen, piece.size, player)
    pen.paint(rounded(5, 5, 53, 78, 4), PAPER, dark, width=FRAME)
    pen.text(16, 26.4, str(action.number), 27, dark, weight="semibold")
    pen.paint(circle(46.2, 17, 8.2), wash(pen, player.ink), dark, width=FRAME)
    draw_symbol(pen, player.symbol, 46.2, 17, 11, fill=_on(player.ink, pen), detail=player.ink)
    with pen.at(MIDDLE, 43.6):
        goals.draw_action_picture(pen, action.number, player.ink)
    pen.text(MIDDLE, 69.6, action.verb, 8.6, dark, weight="semibold", fit=48)
    pen.block(action.text, MIDDLE, 76.4, size=4.1, width=49, height=9.6, fill=INK)


def _action_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, the same for all cards of a player, because choices are secret (giza R3)."""
    player, _ = _player_action(piece, deck)
    dark = colours.deep(player.ink)
    _player_ground(pen, piece.size, player)
    pen.paint(circle(MIDDLE, 44, 22.5), PAPER, dark, width=FRAME)
    pen.paint(circle(MIDDLE, 44, 20.3), wash(pen, player.ink, PAPER), dark, width=FRAME)
    draw_symbol(pen, player.symbol, MIDDLE, 44, 26, fill=_on(player.ink, pen), detail=player.ink)


def _player_action(piece: Piece, deck: Deck) -> tuple[Colour, Action]:
    player = next(p for p in deck.players if p.id == piece.data["player"])
    return player, next(a for a in deck.actions if a.number == piece.data["number"])


def _player_ground(pen: Pen, size: Size, player: Colour) -> None:
    def draw_shared(shared: Pen) -> None:
        ground = wash(shared, player.ink)
        shared.paint(bled(size), ground)
        tint = colours.mix(ground, _on(player.ink, shared), 0.2)
        draw_symbols(shared, player.symbol, fill=tint, detail=ground)

    pen.stamp(f"player-{player.id}", draw_shared)


def _goal_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    goal = deck.goals_by_id[piece.id]

    def papyrus(shared: Pen) -> None:
        shared.paint(bled(piece.size), wash(shared, SAND))
        edge = rounded(2.4, 2.4, piece.size.width - 4.8, piece.size.height - 4.8, 3)
        shared.paint(edge, None, SAND_DARK, width=0.8)

    pen.stamp("papyrus", papyrus)
    pen.paint(star(49.6, 13.2, 12, 10.4, 8), GOLD, INK, width=FRAME)
    pen.text(49.6, 17.2, f"+{goal.points}", 11.4, INK, weight="semibold")
    pen.block(goal.name, MIDDLE, 28.4, size=6.6, width=54, height=8, fill=INK, weight="semibold")
    if not draw_portrait(pen, deck.art.get(piece.id), GOAL_PORTRAIT, INK):
        with pen.at(MIDDLE, 49):
            goals.draw_goal_picture(pen, goal, deck)
    pen.block(goal.text, 21.4, 75.4, size=4.6, width=34, height=18, fill=INK)
    draw_windows(pen, piece.faces["front"], INK)


def _goal_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    ground = wash(pen, SAND)
    pen.paint(bled(piece.size), ground)
    pen.paint(rays(MIDDLE, 24, 80, 20), colours.mix(ground, GOLD, 0.35))
    pen.paint(circle(MIDDLE, 24, 15), GOLD, INK)
    stones = {slot: goals.Block(STONES[sum(slot) % 2]) for slot in SLOTS}
    goals.draw_pyramid(pen, MIDDLE, 69, 9.6, stones)
    with pen.at(MIDDLE, 25.6, scale=0.48):
        penguins.draw_penguin(pen, Look(BUILDS[1], (1, 1), "happy", "fez"))
    pen.block(deck.title, MIDDLE, 77, size=8.4, width=54, height=10, fill=INK, weight="semibold")
    edge = rounded(2.4, 2.4, piece.size.width - 4.8, piece.size.height - 4.8, 3)
    pen.paint(edge, None, INK, width=0.8)


def _chief_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    pen.stamp("royal", lambda shared: _royal_ground(shared, piece.size))
    with pen.at(MIDDLE, 69.5, scale=0.93):
        penguins.draw_chief(pen, rim=1)
    pen.text(22, 79, say("Chief Penguin"), 5.2, _royal_ink(pen), weight="semibold", fit=35)
    pen.text(22, 83.4, say("goes first on ties"), 3.4, _royal_ink(pen), fit=35)
    draw_windows(pen, piece.faces["front"], GOLD)


def _chief_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    pen.stamp("royal", lambda shared: _royal_ground(shared, piece.size))
    for each in (Halo(pen, PAPER, 0.9), pen):
        with each.at(MIDDLE, 48, turn=-38, scale=1.7):
            penguins.draw_crook(each)
        with each.at(MIDDLE, 48, turn=38, scale=1.7):
            penguins.draw_flail(each, swing=-38)
    ink = _royal_ink(pen)
    pen.block(deck.title, MIDDLE, 77, size=8.4, width=54, height=10, fill=ink, weight="semibold")


def _royal_ground(pen: Pen, size: Size) -> None:
    ground = wash(pen, NIGHT)
    pen.paint(bled(size), ground)
    pen.paint(rays(MIDDLE, 44, 80, 20), colours.mix(ground, GOLD, 0.25))
    pen.paint(rounded(2.4, 2.4, size.width - 4.8, size.height - 4.8, 3), None, GOLD, width=0.8)


def _royal_ink(pen: Pen) -> str:
    return wash(pen, GOLD, NIGHT)


def _token_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the upper side, with "+1" readable from two sides."""
    full, size = pen.ink == "full", piece.size
    pen.paint(bled(size), GOLD if full else WHITE)
    panel = rounded(1, 1, size.width - 2, size.height - 2, 2.6)
    pen.paint(panel, None, PLAIN.shine if full else GOLD, width=0.8)
    for turn in (0, 180):
        with pen.at(size.width / 2, size.height / 2, turn=turn):
            draw_strength(pen, -3.2, 10.3, 1, width=3.6)
            pen.text(2.2, 11.98, "+1", 4.8, INK, weight="semibold")
    draw_windows(pen, piece.faces["front"], INK, width=0.4, margin=1.75)


def _token_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    pen.paint(bled(piece.size), wash(pen, SAND))
    with pen.at(piece.size.width / 2, piece.size.height / 2):
        goals.draw_bracelet(pen, 8.4)
        pen.text(0, 2.6, "+1", 7.4, INK, weight="semibold")


def _on(ink: str, pen: Pen) -> str:
    """Return the colour for marks on `ink`, or on white paper to save ink."""
    return colours.readable_on(ink, INK, PAPER) if pen.ink == "full" else ink


def _texts(piece: Piece, deck: Deck) -> tuple[str, ...]:
    return (deck.title, *(str(piece.data.get(key, "")) for key in ("name", "verb", "text")))


_FACES = {
    ("penguin", "front"): _penguin_front, ("penguin", "back"): _penguin_back,
    ("action", "front"): _action_front, ("action", "back"): _action_back,
    ("goal", "front"): _goal_front, ("goal", "back"): _goal_back,
    ("chief", "front"): _chief_front, ("chief", "back"): _chief_back,
    ("token", "front"): _token_front, ("token", "back"): _token_back,
    ("strip", "front"): draw_strip,
}  # fmt: skip
draw = by_kind(_FACES, _texts)
