// What a photo leaves open of a pyramid, as taps: whether it is whole, and whether there is a token.

import { h } from "../js/dom.js";
import { button, quiet } from "../js/parts.js";
import { t, tn } from "../js/words.js";
import { formatCell, parsePyramid } from "./cards.js";

/** The question whether a penguin that is too heavy has a token below it, else whether the pyramid is whole. */
export function openPanel(context, seat) {
  const { score, photo } = seat;
  if (!photo || !score || score.source === "typed" || context.looksOn) return null;
  const doubt = score.unsure.find(({ token }) => token);
  if (doubt) return tokenPanel(context, seat, doubt);
  return !score.complete && !score.unsure.some(({ slot }) => slot) && wholePanel(context, seat);
}

function tokenPanel({ tap }, { id, pyramid }, { slot: [level, place], text }) {
  const rows = parsePyramid(pyramid);
  const put = (slot, cell) => tap("pyramid.fix", { seat: id, slot, placed: formatCell(cell) });
  const below = [place, place + 1].map((at) => ({ slot: [level - 1, at], cell: rows[level - 1][at] }));
  return h("section", { key: `token-${id}-${level}-${place}`, class: "panel stack" },
    h("h2", {}, text),
    h("div", { class: "row" },
      below.map(({ slot, cell }) =>
        button("arm", t("Yes, on penguin {number}", { number: cell.number }),
          () => put(slot, { ...cell, tokens: cell.tokens + 1 }))),
      button("close", t("No token"), () => put([level, place], rows[level][place]))));
}

function wholePanel({ state, tap }, { id, score, score_version: version }) {
  const { cards: n } = score;
  if (state.phase === "scoring" || state.phase === "over") return null; // then it has ten
  return h("section", { key: `whole-${id}`, class: "panel stack" },
    h("h2", {},
      tn("I see {n} card. Is that the whole pyramid?", "I see {n} cards. Is that the whole pyramid?", n)),
    button("tick", t("Yes, that’s all"), () => tap("pyramid.close", { seat: id }, { version })),
    quiet(t("If not, tap the place that differs, or take a new photo.")));
}
