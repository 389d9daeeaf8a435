// What both screens of combust share: the lobby, the sheets, how far the game is, and its news.

import { addIcons } from "../js/icons.js";
import { turnNews } from "../js/notices.js";
import { photoSheet } from "../js/photos.js";
import { t } from "../js/words.js";
import { cardSheet } from "./cards.js";
import { deckSheet } from "./follow.js";
import { lineSheet } from "./line-sheet.js";
import { textSheet } from "./lines.js";
import { lobby } from "./lobby.js";
import { outSheet } from "./turn.js";

const SHOWN = new Set(["clan.out", "deck.empty", "turns.begin", "lines.read", "line.give", "card.move"]);
const PHASES = {
  lines: t("Starting lines"),
  last: t("Last round"),
  count: t("Final count"),
  over: t("Game over"),
};

addIcons({
  flame: [
    "F M12 2.5c1.5 4 6.5 6.2 6.5 11.6a6.5 6.5 0 0 1-13 0c0-2.8 1.6-4.2 2.6-6 .6 1.6 1.3 2.2 2.2 2.6C10.5 7.5 10.6 5 12 2.5Z",
  ],
});

export const game = {
  lobby,
  rules: ({ phase }) => ({ lobby: [2], lines: [2], turns: [3, 6], last: [3, 7] })[phase] ?? [7],
  sheets: {
    card: cardSheet,
    deck: deckSheet,
    line: lineSheet,
    out: outSheet,
    photo: photoSheet,
    text: textSheet,
  },
  alarm: (state, before) =>
    state.stamp > before.stamp && state.burnt.some(([seat]) => seat === state.you),
  progress: (state) => {
    const words = PHASES[state.phase] ?? t("Turn {n}", { n: state.turn });
    return { words, title: state.phase === "over" ? "" : words };
  },
  news: {
    shows: (entry) => SHOWN.has(entry.kind),
    moment: (state, before) =>
      before.phase !== "over" && state.phase === "over" ? { sheet: null } : null,
    turn: (state, before) =>
      turnNews(state, state.active, before.active, t("Your turn"), (name) =>
        t("{name}\u2019s turn", { name }),
      ),
  },
};
