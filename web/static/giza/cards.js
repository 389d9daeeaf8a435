// The printed cards on the screen: the very art that is printed, served as SVG.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";

/** Address of one face of a piece; the fingerprint in it lets the browser keep it for ever. */
export function artUrl(state, piece, face = "front") {
  return `/art/giza/${state.deck.fingerprint}/${piece}/${face}.svg`;
}

/** A picture of a card. `alt` is empty where words beside it say the same. */
export function card(state, piece, { face = "front", alt = "", extra = "", key = undefined, lazy = false } = {}) {
  return h("img", {
    key,
    class: `card ${extra}`.trim(),
    src: artUrl(state, piece, face),
    alt,
    width: 63,
    height: 88,
    draggable: "false",
    decoding: "async",
    loading: lazy ? "lazy" : null,
  });
}

/** A card that turns from its back to its front. */
export function flipCard(state, piece, { up, delay = 0, extra = "", key = undefined, alt = "" }) {
  return h(
    "span",
    { key, class: `flip ${up ? "is-up" : ""} ${extra}`.trim(), vars: { delay: `${delay}ms` } },
    h(
      "span",
      { class: "flip-inner" },
      h("span", { class: "flip-back" }, card(state, piece, { face: "back" })),
      h("span", { class: "flip-front" }, up && card(state, piece, { alt })),
    ),
  );
}

/** An action card of a seat's own set. */
export function actionPiece(seat, number) {
  return `action-${seat.colour}-${number}`;
}

export function actionOf(state, number) {
  return state.deck.actions.find((action) => action.number === number);
}

export function penguinOf(state, number) {
  return state.deck.penguins.find((penguin) => penguin.number === number);
}

export function colourOf(state, id) {
  return state.deck.colours.find((colour) => colour.id === id);
}

export function seatOf(state, id) {
  return state.seats.find((seat) => seat.id === id);
}

export function mySeat(state) {
  return seatOf(state, state.you);
}

/** "You" or the name. */
export function nameOf(state, id) {
  return id === state.you ? "You" : (seatOf(state, id)?.name ?? "The host");
}

/** A seat's disc: colour and symbol, so that colour is never the only sign. */
export function disc(seat, extra = "") {
  return h(
    "span",
    { class: `disc ${extra}`.trim(), vars: { seat: seat.ink }, "aria-hidden": "true" },
    icon(seat.symbol),
  );
}

/** Disc and name under a card. */
export function nameplate(state, seat) {
  return h(
    "span",
    { class: "nameplate" },
    disc(seat, "small"),
    h("span", { class: "clip" }, seat.id === state.you ? "You" : seat.name),
  );
}

/** The crown beside whoever holds the Chief. */
export function chiefMark(state, seat) {
  if (state.chief !== seat.id) return null;
  return h(
    "span",
    { class: "chief-mark", title: "holds the Chief" },
    icon("chief"),
    h("span", { class: "spoken" }, "holds the Chief"),
  );
}
