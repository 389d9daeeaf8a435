// The players' seats: by id, with their names and discs, and as lists.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { roundButton } from "./parts.js";
import { t } from "./words.js";

export function seatOf(state, id) {
  return state.seats.find((seat) => seat.id === id);
}

export function mySeat(state) {
  return seatOf(state, state.you);
}

/** "You" or the name, to stand alone: sentences about "you" are texts of their own. */
export function nameOf(state, id) {
  return id === state.you ? t("You") : (seatOf(state, id)?.name ?? t("The host"));
}

/** The controls of `seat`, another player, folded away; `turn` tells when to fold them again. */
export function asleep(seat, turn, ...controls) {
  return h("details", { key: `asleep-${seat.id}-${turn}`, class: "more" },
    h("summary", {}, t("Is {name}’s phone asleep?", { name: seat.name })),
    h("div", { class: "stack" }, controls));
}

/** The answer to the end of a turn; `next` is the seat that follows, if any. */
export function whoIsNext(next) {
  return next ? t("Done. {name} is next.", { name: next.name }) : t("Done.");
}

/** A seat's disc: colour and symbol, so that colour is never the only sign. */
export function disc(seat, extra = "") {
  return h("span",
    { class: `disc ${extra}`.trim(), vars: { seat: seat.ink }, "aria-hidden": "true" },
    icon(seat.symbol));
}

/** A note beside a score that someone typed; null beside others. */
export function typedNote({ unchecked }) {
  return unchecked ? h("small", { class: "typed-note" }, t("Typed in, not checked")) : null;
}

/** Disc and name under a card. */
export function nameplate(state, seat) {
  return h("span", { class: "nameplate" },
    disc(seat, "small"),
    h("span", { class: "clip" }, seat.id === state.you ? t("You") : seat.name));
}

/** A seat in a list: its disc, then `children`. */
export function seatRow(state, seat, ...children) {
  return h("li", { key: seat.id, class: seat.id === state.you ? "seat-row is-me" : "seat-row" },
    disc(seat),
    ...children);
}

/** A seat's name in a list. */
export function seatName(state, seat) {
  return h("span", { class: "seat-name" },
    seat.name,
    seat.id === state.you && h("small", {}, t("you")));
}

/** The seats clockwise, with buttons to change the order; `more(seat)` is a game's own button. */
export function seatList(state, tap, more = (_seat) => null) {
  const ids = state.seats.map((seat) => seat.id);
  const mover = (sign, label, from, to) => {
    const order = [...ids];
    [order[from], order[to]] = [ids[to], ids[from]];
    const outside = to < 0 || to >= ids.length;
    return roundButton(sign, label, () => tap("seats.order", { order }), { disabled: outside });
  };
  return h("ol", { class: "seat-list" },
    state.seats.map((seat, index) => seatRow(state, seat,
      seatName(state, seat),
      mover("up", t("Move {name} up", { name: seat.name }), index, index - 1),
      mover("down", t("Move {name} down", { name: seat.name }), index, index + 1),
      more(seat))));
}

/** A button of a seat's row that marks one player: the youngest, the dealer, the captain. */
export function seatMark(sign, label, pressed, onclick) {
  return h("button",
    { class: "round crown", "aria-pressed": String(pressed), "aria-label": label, onclick },
    icon(sign));
}

/** A chip for each seat; `choose(seat)` isn't called for the one that is `pressed`. */
export function seatChips(
  state,
  { key = null, label, look = "", pressed, disabled = (_seat) => false, choose },
) {
  return h("div", { key, class: `chips ${look}`, role: "group", "aria-label": label },
    state.seats.map((seat) => h("button",
      { key: seat.id, class: "chip tall", "aria-pressed": String(seat.id === pressed),
        disabled: disabled(seat), onclick: () => seat.id !== pressed && choose(seat) },
      disc(seat, "small"),
      h("span", { class: "clip" }, nameOf(state, seat.id)))));
}
