"""The characters of combust: twenty penguins, which grow with their value, each with its props.

Kinds of the standard deck have a character by id. Other kinds have a hat by their value, and a prop
by their first verb.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.combust.deck import Kind
from companion.combust.verbs import HIGHEST, LOWEST
from printables.art import drawings
from printables.art.palette import CHICK, LINE, PLAIN, Palette
from printables.art.penguins import HATS, Build, Look, draw_penguin, silhouette
from printables.draw.paths import outline
from printables.draw.pen import Pen
from printables.faces.combust.props import draw_prop
from printables.faces.combust.signs import PACKAGE


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
    """The look of a kind.

    `arms` are the raised arms, left and right; props are `behind` or `before` it, and `lift` is how
    high it flies.
    """

    hat: str = ""
    eyes: str = "open"
    wear: str = ""
    arms: tuple[int, int] = (0, 0)
    spread: float = 0
    stout: float = 1
    cloth: str = PLAIN.cloth
    behind: tuple[Prop, ...] = ()
    before: tuple[Prop, ...] = ()
    wrapped: bool = False
    chick: bool = False
    lift: float = 0


CLAN_HATS = drawings.names(PACKAGE, "hats")
BY_ID = {
    "hatchling": Character(
        "egg",
        "wide",
        arms=(0, 1),
        spread=36,
        chick=True,
        cloth="#e0705a",
        behind=(Prop("reeds", "feet", -19),),
        before=(Prop("sparkler", "right", turn=66),),
    ),
    "brickmaker": Character(
        "scarf",
        "up",
        arms=(1, 1),
        cloth="#2f8f86",
        stout=1.1,
        spread=-36,
        behind=(Prop("brick pile", "feet", 23),),
        before=(Prop("bricks overhead", "head", 0, -6),),
    ),
    "fisher": Character(
        "straw",
        "left",
        "scarf",
        arms=(0, 1),
        spread=34,
        cloth="#3f6fb5",
        before=(Prop("fishing rod", "right"),),
    ),
    "ferry-pilot": Character(
        "pilot",
        "happy",
        "bow tie",
        arms=(0, 1),
        spread=34,
        cloth="#28305c",
        behind=(Prop("paddle", "right", turn=-8),),
        before=(Prop("boat", "feet", -3, -2.4),),
    ),
    "juggler": Character(
        "jester",
        "up",
        "bow tie",
        arms=(1, 1),
        spread=46,
        cloth="#c8334a",
        stout=0.94,
        before=(
            Prop("juggled", "head", 0, -15.6),
            Prop("ball", "left", 1, -5),
            Prop("ball", "right", -1, -5),
        ),
    ),
    "lamplighter": Character(
        "fez",
        "open",
        "scarf",
        cloth="#7a3fa0",
        behind=(Prop("lamp pole", "feet", 21),),
        before=(Prop("lantern", "feet", -22, -13),),
    ),
    "robber": Character(
        "beanie", "left", cloth="#3b3f4c", stout=1.05, before=(Prop("loot", "feet", 21, 0),)
    ),
    "haggler": Character(
        "turban",
        "wink",
        "scarf",
        cloth="#2f8f86",
        stout=1.12,
        before=(Prop("moustache", "beak"), Prop("scales", "feet", 27)),
    ),
    "scribe": Character(
        "glasses",
        "up",
        "collar",
        cloth="#3f6fb5",
        stout=0.92,
        before=(Prop("scroll", "chest", 0, 4),),
    ),
    "astronomer": Character(
        "stars", "wide", "ankh", cloth="#3a4fa8", before=(Prop("telescope", "right", 8, -6),)
    ),
    "stonecutter": Character(
        "hard hat",
        "happy",
        "",
        cloth="#b3352b",
        stout=1.08,
        behind=(Prop("dynamite", "feet", -26, 0),),
        before=(Prop("plunger", "feet", 24, 0, scale=1.2),),
    ),
    "embalmer": Character(
        "bandages", "sleepy", "", wrapped=True, before=(Prop("jar", "feet", 25, 0),)
    ),
    "snake-dancer": Character(
        "lotus",
        "kohl",
        "collar",
        arms=(1, 0),
        spread=52,
        cloth="#d9568a",
        stout=0.9,
        before=(Prop("cobra", "feet", 24, 0, scale=0.92),),
    ),
    "charioteer": Character(
        "aviator",
        "happy",
        "scarf",
        cloth="#e0452f",
        stout=0.96,
        lift=7,
        behind=(Prop("rockets", "feet", 0, -8),),
    ),
    "architect": Character(
        "paper hat",
        "stern",
        "bow tie",
        cloth="#2f55b0",
        behind=(Prop("dividers", "feet", 28, 0),),
        before=(Prop("plan", "chest", 0, 5),),
    ),
    "general": Character(
        "helmet",
        "stern",
        "",
        cloth="#c8334a",
        stout=1.04,
        behind=(Prop("rocket spear", "feet", 26, 0, 6),),
        before=(Prop("shield", "left", -2, -5),),
    ),
    "oracle": Character(
        "veil", "sleepy", "ankh", cloth="#7a4a9e", before=(Prop("crystal", "feet", 0, -11),)
    ),
    "vizier": Character(
        "tower",
        "bored",
        "",
        cloth="#8457a8",
        stout=0.9,
        behind=(Prop("staff", "feet", 25, 0, 4),),
        before=(Prop("beard", "beak", 0, 4),),
    ),
    "regent": Character(
        "vulture",
        "kohl",
        "collar",
        cloth="#2f8f86",
        stout=0.95,
        behind=(Prop("fan", "feet", -27, 0, -8), Prop("firework", "feet", 27, 0, 8)),
    ),
    "pharaoh": Character(
        "double crown",
        "shades",
        "collar",
        cloth="#c8334a",
        behind=(Prop("blaze", "feet"),),
        before=(Prop("crook", "left", -3, -3), Prop("flail", "right", 2, -3)),
    ),
}

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


def character(kind: Kind) -> Character:
    """Return the kind's own character, or one by its value and first verb."""
    named = BY_ID.get(kind.id)
    if named:
        return named
    n = kind.value
    return Character(
        STRANGERS[n - LOWEST],
        FACES[n % len(FACES)],
        WEAR[n % len(WEAR)],
        cloth=CLOTHS[n % len(CLOTHS)],
        before=(TOOLS[kind.ability[0].name],),
    )


def build(value: int, stout: float = 1, spread: float = 0) -> Build:
    """Return measures that grow with the value.

    >>> build(1).height < build(10).height < build(20).height
    True
    """
    share = (value - LOWEST) / (HIGHEST - LOWEST)
    return Build(25 + 17 * share, 8.8 + 2 * share, (9.4 + 11.6 * share) * stout, spread)


def draw_character(pen: Pen, kind: Kind) -> None:
    """Draw the penguin with all its props; the origin is between its feet."""
    who = character(kind)
    body = build(kind.value, who.stout, who.spread)
    palette = replace(CHICK if who.chick else PLAIN, cloth=who.cloth)
    for prop in who.behind:
        _draw_prop(pen, prop, body, who.arms)
    hat = who.hat if who.hat in HATS else ""
    with pen.at(0, -who.lift):
        draw_penguin(pen, Look(body, who.arms, who.eyes, hat, who.wear, palette))
        if who.wrapped:
            _wrap(pen, body, palette)
        if who.hat in CLAN_HATS:
            with pen.at(0, -body.height, scale=body.head / 10):
                drawings.draw(pen, PACKAGE, "hats", who.hat, palette.colours)
    for prop in who.before:
        _draw_prop(pen, prop, body, who.arms)


def _draw_prop(pen: Pen, prop: Prop, body: Build, arms: tuple[int, int]) -> None:
    x, y = _place(prop.place, body, arms)
    with pen.at(x + prop.dx, y + prop.dy, turn=prop.turn, scale=prop.scale):
        draw_prop(pen, prop.name)


def _place(place: str, body: Build, arms: tuple[int, int]) -> tuple[float, float]:
    """Return where a place of the body is; hands depend on whether the arm is raised."""
    for i, (hand, side) in enumerate((("left", -1), ("right", 1))):
        if place == hand:
            x, y = body.hand if arms[i] else (body.belly + 1.6, body.height * 0.2)
            return (side * x, -y)
    return (
        0,
        {
            "chest": -body.height * 0.4,
            "beak": -body.eyes + body.head * 0.42,
            "head": -body.height,
        }.get(place, 0),
    )


def _wrap(pen: Pen, body: Build, palette: Palette) -> None:
    """Draw bandages on the belly."""
    shape, h = silhouette(body), body.height
    with pen.clip(shape):
        for i, y in enumerate((0.56, 0.45, 0.34, 0.23, 0.12)):
            tilt = 2.4 if i % 2 else -2.4
            band = outline(
                f"M-40 {-h * y - tilt} C-14 {-h * y + 2} 14 {-h * y + 2} 40 {-h * y + tilt}"
            )
            pen.paint(band, None, palette.line, width=h * 0.085 + 2 * LINE, cap="butt")
            pen.paint(band, None, palette.belly, width=h * 0.085, cap="butt")
    pen.paint(shape, None, palette.line, width=LINE)
