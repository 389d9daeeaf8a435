// What of others' doings on a voyage is told.

import { t } from "../js/words.js";

const SHOWN = new Set(["ship.enter", "movement.done", "pirates.done", "track.set"]);

export const news = {
  shows: (entry) => SHOWN.has(entry.kind),
  moment: (state, before) => {
    const revealed =
      before.phase === "place" && state.phase === "sail" && before.turn === state.turn;
    const over = before.phase !== "over" && state.phase === "over";
    return revealed || over ? { sheet: null, card: null } : null;
  },
  turn: (state, before) =>
    state.to_place.length && !before.to_place.length ? t("Place your penguin") : "",
};
