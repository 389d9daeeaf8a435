// Pyramids in the notation of the event log: rows base first, `07`, `07g` when grey, `07+1` with a token.

import { t } from "../js/words.js";

export const WIDTHS = [4, 3, 2, 1];
export const LEVEL_NAMES = [t("Base"), t("2nd level"), t("3rd level"), t("Top")];

/** Rows of cells, each `{number, grey, tokens}` or null; an absent pyramid is all empty. */
export function parsePyramid(text) {
  const rows = text ? text.split("/").map((row) => row.split(",")) : [];
  return WIDTHS.map((width, level) =>
    Array.from({ length: width }, (_, place) => parseCell(rows[level]?.[place])),
  );
}

/** One cell of a pyramid. */
export function parseCell(text) {
  const found = /^(\d+)(g?)(?:\+(\d+))?$/.exec(text ?? "");
  return (
    found && { number: Number(found[1]), grey: found[2] === "g", tokens: Number(found[3] ?? 0) }
  );
}

/** `parseCell` back. */
export function formatCell({ number, grey, tokens }) {
  return String(number).padStart(2, "0") + (grey ? "g" : "") + (tokens ? `+${tokens}` : "");
}

/** "Base, place 2", counted from the left, for people and screen readers. */
export function slotName([level, place]) {
  const name = LEVEL_NAMES[level];
  return WIDTHS[level] > 1 ? t("{level}, place {n}", { level: name, n: place + 1 }) : name;
}
