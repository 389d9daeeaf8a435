// A board with stacks seen from above. Tap a pyramid, then one of the marked squares to land on.

import { h } from "../js/dom.js";
import { t } from "../js/words.js";

const SIZES = { L: 88, M: 60, S: 34 }; // per cent of a square's width
const UNDER = { L: 19, M: 15, S: 11 }; // the same, for pyramids below another one
const MIDDLE = 47; // of a stack, per cent from the top
const NAMES = { L: t("large"), M: t("medium"), S: t("small") };
const GAP = 14; // between pips

/** The squares of a position, row by row from a1: [{name, stack}]. */
function squaresOf(position) {
  return position
    .split("/")
    .flatMap((row, y) =>
      row.split(",").map((stack, x) => ({ name: `${String.fromCharCode(97 + x)}${y + 1}`, stack })),
    );
}

/** What a photo shows of a board, as a position: the tops where more may stand below them. */
export function positionIn({ position, tops }) {
  return position ?? tops.map((row) => row.map((top) => (top in NAMES ? top : "")).join(",")).join("/");
}

/** The board of a seat; with `onhop(hop)` it can be played, and `advised` is a hop to show. */
export function board(context, seat, { onhop = null, advised = null } = {}) {
  const { store, state } = context;
  const from = onhop && store.ui.picked;
  const ends = from
    ? seat.hops.filter((hop) => hop.startsWith(`${from}-`)).map((hop) => hop.split("-")[1])
    : [];
  const starts = new Set(onhop ? seat.hops.map((hop) => hop.split("-")[0]) : []);
  const hinted = advised?.split("-") ?? [];
  const squares = squaresOf(seat.position);
  return h("div",
    { key: `board-${seat.id}`, class: onhop ? "board" : "board is-still",
      vars: { columns: state.board.columns }, role: "group",
      "aria-label": t("{name}\u2019s board", { name: seat.name }),
      "data-quick": Boolean(onhop) },
    squares.map(({ name, stack }) => {
      const look = ["square"];
      if (from === name) look.push("is-picked");
      if (ends.includes(name)) look.push("is-end");
      if (hinted.includes(name)) look.push("is-hinted");
      const props = {
        key: name,
        class: look.join(" "),
        "aria-label": spoken(name, stack, ends.includes(name)),
      };
      if (!onhop) return h("span", { ...props, role: "img" }, pyramids(stack, state.board));
      const act = () => tapped({ store, onhop }, { name, from, ends, starts });
      return h("button", { ...props, "aria-pressed": String(from === name), onclick: act },
        pyramids(stack, state.board));
    }),
    advised && arrow(hinted, state.board.columns, squares.length / state.board.columns));
}

/** A hop in words. */
export function hopInWords(hop) {
  const [start, end] = hop.split("-");
  const middle = (at) => (start.charCodeAt(at) + end.charCodeAt(at)) / 2;
  const over = String.fromCharCode(middle(0), middle(1));
  return t("Hop from {start} over {over} to {end}", { start, over, end });
}

/** An arrow from the start of a hop to its end. */
function arrow([start, end], columns, rows) {
  const place = (name) => [name.charCodeAt(0) - 96.5, name.charCodeAt(1) - 48.5];
  const [x, y] = place(start);
  const [toX, toY] = place(end);
  const length = Math.hypot(toX - x, toY - y);
  const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const shape = `M0 -.07H${length - 0.36}V-.2L${length} 0L${length - 0.36} .2V.07H0z`;
  return h("svg",
    { key: "arrow", class: "hint-arrow", viewBox: `0 0 ${columns} ${rows}`,
      preserveAspectRatio: "none", "aria-hidden": "true" },
    h("circle", { cx: x, cy: y, r: 0.14 }),
    h("path", { d: shape, transform: `translate(${x} ${y}) rotate(${turn})` }));
}

function tapped({ store, onhop }, { name, from, ends, starts }) {
  if (from && ends.includes(name)) {
    store.show({ picked: null });
    return onhop(`${from}-${name}`);
  }
  store.show({ picked: name !== from && starts.has(name) ? name : null });
}

function spoken(name, stack, isEnd) {
  if (!stack)
    return isEnd
      ? t("{square}: empty, you can land here", { square: name })
      : t("{square}: empty", { square: name });
  const sizes = [...stack]
    .reverse()
    .map((size) => NAMES[size])
    .join(", "); // from the top down
  return isEnd
    ? t("{square}: {sizes}, you can land here", { square: name, sizes })
    : `${name}: ${sizes}`;
}

/** A stack from above, with pips on the top pyramid. */
export function pyramids(stack, size) {
  if (!stack) return null;
  const top = stack.at(-1);
  return h("svg", { viewBox: "0 0 100 115", "aria-hidden": "true" },
    [...stack].map((size, level) => pyramid(size, level)),
    pips(size.pips[top], SIZES[top]),
    under(stack.slice(0, -1)));
}

/** Small squares for the pyramids that the top one covers, the lowest first. */
function under(stack) {
  const gap = 4;
  const wide = [...stack].reduce((sum, size) => sum + UNDER[size] + gap, -gap);
  const scale = Math.min(1, 97 / wide);
  let x = 50 - (wide * scale) / 2;
  const mark = (size, level) => {
    const side = UNDER[size] * scale;
    const at = { x, y: 113 - side, width: side, height: side, rx: 1.5 };
    x += side + gap * scale;
    return h("g", { key: level, class: `pyramid-${size}` }, h("rect", at));
  };
  return h("g", { class: "under" }, [...stack].map(mark));
}

function pyramid(size, level) {
  const side = SIZES[size];
  const left = 50 - side / 2;
  const top = MIDDLE - side / 2;
  return h("g", { key: level, class: `pyramid-${size}` },
    h("rect", { x: left, y: top, width: side, height: side, rx: 3 }),
    h("path", { d: `M${left} ${top}l${side} ${side}m0 ${-side}l${-side} ${side}` }));
}

/** The pips, in two rows if there are more than three. */
function pips(count, side) {
  const rows = count > 3 ? [Math.ceil(count / 2), Math.floor(count / 2)] : [count];
  const gap = Math.min(GAP, side / (rows[0] + 0.5));
  return rows.map((across, row) =>
    Array.from({ length: across }, (_, index) => h("circle",
      { key: `${row}-${index}`, class: "pip", cx: 50 + (index - (across - 1) / 2) * gap,
        cy: MIDDLE + (row - (rows.length - 1) / 2) * GAP, r: 4.4 })),
  );
}
