// The printed pieces on the screen: the art that is printed, served as SVG.

import { h } from "./dom.js";
import { language } from "./words.js";

/** The address of a piece's face; browsers may keep it, for it names edition and language. */
export function artUrl(state, piece, face = "front") {
  const query = language === "en" ? "" : `?in=${language}`;
  return `/art/${state.game}/${state.deck.edition}/${piece}/${face}.svg${query}`;
}

/** A picture of a card, or of a piece of another `size`, mm; `alt` may be empty beside words. */
export function card(
  state,
  piece,
  { face = "front", alt = "", extra = "", key = undefined, lazy = false, size = [63, 88] } = {},
) {
  return h("img",
    { key, class: `card ${extra}`.trim(), src: artUrl(state, piece, face), alt, width: size[0],
      height: size[1], draggable: "false", decoding: "async", loading: lazy ? "lazy" : null });
}

/** A card that turns from its back to its front. */
export function flipCard(state, piece, { up, delay = 0, extra = "", key = undefined, alt = "" }) {
  return h("span",
    { key, class: `flip ${up ? "is-up" : ""} ${extra}`.trim(), vars: { delay: `${delay}ms` } },
    h("span", { class: "flip-inner" },
      h("span", { class: "flip-back" }, card(state, piece, { face: "back" })),
      h("span", { class: "flip-front" }, up && card(state, piece, { alt }))));
}
