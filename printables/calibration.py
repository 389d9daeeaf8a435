"""The calibration sheet: on both sides, tags for photos, and rulers and scales to read by eye.

The scales work like a vernier: the front's lines are 5.2 mm apart, the back's 5.0 mm. Against the
light, the pair of lines that meet shows the drift of the back to 0.2 mm.
"""

from __future__ import annotations

from reportlab.lib.units import mm

from companion.calibration import FACES, GAME, PIECE, Face, Key, ruler_lengths, sheet_tags
from companion.language import ENGLISH, say
from companion.layout import Size
from companion.manifest import Manifest, PrintedPiece
from printables.art.codes import draw_tag
from printables.draw.colours import BLACK, GREY, SAND
from printables.draw.embedding import finished
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Box, circle, line
from printables.draw.pen import Cap, PdfPen, Pen
from printables.marks.index import draw_pair, draw_steps
from printables.output.printer import Printout, document
from printables.output.profiles import UNCORRECTED, Corrections, matrix
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from printables.sheets.plan import Step

INK = BLACK
FRONT_STEP, BACK_STEP = 5.2, 5.0  # between the lines of the scales
LINES = 12  # of a scale, to either side of its middle
FINE = 0.2  # the drift from line to line: the difference of the steps

THIN, BOLD = 0.15, 0.3
TICKS = {10: 3.0, 5: 2.2, 1: 1.4}  # of a ruler: length by distance, mm
RULER_INSET = 25.0  # from the paper's edges to both rulers, further in than the tags
SMALL, TINY = 2.6, 1.9
# from the middle to the outer targets; 1 mm between two of them is a turn of 0.4 degrees
TARGETS = 70.0
RINGS = (1, 2, 3)  # radii, mm
DESIGNED_FOR = Size(210, 279.4)  # the page for which the parts that aren't measured are designed
HEADER = Box(40, 35, 120, 28)
STEPS = Size(144, 38)
STEPS_ABOVE = 26.0  # from the steps to the page's lower edge
SCALE = 0.8  # of the steps, beside those of an index
COMMAND, PROFILE = "rookery calibrate", "--profile my-printer"


def print_sheet(
    key: Key, corrections: Corrections = UNCORRECTED, language: str = ENGLISH
) -> Printout:
    """Return both sides of the sheet for `key` as a PDF, moved by `corrections`."""
    page = key.size
    title = say("Printer check, {paper}", paper=PAPERS[key.paper].title)
    subject = say("shows what a printer does to a page")
    canvas = document(title, subject, SIDES[key.sides].duplex, language)
    for face in FACES:
        canvas.setPageSize((page.width * mm, page.height * mm))
        canvas.transform(*matrix(getattr(corrections, face), page, mm))
        draw_face(PdfPen(canvas, page, language=language), key, face)
        canvas.showPage()
    whole = (page.width, page.height)
    sides = tuple(
        PrintedPiece(PIECE, GAME, face, 1, number, (0, 0, *whole), 0, sheet_tags(key, face))
        for number, face in enumerate(FACES, start=1)
    )
    listing = Manifest(GAME, "", key.paper, whole, sides)
    return Printout(tuple(finished(canvas)), listing, ())


def draw_face(pen: Pen, key: Key, face: Face) -> None:
    """Draw a side, upright."""
    for spot in sheet_tags(key, face):
        draw_tag(pen, spot)
    # one ruler across and one down, centred on the page
    across, down = ruler_lengths(key.size)
    with pen.at((key.size.width - across) / 2, RULER_INSET):
        _draw_ruler(pen, across)
    with pen.at(RULER_INSET, (key.size.height + down) / 2, turn=-90):
        _draw_ruler(pen, down)
    # scales across and down through the middle of the page, and the targets on them
    behind = face == "back"
    turn = 180 * (behind and key.sides == "short")
    with pen.at(key.size.width / 2, key.size.height / 2, mirror=behind, turn=turn):
        _draw_scale(pen, face)
        with pen.at(turn=90):
            _draw_scale(pen, face, down=True)
        for x, y in ((0, 0), (TARGETS, 0), (-TARGETS, 0), (0, TARGETS), (0, -TARGETS)):
            with pen.at(x, y):
                # rings 1 mm apart on the front, or a cross on the back
                for radius in () if behind else RINGS:
                    pen.paint(circle(0, 0, radius), None, INK, width=THIN)
                reach = RINGS[-1] + 0.5 if behind else 1
                cross = line([(-reach, 0), (reach, 0)]) + line([(0, -reach), (0, reach)])
                cap: Cap = "butt" if behind else "round"
                pen.paint(cross, None, INK, width=BOLD if behind else THIN, cap=cap)
        if not behind:
            # names of the options for what is read here
            end = LINES * FRONT_STEP
            pen.heading("--back-x", -end, -9.6, SMALL, INK)
            pen.text(end, -9.6, say("to the right is plus"), SMALL, GREY, anchor="end")
            with pen.at(-12.2, 0, turn=-90):
                pen.heading("--back-y", end, 0, SMALL, INK, anchor="end")
                pen.text(-end, 0, say("downwards is plus"), SMALL, GREY, anchor="start")
    scale = min(key.size.width / DESIGNED_FOR.width, key.size.height / DESIGNED_FOR.height)
    with pen.at(scale=scale):
        page = Size(key.size.width / scale, key.size.height / scale)
        _draw_header(pen, key, face)
        left, top = (page.width - STEPS.width) / 2 + 6, page.height - STEPS_ABOVE - STEPS.height
        with pen.at(left, top, scale=SCALE):
            steps = _steps(key) if face == "front" else _BACK_STEPS
            draw_steps(pen, Box(0, 0, STEPS.width / SCALE, STEPS.height / SCALE), steps)


def _draw_ruler(pen: Pen, length: float) -> None:
    """Draw a ruler from the origin to the right, `length` mm between its outer ticks."""
    pen.paint(line([(-THIN / 2, 0), (length + THIN / 2, 0)]), None, INK, width=THIN, cap="butt")
    for at in range(int(length) + 1):
        tick = next(long for every, long in TICKS.items() if at % every == 0)
        pen.paint(line([(at, 0), (at, tick)]), None, INK, width=THIN, cap="butt")
        if at % 10 == 0:
            pen.text(at, TICKS[10] + 0.5 + TINY * CAP_HEIGHT, str(at), TINY, INK)


def _draw_scale(pen: Pen, face: Face, *, down: bool = False) -> None:
    """Draw a scale, the front's lines above the axis and the back's below, so that they meet.

    On a scale that runs down, the front's lines are left of the axis.
    """
    step, start, end = (FRONT_STEP, -5.0, 0.8) if face == "front" else (BACK_STEP, -0.8, 5.0)
    side = -1 if down else 1
    for number in (*range(-LINES, 0), *range(1, LINES + 1)):
        x = number * step
        pen.paint(line([(x, side * start), (x, side * end)]), None, INK, width=THIN, cap="butt")
        if face == "back" or abs(number) == 1:  # numbers here would touch those of the other scale
            continue
        text = f"{number * FINE:.1f}"
        if down:
            with pen.at(x, 5.8, turn=-90):
                pen.text(0, TINY * CAP_HEIGHT / 2, text, TINY, INK, anchor="end")
        else:
            pen.text(x, -5.6, text, TINY, INK)


def _draw_header(pen: Pen, key: Key, face: Face) -> None:
    box = HEADER
    panel = box.rounded(4)
    pen.paint(panel, SAND, INK, width=0.7)
    with pen.clip(panel):
        draw_pair(pen, box.x + 14, box.x + 28.5, box.bottom + 5, 0.52)
    left, room = box.x + 44, box.width - 48
    pen.heading(say("Printer check"), left, box.y + 11, 9.5, INK, fit=room)
    side = say("the front of the sheet") if face == "front" else say("the back of the sheet")
    pen.text(left, box.y + 16.8, side, 4.6, INK, anchor="start", fit=room)
    made_for = say(
        "{paper} at 100 %, {hint}", paper=PAPERS[key.paper].title, hint=SIDES[key.sides].hint
    )
    pen.text(left, box.y + 21.6, made_for, 3.1, GREY, anchor="start", fit=room)
    with_one = say("printed with a profile: shows what is left")
    after = with_one if key.profiled else say("printed without a profile")
    pen.text(left, box.y + 25.4, after, 3.1, GREY, anchor="start", fit=room)


def _steps(key: Key) -> tuple[Step, ...]:
    shoot = say(
        "Flat on something dark and plain, all four edges in the picture, from straight above. "
        "Then {command}",
        command=f"{COMMAND} read front.jpg back.jpg --save my-printer",
    )
    look = say(
        "Front towards you. On each scale find the number whose line meets one from behind, and "
        "type both: {command}",
        command=f"{COMMAND} type --save my-printer --back-x … --back-y …",
    )
    measure = say(
        "They are {across} mm and {down} mm long. If yours are not, add --line-x and --line-y with "
        "what your own ruler says: the paper's edges alone give the scale only to 1 %.",
        across=f"{ruler_lengths(key.size)[0]:.0f}",
        down=f"{ruler_lengths(key.size)[1]:.0f}",
    )
    use = say(
        "{command}. This sheet printed with {option} shows what is left.",
        command=f"rookery print giza {PROFILE}",
        option=PROFILE,
    )
    return (
        (say("Photograph both sides"), shoot),
        (say("Or hold it to the light"), look),
        (say("Measure the rulers"), measure),
        (say("Print with it"), use),
    )


_SAME_WAY = say("The same way: flat on something dark and plain, all four edges in the picture.")
_BACK_STEPS: tuple[Step, ...] = (
    (say("Photograph this side too"), _SAME_WAY),
    (say("Nothing to read here"), say("Held to the light, the front is the side to look at.")),
)
