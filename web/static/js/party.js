// What moves in a game's world: a penguin when something happens, the pieces at a good end.

import { h } from "./dom.js";

const PIECES = 28;

/** A penguin that glides by once for each version of the table; not for the first that is shown. */
export function glide({ version }, first) {
  return version !== first && h("div", { key: `glide-${version}`, class: "glide", "aria-hidden": "true" });
}

/** The pieces that celebrate a game that ended well. */
export function party({ finished, end = "home", winner }) {
  return finished && end === "home" && winner !== null && pieces();
}

/** Pieces at places that differ, the same each time: no picture depends on chance. */
export function pieces() {
  return h("div", { key: "party", class: "party", "aria-hidden": "true" },
    Array.from({ length: PIECES }, (_, n) => h("i", {
      vars: { left: `${(n * 37) % 100}%`, delay: `${((n * 53) % 100) / 60}s` },
    })));
}
