// What of others' doings at a rocks table is told.

import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";

export const news = {
  shows: (entry, state) =>
    state.phase !== "lobby" && ["penguin.free", "nest.done"].includes(entry.kind),
  moment: (state, before) =>
    before.phase === "play" && state.phase === "over" ? { sheet: null } : null,
  turn,
};

/** "Your roll", when it has just become so. */
function turn(state, before) {
  if (!state.active || state.active === before.active) return "";
  return state.active === state.you
    ? t("Your roll")
    : t("{name}’s roll", { name: seatOf(state, state.active).name });
}
