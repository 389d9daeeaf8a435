// What giza's screens say of its cards and of the Chief.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { t, tn } from "../js/words.js";

/** An action card of a seat's own set. */
export function actionPiece(seat, number) {
  return `action-${seat.colour}-${number}`;
}

export function actionOf(state, number) {
  return state.deck.actions.find((action) => action.number === number);
}

/** An action card by its number and what it does. */
export function actionWords(state, number) {
  return t("Action {number}, {verb}", { number, verb: actionOf(state, number).verb });
}

export function penguinOf(state, number) {
  return state.deck.penguins.find((penguin) => penguin.number === number);
}

export function colourOf(state, id) {
  return state.deck.colours.find((colour) => colour.id === id);
}

/** A strength token as it is told from afar: of the printed one only the tag would show. */
export function coin(key = undefined) {
  return h("span", { key, class: "coin", "aria-hidden": "true" }, "+1");
}

/** How many strength tokens nobody has taken. */
export function supply({ supply: n }) {
  return h("p", { class: "row supply" },
    coin(),
    tn("{n} strength token left", "{n} strength tokens left", n));
}

/** The crown beside whoever holds the Chief. */
export function chiefMark(state, seat) {
  if (state.chief !== seat.id) return null;
  return h("span", { class: "chief-mark", title: t("holds the Chief") },
    icon("chief"),
    h("span", { class: "spoken" }, t("holds the Chief")));
}
