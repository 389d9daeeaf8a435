// What of others' doings at a solitaire table is told.

import { t } from "../js/words.js";

const SHOWN = new Set(["sand.start", "sand.out", "clock.start", "round.next", "game.start"]);

export const news = {
  shows: (entry, state) => SHOWN.has(entry.kind) && state.phase !== "lobby",
  moment: (state, before) => {
    const over = before.phase === "play" && state.phase === "over";
    return over || (state.sand?.out && before.sand && !before.sand.out)
      ? { picked: null, sheet: null }
      : null;
  },
  turn: (state, before) =>
    state.due === state.you && before.due !== state.due && state.due ? t("You’re next") : "",
};
