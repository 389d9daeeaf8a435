// What both screens of pirates share: the lobby, the sheets, how far the voyage is, and its news.

import { addIcons } from "../js/icons.js";
import { photoSheet } from "../js/photos.js";
import { t } from "../js/words.js";
import { lobby } from "./lobby.js";
import { markerSheet } from "./tracks.js";

const SHOWN = new Set(["ship.enter", "movement.done", "pirates.done", "track.set", "map.read", "ship.sail"]);

addIcons({
  anchor: ["c 12 5 2.4", "M12 7.5V21M7.5 11h9", "M4 14.5c.5 4 4 6.5 8 6.5s7.5-2.5 8-6.5"],
  sail: ["F M11 3v12.5H3.5C7 12 10 8 11 3Z", "M14 5.5c.5 4 2.5 7.5 6 10h-6Z", "M3 18.5h18l-2 3H5Z"],
  speed: ["M4 18a9 9 0 1 1 16 0", "M12 15l5-6", "D 12 15.5 1.6"],
  bucket: ["M5 8h14l-1.8 12.5H6.8Z", "M5 8c0-3 3-5 7-5s7 2 7 5"],
  eye: ["M2.5 12C6 5.8 18 5.8 21.5 12 18 18.2 6 18.2 2.5 12Z", "c 12 12 2.8"],
});

export const game = {
  lobby,
  rules: ({ phase }) =>
    ({ lobby: [2], place: [3, 4], captain: [3, 4], event: [3], sail: [5, 7], pirates: [8] })[phase] ?? [9],
  sheets: { marker: markerSheet, photo: photoSheet },
  progress: ({ phase, turn, turns }) => {
    const steps = { steps: turns, now: turn };
    if (phase === "over") return { words: t("Game over"), ...steps };
    const words = t("Turn {n} of {all}", { n: turn, all: turns });
    return { words, title: t("Turn {n}", { n: turn }), ...steps };
  },
  news: {
    shows: (entry) => SHOWN.has(entry.kind),
    moment: (state, before) => {
      const revealed =
        before.phase === "place" && state.phase === "sail" && before.turn === state.turn;
      const over = before.phase !== "over" && state.phase === "over";
      return revealed || over ? { sheet: null, card: null } : null;
    },
    turn: (state, before) =>
      state.to_place.length && !before.to_place.length ? t("Place your penguin") : "",
  },
};
