// The board as far as it is known: where penguins stand, rocks, and where this roll can end. Its
// places come from the game's own geometry, which also prints it; the art is the print.

import { artUrl } from "../js/art.js";
import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { button, roundButton } from "../js/parts.js";
import { photoButton, photoLink, readingPanel } from "../js/photos.js";
import { mySeat, seatOf } from "../js/seats.js";
import { t } from "../js/words.js";

const TARGET = 44; // px that a space needs at least for a thumb
const NEAR = 40; // mm around the spaces in reach that a phone also shows
const LEAST = 200; // mm that a phone shows at least
const ROCK = "M4 16.5 6.5 8 12.5 4.5 19 8l2 7-4 4.5H7.5Z"; // 24 mm wide
const SHIFTS = [[-12, -12], [-2, -6]]; // mm, of the first and the second rock on a space

/**
 * The board; `choose(place)` is for the player who moves, whose phone shows what is in reach, large
 * enough to tap. A round button shows all of it.
 */
export function board(context, choose = null) {
  const { store, state } = context;
  const { side } = state.deck;
  const near = choose && !store.ui.wholeBoard;
  const [left, top, wide] = near ? reachBox(state) : [0, 0, side];
  const share = (length) => `${(100 * length) / wide}%`;
  const least = Math.min(...state.deck.places.map(([, , , across]) => across));
  return h("div", { key: "board", class: "board" },
    h("div",
      { key: near ? state.moves : "all", class: "board-frame",
        mounted: (frame) => centre(frame, near) },
      h("div",
        { class: "board-map", vars: { least: near ? `${(TARGET * wide) / least}px` : "0px" } },
        h("svg",
          { viewBox: `${left} ${top} ${wide} ${wide}`, role: "img", "aria-label": inWords(state) },
          h("image", { href: artUrl(state, "board"), width: side, height: side }),
          trail(state),
          state.seats.map((seat) => nestRocks(state, seat)),
          Object.entries(state.loose).map(([id, count]) => looseRocks(placeOf(state, id), count)),
          lit(state),
          state.seats.map((seat) =>
            seat.penguins.map((one, index) => penguin(state, seat, one, index)))),
        near && open(state).map(([id, x, y, across]) => h("button",
          { key: id, class: "landing bare", "aria-label": t("Move to {place}", { place: id }),
            vars: { x: share(x - left), y: share(y - top), across: share(across) },
            onclick: () => choose(id) })))),
    choose &&
      roundButton("table", near ? t("Whole board") : t("Zoom in"),
        () => store.show({ wholeBoard: near }), { key: "whole", class: "round whole" }));
}

/** What is in reach is in sight, in the middle where the frame is too small for all of it. */
function centre(frame, near) {
  const halfOf = (all, seen) => (all - seen) / 2;
  requestAnimationFrame(() => { // once it is in the page
    frame.scrollTo(
      halfOf(frame.scrollWidth, frame.clientWidth),
      halfOf(frame.scrollHeight, frame.clientHeight),
    );
    if (near) show(frame); // a result may have been tapped further down
  });
}

/** Scroll to the top of the page, and on from there until the frame is above the foot. */
function show(frame) {
  scrollTo({ top: 0, behavior: "instant" });
  const [head, foot] = [".top", ".foot"].map((bar) =>
    document.querySelector(bar).getBoundingClientRect());
  const { top, bottom } = frame.getBoundingClientRect();
  const hidden = Math.min(bottom - foot.top, top - head.bottom);
  scrollBy({ top: Math.max(0, hidden), behavior: "instant" });
}

const placeOf = (state, id) => state.deck.places.find((place) => place[0] === id);

/** Where the move may end: what is in reach, or any place while that isn't known. */
function open({ deck: { places, nests }, reach, seats, active }) {
  const centres = Object.entries(nests)
    .filter(([colour]) => colour !== seatOf({ seats }, active).colour)
    .map(([, [centre]]) => centre);
  return places.filter(([id]) => (reach ? reach.includes(id) : !centres.includes(id)));
}

/** Left, top and width of the square around the spaces in reach, mm. */
function reachBox(state) {
  const { side } = state.deck;
  if (!state.reach) return [0, 0, side];
  const mover = seatOf(state, state.active).penguins[state.penguin - 1].place;
  const shown = [...state.reach, mover].map((id) => placeOf(state, id));
  const [xs, ys] = [1, 2].map((axis) => shown.map((place) => place[axis]));
  const span = (all) => Math.max(...all) - Math.min(...all);
  const wide = Math.min(side, Math.max(LEAST, 2 * NEAR + Math.max(span(xs), span(ys))));
  const from = (all) =>
    Math.min(side - wide, Math.max(0, (Math.max(...all) + Math.min(...all) - wide) / 2));
  return [from(xs), from(ys), wide];
}

function lit(state) {
  return (state.reach ?? []).map((id) => {
    const [, x, y, across] = placeOf(state, id);
    return h("g", { key: `lit-${id}`, class: "lit" },
      h("circle", { cx: x, cy: y, r: across / 2 }),
      h("circle", { cx: x, cy: y, r: 5, class: "lit-dot" }));
  });
}

/** The last move, if both its ends are known. */
function trail(state) {
  if (!state.last) return null;
  const [[, x1, y1], [, x2, y2]] = state.last.map((id) => placeOf(state, id));
  return h("line", { key: "trail", class: "trail", x1, y1, x2, y2 });
}

function nestRocks(state, seat) {
  const [, ...ring] = state.deck.nests[seat.colour];
  return seat.rocks.map((count, space) => rocks(placeOf(state, ring[space]), count));
}

function rocks([, x, y], count) {
  return SHIFTS.slice(0, count).map(([right, down]) =>
    h("path", { class: "board-rock", d: ROCK, transform: `translate(${x + right} ${y + down})` }));
}

/** Rocks outside the nests; how many, unless it is one for sure. */
function looseRocks(place, [low, high]) {
  const [id, x, y, across] = place;
  const words = low === high ? String(low) : low ? `${low}+` : "?";
  if (across < 50 && low === high) return rocks(place, low); // a space
  return h("g", { key: `loose-${id}`, class: "board-count" },
    h("circle", { cx: x, cy: y, r: 15 }),
    h("text", { x, y: y + 7 }, words));
}

function penguin(state, seat, { place, rock }, index) {
  if (!place) return null;
  const [, x, y, across] = placeOf(state, place);
  const beside = across < 50 ? 0 : (state.seats.indexOf(seat) - 1.5) * 18 + index * 9; // on a pile
  const moves = seat.id === state.active && index === state.penguin - 1;
  return h("g",
    { key: `penguin-${seat.id}-${index}`, class: moves ? "penguin is-now" : "penguin",
      transform: `translate(${x + beside} ${y - 4})`, vars: { seat: seat.ink } },
    h("ellipse", { class: "coat", rx: 15, ry: 20 }),
    h("ellipse", { class: "belly", cy: 5, rx: 11, ry: 13 }),
    h("circle", { class: "eye", cx: -5, cy: -13, r: 2.4 }),
    h("circle", { class: "eye", cx: 5, cy: -13, r: 2.4 }),
    h("path", { class: "scarf", d: "M-13-4Q0 3 13-4" }),
    h("path", { class: "beak", d: "M-4-10H4L0-5Z" }),
    h("text", { y: 15 }, String(index + 1)),
    h("circle", { class: "badge", cx: 14, cy: 14, r: 9 }),
    h("svg", { x: 7.5, y: 7.5, width: 13, height: 13, class: "badge-sign" }, icon(seat.symbol)),
    rock && h("path", { class: "board-rock", d: ROCK, transform: "translate(-28 0)" }));
}

/** The board for those who don't see it. */
function inWords(state) {
  return state.seats
    .flatMap(({ name, penguins }) => penguins.map(({ place }, index) =>
      t("{name}’s penguin {number}: {place}", { name, number: index + 1, place: place ?? "?" })))
    .join("; ");
}

/** The photo of the board, by any phone or the host; and what it leaves to be said. */
export function photoPanel(context) {
  const { state, tap, say, undoButton, looksOn } = context;
  const seat = mySeat(state) ?? state.seats[0];
  const after = () => say(t("The board is up to date."), "done", undoButton(["board.read"]));
  const lost = state.seats.flatMap(({ name, penguins }) => penguins.flatMap(({ place }, index) =>
    place ? [] : t("{name}’s penguin {number}", { name, number: index + 1 })));
  const settle = (agree) => tap("board.agree", { photo: state.photo, agree });
  const spaces = state.fewer.map(({ seat: owner, space }) =>
    t("{name}’s space {space}", { name: seatOf(state, owner).name, space: space + 1 }));
  return [
    spaces.length > 0 && h("section", { key: `fewer-${state.photo}`, class: "panel stack" },
      h("h2", {}, t("The photo shows fewer rocks: {spaces}. Is that right?",
        { spaces: spaces.join(", ") })),
      !looksOn && [
        button("tick", t("Yes, as in the photo"), () => settle(true)),
        button("close", t("No, the rocks are there"), () => settle(false)),
      ]),
    h("section", { key: "photo", class: "photo-row" },
      lost.length > 0 &&
        h("p", { class: "quiet" }, t("Not known where: {penguins}", { penguins: lost.join(", ") })),
      readingPanel(context.store, seat),
      !looksOn && photoButton({ ...context, after }, seat, t("Photo of the board"), ""),
      !looksOn && photoLink(context, state.photo)),
  ];
}
