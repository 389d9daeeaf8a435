// What both screens of solitaire share: the lobby, the sheets, how far the game is, and its news.

import { photoSheet } from "../js/photos.js";
import { t } from "../js/words.js";
import { lobby } from "./lobby.js";
import { pipsSheet } from "./scores.js";

const SHOWN = new Set([
  ...["sand.start", "sand.out", "clock.start", "round.next", "game.start", "play.end"],
]);
const MODES = { free: t("Free play"), "king-tut": t("King Tut"), quicksand: t("Quicksand") };

export const game = {
  lobby,
  rules: ({ phase, mode }) =>
    phase === "lobby" ? [2, 3] : phase === "over" ? [4] : { "king-tut": [3, 6], quicksand: [3, 7] }[mode] ?? [3, 4],
  sheets: { pips: pipsSheet, photo: photoSheet },
  progress: ({ phase, mode, round: n, rounds: all }) => {
    if (phase === "over") return { words: t("Game over") };
    const title = MODES[mode];
    const words = all === 1 ? title : t("{mode}, round {n} of {all}", { mode: title, n, all });
    return { words, title };
  },
  news: {
    shows: (entry, state) => SHOWN.has(entry.kind) && state.phase !== "lobby",
    moment: (state, before) => {
      const over = before.phase === "play" && state.phase === "over";
      return over || (state.sand?.out && before.sand && !before.sand.out)
        ? { picked: null, sheet: null }
        : null;
    },
    turn: (state, before) =>
      state.due === state.you && before.due !== state.due && state.due ? t("Your turn") : "",
  },
};
