// What of others' doings at a combust table is told.

import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";

const SHOWN = new Set(["clan.out", "deck.empty", "turns.begin"]);

export const news = {
  shows: (entry) => SHOWN.has(entry.kind),
  moment: (state, before) =>
    before.phase !== "over" && state.phase === "over" ? { sheet: null } : null,
  turn,
};

/** "Your turn", when it has just become so. */
function turn(state, before) {
  if (!state.active || state.active === before.active) return "";
  return state.active === state.you
    ? t("Your turn")
    : t("{name}\u2019s turn", { name: seatOf(state, state.active).name });
}
