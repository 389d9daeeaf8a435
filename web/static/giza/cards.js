// Giza's cards and tokens by number, in words and as signs; pyramids in the event log's notation:
// rows base first, `07`, `07g` if grey, `07+1` with a token.

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

/** An action card in words. */
export function actionWords(state, number) {
  return t("Action {number}, {verb}", { number, verb: actionOf(state, number).verb });
}

export function penguinOf(state, number) {
  return state.deck.penguins.find((penguin) => penguin.number === number);
}

export function colourOf(state, id) {
  return state.deck.colours.find((colour) => colour.id === id);
}

/** A strength token, drawn larger than the printed one, of which only the tag would show. */
export function coin(key = undefined) {
  return h("span", { key, class: "coin", "aria-hidden": "true" }, "+1");
}

/** The number of strength tokens left. */
export function supply({ supply: n }) {
  return h("p", { class: "row supply" },
    coin(),
    tn("{n} strength token left", "{n} strength tokens left", n));
}

/** A crown beside the player who holds the Chief. */
export function chiefMark(state, seat) {
  if (state.chief !== seat.id) return null;
  return h("span", { class: "chief-mark", title: t("holds the Chief") },
    icon("chief"),
    h("span", { class: "spoken" }, t("holds the Chief")));
}

const WIDTHS = [4, 3, 2, 1];
export const LEVEL_NAMES = [t("Base"), t("2nd level"), t("3rd level"), t("Top")];

/** Rows of cells `{number, grey, tokens}` or null; without a pyramid all are null. */
export function parsePyramid(text) {
  const rows = text ? text.split("/").map((row) => row.split(",")) : [];
  return WIDTHS.map((width, level) =>
    Array.from({ length: width }, (_, place) => parseCell(rows[level]?.[place])),
  );
}

function parseCell(text) {
  const found = /^(\d+)(g?)(?:\+(\d+))?$/.exec(text ?? "");
  return (
    found && { number: Number(found[1]), grey: found[2] === "g", tokens: Number(found[3] ?? 0) }
  );
}

/** A cell in the notation. */
export function formatCell({ number, grey, tokens }) {
  return String(number).padStart(2, "0") + (grey ? "g" : "") + (tokens ? `+${tokens}` : "");
}

/** "Base, place 2", counted from the left. */
export function slotName([level, place]) {
  const name = LEVEL_NAMES[level];
  return WIDTHS[level] > 1 ? t("{level}, place {n}", { level: name, n: place + 1 }) : name;
}
