// What of others' doings at a rocks table is told.

import { seatOf } from "../js/seats.js";

export const news = {
  shows: (entry, state) => state.phase !== "lobby" && ["penguin.free", "nest.done"].includes(entry.kind),
  moment: (state, before) => (before.phase === "play" && state.phase === "over" ? { sheet: null } : null),
  turn,
};

/** "Your roll", when it has just become so. */
function turn(state, before) {
  if (!state.active || state.active === before.active) return "";
  return state.active === state.you ? "Your roll" : `${seatOf(state, state.active).name}\u2019s roll`;
}
