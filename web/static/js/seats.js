// Who sits at the table: seats by id, their names, and the discs that they are known by.

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

/** "You" or the name, as a word by itself: sentences about "you" are sentences of their own. */
export function nameOf(state, id) {
  return id === state.you ? t("You") : (seatOf(state, id)?.name ?? t("The host"));
}

/** What a player reads at the end of a turn; `next` is the seat that follows, if any. */
export function whoIsNext(next) {
  return next ? t("Done. {name} is next.", { name: next.name }) : t("Done.");
}

/** A seat's disc: colour and symbol, so that colour is never the only sign. */
export function disc(seat, extra = "") {
  return h("span", {
    class: `disc ${extra}`.trim(),
    vars: { seat: seat.ink },
    "aria-hidden": "true",
  },
    icon(seat.symbol));
}

/** Disc and name under a card. */
export function nameplate(state, seat) {
  return h("span", { class: "nameplate" },
    disc(seat, "small"),
    h("span", { class: "clip" }, seat.id === state.you ? t("You") : seat.name));
}

/** The seats clockwise, to be put in the order in which people really sit; `more(seat)` is a game's own button. */
export function seatList(state, tap, more = () => null) {
  const ids = state.seats.map((seat) => seat.id);
  const move = (index, by) => {
    const order = [...ids];
    [order[index], order[index + by]] = [ids[index + by], ids[index]];
    tap("seats.order", { order });
  };
  const mover = (label, index, by, sign) =>
    roundButton(sign, label, () => move(index, by), {
      disabled: index + by < 0 || index + by >= ids.length,
    });
  return h("ol", { class: "seat-list" },
    state.seats.map((seat, index) => h("li", {
      key: seat.id,
      class: seat.id === state.you ? "seat-row is-me" : "seat-row",
    },
      disc(seat),
      h("span", { class: "seat-name" },
        seat.name,
        seat.id === state.you && h("small", {}, t("you"))),
      mover(t("Move {name} up", { name: seat.name }), index, -1, "up"),
      mover(t("Move {name} down", { name: seat.name }), index, 1, "down"),
      more(seat))));
}

/** A button of a seat's row that says "this one": the youngest, the dealer, the captain. */
export function seatMark({ sign, pressed, label, onclick }) {
  return h("button", {
    class: "round crown",
    "aria-pressed": String(pressed),
    "aria-label": label,
    onclick,
  },
    icon(sign));
}
