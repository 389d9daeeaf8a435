"""The characters of combust: twenty penguins, which grow with their value, each with its props.

Kinds of the standard deck are in `drawings/cast.toml`. Others have a hat by their value, and a prop
by their first verb. A prop's origin is where it is held or stands. Events have pictures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import product

from companion.combust.deck import Kind
from companion.combust.verbs import HIGHEST, LOWEST
from printables.art import drawings, penguins
from printables.art.penguins import BUILDS, CHICK, HATS, PLAIN, Build, Look, stand
from printables.draw.colours import INK, PAPER, Colour
from printables.draw.paths import arc, outline
from printables.draw.pen import LINE, Pen
from printables.faces.combust.signs import FLAME, HEIGHT, PACKAGE, RED, SPARK, draw_bang, verb_sign

SMOKE, BLUE = "#e9e4da", "#3f6fb5"


def draw_flame(pen: Pen, height: float) -> None:
    """Draw a flame that stands on the origin."""
    unit = height / 10
    outer = outline(
        "M0 0 C-3.6 0 -4.4 -3.2 -2.6 -5.6 C-2.2 -4.6 -1.6 -4.4 -1 -4.6 C-1.8 -7.4 -0.4 -9 1.2 -10 "
        "C1 -8 3.8 -6.4 3.8 -3.4 C3.8 -1.4 2.4 0 0 0 Z"
    )
    pen.paint(outer.scaled(unit), FLAME, INK)
    inner = outline(
        "M0.1 -0.4 C-1.8 -0.4 -2 -2.2 -0.9 -3.4 C-0.4 -2.8 0 -3 0.2 -4.4 C1.4 -3.4 2.1 -2.4 1.9 "
        "-1.5 C1.7 -0.7 1 -0.4 0.1 -0.4 Z"
    )
    pen.paint(inner.scaled(unit), SPARK)


def draw_puff(pen: Pen, width: float, fill: Colour = SMOKE) -> None:
    """Draw a puff of smoke about the origin, `width` mm wide."""
    cloud = outline(
        "M-4 3 C-6 3 -6 0 -4.4 -0.4 C-5 -3 -2 -4 -1 -2.6 C-0.4 -4.8 3 -4.6 3 -2 C5 -2.4 6 0.4 4.4 "
        "1 C5.4 3 3 4 1.8 3 C0.6 4.2 -2 4.2 -2.4 2.8 C-3 3.4 -3.6 3.2 -4 3 Z"
    )
    pen.paint(cloud.scaled(width / 10.6), fill, INK)


def draw_card(pen: Pen, turn: float = 0) -> None:
    """Draw a playing card about the origin, face down."""
    with pen.at(turn=turn):
        drawings.draw(pen, PACKAGE, "props", "card")


def draw_prop(pen: Pen, name: str) -> None:
    """Draw a prop by its name, from `drawings/props` or composed of other drawings."""
    match name:
        case "juggled":  # a bomb in the air, with lines of motion
            draw_prop(pen, "bomb")
            ways = arc(0, 12, 10, 12, 222, 246) + arc(0, 12, 10, 12, 294, 318)
            pen.paint(ways, None, INK, width=0.6)
        case "fishing rod":  # with a card on its hook
            draw_prop(pen, "rod")
            with pen.at(13, 7.4):
                draw_card(pen, 8)
        case "lamp pole":  # with a flame
            draw_prop(pen, "pole")
            with pen.at(0, -15):
                draw_flame(pen, 10)
        case "loot":  # an overfull sack of cards
            for x, turn in ((-3.4, -18), (3.6, 14)):
                with pen.at(x, -16, turn=turn):
                    draw_card(pen)
            drawings.draw(pen, PACKAGE, "props", "sack")
        case "plunger":
            drawings.draw(pen, PACKAGE, "props", "blasting machine")
            with pen.at(0, -3.4):
                draw_bang(pen, 0, 0, 3.1)
        case "rockets":  # one on each side; the flames reach 7 mm below the origin
            for mirror in (False, True):
                with pen.at(mirror=mirror):
                    with pen.at(22.6, -1.6, turn=180):
                        draw_flame(pen, 9.6)
                    drawings.draw(pen, PACKAGE, "props", "rocket")
        case "crook":
            with pen.at(mirror=True):
                penguins.draw_crook(pen)
        case "flail":
            penguins.draw_flail(pen)
        case "blaze":  # on both sides of the feet
            flames = (34, 13, 12), (27, 23, 8), (19, 20, 0)
            for (x, height, turn), side in product(flames, (-1, 1)):
                with pen.at(side * x, 1, turn=side * turn):
                    draw_flame(pen, height)
        case "cards":
            for turn in (-28, 0, 28):
                with pen.at(0, 3, turn=turn), pen.at(0, -8):
                    draw_card(pen)
        case _:
            drawings.draw(pen, PACKAGE, "props", name)


EVENTS = ("sandstorm", "noon", "flood", "procession", "eclipse", "revolt", "truce")


def draw_event_picture(pen: Pen, kind: Kind) -> None:
    """Draw an event's own picture, or the sign of its first verb, in an upside-down T.

    It is 56 mm wide from 2 mm above to 19 mm below the origin, and 21 mm wide up to 20 mm above.
    """
    if kind.id not in EVENTS:
        first = kind.ability[0]
        sign = verb_sign(first.name, first.count if first.name == "draw" else 0)
        scale = 1.9
        with pen.at(0, 5):
            draw_puff(pen, 40, PAPER)
        with pen.at(-sign.width * scale / 2, 5 - HEIGHT * scale / 2, scale=scale):
            sign.draw(pen)
        return
    if kind.id == "flood":
        drawings.draw(pen, PACKAGE, "events", "flood behind")
    elif kind.id != "procession":
        drawings.draw(pen, PACKAGE, "events", kind.id)
    match kind.id:
        case "sandstorm":
            stand(pen, Look(BUILDS[1], (1, 1), "wide"), -14.6, 5.6, 0.38, turn=-64, rim=1.2)
            chick = Look(BUILDS[0], (1, 1), "wide", "tuft", palette=CHICK)
            stand(pen, chick, 14, 10, 0.38, turn=52, rim=1.2)
        case "flood":  # with a chick in a basket
            chick = Look(BUILDS[0], (0, 1), "wide", "egg", palette=replace(CHICK, cloth=RED))
            stand(pen, replace(chick, build=replace(chick.build, spread=30)), 14, 9, 0.5, rim=0.8)
            drawings.draw(pen, PACKAGE, "events", "flood")
        case "procession":  # three porters with a card each
            porter = replace(BUILDS[1], spread=-26)
            nemes, fez = Look(porter, (1, 1), "left", "nemes"), Look(porter, (1, 1), "happy", "fez")
            for x, look in ((-15, nemes), (0, fez), (15, nemes)):
                with pen.at(x, 2, turn=-6, scale=0.78):
                    draw_card(pen)
                stand(pen, look, x, 18.6, 0.4, rim=0.8)
            drawings.draw(pen, PACKAGE, "events", "procession")
        case "revolt":  # three workers with picks
            for x, hat in ((-16, "paper hat"), (16, "turban"), (0, "feather")):
                look = Look(replace(BUILDS[1], spread=6), (0, 1), "stern", hat)
                hand = look.build.hand
                with pen.at(x + hand[0] * 0.42, 18.6 - hand[1] * 0.42, turn=12, scale=0.46):
                    draw_prop(pen, "pick")
                stand(pen, look, x, 18.6, 0.42, rim=0.8)
        case "truce":  # two penguins under the flag
            for x, hat, cloth in ((-13, "fez", RED), (8, "nemes", BLUE)):
                look = Look(BUILDS[2], (0, 0), "happy", hat, "scarf", replace(PLAIN, cloth=cloth))
                stand(pen, look, x, 18.6, 0.48, rim=0.8)


@dataclass(frozen=True, slots=True)
class Prop:
    """A prop at a place of the body: "left", "right" (hands), "chest", "beak", "head" or "feet"."""

    name: str
    place: str
    dx: float = 0
    dy: float = 0
    turn: float = 0
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Character:
    """The look of a kind; `arms` are the raised ones, `lift` is how high it flies, mm."""

    hat: str = ""
    eyes: str = "open"
    wear: str = ""
    arms: tuple[int, int] = (0, 0)
    spread: float = 0
    stout: float = 1
    cloth: str = PLAIN.cloth
    wrapped: bool = False
    chick: bool = False
    lift: float = 0
    behind: tuple[Prop, ...] = ()
    before: tuple[Prop, ...] = ()


CLAN_HATS = drawings.names(PACKAGE, "hats")


@cache
def characters() -> dict[str, Character]:
    """Return the characters in `drawings/cast.toml` by the ids of their kinds."""
    known = {}
    text = files(PACKAGE).joinpath("drawings", "cast.toml").read_text("utf-8")
    for kind, row in tomllib.loads(text).items():
        behind, before = (tuple(Prop(**p) for p in row.pop(k, ())) for k in ("behind", "before"))
        known[kind] = Character(**row, behind=behind, before=before)
    return known


TOOLS = {
    "combust": Prop("plunger", "feet", 25, scale=1.2),
    "draw": Prop("cards", "right", 3),
    "switch-hands": Prop("cards", "left", -3),
    "steal": Prop("loot", "feet", 25),
    "swap": Prop("scales", "feet", 28),
    "peek": Prop("telescope", "feet", 27, -13),
    "protect": Prop("umbrella", "feet", 25),
}
STRANGERS = (
    "egg", "scarf", "straw", "pilot", "feather", "fez", "beanie", "turban", "glasses", "stars",
    "hard hat", "bandages", "lotus", "aviator", "paper hat", "helmet", "veil", "tower", "vulture",
    "double crown",
)  # fmt: skip
FACES = ("wide", "open", "left", "happy", "up", "kohl", "stern", "wink", "bored")
WEAR = ("scarf", "", "bow tie", "collar", "ankh")
CLOTHS = ("#c8334a", "#2f8f86", "#3f6fb5", "#8457a8", "#d98a1f", "#3a4fa8", "#b3352b")


def build(value: int, stout: float = 1, spread: float = 0) -> Build:
    """Return measures that grow with the value."""
    share = (value - LOWEST) / (HIGHEST - LOWEST)
    return Build(25 + 17 * share, 8.8 + 2 * share, (9.4 + 11.6 * share) * stout, spread)


def draw_character(pen: Pen, kind: Kind) -> None:
    """Draw the penguin with all its props; the origin is between its feet."""
    n = kind.value
    who = characters().get(kind.id) or Character(
        STRANGERS[n - LOWEST],
        FACES[n % len(FACES)],
        WEAR[n % len(WEAR)],
        cloth=CLOTHS[n % len(CLOTHS)],
        before=(TOOLS[kind.ability[0].name],),
    )
    body = build(kind.value, who.stout, who.spread)
    palette = replace(CHICK if who.chick else PLAIN, cloth=who.cloth)

    def draw_props(props: Iterable[Prop]) -> None:
        for prop in props:
            x, y = _place(prop.place, body, who.arms)
            with pen.at(x + prop.dx, y + prop.dy, turn=prop.turn, scale=prop.scale):
                draw_prop(pen, prop.name)

    draw_props(who.behind)
    hat = who.hat if who.hat in HATS else ""
    with pen.at(0, -who.lift):
        penguins.draw_penguin(pen, Look(body, who.arms, who.eyes, hat, who.wear, palette))
        if who.wrapped:
            # bandages on the belly
            shape, h = penguins.silhouette(body), body.height
            with pen.clip(shape):
                for i, share in enumerate((0.56, 0.45, 0.34, 0.23, 0.12)):
                    y, tilt = -h * share, 2.4 if i % 2 else -2.4
                    band = outline(f"M-40 {y - tilt} C-14 {y + 2} 14 {y + 2} 40 {y + tilt}")
                    pen.paint(band, None, palette.line, width=h * 0.085 + 2 * LINE, cap="butt")
                    pen.paint(band, None, palette.belly, width=h * 0.085, cap="butt")
            pen.paint(shape, None, palette.line)
        if who.hat in CLAN_HATS:
            with pen.at(0, -body.height, scale=body.head / 10):
                drawings.draw(pen, PACKAGE, "hats", who.hat, palette.colours)
    draw_props(who.before)


def _place(place: str, body: Build, arms: tuple[int, int]) -> tuple[float, float]:
    """Return where a place of the body is; hands depend on whether the arm is raised."""
    chest, beak = -body.height * 0.4, -body.eyes + body.head * 0.42
    heights = {"chest": chest, "beak": beak, "head": -body.height, "feet": 0}
    if place in heights:
        return (0, heights[place])
    right = place == "right"
    x, y = body.hand if arms[right] else (body.belly + 1.6, body.height * 0.2)
    return (x if right else -x, -y)
