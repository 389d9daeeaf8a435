// Pyramids in the notation of the event log: rows base first, `07`, `07g` when grey, `07+1` with a token.

import { t } from "../js/words.js";

export const WIDTHS = [4, 3, 2, 1];
export const LEVEL_NAMES = [t("Base"), t("2nd level"), t("3rd level"), t("Top")];

/** Rows of cells, each `{number, grey, tokens}` or null; an absent pyramid is all empty. */
export function parsePyramid(text) {
  const rows = text ? text.split("/").map((row) => row.split(",")) : [];
  return WIDTHS.map((width, level) => Array.from({ length: width }, (_, place) => parseCell(rows[level]?.[place])));
}

/** One cell of a pyramid. */
export function parseCell(text) {
  const found = /^(\d+)(g?)(?:\+(\d+))?$/.exec(text ?? "");
  return found && { number: Number(found[1]), grey: found[2] === "g", tokens: Number(found[3] ?? 0) };
}

/** `parseCell` back. */
export function formatCell({ number, grey, tokens }) {
  return `${String(number).padStart(2, "0")}${grey ? "g" : ""}${tokens ? `+${tokens}` : ""}`;
}

/** "the base, 2nd from the left", for people and screen readers. */
export function slotName([level, place]) {
  return SLOT_NAMES[level][place];
}

const SLOT_NAMES = [
  [
    t("the base, 1st from the left"),
    t("the base, 2nd from the left"),
    t("the base, 3rd from the left"),
    t("the base, 4th from the left"),
  ],
  [t("2nd level, 1st from the left"), t("2nd level, 2nd from the left"), t("2nd level, 3rd from the left")],
  [t("3rd level, 1st from the left"), t("3rd level, 2nd from the left")],
  [t("the top")],
];
