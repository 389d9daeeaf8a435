// Pyramids in the notation of the event log: rows base first, `07`, `07g` when grey, `07+1` with a token.

export const WIDTHS = [4, 3, 2, 1];
export const LEVEL_NAMES = ["Base", "2nd level", "3rd level", "Top"];

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
  return level === 3 ? "the top" : `${["the base", "2nd level", "3rd level"][level]}, ${ORDINALS[place]} from the left`;
}

const ORDINALS = ["1st", "2nd", "3rd", "4th"];
