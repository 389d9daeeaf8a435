// A board on the phone: stacks seen from above. Tap a pyramid, then where it shall land; legal squares are marked.

import { h } from "../js/dom.js";

const SIZES = { L: 88, M: 60, S: 34 }; // of a square, per cent of its width
const NAMES = { L: "large", M: "medium", S: "small" };
const PIPS = { L: 3, M: 2, S: 1 };

/** The squares of a position, row by row from a1: [{name, stack}]. */
export function squaresOf(position) {
  return position
    .split("/")
    .flatMap((row, y) =>
      row.split(",").map((stack, x) => ({ name: `${String.fromCharCode(97 + x)}${y + 1}`, stack })),
    );
}

/** The board of a seat; with `onhop` its pyramids hop, and `advised` is a hop to be shown. */
export function board(context, seat, { onhop = null, advised = null } = {}) {
  const { store, state } = context;
  const from = onhop && store.ui.picked;
  const ends = from ? seat.hops.filter((hop) => hop.startsWith(`${from}-`)).map((hop) => hop.split("-")[1]) : [];
  const starts = new Set(onhop ? seat.hops.map((hop) => hop.split("-")[0]) : []);
  const hinted = advised?.split("-") ?? [];
  return h(
    "div",
    {
      key: `board-${seat.id}`,
      class: onhop ? "board" : "board is-still",
      vars: { columns: state.board.columns },
      role: "group",
      "aria-label": `${seat.name}\u2019s board`,
    },
    squaresOf(seat.position).map(({ name, stack }) => {
      const look = ["square"];
      if (from === name) look.push("is-picked");
      if (ends.includes(name)) look.push("is-end");
      if (hinted.includes(name)) look.push("is-hinted");
      const props = { key: name, class: look.join(" "), "aria-label": spoken(name, stack, ends.includes(name)) };
      if (!onhop) return h("span", { ...props, role: "img" }, pyramids(stack));
      const act = () => tapped({ store, onhop }, { name, from, ends, starts });
      return h("button", { ...props, "aria-pressed": String(from === name), onclick: act }, pyramids(stack));
    }),
  );
}

function tapped({ store, onhop }, { name, from, ends, starts }) {
  if (from && ends.includes(name)) {
    store.show({ picked: null });
    return onhop(`${from}-${name}`);
  }
  store.show({ picked: name !== from && starts.has(name) ? name : null });
}

function spoken(name, stack, isEnd) {
  const what = stack ? [...stack].reverse().map((size) => NAMES[size]).join(" on ") : "empty";
  return `${name}: ${what}${isEnd ? ", can land here" : ""}`;
}

/** A stack from above: each pyramid a square with its edges, the lower ones peeping out, pips on the top. */
function pyramids(stack) {
  if (!stack) return null;
  const top = stack.at(-1);
  return h(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    [...stack].map((size, level) => pyramid(size, level)),
    pips(top),
    stack.length > 1 &&
      h("g", { class: "under" }, h("text", { x: 95, y: 97, "text-anchor": "end" }, `+${stack.length - 1}`)),
  );
}

function pyramid(size, level) {
  const side = SIZES[size];
  const at = 50 - side / 2;
  const far = at + side;
  return h(
    "g",
    { key: level, class: `pyramid-${size}` },
    h("rect", { x: at, y: at, width: side, height: side, rx: 3 }),
    h("path", { d: `M${at} ${at}L${far} ${far}M${far} ${at}L${at} ${far}` }),
  );
}

function pips(size) {
  const count = PIPS[size];
  return Array.from({ length: count }, (_, index) =>
    h("circle", { key: index, class: "pip", cx: 50 + (index - (count - 1) / 2) * 11, cy: 50, r: 4.4 }),
  );
}
